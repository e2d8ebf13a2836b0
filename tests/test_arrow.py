"""The Arrow door gives what `score_batch` gives, whatever the layout of the table."""

import pickle
import subprocess
import sys
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from benchmarks.rows import FIELDS, Rows
from hulebook import Status
from hulebook.arrow.columns import hands_of
from hulebook.arrow.door import (
    INPUT_SCHEMA,
    SCHEMA,
    result_schema,
    score_batches,
    score_columns,
    score_table,
)
from hulebook.batch.hand_batch import HandBatch
from hulebook.batch.scores import BatchScores, score_batch
from hulebook.rules import RuleSet, get_rules
from tests.arrow_rows import (
    FORMS,
    SCALARS,
    STRING_FORMS,
    batch_of,
    check,
    fixed,
    replaced,
    sample_rows,
    strings_of,
    table_of,
)

ROWS = sample_rows(1500, seed=7)
RULES = ("mcr", "mcr-98", "wsom", get_rules("mcr").replace(two_concealed_kongs=6))
WIN = "123456789m345p7s7s"


def test_schemas() -> None:
    assert INPUT_SCHEMA.names == list(FIELDS)
    assert SCHEMA.names == list(BatchScores._fields[1:-1])
    for rules, width in (("mcr", 82), ("zj-3.3", 44)):
        assert result_schema(rules) == SCHEMA
        fans = result_schema(rules, fans=True)
        assert fans == SCHEMA.append(pa.field("fans", pa.list_(pa.uint8(), width)))
        assert len(score_batch(batch_of(ROWS)[:1], rules, fans=True).fans[0]) == width
    signed = result_schema(fans=True, signed=True, prefix="our_")
    assert [str(kind) for kind in signed.types] == ["int16", *["int32"] * 4, "list<item: int16>"]
    assert signed.names == [f"our_{name}" for name in (*SCHEMA.names, "fans")]


@pytest.mark.parametrize("fans", [False, True])
@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_result_columns(rules: str | RuleSet, signed: bool, fans: bool) -> None:
    table = table_of(ROWS)
    scored = score_table(table, rules, fans=fans, signed=signed)
    assert scored.schema == pa.schema(
        [*table.schema, *result_schema(rules, fans=fans, signed=signed)]
    )
    assert scored.select(table.schema.names).equals(table)
    check(scored, score_batch(batch_of(ROWS), rules, fans=fans))
    assert not any(scored[name].null_count for name in SCHEMA.names)


@pytest.mark.parametrize("form", FORMS)
def test_layouts(form: str) -> None:
    data = FORMS[form](ROWS)
    scored = score_table(data, fans=True)
    batches = form in ("record batch", "structs", "array")
    assert type(scored) is (pa.RecordBatch if batches else pa.Table)
    check(scored, score_batch(batch_of(ROWS), fans=True))


@pytest.mark.parametrize("form", STRING_FORMS)
def test_hand_strings(form: str) -> None:
    texts = strings_of(ROWS)
    texts[5], texts[6] = "", "no hand"
    column = pa.array(texts, pa.string()).cast(STRING_FORMS[form])
    expected = score_batch(HandBatch.from_hands(texts), fans=True)
    assert {Status.OK, Status.NULL_ROW, Status.BAD_TEXT} <= set(expected.status.tolist())
    check(score_table(pa.table({"hand": column}), fans=True), expected)
    parts = pa.chunked_array([column[:100], column[100:100], column[100:]])
    check(score_table(pa.table({"hand": parts}), fans=True), expected)
    middle = pa.table({"hand": column})[100:900]
    check(score_table(middle), score_batch(HandBatch.from_hands(texts[100:900])))


def test_dictionary_of_string_views() -> None:
    """As Polars has its categories."""
    values = pa.array([WIN, "no hand"]).cast(pa.string_view())
    column = pa.DictionaryArray.from_arrays(pa.array([0, None, 1, 0], pa.uint32()), values)
    for hands in (column, column[1:]):
        status = score_table(pa.table({"hand": hands}))["status"].to_pylist()
        assert status == [0, Status.NULL_ROW, Status.BAD_TEXT, 0][-len(hands) :]


def test_fields_may_be_left_out() -> None:
    table = table_of(ROWS)
    alone = table.select(["win_tile", "concealed"])
    check(score_table(alone), score_batch(HandBatch(ROWS.concealed, ROWS.win_tile)))
    some = table.select(["flowers", "concealed", "win_tile", "melds"])
    expected = HandBatch(ROWS.concealed, ROWS.win_tile, ROWS.melds, flowers=ROWS.flowers)
    check(score_table(some), score_batch(expected))


