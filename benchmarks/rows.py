"""The arrays of a workload: one row is one hand with the way it was won."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

NONE = 255
KINDS = 34
CHOW, PUNG, MELDED_KONG, CONCEALED_KONG = range(4)
LAST_OF_KIND, LAST_WALL_TILE, KONG, HEAVEN, EARTH = (1 << bit for bit in range(5))

FIELDS = (
    "concealed",
    "melds",
    "win_tile",
    "self_draw",
    "flags",
    "seat_wind",
    "round_wind",
    "flowers",
)


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Hands as arrays with one row each.

    `concealed` uint8 [n, 34] counts the standing tiles with the winning tile, `melds` uint8 [n, 4]
    holds kind * 34 + lowest tile (kinds: chow, pung, melded kong, concealed kong; 255 none),
    `win_tile` uint8, `self_draw` bool, `flags` uint8 (bit 0 last of its kind, 1 last wall tile,
    2 kong, 3 heaven, 4 earth), `seat_wind` and `round_wind` uint8 0-3, `flowers` uint8.
    """

    concealed: Bytes
    melds: Bytes
    win_tile: Bytes
    self_draw: Bools
    flags: Bytes
    seat_wind: Bytes
    round_wind: Bytes
    flowers: Bytes

    def __len__(self) -> int:
        return len(self.win_tile)

    @property
    def tiles(self) -> Bytes:
        """The standing tiles as ids in order, uint8 [n, 14], padded with 255 (made anew each time).

        >>> from benchmarks.workloads import generate
        >>> generate("standard_closed", 3, seed=1).tiles.shape
        (3, 14)
        """
        n = len(self)
        held = self.concealed.sum(axis=1, dtype=np.int64)
        if n and int(held.max()) > 14:
            raise ValueError("a row stands on more than 14 tiles")
        row = np.repeat(np.arange(n), held)
        place = np.arange(len(row)) - np.repeat(held.cumsum() - held, held)
        out = np.full((n, 14), NONE, np.uint8)
        kinds = np.broadcast_to(np.arange(KINDS, dtype=np.uint8), (n, KINDS))
        out[row, place] = np.repeat(kinds.ravel(), self.concealed.ravel())
        return out

    def arrays(self) -> dict[str, NDArray[np.uint8 | np.bool_]]:
        """The fields by name, ready to be passed on as keyword arguments."""
        return {name: getattr(self, name) for name in FIELDS}

    def take(self, which: Ints | Bools | slice) -> "Rows":
        """The rows chosen by an index array, a mask or a slice."""
        return Rows(*(getattr(self, name)[which] for name in FIELDS))


def empty(n: int) -> Rows:
    """Uninitialised arrays for `n` rows."""
    one = [np.empty(n, np.uint8) for _ in range(5)]
    return Rows(
        np.empty((n, KINDS), np.uint8),
        np.empty((n, 4), np.uint8),
        one[0],
        np.empty(n, np.bool_),
        *one[1:],
    )


def concatenate(parts: Sequence[Rows]) -> Rows:
    """All rows of `parts` in order."""
    return Rows(*(np.concatenate([getattr(part, name) for part in parts]) for name in FIELDS))


def collect(parts: Iterator[Rows], n: int) -> Rows:
    """The first `n` rows of a stream, without holding more than one part besides the result."""
    out, filled = empty(n), 0
    for part in parts:
        size = min(len(part), n - filled)
        for name in FIELDS:
            getattr(out, name)[filled : filled + size] = getattr(part, name)[:size]
        filled += size
    if filled != n:
        raise ValueError(f"the stream ended after {filled} of {n} rows")
    return out
