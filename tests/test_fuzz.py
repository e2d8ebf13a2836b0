"""A little of every kind of fuzzing, and what the long runs of `tests.fuzz` found."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from hulebook.errors import TableError
from hulebook.tables.manifest import read_manifest
from hulebook.validate import Verdict, validate
from hulebook.validate.readers.columns import ColumnError, rows_of
from tests.fuzz import RESULTS, fuzz
from tests.fuzzing.files import FILES
from tests.fuzzing.reading import Reading
from tests.logs import WON, game

NINE = "[CCC,1]12356789pWW7p|SS0000|0"


@pytest.mark.parametrize(
    ("target", "count"), [("parser", 15_000), ("batch", 60_000), ("tables", 100)]
)
def test_a_little(target: str, count: int) -> None:
    run = fuzz(target, count, seed=7)
    assert run.findings == []
    assert run.done >= count


@pytest.mark.parametrize("form", FILES)
def test_damaged_files(form: str, tmp_path: Path) -> None:
    """In this process; `tests.fuzz readers` spreads more of them over others."""
    reading = Reading(form, tmp_path)
    faults = [reading.check(random.Random(f"little {form} {number}")) for number in range(120)]
    assert set(faults) == {None}


@pytest.mark.exhaustive
@pytest.mark.parametrize(("target", "count"), [("readers", 7_000), ("threads", 24)])
def test_in_processes(target: str, count: int) -> None:
    assert fuzz(target, count, seed=8).findings == []


@pytest.mark.exhaustive
@pytest.mark.parametrize(("target", "count"), [("batch", 400_000), ("parser", 50_000)])
def test_no_index_leads_outside(target: str, count: int, tmp_path: Path) -> None:
    """Compiled code that checks its indices finds none out of bounds."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.fuzz", target, f"--count={count}", "--seed=9"],
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(tmp_path)},
        cwd=Path(__file__).parents[1],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert (summary["inputs"] >= count, summary["findings"]) == (True, [])


def test_the_long_runs_found_nothing_that_is_left() -> None:
    kept = json.loads(RESULTS.read_text("utf8"))
    assert set(kept) >= {"parser", "batch", "readers", "tables", "threads"}
    assert [summary["findings"] for summary in kept.values()] == [[]] * len(kept)


def check(path: Path, text: str) -> Verdict:
    path.write_text(text, "utf8")
    return validate(path, threads=1)


def told(verdict: Verdict) -> list[tuple[int, str, str | None]]:
    return [(one.row, one.kind, one.message) for one in verdict.first]


def test_the_winner_recorded_as_the_discarder(tmp_path: Path) -> None:
    """Nobody can have paid."""
    verdict = check(
        tmp_path / "a.csv", f'hand,total,payments,discarder\n"{NINE}",9,-8 33 -17 -8,S\n'
    )
    (found,) = verdict.first
    assert (found.kind, found.recorded_payments, found.payments) == (
        "payments", (-8, 33, -17, -8), None,
    )  # fmt: skip
    assert "recorded 9" in str(verdict)


def test_half_of_a_surrogate_pair_in_json(tmp_path: Path) -> None:
    lines = [f'{{"hand": "{NINE}\\ud800", "total": 9}}', f'{{"hand": "{NINE}", "total": 9}}']
    verdict = check(tmp_path / "a.jsonl", "\n".join(lines))
    assert told(verdict) == [(1, "BROKEN", f"'{NINE}\\ud800' is no text")]
    assert verdict.equal == 1


@pytest.mark.parametrize(
    "line", [f'"{NINE[:-2]}"|0,9', f'"{NINE}"" ",9', f'{NINE[:5]}"{NINE[5:]},9"', f'"{NINE},9']
)
def test_quotes_that_enclose_no_field(tmp_path: Path, line: str) -> None:
    """Arrow reads such a line as something; what a line says depends on no other line."""
    good = f'"{NINE}",9\n'
    alone = check(tmp_path / "a.csv", f"hand,total\n{line}\n")
    among = check(tmp_path / "a.csv", f"hand,total\n{line}\n{good}")
    assert told(alone) == told(among)
    assert (alone.bad.total(), among.bad.total(), among.equal) == (1, 1, 1)


