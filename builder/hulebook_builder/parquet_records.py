"""The tables of static records: what four sets and a pair make, whatever the context."""

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from hulebook.hands.sets import PAIR_CLASSES, WIND_PAIR, class_pair
from hulebook.hands.tiles import WINDS, format_tiles
from hulebook_builder.arrow import FANS, constant, repeated
from hulebook_builder.build import Built
from hulebook_builder.records import FamilyTables

# The hands of single tiles, in the order of `specials`.
SINGLES = (
    "thirteen orphans",
    "greater honors and knitted tiles",
    "lesser honors and knitted tiles",
    "lesser honors and knitted tiles with a knitted straight",
)
PAIRS = tuple(
    "wind" if c == WIND_PAIR else format_tiles([class_pair(c)] * 2) for c in range(1, PAIR_CLASSES)
)
UINT8, UINT16, TEXT = pa.uint8(), pa.uint16(), pa.string()


def records(built: Built) -> pa.Table:
    """One row for each static record: its fans before exclusion, and its pungs of winds."""
    return pa.concat_tables(_records(name, f) for name, f in built.families.items())


def _records(name: str, family: FamilyTables) -> pa.Table:
    rows = family.records[1:]
    gates = np.zeros(len(family.records), np.uint16)
    gates[: len(family.gates)] = family.gates
    return pa.table(
        {
            "family": constant(name, len(rows)),
            "record": pa.array(range(1, len(family.records)), UINT16),
            "fans": pa.array([r.tokens for r in rows], FANS),
            "wind_pungs": pa.array([_winds(r.winds) for r in rows], TEXT),
            "with_nine_gates": pa.array(gates[1:], UINT16, mask=gates[1:] == 0),
        }
    )


def _winds(mask: int) -> str:
    return "".join(wind for bit, wind in enumerate(WINDS) if mask >> bit & 1)


def pairs(built: Built) -> pa.Table:
    """One row for each class of four sets and each kind of pair: the record that they make."""
    return pa.concat_tables(_pairs(name, f) for name, f in built.families.items())


def _pairs(name: str, family: FamilyTables) -> pa.Table:
    table = family.signatures.reshape(-1, PAIR_CLASSES)[1:, 1:]
    classes, count = table.shape
    return pa.table(
        {
            "family": constant(name, table.size),
            "class": pa.array(np.repeat(np.arange(1, classes + 1), count), UINT16),
            "pair": repeated(PAIRS, np.tile(np.arange(count), classes), TEXT),
            "record": pa.array(table.ravel(), UINT16),
        }
    )


def specials(built: Built) -> pa.Table:
    """One row for each kind of hand without four sets: its record, for seven pairs by how many
    kinds of suit tiles and of honors are there four times."""
    return pa.concat_tables(_specials(name, f) for name, f in built.families.items())


def _specials(name: str, family: FamilyTables) -> pa.Table:
    at = np.flatnonzero(family.seven_records)
    none = [None] * len(SINGLES)
    columns = {
        "hand": (["seven pairs"] * len(at) + list(SINGLES), TEXT),
        "row": ([*(at >> 4).tolist(), *none], UINT16),
        "suit_quads": ([*(at >> 2 & 3).tolist(), *none], UINT8),
        "honor_quads": ([*(at & 3).tolist(), *none], UINT8),
        "record": ([*family.seven_records[at].tolist(), *family.specials.tolist()], UINT16),
    }
    table = pa.table({key: pa.array(values, type_) for key, (values, type_) in columns.items()})
    table = table.filter(pc.greater(table["record"], 0))
    return table.add_column(0, "family", constant(name, len(table)))


def seven_pairs(built: Built) -> pa.Table:
    """One row for each set of sorts of tile in seven pairs (the bits of `hulebook.hands.sets`), with
    its row of `specials` in each family."""
    rows = {name: family.seven for name, family in built.families.items()}
    sorts = np.flatnonzero(np.any(list(rows.values()), axis=0))
    return pa.table(
        {
            "sorts": pa.array(sorts, UINT16),
            **{f"{name}_row": pa.array(row[sorts], UINT16) for name, row in rows.items()},
        }
    )
