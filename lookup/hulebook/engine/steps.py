"""From a hand to its score, by table reads and integer steps alone: no rule stands here.

Every function is plain Python over one-dimensional tables, and is compiled as it stands for
batches: ints and loops only. `shapes` is what tiles are (`Shapes`), `book` what they are worth
under one rule set (`Book`). `one_hand` puts them together for a hand, `kernels` for batches.
"""

from hulebook.tables.layout import (
    BUCKET_SHIFT,
    CAP,
    CHICKEN,
    CHICKEN_FAN,
    COMPLETE,
    COMPLETE_MASK,
    CONCEALED_PUNGS_SHIFT,
    CONTEXT_ROWS,
    DROPPED,
    FAN_COLUMNS,
    GATES_BY_HEAVEN,
    GATES_SHIFT,
    GREATER_KNITTED,
    HASH_SHIFT,
    HOG_FAN,
    HOG_SHIFT,
    INTERACTION_SHIFT,
    KEY_SHIFT,
    KNITTED_INSIDE,
    KNITTED_OUTSIDE,
    KNITTED_WAYS,
    LEAVES_GATES,
    LESSER_KNITTED,
    LESSER_KNITTED_STRAIGHT,
    LISTED_SHIFT,
    LOW32,
    NO_MELD,
    ODD_SHIFT,
    PAIR_CLASS_SHIFT,
    POINTS_MASK,
    ROLE_BIAS,
    ROLE_LISTED_SHIFT,
    SEVERAL_SHIFT,
    SINGLE_WAIT,
    SLOT_BITS,
    SUIT_ROWS,
    THIRTEEN_ORPHANS,
    WIND_SHIFT,
)

LAST_OF_KIND, HEAVEN, SELF_DRAW = 1, 8, 32
CHOW_ROLE, PAIR_ROLE = 1, 16
ROLE_BITS = 63
HONORS_MASK = 0x7F << 27
ORPHANS_MASK = HONORS_MASK | 1 << 0 | 1 << 8 | 1 << 9 | 1 << 17 | 1 << 18 | 1 << 26
SLOT_SHIFT = 32 - SLOT_BITS
SORTS = 16
KEY_MASK = (1 << KEY_SHIFT) - 1

# A reading as eight integers: final value, uncapped sum, record, row, role index, wind entry,
# Tile Hogs, and where it comes from (four decomposition rows, or a special shape).
NOTHING = (-1, 0, 0, 0, 0, 0, 0, 0)
KNITTED_FORM = 1 << 60
SPECIAL_FORM = 1 << 61


def slot_of(word, multipliers):
    """Where the hash of four sets leads: the class of the sets stands there."""
    d = multipliers[(word >> BUCKET_SHIFT) & 0xFFFF]
    low = (word >> HASH_SHIFT) & LOW32
    return ((low * (2 * d + 1)) & LOW32) >> SLOT_SHIFT


def record_of(shapes, book, word):
    """The static record of four sets and a pair."""
    group = book.slots[slot_of(word, shapes.multipliers)]
    return book.signatures[group << 5 | (word >> PAIR_CLASS_SHIFT) & 31]


def settle(book, record, hogs, role, context, wind, form):
    """Add up record, hogs, way of winning and winds, and apply the limit: a reading."""
    parameters = book.parameters
    packed = book.records[record]
    row = ((packed >> INTERACTION_SHIFT) & 63) * parameters[CONTEXT_ROWS] + context
    entry = book.rows[row]
    role |= (entry >> 16) << 9
    value = book.roles[role]
    winds = ((packed >> WIND_SHIFT) & 255) << 4 | wind
    points = (
        (packed & POINTS_MASK)
        + hogs * ((packed >> HOG_SHIFT) & 3)
        + (entry & 0xFFFF)
        + (value & POINTS_MASK)
        + book.wind_points[winds]
        - 2 * ROLE_BIAS
    )
    final = points
    if points == 0:
        final = parameters[CHICKEN]
        if parameters[CHICKEN_FAN]:
            points = final
    cap = parameters[CAP]
    if cap:
        listed = max((packed >> LISTED_SHIFT) & POINTS_MASK, value >> ROLE_LISTED_SHIFT)
        if listed:
            final = listed
        elif points > cap:
            final = cap
    return final, points, record, row, role, winds, hogs, form


