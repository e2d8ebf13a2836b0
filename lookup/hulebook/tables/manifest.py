"""Reads `manifest.json`, which says what the builder made: files, counts, rule sets, hashes."""

from collections.abc import Mapping
from typing import NamedTuple

from hulebook.rules.ruleset import RuleSet
from hulebook.tables import layout
from hulebook.tables.file import refusal

FILE_NAME = "manifest.json"
# The Parquet files, by name without `.parquet`.
PARQUET = (
    "shapes",
    "combinations",
    "knitted",
    "records",
    "pairs",
    "specials",
    "seven_pairs",
    "fans",
    "rules",
    "winds",
    "contexts",
    "outcomes",
)
COUNTS: dict[str, object] = {
    "suit_shapes": layout.SUIT_SHAPES,
    "suit_decompositions": layout.SUIT_DECOMPOSITIONS,
    "honor_shapes": layout.HONOR_SHAPES,
    "set_combinations": layout.SET_COMBINATIONS,
    "legal_combinations": layout.LEGAL_COMBINATIONS,
    "standard_hands": layout.STANDARD_HANDS,
    "hand_decompositions": layout.HAND_DECOMPOSITIONS,
    "hands_by_decompositions": list(layout.HANDS_BY_DECOMPOSITIONS),
}


class ParquetFacts(NamedTuple):
    """Rows of a Parquet file, and the SHA-256 of what its columns say."""

    rows: int
    sha256: str


class Manifest(NamedTuple):
    """What the builder made. `table_bytes` and `table_sha256` are those of `tables.bin`."""

    hulebook: str
    rule_sets: dict[str, object]
    counts: dict[str, object]
    table_bytes: int
    table_sha256: str
    parquet: dict[str, ParquetFacts]


def rule_set_facts(rules: RuleSet) -> dict[str, object]:
    """What a manifest says of a rule set."""
    return {
        "family": rules.family,
        "revision": rules.revision,
        "switches": dict(rules.switches),
    }


def read_manifest(path: str) -> Manifest:
    """Read a manifest.

    Raises `TableError`, naming the path and what to run, if it is missing, no manifest, or of
    another format version.
    """
    from json import loads

    try:
        with open(path, encoding="utf-8") as file:
            made = loads(file.read())
    except OSError as error:
        raise refusal(path, f"cannot be read ({error.strerror})") from None
    except (ValueError, RecursionError):
        raise refusal(path, "is no manifest (not JSON)") from None
    version = made.get("format") if isinstance(made, dict) else None
    if version != layout.FORMAT:
        raise refusal(path, f"has format version {version}, this hulebook reads {layout.FORMAT}")
    try:
        return _manifest(made)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise refusal(path, f"is no manifest ({error!r})") from None


def _manifest(made: Mapping[str, dict[str, dict[str, object]]]) -> Manifest:
    table = made["files"]["tables.bin"]
    parquet = {
        name: ParquetFacts(int(str(entry["rows"])), str(entry["sha256"]))
        for name in PARQUET
        for entry in [made["files"][f"{name}.parquet"]]
    }
    return Manifest(
        str(made["hulebook"]),
        dict(made["rule_sets"]),
        dict(made["counts"]),
        int(str(table["bytes"])),
        str(table["sha256"]),
        parquet,
    )
