"""Missing, cut, altered and mixed tables: each is refused or found, with path and command."""

import json
import os
import random
import shutil
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import hulebook_data
from hulebook.__main__ import main
from hulebook.errors import TableError
from hulebook.tables.content_hash import read_parquet
from hulebook.tables.file import HEADER, MEND, default_path, read_tables
from hulebook.tables.manifest import PARQUET, read_manifest
from hulebook.tables.verify import parquet_faults, verify

DATA = Path(hulebook_data.__file__).parent
MANIFEST = read_manifest(str(DATA / "manifest.json"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the shipped tables."""
    for name in ("tables.bin", "manifest.json", *(f"{n}.parquet" for n in PARQUET)):
        shutil.copy(DATA / name, tmp_path / name)
    return tmp_path


def without_words(data: bytes) -> bytes:
    """A table file that calls the shape words by another name, and its SHA-256 right."""
    body = data[HEADER:].replace(b"\nwords q", b"\nwardz q", 1)
    return data[:16] + sha256(data[8:16] + body).digest() + body


def fewer_shapes(data: bytes) -> bytes:
    body = data[HEADER:].replace(b"= suit_shapes 21743", b"= suit_shapes 21742", 1)
    return data[:16] + sha256(data[8:16] + body).digest() + body


def flipped(at: int) -> Callable[[bytes], bytes]:
    return lambda data: data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


DAMAGE: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "empty": (lambda data: b"", "is no table file"),
    "another file": (lambda data: b"PAR1" + data[4:], "is no table file"),
    "only a header": (lambda data: data[:HEADER], "is cut short or altered"),
    "half": (lambda data: data[: len(data) // 2], "is cut short or altered"),
    "last byte missing": (lambda data: data[:-1], "is cut short or altered"),
    "bytes appended": (lambda data: data + b"\0", "is cut short or altered"),
    "directory": (flipped(HEADER + 5), "is cut short or altered"),
    "directory length": (flipped(12), "is cut short or altered"),
    "hash": (flipped(20), "is cut short or altered"),
    "one bit in the middle": (flipped(2_000_000), "is cut short or altered"),
    "newer version": (
        lambda data: data[:8] + b"\2\0\0\0" + data[12:],
        "has format version 2, this hulebook reads 1",
    ),
    "a table missing": (without_words, "lacks the 70602 entries of words"),
    "a count changed": (fewer_shapes, "says 21742 suit_shapes, there are 21743"),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_damaged_table_files_are_refused(name: str, folder: Path) -> None:
    damage, fault = DAMAGE[name]
    path = folder / "tables.bin"
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(TableError) as error:
        read_tables(str(path))
    assert str(error.value).startswith(f"{path} {fault}")
    assert str(error.value).endswith("run `hulebook-build`, or install hulebook again")
    assert [f.message for f in verify(str(folder))] == [str(error.value)]


def test_missing_table_file(folder: Path) -> None:
    path = folder / "tables.bin"
    path.unlink()
    expected = f"{path} cannot be read (No such file or directory); {MEND}"
    with pytest.raises(TableError) as error:
        read_tables(str(path))
    assert str(error.value) == expected
    assert [f.message for f in verify(str(folder))] == [expected]
    (folder / "manifest.json").unlink()
    assert [f.path for f in verify(str(folder))] == [str(folder / "manifest.json"), str(path)]


def test_the_shipped_table_file_is_read() -> None:
    assert read_tables(default_path()).facts["suit_shapes"] == "21743"


@pytest.mark.parametrize("name", PARQUET)
@pytest.mark.parametrize("damage", ["missing", "empty", "cut", "other rows", "other type"])
def test_damaged_parquet_is_found(name: str, damage: str, folder: Path) -> None:
    path = folder / f"{name}.parquet"
    data, table = path.read_bytes(), read_parquet(str(path))
    if damage == "missing":
        path.unlink()
    elif damage == "empty":
        path.write_bytes(b"")
    elif damage == "cut":
        path.write_bytes(data[: len(data) // 2])
    elif damage == "other rows":
        pq.write_table(table.slice(1), path)
    else:
        pq.write_table(
            table.set_column(0, table.column_names[0], pa.array([0.5] * len(table))), path
        )
    assert list(parquet_faults(str(path), name, MANIFEST.parquet[name]))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name")
@pytest.mark.parametrize("name", ["tables.bin", "manifest.json", "fans.parquet"])
def test_only_regular_files_are_read(name: str, folder: Path) -> None:
    """A pipe that nobody writes to is never read to its end."""
    path = folder / name
    path.unlink()
    os.mkfifo(path)
    assert [str(f) for f in verify(str(folder))] == [f"{path} is no regular file; {MEND}"]
    if name == "tables.bin":
        with pytest.raises(TableError, match="is no regular file"):
            read_tables(str(path))


def test_an_empty_name_is_no_folder(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(TableError, match="the name of the folder is empty"):
        verify("")
    with pytest.raises(SystemExit) as end:
        main(["verify", ""])
    assert end.value.code == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.endswith("error: the name of FOLDER is empty\n")


def test_findings_name_path_and_command(folder: Path) -> None:
    path = folder / "pairs.parquet"
    path.write_bytes(path.read_bytes()[:1000])
    fault = "cannot be read (no Parquet file, or cut short or altered)"
    assert [tuple(f) for f in verify(str(folder))] == [(str(path), f"{path} {fault}; {MEND}")]


def test_bits_flipped_anywhere_in_parquet_are_found(tmp_path: Path) -> None:
    """Or they say nothing: statistics and names of the writer are not of the table."""
    rng = random.Random(7)
    path = tmp_path / "fans.parquet"
    data, told = (DATA / path.name).read_bytes(), read_parquet(str(DATA / path.name))
    found = 0
    for _ in range(500):
        at = rng.randrange(len(data))
        path.write_bytes(data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :])
        if list(parquet_faults(str(path), "fans", MANIFEST.parquet["fans"])):
            found += 1
        else:
            assert read_parquet(str(path)).equals(told)
    assert found > 300


def test_same_rows_from_another_writer_are_fine(folder: Path) -> None:
    path = folder / "records.parquet"
    pq.write_table(read_parquet(str(path)), path, compression="gzip", row_group_size=500)
    assert verify(str(folder)) == []


def test_one_changed_value_is_found(folder: Path) -> None:
    path = folder / "rules.parquet"
    table = read_parquet(str(path))
    points = table["points"].to_pylist()
    points[7] += 1
    at = table.column_names.index("points")
    changed = table.set_column(at, table.schema.field(at), pa.array(points, pa.uint16()))
    pq.write_table(changed.replace_schema_metadata(table.schema.metadata), path)
    assert [str(f) for f in verify(str(folder))] == [
        f"{path} is altered (the SHA-256 of its columns is not the one in manifest.json); {MEND}"
    ]


def test_metadata_of_another_build_is_found(folder: Path) -> None:
    path = folder / "knitted.parquet"
    table = read_parquet(str(path))
    facts = {**table.schema.metadata, b"format": b"2"}
    pq.write_table(table.replace_schema_metadata(facts), path)
    assert [str(f) for f in verify(str(folder))] == [
        f"{path} says format 2, manifest.json has 1; {MEND}"
    ]


def test_the_version_that_made_tables_only_informs(folder: Path) -> None:
    change_manifest(folder, lambda m: m.update(hulebook="9.9"))  # type: ignore[call-overload]
    assert verify(str(folder)) == []


def change_manifest(folder: Path, change: Callable[[dict[str, dict[str, object]]], object]) -> Path:
    path = folder / "manifest.json"
    made = json.loads(path.read_text("utf8"))
    change(made)
    path.write_text(json.dumps(made), "utf8")
    return path


MANIFESTS: dict[str, tuple[Callable[[dict[str, dict]], object], str]] = {
    "newer version": (
        lambda m: m.update(format=2),
        "has format version 2, this hulebook reads 1",
    ),
    "a file left out": (lambda m: m["files"].pop("fans.parquet"), "is no manifest (KeyError"),
    "rows that are no number": (
        lambda m: m["files"]["fans.parquet"].update(rows="many"),
        "is no manifest (ValueError",
    ),
    "files that are a list": (lambda m: m.update(files=[]), "is no manifest (TypeError"),
    "another count": (
        lambda m: m["counts"].update(suit_shapes=5),
        "says 5 suit_shapes, there are 21743",
    ),
    "a rule set revised": (
        lambda m: m["rule_sets"]["mcr"].update(revision=0),
        "lacks rule set mcr as this version of hulebook has it",
    ),
    "a rule set left out": (
        lambda m: m["rule_sets"].pop("mcr-98"),
        "lacks rule set mcr-98 as this version of hulebook has it",
    ),
    "a rule set of another version": (
        lambda m: m["rule_sets"].update(riichi={}),
        "has rule set riichi, which this version of hulebook does not know",
    ),
}


@pytest.mark.parametrize("name", MANIFESTS)
def test_manifests_that_do_not_fit(name: str, folder: Path) -> None:
    change, fault = MANIFESTS[name]
    path = change_manifest(folder, change)
    found = verify(str(folder))
    assert [f.path for f in found] == [str(path)]
    assert str(found[0]).startswith(f"{path} {fault}")
    assert str(found[0]).endswith(MEND)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "3", '"x"', '{"format": 1}'])
def test_texts_that_are_no_manifest(text: str, folder: Path) -> None:
    path = folder / "manifest.json"
    path.write_text(text, "utf8")
    with pytest.raises(
        TableError, match=r"manifest\.json (is no manifest|has format version None)"
    ):
        read_manifest(str(path))
    assert [f.path for f in verify(str(folder))] == [str(path)]


def test_a_table_file_of_another_build(folder: Path) -> None:
    """Files of two builds are each whole, and do not belong together."""
    path = folder / "tables.bin"
    data = path.read_bytes()
    at = data.index(b"parquet.fans ") + len("parquet.fans ")
    body = data[HEADER:at] + b"0" * 64 + data[at + 64 :]
    other = data[:16] + sha256(data[8:16] + body).digest() + body
    path.write_bytes(other)
    assert [str(f) for f in verify(str(folder))] == [
        f"{path} is not the file that manifest.json describes; {MEND}"
    ]
    digest = sha256(other).hexdigest()
    change_manifest(folder, lambda m: m["files"]["tables.bin"].update(sha256=digest))
    assert [str(f) for f in verify(str(folder))] == [
        f"{path} was not made together with fans.parquet; {MEND}"
    ]