def count_fans(book, reading, out):
    """Write how often each fan stands in a reading, out[fan - 1]; flowers are not among them.

    `out` is all zeros before.
    """
    _, _, record, row, role, winds, hogs, _ = reading
    lists = book.lists
    held = 0
    # What the tiles make first: the way of winning may drop some of it.
    for at in (
        book.record_fans[record],
        book.wind_fans[winds],
        book.row_fans[row],
        book.role_fans[role],
    ):
        length = lists[at]
        if length:
            for fan in lists[at + 1 : at + 1 + length]:
                if fan < DROPPED:
                    out[fan - 1] += 1
                    held += 1
                else:
                    out[fan - DROPPED - 1] -= 1
                    held -= 1
    packed = book.records[record]
    if hogs and (packed >> HOG_SHIFT) & 3:
        out[book.parameters[HOG_FAN] - 1] += hogs
        held += hogs
    if held == 0 and book.parameters[CHICKEN_FAN]:
        out[book.parameters[CHICKEN_FAN] - 1] = 1
    if book.parameters[CAP]:
        leave_listed(book, packed, role, out)


def leave_listed(book, packed, role, out):
    """A listed limit leaves one fan, the first of its value."""
    listed = max((packed >> LISTED_SHIFT) & POINTS_MASK, book.roles[role] >> ROLE_LISTED_SHIFT)
    found = 0
    for i in range(book.parameters[FAN_COLUMNS]):
        if listed and out[i]:
            keep = not found and book.values[i + 1] == listed
            out[i] = 1 if keep else 0
            found += out[i]


def clear(out):
    """Zero a buffer of counts."""
    for i in range(len(out)):
        out[i] = 0


def better(book, a, b, scratch):
    """Whether reading a is reported rather than b: value, uncapped sum, then the tie order."""
    if a[0] != b[0]:
        return a[0] > b[0]
    if b[0] < 0:
        return False
    if a[1] != b[1]:
        return a[1] > b[1]
    first, second = scratch
    clear(first)
    clear(second)
    count_fans(book, a, first)
    count_fans(book, b, second)
    for i in range(book.parameters[FAN_COLUMNS]):
        column = book.order[i] - 1
        if first[column] != second[column]:
            return first[column] > second[column]
    return False


def declared(shapes, suits, others, melds, win):
    """What the declared sets add: words, context fields, copies of `win` shown, and the keys
    with their tiles (a kong's fourth apart)."""
    word = 0
    state = 0
    shown = 0
    for meld in melds:
        if meld != NO_MELD:
            word += shapes.meld_words[meld]
            state += shapes.meld_states[meld]
            shown += shapes.meld_tiles[meld * 34 + win]
            suits += shapes.meld_suits[meld]
            others += shapes.meld_others[meld]
    return word, state, shown, suits, others


def context_of(shapes, book, melds, self_draw, flags):
    """The context number of a hand; 0 where the family has no such win."""
    state = declared(shapes, 0, 0, melds, 0)[1]
    return book.contexts[(flags | (SELF_DRAW if self_draw else 0)) << 9 | state]


def ids_of(shapes, suits, others):
    """The shape ids of three suits and the honors."""
    return (
        shapes.suit_ids[suits & KEY_MASK],
        shapes.suit_ids[suits >> KEY_SHIFT],
        shapes.suit_ids[others & KEY_MASK],
        shapes.honor_ids[others >> KEY_SHIFT],
    )


def add_words(shapes, s0, s1, s2, s3):
    """The sum of the words of three suits and the honors."""
    words = shapes.words
    return words[s0] + words[SUIT_ROWS + s1] + words[2 * SUIT_ROWS + s2] + shapes.honor_words[s3]


def owner_of(shapes, s0, s1, s2, s3, win):
    """Who can own the winning tile in its suit, and what it leaves."""
    if win < 9:
        return shapes.owners[s0 * 9 + win]
    if win < 18:
        return shapes.owners[s1 * 9 + win - 9]
    if win < 27:
        return shapes.owners[s2 * 9 + win - 18]
    return shapes.honor_owners[s3 * 9 + win - 27]


def regular_reading(
    shapes, book, word, s0, s1, s2, s3, win, win_odd, hogs, context, wind, flags, scratch
):
    """The best reading as four sets and a pair. `win_odd`: the winning kind stands 1 or 3 times."""
    # Two kinds are odd, one of them won on: seven pairs wait for the other.
    single = not (win_odd and (word >> ODD_SHIFT) & 15 == 2)
    gates = flags & HEAVEN and word >> GATES_SHIFT & 1 and book.parameters[GATES_BY_HEAVEN]
    if word >> SEVERAL_SHIFT & 3:
        return best_decomposition(
            shapes, book, word, s0, s1, s2, s3, win, hogs, context, wind, single, gates, scratch
        )
    return standard_reading(
        shapes, book, word, s0, s1, s2, s3, win, hogs, context, wind, single, gates
    )


