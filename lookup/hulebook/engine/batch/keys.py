"""The keys of a tile of rows, the first stage of `kernels`: from 14 tile ids or 34 counts."""

import numpy as np
from numba.extending import register_jitable

from hulebook.tables.layout import KEY_SHIFT, TILES_SHIFT

# Counts of eight kinds in one word: over four anywhere, and sums of neighbours.
OVER_FOUR, TOP_BITS, LOW_BITS = (np.uint64(b * 0x0101010101010101) for b in (0x7B, 0x80, 0x7F))
BYTES = np.uint64(0x00FF00FF00FF00FF)
WORDS = np.uint64(0x0000FFFF0000FFFF)
HALF = np.uint64(0xFFFFFFFF)
ONES = np.uint64(0x0101010101010101)
NINTH = np.uint64(5**8)


@register_jitable
def keys_of_tiles(shapes, work, hands):
    """Add up the keys of 14 tile ids."""
    for i in range(len(hands.win)):
        suits = np.uint64(0)
        others = np.uint64(0)
        for j in range(14):
            tile = hands.concealed[i, j]
            suits += shapes.tile_keys[2 * tile]
            others += shapes.tile_keys[2 * tile + 1]
        work.suits[i] = suits
        work.others[i] = others


@register_jitable
def eight(counts, i, at):
    """Eight bytes of a row as one word; compiled, it is one read."""
    word = np.uint64(counts[i, at])
    for k in range(1, 8):
        word |= np.uint64(counts[i, at + k]) << np.uint64(8 * k)
    return word


@register_jitable
def key_of_eight(counts):
    """The base-5 key of eight counts in one word; TOO_MANY beside it if one is over four."""
    over = (((counts & LOW_BITS) + OVER_FOUR) | counts) & TOP_BITS
    pairs = (counts & BYTES) + np.uint64(5) * ((counts >> np.uint64(8)) & BYTES)
    fours = (pairs & WORDS) + np.uint64(25) * ((pairs >> np.uint64(16)) & WORDS)
    key = (fours & HALF) + np.uint64(625) * (fours >> np.uint64(32))
    return key | np.uint64(over != 0) << np.uint64(63)


@register_jitable
def keys_of_counts(work, hands):
    """The keys of 34 counts; any count above four spoils the number of tiles."""
    counts = hands.concealed
    n = len(counts)
    keys = work.keys
    for i in range(n):
        a, b, c, d = (
            eight(counts, i, 0),
            eight(counts, i, 9),
            eight(counts, i, 18),
            eight(counts, i, 26),
        )
        keys[4 * i], keys[4 * i + 1], keys[4 * i + 2], keys[4 * i + 3] = a, b, c, d >> np.uint64(8)
        ninths = np.uint64(counts[i, 8]) + np.uint64(counts[i, 17])
        work.suits[i] = ((a + b + c + d + ninths) * ONES) >> np.uint64(56)
    for i in range(4 * n):
        keys[i] = key_of_eight(keys[i])
    shift = np.uint64(KEY_SHIFT)
    for i in range(n):
        m, p, s = np.uint64(counts[i, 8]), np.uint64(counts[i, 17]), np.uint64(counts[i, 26])
        characters = keys[4 * i] + NINTH * m
        dots = keys[4 * i + 1] + NINTH * p
        bamboo = keys[4 * i + 2] + NINTH * s
        honors = keys[4 * i + 3]
        over = (characters | dots | bamboo | honors) >> np.uint64(63)
        over |= np.uint64((m > 4) | (p > 4) | (s > 4))
        tiles = work.suits[i] | over << np.uint64(8)
        work.suits[i] = characters | dots << shift | tiles << np.uint64(TILES_SHIFT)
        work.others[i] = bamboo | honors << shift
