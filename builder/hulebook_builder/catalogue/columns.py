"""The columns of the catalogue, for a range of hands of one shape."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from hulebook.rules import SHIPPED
from hulebook.tables.book import table_file
from hulebook.tables.layout import FORMAT
from hulebook.version import __version__
from hulebook_builder.catalogue.grid import PARTS, Grid, standard_grid
from hulebook_builder.catalogue.parts import (
    HONORS,
    Part,
    group_texts,
    named,
    part_of,
    tiles_text,
)
from hulebook_builder.catalogue.special import (
    as_seven_pairs,
    as_standard,
    paired,
    seven_pairs_grid,
    seven_pairs_numbers,
    singles,
)
from hulebook_builder.catalogue.standard import choose
from hulebook_builder.catalogue.static import FAMILIES, beats, statics
from hulebook_builder.parquet import RULE_SETS

STANDARD, SEVEN_PAIRS = "standard", "seven_pairs"
SUITS = ("characters", "dots", "bamboo", "honors")
BEST = ("mcr_best", "zung_jung_best")
SETS = ("mcr_sets", "zung_jung_sets")


def column_of(id_: str, what: str) -> str:
    """The column of a rule set.

    >>> column_of("zj-3.3", "points")
    'zj_3_3_points'
    """
    return f"{id_.replace('-', '_').replace('.', '_')}_{what}"


SCHEMA = pa.schema(
    [
        pa.field("shape", pa.string(), nullable=False),
        pa.field("index", pa.int32(), nullable=False),
        pa.field("tiles", pa.string(), nullable=False),
        *(pa.field(name, pa.string(), nullable=False) for name in SUITS),
        pa.field("ways", pa.int64(), nullable=False),
        pa.field("decompositions", pa.int8(), nullable=False),
        *(pa.field(name, pa.bool_(), nullable=False) for name in BEST),
        *(pa.field(name, pa.string()) for name in SETS),
        *(pa.field(column_of(id_, "points"), pa.int16()) for id_ in SHIPPED),
        *(pa.field(column_of(id_, "fans"), pa.list_(pa.uint8())) for id_ in SHIPPED),
    ],
    {"format": str(FORMAT), "hulebook": __version__, "rules": RULE_SETS},
)


class Hands(NamedTuple):
    """n hands: their tiles by suit without and with its letter, ways to draw and to split them;
    and by family whether no other row with these tiles is preferred, the groups, and the numbers
    of their worths."""

    tiles: Sequence[pa.Array]
    named: Sequence[pa.Array]
    ways: NDArray[np.int64]
    decompositions: NDArray[np.uint8]
    best: Sequence[NDArray[np.bool_]]
    sets: Sequence[pa.Array]
    numbers: Sequence[NDArray[np.integer]]


def table_of(shape: str, first: int, last: int) -> pa.Table:
    """The rows of the hands of a shape with the indices `first` to `last` - 1."""
    if shape == STANDARD:
        hands = _standard(first, last)
    elif shape == SEVEN_PAIRS:
        hands = _seven_pairs(first, last)
    else:
        hands = _singles(shape, first, last)
    rows = last - first
    columns = [
        pa.array([shape]).take(pa.array(np.zeros(rows, np.int8))),
        pa.array(np.arange(first, last, dtype=np.int32)),
        pc.binary_join_element_wise(*hands.named, ""),
        *hands.tiles,
        pa.array(hands.ways),
        pa.array(hands.decompositions.astype(np.int8)),
        *map(pa.array, hands.best),
        *hands.sets,
    ]
    by_family = dict(zip(FAMILIES, map(pa.array, hands.numbers), strict=True))
    of_rules = [(statics()[id_], by_family[rules.family]) for id_, rules in SHIPPED.items()]
    columns += [static.points.take(numbers) for static, numbers in of_rules]
    columns += [static.fans.take(numbers) for static, numbers in of_rules]
    return pa.table(columns, schema=SCHEMA)


def prepare() -> None:
    """Make once what every range needs, before threads ask for it side by side."""
    for shape in (STANDARD, SEVEN_PAIRS):
        table_of(shape, 0, 1)


def hands_of(shape: str) -> int:
    """How many hands of a shape there are."""
    if shape in (STANDARD, SEVEN_PAIRS):
        return _grid(shape).hands
    return _single_hands(shape).ways.size


@cache
def _grid(shape: str) -> Grid:
    return standard_grid() if shape == STANDARD else seven_pairs_grid()


@cache
def _parts(shape: str) -> tuple[Part, ...]:
    if shape == SEVEN_PAIRS:
        return tuple(part_of(paired(p).keys, p) for p in range(PARTS))
    columns = table_file().columns
    suit, honor = ([0, *columns[name].tolist()] for name in ("suit_keys", "honor_keys"))
    return tuple(part_of(honor if p == HONORS else suit, p) for p in range(PARTS))


@cache
def _groups(shape: str) -> tuple[pa.Array, ...]:
    """By part: its sets and pair (or pairs) as text."""
    if shape == STANDARD:
        return tuple(group_texts(table_file(), p) for p in range(PARTS))
    return tuple(
        pa.array([_pairs(text, p) for text in part.tiles.to_pylist()], pa.string())
        for p, part in enumerate(_parts(shape))
    )


def _pairs(tiles: str, part: int) -> str | None:
    return " ".join(named(tiles[i : i + 2], part) for i in range(0, len(tiles), 2)) or None


def _joined(shape: str, rows: NDArray[np.int32]) -> pa.Array:
    texts = [groups.take(pa.array(r)) for groups, r in zip(_groups(shape), rows, strict=True)]
    return pc.binary_join_element_wise(*texts, " ", null_handling="skip")


def _of_parts(
    shape: str,
    parts: NDArray[np.int32],
    decompositions: NDArray[np.uint8],
    best: Sequence[NDArray[np.bool_]],
    sets: Sequence[pa.Array],
    numbers: Sequence[NDArray[np.integer]],
) -> Hands:
    made = list(zip(_parts(shape), parts, strict=True))
    return Hands(
        [part.tiles.take(pa.array(which)) for part, which in made],
        [part.named.take(pa.array(which)) for part, which in made],
        np.prod([part.ways[which] for part, which in made], axis=0),
        decompositions,
        best,
        sets,
        numbers,
    )


def _standard(first: int, last: int) -> Hands:
    parts = _grid(STANDARD).parts(first, last)
    chosen = [choose(family, parts) for family in FAMILIES]
    both, pairs = as_seven_pairs(parts)
    best = [~both, ~both]
    for own, family, choice in zip(best, FAMILIES, chosen, strict=True):
        own[both] = ~beats(family, seven_pairs_numbers(family, pairs), choice.numbers[both])
    return _of_parts(
        STANDARD,
        parts,
        chosen[0].decompositions,
        best,
        [_joined(STANDARD, choice.rows) for choice in chosen],
        [choice.numbers for choice in chosen],
    )


def _seven_pairs(first: int, last: int) -> Hands:
    parts = _grid(SEVEN_PAIRS).parts(first, last)
    numbers = [seven_pairs_numbers(family, parts) for family in FAMILIES]
    both, standard = as_standard(parts)
    best = [~both, ~both]
    for own, family, pairs in zip(best, FAMILIES, numbers, strict=True):
        own[both] = beats(family, pairs[both], choose(family, standard).numbers)
    groups = _joined(SEVEN_PAIRS, parts)
    one = np.ones(last - first, np.uint8)
    return _of_parts(SEVEN_PAIRS, parts, one, best, [groups, groups], numbers)


def _singles(shape: str, first: int, last: int) -> Hands:
    every = _single_hands(shape)
    part = slice(first, last)
    return Hands(
        [texts[part] for texts in every.tiles],
        [texts[part] for texts in every.named],
        every.ways[part],
        every.decompositions[part],
        [best[part] for best in every.best],
        [texts[part] for texts in every.sets],
        [numbers[part] for numbers in every.numbers],
    )


@cache
def _single_hands(shape: str) -> Hands:
    rows = list(singles(shape))
    suits = [[tiles_text(row.counts[9 * p : 9 * p + 9], p) for row in rows] for p in range(PARTS)]
    return Hands(
        [pa.array(texts) for texts in suits],
        [pa.array([named(t, p) for t in texts]) for p, texts in enumerate(suits)],
        np.array([row.ways for row in rows]),
        np.ones(len(rows), np.uint8),
        [np.array([row.numbers[f] > 0 for row in rows]) for f in range(len(FAMILIES))],
        [
            pa.array([row.groups if row.numbers[f] else None for row in rows], pa.string())
            for f in range(len(FAMILIES))
        ],
        [np.array([row.numbers[f] for row in rows]) for f in range(len(FAMILIES))],
    )
