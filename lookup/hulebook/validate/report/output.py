"""Writes differences to Parquet, CSV or JSON lines, all or nothing."""

import csv
import json
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from os import PathLike, fspath
from pathlib import Path
from typing import IO, Self

import pyarrow as pa
import pyarrow.parquet as pq

from hulebook.validate.compare.differences import Difference
from hulebook.validate.readers.sources import STDIN, reason

AMOUNTS = pa.list_(pa.int64())
SCHEMA = pa.schema(
    [
        ("file", pa.string()),
        ("row", pa.int64()),
        ("kind", pa.string()),
        ("hand", pa.string()),
        ("recorded_total", pa.int64()),
        ("total", pa.int64()),
        ("recorded_fans", pa.string()),
        ("fans", pa.string()),
        ("recorded_payments", AMOUNTS),
        ("payments", AMOUNTS),
        ("message", pa.string()),
        ("explained_by", pa.string()),
    ]
)
SUFFIXES = (".parquet", ".csv", ".jsonl")
GROUP = 1 << 13
_encode = json.JSONEncoder(ensure_ascii=False).encode


class OutputError(Exception):
    """The output cannot be written; nothing of it is left."""


def check_suffix(path: str | PathLike[str]) -> None:
    """Raise `ValueError` unless the suffix says what is to be written."""
    if Path(path).suffix.lower() not in SUFFIXES:
        raise ValueError(f"{fspath(path)}: the suffix must be one of {', '.join(SUFFIXES)}")


def check_apart(path: str | PathLike[str], inputs: Iterable[str]) -> None:
    """Raise `ValueError` if the output is, by whatever name, one of the files to be read."""
    for one in inputs:
        with suppress(OSError):
            if os.path.samefile(path, sys.stdin.fileno() if one == STDIN else one):
                raise ValueError(f"output {fspath(path)!r} is a file to be read: {one!r}")


class Output:
    """A file of differences in the making. Its name is given when all is written and closed.

    A context manager: leaving it by an exception, and any failure to write, removes what there
    is. Raises `OutputError`.
    """

    def __init__(self, path: str) -> None:
        self.path = Path(path)
        self._suffix = self.path.suffix.lower()
        self._temporary = self.path.with_name(f".{self.path.name}.{os.getpid()}.tmp")
        self._held: list[Difference] = []
        self._file: IO[bytes] | None = None
        self._parquet: pq.ParquetWriter | None = None
        self._guard(self._open)

    def _open(self) -> None:
        self._file = open(self._temporary, "wb")
        if self._suffix == ".parquet":
            self._parquet = pq.ParquetWriter(self._file, SCHEMA, compression="zstd")
        elif self._suffix == ".csv":
            self._file.write((",".join(SCHEMA.names) + "\n").encode())

    def write(self, differences: Iterable[Difference]) -> None:
        """Add differences; they are written some at a time."""
        for one in differences:
            self._held.append(one)
            if len(self._held) == GROUP:
                self._guard(self._flush)

    def _flush(self) -> None:
        assert self._file is not None
        if self._parquet is not None:
            rows = [one._asdict() for one in self._held]
            self._parquet.write_table(pa.Table.from_pylist(rows, SCHEMA))
        elif self._suffix == ".csv":
            self._file.write("".join(map(_csv_line, self._held)).encode())
        else:
            self._file.write("".join(map(_json_line, self._held)).encode())
        self._held.clear()

    def close(self) -> None:
        """Finish the file and give it its name."""
        self._guard(self._finish)

    def _finish(self) -> None:
        assert self._file is not None
        if self._held or self._suffix == ".parquet":
            self._flush()
        if self._parquet is not None:
            self._parquet.close()
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        os.replace(self._temporary, self.path)
        self._file = None

    def drop(self) -> None:
        """Remove what was written."""
        if self._file is None:
            return
        failing = (OSError, pa.ArrowException, ValueError)
        with suppress(*failing):
            if self._parquet is not None:
                self._parquet.close()
        with suppress(*failing):
            self._file.close()
        self._file = None
        self._temporary.unlink(missing_ok=True)

    def _guard(self, step: "object") -> None:
        try:
            step()  # type: ignore[operator]
        except (OSError, pa.ArrowException) as error:
            self.drop()
            raise OutputError(f"{self.path} cannot be written: {reason(error)}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.drop()


def _json_line(one: Difference) -> str:
    return _encode(one._asdict()) + "\n"


class _Line:
    """What `csv` writes to: keeps the line."""

    text = ""

    def write(self, text: str) -> None:
        self.text = text


def _csv_line(one: Difference) -> str:
    line = _Line()
    cells = [" ".join(map(str, cell)) if isinstance(cell, tuple) else cell for cell in one]
    csv.writer(line, lineterminator="\n").writerow(cells)
    return line.text
