"""The text of `manifest.json`: what was made, and how to know it again."""

from collections.abc import Mapping
from hashlib import sha256
from json import dumps

import pyarrow as pa

from hulebook.rules import SHIPPED
from hulebook.tables import layout
from hulebook.tables.file import FILE_NAME as TABLES
from hulebook.tables.manifest import COUNTS, rule_set_facts
from hulebook.version import __version__


def manifest_text(parquet: Mapping[str, pa.Table], table_file: bytes) -> str:
    """The manifest of these files. The same tables give the same text: it holds no time, and of
    Parquet files only what their columns say."""
    files: dict[str, object] = {
        TABLES: {"bytes": len(table_file), "sha256": sha256(table_file).hexdigest()}
    }
    for name, table in parquet.items():
        digest = table.schema.metadata[b"sha256"].decode()
        files[f"{name}.parquet"] = {"rows": table.num_rows, "sha256": digest}
    made = {
        "format": layout.FORMAT,
        "hulebook": __version__,
        "rule_sets": {id_: rule_set_facts(rules) for id_, rules in SHIPPED.items()},
        "counts": COUNTS,
        "files": files,
    }
    return dumps(made, indent=2, ensure_ascii=False) + "\n"
