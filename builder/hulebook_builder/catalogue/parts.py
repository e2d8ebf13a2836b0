"""What the tiles of one suit, or the honors, look like and in how many ways they can be drawn."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from hulebook.hands.sets import NO_SET, tile_set
from hulebook.tables.file import TableFile

HONORS = 3
LETTERS = "mps"
HONOR_LETTERS = "ESWNPFC"
# C(4, c): so many ways to draw c of the four tiles of a kind.
DRAWS = (1, 4, 6, 4, 1)


class Part(NamedTuple):
    """By number of a part: its tiles without and with the letter of the suit, ways to draw it."""

    tiles: pa.Array
    named: pa.Array
    ways: NDArray[np.int64]


def counts_of(key: int, part: int) -> tuple[int, ...]:
    """How many there are of each rank (each honor) in a base-5 key."""
    return tuple(key // 5**r % 5 for r in range(len(HONOR_LETTERS) if part == HONORS else 9))


def tiles_text(counts: Iterable[int], part: int) -> str:
    """The tiles of a part: ranks of a suit, letters of honors.

    >>> tiles_text((2, 1, 1), 0), tiles_text((0, 0, 0, 3), 3)
    ('1123', 'NNN')
    """
    signs = HONOR_LETTERS if part == HONORS else "123456789"
    return "".join(sign * count for sign, count in zip(signs, counts, strict=False))


def named(text: str, part: int) -> str:
    """The tiles of a part as they stand in a hand string.

    >>> named("1123", 0), named("NNN", 3), named("", 1)
    ('1123m', 'NNN', '')
    """
    return text + LETTERS[part] if text and part < HONORS else text


def part_of(keys: Iterable[int], part: int) -> Part:
    """A part with these keys, in their order."""
    every = [counts_of(key, part) for key in keys]
    tiles = [tiles_text(counts, part) for counts in every]
    ways = [int(np.prod([DRAWS[c] for c in counts])) for counts in every]
    return Part(pa.array(tiles), pa.array([named(t, part) for t in tiles]), np.array(ways))


def group_texts(tables: TableFile, part: int) -> pa.Array:
    """By row of the shape tables: the sets and the pair of this part, null where it has none."""
    column = tables.columns["honor_sets" if part == HONORS else "suit_sets"]
    rows = np.asarray(column).reshape(-1, 5).tolist()
    return pa.array([" ".join(_groups(row, part)) or None for row in rows], pa.string())


def _groups(row: list[int], part: int) -> Iterable[str]:
    low = 9 * part
    for number in row[:4]:
        if number != NO_SET:
            made = tile_set(number if part == HONORS else number + 16 * part)
            yield _group([t - low for t in made.tiles], part)
    if row[4] != NO_SET:
        yield _group([row[4]] * 2, part)


def _group(ranks: list[int], part: int) -> str:
    signs = HONOR_LETTERS if part == HONORS else "123456789"
    return named("".join(signs[r] for r in ranks), part)
