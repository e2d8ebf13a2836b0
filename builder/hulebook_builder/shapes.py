"""Every way to split the tiles of one suit, or the honors, into sets and at most one pair.

A shape is the counts of the nine ranks (seven honors) of one suit, with at most four sets and
a pair. It may have several decompositions. What a shape says about waits is found by trying
every tile, a fifth copy included: a wait on a kind that the hand has used up is still a wait.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement
from typing import NamedTuple

from hulebook.rules.context import CHOW, CLOSED, EDGE, PAIR, PUNG
from hulebook.tables.layout import (
    HONOR_SHAPES,
    LEAVES_GATES,
    SINGLE_WAIT,
    SUIT_DECOMPOSITIONS,
    SUIT_SHAPES,
)

Counts = tuple[int, ...]
GATES: Counts = (3, 1, 1, 1, 1, 1, 1, 1, 3)
# The nine hands that a tile makes of it, and the rank of that tile.
GATES_WON = {tuple(c + (r == rank) for r, c in enumerate(GATES)): rank for rank in range(9)}


class Group(NamedTuple):
    """A chow or pung inside one suit, `start` its lowest rank (0-8)."""

    start: int
    chow: bool

    @property
    def ranks(self) -> tuple[int, int, int]:
        s = self.start
        return (s, s + 1, s + 2) if self.chow else (s, s, s)


class Decomposition(NamedTuple):
    """Sets and the rank of the pair (-1: none) that make up a shape."""

    sets: tuple[Group, ...]
    pair: int

    @property
    def order(self) -> tuple[object, ...]:
        """Smallest first, by the tiles of the sets."""
        return (tuple(g.ranks for g in self.sets), self.pair)


class Shape(NamedTuple):
    """The counts of one suit with all their decompositions, smallest first."""

    counts: Counts
    decompositions: tuple[Decomposition, ...]

    @property
    def sets(self) -> int:
        return len(self.decompositions[0].sets)

    @property
    def has_pair(self) -> bool:
        return self.decompositions[0].pair >= 0

    @property
    def key(self) -> int:
        """The counts as digits of base 5, rank 1 lowest."""
        return key_of(self.counts)

    @property
    def order(self) -> tuple[int, bool, int]:
        return self.sets, self.has_pair, self.key


def key_of(counts: Iterable[int], base: int = 5) -> int:
    key = 0
    for c in reversed(tuple(counts)):
        key = key * base + c
    return key


def splits(ranks: int, chows: bool, limit: int) -> Iterator[tuple[Counts, Decomposition]]:
    """Every choice of up to four sets and at most one pair with at most `limit` of a kind."""
    groups = [Group(s, False) for s in range(ranks)]
    if chows:
        groups += [Group(s, True) for s in range(ranks - 2)]
    groups.sort(key=lambda g: g.ranks)
    for size in range(5):
        for sets in combinations_with_replacement(groups, size):
            counts = [0] * ranks
            for group in sets:
                for r in group.ranks:
                    counts[r] += 1
            if max(counts) > limit:
                continue
            for pair in range(-1, ranks):
                if pair < 0 or counts[pair] + 2 <= limit:
                    total = counts.copy()
                    if pair >= 0:
                        total[pair] += 2
                    yield tuple(total), Decomposition(sets, pair)


def shapes(ranks: int, chows: bool) -> list[Shape]:
    """All shapes, ordered by number of sets, pair, key."""
    found: dict[Counts, list[Decomposition]] = {}
    for counts, decomposition in splits(ranks, chows, limit=4):
        found.setdefault(counts, []).append(decomposition)
    made = [Shape(c, tuple(sorted(d, key=lambda x: x.order))) for c, d in found.items()]
    return sorted(made, key=lambda s: s.order)


def suit_shapes() -> list[Shape]:
    made = shapes(9, chows=True)
    if (len(made), sum(len(s.decompositions) for s in made)) != (
        SUIT_SHAPES,
        SUIT_DECOMPOSITIONS,
    ):
        raise AssertionError("the suit shapes are not the known number")
    return made


def honor_shapes() -> list[Shape]:
    made = shapes(7, chows=False)
    if len(made) != HONOR_SHAPES:
        raise AssertionError("the honor shapes are not the known number")
    return made


class Waits:
    """Finds what completes a shape from which one tile was taken, counts up to five allowed."""

    def __init__(self, ranks: int, chows: bool) -> None:
        self.ranks = ranks
        self._complete: dict[int, set[tuple[int, bool]]] = {}
        for counts, d in splits(ranks, chows, limit=5):
            kinds = self._complete.setdefault(key_of(counts, 6), set())
            kinds.add((len(d.sets), d.pair >= 0))

    def single(self, shape: Shape, rank: int) -> bool:
        """Whether only `rank` completes the hand once it is taken out of this shape."""
        kind = (shape.sets, shape.has_pair)
        rest = key_of(shape.counts, 6) - 6**rank
        completing = [r for r in range(self.ranks) if kind in self._kinds(rest + 6**r)]
        # Two sets short of a pair: what is left has a pair of its own, so the pair elsewhere
        # waits too (two pairs, either becomes a pung).
        two_pairs = not shape.has_pair and (shape.sets - 1, True) in self._kinds(rest)
        return len(completing) == 1 and not two_pairs

    def _kinds(self, key: int) -> set[tuple[int, bool]]:
        return self._complete.get(key, set())


def role(group: Group, rank: int) -> int:
    """The role of a tile of this rank in a chow or pung that it completed."""
    if not group.chow:
        return PUNG
    if rank == group.start + 1:
        return CLOSED
    edge = (group.start == 0 and rank == 2) or (group.start == 6 and rank == 6)
    return EDGE if edge else CHOW


def owner_bytes(shape: Shape, waits: Waits) -> list[bytes]:
    """For each decomposition, per rank: who can own the winning tile, and what it leaves."""
    extra = [
        (SINGLE_WAIT if c and waits.single(shape, r) else 0)
        | (LEAVES_GATES if c and leaves_gates(shape.counts, r) else 0)
        for r, c in enumerate(shape.counts)
    ]
    rows = []
    for d in shape.decompositions:
        row = [0] * 9
        for group in d.sets:
            for r in set(group.ranks):
                row[r] |= role(group, r)
        if d.pair >= 0:
            row[d.pair] |= PAIR
        rows.append(bytes(b | e for b, e in zip(row, extra + [0] * 2, strict=False)))
    return rows


def leaves_gates(counts: Counts, rank: int) -> bool:
    return GATES_WON.get(counts) == rank


def has_gates(counts: Counts) -> bool:
    return counts in GATES_WON
