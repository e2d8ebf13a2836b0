"""Reads files part by part and works on the parts in threads, results in the order of the file."""

import os
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple, TypeVar

from hulebook.validate.readers.botzone_log import LogReader
from hulebook.validate.readers.columns import ColumnError
from hulebook.validate.readers.csv_file import CsvReader
from hulebook.validate.readers.hand_lines import LineReader
from hulebook.validate.readers.json_lines import JsonReader
from hulebook.validate.readers.parquet_file import ParquetReader
from hulebook.validate.readers.rows import UNREADABLE, BadRow, Item, Reader, Rows, bad_only
from hulebook.validate.readers.sources import Source, SourceError, format_of

Given = TypeVar("Given")
Made = TypeVar("Made")


class Part(NamedTuple):
    """A part of a file on its way: `fraction` of all input has been read with it."""

    file: str
    reader: Reader | None
    item: Item
    fraction: float | None

    def rows(self) -> Rows:
        """The rows of the part; a part of another form than the file began with is one bad
        row."""
        if self.reader is None:
            assert isinstance(self.item.payload, BadRow)
            return bad_only((self.item.payload,))
        try:
            return self.reader.rows(self.item)
        except ColumnError as error:
            return bad_only((BadRow(self.item.first, UNREADABLE, str(error)),))


def parts(paths: list[str], format: str | None, columns: Mapping[str, str]) -> Iterator[Part]:
    """All parts of all files; what of a file cannot be read is a part with one bad row."""
    sizes = [_size(path) for path in paths]
    before = 0
    for path, size in zip(paths, sizes, strict=True):
        try:
            source = Source(path)
        except SourceError as error:
            yield _unreadable(path, str(error))
            continue
        try:
            reader = open_reader(source, format, columns)
            for item in reader.items():
                fraction = None
                done, most = reader.done()
                if most and None not in sizes:
                    read = before + (size or 0) * min(done / most, 1)
                    fraction = read / max(sum(s or 0 for s in sizes), 1)
                yield Part(source.name, reader, item, fraction)
        except SourceError as error:
            yield _unreadable(source.name, str(error))
        finally:
            source.close()
        before += size or 0


def open_reader(source: Source, format: str | None, columns: Mapping[str, str]) -> Reader:
    """The reader for a source. Raises `SourceError`."""
    if not source.start:
        raise SourceError("the file is empty")
    match format_of(source, format):
        case "parquet":
            return ParquetReader(source, columns)
        case "csv":
            return CsvReader(source, columns)
        case "jsonl":
            return JsonReader(source, columns)
        case "botzone":
            return LogReader(source)
        case _:
            return LineReader(source)


def _size(path: str) -> int | None:
    """Bytes; None where that says nothing, as for a pipe."""
    try:
        return os.path.getsize(path) or None if os.path.isfile(path) else None
    except OSError:
        return None


def _unreadable(file: str, message: str) -> Part:
    return Part(file, None, Item(0, BadRow(0, UNREADABLE, message)), None)


def in_order(work: Callable[[Given], Made], given: Iterator[Given], threads: int) -> Iterator[Made]:
    """`work` on everything given, in threads; results come in order, and little is ahead."""
    if threads == 1:
        yield from map(work, given)
        return
    pool = ThreadPoolExecutor(threads)
    waiting: deque[Future[Made]] = deque()
    try:
        for one in given:
            waiting.append(pool.submit(work, one))
            if len(waiting) > threads + 1:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def default_threads() -> int:
    """One for each processor that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
