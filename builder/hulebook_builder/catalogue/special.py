"""Hands that are not four sets and a pair: seven pairs by numbers, the few others one by one."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hulebook.answers.score import Score, find
from hulebook.hands.hand import Hand
from hulebook.hands.sets import SORT_OF
from hulebook.hands.tiles import format_tiles
from hulebook.index import COMPLETE_CLASS, class_starts
from hulebook.rules import MCR
from hulebook.tables.book import book_for, shapes, table_file
from hulebook_builder.catalogue.grid import PARTS, Block, Grid
from hulebook_builder.catalogue.parts import DRAWS, HONORS, counts_of
from hulebook_builder.catalogue.static import FAMILIES, HOG_BITS, NO_RECORD, first_rules
from hulebook_builder.combinations import SETS
from hulebook_builder.shapes import key_of

PAIRS = 7
KINDS = 34
HONOR_TILES = range(27, 34)
ORPHANS = tuple(t for t in range(KINDS) if t >= 27 or t % 9 in (0, 8))
# Beside the classes of shapes: no sum that contains it is that of a standard hand.
NO_CLASS = 100


class Paired(NamedTuple):
    """The parts that seven pairs can have in a suit, or among the honors, by number of pairs.

    By part: its key, sorts of tile, kinds there four times, id and class as a shape of sets and
    pair; `starts` [8] says with which part each number of pairs begins.
    """

    keys: list[int]
    sorts: NDArray[np.int64]
    quads: NDArray[np.int64]
    shapes: NDArray[np.int32]
    classes: NDArray[np.int64]
    starts: tuple[int, ...]


@cache
def paired(part: int) -> Paired:
    """The parts of seven pairs in a suit (0-2) or among the honors (3)."""
    ranks = len(HONOR_TILES) if part == HONORS else 9
    keys = [key_of(c) for c in product((0, 2, 4), repeat=ranks) if sum(c) <= 2 * PAIRS]
    every = sorted((sum(counts_of(key, part)) // 2, key) for key in keys)
    keys = [key for _, key in every]
    counts = [counts_of(key, part) for key in keys]
    sorts = [0] * len(keys)
    for i, held in enumerate(counts):
        for rank, count in enumerate(held):
            sorts[i] |= SORT_OF[9 * part + rank] if count else 0
    tables: Any = shapes()
    ids = tables.honor_ids if part == HONORS else tables.suit_ids
    found = np.array([ids[key] for key in keys], np.int32)
    classes = np.searchsorted(np.array(class_starts(part)), found, side="right") - 1
    return Paired(
        keys,
        np.array(sorts),
        np.array([c.count(4) for c in counts]),
        found,
        np.where(found, classes, NO_CLASS),
        tuple(next(i for i, (n, _) in enumerate(every) if n == k) for k in range(PAIRS + 1)),
    )


def seven_pairs_grid() -> Grid:
    """Seven pairs by how many lie in each suit, in lexicographic order."""
    blocks: list[Block] = []
    first = 0
    starts = [(*paired(p).starts, len(paired(p).keys)) for p in range(PARTS)]
    for numbers in product(range(PAIRS + 1), repeat=PARTS):
        if sum(numbers) == PAIRS:
            begins = tuple(starts[p][n] for p, n in enumerate(numbers))
            ends = tuple(starts[p][n + 1] for p, n in enumerate(numbers))
            sizes = tuple(e - b for b, e in zip(begins, ends, strict=True))
            blocks.append(Block(first, sizes, begins))
            first += blocks[-1].hands
    return Grid(blocks)


def seven_pairs_numbers(family: str, parts: NDArray[np.int32]) -> NDArray[np.int64]:
    """The numbers of the worths of seven pairs, [n]."""
    columns = table_file().columns
    seven = np.asarray(columns[f"family.{family}.seven"])
    records = np.asarray(columns[f"family.{family}.seven_records"])
    sorts = np.bitwise_or.reduce([paired(p).sorts[parts[p]] for p in range(PARTS)])
    quads = np.sum([paired(p).quads[parts[p]] for p in range(HONORS)], axis=0)
    at = seven[sorts].astype(np.int64) << 4 | quads << 2 | paired(HONORS).quads[parts[HONORS]]
    numbers: NDArray[np.int64] = records[at].astype(np.int64) << HOG_BITS
    return numbers


def as_standard(parts: NDArray[np.int32]) -> tuple[NDArray[np.bool_], NDArray[np.int32]]:
    """Which seven pairs [n] are four sets and a pair too, and the parts of those as such [4, k]."""
    classes = np.stack([paired(p).classes[parts[p]] for p in range(PARTS)])
    complete = classes.sum(axis=0) == COMPLETE_CLASS
    both: NDArray[np.bool_] = complete & ((classes & 1).sum(axis=0) == 1)
    return both, np.stack([paired(p).shapes[parts[p][both]] for p in range(PARTS)])


def as_seven_pairs(parts: NDArray[np.int32]) -> tuple[NDArray[np.bool_], NDArray[np.int32]]:
    """Which standard hands [n] are seven pairs too, and the parts of those as such [4, k]."""
    pairs = np.stack([_paired_shapes(p)[parts[p]] for p in range(PARTS)])
    both: NDArray[np.bool_] = np.min(pairs, axis=0) >= 0
    return both, pairs[:, both]


@cache
def _paired_shapes(part: int) -> NDArray[np.int32]:
    """By shape id the part of seven pairs that has the same tiles; -1 if a kind is odd."""
    pairs = np.full(class_starts(part)[-1], -1, np.int32)
    of_part = paired(part).shapes
    pairs[of_part] = np.arange(len(of_part))
    pairs[0] = -1
    return pairs


def knits() -> list[tuple[int, ...]]:
    """The six ways to give 147, 258 and 369 to the suits: nine tiles each."""
    masks = table_file().columns["knitted_masks"].tolist()
    return [tuple(t for t in range(27) if mask >> t & 1) for mask in masks]


def honors_and_knitted() -> list[tuple[int, ...]]:
    """Fourteen different tiles, honors and some of nine knitted ones."""
    return sorted(h for knit in knits() for h in combinations((*knit, *HONOR_TILES), 14))


def knitted_straights() -> list[tuple[int, ...]]:
    """The nine knitted tiles, a set and a pair."""
    made = (
        tuple(sorted((*knit, *s.tiles, pair, pair)))
        for knit, s, pair in product(knits(), SETS, range(KINDS))
    )
    return sorted(h for h in made if all(h.count(t) <= 4 for t in h))


def thirteen_orphans() -> list[tuple[int, ...]]:
    """Each terminal and honor, one of them twice."""
    return sorted(tuple(sorted((*ORPHANS, t))) for t in ORPHANS)


SINGLES = {
    "honors_and_knitted": honors_and_knitted,
    "knitted_straight": knitted_straights,
    "thirteen_orphans": thirteen_orphans,
}


class Single(NamedTuple):
    """A hand scored by itself: its counts, groups, ways to draw it, number of its worth by family."""

    counts: tuple[int, ...]
    groups: str | None
    ways: int
    numbers: tuple[int, ...]


def singles(shape: str) -> Iterator[Single]:
    """Every hand of one of the rare shapes, by its tiles."""
    for tiles in SINGLES[shape]():
        hand = Hand(tiles, tiles[0])
        counts = tuple(tiles.count(t) for t in range(KINDS))
        ways = int(np.prod([DRAWS[c] for c in counts]))
        groups = _groups(hand) if shape == "knitted_straight" else None
        yield Single(counts, groups, ways, tuple(_number(hand, f) for f in FAMILIES))


def _number(hand: Hand, family: str) -> int:
    rules = first_rules(family)
    value, _, record, _, _, _, hogs, _ = find(hand, rules, book_for(rules))
    return (record << HOG_BITS | hogs) if value >= 0 else NO_RECORD


def _groups(hand: Hand) -> str:
    reading = Score(hand, MCR, find(hand, MCR, book_for(MCR))).reading
    return " ".join(format_tiles(g.tiles) for g in reading.groups)
