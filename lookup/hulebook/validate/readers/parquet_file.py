"""Parquet files, row group by row group; one that cannot be read does not stop the next."""

import os
import tempfile
from collections.abc import Iterator, Mapping
from typing import IO

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from hulebook.validate.readers.columns import ColumnError, column_roles, rows_of
from hulebook.validate.readers.rows import UNREADABLE, BadRow, Item, Rows, bad_only
from hulebook.validate.readers.sources import Source, SourceError, reason

BATCH = 1 << 15
BUFFER = 1 << 20
# A row group of fewer bytes is read a column at once. Arrow's buffered reading takes as much
# memory as the head of a page says, up to 2 GB where it is damaged.
AT_ONCE = 1 << 27
# Beyond this a row group holds something else than hands: a cell of half a gigabyte, say.
MOST_BYTES, MOST_A_ROW = 1 << 28, 1 << 20


class ParquetReader:
    """Reads a Parquet file; one that cannot be sought in (standard input, gzip) is copied to a
    temporary file first."""

    unit = "row"

    def __init__(self, source: Source, mapping: Mapping[str, str]) -> None:
        place = _seekable(source)
        try:
            self._file = _open(place)
            self._roles = column_roles(self._file.schema_arrow.names, mapping)
        except (OSError, pa.ArrowException, ValueError) as error:
            if not isinstance(place, str):
                place.close()
            said = str(error) if isinstance(error, ColumnError) else reason(error)
            raise SourceError(said) from None
        self._read = 0
        self._size = self._file.metadata.num_rows

    def done(self) -> tuple[int, int | None]:
        """In rows."""
        return self._read, max(self._size, 0)

    def items(self) -> Iterator[Item]:
        try:
            yield from self._items()
        finally:
            self._file.close(force=True)

    def _items(self) -> Iterator[Item]:
        columns = sorted(set(self._roles.values()))
        first = 1
        for group in range(self._file.num_row_groups):
            about = self._file.metadata.row_group(group)
            size = about.num_rows
            read = 0
            try:
                if about.total_byte_size > MOST_BYTES + MOST_A_ROW * max(size, 0):
                    raise ValueError(f"{about.total_byte_size} bytes are too many for them")
                for batch in self._file.iter_batches(BATCH, [group], columns):
                    yield Item(first + read, batch)
                    read += batch.num_rows
                    self._read = first + read - 1
                if read != size:
                    raise ValueError(f"{read} rows found, expected {size}")
            except (OSError, pa.ArrowException, ValueError) as error:
                message = f"rows {first + read} to {first + size - 1} cannot be read: "
                bad = BadRow(first + read, UNREADABLE, message + reason(error))
                yield Item(first + read, bad)
            first += size
            self._read = first - 1
        if self._read != self._size:
            message = f"the file says that it has {self._size} rows, its row groups {self._read}"
            yield Item(first, BadRow(0, UNREADABLE, message))

    def rows(self, item: Item) -> Rows:
        if isinstance(item.payload, BadRow):
            return bad_only((item.payload,))
        batch = item.payload
        assert isinstance(batch, pa.RecordBatch)
        columns = {role: batch.column(name) for role, name in self._roles.items()}
        return rows_of(columns, np.arange(item.first, item.first + batch.num_rows))


def _open(file: "str | IO[bytes]") -> pq.ParquetFile:
    opened = pq.ParquetFile(file, pre_buffer=False, buffer_size=BUFFER)
    # Arrow 26 ends the process if a column is asked for whose metadata are damaged.
    groups = map(opened.metadata.row_group, range(opened.num_row_groups))
    if max((group.total_byte_size for group in groups), default=0) > AT_ONCE:
        return opened
    return pq.ParquetFile(file, metadata=opened.metadata, pre_buffer=False, buffer_size=0)


def _seekable(source: Source) -> "str | IO[bytes]":
    if not source.packed and source.size is not None and os.path.isfile(source.path):
        return source.path
    copy = tempfile.TemporaryFile()
    while part := source.read(BUFFER):
        copy.write(part)
    copy.seek(0)
    return copy
