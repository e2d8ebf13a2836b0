"""Compiled scoring of a batch: the steps of `steps` for many hands side by side.

Rows are taken in tiles of 512, stage by stage. A stage is one loop over the tile, so that the
table reads of many hands are under way at once; what it hands on lies in `work`, one record that
stays in the first caches. Stages take no branch for a row: a row that needs more than they do
(several decompositions, other shapes, anything that may be a fault) is marked, and settled at
the end of its tile by `kernel_rows`. Every index is masked or comes from a table, so that no
bytes in the arrays can lead outside.
"""

import sys
from collections import namedtuple
from typing import Any

import numpy as np
from numba.extending import register_jitable

from hulebook.engine.batch import keys, marked_rows
from hulebook.engine.batch.jit import compiled, source_key
from hulebook.engine.batch.keys import keys_of_counts, keys_of_tiles
from hulebook.engine.batch.marked_rows import (
    FAULTY,
    HONOR_MASK,
    SPECIAL,
    SUIT_MASK,
    TILE,
    WAY_ANOTHER,
    WILD,
    say_faults,
    settle_marked,
)
from hulebook.engine.steps import LAST_OF_KIND, ROLE_BITS, leave_listed, settle, slot_of
from hulebook.tables.layout import (
    ANOTHER,
    CAP,
    CHICKEN,
    CHICKEN_FAN,
    CHICKEN_PAYABLE,
    COMPLETE,
    COMPLETE_MASK,
    CONCEALED_PUNGS_SHIFT,
    FLOWER_FAN,
    FLOWERS_MAX,
    GATES_SHIFT,
    HOG_FAN,
    HOG_SHIFT,
    KEY_SHIFT,
    KONGS_SHIFT,
    NO_MELD,
    ODD_SHIFT,
    PAIR_CLASS_SHIFT,
    QUADS_SHIFT,
    SEVERAL_SHIFT,
    SINGLE_WAIT,
    STATE_SHIFT,
    SUIT_ROWS,
    TILES_SHIFT,
    VECTOR,
)

MCR_COLUMNS, ZUNG_JUNG_COLUMNS = 82, 44
JOINT_MASK = (1 << KEY_SHIFT) - 1
STATE_MASK = 127
KONG_OR_DRAWN, ROBBED = 4 | 32, 4
SEVERAL_OR_GATES = 3 << SEVERAL_SHIFT | 1 << GATES_SHIFT

# A tile of rows: views of the batch, the fields of `HandBatch`, and of the results.
Hands = namedtuple("Hands", "concealed melds win self_draw flags seat round_wind flowers given")
Outs = namedtuple("Outs", "status points total uncapped payable fans")


@register_jitable
def start(book, work, hands):
    """The way of winning, and marks, before the tiles are looked at."""
    most = book.parameters[FLOWERS_MAX]
    for i in range(len(hands.flags)):
        flags = hands.flags[i]
        seat = hands.seat[i]
        round_wind = hands.round_wind[i]
        work.win[i] = hands.win[i]
        work.way[i] = (flags & 31) | (hands.self_draw[i] != 0) << 5 | (seat != 0) << 7
        work.wind[i] = (round_wind & 3) << 2 | (seat & 3)
        wild = (flags > 31) | ((seat | round_wind) > 3) | (hands.flowers[i] > most)
        work.mark[i] = wild * WILD
    melds = hands.melds.reshape(hands.melds.size)
    for i in range(len(melds)):
        work.melds[i] = melds[i]
    for i in range(len(hands.given)):
        work.mark[i] |= (hands.given[i] != 0) * WILD


@register_jitable
def look_up_shapes(shapes, work, n):
    """Shape ids, and the sum of their words."""
    ids = work.ids
    for i in range(n):
        suits = work.suits[i]
        others = work.others[i]
        ids[4 * i] = shapes.suit_ids[suits & SUIT_MASK]
        ids[4 * i + 1] = shapes.suit_ids[(suits >> KEY_SHIFT) & SUIT_MASK]
        ids[4 * i + 2] = shapes.suit_ids[others & SUIT_MASK]
        ids[4 * i + 3] = shapes.honor_ids[(others >> KEY_SHIFT) & HONOR_MASK]
    for i in range(n):
        work.word[i] = (
            shapes.words[ids[4 * i]]
            + shapes.words[SUIT_ROWS + ids[4 * i + 1]]
            + shapes.words[2 * SUIT_ROWS + ids[4 * i + 2]]
            + shapes.honor_words[ids[4 * i + 3]]
        )


