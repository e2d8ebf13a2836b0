"""Points of one hand at a time in compiled code, from Python and from numba functions.

A hand is prepared as four integers: the keys of its standing tiles, its melds, and how it won.
Keys are sums over the tiles (`add_tile`), so a hand that changes by a tile is prepared anew with
two additions.

This module imports numba. A scorer for your own ``@numba.njit`` code:

>>> import numba
>>> from hulebook import Hand
>>> from hulebook.compiled import CompiledScorer, add_tile, hand_points, prepare, take_tile
>>> @numba.njit
... def best_tile(shapes, book, suits, others, melds, context):
...     best, points = -1, -1
...     for tile in range(34):
...         more = add_tile(shapes, suits, others, tile)
...         won = hand_points(shapes, book, more[0], more[1], melds, context + tile)
...         if won > points:
...             best, points = tile, won
...     return best, points
>>> hand = Hand.from_string("[CCC,1]12356789pWW7p|SS0000|0")
>>> suits, others, melds, context = prepare(hand)
>>> tables = CompiledScorer("mcr").tables
>>> waiting = take_tile(tables[0], suits, others, hand.win_tile)
>>> best_tile(*tables, *waiting, melds, context - hand.win_tile)
(12, 24)
"""

import sys
from functools import partial
from typing import Any

import numpy as np

from hulebook.engine.batch import marked_rows, single_hand
from hulebook.engine.batch.jit import compiled, source_key
from hulebook.engine.batch.single_hand import NO_MELDS, hand_reading
from hulebook.engine.batch.tables import BOOK_TYPE, compiled_book, compiled_shapes
from hulebook.hands.hand import Hand
from hulebook.rules import RuleSet, get_rules
from hulebook.tables.layout import KEY_SHIFT, TILES_SHIFT

Prepared = tuple[int, int, int, int]

SELF_DRAW_SHIFT, FLAGS_SHIFT, SEAT_SHIFT, ROUND_SHIFT = 6, 7, 12, 14

TILE_KEYS = (
    [
        (5 ** (t % 9) << KEY_SHIFT * (t // 9) if t < 18 else 0) + (1 << TILES_SHIFT)
        for t in range(34)
    ],
    [5 ** (t % 9) << KEY_SHIFT * (t // 9 - 2) if t >= 18 else 0 for t in range(34)],
)


def prepare(hand: Hand) -> Prepared:
    """The four integers of a hand: keys of characters and dots, of bamboo and honors, the four
    meld bytes, and the context: winning tile, self-draw, flags, seat wind, round wind from bit
    0, 6, 7, 12 and 14 on.

    >>> prepare(Hand.from_string("19m19p19sESWNCFP1m"))[2:]
    (4294967295, 0)
    """
    suits, others = TILE_KEYS
    return (
        sum([suits[t] for t in hand.concealed]),
        sum([others[t] for t in hand.concealed]),
        int.from_bytes(hand.meld_bytes, "little"),
        hand.win_tile
        | hand.self_draw << SELF_DRAW_SHIFT
        | hand.flags << FLAGS_SHIFT
        | hand.seat_wind << SEAT_SHIFT
        | hand.round_wind << ROUND_SHIFT,
    )


SHAPES_TYPE = compiled_shapes().dtype
KEY = source_key([sys.modules[__name__], single_hand, marked_rows], (SHAPES_TYPE, BOOK_TYPE))


def _make(key: int) -> Any:
    def hand_points(shapes_, book_, suits, others, melds, context):
        _ = key
        seat = context >> SEAT_SHIFT & 3
        way = (
            (context >> FLAGS_SHIFT & 31)
            | (context >> SELF_DRAW_SHIFT & 1) << 5
            | (1 << 7 if seat else 0)
        )
        reading = hand_reading(
            shapes_.view(SHAPES_TYPE)[0], book_.view(BOOK_TYPE)[0], np.int64(suits),
            np.int64(others), melds & NO_MELDS, context & 63, way,
            (context >> ROUND_SHIFT & 3) << 2 | seat,
        )  # fmt: skip
        return reading[0]

    return compiled(hand_points, nogil=False)  # releasing the GIL takes longer than the call


hand_points = _make(KEY)


def _make_add(key: int, sign: int) -> Any:
    def add_tile(shapes_, suits, others, tile):
        _ = key
        keys = shapes_.view(SHAPES_TYPE)[0].tile_keys
        return suits + sign * np.int64(keys[2 * tile]), others + sign * np.int64(keys[2 * tile + 1])

    return compiled(add_tile)


add_tile = _make_add(KEY, 1)
take_tile = _make_add(KEY, -1)


class CompiledScorer:
    """Scores prepared hands under one rule set; the first call in a process loads numba's code.

    `points` takes what `prepare` gives and returns the points before flowers (Zung Jung: the
    value after limits), -1 if the hand does not win. It checks no more than memory safety needs:
    integers that no hand makes are -1 or some number. `tables` are the first arguments of
    `hand_points`: two arrays that are only read, so that threads, Python's or of ``prange``, may
    share them.

    >>> scorer = CompiledScorer("mcr-98")
    >>> scorer.points(*prepare(Hand.from_string("[CCC,1]12356789pWW7p|SS0000|0")))
    9
    >>> scorer(Hand.from_string("123456789m345p7s8s"))
    -1
    """

    __slots__ = ("points", "rules", "tables")

    def __init__(self, rules: RuleSet | str = "mcr") -> None:
        self.rules = get_rules(rules)
        tables = compiled_shapes(), compiled_book(self.rules)
        self.tables = tuple(table.view(np.uint8) for table in tables)
        self.points = partial(hand_points, *self.tables)

    def __call__(self, hand: Hand) -> int:
        """`points` of a hand that is not prepared yet."""
        return int(self.points(*prepare(hand)))
