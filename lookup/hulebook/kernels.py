"""Compiled loops over the rows of a batch: the steps of `steps` for many hands side by side.

The rows are taken in tiles of 512, stage by stage, so that the reads of many hands are under way
at once. A stage is one loop over a tile; what it hands on lies in `work`, one record that stays
in the first cache. Stages take no branch for a row: a row that needs more than they do (several
decompositions, other shapes, anything that may be a fault) is marked, and done at the end of its
tile by the plain steps. Every index is masked or comes from a table, so any bytes are safe.
"""

import sys
from typing import Any

import numpy as np
from numba.extending import register_jitable

from hulebook.check import first_fault
from hulebook.errors import Status
from hulebook.jit import compiled, source_key
from hulebook.layout import (
    ANOTHER,
    CAP,
    CHICKEN_PAYABLE,
    COMPLETE,
    COMPLETE_MASK,
    CONCEALED_PUNGS_SHIFT,
    FLOWER_FAN,
    FLOWERS_MAX,
    GATES_SHIFT,
    NO_MELD,
    ODD_SHIFT,
    PAIR_CLASS_SHIFT,
    QUADS_SHIFT,
    SEVERAL_SHIFT,
    SINGLE_WAIT,
    SUIT_ROWS,
    TRAIT_ODD,
    TRAIT_QUADS,
    TRAIT_TILES,
)
from hulebook.steps import (
    ROLE_BITS,
    best_reading,
    better,
    context_of,
    count_fans,
    knitted_rest,
    knitted_way,
    regular_reading,
    settle,
    slot_of,
    special_of,
)

BAD_TILE, BAD_FLOWERS = Status.BAD_TILE, Status.BAD_FLOWERS
NO_FLOWERS, FLAGS_TOGETHER, NOT_A_WIN = Status.NO_FLOWERS, Status.FLAGS_TOGETHER, Status.NOT_A_WIN
MOST_FLOWERS = 8

TILE = 512
KEY_BITS = 24
SUIT_MASK, HONOR_MASK, JOINT_MASK = (1 << 23) - 1, (1 << 18) - 1, (1 << 24) - 1
TILES_SHIFT, STATE_SHIFT, KONGS_SHIFT = 48, 48, 57
ANOTHER_SHIFT, SEAT_SHIFT = 6, 7
ROBBED = 4  # kong flag without self-draw

# Fields of a shape word that send a row to the plain steps.
SEVERAL_OR_GATES = 3 << SEVERAL_SHIFT | 1 << GATES_SHIFT
EVEN = 3  # fewer odd kinds than this: seven pairs may be near

# Marks of a row.
FAULTY, SPECIAL = 1, 2

WORK = np.dtype(
    [
        ("suits", "u8", (TILE,)),  # keys of characters and dots, number of tiles
        ("others", "u8", (TILE,)),  # keys of bamboo and honors, context fields, kongs
        ("word", "i8", (TILE,)),
        ("ids", "u2", (4 * TILE,)),
        ("slot", "u4", (TILE,)),
        ("signature", "u4", (TILE,)),
        ("role", "u4", (TILE,)),
        ("row", "u4", (TILE,)),
        ("record", "u2", (TILE,)),
        ("winds", "u2", (TILE,)),
        ("context", "u2", (TILE,)),
        ("state", "u2", (TILE,)),
        ("hogs", "u1", (TILE,)),
        ("way", "u1", (TILE,)),
        ("mark", "u1", (TILE,)),
        ("special", "u2", (TILE + 1,)),
        ("faulty", "u2", (TILE + 1,)),
        ("counts", "u1", (34,)),
        ("first", "u1", (96,)),
        ("second", "u1", (96,)),
    ],
    align=True,
)


def new_work() -> Any:
    """Room for a tile of rows between the stages; every thread needs its own."""
    return np.empty(1, WORK)


@register_jitable
def keys_of_tiles(shapes, work, tiles):
    """Add up the keys of 14 tile ids."""
    for i in range(len(tiles)):
        suits = np.uint64(0)
        others = np.uint64(0)
        for j in range(14):
            t = tiles[i, j]
            suits += shapes.tile_keys[2 * t]
            others += shapes.tile_keys[2 * t + 1]
        work.suits[i] = suits
        work.others[i] = others


