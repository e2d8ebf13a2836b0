"""Checks the installed tables from end to end: every file, every row, and that they belong
together. What loading checks by itself is in `hulebook.tables.file`."""

from collections.abc import Iterator
from typing import NamedTuple

from hulebook.errors import TableError
from hulebook.hands.sets import SET_IDS
from hulebook.rules import SHIPPED
from hulebook.tables import layout
from hulebook.tables.file import FILE_NAME as TABLES
from hulebook.tables.file import (
    IRREGULAR,
    TableFile,
    default_folder,
    is_irregular,
    parse_tables,
    read_bytes,
    read_tables,
    refusal,
)
from hulebook.tables.manifest import COUNTS, Manifest, ParquetFacts, read_manifest, rule_set_facts
from hulebook.tables.manifest import FILE_NAME as MANIFEST

# Rows of a Parquet file, wherever the count is known before building.
ROWS = {
    "shapes": layout.SUIT_DECOMPOSITIONS + layout.HONOR_SHAPES,
    "combinations": layout.LEGAL_COMBINATIONS,
    "knitted": SET_IDS,
}


class Finding(NamedTuple):
    """Something wrong with a file: its path, and a line that also says what to do."""

    path: str
    message: str

    def __str__(self) -> str:
        return self.message


def verify(folder: str | None = None) -> list[Finding]:
    """Read all tables of a folder (the installed ones if none is given) and check them.

    Checked are the manifest against this version's rule sets and counts, the runtime's table
    file against the manifest, and every Parquet file by the hash of its columns and its rows
    against its own metadata, the manifest and the table file. Needs pyarrow. Returns what is
    wrong; nothing if all is well. The version of hulebook in the manifest only informs: whether
    tables fit is decided by their format, rule sets and counts.

    >>> verify()
    []
    >>> verify("/nowhere")[0].message
    '/nowhere/manifest.json cannot be read (No such file or directory); run `hulebook-build`, or \
install hulebook again'
    """
    if folder == "":
        raise TableError("the name of the folder is empty")
    folder = folder or default_folder()
    manifest_path, tables_path = f"{folder}/{MANIFEST}", f"{folder}/{TABLES}"
    try:
        if is_irregular(manifest_path):
            raise refusal(manifest_path, IRREGULAR)
        manifest = read_manifest(manifest_path)
    except TableError as error:
        return [Finding(manifest_path, str(error)), *_unread(tables_path)]
    findings = [_finding(manifest_path, fault) for fault in _manifest_faults(manifest)]
    try:
        tables = _tables_of(tables_path, manifest)
    except TableError as error:
        findings.append(Finding(tables_path, str(error)))
        tables = None
    for name, facts in manifest.parquet.items():
        path = f"{folder}/{name}.parquet"
        findings += [_finding(path, fault) for fault in parquet_faults(path, name, facts)]
        if tables and tables.facts.get(f"parquet.{name}") != facts.sha256:
            findings.append(_finding(tables_path, f"was not made together with {name}.parquet"))
    return findings


def _finding(path: str, fault: str) -> Finding:
    return Finding(path, str(refusal(path, fault)))


def _unread(tables_path: str) -> list[Finding]:
    """What is wrong with the table file by itself, when there is no manifest."""
    try:
        read_tables(tables_path)
    except TableError as error:
        return [Finding(tables_path, str(error))]
    return []


def _manifest_faults(manifest: Manifest) -> Iterator[str]:
    for name, count in COUNTS.items():
        if manifest.counts.get(name) != count:
            yield f"says {manifest.counts.get(name)} {name}, there are {count}"
    for id_, rules in SHIPPED.items():
        if manifest.rule_sets.get(id_) != rule_set_facts(rules):
            yield f"lacks rule set {id_} as this version of hulebook has it"
    for id_ in manifest.rule_sets.keys() - SHIPPED.keys():
        yield f"has rule set {id_}, which this version of hulebook does not know"


def _tables_of(path: str, manifest: Manifest) -> TableFile:
    from hashlib import sha256

    data = read_bytes(path)
    tables = parse_tables(data, path)
    if (len(data), sha256(data).hexdigest()) != (manifest.table_bytes, manifest.table_sha256):
        raise refusal(path, "is not the file that manifest.json describes")
    return tables


def parquet_faults(path: str, name: str, facts: ParquetFacts) -> Iterator[str]:
    """What is wrong with a Parquet file: whether it can be read, its rows, their hash, and what
    it says of itself. `facts` are those of the manifest."""
    from hulebook.tables.content_hash import logical_hash, read_parquet

    if is_irregular(path):
        yield IRREGULAR
        return
    try:
        table = read_parquet(path)
        digest = logical_hash(table)
    except (OSError, TypeError) as error:
        reason = getattr(error, "strerror", None)
        yield f"cannot be read ({reason or 'no Parquet file, or cut short or altered'})"
        return
    known = ROWS.get(name, facts.rows)
    if table.num_rows != known or facts.rows != known:
        yield f"has {table.num_rows} rows, manifest.json says {facts.rows}, there are {known}"
    if digest != facts.sha256:
        yield "is altered (the SHA-256 of its columns is not the one in manifest.json)"
    own = {
        key.decode(errors="replace"): value.decode(errors="replace")
        for key, value in (table.schema.metadata or {}).items()
    }
    said = {"format": str(layout.FORMAT), "rows": str(facts.rows), "sha256": facts.sha256}
    for key, value in said.items():
        if own.get(key) != value:
            yield f"says {key} {own.get(key)}, manifest.json has {value}"
