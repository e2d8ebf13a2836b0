"""Hands scored by other people: totals and fan lists in all three MCR rule sets."""

import json
from pathlib import Path

import pytest

import hulebook
from tests.reference import hands, mcr

RULES = ("mcr", "mcr-2014", "mcr-98")
CASES = [
    json.loads(line)
    for name in ("mcr_real", "mcr_suites", "mcr_rulebook")
    for line in (Path(__file__).parent / "cases" / f"{name}.jsonl").read_text("utf8").splitlines()
]


def test_there_are_all_cases() -> None:
    assert len(CASES) == 68 + 413 + 196
    assert all(case["source"] for case in CASES)


@pytest.mark.parametrize("rules", RULES)
def test_case_totals(rules: str) -> None:
    different = []
    for case in CASES:
        expected = case["expected"][rules]
        if isinstance(expected, str):
            with pytest.raises(hulebook.BadHand):
                hulebook.score(case["hand"], rules)
            continue
        found = hulebook.get_score(case["hand"], rules)
        if (found and found.total) != expected:
            different.append((case["id"], expected, found))
    assert not different


@pytest.mark.parametrize("rules", RULES)
def test_case_fans_are_a_best_list(rules: str) -> None:
    """The list that is printed is one of the lists of most points, and the one the tie rule
    picks."""
    different = []
    for case in CASES:
        if not isinstance(case["expected"][rules], int):
            continue
        fans = fan_list(hulebook.score(case["hand"], rules))
        reference = mcr.score(hands.parse(case["hand"]), mcr.RULES[rules])
        if fans not in reference.best_lists or fans != reference.canonical:
            different.append((case["id"], fans, reference))
    assert not different


def fan_list(found: hulebook.Score) -> tuple[int, ...]:
    """Fan numbers with repeats, without flowers."""
    return tuple(n for n, count in enumerate(found.counts, 1) for _ in range(count))
