"""Puts a build on disk in one step, or compares it with what is there."""

import shutil
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EIO, ENOTDIR
from os import strerror
from os.path import lexists
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple

import pyarrow as pa

from hulebook.errors import TableError
from hulebook.tables.content_hash import logical_hash, read_parquet
from hulebook.tables.file import FILE_NAME as TABLES
from hulebook.tables.file import TableFile, parse_tables, read_tables
from hulebook.tables.manifest import FILE_NAME as MANIFEST
from hulebook_builder.build import Built, all_tables, facts
from hulebook_builder.manifest import manifest_text
from hulebook_builder.pack import pack
from hulebook_builder.parquet import parquet_tables, write_parquet

TEMPORARY = ".hulebook-build-"
STALE_SECONDS = 3600.0


class Files(NamedTuple):
    """The contents of all files of a build."""

    parquet: dict[str, pa.Table]
    table_file: bytes
    manifest: str


def files_of(built: Built) -> Files:
    """The files of a build, each naming the hashes of those that it was made with."""
    parquet = parquet_tables(built)
    hashes = {name: table.schema.metadata[b"sha256"].decode() for name, table in parquet.items()}
    table_file = pack(all_tables(built), facts(hashes))
    return Files(parquet, table_file, manifest_text(parquet, table_file))


def check_writable(folder: Path) -> None:
    """Make the folder if need be. Raises `OSError` if nothing can be written there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise NotADirectoryError(ENOTDIR, "it is no folder", str(_in_the_way(folder))) from None
    Path(mkdtemp(prefix=TEMPORARY, dir=folder)).rmdir()


def _in_the_way(folder: Path) -> Path:
    """What stands in the place of a folder or of one above it."""
    return next((path for path in (folder, *folder.parents) if lexists(path)), folder)


def write(files: Files, folder: Path) -> None:
    """Replace the tables of a folder.

    Everything is written beside the old files first, so a build that is killed leaves them as
    they were. The table file, which the runtime reads alone, changes in one step; the manifest
    comes last, and `hulebook verify` finds files that are not of one build.
    """
    with naming(folder), room_in(folder) as new:
        for name, table in files.parquet.items():
            write_parquet(table, new / f"{name}.parquet")
        (new / TABLES).write_bytes(files.table_file)
        (new / MANIFEST).write_text(files.manifest, encoding="utf-8", newline="\n")
        with _uninterrupted():
            for name in (*(f"{n}.parquet" for n in files.parquet), TABLES, MANIFEST):
                (new / name).replace(folder / name)


@contextmanager
def room_in(folder: Path) -> Iterator[Path]:
    """A folder for new files beside those they replace; it is removed afterwards."""
    _remove_stale(folder)
    new = Path(mkdtemp(prefix=TEMPORARY, dir=folder))
    try:
        yield new
    finally:
        shutil.rmtree(new, ignore_errors=True)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """An `OSError` names this path, not a file beside it that is gone afterwards, nor nothing."""
    try:
        yield
    except OSError as error:
        reason = strerror(error.errno) if error.errno else str(error)
        raise OSError(error.errno or EIO, reason, str(path)) from error


def _remove_stale(folder: Path) -> None:
    """Remove what killed builds left; a build that is still running is younger than that."""
    for left in folder.glob(f"{TEMPORARY}*"):
        if time.time() - left.stat().st_mtime > STALE_SECONDS:
            shutil.rmtree(left, ignore_errors=True)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C and SIGTERM are ignored for the moment in which files are swapped."""
    numbers = (signal.SIGINT, signal.SIGTERM)
    handlers = [signal.signal(number, signal.SIG_IGN) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, handlers, strict=True):
            signal.signal(number, handler)


def differences(files: Files, folder: Path) -> list[str]:
    """What in a folder is not as a new build has it, one line a file or table."""
    found: list[str] = []
    for name, table in files.parquet.items():
        found += _parquet_differences(table, folder / f"{name}.parquet")
    found += _table_differences(files.table_file, folder / TABLES)
    path = folder / MANIFEST
    try:
        if path.read_bytes() != files.manifest.encode():
            found.append(f"{path} is not the manifest of a new build")
    except OSError as error:
        found.append(f"{path} cannot be read ({error.strerror})")
    return found


def _parquet_differences(table: pa.Table, path: Path) -> list[str]:
    try:
        old = logical_hash(read_parquet(str(path)))
    except (OSError, TypeError) as error:
        return [f"{path} cannot be read ({getattr(error, 'strerror', None) or error})"]
    return [f"{path} has other rows than a new build"] if old != logical_hash(table) else []


def _table_differences(data: bytes, path: Path) -> list[str]:
    try:
        old = read_tables(str(path))
    except TableError as error:
        return [str(error)]
    new = parse_tables(data, "the new build")
    names = list(_unequal(old, new))
    if not names and path.read_bytes() != data:
        names = ["the order of tables"]
    return [f"{path}: {name} differs" for name in names]


def _unequal(old: TableFile, new: TableFile) -> Iterator[str]:
    """The names of tables and facts that two table files do not share."""
    for name in dict.fromkeys((*old.columns, *new.columns)):
        if old.columns.get(name) != new.columns.get(name):
            yield f"table {name}"
    for name in dict.fromkeys((*old.facts, *new.facts)):
        if old.facts.get(name) != new.facts.get(name):
            yield f"fact {name}"
