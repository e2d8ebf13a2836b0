"""One hand in compiled code: what the stages of `kernels` do for a tile of rows, for a single one.

Everything is handed on in locals, so that any number of threads may score at once.
"""

import numpy as np
from numba.extending import register_jitable

from hulebook.engine.batch.marked_rows import (
    BOTH_KEYS,
    HONOR_MASK,
    SUIT_MASK,
    WAY_ANOTHER,
    digit_of,
    traits_of,
)
from hulebook.engine.steps import (
    LAST_OF_KIND,
    NOTHING,
    add_words,
    better,
    knitted_rest,
    knitted_way,
    regular_reading,
    special_of,
    standard_reading,
)
from hulebook.tables.layout import (
    ANOTHER,
    COMPLETE,
    COMPLETE_MASK,
    GATES_SHIFT,
    KEY_SHIFT,
    KONGS_SHIFT,
    NO_MELD,
    ODD_SHIFT,
    QUADS_SHIFT,
    SEVERAL_SHIFT,
    SINGLE_WAIT,
    STATE_SHIFT,
    TILES_SHIFT,
)

NO_MELDS = 0xFFFFFFFF
KONG_OR_DRAWN, ROBBED = 4 | 32, 4
JOINT_MASK = (1 << KEY_SHIFT) - 1
STATE_MASK = 127
SEVERAL_OR_GATES = 3 << SEVERAL_SHIFT | 1 << GATES_SHIFT


@register_jitable
def hand_reading(shapes, book, suits, others, melds, win, way, wind):
    """The best reading of a hand; `NOTHING` if it does not win or cannot be.

    suits, others: the keys of its standing tiles, `suits` with their number from TILES_SHIFT on;
    melds: the four meld bytes; win: below 64; way and wind: as in `kernels.start`.
    """
    keys = split_keys(suits, others)
    ids = (
        np.int64(shapes.suit_ids[keys[0]]),
        np.int64(shapes.suit_ids[keys[1]]),
        np.int64(shapes.suit_ids[keys[2]]),
        np.int64(shapes.honor_ids[keys[3]]),
    )
    standing = add_words(shapes, ids[0], ids[1], ids[2], ids[3])
    word = standing
    state = 0
    hogs = (standing >> QUADS_SHIFT) & 3
    if melds == NO_MELDS:
        sound = suits >> TILES_SHIFT == 14
    else:
        meld_word, state, hogs, sound = add_melds(shapes, suits, others, melds)
        word += meld_word
        if sound and state and (hogs or way & KONG_OR_DRAWN == ROBBED):
            shown = copies_shown(shapes, melds, min(win, 33))
            if shown == 3:
                way |= LAST_OF_KIND
            sound = not (shown and way & KONG_OR_DRAWN == ROBBED)
    if not sound:
        return NOTHING
    if word & COMPLETE_MASK != COMPLETE:
        return other_reading(
            shapes, book, keys, suits, others, word - standing, win, way, wind, state, hogs
        )
    place = shapes.win_places[win]
    suit = place & 3
    shape = ids[0] if suit == 0 else ids[1] if suit == 1 else ids[2] if suit == 2 else ids[3]
    owner = shapes.win_owners[(place >> 2) + 9 * shape]
    way |= (owner & ANOTHER) >> WAY_ANOTHER
    context = np.int64(book.ways[way << 7 | state])
    if owner & 31 == 0 or context == 0:
        return NOTHING
    odd = (word >> ODD_SHIFT) & 15
    if word & SEVERAL_OR_GATES or odd == 0 or (odd == 2 and owner & SINGLE_WAIT):
        return further_reading(shapes, book, keys, ids, word, win, hogs, context, wind, way)
    return standard_reading(
        shapes, book, word, ids[0], ids[1], ids[2], ids[3], win, hogs, context, wind, True, 0
    )


@register_jitable
def split_keys(suits, others):
    """The keys of the three suits and the honors, each below the size of its table."""
    return (
        np.int64(suits & SUIT_MASK),
        np.int64((suits >> KEY_SHIFT) & SUIT_MASK),
        np.int64(others & SUIT_MASK),
        np.int64((others >> KEY_SHIFT) & HONOR_MASK),
    )


@register_jitable
def add_melds(shapes, suits, others, melds):
    """What the declared sets add to a word, their state, the kinds of which the hand has four
    (kongs apart), and whether tiles and sets can stand side by side."""
    word = np.int64(0)
    for j in range(4):
        at = 4 * (melds >> 8 * j & NO_MELD)
        word += np.int64(shapes.meld_sums[at])
        suits += np.int64(shapes.meld_sums[at + 1])
        others += np.int64(shapes.meld_sums[at + 2])
    kongs = (others >> KONGS_SHIFT) & 7
    quads = (
        np.int64(shapes.suit_quads[suits & JOINT_MASK])
        + np.int64(shapes.suit_quads[(suits >> KEY_SHIFT) & JOINT_MASK])
        + np.int64(shapes.suit_quads[others & JOINT_MASK])
        + np.int64(shapes.honor_quads[(others >> KEY_SHIFT) & JOINT_MASK])
    )
    # A kong is four tiles and a kind of four; the three tiles of a meld are in the count.
    left = (quads - 14 - 65 * kongs) & 255
    sound = left & 63 == 0 and suits >> TILES_SHIFT == 14
    return word, (others >> STATE_SHIFT) & STATE_MASK, left >> 6, sound


@register_jitable
def copies_shown(shapes, melds, win):
    """How many copies of a tile stand in the declared sets."""
    shown = 0
    for j in range(4):
        shown += shapes.meld_tiles[(melds >> 8 * j & NO_MELD) * 34 + win]
    return shown


@register_jitable
def further_reading(shapes, book, keys, ids, word, win, hogs, context, wind, way):
    """The best of several decompositions, nine gates, or seven pairs that are four sets too."""
    scratch = np.zeros(96, np.uint8), np.zeros(96, np.uint8)
    odd = (word >> ODD_SHIFT) & 15
    win_odd = digit_of(keys, win) & 1 if odd == 2 else 0
    best = regular_reading(
        shapes, book, word, ids[0], ids[1], ids[2], ids[3], win, win_odd, hogs, context, wind, way,
        scratch,
    )  # fmt: skip
    if odd == 0:
        present, _, _, quads, _ = traits_of(shapes, keys)
        special = special_of(shapes, book, present, 0, 0, quads >> 2, quads & 3, context, wind)
        if better(book, special, best, scratch):
            return special
    return best


@register_jitable
def other_reading(shapes, book, keys, suits, others, meld_word, win, way, wind, state, hogs):
    """The reading of a hand that is no four sets and a pair."""
    present, twins, odd, quads, tiles = traits_of(shapes, keys)
    context = np.int64(book.ways[(way | (twins >> win & 1) << 6) << 7 | state])
    if present >> win & 1 == 0 or context == 0:
        return NOTHING
    if state == 0:
        # Fewer tiles in the keys than were added: a fifth copy was carried over.
        if tiles != 14:
            return NOTHING
        hogs = (quads >> 2) + (quads & 3)
        if odd == 0 or twins == 0:
            return special_of(
                shapes, book, present, twins, odd, quads >> 2, quads & 3, context, wind
            )
    way_to_knit = knitted_way(shapes, present)
    if way_to_knit >= 0:
        return knitted_rest(
            shapes, book, way_to_knit, suits & BOTH_KEYS, others & BOTH_KEYS, meld_word, win, hogs,
            context, wind,
        )  # fmt: skip
    if state == 0:
        return special_of(shapes, book, present, 1, 1, 0, 0, context, wind)
    return NOTHING