def test_other_columns_and_names() -> None:
    table = table_of(ROWS).rename_columns([f"the {name}" for name in FIELDS])
    table = table.append_column("total", pa.array(range(len(ROWS))))
    columns = {name: f"the {name}" for name in FIELDS}
    with pytest.raises(ValueError, match="column 'total' is there already"):
        score_table(table, columns=columns)
    scored = score_table(table, columns=columns, prefix="our_")
    assert scored["total"].to_pylist() == list(range(len(ROWS)))
    expected = score_batch(batch_of(ROWS))
    np.testing.assert_array_equal(scored["our_total"].to_numpy(), expected.total)
    both = table.append_column("hand", pa.array([WIN] * len(ROWS)))
    assert set(score_table(both, prefix="our_")["our_total"].to_pylist()) == {21}
    unused = {**columns, "hand": None}
    again = score_table(both, columns=unused, prefix="our_")
    np.testing.assert_array_equal(again["our_total"].to_numpy(), expected.total)


def test_metadata_stays() -> None:
    table = pa.table({"hand": [WIN]}).replace_schema_metadata({"from": "here"})
    assert score_table(table).schema.metadata == {b"from": b"here"}


def with_nulls(rows: Rows, name: str, null: np.ndarray) -> pa.Table:
    table = table_of(rows)
    index = pa.array(np.where(null, -1, np.arange(len(rows)))).to_numpy()
    taken = pa.array(index, mask=null)
    return replaced(table, **{name: table[name].combine_chunks().take(taken)})


@pytest.mark.parametrize("name", FIELDS)
def test_null(name: str) -> None:
    null = np.arange(len(ROWS)) % 7 == 3
    table = with_nulls(ROWS, name, null)
    assert table[name].null_count == null.sum()
    arrays = {field: np.array(getattr(ROWS, field)) for field in FIELDS}
    if name in ("concealed", "win_tile"):
        expected = score_batch(HandBatch(**arrays, status=null * np.uint8(Status.NULL_ROW)))
    else:
        arrays[name][null] = 255 if name == "melds" else 0
        expected = score_batch(HandBatch(**arrays))
    check(score_table(table), expected)
    if name in ("concealed", "melds"):
        listed = replaced(table, **{name: table[name].cast(pa.list_(pa.int16()))})
        check(score_table(listed), expected)
    if name != "self_draw":
        nothing = replaced(table, **{name: pa.nulls(len(ROWS))})
        arrays[name][:] = 255 if name == "melds" else 0
        status = score_table(nothing)["status"].to_pylist()
        if name in ("concealed", "win_tile"):
            assert set(status) == {Status.NULL_ROW}
        else:
            assert status == score_batch(HandBatch(**arrays)).status.tolist()


def test_null_items() -> None:
    tiles = [0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 24, 24]
    rows = {
        "concealed": [tiles, [*tiles[:13], None], tiles],
        "win_tile": [24, 24, 24],
        "melds": [[None] * 4, [255] * 4, None],
    }
    for kinds in ((pa.list_(pa.uint8()),) * 2, (pa.list_(pa.uint8(), 14), pa.list_(pa.uint8(), 4))):
        columns = {
            "concealed": pa.array(rows["concealed"], kinds[0]),
            "melds": pa.array(rows["melds"], kinds[1]),
            "win_tile": rows["win_tile"],
        }
        scored = score_table(pa.table(columns))
        assert scored["status"].to_pylist() == [Status.OK, Status.NULL_ROW, Status.OK]
        assert scored["total"].to_pylist() == [21, 0, 21]


STATUS_OF = {
    "win_tile": Status.WIN_TILE,
    "self_draw": Status.BAD_FLAGS,
    "flags": Status.BAD_FLAGS,
    "seat_wind": Status.BAD_WIND,
    "round_wind": Status.BAD_WIND,
    "flowers": Status.BAD_FLOWERS,
    "concealed": Status.BAD_TILE,
    "melds": Status.BAD_MELD,
}


TILE_LIST = [0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 24, 24]
TILE_COUNTS = np.bincount(TILE_LIST, minlength=34).tolist()
GOOD: dict[str, Any] = {**dict.fromkeys(FIELDS, 0), "win_tile": 24, "melds": [255] * 4}


