"""Hands a second of the batch door, beside PyMahjongGB, workload by workload."""

from typing import Any, NamedTuple

import numpy as np

from benchmarks.peers import (
    BUILT,
    PREBUILT,
    RULES,
    Totals,
    available,
    peer_calls,
    peer_totals,
    unlike,
)
from benchmarks.rounds import Call, Ratio, Times, alternate, ratio
from benchmarks.rows import Rows
from benchmarks.workloads import generate
from hulebook.batch.hand_batch import HandBatch
from hulebook.batch.scores import BatchScores, score_batch

WORKLOADS = (
    "standard_closed",
    "mixed",
    "all_shapes",
    "chow_heavy",
    "one_suit",
    "play",
    "not_winning",
)
SEED = 20_060
PEER_SHARE = 50  # PyMahjongGB is called with one row of so many,
LEAST = 1_000  # but with as many as this if there are

POINTS, TILES, POINTS_2 = "points", "points, tile ids", "points, 2 threads"
FANS, FANS_TILES, FANS_2 = "fans", "fans, tile ids", "fans, 2 threads"
OURS = (POINTS, TILES, POINTS_2, FANS, FANS_TILES, FANS_2)


class Measured(NamedTuple):
    """Nanoseconds per hand of each call in each round, by the wall clock and of processor time,
    and how many totals differed.

    `compared` counts rows whose totals were compared with PyMahjongGB's (without it: with those
    of the first of our calls) after every call; rows won on the deal are left out.
    """

    rows: int
    compared: int
    different: int
    wall: Times
    processor: Times

    def ratio(self, name: str) -> Ratio | None:
        """One of `RATIOS`, None without PyMahjongGB."""
        slow, fast, clock = RATIOS[name]
        times: Times = getattr(self, clock)
        return ratio(times[slow], times[fast]) if slow in times else None


# What the ratios are called, of which calls they are, and by which clock.
RATIOS = {
    "points vs PyMahjongGB": (PREBUILT, POINTS, "wall"),
    "by processor time": (PREBUILT, POINTS, "processor"),
    "vs built per call": (BUILT, POINTS, "wall"),
    "fans vs PyMahjongGB": (PREBUILT, FANS, "wall"),
    "fans by processor time": (PREBUILT, FANS, "processor"),
    "fans vs built per call": (BUILT, FANS, "wall"),
    "points, 2 threads vs 1": (POINTS, POINTS_2, "wall"),
    "fans, 2 threads vs 1": (FANS, FANS_2, "wall"),
}


def batch_of(rows: Rows, *, tiles: bool = False) -> HandBatch:
    """The rows as counts, or as tile ids."""
    arrays: dict[str, Any] = rows.arrays()
    return HandBatch(**{**arrays, "concealed": rows.tiles if tiles else rows.concealed})


def our_calls(rows: Rows) -> dict[str, Call]:
    """`score_batch` over all rows into arrays made before."""
    counts, tiles = batch_of(rows), batch_of(rows, tiles=True)
    plain = BatchScores.empty(len(rows), RULES)
    full = BatchScores.empty(len(rows), RULES, fans=True)

    def call(batch: HandBatch, out: BatchScores, threads: int) -> Call:
        fans = out.fans is not None
        return lambda: score_batch(batch, RULES, fans=fans, threads=threads, out=out)

    return {
        POINTS: call(counts, plain, 1),
        TILES: call(tiles, plain, 1),
        POINTS_2: call(counts, plain, 2),
        FANS: call(counts, full, 1),
        FANS_TILES: call(tiles, full, 1),
        FANS_2: call(counts, full, 2),
    }


def totals_of(result: Any, n: int) -> Totals:
    """The totals of the first `n` rows in what a call returned; -1 for no win."""
    if not isinstance(result, BatchScores):
        return peer_totals(result)
    return np.where(result.status[:n] == 0, result.total[:n].astype(np.int32), -1)


def measure(workload: str, n: int, rounds: int) -> Measured:
    """Time all calls over `n` rows of a workload, PyMahjongGB's over the first of them."""
    rows = generate(workload, n, SEED)
    few = rows.take(slice(0, max(n // PEER_SHARE, LEAST)))
    calls, per = our_calls(rows), dict.fromkeys(OURS, float(n))
    if available():
        calls |= peer_calls(few)
        per |= {PREBUILT: len(few), BUILT: len(few)}
    like = ~unlike(few)
    reference = totals_of(calls[PREBUILT if available() else POINTS](), len(few))
    different = 0

    def see(name: str, result: Any) -> None:
        nonlocal different
        different += int(((totals_of(result, len(few)) != reference) & like).sum())

    times = alternate(calls, rounds, per, see)
    return Measured(n, int(like.sum()), different, *times)
