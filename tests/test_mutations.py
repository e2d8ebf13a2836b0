"""Changing one point or removing one exclusion changes a score: no number stands unproven.

Each mutation is made in the fan data, compiled, and must change the total of a hand whose right
total is written down (a witness or a case).
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import hulebook
from hulebook.answers.score import find
from hulebook.answers.switches import narrow_book, records_of
from hulebook.rules import MCR, MCR_98, MCR_2014, RuleSet
from hulebook.rules.mcr import family
from hulebook.rules.mcr.fans import FANS, FLOWERS
from hulebook.rules.model import Fan
from tests.exclusion_witnesses import NEVER_BINDS, WITNESSES, Witness

HOUSE = {rules.id: rules for base in (MCR, MCR_2014, MCR_98) for rules in (base, *base.changed())}
CASES = [
    json.loads(line)
    for name in ("mcr_real", "mcr_suites", "mcr_rulebook")
    for line in (Path(__file__).parent / "cases" / f"{name}.jsonl").read_text("utf8").splitlines()
]


@contextmanager
def changed(fan: Fan) -> Iterator[None]:
    """The rules with this fan in place of the one of its number."""
    fans = tuple(fan if f.number == fan.number else f for f in FANS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(family, "FANS", fans)
        patch.setattr(family, "BY_NUMBER", {f.number: f for f in fans})
        yield


def compiled_total(text: str, rules: RuleSet) -> int:
    """The total of a hand from tables compiled just now."""
    found = hulebook.score(text, rules)
    book = narrow_book(found, rules, records_of(found))
    return find(found.hand, rules, book)[0] + found.hand.flowers


def exclusion_key(fan: Fan, index: int) -> tuple[int, int, str]:
    drop = fan.exclusions[index]
    return fan.number, drop.fan, str(drop.when[1]) if drop.when else ""


def test_every_exclusion_is_accounted_for() -> None:
    keys = [
        exclusion_key(fan, i)
        for fan in FANS
        for i, drop in enumerate(fan.exclusions)
        if not drop.inside
    ]
    shown = [(w.fan, w.dropped, w.switch_value) for w in WITNESSES]
    never = [(*pair, "") for pair in NEVER_BINDS]
    assert sorted(keys) == sorted(shown + never)


@pytest.mark.parametrize("witness", WITNESSES, ids=lambda w: f"{w.fan}-{w.dropped}{w.switch_value}")
def test_exclusion(witness: Witness) -> None:
    rules = HOUSE[witness.rules]
    assert hulebook.score(witness.hand, rules).total == witness.total
    assert compiled_total(witness.hand, rules) == witness.total
    fan = next(f for f in FANS if f.number == witness.fan)
    key = (witness.fan, witness.dropped, witness.switch_value)
    index = next(i for i in range(len(fan.drops)) if exclusion_key(fan, i) == key)
    with changed(fan._replace(drops=fan.drops[:index] + fan.drops[index + 1 :])):
        assert compiled_total(witness.hand, rules) > witness.total


@pytest.mark.parametrize("fan", [f for f in FANS if f.number != FLOWERS], ids=lambda f: f.number)
@pytest.mark.parametrize("step", [1, -1])
def test_points(fan: Fan, step: int) -> None:
    for case in CASES:
        expected = case["expected"]["mcr"]
        if isinstance(expected, int) and case["expected_fans"]["mcr"].get(str(fan.number)):
            break
    else:
        pytest.fail(f"no case has fan {fan.number}")
    assert compiled_total(case["hand"], MCR) == expected
    points = int(str(MCR.switches[fan.switch])) if fan.switch else fan.points
    with changed(fan._replace(points=points + step, switch="")):
        assert compiled_total(case["hand"], MCR) != expected
