"""The benchmark command runs, agrees with PyMahjongGB, and would notice if it did not."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from benchmarks import foundation, play, throughput
from benchmarks.__main__ import BENCHMARKS, options_of
from benchmarks.peers import BUILT, PREBUILT, peer_totals
from benchmarks.rows import Rows
from benchmarks.workloads import NAMES, generate

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder and the output of a quick run of everything."""
    out = tmp_path_factory.mktemp("results")
    command = [sys.executable, "-m", "benchmarks", "--quick", "--out", str(out)]
    places = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "PYTHONPATH": places}
    run = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert run.returncode == 0, run.stdout + run.stderr
    return out, run.stdout


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def test_a_quick_run_agrees(quick: tuple[Path, str]) -> None:
    out, printed = quick
    found = read(out / "batch.json")
    measured = found["throughput, ns per hand"]
    assert set(measured) == set(throughput.WORKLOADS)
    for figures in measured.values():
        assert figures["different"] == 0
        assert figures["compared"] > 900
        assert all(len(times) == 2 and min(times) > 0 for times in figures["wall"].values())
    assert "differ" in printed
    assert found["by batch size, hands a second"]["sizes"] == [1, 10, 100, 1000, 10_000]
    assert (out / "batch.png").exists() == (find_spec("matplotlib") is not None)


def test_what_is_kept_says_where_it_was_measured(quick: tuple[Path, str]) -> None:
    for name in BENCHMARKS:
        found = read(quick[0] / f"{name}.json")
        assert found["machine"]["cores"] >= 1
        assert found["versions"]["numpy"] == np.__version__
        assert "seed" in found


def test_memory_does_not_grow(quick: tuple[Path, str]) -> None:
    for figures in read(quick[0] / "batch.json").get("memory, MB", []):
        assert figures["added"] < 1


def test_without_pymahjonggb_its_columns_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throughput, "available", lambda: False)
    monkeypatch.setattr(foundation, "available", lambda: False)
    measured = throughput.measure("mixed", 3_000, 1)
    assert list(measured.wall) == list(throughput.OURS)
    assert measured.different == 0
    assert [n for n in throughput.RATIOS if measured.ratio(n)] == [
        "points, 2 threads vs 1",
        "fans, 2 threads vs 1",
    ]
    assert PREBUILT not in foundation.single_calls("mixed", 10, 1)


def test_another_total_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("MahjongGB")
    monkeypatch.setattr(throughput, "peer_totals", lambda result: peer_totals(result) + 1)
    measured = throughput.measure("all_shapes", 500, 1)
    calls = len(measured.wall)
    assert {PREBUILT, BUILT} < set(measured.wall)
    assert measured.different == 2 * (calls - 2) * measured.compared  # in two rounds, one uncounted


def test_options() -> None:
    assert options_of([])[0] == list(BENCHMARKS)
    chosen, options = options_of(["batch", "--rows", "50", "--rounds", "3"])
    assert (chosen, options.rows, options.rounds, options.largest) == (["batch"], 50, 3, 500)
    assert not options_of(["--quick"])[1].build
    with pytest.raises(SystemExit):
        options_of(["--rows", "-1"])


def test_workloads_exist() -> None:
    assert set(throughput.WORKLOADS) <= set(NAMES)


def habits(rows: Rows) -> NDArray[np.float64]:
    """Melds, self-draws, kinds of honors and seat winds a hand."""
    own_winds = rows.concealed[np.arange(len(rows)), 27 + rows.seat_wind]
    return np.array(
        [
            (rows.melds != 255).sum(axis=1).mean(),
            rows.self_draw.mean(),
            (rows.concealed[:, 27:] > 0).sum(axis=1).mean(),
            (own_winds >= 2).mean(),
        ]
    )


def test_play_has_what_was_recorded() -> None:
    recorded = play.recorded()
    rows = generate("play", 50_000, seed=1)
    assert len(recorded) > 60
    assert np.abs(habits(rows) - habits(recorded)).max() < 0.03
    assert len(np.unique(rows.concealed, axis=0)) > 1_000
