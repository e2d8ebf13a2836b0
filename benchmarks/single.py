"""One compiled call a hand, from Python, beside one PyMahjongGB call."""

import statistics
from typing import Any, NamedTuple

import numpy as np

from benchmarks.peers import PREBUILT, RULES, Totals, available, peer_calls, peer_totals, unlike
from benchmarks.rounds import Call, Ratio, Times, alternate, ratio
from benchmarks.throughput import SEED
from benchmarks.workloads import generate
from hulebook.compiled import CompiledScorer, prepare
from tests.against_peer import hands_of

WORKLOADS = ("standard_closed", "mixed", "all_shapes", "play")
HANDS = 5_000
PREPARED, FROM_HAND = "compiled, prepared", "compiled, Hand"


class Single(NamedTuple):
    """Nanoseconds per call in each round, and how many totals differed from PyMahjongGB's
    (without it: from those of the prepared calls); rows won on the deal are left out."""

    calls: int
    compared: int
    different: int
    wall: Times
    processor: Times

    def medians(self) -> dict[str, float]:
        return {name: statistics.median(times) for name, times in self.wall.items()}

    def ratio(self) -> Ratio | None:
        """The time of a prepared call, in PyMahjongGB calls."""
        return ratio(self.wall[PREPARED], self.wall[PREBUILT]) if PREBUILT in self.wall else None


def measure(workload: str, n: int, rounds: int) -> Single:
    rows = generate(workload, n, SEED)
    hands = list(hands_of(rows))
    prepared = [prepare(hand) for hand in hands]
    scorer = CompiledScorer(RULES)
    points = scorer.points
    calls: dict[str, Call] = {
        PREPARED: lambda: [points(*one) for one in prepared],
        FROM_HAND: lambda: [scorer(hand) for hand in hands],
    }
    if available():
        calls[PREBUILT] = peer_calls(rows)[PREBUILT]

    def totals(name: str, result: Any) -> Totals:
        if name == PREBUILT:
            return peer_totals(result)
        own = np.array(result, np.int32)
        return np.where(own < 0, -1, own + rows.flowers)

    first = PREBUILT if available() else PREPARED
    reference = totals(first, calls[first]())
    like = ~unlike(rows)
    different = 0

    def see(name: str, result: Any) -> None:
        nonlocal different
        different += int(((totals(name, result) != reference) & like).sum())

    clocks = alternate(calls, rounds, dict.fromkeys(calls, float(n)), see)
    return Single(n, int(like.sum()), different, *clocks)
