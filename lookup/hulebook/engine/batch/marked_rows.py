"""The rows that the stages of `kernels` have marked, each settled on its own.

What a row can be is told apart first, without a branch, and each kind then has its own loop:
branches that come out the same way many times cost little.
"""

from typing import Any

import numpy as np
from numba.extending import register_jitable

from hulebook.engine.steps import (
    NOTHING,
    add_words,
    better,
    context_of,
    knitted_rest,
    knitted_way,
    regular_reading,
    special_of,
)
from hulebook.errors import Status
from hulebook.hands import check
from hulebook.tables.layout import (
    COMPLETE,
    COMPLETE_MASK,
    FLOWERS_MAX,
    HONOR_KEYS,
    KEY_SHIFT,
    NO_MELD,
    ODD_SHIFT,
    SUIT_KEYS,
    TRAIT_ODD,
    TRAIT_QUADS,
    TRAIT_TILES,
)

# numba cannot read class attributes, but takes module constants.
BAD_TILE, BAD_FLOWERS = Status.BAD_TILE, Status.BAD_FLOWERS
NO_FLOWERS, FLAGS_TOGETHER, NOT_A_WIN = Status.NO_FLOWERS, Status.FLAGS_TOGETHER, Status.NOT_A_WIN
MOST_FLOWERS = 8

first_fault: Any = check.first_fault  # of compiled integers here

TILE = 512
SUIT_MASK, HONOR_MASK = (1 << 23) - 1, (1 << 18) - 1
RANKS = 511
BOTH_KEYS = (1 << 2 * KEY_SHIFT) - 1
FAULTY, SPECIAL, WILD = 1, 2, 4
WAY_ANOTHER = 1  # from its place in an owner byte down to its place in a way

# What a row that is no four sets and a pair can be.
PAIRS, SINGLES, OTHERS, FAULTS = range(4)

WORK = np.dtype(
    [
        ("suits", "u8", (TILE,)),  # keys of characters and dots; number of tiles
        ("others", "u8", (TILE,)),  # keys of bamboo and honors
        ("keys", "u8", (4 * TILE,)),
        ("word", "i8", (TILE,)),
        ("ids", "u2", (4 * TILE,)),
        ("slot", "u4", (TILE,)),
        ("role", "u4", (TILE,)),
        ("points", "u2", (TILE,)),
        ("uncapped", "u2", (TILE,)),
        ("row", "u4", (TILE,)),
        ("record", "u2", (TILE,)),
        ("winds", "u2", (TILE,)),
        ("context", "u2", (TILE,)),
        ("hogs", "u1", (TILE,)),
        ("state", "u1", (TILE,)),
        ("melds", "u1", (4 * TILE,)),
        ("win", "u1", (TILE,)),
        ("wind", "u1", (TILE,)),
        ("way", "u1", (TILE,)),
        ("status", "u1", (TILE,)),
        ("mark", "u1", (TILE,)),
        ("special", "u2", (TILE + 1,)),
        ("faulty", "u2", (TILE + 1,)),
        ("kinds", "u2", (4 * TILE,)),
        ("numbers", "u4", (4,)),
        ("present", "i8", (TILE,)),
        ("quads", "u1", (TILE,)),
        ("counts", "u1", (34,)),
        ("first", "u1", (96,)),
        ("second", "u1", (96,)),
    ],
    align=True,
)


def new_work() -> Any:
    """Room for what the stages hand on; every thread needs its own."""
    return np.empty(1, WORK)


@register_jitable
def settle_marked(shapes, book, work, n):
    """Settle all marked rows of a tile; rows with a fault are only listed."""
    specials = 0
    faults = 0
    for i in range(n):
        work.special[specials] = i
        work.faulty[faults] = i
        specials += work.mark[i] == SPECIAL
        faults += (work.mark[i] & (FAULTY | WILD)) != 0
    for f in range(specials):
        i = work.special[f]
        keep(work, i, regular(shapes, book, work, i))
    work.numbers[:] = 0
    if faults:
        tell_apart(shapes, book, work, faults)
        seven_pairs(shapes, book, work)
        singles(shapes, book, work)
        knitted_straights(shapes, book, work)


@register_jitable
def keep(work, i, reading):
    """Write a reading where the stages have theirs; without one the row is no win."""
    final, uncapped, record, row, role, winds, hogs, _ = reading
    work.status[i] = NOT_A_WIN * (final < 0)
    work.points[i] = max(final, 0)
    work.uncapped[i] = uncapped
    work.record[i] = record
    work.row[i] = row
    work.role[i] = role
    work.winds[i] = winds
    work.hogs[i] = hogs