@register_jitable
def keys_of_counts(work, counts):
    """Add up the keys of 34 counts; a count above four is a fault."""
    for i in range(len(counts)):
        row = counts[i]
        k0 = np.uint64(0)
        k1 = np.uint64(0)
        k2 = np.uint64(0)
        k3 = np.uint64(0)
        many = 0
        total = np.uint64(0)
        for r in range(9):
            k0 = k0 * np.uint64(5) + row[8 - r]
            k1 = k1 * np.uint64(5) + row[17 - r]
            k2 = k2 * np.uint64(5) + row[26 - r]
        for r in range(7):
            k3 = k3 * np.uint64(5) + row[33 - r]
        for t in range(34):
            total += row[t]
            many |= row[t] > 4
        if many:
            total = np.uint64(1 << 12)
        work.suits[i] = (k0 & np.uint64(JOINT_MASK)) | (k1 & np.uint64(JOINT_MASK)) << np.uint64(24) | total << np.uint64(TILES_SHIFT)
        work.others[i] = (k2 & np.uint64(JOINT_MASK)) | (k3 & np.uint64(JOINT_MASK)) << np.uint64(24)


@register_jitable
def look_up_shapes(shapes, work, n):
    """Shape ids and the sum of their words."""
    for i in range(n):
        suits = work.suits[i]
        others = work.others[i]
        work.ids[4 * i] = shapes.suit_ids[suits & SUIT_MASK]
        work.ids[4 * i + 1] = shapes.suit_ids[(suits >> 24) & SUIT_MASK]
        work.ids[4 * i + 2] = shapes.suit_ids[others & SUIT_MASK]
        work.ids[4 * i + 3] = shapes.honor_ids[(others >> 24) & HONOR_MASK]
    for i in range(n):
        work.word[i] = (
            shapes.words[work.ids[4 * i]]
            + shapes.words[SUIT_ROWS + work.ids[4 * i + 1]]
            + shapes.words[2 * SUIT_ROWS + work.ids[4 * i + 2]]
            + shapes.honor_words[work.ids[4 * i + 3]]
        )


@register_jitable
def start(book, work, self_draw, flags, seat, round_wind, flowers, given):
    """Marks and flags before the tiles are looked at."""
    most = book.parameters[FLOWERS_MAX]
    for i in range(len(flags)):
        work.way[i] = (flags[i] & 31) | (self_draw[i] != 0) << 5 | (seat[i] != 0) << 7
        work.mark[i] = (
            (flags[i] > 31) | ((seat[i] | round_wind[i]) > 3) | (flowers[i] > most)
        )
    for i in range(len(given)):
        work.mark[i] |= given[i] != 0


@register_jitable
def no_melds(melds):
    """Whether no row has a meld."""
    every = NO_MELD
    for i in range(len(melds)):
        every &= (melds[i, 0] & melds[i, 1]) & (melds[i, 2] & melds[i, 3])
    return every == NO_MELD


@register_jitable
def without_melds(work, n):
    for i in range(n):
        work.state[i] = 0
        work.hogs[i] = (work.word[i] >> QUADS_SHIFT) & 3


@register_jitable
def add_melds(shapes, work, melds, win):
    """Add the declared sets; test tile count and fifth copies over all tiles; find the rows whose
    melds may show the winning tile, and list them."""
    n = len(melds)
    sums = shapes.meld_sums
    for i in range(n):
        word = work.word[i]
        suits = work.suits[i]
        others = work.others[i]
        for j in range(4):
            m = melds[i, j]
            word += np.int64(sums[4 * m])
            suits += sums[4 * m + 1]
            others += sums[4 * m + 2]
        work.word[i] = word
        work.state[i] = (others >> STATE_SHIFT) & 127
        kongs = (others >> KONGS_SHIFT) & 7
        quads = (
            shapes.suit_quads[suits & JOINT_MASK]
            + shapes.suit_quads[(suits >> 24) & JOINT_MASK]
            + shapes.suit_quads[others & JOINT_MASK]
            + shapes.honor_quads[(others >> 24) & JOINT_MASK]
        )
        left = (quads - 14 - 65 * kongs) & 255
        work.hogs[i] = left >> 6
        work.mark[i] |= (left & 63 != 0) | ((suits >> TILES_SHIFT) != 14)
    found = 0
    for i in range(n):
        work.faulty[found] = i
        robbed = (work.way[i] & 36) == ROBBED
        found += (work.state[i] != 0) & ((work.hogs[i] != 0) | robbed)
    for f in range(found):
        i = work.faulty[f]
        shown = 0
        if win[i] < 34:
            for j in range(4):
                shown += shapes.meld_tiles[melds[i, j] * 34 + win[i]]
        if shown == 3:
            work.way[i] |= 1
        if shown and (work.way[i] & 36) == ROBBED:
            work.mark[i] |= FAULTY


