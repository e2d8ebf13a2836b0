"""Writes the catalogue: chunks made side by side, counted, written in order, put in place."""

import os
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from hulebook.tables.layout import HAND_DECOMPOSITIONS, HANDS_BY_DECOMPOSITIONS, STANDARD_HANDS
from hulebook_builder import store
from hulebook_builder.catalogue.columns import (
    SCHEMA,
    SEVEN_PAIRS,
    STANDARD,
    hands_of,
    prepare,
    table_of,
)

Item = TypeVar("Item")
Result = TypeVar("Result")

# Hands of a row group.
CHUNK = 1 << 17
# Sorted columns, of which the differences take a fraction of the room; the others have few values.
ENCODINGS = {
    "index": "DELTA_BINARY_PACKED",
    "tiles": "DELTA_BYTE_ARRAY",
    "mcr_sets": "DELTA_BYTE_ARRAY",
    "zung_jung_sets": "DELTA_BYTE_ARRAY",
}
COMPRESSION_LEVEL = 9


class Count(NamedTuple):
    """Hands of a shape, and in how many ways they can be drawn from 136 tiles in all."""

    hands: int
    ways: int


# What must come out, found in other ways by the tests.
EXPECTED = {
    STANDARD: Count(STANDARD_HANDS, 11_353_128_141_498),
    SEVEN_PAIRS: Count(16_417_104, 1_569_298_171_584),
    "honors_and_knitted": Count(720, 720 * 4**14),
    "knitted_straight": Count(11_016, 142_079_164_416),
    "thirteen_orphans": Count(13, 13 * 6 * 4**12),
}


class Chunk(NamedTuple):
    """Hands of one shape that make a row group: indices `first` to `last` - 1."""

    shape: str
    first: int
    last: int


class Totals:
    """Adds up what was written."""

    def __init__(self) -> None:
        self.hands: Counter[str] = Counter()
        self.ways: Counter[str] = Counter()
        self.by_decompositions: Counter[int] = Counter()

    def add(self, chunk: Chunk, table: pa.Table) -> None:
        self.hands[chunk.shape] += table.num_rows
        self.ways[chunk.shape] += int(table["ways"].to_numpy().sum(dtype=np.int64))
        if chunk.shape == STANDARD:
            numbers, hands = np.unique(table["decompositions"].to_numpy(), return_counts=True)
            self.by_decompositions.update(dict(zip(numbers.tolist(), hands.tolist(), strict=True)))

    def check(self) -> None:
        """Raise `AssertionError` if a count is not the known one."""
        found = {s: Count(self.hands[s], self.ways[s]) for s in self.hands}
        if found != EXPECTED:
            raise AssertionError(f"the catalogue has {found}, not the known {EXPECTED}")
        by_number = dict(enumerate(HANDS_BY_DECOMPOSITIONS, 1))
        pairs = sum(number * hands for number, hands in self.by_decompositions.items())
        if dict(self.by_decompositions) != by_number or pairs != HAND_DECOMPOSITIONS:
            raise AssertionError(f"hands by decompositions are {dict(self.by_decompositions)}")


def chunks(shape: str) -> list[Chunk]:
    """The row groups of a shape."""
    hands = hands_of(shape)
    return [Chunk(shape, first, min(first + CHUNK, hands)) for first in range(0, hands, CHUNK)]


def write_catalogue(
    path: Path,
    step: Callable[[str], None] = lambda _: None,
    note: Callable[[str], None] = lambda _: None,
) -> int:
    """Make the catalogue and put it at `path` in one step, once all its counts are right.

    `step` is told which shape comes next, `note` how far it is. Returns the number of rows.
    """
    step("worth of tiles")
    prepare()
    totals = Totals()
    with store.naming(path), store.room_in(path.parent) as room:
        new = room / "catalogue.parquet"
        with open_writer(new) as writer:
            for shape in EXPECTED:
                step(f"hands: {shape}")
                _write_shape(writer, totals, chunks(shape), note)
        totals.check()
        new.replace(path)
    return totals.hands.total()


def open_writer(path: Path) -> pq.ParquetWriter:
    """A writer for tables of the catalogue, one row group each."""
    return pq.ParquetWriter(
        path,
        SCHEMA,
        compression="zstd",
        compression_level=COMPRESSION_LEVEL,
        use_dictionary=[name for name in SCHEMA.names if name not in ENCODINGS],
        column_encoding=ENCODINGS,
        write_page_index=True,
        write_page_checksum=True,
        sorting_columns=[pq.SortingColumn(SCHEMA.get_field_index("index"))],
    )


def _write_shape(
    writer: pq.ParquetWriter, totals: Totals, parts: list[Chunk], note: Callable[[str], None]
) -> None:
    tables = in_order(lambda chunk: table_of(*chunk), parts, _cores())
    for chunk, table in zip(parts, tables, strict=True):
        totals.add(chunk, table)
        writer.write_table(table, row_group_size=CHUNK)
        note(f"{chunk.last:,} of {parts[-1].last:,}")


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_order(
    work: Callable[[Item], Result], items: Iterable[Item], workers: int
) -> Iterator[Result]:
    """The results of `work` for the items, in their order, made by threads that run ahead a
    little."""
    pool = ThreadPoolExecutor(workers)
    waiting: deque[Future[Result]] = deque()
    try:
        for item in items:
            waiting.append(pool.submit(work, item))
            if len(waiting) > workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)
