"""The tables of shapes and of set combinations, for people to query."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from hulebook.hands.sets import NO_SET, SET_IDS, tile_set
from hulebook.hands.tiles import NAMES, format_tiles
from hulebook.rules.context import OWNERS
from hulebook.tables.layout import LEAVES_GATES, SINGLE_WAIT
from hulebook_builder.arrow import repeated
from hulebook_builder.build import Built
from hulebook_builder.records import FamilyTables

SIGNS = {"suit": "123456789", "honors": "".join(NAMES[27:])}
# What the bits of an owner byte say, as columns of ranks.
OWNER_COLUMNS = {f"won_by_{name}": 1 << bit for bit, name in enumerate(OWNERS)} | {
    "single_waits": SINGLE_WAIT,
    "leaves_gates": LEAVES_GATES,
}
UINT8, UINT16, UINT32, TEXT = pa.uint8(), pa.uint16(), pa.uint32(), pa.string()
SHAPE_SCHEMA = pa.schema(
    [
        ("kind", TEXT),
        ("key", UINT32),
        ("counts", TEXT),
        ("decompositions", UINT8),
        ("decomposition", UINT8),
        ("row", UINT16),
        ("set_count", UINT8),
        ("sets", TEXT),
        ("pair", TEXT),
        *((name, TEXT) for name in OWNER_COLUMNS),
    ]
)


class ShapeRow(NamedTuple):
    """Where a decomposition of a shape stands in the runtime's tables."""

    key: int
    decompositions: int
    decomposition: int
    row: int


def shapes(built: Built) -> pa.Table:
    """One row for each decomposition of each shape of a suit and of the honors."""
    tables = built.shared
    further = np.asarray(tables["further"]).reshape(-1, 2)
    none = np.zeros((len(tables["honor_keys"]) + 1, 2), np.uint16)
    suit = _rows_of(tables["suit_keys"].tolist(), further.tolist())
    honors = _rows_of(tables["honor_keys"].tolist(), none.tolist())
    rows = [
        *_shape_values("honors", honors, tables["honor_sets"], tables["honor_owners"]),
        *_shape_values("suit", suit, tables["suit_sets"], tables["owners"]),
    ]
    columns = [
        pa.array(c, t) for c, t in zip(zip(*rows, strict=True), SHAPE_SCHEMA.types, strict=True)
    ]
    return pa.table(columns, SHAPE_SCHEMA)


def _rows_of(keys: Sequence[int], further: Sequence[Sequence[int]]) -> Iterator[ShapeRow]:
    """The decompositions of all shapes by key, the first one of each shape first."""
    for key, number in sorted(zip(keys, range(1, len(keys) + 1), strict=True)):
        at, more = further[number]
        for order, row in enumerate((number, *range(at, at + more))):
            yield ShapeRow(key, more + 1, order, row)


def _shape_values(
    kind: str, rows: Iterator[ShapeRow], sets: NDArray[np.generic], owners: NDArray[np.generic]
) -> Iterator[tuple[object, ...]]:
    signs = SIGNS[kind]
    set_rows, owner_rows = sets.reshape(-1, 5).tolist(), owners.reshape(-1, 9).tolist()
    for key, decompositions, decomposition, row in rows:
        *ids, pair = set_rows[row]
        groups = [tile_set(s) for s in ids if s != NO_SET]
        yield (
            kind,
            key,
            "".join(str(key // 5**r % 5) for r in range(len(signs))),
            decompositions,
            decomposition,
            row,
            len(groups),
            " ".join("".join(signs[t % 9] for t in g.tiles) for g in groups),
            signs[pair] * 2 if pair != NO_SET else None,
            *(_ranks(signs, owner_rows[row], bit) for bit in OWNER_COLUMNS.values()),
        )


def _ranks(signs: str, owners: Sequence[int], bit: int) -> str:
    """The ranks whose owner byte has this bit."""
    return "".join(sign for sign, owner in zip(signs, owners, strict=False) if owner & bit)


def combinations(built: Built) -> pa.Table:
    """One row for each legal choice of four sets, with its class in each family."""
    numbers = built.combinations
    return pa.table(
        {
            **{f"set_{i + 1}": pa.array(numbers[:, i], UINT8) for i in range(4)},
            "sets": _set_texts(numbers),
            **_class_columns(built.families, "classes"),
        }
    )


def knitted(built: Built) -> pa.Table:
    """One row for each set beside nine knitted tiles, with its class in each family."""
    numbers = np.arange(SET_IDS, dtype=np.uint8)
    return pa.table(
        {
            "set": pa.array(numbers, UINT8),
            "sets": _set_texts(numbers[:, np.newaxis]),
            **_class_columns(built.families, "knitted"),
        }
    )


def _set_texts(numbers: NDArray[np.uint8]) -> pa.Array:
    """The sets as tiles, separated by blanks."""
    texts = [format_tiles(tile_set(s).tiles) for s in range(SET_IDS)]
    columns = [repeated(texts, column, TEXT) for column in numbers.T]
    return pc.binary_join_element_wise(*columns, " ")


def _class_columns(families: dict[str, FamilyTables], field: str) -> dict[str, pa.Array]:
    """The class of each row in each family, null where the family knows none."""
    columns = {name: getattr(family, field) for name, family in families.items()}
    return {f"{name}_class": pa.array(c, UINT16, mask=c == 0) for name, c in columns.items()}
