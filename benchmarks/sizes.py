"""Hands a second against the size of a batch, and the plot of it."""

import statistics
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

from benchmarks.peers import BUILT, PREBUILT, RULES, available, peer_calls
from benchmarks.rounds import Call, Times, alternate
from benchmarks.throughput import LEAST, PEER_SHARE, SEED, batch_of
from benchmarks.workloads import generate
from hulebook.batch.hand_batch import HandBatch
from hulebook.batch.scores import BatchScores, score_batch

WORKLOAD = "mixed"
LINES = {
    "points, 2 threads": (False, 2),
    "points, 1 thread": (False, 1),
    "fan counts, 1 thread": (True, 1),
}
FAN_ROWS = 1_000_000  # above it the fan counts alone need too much memory
AT_LEAST = 0.02  # seconds that a timed call takes, by repeating small batches
PLACES = 256  # small batches are taken from so many places in turn


class Sweep(NamedTuple):
    """Rates in hands a second: of each line by batch size, and of PyMahjongGB; nanoseconds per
    hand of each round in `nanoseconds`, by "line @ size"."""

    sizes: list[int]
    lines: dict[str, dict[int, float]]
    peer: dict[str, float]
    nanoseconds: Times


def _calls(batch: HandBatch, size: int, fans: bool, threads: int) -> tuple[Call, int]:
    """Scores batches of a size, many times where they are small; and how many hands that are."""
    places = min(PLACES, len(batch) // size)
    parts = [batch[at * size : (at + 1) * size] for at in range(places)]
    out = BatchScores.empty(size, RULES, fans=fans)

    def score(some: Iterator[HandBatch], repeats: int) -> None:
        for _ in range(repeats):
            score_batch(next(some), RULES, fans=fans, threads=threads, out=out)

    score(cycle(parts), 1)
    start = time.perf_counter()
    score(cycle(parts), 1)
    repeats = max(1, int(AT_LEAST / (time.perf_counter() - start)))
    return lambda: score(cycle(parts), repeats), size * repeats


def sweep(largest: int, rounds: int) -> Sweep:
    """Time batches of 1, 10, 100 ... hands up to `largest`, and PyMahjongGB between them."""
    rows = generate(WORKLOAD, largest, SEED)
    batch = batch_of(rows)
    sizes = [10**power for power in range(len(str(largest)))]
    calls: dict[str, Call] = {}
    per: dict[str, float] = {}
    if available():
        few = rows.take(slice(0, max(largest // (10 * PEER_SHARE), LEAST)))
        calls |= peer_calls(few)
        per |= {PREBUILT: len(few), BUILT: len(few)}
    for line, (fans, threads) in LINES.items():
        for size in sizes:
            if not fans or size <= FAN_ROWS:
                name = f"{line} @ {size}"
                calls[name], per[name] = _calls(batch, size, fans, threads)
    times = alternate(calls, rounds, per).wall
    rates = {name: 1e9 / statistics.median(spent) for name, spent in times.items()}
    lines = {
        line: {size: rates[at] for size in sizes if (at := f"{line} @ {size}") in rates}
        for line in LINES
    }
    return Sweep(sizes, lines, {n: rates[n] for n in (PREBUILT, BUILT) if n in rates}, times)


def plot(found: Sweep, path: Path, caption: str) -> None:
    """The rates as a picture; needs the `bench` extra."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.subplots()
    for line, rates in found.lines.items():
        axes.plot(list(rates), list(rates.values()), marker="o", label=line)
    for style, (name, rate) in zip(("--", ":"), found.peer.items(), strict=False):
        axes.axhline(rate, color="black", linestyle=style, label=name)
    axes.set(xscale="log", yscale="log", xlabel="hands in a batch", ylabel="hands a second")
    axes.set_title(f"hulebook {RULES}, {WORKLOAD} hands", loc="left")
    axes.set_title(caption, loc="right", fontsize=8)
    axes.grid(visible=True, which="major", alpha=0.4)
    axes.legend()
    figure.savefig(path, dpi=120)
