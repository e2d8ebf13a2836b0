"""The best reading of one hand, by the steps that batches take too."""

from hulebook.engine.steps import (
    LAST_OF_KIND,
    NOTHING,
    SELF_DRAW,
    add_words,
    better,
    declared,
    ids_of,
    knitted_rest,
    knitted_way,
    regular_reading,
    special_of,
)
from hulebook.tables.layout import COMPLETE, COMPLETE_MASK, NO_MELD, ODD_SHIFT, QUADS_SHIFT

THERE = b"0" + 255 * b"1"  # a digit for every count


def best_reading(
    shapes, book, counts, suits, others, melds, win, self_draw, flags, seat, round_wind, scratch
):
    """The best reading of a hand that passed `first_fault`; value -1 if it does not win.

    counts: the 34 counts of the standing tiles with the winning tile, as bytes; suits, others:
    their keys; melds: four meld bytes; scratch: two buffers of a count per fan.
    """
    meld_word, state, shown, joint_suits, joint_others = declared(shapes, suits, others, melds, win)
    if shown == 3:
        flags |= LAST_OF_KIND
    if self_draw:
        flags |= SELF_DRAW
    context = book.contexts[flags << 9 | state]
    wind = round_wind << 2 | seat
    s0, s1, s2, s3 = ids_of(shapes, suits, others)
    word = add_words(shapes, s0, s1, s2, s3) + meld_word
    if word & COMPLETE_MASK != COMPLETE:
        return irregular_reading(
            shapes, book, counts, suits, others, melds, meld_word, win, context, wind
        )
    hogs = word >> QUADS_SHIFT & 3
    if state:
        j0, j1, j2, j3 = ids_of(shapes, joint_suits, joint_others)
        hogs = add_words(shapes, j0, j1, j2, j3) >> QUADS_SHIFT & 3
    best = regular_reading(
        shapes,
        book,
        word,
        s0,
        s1,
        s2,
        s3,
        win,
        counts[win] & 1,
        hogs,
        context,
        wind,
        flags,
        scratch,
    )
    if (word >> ODD_SHIFT) & 15 == 0:
        special = special_reading(shapes, book, counts, present_of(counts), context, wind)
        if better(book, special, best, scratch):
            return special
    return best


def irregular_reading(shapes, book, counts, suits, others, melds, meld_word, win, context, wind):
    """The reading of a hand that is no four sets and a pair; value -1 if it does not win."""
    present = present_of(counts)
    if meld_word == 0:
        reading = special_reading(shapes, book, counts, present, context, wind)
        if reading[0] >= 0:
            return reading
    way = knitted_way(shapes, present)
    if way < 0:
        return NOTHING
    hogs = quads_of(shapes, counts, melds)
    return knitted_rest(shapes, book, way, suits, others, meld_word, win, hogs, context, wind)


def present_of(counts):
    """The kinds that are there, as a mask."""
    return int(counts.translate(THERE)[::-1], 2)


def special_reading(shapes, book, counts, present, context, wind):
    """Seven pairs, thirteen orphans, or honors and knitted tiles; value -1 if none."""
    odd = 1 in counts or 3 in counts
    suit_quads = counts[:27].count(4)
    honor_quads = counts[27:].count(4)
    return special_of(
        shapes, book, present, max(counts) > 1, odd, suit_quads, honor_quads, context, wind
    )


def quads_of(shapes, counts, melds):
    """Kinds with four tiles over standing tiles and declared sets, kongs apart."""
    sets = [meld for meld in melds if meld != NO_MELD]
    quads = 0
    for t, standing in enumerate(counts):
        if standing:
            quads += standing + sum([shapes.meld_tiles[meld * 34 + t] for meld in sets]) == 4
    return quads
