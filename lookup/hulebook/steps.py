"""From a hand to its score, by table reads and integer steps alone: no rule stands here.

Every function is plain Python over one-dimensional tables, and is compiled as it stands for
batches: ints and loops only. `book` is a `Book`: the shared tables, those of the family and
those of the rule set.
"""

from hulebook.layout import (
    BUCKET_SHIFT,
    CAP,
    CHICKEN,
    CHICKEN_FAN,
    COMPLETE,
    COMPLETE_MASK,
    CONCEALED_PUNGS_SHIFT,
    CONTEXT_ROWS,
    FAN_COLUMNS,
    GATES_BY_HEAVEN,
    GATES_SHIFT,
    GREATER_KNITTED,
    HASH_SHIFT,
    HOG_FAN,
    HOG_SHIFT,
    INTERACTION_SHIFT,
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
    QUADS_SHIFT,
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
CHOW_ROLE = 1
ROLE_BITS = 63
HONORS_MASK = 0x7F << 27
ORPHANS_MASK = HONORS_MASK | 1 << 0 | 1 << 8 | 1 << 9 | 1 << 17 | 1 << 18 | 1 << 26
SLOT_SHIFT = 32 - SLOT_BITS

# A reading as eight integers: final value, uncapped sum, record, row, role index, wind entry,
# Tile Hogs, and where it comes from (four decomposition rows, or a special shape).
NOTHING = (-1, 0, 0, 0, 0, 0, 0, 0)
KNITTED_FORM = 1 << 60
SPECIAL_FORM = 1 << 61


def class_of(word, multipliers, slots):
    """The class of the four sets whose words were added."""
    d = int(multipliers[(word >> BUCKET_SHIFT) & 0xFFFF])
    low = (word >> HASH_SHIFT) & LOW32
    return int(slots[((low * (2 * d + 1)) & LOW32) >> SLOT_SHIFT])


def record_of(book, word):
    """The static record of four sets and a pair."""
    group = class_of(word, book.multipliers, book.slots)
    return int(book.signatures[group << 5 | (word >> PAIR_CLASS_SHIFT) & 31])


def settle(book, record, hogs, role, context, wind, form):
    """Add up record, hogs, way of winning and winds, and apply the limit: a reading."""
    packed = int(book.records[record])
    rows = int(book.parameters[CONTEXT_ROWS])
    row = ((packed >> INTERACTION_SHIFT) & 63) * rows + context
    entry = int(book.rows[row])
    value = int(book.roles[(entry >> 16) << 9 | role])
    winds = ((packed >> WIND_SHIFT) & 255) << 4 | wind
    points = (
        (packed & POINTS_MASK)
        + hogs * ((packed >> HOG_SHIFT) & 3)
        + (entry & 0xFFFF)
        + (value & POINTS_MASK)
        + int(book.wind_points[winds])
        - 2 * ROLE_BIAS
    )
    if points == 0:
        points = int(book.parameters[CHICKEN])
    listed = max((packed >> LISTED_SHIFT) & POINTS_MASK, value >> ROLE_LISTED_SHIFT)
    cap = int(book.parameters[CAP])
    final = points
    if listed:
        final = listed
    elif cap and points > cap:
        final = cap
    return final, points, record, row, (entry >> 16) << 9 | role, winds, hogs, form


def count_fans(book, reading, out):
    """Write how often each fan stands in a reading, out[fan - 1]; flowers are not among them."""
    final, points, record, row, role, winds, hogs, form = reading
    for i in range(book.parameters[FAN_COLUMNS]):
        out[i] = 0
    at = int(book.record_fans[record])
    for i in range(at + 1, at + 1 + int(book.lists[at])):
        out[book.lists[i] - 1] += 1
    packed = int(book.records[record])
    if (packed >> HOG_SHIFT) & 3:
        out[book.parameters[HOG_FAN] - 1] += hogs
    mask = int(book.row_masks[row]) ^ int(book.role_masks[role])
    bit = 0
    while mask:
        if mask & 1:
            column = book.mask_fans[bit] - 1
            out[column] = 1 - out[column]
        mask >>= 1
        bit += 1
    at = int(book.wind_fans[winds])
    for i in range(at + 1, at + 1 + int(book.lists[at])):
        out[book.lists[i] - 1] += 1
    _limit_fans(book, final, points, record, role, out)


def _limit_fans(book, final, points, record, role, out):
    """A listed limit leaves one fan, the first of its value; no fan at all is a chicken hand."""
    columns = int(book.parameters[FAN_COLUMNS])
    listed = max(
        (int(book.records[record]) >> LISTED_SHIFT) & POINTS_MASK,
        int(book.roles[role]) >> ROLE_LISTED_SHIFT,
    )
    found = 0
    for i in range(columns):
        if listed and out[i]:
            keep = not found and book.values[i + 1] == final
            out[i] = 1 if keep else 0
        found += out[i]
    if not found and book.parameters[CHICKEN_FAN]:
        out[book.parameters[CHICKEN_FAN] - 1] = 1


def better(book, a, b, fans_a, fans_b):
    """Whether reading a is reported rather than b: value, uncapped sum, then the tie order."""
    if a[0] != b[0]:
        return a[0] > b[0]
    if b[0] < 0:
        return False
    if a[1] != b[1]:
        return a[1] > b[1]
    count_fans(book, a, fans_a)
    count_fans(book, b, fans_b)
    for i in range(book.parameters[FAN_COLUMNS]):
        column = book.order[i] - 1
        if fans_a[column] != fans_b[column]:
            return fans_a[column] > fans_b[column]
    return False


def declared(book, melds, win):
    """What the declared sets add: words, context fields, number, and copies of `win` shown."""
    word = 0
    state = 0
    shown = 0
    number = 0
    for i in range(4):
        meld = int(melds[i])
        if meld != NO_MELD:
            word += int(book.meld_words[meld])
            state += int(book.meld_states[meld])
            shown += int(book.meld_tiles[meld * 34 + win])
            number += 1
    return word, state, number, shown


def context_of(book, melds, self_draw, flags):
    """The context number of a hand; 0 where the family has no such win."""
    state = declared(book, melds, 0)[1]
    return int(book.contexts[(flags | (SELF_DRAW if self_draw else 0)) << 9 | state])


def joint_quads(book, keys, melds):
    """How many kinds have four tiles over standing tiles and declared sets, kongs apart."""
    k0, k1, k2, k3 = keys
    for i in range(4):
        meld = int(melds[i])
        if meld != NO_MELD:
            suit = book.meld_suits[meld]
            key = int(book.meld_keys[meld])
            if suit == 0:
                k0 += key
            elif suit == 1:
                k1 += key
            elif suit == 2:
                k2 += key
            else:
                k3 += key
    word = int(book.words[book.suit_ids[k0]])
    word += int(book.words[SUIT_ROWS + int(book.suit_ids[k1])])
    word += int(book.words[2 * SUIT_ROWS + int(book.suit_ids[k2])])
    return (word + int(book.honor_words[book.honor_ids[k3]])) >> QUADS_SHIFT & 3


def best_reading(book, counts, keys, melds, win, self_draw, flags, seat, round_wind, scratch):
    """The best reading of a hand that passed `first_fault`; value -1 if it does not win.

    counts: the 34 counts of the standing tiles with the winning tile; keys: their base-5 keys
    by suit and honors; melds: four meld bytes; scratch: two buffers of a count per fan.
    """
    meld_word, state, number, shown = declared(book, melds, win)
    if shown == 3:
        flags |= LAST_OF_KIND
    context = int(book.contexts[(flags | (SELF_DRAW if self_draw else 0)) << 9 | state])
    wind = round_wind << 2 | seat
    k0, k1, k2, k3 = keys
    s0 = int(book.suit_ids[k0])
    s1 = int(book.suit_ids[k1])
    s2 = int(book.suit_ids[k2])
    s3 = int(book.honor_ids[k3])
    word = int(book.words[s0]) + int(book.words[SUIT_ROWS + s1])
    word += int(book.words[2 * SUIT_ROWS + s2]) + int(book.honor_words[s3]) + meld_word
    complete = word & COMPLETE_MASK == COMPLETE
    odd = (word >> ODD_SHIFT) & 15
    best = NOTHING
    if complete:
        hogs = joint_quads(book, keys, melds) if number else (word >> QUADS_SHIFT) & 3
        # Two kinds are odd, one of them won on: seven pairs wait for the other.
        single = not (number == 0 and odd == 2 and counts[win] & 1)
        gates = flags & HEAVEN and book.parameters[GATES_BY_HEAVEN] and word >> GATES_SHIFT & 1
        best = best_standard(
            book, word, s0, s1, s2, s3, win, hogs, context, wind, single, gates, scratch
        )
    if number == 0 and (odd == 0 or not complete):
        special = special_reading(book, counts, context, wind)
        if better(book, special, best, scratch[0], scratch[1]):
            best = special
    if number <= 1 and not complete and best[0] < 0:
        best = knitted_straight(book, counts, keys, melds, meld_word, win, context, wind)
    return best


def best_standard(book, word, s0, s1, s2, s3, win, hogs, context, wind, single, gates, scratch):
    """The best of all decompositions of four sets and a pair."""
    suit = min(win // 9, 3)
    rank = win - 9 * suit
    best = NOTHING
    n0 = n1 = n2 = 0
    if word >> SEVERAL_SHIFT & 3:
        n0 = int(book.further[2 * s0 + 1])
        n1 = int(book.further[2 * s1 + 1])
        n2 = int(book.further[2 * s2 + 1])
    for i0 in range(n0 + 1):
        r0 = s0 if i0 == 0 else int(book.further[2 * s0]) + i0 - 1
        for i1 in range(n1 + 1):
            r1 = s1 if i1 == 0 else int(book.further[2 * s1]) + i1 - 1
            for i2 in range(n2 + 1):
                r2 = s2 if i2 == 0 else int(book.further[2 * s2]) + i2 - 1
                total = (
                    word
                    + int(book.words[r0])
                    - int(book.words[s0])
                    + int(book.words[SUIT_ROWS + r1])
                    - int(book.words[SUIT_ROWS + s1])
                    + int(book.words[2 * SUIT_ROWS + r2])
                    - int(book.words[2 * SUIT_ROWS + s2])
                )
                if suit == 3:
                    owner = int(book.honor_owners[s3 * 9 + rank])
                else:
                    owner = int(book.owners[(r0, r1, r2)[suit] * 9 + rank])
                if not single:
                    owner &= ~SINGLE_WAIT
                record = record_of(book, total)
                if owner & LEAVES_GATES or gates:
                    record = int(book.gates[record])
                role = owner & ROLE_BITS | ((total >> CONCEALED_PUNGS_SHIFT) & 7) << 6
                form = r0 | r1 << 15 | r2 << 30 | s3 << 45
                reading = settle(book, record, hogs, role, context, wind, form)
                if better(book, reading, best, scratch[0], scratch[1]):
                    best = reading
    return best


def special_reading(book, counts, context, wind):
    """Seven pairs, thirteen orphans, or honors and knitted tiles; value -1 if none."""
    kinds = 0
    mask = 0
    sorts = 0
    odd = 0
    suit_quads = 0
    honor_quads = 0
    for t in range(34):
        c = int(counts[t])
        if c:
            kinds += 1
            mask |= 1 << t
            sorts |= int(book.sort_bits[t])
            odd |= c & 1
            if c == 4:
                if t < 27:
                    suit_quads += 1
                else:
                    honor_quads += 1
    record = 0
    if not odd:
        at = int(book.seven[sorts])
        record = int(book.seven_records[at << 4 | suit_quads << 2 | honor_quads])
    elif mask == ORPHANS_MASK:
        record = int(book.specials[THIRTEEN_ORPHANS])
    elif kinds == 14:
        record = knitted_honors(book, mask)
    if record == 0:
        return NOTHING
    return settle(book, record, 0, 0, context, wind, SPECIAL_FORM)


def knitted_honors(book, mask):
    """The record of fourteen single tiles that are honors and knitted tiles; 0 if they are not."""
    honors = 0
    for t in range(27, 34):
        honors += mask >> t & 1
    for way in range(KNITTED_WAYS):
        if mask & ~(int(book.knitted_masks[way]) | HONORS_MASK) == 0:
            if honors == 7:
                return int(book.specials[GREATER_KNITTED])
            if honors == 5:
                return int(book.specials[LESSER_KNITTED_STRAIGHT])
            return int(book.specials[LESSER_KNITTED])
    return 0


def knitted_straight(book, counts, keys, melds, meld_word, win, context, wind):
    """Nine knitted tiles, a set and a pair; value -1 if that is not the hand."""
    mask = 0
    for t in range(27):
        if counts[t]:
            mask |= 1 << t
    for way in range(KNITTED_WAYS):
        knitted = int(book.knitted_masks[way])
        if mask & knitted == knitted:
            return knitted_rest(book, way, counts, keys, melds, meld_word, win, context, wind)
    return NOTHING


def knitted_rest(book, way, counts, keys, melds, meld_word, win, context, wind):
    """Score the set and the pair beside the nine knitted tiles."""
    k0, k1, k2, k3 = keys
    s0 = int(book.suit_ids[k0 - int(book.knitted_keys[3 * way])])
    s1 = int(book.suit_ids[k1 - int(book.knitted_keys[3 * way + 1])])
    s2 = int(book.suit_ids[k2 - int(book.knitted_keys[3 * way + 2])])
    s3 = int(book.honor_ids[k3])
    word = int(book.words[s0]) + int(book.words[SUIT_ROWS + s1])
    word += int(book.words[2 * SUIT_ROWS + s2]) + int(book.honor_words[s3])
    word += meld_word + int(book.knitted_word[0])
    if word & COMPLETE_MASK != COMPLETE:
        return NOTHING
    record = record_of(book, word)
    if record == 0:
        return NOTHING
    suit = min(win // 9, 3)
    rank = win - 9 * suit
    owner = int(book.honor_owners[s3 * 9 + rank])
    if suit < 3:
        owner = int(book.owners[(s0, s1, s2)[suit] * 9 + rank])
    inside = int(book.knitted_masks[way]) >> win & 1
    waits = book.parameters[KNITTED_INSIDE if inside else KNITTED_OUTSIDE]
    if not waits:
        owner &= ~SINGLE_WAIT
    if inside:
        owner |= CHOW_ROLE
    role = owner & ROLE_BITS | ((word >> CONCEALED_PUNGS_SHIFT) & 7) << 6
    hogs = knitted_quads(book, counts, melds)
    form = s0 | s1 << 15 | s2 << 30 | s3 << 45 | KNITTED_FORM
    return settle(book, record, hogs, role, context, wind, form)


def knitted_quads(book, counts, melds):
    """Kinds with four tiles over standing tiles and the declared set, kongs apart."""
    quads = 0
    for t in range(34):
        total = int(counts[t])
        for i in range(4):
            meld = int(melds[i])
            if meld != NO_MELD and total:
                total += int(book.meld_tiles[meld * 34 + t])
        if total == 4:
            quads += 1
    return quads