@register_jitable
def keys_of(work, i):
    """The four keys of a row."""
    suits = work.suits[i]
    others = work.others[i]
    return (
        np.int64(suits & SUIT_MASK),
        np.int64((suits >> KEY_SHIFT) & SUIT_MASK),
        np.int64(others & SUIT_MASK),
        np.int64((others >> KEY_SHIFT) & HONOR_MASK),
    )


@register_jitable
def traits_of(shapes, keys):
    """What keys tell of the tiles: kinds that are there, and there twice (masks), whether a kind
    is odd, the kinds of four among suits * 4 and among honors, and the number of tiles."""
    k0, k1, k2, k3 = keys
    t0 = shapes.suit_traits[min(k0, SUIT_KEYS)]
    t1 = shapes.suit_traits[min(k1, SUIT_KEYS)]
    t2 = shapes.suit_traits[min(k2, SUIT_KEYS)]
    t3 = shapes.honor_traits[min(k3, HONOR_KEYS)]
    present = (t0 & RANKS) | (t1 & RANKS) << 9 | (t2 & RANKS) << 18 | (t3 & RANKS) << 27
    twins = (t0 >> 9 & RANKS) | (t1 >> 9 & RANKS) << 9 | (t2 >> 9 & RANKS) << 18
    twins |= (t3 >> 9 & RANKS) << 27
    odd = (t0 | t1 | t2 | t3) >> TRAIT_ODD & 15
    quads = (t0 >> TRAIT_QUADS & 7) + (t1 >> TRAIT_QUADS & 7) + (t2 >> TRAIT_QUADS & 7)
    quads = quads << 2 | (t3 >> TRAIT_QUADS & 3)
    tiles = (t0 >> TRAIT_TILES) + (t1 >> TRAIT_TILES) + (t2 >> TRAIT_TILES) + (t3 >> TRAIT_TILES)
    return present, twins, odd, quads, tiles


@register_jitable
def digit_of(keys, tile):
    """How many of a tile there are."""
    k0, k1, k2, k3 = keys
    key = k0 if tile < 9 else k1 if tile < 18 else k2 if tile < 27 else k3
    for _ in range(tile % 9):
        key //= 5
    return key % 5


@register_jitable
def regular(shapes, book, work, i):
    """The reading of four sets and a pair, no fault in it, that needs more than the stages do."""
    keys = keys_of(work, i)
    word = work.word[i]
    win = np.int64(work.win[i])
    context = np.int64(work.context[i])
    wind = np.int64(work.wind[i])
    odd = (word >> ODD_SHIFT) & 15
    win_odd = 0
    if odd == 2:
        win_odd = digit_of(keys, win) & 1
    scratch = work.first, work.second
    best = regular_reading(
        shapes, book, word, np.int64(work.ids[4 * i]), np.int64(work.ids[4 * i + 1]),
        np.int64(work.ids[4 * i + 2]), np.int64(work.ids[4 * i + 3]), win, win_odd,
        np.int64(work.hogs[i]), context, wind, np.int64(work.way[i]), scratch,
    )  # fmt: skip
    if odd == 0:
        present, twins, _, quads, _ = traits_of(shapes, keys)
        special = special_of(shapes, book, present, twins, 0, quads >> 2, quads & 3, context, wind)
        if better(book, special, best, scratch):
            best = special
    return best


@register_jitable
def tell_apart(shapes, book, work, faults):
    """Put each row that is no four sets and a pair on a list by what it can be; faults apart."""
    numbers = work.numbers
    for f in range(faults):
        i = work.faulty[f]
        present, twins, odd, quads, tiles = traits_of(shapes, keys_of(work, i))
        win = work.win[i] & 63
        another = (twins >> win) & 1
        context = book.ways[(work.way[i] | another << 6) << 7 | work.state[i]]
        work.context[i] = context
        work.present[i] = present
        work.quads[i] = quads
        sound = (present >> win & 1 != 0) & (work.win[i] < 34) & (context != 0)
        sound &= ((work.mark[i] & WILD) == 0) & ((work.word[i] & COMPLETE_MASK) != COMPLETE)
        # Fewer tiles in the keys than were added: a fifth copy was carried over.
        closed = work.state[i] == 0
        sound &= (tiles == 14) | (not closed)
        kind = PAIRS if closed & (odd == 0) else SINGLES if closed & (twins == 0) else OTHERS
        kind = kind if sound else FAULTS
        work.status[i] = NOT_A_WIN
        work.points[i] = 0
        work.kinds[TILE * kind + numbers[kind]] = i
        numbers[kind] += 1


