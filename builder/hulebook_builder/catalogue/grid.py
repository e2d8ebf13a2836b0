"""Hands in the order of an index: from a number to the part of each suit and of the honors."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hulebook.index import class_starts, spreads

PARTS = 4


class Block(NamedTuple):
    """Hands whose sets (or pairs) lie over the suits in one way.

    `first` is the index of the first; by suits and honors, `sizes` says how many parts each can
    have and `starts` the number of the first of them.
    """

    first: int
    sizes: tuple[int, ...]
    starts: tuple[int, ...]

    @property
    def hands(self) -> int:
        a, b, c, d = self.sizes
        return a * b * c * d


class Grid:
    """All hands of a shape, block by block; within a block the honors change fastest."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.hands = blocks[-1].first + blocks[-1].hands
        self._firsts = np.array([b.first for b in blocks])
        self._sizes = np.array([b.sizes for b in blocks])
        self._starts = np.array([b.starts for b in blocks])

    def parts(self, first: int, last: int) -> NDArray[np.int32]:
        """The parts of the hands `first` to `last` - 1, [4, n]."""
        numbers = np.arange(first, last)
        block = np.searchsorted(self._firsts, numbers, side="right") - 1
        rest = numbers - self._firsts[block]
        parts = np.empty((PARTS, len(numbers)), np.int32)
        for p in reversed(range(PARTS)):
            rest, offset = np.divmod(rest, self._sizes[block, p])
            parts[p] = self._starts[block, p] + offset
        return parts


def standard_grid() -> Grid:
    """Four sets and a pair, in the order of `hulebook.index`; parts are shape ids."""
    return Grid(
        [
            Block(s.first, s.sizes, tuple(class_starts(p)[c] for p, c in enumerate(s.classes)))
            for s in spreads()
        ]
    )
