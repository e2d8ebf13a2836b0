"""A little of every kind of fuzzing, and what the long runs of `tests.fuzz` found."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from hulebook.validate import Verdict, validate
from tests.fuzz import RESULTS, fuzz
from tests.fuzzing.readers import FORMS
from tests.fuzzing.reading import Reading

NINE = "[CCC,1]12356789pWW7p|SS0000|0"


@pytest.mark.parametrize(
    ("target", "count"), [("parser", 20_000), ("batch", 60_000), ("tables", 200)]
)
def test_a_little(target: str, count: int) -> None:
    run = fuzz(target, count, seed=7)
    assert run.findings == []
    assert run.done >= count


@pytest.mark.parametrize("form", FORMS)
def test_damaged_files(form: str, tmp_path: Path) -> None:
    """In this process; `tests.fuzz readers` spreads more of them over others."""
    import random

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
