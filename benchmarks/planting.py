"""Errors of known kinds at known rows, among rows that are right."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.rows import HEAVEN, NONE, Ints, Rows

Totals = NDArray[np.int32]
PER_ROWS = 200_000  # each kind is planted once in so many rows,
AT_LEAST = 2  # but as often as this

# 1m four more times, 2m-9m and East; and tiles that go together in no hand.
FIFTH = np.array([5, *[1] * 8, *[0] * 18, 1, *[0] * 6], np.uint8)
LOOSE = np.bincount([0, 0, 3, 3, 8, 10, 13, 13, 17, 18, 22, 26, 27, 31], minlength=34)
EAST = 27


class Kind(NamedTuple):
    """An error: what `hulebook validate` calls it, in fields and in hand strings (None: it does
    not count as a difference), and what plants it in some rows."""

    name: str
    as_fields: str | None
    as_text: str | None
    plant: Callable[[Rows, Totals, Ints], None]


class Planted(NamedTuple):
    """The rows in order, and the place in `KINDS` of what is planted there."""

    rows: Ints
    kinds: Ints


def plan(n: int, seed: int) -> Planted:
    """Which of `n` rows get which error; the same for the same `n` and seed.

    >>> plan(20_000_000, seed=1).rows.shape, len(KINDS)
    ((1100,), 11)
    """
    rng = np.random.default_rng([seed, n])
    size = len(KINDS) * max(AT_LEAST, n // PER_ROWS)
    rows = np.sort(rng.choice(n, size, replace=False))
    return Planted(rows, rng.permutation(np.arange(size) % len(KINDS)))


def plant(rows: Rows, totals: Totals, planted: Planted, start: int) -> None:
    """Plant what belongs to these rows, the first of which is row `start` of all."""
    first, last = np.searchsorted(planted.rows, [start, start + len(rows)])
    here, kinds = planted.rows[first:last] - start, planted.kinds[first:last]
    for place, kind in enumerate(KINDS):
        kind.plant(rows, totals, here[kinds == place])


def _more(rows: Rows, totals: Totals, at: Ints) -> None:
    totals[at] += 1


def _less(rows: Rows, totals: Totals, at: Ints) -> None:
    totals[at] -= 1


def _tile_less(rows: Rows, totals: Totals, at: Ints) -> None:
    others = rows.concealed[at]
    others[np.arange(len(at)), rows.win_tile[at]] -= 1
    rows.concealed[at, others.argmax(axis=1)] -= 1


def _tile_more(rows: Rows, totals: Totals, at: Ints) -> None:
    rows.concealed[at, rows.concealed[at].argmin(axis=1)] += 1


def _closed(rows: Rows, at: Ints, counts: NDArray[np.integer]) -> None:
    """Other tiles, won with East, without melds and flags."""
    rows.concealed[at] = counts
    rows.melds[at] = NONE
    rows.win_tile[at] = EAST
    rows.flags[at] = 0


def _fifth(rows: Rows, totals: Totals, at: Ints) -> None:
    _closed(rows, at, FIFTH)


def _loose(rows: Rows, totals: Totals, at: Ints) -> None:
    _closed(rows, at, LOOSE)


def _other_tile_won(rows: Rows, totals: Totals, at: Ints) -> None:
    rows.win_tile[at] = rows.concealed[at].argmin(axis=1)


def _fifth_wind(rows: Rows, totals: Totals, at: Ints) -> None:
    rows.seat_wind[at] = 4


def _nine_flowers(rows: Rows, totals: Totals, at: Ints) -> None:
    rows.flowers[at] = 9


def _heaven_of_south(rows: Rows, totals: Totals, at: Ints) -> None:
    rows.flags[at] = HEAVEN
    rows.self_draw[at] = True
    rows.seat_wind[at] = 1


def _no_total(rows: Rows, totals: Totals, at: Ints) -> None:
    totals[at] = -1


KINDS = (
    Kind("a point too many", "total", "total", _more),
    Kind("a point too few", "total", "total", _less),
    Kind("a tile too few", "TILE_COUNT", "TILE_COUNT", _tile_less),
    Kind("a tile too many", "TILE_COUNT", "TILE_COUNT", _tile_more),
    Kind("a fifth tile", "FIFTH_TILE", "FIFTH_TILE", _fifth),
    # A hand string has its winning tile beside the others: then it is one too many.
    Kind("a winning tile that is not there", "WIN_TILE", "TILE_COUNT", _other_tile_won),
    Kind("tiles that do not win", "not a win", "not a win", _loose),
    Kind("a seat wind that is none", "BAD_WIND", "BAD_TEXT", _fifth_wind),
    Kind("nine flowers", "BAD_FLOWERS", "BAD_FLOWERS", _nine_flowers),
    Kind("heaven for South", "BAD_HEAVEN", "BAD_HEAVEN", _heaven_of_south),
    Kind("no total (counted apart)", None, None, _no_total),
)