@register_jitable
def find_slots(shapes, work, n):
    """Where the class of the four sets stands."""
    for i in range(n):
        work.slot[i] = slot_of(work.word[i], shapes.multipliers)


@register_jitable
def find_records(book, work, n):
    for i in range(n):
        pair = (work.word[i] >> PAIR_CLASS_SHIFT) & 31
        work.signature[i] = (book.slots[work.slot[i]] << 5) | pair
    for i in range(n):
        work.record[i] = book.signatures[work.signature[i]]


@register_jitable
def find_roles(shapes, book, work, win, seat):
    """Who can own the winning tile; the context; marks for what may be a fault."""
    for i in range(len(win)):
        place = shapes.win_places[win[i]]
        owner = shapes.win_owners[(place >> 2) + 9 * work.ids[4 * i + (place & 3)]]
        word = work.word[i]
        way = work.way[i] | (owner & ANOTHER) >> 1
        context = book.ways[way << 7 | work.state[i]]
        work.role[i] = (owner & ROLE_BITS) | ((word >> CONCEALED_PUNGS_SHIFT) & 7) << 6
        work.context[i] = context
        fault = ((owner & 31) == 0) | (context == 0) | ((word & COMPLETE_MASK) != COMPLETE)
        odd = (word >> ODD_SHIFT) & 15
        special = ((word & SEVERAL_OR_GATES) != 0) | (odd == 0)
        special |= (odd == 2) & ((owner & SINGLE_WAIT) != 0)
        work.mark[i] |= fault * FAULTY | special * SPECIAL


@register_jitable
def add_up(book, work, seat, round_wind, points, uncapped):
    """Points of all rows that are not marked, as in `steps.settle`."""
    capped = book.parameters[CAP] != 0
    for i in range(len(seat)):
        wind = (round_wind[i] & 3) << 2 | (seat[i] & 3)
        final, sum_, _, row, role, winds, _, _ = settle(
            book, work.record[i], work.hogs[i], work.role[i], work.context[i], wind, 0
        )
        work.row[i] = row
        work.role[i] = role
        work.winds[i] = winds
        points[i] = final
        if capped:
            uncapped[i] = sum_


@register_jitable
def fault_of(shapes, book, counts, melds, win, self_draw, flags, seat, round_wind, flowers):
    """The status of a row apart from whether its tiles win."""
    fault = first_fault(counts, melds, win, self_draw, flags, seat, round_wind)
    if flowers > MOST_FLOWERS and not 0 < fault < BAD_FLOWERS:
        return BAD_FLOWERS
    if fault:
        return fault
    if flowers > book.parameters[FLOWERS_MAX]:
        return NO_FLOWERS
    if flags and context_of(shapes, book, melds, self_draw, flags) == 0:
        return FLAGS_TOGETHER
    return 0


@register_jitable
def count_tiles(counts, row):
    """The 34 counts of a row of counts or tile ids; false if an id is none."""
    legal = True
    for t in range(34):
        counts[t] = 0 if len(row) == 14 else row[t]
    if len(row) == 14:
        for j in range(14):
            t = row[j]
            if t < 34:
                counts[t] += 1
            elif t != NO_MELD:
                legal = False
    return legal


@register_jitable
def keys_of(counts):
    k0 = 0
    k1 = 0
    k2 = 0
    k3 = 0
    for r in range(9):
        k0 = k0 * 5 + counts[8 - r]
        k1 = k1 * 5 + counts[17 - r]
        k2 = k2 * 5 + counts[26 - r]
    for r in range(7):
        k3 = k3 * 5 + counts[33 - r]
    return k0, k1, k2, k3


@register_jitable
def plain_row(
    shapes, book, work, row, melds, win, self_draw, flags, seat, round_wind, flowers
):
    """Status and reading of one row by the plain steps."""
    counts = work.counts
    nothing = (-1, 0, 0, 0, 0, 0, 0, 0)
    if not count_tiles(counts, row):
        return BAD_TILE, nothing
    fault = fault_of(
        shapes, book, counts, melds, win, self_draw, flags, seat, round_wind, flowers
    )
    if fault:
        return fault, nothing
    reading = best_reading(
        shapes, book, counts, keys_of(counts), melds, win, self_draw, flags, seat, round_wind,
        (work.first, work.second),
    )
    return (0 if reading[0] >= 0 else NOT_A_WIN), reading


