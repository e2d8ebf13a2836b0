"""A slice of the large runs against PyMahjongGB, for every change (needs the `peers` extra)."""

from math import comb

import numpy as np
import pytest

from benchmarks.exhaustive import knitted_honors_wins
from benchmarks.workloads import generate
from hulebook.batch.hand_batch import HandBatch
from hulebook.batch.scores import score_batch
from tests.exhaustive import SEVEN_PAIRS, chunks, compare, seven_pairs
from tests.peer import peer_totals

pytest.importorskip("MahjongGB")


@pytest.mark.parametrize("number", [0, 111, 222, 333, 444, 555, 574])
def test_chunk_of_the_standard_hands(number: int) -> None:
    """20,000 hands with every winning tile, drawn and discarded."""
    _, scores, _, different = compare(chunks()[number])
    assert scores > 100_000
    assert different == []


@pytest.mark.parametrize("chunk", [("seven pairs", 26), ("thirteen orphans", 0)])
def test_special_hands(chunk: tuple[str, int]) -> None:
    assert compare(chunk)[3] == []


def test_number_of_seven_pairs() -> None:
    """Among the seven honors, those that hold East: all less those of the other six."""

    def hands(kinds: int) -> int:
        return sum(comb(kinds, q) * comb(kinds - q, 7 - 2 * q) for q in range(4) if q <= kinds)

    assert SEVEN_PAIRS == hands(34) == 16_417_104
    assert sum(len(rows) for rows in seven_pairs(27)) == 2 * (hands(7) - hands(6))


def test_honors_and_knitted() -> None:
    for rows in knitted_honors_wins():
        totals = score_batch(HandBatch(**rows.arrays()), "mcr-98").total
        assert np.array_equal(totals, peer_totals(rows))


def test_random_wins() -> None:
    rows = generate("differential", 20_000, 8)
    totals = score_batch(HandBatch(**rows.arrays()), "mcr-98").total
    assert np.array_equal(totals, peer_totals(rows))
