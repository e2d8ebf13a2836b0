"""The compiled scorer gives the points of the one-hand door, in any thread, and takes any integers."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numba
import numpy as np
import pytest

import hulebook
from benchmarks.rows import FIELDS
from benchmarks.workloads import generate
from hulebook.compiled import CompiledScorer, add_tile, hand_points, prepare, take_tile
from hulebook.hands.hand import Hand
from hulebook.rules import RuleSet, get_rules
from tests.test_batch import RULES, by_id

WORKLOADS = ("mixed", "all_shapes", "differential", "not_winning")


def hands(name: str, n: int, flowers: bool = True) -> list[Hand]:
    rows = generate(name, n, seed=11)
    if not flowers:
        rows.flowers[:] = 0
    columns = (getattr(rows, field).tolist() for field in FIELDS)
    return [Hand.from_row(*row) for row in zip(*columns, strict=True)]


def points_of(hand: Hand, rules: RuleSet) -> int:
    try:
        return hulebook.score(hand, rules).points
    except (hulebook.NotAWin, hulebook.BadHand):
        return -1


@pytest.mark.parametrize("rules", RULES, ids=by_id)
def test_points_are_those_of_the_one_hand_door(rules: RuleSet) -> None:
    scorer = CompiledScorer(rules)
    for name in WORKLOADS:
        for hand in hands(name, 300, flowers=rules.family == "mcr"):
            assert scorer(hand) == points_of(hand, rules), hand


def test_from_a_compiled_function() -> None:
    """Every tile that a hand without its winning tile waits for, found in one compiled loop."""

    @numba.njit
    def waits(shapes: Any, book: Any, suits: int, others: int, melds: int, context: int) -> Any:
        points = np.zeros(34, np.int64)
        for tile in range(34):
            more = add_tile(shapes, suits, others, tile)
            points[tile] = hand_points(shapes, book, more[0], more[1], melds, context + tile)
        return points

    hand = Hand.from_string("[CCC,1]12356789pWW4p|SS0000|0")
    tables = CompiledScorer("mcr-98").tables
    suits, others, melds, context = prepare(hand)
    waiting = take_tile(tables[0], suits, others, hand.win_tile)
    points = waits(*tables, *waiting, melds, context - hand.win_tile)
    rest = list(hand.concealed)
    rest.remove(hand.win_tile)
    for tile in range(34):
        won = Hand([*rest, tile], tile, hand.melds, seat_wind=1, round_wind=1)
        assert points[tile] == points_of(won, get_rules("mcr-98"))


def test_any_integers_are_safe() -> None:
    scorer = CompiledScorer("wsom")
    rng = np.random.default_rng(2)
    for _ in range(3_000):
        bits = [int(rng.integers(0, 1 << int(rng.integers(1, 63)))) for _ in range(4)]
        assert scorer.points(*bits) >= -1


def test_threads_share_a_scorer() -> None:
    scorer = CompiledScorer("mcr")
    prepared = [prepare(hand) for hand in hands("mixed", 2_000)]
    expected = [scorer.points(*p) for p in prepared]
    with ThreadPoolExecutor(8) as pool:
        found = pool.map(lambda _: [scorer.points(*p) for p in prepared], range(16))
        assert all(points == expected for points in found)


def test_tables_are_never_written() -> None:
    """Two threads that share the tables share nothing that changes."""
    scorer = CompiledScorer("mcr")
    before = [table.tobytes() for table in scorer.tables]
    for hand in hands("all_shapes", 500):
        scorer(hand)
    assert [table.tobytes() for table in scorer.tables] == before


# In a process of its own: the number of threads is fixed when numba starts.
PARALLEL = """
import json
import numba
import numpy as np
from hulebook.compiled import CompiledScorer, add_tile, hand_points, take_tile
from tests.test_compiled import WORKLOADS, hands
from hulebook.compiled import prepare

@numba.njit(parallel=True)
def all_points(shapes, book, prepared, out):
    for i in numba.prange(len(prepared)):
        suits, others, melds, context = prepared[i]
        tile = context & 63
        less = take_tile(shapes, suits, others, tile)
        more = add_tile(shapes, less[0], less[1], tile)
        out[i] = hand_points(shapes, book, more[0], more[1], melds, context)

differing = 0
for rules in ("mcr", "wsom"):
    scorer = CompiledScorer(rules)
    for name in WORKLOADS:
        rows = [prepare(h) for h in hands(name, 5_000, flowers=rules == "mcr")]
        expected = np.array([scorer.points(*row) for row in rows])
        prepared, found = np.array(rows), np.zeros(len(rows), np.int64)
        for _ in range(20):
            found[:] = -2
            all_points(*scorer.tables, prepared, found)
            differing += int((found != expected).sum())
print(json.dumps([numba.get_num_threads(), differing]))
"""


@pytest.mark.parametrize("threads", [2, 4, 8])
def test_prange(threads: int) -> None:
    """The compiled calls inside ``numba.prange`` give what they give one after the other."""
    environment = {**os.environ, "NUMBA_NUM_THREADS": str(threads)}
    run = subprocess.run(
        [sys.executable, "-c", PARALLEL],
        check=False,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout) == [threads, 0]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_after_fork() -> None:
    scorer = CompiledScorer("mcr")
    prepared = [prepare(hand) for hand in hands("all_shapes", 500)]
    expected = [scorer.points(*p) for p in prepared]
    child = os.fork()
    if child == 0:
        same = [scorer.points(*p) for p in prepared] == expected
        os._exit(0 if same else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
