"""The Arrow door on any layout: rows drawn with nulls, written in a drawn layout, chunked, sliced."""

from typing import Any

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.rows import FIELDS, Rows
from hulebook.arrow import score_table
from hulebook.batch.hand_batch import HandBatch
from hulebook.batch.scores import BatchScores, score_batch
from tests.arrow_rows import STRING_FORMS, check, in_chunks, sample_rows, strings_of

ROWS = sample_rows(1500, seed=7)
WIN = "123456789m345p7s7s"
NUMBERS = [pa.uint8(), pa.int16(), pa.uint16(), pa.int32(), pa.int64()]
Row = dict[str, Any]


def plain_rows(rows: Rows) -> list[Row]:
    columns = (getattr(rows, name).tolist() for name in FIELDS)
    return [dict(zip(FIELDS, row, strict=True)) for row in zip(*columns, strict=True)]


PLAIN = plain_rows(ROWS)


@st.composite
def drawn_rows(draw: st.DrawFn) -> list[Row]:
    places = draw(st.lists(st.integers(0, len(PLAIN) - 1), max_size=12))
    rows = [dict(PLAIN[place]) for place in places]
    for row in rows:
        for name in draw(st.sets(st.sampled_from(FIELDS), max_size=2)):
            row[name] = None
    return rows


def expected_of(rows: list[Row]) -> BatchScores:
    arrays: dict[str, Any] = {}
    for name in FIELDS:
        empty = {"concealed": [0] * 34, "melds": [255] * 4}.get(name, 0)
        values = [empty if row[name] is None else row[name] for row in rows]
        dtype = np.bool_ if name == "self_draw" else np.uint8
        shape = {"concealed": (-1, 34), "melds": (-1, 4)}.get(name, (-1,))
        arrays[name] = np.array(values, dtype).reshape(shape)
    null = [row["concealed"] is None or row["win_tile"] is None for row in rows]
    return score_batch(HandBatch(**arrays, status=np.array(null, np.uint8)), fans=True)


def tile_ids(counts: list[int]) -> list[int]:
    return [tile for tile, count in enumerate(counts) for _ in range(count)]


@st.composite
def concealed_column(draw: st.DrawFn, values: list[list[int] | None]) -> pa.Array:
    form = draw(st.sampled_from(["fixed", "list", "ids", "fixed ids", "mixed"]))
    number = draw(st.sampled_from(NUMBERS))
    if form in ("ids", "fixed ids", "mixed"):
        turn = draw(st.lists(st.booleans(), min_size=len(values), max_size=len(values)))
        values = [
            v if v is None or (form == "mixed" and counted) else draw(st.permutations(tile_ids(v)))
            for v, counted in zip(values, turn, strict=True)
        ]
    if form == "fixed ids":
        values = [v if v is None else [*v, *[255] * (14 - len(v))] for v in values]
        return pa.array(values, pa.list_(number, 14))
    if form == "fixed":
        return pa.array(values, pa.list_(number, 34))
    return pa.array(values, draw(st.sampled_from([pa.list_, pa.large_list]))(number))


@st.composite
def melds_column(draw: st.DrawFn, values: list[list[int] | None]) -> pa.Array:
    number = draw(st.sampled_from(NUMBERS))
    form = draw(st.sampled_from(["fixed", "list", "short", "null"]))
    if form == "fixed":
        return pa.array(values, pa.list_(number, 4))
    if form == "null":
        values = [v and [None if m == 255 else m for m in v] for v in values]
    if form == "short":
        values = [v and [m for m in v if m != 255] for v in values]
    return pa.array(values, draw(st.sampled_from([pa.list_, pa.large_list]))(number))


@st.composite
def number_column(draw: st.DrawFn, values: list[int | None]) -> pa.Array:
    column = pa.array(values, draw(st.sampled_from(NUMBERS)))
    form = draw(st.sampled_from(["plain", "dictionary", "runs"]))
    if form == "dictionary":
        return column.dictionary_encode()
    return pa.compute.run_end_encode(column) if form == "runs" else column


@st.composite
def drawn_table(draw: st.DrawFn) -> tuple[list[Row], pa.Table]:
    rows = draw(drawn_rows())
    columns = {}
    for name in draw(st.permutations(FIELDS)):
        values = [row[name] for row in rows]
        if name == "concealed":
            columns[name] = draw(concealed_column(values))
        elif name == "melds":
            columns[name] = draw(melds_column(values))
        elif name == "self_draw" and draw(st.booleans()):
            columns[name] = pa.array(values, pa.bool_())
        else:
            columns[name] = draw(number_column([v if v is None else int(v) for v in values]))
    table = pa.table(columns)
    if not any(pa.types.is_run_end_encoded(kind) for kind in table.schema.types):
        sizes = draw(st.lists(st.integers(0, 4), max_size=4))
        table = in_chunks(table, sizes)
    first = draw(st.integers(0, len(rows)))
    last = draw(st.integers(first, len(rows)))
    return rows[first:last], table[first:last]


@given(drawn_table())
def test_any_layout(drawn: tuple[list[Row], pa.Table]) -> None:
    rows, table = drawn
    check(score_table(table, fans=True), expected_of(rows))


@given(
    st.lists(st.one_of(st.none(), st.sampled_from([*strings_of(ROWS)[:200], "", "12", WIN]))),
    st.sampled_from(list(STRING_FORMS.values())),
    st.lists(st.integers(0, 3), max_size=4),
)
def test_any_strings(texts: list[str | None], kind: pa.DataType, sizes: list[int]) -> None:
    table = in_chunks(pa.table({"hand": pa.array(texts, pa.string()).cast(kind)}), sizes)
    check(score_table(table), score_batch(HandBatch.from_hands(texts)))
