"""Rows of hands in every Arrow layout that can hold them, for tests."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pyarrow as pa

from benchmarks.rows import FIELDS, Rows, concatenate
from benchmarks.workloads import generate
from hulebook.arrow import INPUT_SCHEMA, SCHEMA
from hulebook.batch.hand_batch import HandBatch
from hulebook.batch.scores import BatchScores
from hulebook.hands.hand import Hand

NONE = 255
SCALARS = ("win_tile", "flags", "seat_wind", "round_wind", "flowers")
Table = dict[str, list[Any]]


def sample_rows(n: int, seed: int) -> Rows:
    """Wins, deals that do not win, and rows with some bytes overwritten; no row stands on more
    than 14 tiles, so that tile ids can hold it."""
    rng = np.random.default_rng(seed)
    parts = [generate(name, n // 2, seed) for name in ("mixed", "all_shapes")]
    parts.append(generate("not_winning", n - 2 * (n // 2) + n // 8, seed))
    rows = concatenate(parts).take(rng.permutation(n))
    for name in FIELDS[1:]:
        column = getattr(rows, name)
        hit = rng.random(column.shape) < 0.02
        if column.dtype == bool:
            column ^= hit
        else:
            column[hit] = rng.integers(0, 256, hit.sum())
    return rows


def batch_of(rows: Rows) -> HandBatch:
    return HandBatch(**rows.arrays())  # type: ignore[arg-type]


def fixed(table: np.ndarray, kind: pa.DataType | None = None) -> pa.Array:
    """[n, k] as a fixed-size list."""
    flat = pa.array(np.ascontiguousarray(table).ravel())
    return pa.FixedSizeListArray.from_arrays(
        flat if kind is None else flat.cast(kind), table.shape[1]
    )


def table_of(rows: Rows) -> pa.Table:
    """The layout of `INPUT_SCHEMA`."""
    arrays = [fixed(rows.concealed), fixed(rows.melds)]
    arrays += [pa.array(getattr(rows, name)) for name in FIELDS[2:]]
    return pa.table(arrays, schema=INPUT_SCHEMA)


def strings_of(rows: Rows) -> list[str | None]:
    """Hand strings; None for rows that are no hand."""
    texts: list[str | None] = []
    for row in zip(*(getattr(rows, name).tolist() for name in FIELDS), strict=True):
        try:
            texts.append(str(Hand.from_row(*row)))
        except ValueError:
            texts.append(None)
    return texts


def replaced(table: pa.Table, **columns: pa.Array | pa.ChunkedArray) -> pa.Table:
    for name, column in columns.items():
        table = table.set_column(table.schema.get_field_index(name), name, column)
    return table


def short_lists(table: np.ndarray, kind: pa.DataType) -> pa.Array:
    """[n, k] as lists without the padding."""
    return pa.array([[v for v in row if v != NONE] for row in table.tolist()], kind)


def as_list_view(table: np.ndarray) -> pa.Array:
    """The rows of [n, k] stored backwards, as views of one long list."""
    n, width = table.shape
    offsets = pa.array(np.arange(n)[::-1] * width, pa.int32())
    flat = pa.array(table[::-1].ravel())
    return pa.ListViewArray.from_arrays(offsets, pa.array(np.full(n, width), pa.int32()), flat)


def wide(table: pa.Table, kind: pa.DataType) -> pa.Table:
    columns = {name: table[name].cast(kind) for name in SCALARS}
    for name in ("concealed", "melds"):
        columns[name] = table[name].cast(pa.list_(kind))
    return replaced(table, self_draw=table["self_draw"].cast(kind), **columns)


def encoded(table: pa.Table) -> pa.Table:
    return replaced(table, **{name: table[name].dictionary_encode() for name in SCALARS})


def runs(column: pa.ChunkedArray) -> pa.Array:
    return pa.compute.run_end_encode(column.combine_chunks())


def in_chunks(table: pa.Table, sizes: Iterable[int]) -> pa.Table:
    """Every column in chunks of its own bounds."""
    columns = []
    for turn, column in enumerate(table.columns):
        parts, at = [], 0
        for size in (turn, *sizes):
            parts.append(column.slice(at, size).combine_chunks())
            at += size
        parts.append(column.slice(at).combine_chunks())
        columns.append(pa.chunked_array(parts, column.type))
    return pa.table(columns, names=table.schema.names)


def sliced(table: pa.Table) -> pa.Table:
    """The same rows out of the middle of longer arrays."""
    long = pa.concat_tables([table[:3], table, table[:5]]).combine_chunks()
    return long.slice(3, len(table))


def check(scored: Any, scores: BatchScores) -> None:
    """The result columns against arrays."""
    for name in SCHEMA.names:
        np.testing.assert_array_equal(scored[name].to_numpy(), getattr(scores, name), name)
    if scores.fans is not None:
        column = scored["fans"]
        if isinstance(column, pa.ChunkedArray):
            column = column.combine_chunks()
        table = column.flatten().to_numpy().reshape(scores.fans.shape)
        np.testing.assert_array_equal(table, scores.fans)


class Stream:
    """Something that only speaks the Arrow stream interface."""

    def __init__(self, table: pa.Table) -> None:
        self._table = table

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._table.__arrow_c_stream__(requested_schema)


class Array:
    """Something that only speaks the Arrow array interface."""

    def __init__(self, table: pa.Table) -> None:
        (self._batch,) = table.combine_chunks().to_batches()

    def __arrow_c_array__(self, requested_schema: object = None) -> object:
        return self._batch.__arrow_c_array__(requested_schema)


FORMS: dict[str, Callable[[Rows], Any]] = {
    "fixed counts": table_of,
    "fixed tile ids": lambda rows: replaced(table_of(rows), concealed=fixed(rows.tiles)),
    "binary": lambda rows: replaced(
        table_of(rows),
        concealed=pa.array([row.tobytes() for row in rows.concealed], pa.binary(34)),
        melds=pa.array([row.tobytes() for row in rows.melds], pa.binary(4)),
    ),
    "lists of counts": lambda rows: replaced(
        table_of(rows), concealed=fixed(rows.concealed).cast(pa.list_(pa.uint8()))
    ),
    "large lists": lambda rows: replaced(
        table_of(rows), concealed=fixed(rows.concealed).cast(pa.large_list(pa.uint8()))
    ),
    "lists of tile ids": lambda rows: replaced(
        table_of(rows),
        concealed=short_lists(rows.tiles, pa.list_(pa.uint8())),
        melds=short_lists(rows.melds, pa.list_(pa.uint8())),
    ),
    "list views": lambda rows: replaced(
        table_of(rows), concealed=as_list_view(rows.concealed), melds=as_list_view(rows.melds)
    ),
    "int16": lambda rows: wide(table_of(rows), pa.int16()),
    "int64": lambda rows: wide(table_of(rows), pa.int64()),
    "uint64": lambda rows: wide(table_of(rows), pa.uint64()),
    "dictionaries": lambda rows: encoded(table_of(rows)),
    "runs": lambda rows: replaced(
        table_of(rows), **{name: runs(table_of(rows)[name]) for name in SCALARS}
    ),
    "chunks": lambda rows: in_chunks(table_of(rows), [1, 5, 0, 13, 64]),
    "tiny chunks": lambda rows: pa.concat_tables(
        [table_of(rows)[at : at + 3] for at in range(0, len(rows), 3)]
    ),
    "slice": lambda rows: sliced(table_of(rows)),
    "slice of lists": lambda rows: sliced(FORMS["lists of tile ids"](rows)),
    "slice of dictionaries": lambda rows: sliced(encoded(table_of(rows))),
    "tensors": lambda rows: replaced(
        table_of(rows),
        concealed=pa.FixedShapeTensorArray.from_numpy_ndarray(rows.concealed),
        melds=pa.FixedShapeTensorArray.from_numpy_ndarray(rows.melds),
    ),
    "record batch": lambda rows: table_of(rows).combine_chunks().to_batches()[0],
    "structs": lambda rows: table_of(rows).to_struct_array().combine_chunks(),
    "chunks of structs": lambda rows: in_chunks(table_of(rows), [7, 9]).to_struct_array(),
    "stream": lambda rows: Stream(table_of(rows)),
    "array": lambda rows: Array(table_of(rows)),
}
STRING_FORMS: dict[str, pa.DataType] = {
    "string": pa.string(),
    "large string": pa.large_string(),
    "string view": pa.string_view(),
    "dictionary": pa.dictionary(pa.int32(), pa.string()),
}
