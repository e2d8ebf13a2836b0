"""Batches beside PyMahjongGB: `python -m benchmarks batch`.

Hands a second by workload, with points only and with fan counts, from counts and tile ids, with
one thread and two; one compiled call; the rate against the size of a batch (and a plot of it);
the first batch of a fresh process; what scoring adds to memory.
"""

import statistics
import sys
from typing import Any

from benchmarks import memory, single, startup, throughput
from benchmarks.options import Options
from benchmarks.peers import RULES, available
from benchmarks.report import can_plot, keep, surroundings, text_table
from benchmarks.sizes import Sweep, plot, sweep
from benchmarks.throughput import RATIOS, SEED, Measured

SWEEP_ROUNDS = 5


def run(options: Options) -> bool:
    """Measure, print, write `batch.json` and `batch.png`; false if a total differs."""
    found: dict[str, Any] = {**surroundings(), "rules": RULES, "seed": SEED}
    if not available():
        print("PyMahjongGB is not installed (extra `peers`): its figures are left out")
    measured = {}
    for workload in throughput.WORKLOADS:
        _tell(f"{workload}, {options.rows:,} hands")
        measured[workload] = throughput.measure(workload, options.rows, options.rounds)
    _print_throughput(measured)
    found["throughput, ns per hand"] = {w: _with_ratios(m) for w, m in measured.items()}

    _tell("one call")
    calls = min(single.HANDS, options.rows)
    singles = {w: single.measure(w, calls, options.rounds) for w in single.WORKLOADS}
    _print_singles(singles)
    found["one call, ns"] = {w: s._asdict() for w, s in singles.items()}

    _tell(f"batches of 1 to {options.largest:,} hands")
    swept = sweep(options.largest, min(options.rounds, SWEEP_ROUNDS))
    _print_sizes(swept)
    found["by batch size, hands a second"] = swept._asdict()
    _plot(swept, found, options)

    _fresh_processes(found, options)
    keep(found, options.out / "batch.json")
    everything: list[Measured | single.Single] = [*measured.values(), *singles.values()]
    different = sum(m.different for m in everything)
    compared = sum(m.compared for m in everything)
    print(f"{compared:,} totals compared after every call, {different} differ")
    return different == 0


def _tell(doing: str) -> None:
    print(doing, file=sys.stderr, flush=True)


def _fresh_processes(found: dict[str, Any], options: Options) -> None:
    _tell("first batch of a fresh process")
    runs = 1 if options.quick else 5
    found["first batch, s"] = startup.first_batch(runs, cold=not options.quick)
    _print_first(found["first batch, s"])
    if memory.available():
        _tell("memory")
        sizes = (options.rows, options.largest)
        found["memory, MB"] = memory.by_rows(sizes[-1:] if options.quick else sizes)
        _print_memory(found["memory, MB"])


def _with_ratios(m: Measured) -> dict[str, Any]:
    ratios = {name: m.ratio(name) for name in RATIOS}
    return {**m._asdict(), "median, least, most": {n: r for n, r in ratios.items() if r}}


def _print_throughput(measured: dict[str, Measured]) -> None:
    some = next(iter(measured.values()))
    medians = [
        [name, *(f"{statistics.median(m.wall[name]):,.1f}" for m in measured.values())]
        for name in some.wall
    ]
    print("\nnanoseconds per hand, medians")
    print(text_table(["", *measured], medians))
    ratios = [
        [name, *(m.ratio(name) for m in measured.values())] for name in RATIOS if some.ratio(name)
    ]
    print("\ntimes as fast, round by round: median (least-most)")
    print(text_table(["", *measured], ratios))


def _print_singles(measured: dict[str, single.Single]) -> None:
    some = next(iter(measured.values()))
    lines: list[list[object]] = [
        [name, *(f"{m.medians()[name]:,.0f}" for m in measured.values())] for name in some.wall
    ]
    if available():
        lines.append(["prepared, in PyMahjongGB calls", *(m.ratio() for m in measured.values())])
    print("\nnanoseconds of one call, medians")
    print(text_table(["", *measured], lines))


def _print_sizes(found: Sweep) -> None:
    lines = [
        [f"{size:,}", *(_rate(rates.get(size)) for rates in found.lines.values())]
        for size in found.sizes
    ]
    lines += [
        [name, _rate(rate), *[""] * (len(found.lines) - 1)] for name, rate in found.peer.items()
    ]
    print("\nhands a second, by hands in a batch")
    print(text_table(["batch", *found.lines], lines))


def _rate(rate: float | None) -> str:
    return "" if rate is None else f"{float(f'{rate:.3g}'):,.0f}"


def _plot(found: Sweep, about: dict[str, Any], options: Options) -> None:
    if not can_plot():
        print("no plot: matplotlib is not installed (extra `bench`)")
        return
    path = options.out / "batch.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    machine = about["machine"]
    plot(found, path, f"{machine['processor']}, {machine['cores']} cores, {about['date']}")
    print(f"written: {path}")


def _print_first(found: dict[str, dict[str, float]]) -> None:
    parts = list(found["compiled code cached"])
    lines = [[part, *(_seconds(when.get(part)) for when in found.values())] for part in parts]
    print("\nfirst batch of a fresh process, seconds")
    print(text_table(["", *found], lines))


def _seconds(spent: float | None) -> str:
    return "" if spent is None else f"{spent:.4f}"


def _print_memory(found: list[dict[str, float]]) -> None:
    print("\nmemory while scoring in place, MB")
    head = ["rows", "fan counts", "threads", "inputs and outputs held", "added"]
    lines = [
        [f"{f['rows']:,}", "yes" if f["fans"] else "no", f["threads"], f["held"], f["added"]]
        for f in found
    ]
    print(text_table(head, lines))