@pytest.mark.parametrize("concealed", [TILE_LIST, TILE_COUNTS], ids=["ids", "counts"])
@pytest.mark.parametrize("kind", [pa.int16(), pa.int32(), pa.int64(), pa.uint64()], ids=str)
@pytest.mark.parametrize("name", FIELDS)
def test_numbers_that_do_not_fit_never_wrap(
    name: str, kind: pa.DataType, concealed: list[int]
) -> None:
    good = {**GOOD, "concealed": concealed}
    rows = [good]
    for more in (256, 512, *(() if kind == pa.uint64() else (-256, -512))):
        old = good[name]
        new = [old[0] + more, *old[1:]] if isinstance(old, list) else old + more
        rows.append({**good, name: new})
    arrays = {
        field: pa.array(
            [row[field] for row in rows],
            pa.list_(kind) if field in ("concealed", "melds") else kind,
        )
        for field in FIELDS
    }
    found = score_table(pa.table(arrays))["status"].to_pylist()
    assert found == [Status.OK, *[STATUS_OF[name]] * (len(rows) - 1)]


def test_lists_of_other_lengths() -> None:
    tiles, counts = TILE_LIST, TILE_COUNTS
    table = pa.table(
        {
            "concealed": [tiles, counts, tiles[:11], [*tiles, 24], [*tiles, *[255] * 9], [], [99]],
            "melds": [[], [], [0], [], [], [], []],
            "win_tile": [24, 24, 8, 24, 24, 24, 24],
        }
    )
    expected = [0, 0, Status.NOT_A_WIN, Status.TILE_COUNT, 0, Status.TILE_COUNT, Status.BAD_TILE]
    assert score_table(table)["status"].to_pylist() == expected
    many = replaced(table[:1], melds=pa.array([[255, 255, 255, 255, 255]], pa.list_(pa.uint8())))
    assert score_table(many)["status"].to_pylist() == [Status.BAD_MELD]


@pytest.mark.parametrize("form", ["fixed counts", "lists of tile ids", "dictionaries", "chunks"])
def test_no_rows(form: str) -> None:
    empty = FORMS[form](ROWS).slice(0, 0)
    for data in (empty, empty.schema.empty_table()):
        scored = score_table(data, fans=True)
        assert scored.num_rows == 0
        assert scored.schema == pa.schema([*data.schema, *result_schema(fans=True)])
    batch = pa.RecordBatch.from_pylist([], schema=INPUT_SCHEMA)
    assert score_table(batch).schema == pa.schema([*INPUT_SCHEMA, *SCHEMA])
    assert list(score_batches([])) == []


def test_rows_are_read_in_place() -> None:
    (batch,) = table_of(ROWS).combine_chunks().to_batches()
    for part in (batch, batch[10:1000]):
        hands = hands_of(part, {name: place for place, name in enumerate(FIELDS)})
        for name, column in zip(FIELDS, part.columns, strict=True):
            if name == "self_draw":
                continue
            data = column.values if name in ("concealed", "melds") else column
            assert np.shares_memory(
                getattr(hands, name), np.frombuffer(data.buffers()[1], np.uint8)
            )


def test_threads() -> None:
    few = table_of(ROWS)
    many = pa.concat_tables([few] * 100)
    alone = score_table(many, fans=True)
    assert alone.equals(score_table(many, fans=True, threads=3))
    assert alone[:1500].equals(score_table(few, fans=True, threads=2).combine_chunks())
    with pytest.raises(ValueError, match="threads must be 1 or more"):
        score_table(few, threads=0)


def test_score_batches() -> None:
    batches = table_of(ROWS).to_batches(max_chunksize=400)
    scored = list(score_batches(iter(batches), "wsom", fans=True))
    assert [batch.num_rows for batch in scored] == [400, 400, 400, 300]
    check(pa.Table.from_batches(scored), score_batch(batch_of(ROWS), "wsom", fans=True))
    reader = pa.RecordBatchReader.from_batches(INPUT_SCHEMA, batches)
    assert pa.Table.from_batches(score_batches(reader)).equals(score_table(table_of(ROWS)))


def test_score_columns() -> None:
    table = table_of(ROWS)
    for columns in (table.columns, [column.combine_chunks() for column in table.columns]):
        scored = score_columns(*columns, rules="wsom", fans=True)
        check(
            pa.RecordBatch.from_struct_array(scored), score_batch(batch_of(ROWS), "wsom", fans=True)
        )
    strings = score_columns(pa.array([WIN, None]))
    assert strings.field("total").to_pylist() == [21, 0]
    with pytest.raises(ValueError, match="9 columns, expected"):
        score_columns(*table.columns, table["win_tile"])
    with pytest.raises(ValueError, match="0 columns"):
        score_columns()


