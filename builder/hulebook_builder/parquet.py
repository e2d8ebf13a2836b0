"""Parquet files of all tables, for people and for proof: what the runtime's one file is made of."""

from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from hulebook.rules import SHIPPED
from hulebook.tables.content_hash import logical_hash
from hulebook.tables.layout import FORMAT
from hulebook_builder import parquet_records, parquet_rules, parquet_sets
from hulebook_builder.build import Built

RULE_SETS = " ".join(f"{r.id}/{r.revision}" for r in SHIPPED.values())
# By file name without `.parquet`; every table is sorted by its first columns.
MAKERS: dict[str, Callable[[Built], pa.Table]] = {
    "shapes": parquet_sets.shapes,
    "combinations": parquet_sets.combinations,
    "knitted": parquet_sets.knitted,
    "records": parquet_records.records,
    "pairs": parquet_records.pairs,
    "specials": parquet_records.specials,
    "seven_pairs": parquet_records.seven_pairs,
    "fans": parquet_rules.fans,
    "rules": parquet_rules.rules,
    "winds": parquet_rules.winds,
    "contexts": parquet_rules.contexts,
    "outcomes": parquet_rules.outcomes,
}
# Sorted columns, of which the differences take a fraction of the room.
ENCODINGS = {
    "key": "DELTA_BINARY_PACKED",
    "class": "DELTA_BINARY_PACKED",
    "sorts": "DELTA_BINARY_PACKED",
    "sets": "DELTA_BYTE_ARRAY",
}


def parquet_tables(built: Built) -> dict[str, pa.Table]:
    """All tables by name, their schema metadata naming format, rule sets, rows and hash."""
    return {name: stamped(make(built)) for name, make in MAKERS.items()}


def stamped(table: pa.Table) -> pa.Table:
    """The table with what its schema metadata says of it."""
    facts = {
        "format": str(FORMAT),
        "rules": RULE_SETS,
        "rows": str(table.num_rows),
        "sha256": logical_hash(table),
    }
    return table.replace_schema_metadata(facts)


def write_parquet(table: pa.Table, path: Path) -> None:
    pq.write_table(
        table,
        path,
        compression="zstd",
        compression_level=12,
        use_dictionary=False,
        column_encoding={c: e for c, e in ENCODINGS.items() if c in table.column_names},
        write_page_checksum=True,
    )
