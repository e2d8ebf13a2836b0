"""Every choice of four sets: 424,270, of which 366,528 use at most four of each tile."""

from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from hulebook.hands.sets import NO_SET, SET_IDS, TileSet, tile_set
from hulebook.tables.layout import LEGAL_COMBINATIONS, SET_COMBINATIONS

SETS: tuple[TileSet, ...] = tuple(tile_set(n) for n in range(SET_IDS))


def tile_counts() -> NDArray[np.uint8]:
    """How many of each tile a set uses, [55, 34]."""
    counts = np.zeros((SET_IDS, 34), np.uint8)
    for number, tiles in enumerate(SETS):
        for t in tiles.tiles:
            counts[number, t] += 1
    return counts


def legal_combinations() -> NDArray[np.uint8]:
    """Set ids of every legal choice of four sets, [366528, 4], each row and the rows sorted."""
    every = np.array(list(combinations_with_replacement(range(SET_IDS), 4)), np.uint8)
    if len(every) != SET_COMBINATIONS:
        raise AssertionError("the set combinations are not the known number")
    counts = tile_counts()
    used = counts[every[:, 0]] + counts[every[:, 1]] + counts[every[:, 2]] + counts[every[:, 3]]
    legal = every[used.max(axis=1) <= 4]
    if len(legal) != LEGAL_COMBINATIONS:
        raise AssertionError("the legal set combinations are not the known number")
    return np.asarray(legal)


def combination_codes(sets: NDArray[np.integer]) -> NDArray[np.int64]:
    """One integer per row of four set ids [n, 4], in the order of the rows."""
    return np.asarray((sets.astype(np.int64) << np.array([18, 12, 6, 0])).sum(axis=1))


def parts(
    combinations: NDArray[np.uint8], chows: bool
) -> tuple[list[tuple[int, ...]], NDArray[np.intp]]:
    """The distinct chow (or pung) parts, and which of them each combination has."""
    wanted = np.array([s.chow == chows for s in SETS])
    part = np.where(wanted[combinations], combinations, NO_SET).astype(np.int64)
    part.sort(axis=1)
    distinct, which = np.unique(combination_codes(part), return_inverse=True)
    split = [tuple(int(c) >> s & 63 for s in (18, 12, 6, 0)) for c in distinct]
    return [tuple(s for s in row if s != NO_SET) for row in split], which