@register_jitable
def no_melds(work, n):
    """Whether no row has a meld."""
    every = NO_MELD
    for i in range(4 * n):
        every &= work.melds[i]
    return every == NO_MELD


@register_jitable
def without_melds(work, n):
    for i in range(n):
        work.mark[i] |= ((work.suits[i] >> TILES_SHIFT) != 14) * WILD
        work.state[i] = 0
        work.hogs[i] = (work.word[i] >> QUADS_SHIFT) & 3


@register_jitable
def add_melds(shapes, work, n):
    """Add the declared sets; mark rows with a fifth copy of a kind or another number of tiles."""
    sums = shapes.meld_sums
    melds = work.melds
    for i in range(n):
        word = work.word[i]
        suits = work.suits[i]
        others = work.others[i]
        for j in range(4):
            meld = melds[4 * i + j]
            word += np.int64(sums[4 * meld])
            suits += sums[4 * meld + 1]
            others += sums[4 * meld + 2]
        work.word[i] = word
        work.state[i] = (others >> STATE_SHIFT) & STATE_MASK
        kongs = (others >> KONGS_SHIFT) & 7
        quads = (
            shapes.suit_quads[suits & JOINT_MASK]
            + shapes.suit_quads[(suits >> KEY_SHIFT) & JOINT_MASK]
            + shapes.suit_quads[others & JOINT_MASK]
            + shapes.honor_quads[(others >> KEY_SHIFT) & JOINT_MASK]
        )
        # A kong is four tiles and a kind of four; the three tiles of a meld are in the count.
        left = (quads - 14 - 65 * kongs) & 255
        work.hogs[i] = left >> 6
        work.mark[i] |= ((left & 63 != 0) | ((suits >> TILES_SHIFT) != 14)) * WILD
    look_at_shown(shapes, work, n)


@register_jitable
def look_at_shown(shapes, work, n):
    """Three copies of the winning tile in the own melds make it the last of its kind, and any
    copy there cannot be if it was robbed."""
    found = 0
    for i in range(n):
        work.faulty[found] = i
        robbed = (work.way[i] & KONG_OR_DRAWN) == ROBBED
        found += (work.state[i] != 0) & ((work.hogs[i] != 0) | robbed)
    for f in range(found):
        i = work.faulty[f]
        shown = 0
        for j in range(4):
            shown += shapes.meld_tiles[work.melds[4 * i + j] * 34 + min(work.win[i], 33)]
        if shown == 3:
            work.way[i] |= LAST_OF_KIND
        if shown and (work.way[i] & KONG_OR_DRAWN) == ROBBED:
            work.mark[i] |= WILD


@register_jitable
def find_records(shapes, book, work, n):
    """From the word of four sets and a pair to the static record."""
    for i in range(n):
        work.slot[i] = slot_of(work.word[i], shapes.multipliers)
    for i in range(n):
        pair = (work.word[i] >> PAIR_CLASS_SHIFT) & 31
        work.slot[i] = book.slots[work.slot[i]] << 5 | pair
    for i in range(n):
        work.record[i] = book.signatures[work.slot[i]]


@register_jitable
def find_roles(shapes, book, work, n):
    """Who can own the winning tile, and the context; mark what may be a fault or needs more."""
    for i in range(n):
        place = shapes.win_places[work.win[i]]
        owner = shapes.win_owners[(place >> 2) + 9 * work.ids[4 * i + (place & 3)]]
        word = work.word[i]
        way = work.way[i] | (owner & ANOTHER) >> WAY_ANOTHER
        context = book.ways[way << 7 | work.state[i]]
        work.role[i] = (owner & ROLE_BITS) | ((word >> CONCEALED_PUNGS_SHIFT) & 7) << 6
        work.context[i] = context
        fault = ((owner & 31) == 0) | (context == 0) | ((word & COMPLETE_MASK) != COMPLETE)
        odd = (word >> ODD_SHIFT) & 15
        special = ((word & SEVERAL_OR_GATES) != 0) | (odd == 0)
        special |= (odd == 2) & ((owner & SINGLE_WAIT) != 0)
        work.mark[i] |= fault * FAULTY | special * SPECIAL


@register_jitable
def add_up(book, work, n):
    """Points of all rows; those of marked rows mean nothing yet."""
    for i in range(n):
        final, uncapped, _, row, role, winds, _, _ = settle(
            book, work.record[i], work.hogs[i], work.role[i], work.context[i], work.wind[i], 0
        )
        work.row[i] = row
        work.role[i] = role
        work.winds[i] = winds
        work.points[i] = final
        work.uncapped[i] = uncapped
        work.status[i] = 0