def standard_reading(shapes, book, word, s0, s1, s2, s3, win, hogs, context, wind, single, gates):
    """Four sets and a pair in one decomposition."""
    owner = owner_of(shapes, s0, s1, s2, s3, win)
    record = record_of(shapes, book, word)
    if gates or owner & LEAVES_GATES:
        record = book.gates[record]
    role = owner & ROLE_BITS | ((word >> CONCEALED_PUNGS_SHIFT) & 7) << 6
    if not single:
        role &= ~SINGLE_WAIT
    form = s0 | s1 << 15 | s2 << 30 | s3 << 45
    return settle(book, record, hogs, role, context, wind, form)


def best_decomposition(
    shapes, book, word, s0, s1, s2, s3, win, hogs, context, wind, single, gates, scratch
):
    """The best of all decompositions of four sets and a pair."""
    further = shapes.further
    best = NOTHING
    first = add_words(shapes, s0, s1, s2, s3)
    for i0 in range(further[2 * s0 + 1] + 1):
        r0 = further[2 * s0] + i0 - 1 if i0 else s0
        for i1 in range(further[2 * s1 + 1] + 1):
            r1 = further[2 * s1] + i1 - 1 if i1 else s1
            for i2 in range(further[2 * s2 + 1] + 1):
                r2 = further[2 * s2] + i2 - 1 if i2 else s2
                total = word - first + add_words(shapes, r0, r1, r2, s3)
                reading = standard_reading(
                    shapes, book, total, r0, r1, r2, s3, win, hogs, context, wind, single, gates
                )
                if better(book, reading, best, scratch):
                    best = reading
    return best


def special_of(shapes, book, present, twins, odd, suit_quads, honor_quads, context, wind):
    """`special_reading` of the kinds that are there (a mask), whether one is there twice or more,
    whether one is odd, and how many are there four times."""
    if odd:
        record = singles_record(shapes, book, present, twins)
        role = 0
    else:
        at = book.seven[sorts_of(shapes, present)]
        record = book.seven_records[at << 4 | suit_quads << 2 | honor_quads]
        role = PAIR_ROLE | SINGLE_WAIT
    if record == 0:
        return NOTHING
    return settle(book, record, 0, role, context, wind, SPECIAL_FORM)


def sorts_of(shapes, present):
    """The sorts of tile among the kinds of a mask."""
    sorts = 0
    for sort in range(SORTS):
        if present & shapes.sort_masks[sort]:
            sorts |= 1 << sort
    return sorts


def singles_record(shapes, book, present, twins):
    """The record of thirteen orphans, or of honors and knitted tiles; 0 if they are neither."""
    if present == ORPHANS_MASK:
        return book.specials[THIRTEEN_ORPHANS]
    if not twins:
        for way in range(KNITTED_WAYS):
            if present & ~(shapes.knitted_masks[way] | HONORS_MASK) == 0:
                honors = 0
                for t in range(27, 34):
                    honors += present >> t & 1
                if honors == 7:
                    return book.specials[GREATER_KNITTED]
                if honors == 5:
                    return book.specials[LESSER_KNITTED_STRAIGHT]
                return book.specials[LESSER_KNITTED]
    return 0


def knitted_way(shapes, present):
    """Which of the six ways to knit is among the kinds of a mask; -1 if none is."""
    for way in range(KNITTED_WAYS):
        knitted = shapes.knitted_masks[way]
        if present & knitted == knitted:
            return way
    return -1


def knitted_rest(shapes, book, way, suits, others, meld_word, win, hogs, context, wind):
    """Nine knitted tiles with a set and a pair; value -1 if these are not the rest."""
    s0, s1, s2, s3 = ids_of(
        shapes, suits - shapes.knitted_suits[way], others - shapes.knitted_others[way]
    )
    word = add_words(shapes, s0, s1, s2, s3) + meld_word + shapes.knitted_word[0]
    if word & COMPLETE_MASK != COMPLETE:
        return NOTHING
    record = record_of(shapes, book, word)
    if record == 0:
        return NOTHING
    inside = (shapes.knitted_masks[way] >> win) & 1
    role = owner_of(shapes, s0, s1, s2, s3, win) & ROLE_BITS
    if not book.parameters[KNITTED_INSIDE if inside else KNITTED_OUTSIDE]:
        role &= ~SINGLE_WAIT
    if inside:
        role |= CHOW_ROLE
    role |= ((word >> CONCEALED_PUNGS_SHIFT) & 7) << 6
    form = s0 | s1 << 15 | s2 << 30 | s3 << 45 | KNITTED_FORM
    return settle(book, record, hogs, role, context, wind, form)
