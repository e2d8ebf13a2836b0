"""The check as a function of tables says of each row what `validate` says of a file."""

import pickle
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from hulebook.rules import get_rules
from hulebook.validate import validate
from hulebook.validate.engines import SCHEMA, check_batches, check_table, verdict_from_counts
from tests.arrow_rows import sample_rows, table_of
from tests.recorded_rows import recorded_table

TABLE = recorded_table(1500, seed=5)
AS_RECORDED = ("equal", "tie", "without total")


def counts_of(checked: pa.Table) -> dict[str, int]:
    counted = checked["verdict"].value_counts().to_pylist()
    return {entry["values"]: entry["counts"] for entry in counted}


def on_one_machine(table: pa.Table, folder: Path, rules: Any) -> tuple[dict[str, Any], pa.Table]:
    """The verdict, and every row that is not as recorded."""
    path, output = folder / "recorded.parquet", folder / "differences.parquet"
    pq.write_table(table, path)
    told = validate(path, rules, output=output).to_json()
    del told["files"], told["first"]
    return told, pq.read_table(output)


@pytest.mark.parametrize(
    "rules", ["mcr", "mcr-98", get_rules("mcr").replace(knitted_wait="never")], ids=str
)
def test_equals_the_check_of_a_file(rules: Any, tmp_path: Path) -> None:
    told, differences = on_one_machine(TABLE, tmp_path, rules)
    checked = check_table(TABLE, rules)
    verdict = verdict_from_counts(counts_of(checked), rules).to_json()
    del verdict["files"], verdict["first"]
    assert verdict == told
    shown = [row for row in checked.to_pylist() if row["verdict"] not in AS_RECORDED]
    assert len(shown) > 100
    for row, difference in zip(shown, differences.to_pylist(), strict=True):
        assert row["row"] + 1 == difference["row"]
        assert row["verdict"] == difference["kind"]
        assert row["our_total"] == difference["total"]
        assert row["our_fans"] == difference["fans"]
        for name in ("explained_by", "message"):
            assert row[name] == difference[name]


def test_every_kind_occurs() -> None:
    kinds = {"equal", "total", "fans", "payments", "not a win", "without total"}
    bad = {"NULL_ROW", "BAD_TEXT", "BAD_FANS", "BAD_PAYMENTS"}
    assert set(counts_of(check_table(TABLE))) >= kinds | bad


def test_fields_instead_of_strings(tmp_path: Path) -> None:
    rows = sample_rows(1000, seed=6)
    totals = pa.array([8] * len(rows))
    table = table_of(rows).append_column("total", totals)
    told, _ = on_one_machine(table, tmp_path, "mcr")
    verdict = verdict_from_counts(counts_of(check_table(table))).to_json()
    assert {name: verdict[name] for name in told if name in verdict} == told


def test_schema_and_kind_of_table() -> None:
    checked = check_table(TABLE)
    assert checked.schema == pa.schema([*TABLE.schema, *SCHEMA])
    assert checked.select(TABLE.schema.names).equals(TABLE)
    (batch,) = TABLE.to_batches()
    assert check_table(batch).equals(checked.combine_chunks().to_batches()[0])
    none = check_table(TABLE[:0])
    assert none.num_rows == 0
    assert none.schema == checked.schema


def test_batches_threads_and_pickling() -> None:
    checked = check_table(TABLE)
    function = pickle.loads(pickle.dumps(partial(check_batches, rules="mcr")))
    spread = pa.Table.from_batches(function(TABLE.to_batches(max_chunksize=200)))
    assert spread.equals(checked)
    many = pa.concat_tables([TABLE] * 100)
    alone = check_table(many, details=False)
    assert alone.equals(check_table(many, details=False, threads=3))
    assert alone["verdict"][:1500].equals(checked["verdict"])


def test_without_details() -> None:
    checked, brief = check_table(TABLE), check_table(TABLE, details=False)
    for name in ("verdict", "our_total"):
        assert brief[name].equals(checked[name])
    for name in ("our_fans", "explained_by", "message"):
        assert brief[name].null_count == len(TABLE)
        assert checked[name].null_count < len(TABLE)


def test_other_names() -> None:
    renamed = TABLE.rename_columns([f"the {name}" for name in TABLE.schema.names])
    columns = {name: f"the {name}" for name in ("hand", "total", "fans", "payments")}
    checked = check_table(renamed, columns=columns)
    assert checked["verdict"].equals(check_table(TABLE)["verdict"])
    totals = check_table(TABLE, columns={"fans": None, "payments": ""})
    kinds = {"equal", "total", "not a win", "without total", "NULL_ROW", "BAD_TEXT"}
    assert set(counts_of(totals)) == kinds


@pytest.mark.parametrize(
    ("columns", "mapping", "message"),
    [
        ({"hand": ["1m"]}, {}, "no column total; there are hand"),
        ({"hand": ["1m"], "total": [8], "verdict": [0]}, {}, "column 'verdict' is there already"),
        ({"hand": ["1m"], "total": [8]}, {"hands": "hand"}, "no column role 'hands'"),
        ({"hand": ["1m"], "total": [8]}, {"total": "score"}, "no column 'score'"),
        ({"hand": [8], "total": [8]}, {}, "column for hand: .*not int64"),
        ({"hand": ["1m"], "total": [[8]]}, {}, "column for total holds list"),
    ],
)
def test_wrong_columns(columns: dict[str, Any], mapping: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        check_table(pa.table(columns), columns=mapping)
