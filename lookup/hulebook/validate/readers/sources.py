"""Opens what is to be read: files, standard input, gzip and zstd; splits text into whole lines."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple

import pyarrow as pa

BLOCK = 1 << 20
LONGEST_LINE = 1 << 20
MAGIC = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}
PACKED = (".gz", ".zst")
FORMATS = ("parquet", "csv", "jsonl", "lines", "botzone")
SUFFIXES = {
    ".parquet": "parquet",
    ".pq": "parquet",
    ".csv": "csv",
    ".tsv": "csv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".log": "botzone",
}
STDIN = "-"


class SourceError(Exception):
    """A file that cannot be opened or read on; the message does not name it."""


class Source:
    """A file, or standard input, opened for reading; unpacked if it is gzip or zstd.

    `start` is the beginning of what it holds, to tell formats apart; reading begins before it.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.name = "standard input" if path == STDIN else path
        try:
            self._raw: IO[bytes] = sys.stdin.buffer if path == STDIN else open(path, "rb")
        except OSError as error:
            raise SourceError(reason(error)) from None
        try:
            self.size = None if path == STDIN else os.fstat(self._raw.fileno()).st_size
            self._stream, self._at = self._unpacked(), 0
            self.start = self._fill(4096)
        except (OSError, pa.ArrowInvalid) as error:
            if path != STDIN:
                self._raw.close()
            raise SourceError(reason(error)) from None

    def _unpacked(self) -> "IO[bytes] | pa.NativeFile":
        begin = self._raw.read(4)
        kind = next((k for magic, k in MAGIC.items() if begin.startswith(magic)), None)
        self.packed = kind is not None
        joined = _Joined(begin, self._raw)
        if kind is None:
            return joined
        return pa.CompressedInputStream(pa.PythonFile(joined, mode="r"), kind)

    def _fill(self, size: int) -> bytes:
        """So many bytes, fewer only at the end."""
        parts, held = [], 0
        while held < size and (part := self._stream.read(size - held)):
            parts.append(part)
            held += len(part)
        return b"".join(parts)

    def read(self, size: int) -> bytes:
        """The next bytes; nothing at the end. Raises `SourceError`."""
        if self.start and self._at == 0:
            self._at = 1
            return self.start
        try:
            return self._fill(size)
        except (OSError, pa.ArrowInvalid) as error:
            raise SourceError(reason(error)) from None

    def done(self) -> tuple[int, int | None]:
        """Bytes of the file read so far, and its size if that is known."""
        try:
            return self._raw.tell(), self.size
        except OSError:
            return 0, None

    def close(self) -> None:
        if isinstance(self._stream, pa.NativeFile):
            self._stream.close()
        if self.path != STDIN:
            self._raw.close()


class _Joined:
    """A stream with the bytes put back that were looked at."""

    closed = False

    def __init__(self, begin: bytes, rest: IO[bytes]) -> None:
        self._begin, self._rest = begin, rest

    def read(self, size: int = -1) -> bytes:
        if self._begin:
            begin, self._begin = self._begin, b""
            return begin
        return self._rest.read(size)

    def close(self) -> None:
        """The file itself is closed by who opened it."""


def reason(error: Exception) -> str:
    """What an error of the system or of Arrow says, on one line."""
    text = getattr(error, "strerror", None) or str(error)
    return " ".join(str(text).split())


def format_of(source: Source, chosen: str | None) -> str:
    """The format of a source: as chosen, by suffix, or by what it holds."""
    if chosen:
        return chosen
    path = Path(source.path)
    while path.suffix.lower() in PACKED:
        path = path.with_suffix("")
    known = SUFFIXES.get(path.suffix.lower())
    return known or format_of_text(source.start)


def format_of_text(start: bytes) -> str:
    """The format of something that begins like this.

    >>> format_of_text(b"Match 1"), format_of_text(b"hand,total"), format_of_text(b"123m 8")
    ('botzone', 'csv', 'lines')
    """
    if start.startswith(b"PAR1"):
        return "parquet"
    first = next((line for line in start.splitlines() if line.strip()), b"").strip()
    if first.startswith(b"{"):
        return "jsonl"
    if first.startswith(b"Match ") or first == b"Match":
        return "botzone"
    header = first.lower().replace(b"\xef\xbb\xbf", b"")
    return "csv" if any(word in header for word in (b"hand", b"concealed", b"total")) else "lines"


class Block(NamedTuple):
    """Whole lines, each ended by a newline; `overlong` instead: one line too long to be read."""

    first: int
    lines: bytes
    overlong: bool = False


def blocks(source: Source) -> Iterator[Block]:
    """The lines of a source in blocks of about `BLOCK` bytes, numbered from 1.

    A carriage return that ends no line becomes a space.
    """
    line, rest = 1, b""
    skipping = False
    while part := source.read(BLOCK):
        rest += part
        cut = rest.rfind(b"\n") + 1
        if skipping and cut:
            start = rest.find(b"\n") + 1
            yield Block(line, b"", overlong=True)
            line, rest, cut, skipping = line + 1, rest[start:], cut - start, False
        if cut:
            made = _tidy(rest[:cut])
            yield Block(line, made)
            line, rest = line + made.count(b"\n"), rest[cut:]
        if skipping or len(rest) > LONGEST_LINE:
            skipping, rest = True, b""
    if skipping:
        yield Block(line, b"", overlong=True)
    elif rest:
        yield Block(line, _tidy(rest + b"\n"))


def _tidy(lines: bytes) -> bytes:
    if b"\r" not in lines:
        return lines
    return lines.replace(b"\r\n", b"\n").replace(b"\r", b" ")