def test_a_manifest_too_deep_to_be_read(tmp_path: Path) -> None:
    path = tmp_path / "manifest.json"
    path.write_text("[" * 200_000)
    with pytest.raises(TableError, match="is no manifest"):
        read_manifest(str(path))


@pytest.mark.parametrize("rows", [5, -4])
def test_a_parquet_file_that_says_another_number_of_rows(tmp_path: Path, rows: int) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"hand": [NINE] * 4, "total": [9] * 4}), path, row_group_size=3)
    said = b"\x16%c"  # field 3 of the footer, as Thrift writes it: four rows are 8
    whole = path.read_bytes()
    assert whole.count(said % 8) == 1
    path.write_bytes(whole.replace(said % 8, said % (2 * rows if rows > 0 else -2 * rows - 1)))
    assert pq.read_metadata(path).num_rows == rows
    verdict = validate(path, threads=1, progress=lambda *_: None)
    message = f"the file says that it has {rows} rows, its row groups 4"
    assert told(verdict) == [(0, "UNREADABLE", message)]
    assert verdict.equal == 4


@pytest.mark.parametrize("digits", [20, 5_000])
@pytest.mark.parametrize("line", ["Fan {} ?*1", "Score -29 {} -8 -8", "Score -29 -{} -8 -8"])
def test_numbers_in_logs_that_are_too_large(tmp_path: Path, digits: int, line: str) -> None:
    moves = [*WON[:3], line.format("9" * digits)] if "Fan" in line else [*WON[:4], line]
    moves[-1] = moves[-1].format("9" * digits)
    lines = [*game(*moves), *game(*WON)]
    verdict = validate(write_log(tmp_path, lines), threads=1)
    assert (verdict.equal, verdict.bad.total()) == (1, 1)


def write_log(folder: Path, lines: list[str]) -> Path:
    path = folder / "a.log"
    path.write_text("\n".join(lines))
    return path


def test_a_page_that_claims_gigabytes() -> None:
    """Nor is the process ended, or so much memory taken."""
    code = (
        "import sys, pyarrow as pa; from hulebook.validate import validate; "
        "bad = validate(sys.argv[1], threads=1).bad; "
        "print(bad['UNREADABLE'], pa.default_memory_pool().max_memory() >> 20)"
    )
    path = Path(__file__).parent / "cases" / "damaged_page.parquet"
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True
    )
    unreadable, megabytes = map(int, done.stdout.split())
    assert unreadable == 1
    assert megabytes < 200


@pytest.mark.parametrize("role", ["hand", "fans"])
def test_entries_that_a_dictionary_lacks(role: str) -> None:
    """A damaged Parquet file gives such columns."""
    damaged = pa.DictionaryArray.from_arrays(
        pa.array([0, 12], pa.int8()), pa.array([NINE]), safe=False
    )
    columns = {"hand": pa.array([NINE, NINE]), "total": pa.array([9, 9]), role: damaged}
    with pytest.raises(ColumnError, match=f"column for {role} cannot be read: it is damaged"):
        rows_of(columns, np.arange(2))


def test_rows_missing_from_a_parquet_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a page is damaged, Arrow may end a row group early and say nothing."""
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"hand": [NINE] * 4, "total": [9] * 4}), path, row_group_size=3)
    whole = pq.ParquetFile.iter_batches

    def cut(*given: object) -> Iterator[pa.RecordBatch]:
        return (batch[:2] for batch in whole(*given))

    monkeypatch.setattr(pq.ParquetFile, "iter_batches", cut)
    verdict = validate(path, threads=1)
    message = "rows 3 to 3 cannot be read: 2 rows found, expected 3"
    assert told(verdict) == [(3, "UNREADABLE", message)]
    assert verdict.equal == 3
