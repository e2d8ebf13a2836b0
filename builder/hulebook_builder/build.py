"""Makes all tables, step by step."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hulebook.hands.sets import SORT_OF, pair_class
from hulebook.rules import SHIPPED
from hulebook.rules.ruleset import MCR_FAMILY, ZUNG_JUNG_FAMILY, RuleSet
from hulebook.tables import layout
from hulebook.tables.house_rule import TYPES, Record, compile_rules
from hulebook_builder.combinations import legal_combinations
from hulebook_builder.hashing import HASH_BITS, slots_of
from hulebook_builder.mcr_records import mcr_tables
from hulebook_builder.records import FamilyTables
from hulebook_builder.words import make_knitted, make_melds, make_shapes, set_randoms
from hulebook_builder.zj_records import zung_jung_tables

Array = NDArray[np.generic]
NUMPY_TYPES = {"B": np.uint8, "H": np.uint16, "I": np.uint32, "i": np.int32, "q": np.int64}
FAMILIES = {MCR_FAMILY: mcr_tables, ZUNG_JUNG_FAMILY: zung_jung_tables}


class Built(NamedTuple):
    """Everything that is written: shared tables, families and their combinations, rule sets."""

    shared: dict[str, Array]
    combinations: NDArray[np.uint8]
    families: dict[str, FamilyTables]
    rule_sets: dict[str, dict[str, Array]]


def build(step: Callable[[str], None] = lambda _: None) -> Built:
    """Make all tables from nothing. `step` is told what comes next."""
    step("shapes")
    randoms, knitted_random = set_randoms()
    shared: dict[str, Array] = {
        **make_shapes(randoms)._asdict(),
        **make_melds(randoms)._asdict(),
        **make_knitted(knitted_random)._asdict(),
        "pair_classes": np.array([pair_class(t) for t in range(34)], np.uint8),
        "sort_bits": np.array(SORT_OF, np.uint16),
    }
    step("combinations of sets")
    combinations = legal_combinations()
    families = {}
    for name, make in FAMILIES.items():
        step(f"records of {name}")
        families[name] = make(combinations)
    step("hash of the combinations")
    shared |= _hash(combinations, families, randoms, knitted_random)
    rule_sets = {}
    for rules in SHIPPED.values():
        step(f"rule set {rules.id}")
        rule_sets[rules.id] = rule_set_tables(rules, families[rules.family].records)
    return Built(shared, combinations, families, rule_sets)


def _hash(
    combinations: NDArray[np.uint8],
    families: dict[str, FamilyTables],
    randoms: Sequence[int],
    knitted_random: int,
) -> dict[str, Array]:
    """The multipliers, and each family's class per slot."""
    numbers = np.array(randoms, np.int64)
    four = numbers[combinations].sum(axis=1)
    sums = np.concatenate([four, numbers + knitted_random]) & ((1 << HASH_BITS) - 1)
    per_family = [np.concatenate([f.classes, f.knitted]) for f in families.values()]
    _, together = np.unique(np.stack(per_family, axis=1), axis=0, return_inverse=True)
    multipliers, owner = slots_of(sums, together.ravel().astype(np.int64))
    tables: dict[str, Array] = {"multipliers": multipliers}
    for name, classes in zip(families, per_family, strict=True):
        tables[f"family.{name}.slots"] = np.where(owner < 0, 0, classes[owner]).astype(np.uint16)
    return tables


def rule_set_tables(rules: RuleSet, records: Sequence[Record]) -> dict[str, Array]:
    made = compile_rules(rules, records)
    return {name: np.array(made[name], NUMPY_TYPES[kind]) for name, kind in TYPES.items()}


def all_tables(built: Built) -> dict[str, Array]:
    """The tables as the runtime's file names them."""
    tables = dict(built.shared)
    for name, family in built.families.items():
        tables |= {f"family.{name}.{key}": table for key, table in family.tables().items()}
    for name, rule_set in built.rule_sets.items():
        tables |= {f"rules.{name}.{key}": table for key, table in rule_set.items()}
    return tables


def facts(parquet: Mapping[str, str]) -> dict[str, object]:
    """What the table file says of itself: counts, and the hashes of the Parquet by name."""
    return {
        "suit_shapes": layout.SUIT_SHAPES,
        "suit_decompositions": layout.SUIT_DECOMPOSITIONS,
        "honor_shapes": layout.HONOR_SHAPES,
        "legal_combinations": layout.LEGAL_COMBINATIONS,
        **{f"parquet.{name}": digest for name, digest in parquet.items()},
    }