def _make_tile(key: int) -> Any:
    def score_tile(shapes, book, work, n):
        """Points of `n` rows whose keys, melds, winning tile and way of winning lie in `work`."""
        _ = key
        look_up_shapes(shapes, work, n)
        if no_melds(work, n):
            without_melds(work, n)
        else:
            add_melds(shapes, work, n)
        find_records(shapes, book, work, n)
        find_roles(shapes, book, work, n)
        add_up(book, work, n)
        settle_marked(shapes, book, work, n)

    return compiled(score_tile)


KEY = source_key([sys.modules[__name__], keys, marked_rows])
score_tile = _make_tile(KEY)


@register_jitable
def finish(book, work, hands, outs):
    """Hand over status, points and totals; what is paid."""
    for i in range(len(outs.points)):
        outs.status[i] = work.status[i]
        outs.points[i] = work.points[i]
        outs.total[i] = work.points[i] + hands.flowers[i] * (work.status[i] == 0)
    token = book.parameters[CHICKEN_PAYABLE]
    for i in range(len(outs.payable)):
        chicken = (work.points[i] == 0) & (work.status[i] == 0)
        outs.payable[i] = outs.total[i] + chicken * token
    for i in range(len(outs.uncapped)):
        outs.uncapped[i] = work.uncapped[i]


@register_jitable
def vector_of(vectors, number):
    """The fan counts of a list."""
    return vectors[VECTOR * number : VECTOR * number + VECTOR]


@register_jitable
def add_vectors(book, work, fans, columns):
    """The fans of record, winds, context and role; `columns` is a constant, for speed."""
    for i in range(len(fans)):
        a = vector_of(book.vectors, book.record_vectors[work.record[i]])
        b = vector_of(book.vectors, book.wind_vectors[work.winds[i]])
        c = vector_of(book.vectors, book.row_vectors[work.row[i]])
        d = vector_of(book.vectors, book.role_vectors[work.role[i]])
        out = fans[i]
        for j in range(columns):
            out[j] = (a[j] + b[j]) + (c[j] + d[j])


@register_jitable
def write_fans(book, work, hands, outs):
    """The counts of every fan, a row of the result each, as `steps.count_fans` has them."""
    fans = outs.fans
    hog, flower = book.parameters[HOG_FAN] - 1, book.parameters[FLOWER_FAN] - 1
    chicken, capped = book.parameters[CHICKEN_FAN] - 1, book.parameters[CAP] != 0
    if fans.shape[1] == MCR_COLUMNS:
        add_vectors(book, work, fans, MCR_COLUMNS)
    else:
        add_vectors(book, work, fans, ZUNG_JUNG_COLUMNS)
    for i in range(len(fans)):
        packed = book.records[work.record[i]]
        if work.status[i]:
            fans[i] = 0
        elif capped:
            leave_listed(book, packed, work.role[i], fans[i])
        else:
            if (packed >> HOG_SHIFT) & 3:
                fans[i, hog] += work.hogs[i]
            if work.points[i] == book.parameters[CHICKEN] and empty(fans[i]):
                fans[i, chicken] = 1
            fans[i, flower] = hands.flowers[i]


@register_jitable
def empty(row):
    total = 0
    for j in range(len(row)):
        total += row[j]
    return total == 0


def _make(key: int) -> Any:
    def score_rows(
        shapes_, book_, work_, concealed, melds, win_tile, self_draw, flags, seat_wind, round_wind,
        flowers, given, status, points, total, uncapped, payable, fans,
    ):  # fmt: skip
        _ = key
        shapes, book, work = shapes_[0], book_[0], work_[0]
        for at in range(0, len(status), TILE):
            end = min(at + TILE, len(status))
            hands = Hands(
                concealed[at:end], melds[at:end], win_tile[at:end], self_draw[at:end],
                flags[at:end], seat_wind[at:end], round_wind[at:end], flowers[at:end],
                given[at:end],
            )  # fmt: skip
            outs = Outs(
                status[at:end], points[at:end], total[at:end], uncapped[at:end], payable[at:end],
                fans[at:end],
            )  # fmt: skip
            start(book, work, hands)
            if concealed.shape[1] == 14:
                keys_of_tiles(shapes, work, hands)
            else:
                keys_of_counts(work, hands)
            score_tile(shapes, book, work, end - at)
            say_faults(shapes, book, work, hands)
            finish(book, work, hands, outs)
            write_fans(book, work, hands, outs)

    return compiled(score_rows)


score_rows = _make(KEY)
