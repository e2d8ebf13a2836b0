"""Scores Arrow tables: hands in, the same rows with result columns out.

`score_table` takes anything that speaks the Arrow C interface, `score_batches` an iterator of
record batches, `score_columns` bare columns. Hands are a column `hand` of hand strings, or the
fields of a `HandBatch` under their names (`INPUT_SCHEMA`), of which `concealed` and `win_tile`
are needed:

- `concealed` is a fixed-size list of 34 counts or of 14 tile ids padded with 255 (fixed-size
  binary will do), or a list, in which 34 numbers are counts and any other number of them tile ids;
- wider integers are taken for uint8; a value that does not fit is a bad row, with the status of
  its field; `self_draw` may be integers 0 and 1, another one is BAD_FLAGS;
- null hand strings, `concealed` and `win_tile`, and a null among the numbers of `concealed`, give
  status NULL_ROW; null in another field is the same as leaving it out, a null meld is none;
- dictionary and run-end encoding, extension types over these types, slices and chunks are read
  as what they stand for.

Columns that lie as `INPUT_SCHEMA` has them are scored in place; only `self_draw` is unpacked.
Results never hold nulls: a row whose `status` is not 0 has zeros.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

import numpy as np
import pyarrow as pa

from hulebook.arrow.columns import HAND, find_columns, hands_of
from hulebook.batch.hand_batch import FIELDS
from hulebook.batch.scores import BatchScores, score_batch
from hulebook.rules import RuleSet, get_rules
from hulebook.rules.ruleset import MCR_FAMILY, ZUNG_JUNG_FAMILY

Made = TypeVar("Made")
Columns = Mapping[str, str | None]

PIECE = 1 << 16  # rows converted and scored at a time by a thread
SMALL = 1 << 12  # chunks below this size on average are joined first

INPUT_SCHEMA = pa.schema(
    [
        ("concealed", pa.list_(pa.uint8(), 34)),
        ("melds", pa.list_(pa.uint8(), 4)),
        ("win_tile", pa.uint8()),
        ("self_draw", pa.bool_()),
        ("flags", pa.uint8()),
        ("seat_wind", pa.uint8()),
        ("round_wind", pa.uint8()),
        ("flowers", pa.uint8()),
    ]
)
SCHEMA = pa.schema(
    [
        ("status", pa.uint8()),
        ("points", pa.uint16()),
        ("total", pa.uint16()),
        ("uncapped", pa.uint16()),
        ("payable", pa.uint16()),
    ]
)
FANS = "fans"
FAN_COLUMNS = {MCR_FAMILY: 82, ZUNG_JUNG_FAMILY: 44}
SIGNED = {pa.uint8(): pa.int16(), pa.uint16(): pa.int32()}


def result_schema(
    rules: RuleSet | str = "mcr", *, fans: bool = False, signed: bool = False, prefix: str = ""
) -> pa.Schema:
    """The columns that scoring appends: `SCHEMA`, with `fans` a further one.

    `fans` is a fixed-size list of uint8, 82 for the MCR family, 44 for Zung Jung; see
    `BatchScores` for what all of them mean. `signed` is for engines without unsigned types and
    fixed-size lists (Spark): int16 for uint8, int32 for uint16, plain lists. `prefix` stands
    before each name.

    >>> result_schema("wsom", fans=True).field("fans").type
    FixedSizeListType(fixed_size_list<item: uint8>[44])
    >>> result_schema(signed=True, prefix="our_").field("our_total").type
    DataType(int32)
    """
    rule_set = get_rules(rules)
    fields = [(field.name, SIGNED[field.type] if signed else field.type) for field in SCHEMA]
    if fans:
        width = FAN_COLUMNS[rule_set.family]
        fields.append((FANS, pa.list_(pa.int16()) if signed else pa.list_(pa.uint8(), width)))
    return pa.schema([(prefix + name, kind) for name, kind in fields])


def score_table(
    data: Any,
    rules: RuleSet | str = "mcr",
    *,
    fans: bool = False,
    threads: int = 1,
    columns: Columns | None = None,
    signed: bool = False,
    prefix: str = "",
) -> Any:
    """Score the hands in a table; the table with the columns of `result_schema` appended.

    Args:
        data: a `pyarrow.Table` or `RecordBatch`, or anything with `__arrow_c_stream__` (gives a
            Table: data frames of Polars and pandas, DuckDB relations) or `__arrow_c_array__`
            (gives a RecordBatch).
        rules: a rule set.
        fans: also append the fan counts.
        threads: how many score pieces of the table at the same time.
        columns: other column names by role, such as ``{"hand": "winning_hand"}``; None or "" for
            a column that is not to be used. Roles are `hand` and the fields of `HandBatch`.
        signed, prefix: see `result_schema`.

    Rows never raise, as in `score_batch`. Raises `ValueError` for a missing or ambiguous column
    and for a result column whose name is taken, `TypeError` for a column of another type,
    `RuleError` for an unknown rule set.

    >>> table = pa.table({"hand": ["123456789m345p7s7s", None]})
    >>> score_table(table).select(["status", "total"]).to_pylist()
    [{'status': 0, 'total': 21}, {'status': 1, 'total': 0}]
    """
    table = tabular(data)
    rule_set = get_rules(rules)
    results = result_schema(rule_set, fans=fans, signed=signed, prefix=prefix)
    check_free(table.schema, results)
    places = find_columns(table.schema, columns or {})
    scores = BatchScores.empty(table.num_rows, rule_set, fans=fans)

    used = {role: place for place, role in enumerate(places)}

    def score_piece(piece: tuple[int, pa.RecordBatch]) -> None:
        start, batch = piece
        out = _rows(scores, slice(start, start + batch.num_rows))
        score_batch(hands_of(batch, used), rule_set, fans=fans, out=out)

    for_each(score_piece, pieces(table.select(list(places.values()))), threads)
    return _appended(table, results, scores)


def score_batches(
    batches: Iterable[pa.RecordBatch],
    rules: RuleSet | str = "mcr",
    *,
    fans: bool = False,
    threads: int = 1,
    columns: Columns | None = None,
    signed: bool = False,
    prefix: str = "",
) -> Iterator[pa.RecordBatch]:
    """Score record batches as they come, each as `score_table` does.

    The shape that Spark's ``mapInArrow`` takes (with ``signed=True``); it pickles, also as a
    `functools.partial` with other arguments.

    >>> batches = pa.table({"hand": ["123456789m345p7s7s"] * 3}).to_batches(max_chunksize=2)
    >>> [batch.column("total").to_pylist() for batch in score_batches(batches)]
    [[21, 21], [21]]
    """
    for batch in batches:
        yield score_table(
            batch,
            rules,
            fans=fans,
            threads=threads,
            columns=columns,
            signed=signed,
            prefix=prefix,
        )


def score_columns(
    *columns: pa.Array | pa.ChunkedArray,
    rules: RuleSet | str = "mcr",
    fans: bool = False,
    threads: int = 1,
) -> pa.StructArray:
    """Score bare columns: one of hand strings, or the first ones of `INPUT_SCHEMA`, in order,
    without those at the end that are left out. The results are the fields of a struct.

    The shape of a DuckDB function of type "arrow".

    >>> score_columns(pa.array(["123456789m345p7s7s"])).field("total").to_pylist()
    [21]
    """
    names = (HAND,) if len(columns) == 1 else FIELDS
    if not 0 < len(columns) <= len(names):
        raise ValueError(f"{len(columns)} columns, expected hand strings or {', '.join(FIELDS)}")
    table = pa.table(list(columns), names=names[: len(columns)])
    scored = score_table(table, rules, fans=fans, threads=threads).select(
        result_schema(rules, fans=fans).names
    )
    return pa.StructArray.from_arrays(
        [column.combine_chunks() for column in scored.columns], fields=list(scored.schema)
    )


def tabular(data: Any) -> Any:
    """A Table, or a RecordBatch where that is what is given."""
    if isinstance(data, pa.Table | pa.RecordBatch):
        return data
    if isinstance(data, pa.ChunkedArray):
        return pa.Table.from_struct_array(data)
    if hasattr(data, "__arrow_c_stream__"):
        return pa.table(data)
    if hasattr(data, "__arrow_c_array__"):
        return pa.RecordBatch.from_struct_array(pa.array(data))
    raise TypeError(f"expected an Arrow table, not {type(data).__name__}")


def check_free(schema: pa.Schema, results: pa.Schema) -> None:
    """Raise `ValueError` if the name of a result is taken."""
    taken = next((name for name in results.names if name in schema.names), None)
    if taken is not None:
        raise ValueError(f"column {taken!r} is there already; give the results a prefix=")


def pieces(table: Any) -> Iterator[tuple[int, pa.RecordBatch]]:
    """The rows in record batches of at most `PIECE`, each with its first row; an empty table has
    one, so that its types are looked at."""
    n = table.num_rows
    if isinstance(table, pa.RecordBatch) or not n:
        batch = table if n else _empty(table.schema)
        batches = [batch.slice(at, PIECE) for at in range(0, max(n, 1), PIECE)]
    else:
        batches = table.to_batches(max_chunksize=PIECE)
        if len(batches) > 1 + n // SMALL:
            batches = table.combine_chunks().to_batches(max_chunksize=PIECE)
    at = 0
    for batch in batches:
        yield at, batch
        at += batch.num_rows


def _empty(schema: pa.Schema) -> pa.RecordBatch:
    arrays = [pa.chunked_array([], field.type).combine_chunks() for field in schema]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def for_each(
    work: Callable[[tuple[int, pa.RecordBatch]], Made],
    given: Iterable[tuple[int, pa.RecordBatch]],
    threads: int,
) -> list[Made]:
    """`work` on all pieces, which threads take as they come; what it makes of each, in order."""
    if threads < 1:
        raise ValueError(f"threads must be 1 or more, not {threads}")
    if threads == 1:
        return list(map(work, given))
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, given))


def _rows(scores: BatchScores, rows: slice) -> BatchScores:
    """Some rows of the results, as views."""
    views = (None if array is None else array[rows] for array in scores[1:])
    return BatchScores(scores.rules, *views)  # type: ignore[arg-type]


def _appended(table: Any, results: pa.Schema, scores: BatchScores) -> Any:
    for field, name in zip(results, (*SCHEMA.names, FANS), strict=False):
        table = table.append_column(field, _array(getattr(scores, name), field.type))
    return table


def _array(values: "np.ndarray[Any, Any]", kind: pa.DataType) -> pa.Array:
    """Results as an Arrow array, without a copy unless the type is another one."""
    if values.ndim == 1:
        return pa.array(values).cast(kind)
    n, width = values.shape
    flat = pa.array(values.ravel()).cast(kind.value_type)
    if pa.types.is_fixed_size_list(kind):
        return pa.FixedSizeListArray.from_arrays(flat, type=kind)
    return pa.ListArray.from_arrays(pa.array(np.arange(n + 1) * width).cast(pa.int32()), flat)
