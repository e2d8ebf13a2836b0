"""Random wins against the reference scorer: totals and fan lists, all rule sets and switches.

The default run takes a slice; `-m exhaustive` runs 20,000 hands under every rule set and each
single flipped switch.
"""

import pytest

import hulebook
from benchmarks.workloads import generate
from hulebook.rules import MCR, MCR_98, MCR_2014, RuleSet
from tests.reference import mcr
from tests.reference.hands import RefHand

BASES = (MCR, MCR_2014, MCR_98)
RULE_SETS: tuple[RuleSet, ...] = (*BASES, *dict.fromkeys(r for b in BASES for r in b.changed()))
REFERENCE_SWITCHES = tuple(mcr.SWITCHES)


def switches(rules: RuleSet) -> dict[str, object]:
    return {name: rules.switches[name] for name in REFERENCE_SWITCHES}


def reference_hand(hand: hulebook.Hand) -> RefHand:
    return RefHand(
        hand.concealed,
        hand.win_tile,
        tuple((m.kind, m.tile) for m in hand.melds),
        hand.seat_wind,
        hand.round_wind,
        hand.self_draw,
        hand.last_of_kind,
        hand.last_wall_tile,
        hand.kong,
        hand.heaven,
        hand.earth,
        hand.flowers,
    )


def differences(workload: str, count: int, seed: int, rule_sets: tuple[RuleSet, ...]) -> list[str]:
    """Where totals differ, or our list is not the one that the tie rule picks."""
    rows = generate(workload, count, seed)
    bundles = [switches(r) for r in rule_sets]
    found = []
    for i in range(len(rows)):
        hand = hulebook.Hand.from_row(
            rows.concealed[i].tolist(),
            rows.melds[i].tolist(),
            int(rows.win_tile[i]),
            bool(rows.self_draw[i]),
            int(rows.flags[i]),
            int(rows.seat_wind[i]),
            int(rows.round_wind[i]),
            int(rows.flowers[i]),
        )
        for rules, result in zip(
            rule_sets, mcr.score_many(reference_hand(hand), bundles), strict=True
        ):
            ours = hulebook.score(hand, rules)
            fans = tuple(n for n, c in enumerate(ours.counts, 1) for _ in range(c))
            if result is None or ours.total != result.total or fans != result.canonical:
                found.append(f"{hand} {rules.id}: {ours.total} {fans}, reference {result}")
    return found


@pytest.mark.parametrize("workload", ["mixed", "all_shapes", "rare", "one_suit", "chow_heavy"])
def test_slice(workload: str) -> None:
    assert differences(workload, 300, 20, RULE_SETS) == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("workload", ["mixed", "all_shapes", "rare", "one_suit", "chow_heavy"])
def test_all(workload: str) -> None:
    assert differences(workload, 4000, 21, RULE_SETS) == []
