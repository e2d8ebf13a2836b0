"""The first batch of a process: without numba before it, in places where no cache can be
written, in ten processes at once, and after the code or the tables have changed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import hulebook
import hulebook_data
from hulebook.batch.hand_batch import HandBatch
from hulebook.batch.scores import score_batch
from hulebook.engine.batch.tables import compiled_book
from hulebook.rules import MCR

HAND = "123456789m345p7s7s"
SCORE = f"""
from hulebook.batch.hand_batch import HandBatch
from hulebook.batch.scores import score_batch
print(score_batch(HandBatch.from_hands(["{HAND}"]), fans=True).total[0])
"""
IMPORTS = """
import sys
import hulebook
hulebook.score("123456789m345p7s7s").fans
import hulebook.batch.hand_batch
print(sorted({"numba", "pyarrow"} & set(sys.modules)))
"""


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A copy of the packages in which nothing can be written, caches least of all."""
    place = tmp_path / "installed"
    for package in (hulebook, hulebook_data):
        source = Path(str(package.__file__)).parent
        ignored = shutil.ignore_patterns("__pycache__", "*.parquet")
        shutil.copytree(source, place / source.name, ignore=ignored)
    (place / "hulebook" / "__pycache__").touch()  # no folder: root can write anywhere else
    for path in [place, *place.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    yield place
    for path in [place, *place.rglob("*")]:
        path.chmod(0o755)


def start(place: Path, code: str, **environment: str) -> "subprocess.Popen[str]":
    """A process that runs `code` with the packages in `place` and no home."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
    nowhere = {"HOME": os.devnull, "XDG_CACHE_HOME": os.devnull, "LOCALAPPDATA": os.devnull}
    return subprocess.Popen(
        [sys.executable, "-B", "-c", code],
        cwd=place,
        env=kept | nowhere | {"PYTHONPATH": str(place)} | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def output_of(process: "subprocess.Popen[str]") -> str:
    printed, errors = process.communicate(timeout=600)
    assert process.returncode == 0, errors
    return printed.strip()


def test_importing_loads_no_numba() -> None:
    place = Path(str(hulebook.__file__)).parent.parent
    paths = os.pathsep.join([str(place), str(Path(str(hulebook_data.__file__)).parent.parent)])
    assert output_of(start(place, IMPORTS, PYTHONPATH=paths)) == "[]"


def test_no_place_for_a_cache(installed: Path) -> None:
    assert output_of(start(installed, SCORE)) == "21"
    assert (installed / "hulebook" / "__pycache__").is_file()


@pytest.mark.exhaustive
def test_ten_processes_at_once(installed: Path, tmp_path: Path) -> None:
    processes = [start(installed, SCORE) for _ in range(10)]
    assert [output_of(p) for p in processes] == ["21"] * 10
    shared = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    processes = [start(installed, SCORE, **shared) for _ in range(10)]
    assert [output_of(p) for p in processes] == ["21"] * 10
    assert list((tmp_path / "cache").rglob("*.nbi"))


@pytest.mark.exhaustive
def test_changed_steps_are_compiled_anew(installed: Path, tmp_path: Path) -> None:
    cache = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    assert output_of(start(installed, SCORE, **cache)) == "21"
    steps = installed / "hulebook" / "steps.py"
    steps.chmod(0o644)
    changed = steps.read_text().replace("- 2 * ROLE_BIAS", "- 2 * ROLE_BIAS + 1")
    steps.write_text(changed)
    assert output_of(start(installed, SCORE, **cache)) == "22"


def test_tables_are_arguments() -> None:
    """A table that was made anew is read, whatever was compiled before."""
    batch = HandBatch.from_hands([HAND])
    assert score_batch(batch).points.tolist() == [21]
    records = compiled_book(MCR)["records"]
    before = records.copy()
    records[...] = np.where(before, before + 1, 0)
    try:
        assert score_batch(batch).points.tolist() == [22]
    finally:
        records[...] = before