@register_jitable
def regular(shapes, book, work, i, win, seat, round_wind):
    """Reading of four sets and a pair, none of it a fault, that the stages have not settled."""
    k0 = np.int64(work.suits[i] & SUIT_MASK)
    k1 = np.int64((work.suits[i] >> 24) & SUIT_MASK)
    k2 = np.int64(work.others[i] & SUIT_MASK)
    k3 = np.int64((work.others[i] >> 24) & HONOR_MASK)
    word = work.word[i]
    s0 = np.int64(work.ids[4 * i])
    s1 = np.int64(work.ids[4 * i + 1])
    s2 = np.int64(work.ids[4 * i + 2])
    s3 = np.int64(work.ids[4 * i + 3])
    hogs = np.int64(work.hogs[i])
    context = np.int64(work.context[i])
    wind = round_wind << 2 | seat
    odd = (word >> ODD_SHIFT) & 15
    win_odd = 0
    if odd == 2:
        key = k0 if win < 9 else k1 if win < 18 else k2 if win < 27 else k3
        for _ in range(win % 9 if win < 27 else win - 27):
            key //= 5
        win_odd = key % 5 & 1
    scratch = work.first, work.second
    best = regular_reading(
        shapes, book, word, s0, s1, s2, s3, win, win_odd, hogs, context, wind, np.int64(work.way[i]), scratch
    )
    if odd == 0:
        t0 = shapes.suit_traits[k0]
        t1 = shapes.suit_traits[k1]
        t2 = shapes.suit_traits[k2]
        t3 = shapes.honor_traits[k3]
        present = (t0 & 511) | (t1 & 511) << 9 | (t2 & 511) << 18 | (t3 & 511) << 27
        suit_quads = (t0 >> TRAIT_QUADS & 7) + (t1 >> TRAIT_QUADS & 7) + (t2 >> TRAIT_QUADS & 7)
        honor_quads = t3 >> TRAIT_QUADS & 7
        special = special_of(shapes, book, present, 0, 0, suit_quads, honor_quads, context, wind)
        if better(book, special, best, scratch):
            best = special
    return best


@register_jitable
def irregular(shapes, book, work, i, win, seat, round_wind):
    """Reading of a row without melds that is not four sets and a pair, value -1 if it wins not,
    -2 if it may be faulty."""
    suits = work.suits[i]
    others = work.others[i]
    k0 = np.int64(suits & SUIT_MASK)
    k1 = np.int64((suits >> 24) & SUIT_MASK)
    k2 = np.int64(others & SUIT_MASK)
    k3 = np.int64((others >> 24) & HONOR_MASK)
    nothing = (-2, 0, 0, 0, 0, 0, 0, 0)
    if k0 >= 1953125 or k1 >= 1953125 or k2 >= 1953125 or k3 >= 78125:
        return nothing
    t0 = shapes.suit_traits[k0]
    t1 = shapes.suit_traits[k1]
    t2 = shapes.suit_traits[k2]
    t3 = shapes.honor_traits[k3]
    tiles = (t0 >> TRAIT_TILES) + (t1 >> TRAIT_TILES) + (t2 >> TRAIT_TILES) + (t3 >> TRAIT_TILES)
    present = (t0 & 511) | (t1 & 511) << 9 | (t2 & 511) << 18 | (t3 & 511) << 27
    twins = (t0 >> 9 & 511) | (t1 >> 9 & 511) << 9 | (t2 >> 9 & 511) << 18 | (t3 >> 9 & 511) << 27
    if tiles != 14 or (suits >> TILES_SHIFT) != 14 or win > 33 or not present >> win & 1:
        return nothing
    context = book.ways[(work.way[i] | (twins >> win & 1) << ANOTHER_SHIFT) << 7]
    if context == 0:
        return nothing
    wind = round_wind << 2 | seat
    odd = (t0 | t1 | t2 | t3) >> TRAIT_ODD & 15
    suit_quads = (t0 >> TRAIT_QUADS & 7) + (t1 >> TRAIT_QUADS & 7) + (t2 >> TRAIT_QUADS & 7)
    honor_quads = t3 >> TRAIT_QUADS & 7
    best = special_of(
        shapes, book, present, twins, odd, suit_quads, honor_quads, context, wind
    )
    if best[0] < 0:
        way = knitted_way(shapes, present)
        if way >= 0:
            hogs = suit_quads + honor_quads
            return knitted_rest(
                shapes, book, way, (k0, k1, k2, k3), 0, win, hogs, context, wind
            )
    return best