HOUSE = get_rules("mcr").replace(two_concealed_kongs=6)
ELSEWHERE = """
import pickle, sys
function, batches = pickle.load(sys.stdin.buffer)
sys.stdout.buffer.write(pickle.dumps(list(function(batches))))
"""


@pytest.mark.parametrize("rules", ["mcr", HOUSE], ids=str)
def test_callables_work_in_another_process(rules: str | RuleSet) -> None:
    batches = table_of(ROWS).to_batches(max_chunksize=500)
    function = partial(score_batches, rules=rules, fans=True)
    given = pickle.dumps((function, batches))
    run = [sys.executable, "-c", ELSEWHERE]
    made = subprocess.run(run, input=given, capture_output=True, check=True).stdout
    assert pickle.loads(made) == list(function(batches))


def test_import_does_not_load_the_compiler() -> None:
    code = "import hulebook.arrow, sys; print([m for m in ('numba', 'duckdb') if m in sys.modules])"
    run = [sys.executable, "-c", code]
    assert subprocess.run(run, capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({}, "no column 'hand': expected hand strings, or concealed and win_tile instead"),
        ({"concealed": [[0] * 34]}, "no column 'win_tile': expected uint8 or wider integers; "),
        ({"win_tile": [0]}, "no column 'concealed': expected fixed_size_list<uint8>"),
        ({"hand": [WIN], "flags": [0]}, "column 'flags' beside hand strings"),
        ({"hand": [WIN], "status": [0]}, "column 'status' is there already"),
    ],
)
def test_wrong_columns(columns: dict[str, list[Any]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        score_table(pa.table(columns))


def test_wrong_names() -> None:
    table = pa.table({"hand": [WIN]})
    with pytest.raises(ValueError, match=r"no column 'text': .* there are hand"):
        score_table(table, columns={"hand": "text"})
    with pytest.raises(ValueError, match="no column role 'hands'; there are hand, concealed"):
        score_table(table, columns={"hands": "hand"})
    twice = pa.table([[WIN], [WIN]], names=["hand", "hand"])
    with pytest.raises(ValueError, match="2 columns 'hand'"):
        score_table(twice)


@pytest.mark.parametrize("rows", [0, 1])
@pytest.mark.parametrize(
    ("name", "column", "message"),
    [
        ("concealed", pa.array(["1m"]), "column 'concealed' holds string, expected fixed_size"),
        ("concealed", pa.array([[0.5]]), "holds list<item: double>, expected"),
        ("concealed", pa.array([[1] * 13], pa.list_(pa.uint8(), 13)), "expected fixed_size_list"),
        ("concealed", pa.array([b"1" * 13], pa.binary(13)), "holds fixed_size_binary"),
        ("melds", pa.array([[1] * 3], pa.list_(pa.uint8(), 3)), "column 'melds' holds"),
        ("win_tile", pa.array([1.0]), "'win_tile' holds double, expected uint8 or wider"),
        ("win_tile", pa.array([True]), "'win_tile' holds bool"),
        ("self_draw", pa.array(["1"]), "'self_draw' holds string, expected bool, or integers"),
        ("flags", pa.array([[1]]), "'flags' holds list<item: int64>"),
    ],
)
def test_wrong_types(name: str, column: pa.Array, message: str, rows: int) -> None:
    table = replaced(table_of(ROWS)[:1], **{name: column})[:rows]
    with pytest.raises(TypeError, match=message):
        score_table(table)


@pytest.mark.parametrize("rows", [0, 1])
def test_wrong_types_of_hand_strings(rows: int) -> None:
    with pytest.raises(TypeError, match="column 'h' holds int64, expected hand strings"):
        score_table(pa.table({"h": [1]})[:rows], columns={"hand": "h"})


def test_what_is_no_table() -> None:
    for data in ([1], {"hand": [WIN]}, None, WIN):
        with pytest.raises(TypeError, match="expected an Arrow table, not"):
            score_table(data)


def test_random_bytes_are_bad_rows() -> None:
    rng = np.random.default_rng(3)
    columns: dict[str, pa.Array] = {
        name: pa.array(rng.integers(-(1 << 63), 1 << 63, 2000)) for name in SCALARS
    }
    columns["concealed"] = fixed(rng.integers(-400, 400, (2000, 34)).astype(np.int16))
    columns["melds"] = fixed(rng.integers(-400, 400, (2000, 4)).astype(np.int16))
    scored = score_table(pa.table(columns))
    assert set(scored["status"].to_pylist()) == {Status.BAD_TILE}
    assert not any(scored["total"].to_pylist())
