"""A slice of the long run against the reference scorers, and what that run reaches."""

from collections import Counter

import pytest

from benchmarks.workloads import generate, stream
from hulebook.batch.hand_batch import HandBatch
from hulebook.batch.scores import score_batch
from tests.against_reference import (
    CHUNK,
    COMBINATIONS,
    CONTEXTS,
    chunks,
    combinations_of_context_fans,
    compare,
    rows_of,
)
from tests.reference_rows import MCR_SETS, compare_rows, mcr_expected, reference_hands, unlike

EVERY = 60


@pytest.mark.parametrize("at", range(0, COMBINATIONS, COMBINATIONS // (8 * CHUNK) * CHUNK))
def test_combinations_with_every_pair(at: int) -> None:
    for rows in rows_of(("combinations", at)):
        some = rows.take(slice(at % EVERY, None, EVERY))
        scores, _, different = compare_rows(some)
        assert different == []
        assert scores == 6 * len(some) > 0


def test_every_way_of_winning() -> None:
    """A few hands in each of them; no hand can be won in the others."""
    without = []
    for context in CONTEXTS:
        parts = rows_of(("contexts", context.number))
        if not any(map(len, parts)):
            without.append(context)
        for rows in parts:
            assert compare_rows(rows.take(slice(context.number % 97, None, 997)))[2] == []
    assert len(CONTEXTS) == 478
    assert all(c.open + c.concealed_kongs == 4 for c in without)  # nothing but the pair stands
    assert all(c.last_of_kind or (c.kong and not c.self_draw) for c in without)


def test_a_chunk_counts_its_scores() -> None:
    chunk = ("contexts", CONTEXTS[20].number)
    assert chunk in chunks()
    compared = compare(chunk)
    assert compared.chunk == chunk
    assert compared.scores == 6 * sum(map(len, rows_of(chunk))) > 5000
    assert compared.different == []


def test_a_difference_is_found() -> None:
    """Another rule set's answers, or one answer changed, are not the reference's."""
    rows = generate("rare", 400, 3)
    by_hand = [mcr_expected(hand) for hand in reference_hands(rows)]
    by_rules = dict(zip(MCR_SETS, zip(*by_hand, strict=True), strict=True))
    batch = HandBatch(**rows.arrays())
    ours = score_batch(batch, "mcr", fans=True)
    assert len(unlike(ours, by_rules["mcr"])) == 0
    assert len(unlike(ours, by_rules["mcr-98"])) > 10
    for name in ("status", "points", "total", "fans"):
        getattr(ours, name)[7] += 1
        assert 7 in unlike(ours, by_rules["mcr"])
        getattr(ours, name)[7] -= 1


@pytest.mark.exhaustive
def test_random_wins_have_no_other_combination_of_context_fans() -> None:
    """What six million random wins of all kinds reach, the run reaches (`-s` shows how many)."""
    reached = {
        combination
        for context in CONTEXTS
        for rows in rows_of(("context fans", context.number))
        if len(rows)
        for combination in combinations_of_context_fans(rows)
    }
    print(Counter(rules for rules, _ in reached))
    for workload in ("mixed", "rare", "all_shapes", "one_suit", "differential", "chow_heavy"):
        for rows in stream(workload, 1_000_000, 10, 200_000):
            assert combinations_of_context_fans(rows).keys() <= reached
