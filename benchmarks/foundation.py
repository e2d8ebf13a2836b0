"""Tables, start-up and single calls: `python -m benchmarks.foundation [--json FILE]`.

Prints the counts and sizes of the tables, how long they take to build from nothing, how long a
fresh process takes to its first score, and the time of one `score()` beside one PyMahjongGB
call (alternating, same hands, arguments prebuilt; left out without the `peers` extra).
"""

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import hulebook
from hulebook import layout
from hulebook.tables import default_path
from tests.against_peer import hands_of
from tests.peer import calculator, peer_arguments

from benchmarks.workloads import generate

HANDS = 2_000
ROUNDS = 9
FIRST_SCORE = "import hulebook; hulebook.score('[CCC,1]12356789pWW7p|SS0000|0')"


def median_wall(command: list[str], runs: int = 15) -> float:
    """Median seconds of a whole process, after one warm-up."""
    times = []
    for _ in range(runs + 1):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    return statistics.median(times[1:])


def tables() -> dict[str, object]:
    folder = Path(default_path()).parent
    return {
        "suit shapes": layout.SUIT_SHAPES,
        "suit decompositions": layout.SUIT_DECOMPOSITIONS,
        "honor shapes": layout.HONOR_SHAPES,
        "legal set combinations": layout.LEGAL_COMBINATIONS,
        "bytes": {f.name: f.stat().st_size for f in sorted(folder.iterdir()) if f.is_file()},
    }


def build_seconds() -> float:
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "hulebook_builder", "--check", "--quiet"], check=True
    )
    return time.perf_counter() - start


def first_score() -> dict[str, float]:
    interpreter = median_wall([sys.executable, "-c", "pass"])
    total = median_wall([sys.executable, "-c", FIRST_SCORE])
    return {
        "with interpreter start, ms": round(1000 * total, 1),
        "beyond interpreter start, ms": round(1000 * (total - interpreter), 1),
    }


def single_calls(workload: str) -> dict[str, float]:
    """Medians over alternating rounds, in microseconds per call."""
    rows = generate(workload, HANDS, 3)
    hands = list(hands_of(rows))
    strings = [str(h) for h in hands]
    calls: dict[str, Callable[[], object]] = {
        "score(Hand)": lambda: [hulebook.score(h, "mcr-98").total for h in hands],
        "score(string)": lambda: [hulebook.score(s, "mcr-98").total for s in strings],
    }
    if find_spec("MahjongGB"):
        arguments, peer = peer_arguments(rows), calculator()
        calls["PyMahjongGB"] = lambda: [peer(*a) for a in arguments]
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(ROUNDS):
        for name, call in calls.items():
            start = time.perf_counter()
            call()
            times[name].append((time.perf_counter() - start) / HANDS * 1e6)
    found = {name: round(statistics.median(t), 2) for name, t in times.items()}
    if "PyMahjongGB" in found:
        found["ratio score(Hand) / PyMahjongGB"] = round(
            found["score(Hand)"] / found["PyMahjongGB"], 2
        )
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", type=Path, help="write the figures there too")
    parser.add_argument("--no-build", action="store_true", help="do not time a build")
    options = parser.parse_args()
    figures: dict[str, object] = {"tables": tables()}
    if not options.no_build:
        figures["build and compare, s"] = round(build_seconds(), 1)
    figures["first score in a fresh process"] = first_score()
    for workload in ("standard_closed", "mixed"):
        figures[f"one call, us ({workload})"] = single_calls(workload)
    print(json.dumps(figures, indent=2))
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