@register_jitable
def seven_pairs(shapes, book, work):
    for f in range(work.numbers[PAIRS]):
        i = work.kinds[TILE * PAIRS + f]
        quads = np.int64(work.quads[i])
        reading = special_of(
            shapes, book, work.present[i], 0, 0, quads >> 2, quads & 3,
            np.int64(work.context[i]), np.int64(work.wind[i]),
        )  # fmt: skip
        keep(work, i, reading)


@register_jitable
def singles(shapes, book, work):
    """Fourteen different tiles: honors and knitted tiles, if anything."""
    for f in range(work.numbers[SINGLES]):
        i = work.kinds[TILE * SINGLES + f]
        reading = special_of(
            shapes,
            book,
            work.present[i],
            0,
            1,
            0,
            0,
            np.int64(work.context[i]),
            np.int64(work.wind[i]),
        )
        keep(work, i, reading)


@register_jitable
def knitted_straights(shapes, book, work):
    """A knitted straight, thirteen orphans, or no win."""
    for f in range(work.numbers[OTHERS]):
        i = work.kinds[TILE * OTHERS + f]
        present = work.present[i]
        context = np.int64(work.context[i])
        wind = np.int64(work.wind[i])
        way = knitted_way(shapes, present)
        if way >= 0:
            ids = work.ids
            standing = add_words(shapes, ids[4 * i], ids[4 * i + 1], ids[4 * i + 2], ids[4 * i + 3])
            hogs = np.int64(work.hogs[i])
            if work.state[i] == 0:
                hogs = np.int64((work.quads[i] >> 2) + (work.quads[i] & 3))
            reading = knitted_rest(
                shapes, book, way, np.int64(work.suits[i] & BOTH_KEYS),
                np.int64(work.others[i] & BOTH_KEYS), work.word[i] - standing,
                np.int64(work.win[i]), hogs, context, wind,
            )  # fmt: skip
        elif work.state[i] == 0:
            reading = special_of(shapes, book, present, 1, 1, 0, 0, context, wind)
        else:
            reading = NOTHING
        keep(work, i, reading)


@register_jitable
def say_faults(shapes, book, work, hands):
    """Say what is wrong with the rows that are left."""
    for f in range(work.numbers[FAULTS]):
        i = work.kinds[TILE * FAULTS + f]
        fault = np.int64(hands.given[i]) if len(hands.given) else 0
        if fault == 0:
            fault = count_tiles(work.counts, hands.concealed[i])
        if fault == 0:
            fault = fault_of(shapes, book, work.counts, hands, i)
        work.status[i] = fault
        work.points[i] = 0
        work.uncapped[i] = 0


@register_jitable
def count_tiles(counts, row):
    """The 34 counts of a row of counts or tile ids; the status if an id is none."""
    fault = 0
    for tile in range(34):
        counts[tile] = 0 if len(row) == 14 else row[tile]
    if len(row) == 14:
        for j in range(14):
            tile = row[j]
            if tile < 34:
                counts[tile] += 1
            elif tile != NO_MELD:
                fault = BAD_TILE
    return fault


@register_jitable
def fault_of(shapes, book, counts, hands, i):
    """The first status of a row that applies, whether its tiles win apart."""
    melds = hands.melds[i]
    self_draw = hands.self_draw[i] != 0
    flags = np.int64(hands.flags[i])
    flowers = np.int64(hands.flowers[i])
    win, seat, round_wind = hands.win[i], hands.seat[i], hands.round_wind[i]
    fault = first_fault(
        counts, melds, np.int64(win), self_draw, flags, np.int64(seat), np.int64(round_wind)
    )
    if flowers > MOST_FLOWERS and not 0 < fault < BAD_FLOWERS:
        return BAD_FLOWERS
    if fault:
        return fault
    if flowers > book.parameters[FLOWERS_MAX]:
        return NO_FLOWERS
    if flags and context_of(shapes, book, melds, self_draw, flags) == 0:
        return FLAGS_TOGETHER
    return 0
