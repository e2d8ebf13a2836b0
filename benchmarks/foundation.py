"""Tables, start-up and the one-hand door: `python -m benchmarks foundation`.

The counts and sizes of the tables, how long they take to build from nothing, how long a fresh
process takes to its first score, and the time of one `score()` beside one PyMahjongGB call
(same hands, arguments prebuilt).
"""

import statistics
import time
from pathlib import Path
from typing import Any

import hulebook
from benchmarks.options import Options
from benchmarks.peers import PREBUILT, available, peer_calls
from benchmarks.processes import median_seconds, python
from benchmarks.report import keep, surroundings, text_table
from benchmarks.rounds import Call, Ratio, Times, alternate, ratio
from benchmarks.workloads import generate
from hulebook.tables import layout
from hulebook.tables.file import default_path
from tests.against_peer import hands_of

HANDS = 2_000
SEED = 3
WORKLOADS = ("standard_closed", "mixed")
FIRST_SCORE = "import hulebook; hulebook.score('[CCC,1]12356789pWW7p|SS0000|0')"


def tables() -> dict[str, Any]:
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
    python("-m", "hulebook_builder", "--check", "--quiet")
    return round(time.perf_counter() - start, 1)


def first_score(runs: int) -> dict[str, float]:
    """Milliseconds of a fresh process that scores one hand."""
    bare = median_seconds("-c", "pass", runs=runs)
    whole = median_seconds("-c", FIRST_SCORE, runs=runs)
    return {
        "with interpreter start, ms": round(1000 * whole, 1),
        "beyond interpreter start, ms": round(1000 * (whole - bare), 1),
    }


def single_calls(workload: str, n: int, rounds: int) -> Times:
    """Nanoseconds per call of each round."""
    rows = generate(workload, n, SEED)
    hands = list(hands_of(rows))
    strings = [str(h) for h in hands]
    calls: dict[str, Call] = {
        "score(Hand)": lambda: [hulebook.score(h, "mcr-98").total for h in hands],
        "score(string)": lambda: [hulebook.score(s, "mcr-98").total for s in strings],
    }
    if available():
        calls[PREBUILT] = peer_calls(rows)[PREBUILT]
    return alternate(calls, rounds, dict.fromkeys(calls, float(n))).wall


def run(options: Options) -> bool:
    """Measure, print, write `foundation.json`."""
    found: dict[str, Any] = {**surroundings(), "seed": SEED, "tables": tables()}
    if options.build:
        found["build and compare, s"] = build_seconds()
    found["first score in a fresh process"] = first_score(2 if options.quick else 15)
    hands = min(HANDS, options.rows)
    times = {w: single_calls(w, hands, options.rounds) for w in WORKLOADS}
    found["one call, ns in each round"] = times
    facts = {**found["tables"], **found["first score in a fresh process"]}
    facts["bytes"] = sum(facts["bytes"].values())
    facts["build and compare, s"] = found.get("build and compare, s", "not measured")
    print(text_table(["tables and start-up", ""], facts.items()))
    print()
    print(text_table(["one call, us", *WORKLOADS], _calls(times)))
    keep(found, options.out / "foundation.json")
    return True


def _calls(times: dict[str, Times]) -> list[list[object]]:
    lines: list[list[object]] = [
        [call, *(f"{statistics.median(t[call]) / 1000:.2f}" for t in times.values())]
        for call in times[WORKLOADS[0]]
    ]
    if available():
        ratios: list[Ratio] = [ratio(t["score(Hand)"], t[PREBUILT]) for t in times.values()]
        lines.append(["score(Hand), in PyMahjongGB calls", *ratios])
    return lines