@register_jitable
def finish(points, total, payable, flowers, status, token):
    for i in range(len(points)):
        total[i] = points[i] + flowers[i]
    for i in range(len(payable)):
        payable[i] = points[i] if points[i] or status[i] else token


def _make(key: int) -> Any:
    def score_rows(
        shapes_, book_, work_, concealed, melds, win_tile, self_draw, flags, seat_wind, round_wind,
        flowers, given, status, points, total, uncapped, payable, fans,
    ):
        _ = key
        shapes = shapes_[0]
        book = book_[0]
        work = work_[0]
        token = book.parameters[CHICKEN_PAYABLE]
        for o in range(0, len(status), TILE):
            e = min(o + TILE, len(status))
            n = e - o
            win = win_tile[o:e]
            seat = seat_wind[o:e]
            round_ = round_wind[o:e]
            sets = melds[o:e]
            drawn = self_draw[o:e]
            flag = flags[o:e]
            flower = flowers[o:e]
            st = status[o:e]
            pt = points[o:e]
            un = uncapped[o:e]
            start(book, work, drawn, flag, seat, round_, flower, given[o:e])
            tiles = concealed[o:e]
            if concealed.shape[1] == 14:
                keys_of_tiles(shapes, work, tiles)
            else:
                keys_of_counts(work, tiles)
            look_up_shapes(shapes, work, n)
            if no_melds(sets):
                without_melds(work, n)
            else:
                add_melds(shapes, work, sets, win)
            find_slots(shapes, work, n)
            find_records(book, work, n)
            find_roles(shapes, book, work, win, seat)
            add_up(book, work, seat, round_, pt, un)
            specials = 0
            faults = 0
            for i in range(n):
                st[i] = 0
                work.special[specials] = i
                work.faulty[faults] = i
                specials += work.mark[i] == SPECIAL
                faults += work.mark[i] & FAULTY
            for f in range(specials):
                i = work.special[f]
                reading = regular(shapes, book, work, i, np.int64(win[i]), np.int64(seat[i]), np.int64(round_[i]))
                pt[i] = reading[0]
                if len(un):
                    un[i] = reading[1]
                if len(fans):
                    row = fans[o + i]
                    for j in range(len(row)):
                        row[j] = 0
                    count_fans(book, reading, row)
            for f in range(faults):
                i = work.faulty[f]
                if len(given) and given[o + i]:
                    fault = np.int64(given[o + i])
                    reading = (-1, 0, 0, 0, 0, 0, 0, 0)
                else:
                    reading = (-2, 0, 0, 0, 0, 0, 0, 0)
                    if work.state[i] == 0 and (work.word[i] & COMPLETE_MASK) != COMPLETE and seat[i] < 4 and round_[i] < 4 and flower[i] <= book.parameters[FLOWERS_MAX] and flag[i] < 32:
                        reading = irregular(shapes, book, work, i, np.int64(win[i]), np.int64(seat[i]), np.int64(round_[i]))
                    if reading[0] == -2:
                        fault, reading = plain_row(
                            shapes, book, work, tiles[i], sets[i], np.int64(win[i]), np.int64(drawn[i]), np.int64(flag[i]),
                            np.int64(seat[i]), np.int64(round_[i]), np.int64(flower[i]),
                        )
                    else:
                        fault = NOT_A_WIN if reading[0] < 0 else 0
                st[i] = fault
                pt[i] = max(reading[0], 0)
                if len(un):
                    un[i] = reading[1]
                if len(fans) and fault == 0:
                    row = fans[o + i]
                    for j in range(len(row)):
                        row[j] = 0
                    count_fans(book, reading, row)
            finish(pt, total[o:e], payable[o:e], flower, st, token)
            for f in range(faults):
                i = work.faulty[f]
                if st[i]:
                    total[o + i] = 0
            if len(fans):
                flower_fan = book.parameters[FLOWER_FAN]
                for i in range(n):
                    row = fans[o + i]
                    if work.mark[i] == 0:
                        for j in range(len(row)):
                            row[j] = 0
                        count_fans(book, (0, 0, work.record[i], work.row[i], work.role[i], work.winds[i], work.hogs[i], 0), row)
                    elif st[i]:
                        for j in range(len(row)):
                            row[j] = 0
                    if flower_fan and not st[i]:
                        row[flower_fan - 1] = flower[i]

    return compiled(score_rows)


score_rows = _make(source_key([sys.modules[__name__]]))
