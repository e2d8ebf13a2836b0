"""A long run goes on where it was stopped, and only with the code that began it."""

import json
from pathlib import Path

import pytest

from tests import long_run
from tests.long_run import RESULTS, Chunk, Compared, State, StateError, command

WORK: list[Chunk] = [("a", 1), ("a", 2), ("b", 1)]


def compare(chunk: Chunk) -> Compared:
    return Compared(chunk, 10, 100 * chunk[1], [])


def find_one(chunk: Chunk) -> Compared:
    return Compared(chunk, 10, 0, ["x: 1, reference 2"] if chunk == ("a", 2) else [])


def run(folder: Path, *arguments: str) -> int:
    places = [f"--state={folder / 'state'}", f"--summary={folder / 'summary'}", "--jobs=1"]
    return command("A run.", "run", WORK, compare, {}, [*places, *arguments])


def test_a_whole_run(tmp_path: Path) -> None:
    assert run(tmp_path) == 0
    summary = json.loads((tmp_path / "summary").read_text())
    assert summary["scores"] == {"a": 20, "b": 10}
    assert summary["sum of totals"] == {"a": 300, "b": 100}
    assert (summary["differences"], summary["complete"]) == (0, True)


def test_a_run_that_was_stopped_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "--seconds=0") == 0
    assert not (tmp_path / "summary").exists()
    assert "goes on from" in capsys.readouterr().err
    path = tmp_path / "state"
    assert len(State(path, WORK).left()) == 2
    path.write_text(path.read_text()[:-9])  # as if it had been killed while writing
    assert len(State(path, WORK).left()) == 3
    assert run(tmp_path) == 0
    assert json.loads((tmp_path / "summary").read_text())["complete"]


def test_other_code_begins_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(tmp_path)
    monkeypatch.setattr(long_run, "code", lambda: "other")
    with pytest.raises(StateError, match="of other code or tables: remove it"):
        State(tmp_path / "state", WORK)
    with pytest.raises(SystemExit):
        run(tmp_path)


def test_a_difference_fails_the_run(tmp_path: Path) -> None:
    places = [f"--state={tmp_path / 'state'}", f"--summary={tmp_path / 'summary'}"]
    assert command("A run.", "run", WORK, find_one, {}, places) == 1
    summary = json.loads((tmp_path / "summary").read_text())
    assert summary["different"] == ["x: 1, reference 2"]


@pytest.mark.parametrize("name", ["exhaustive", "reference"])
def test_the_committed_summaries_are_complete(name: str) -> None:
    summary = json.loads((RESULTS / f"{name}.json").read_text("utf8"))
    assert (summary["complete"], summary["differences"]) == (True, 0)
