"""Makes a slice of the tables again and compares it with made ones: seconds, for every test run.

`hulebook-build --check` compares everything.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hulebook.engine.steps import slot_of
from hulebook.hands.sets import PAIR_CLASSES
from hulebook.rules import MCR, RuleSet
from hulebook.rules.ruleset import MCR_FAMILY, ZUNG_JUNG_FAMILY
from hulebook.tables import layout
from hulebook.tables.file import TableFile
from hulebook.tables.house_rule import Record, unpack_records
from hulebook_builder import mcr_records, zj_records
from hulebook_builder.build import Array, rule_set_tables
from hulebook_builder.combinations import SETS, legal_combinations
from hulebook_builder.records import Classes, Records
from hulebook_builder.words import make_knitted, make_melds, make_shapes, set_randoms

CLASSES = {
    MCR_FAMILY: mcr_records.standard_classes,
    ZUNG_JUNG_FAMILY: zj_records.standard_classes,
}
EVERY = 197


class Cell(NamedTuple):
    """Four sets and a pair class of which the record is not the stored one."""

    family: str
    sets: str
    pair: int
    stored: Record
    made: Record

    def __str__(self) -> str:
        return (
            f"{self.family}: {self.sets} with pair class {self.pair} is stored as {self.stored}, "
            f"a new build makes {self.made}"
        )


def slice_differences(tables: TableFile, every: int = EVERY, rules: RuleSet = MCR) -> Iterator[str]:
    """What differs in these tables from a new build of a slice, one line each.

    The slice is all shapes, declared sets and knitted tiles; the records of one combination of
    sets in `every`, with every pair, in each family; and one rule set.
    """
    randoms, knitted_random = set_randoms()
    shared: dict[str, Array] = {
        **make_shapes(randoms)._asdict(),
        **make_melds(randoms)._asdict(),
        **make_knitted(knitted_random)._asdict(),
    }
    yield from _unequal(tables, "", shared)
    sample = legal_combinations()[::every]
    for family in CLASSES:
        yield from map(str, _other_records(tables, family, sample, randoms))
    records = _records(tables, rules.family)
    yield from _unequal(tables, f"rules.{rules.id}.", rule_set_tables(rules, records))


def _unequal(tables: TableFile, prefix: str, made: dict[str, Array]) -> Iterator[str]:
    for name, table in made.items():
        stored = tables.columns.get(prefix + name)
        if stored is None or stored.tolist() != table.tolist():
            yield f"table {prefix}{name} differs"


def _records(tables: TableFile, family: str) -> list[Record]:
    return unpack_records(tables.columns[f"family.{family}.raw_records"])


def _other_records(
    tables: TableFile, family: str, sample: NDArray[np.uint8], randoms: list[int]
) -> Iterator[Cell]:
    """Where the runtime finds other fans than the rules say, for these combinations."""
    made_records, made_classes = Records(), Classes()
    classes = CLASSES[family](made_records, made_classes, sample)
    made = made_classes.signatures().reshape(-1, PAIR_CLASSES)
    stored_records = _records(tables, family)
    stored = tables.columns[f"family.{family}.signatures"]
    slots = tables.columns[f"family.{family}.slots"]
    multipliers = tables.columns["multipliers"]
    for sets, new in zip(sample.tolist(), classes.tolist(), strict=True):
        word = sum(randoms[s] for s in sets) << layout.HASH_SHIFT
        old = slots[slot_of(word, multipliers)]
        for pair in range(1, PAIR_CLASSES):
            a = stored_records[stored[old * PAIR_CLASSES + pair]]
            b = made_records.rows[made[new, pair]]
            if a != b:
                yield Cell(family, " ".join(str(SETS[s].tiles) for s in sets), pair, a, b)
