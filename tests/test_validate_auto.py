"""Which rule set explains a file: `rules="auto"`."""

import random
from pathlib import Path

import numpy as np
import pytest

from benchmarks.workloads import generate
from hulebook import Status
from hulebook.batch.hand_batch import FIELDS, HandBatch
from hulebook.batch.scores import score_batch
from hulebook.rules import MCR, MCR_98, SHIPPED, WSOM, ZJ_33, RuleSet
from hulebook.validate import Verdict, validate
from hulebook.validate.explain.by_rule_set import change_text
from hulebook.validate.explain.switch_space import Space, free_switches
from hulebook.validate.readers.rows import take
from tests.logs import WON, game
from tests.validation import CASES, Recorded, write

NINE = "[CCC,1]12356789pWW7p|SS0000|0"
# Hands that depend on a switch each.
ON_ONE = {
    "concealed_by_nature_self_draw": "113355m2244p668s8s|EE1000|0",
    "two_concealed_kongs": "[1111m][2222m]345p678s9s9s",
    "mixed_kongs": "[1111m][2222p,1]345p678s9s9s",
    "knitted_wait": "147m258p369s89m55p7m|EE0000|0",
    "nine_gates_terminal_pung": "1112345678999m5m|EW0000|0",
    "double_pung_in_all_terminals": "[111m,1][111p,1]999p1199s9s|EW0000|0",
    "tile_hog_of_honors": "EEEE1122m3344p5s5s|EE0000|0",
    "forced_tile_hog": "11119999m1199p1s1s|EE0000|0",
    "kong_fans_beside_three_or_four_kongs": "[1111m][2222p,1][3333s,1]456m8m8m|EE0000|0",
    "half_flush_in_all_green": "[222s,1][FFF,1]33344s66s4s|EE0000|0",
}
# Inside the knitted tiles and outside of them.
ON_TWO_PLACES = "147m258p369s456mEE|EE0000|0"
HANDS = [NINE, *ON_ONE.values(), ON_TWO_PLACES]
FLIPS = [
    (spec.name, value)
    for spec in free_switches("mcr")
    for value in spec.values
    if value != MCR.switches[spec.name]
]


def totals(hands: list[str], rules: RuleSet | str) -> list[int]:
    scores = score_batch(HandBatch.from_hands(hands), rules)
    assert not scores.status.any()
    return [int(total) for total in scores.total]


def check(folder: Path, hands: list[str], rules: RuleSet | str, wrong: int = 0) -> Verdict:
    rows = [Recorded(*pair) for pair in zip(hands, totals(hands, rules), strict=True)]
    rows += [Recorded(NINE, 10)] * wrong
    return validate(write(folder, "jsonl", rows), "auto")


def test_the_hands_depend_on_the_switches() -> None:
    space = Space([MCR])
    for switch, hand in ON_ONE.items():
        batch = HandBatch.from_hands([hand])
        (group,) = space.groups(batch, np.zeros(1, np.int64))
        assert switch in [spec.name for spec in space.switches_of(group.mask)], hand
        assert len({totals([hand], rules)[0] for rules in space.choices(group.mask)}) > 1, hand
    assert {name for name, _ in FLIPS} == set(ON_ONE)


@pytest.mark.parametrize("flip", FLIPS, ids=lambda flip: change_text(*flip))
def test_one_flipped_switch_is_found(tmp_path: Path, flip: tuple[str, object]) -> None:
    rules = MCR.replace(**dict([flip]))
    verdict = check(tmp_path, HANDS, rules, wrong=1)
    found = verdict.explanation
    assert found.rules == rules
    assert found.changes == dict([flip])
    assert (found.compared, found.explained) == (13, 12)
    assert found.alike == found.equal_number == found.unsettled == []
    assert (verdict.rules, verdict.equal) == (rules.id, 12)
    assert [one.explained_by for one in verdict.first] == ["none"]
    assert f"the smallest change that explains the most: {change_text(*flip)}" in str(verdict)


def test_two_flipped_switches_are_found(tmp_path: Path) -> None:
    rules = MCR_98.replace(two_concealed_kongs=8, forced_tile_hog="drop one")
    verdict = check(tmp_path, HANDS, rules)
    assert verdict.explanation.rules == rules
    assert verdict.all_equal


@pytest.mark.parametrize("rules", ["mcr", "mcr-2014", "mcr-98"])
def test_cases_scored_under_each_rule_set(tmp_path: Path, rules: str) -> None:
    cases = [case for case in CASES if isinstance(case["expected"][rules], int)]
    rows = [Recorded(case["hand"], case["expected"][rules]) for case in cases]
    verdict = validate(write(tmp_path, "csv", rows), "auto")
    assert verdict.explanation.rules == SHIPPED[rules]
    assert verdict.all_equal
    assert verdict.explanation.alike == []


ZUNG_JUNG_HANDS = [
    NINE,
    "113355m2244p668s8s|EW0000|0",
    "[123m,1][456m,1][345p,1]88s67s8s|EE0000|0",
    "[123m,1][123m,1][345p,1]88s67s8s|EE0000|0",
    "19m19p19sESWNPFC1m|EW0000|0",
    "[222m,1][333p,1]444s55566s|EW0000|0",
    "[234m,1][567p,1]11s678s99m9m|EW0000|0",
]


@pytest.mark.parametrize("rules", ["wsom", "wsom-2008", "zj-3.3"])
def test_zung_jung(tmp_path: Path, rules: str) -> None:
    verdict = check(tmp_path, ZUNG_JUNG_HANDS, rules)
    assert verdict.all_equal
    assert verdict.explanation.rules == SHIPPED[rules]


@pytest.mark.parametrize("base", [WSOM, ZJ_33])
@pytest.mark.parametrize("switch", ["concealed_hand_on_irregular", "chicken_value"])
def test_flipped_switches_of_zung_jung(tmp_path: Path, base: RuleSet, switch: str) -> None:
    (value,) = (v for v in (False, True) if v != base.switches[switch])
    rules = base.replace(**{switch: type(base.switches[switch])(value)})  # type: ignore[call-arg,misc]
    found = check(tmp_path, ZUNG_JUNG_HANDS, rules).explanation
    assert found.explained == found.compared == len(ZUNG_JUNG_HANDS)
    same = [found.rules.switches[name] == value for name, value in rules.switches.items()]
    assert sum(same) >= len(same) - 3  # what only decides who wins and who pays may differ
    assert found.rules.switches[switch] == value


def test_rows_that_cannot_tell(tmp_path: Path) -> None:
    verdict = check(tmp_path, [NINE], "mcr-98")
    found = verdict.explanation
    assert (found.rules, found.alike) == (MCR, ["mcr-2014", "mcr-98"])
    assert len(found.unsettled) == len(FLIPS)
    assert "these rows cannot tell it from mcr-2014, mcr-98" in str(verdict)
    path = tmp_path / "log.txt"
    path.write_text("\n".join(game(*WON)))
    log = validate(path, "auto")
    assert log.explanation.alike == ["mcr-2014", "mcr-98"]
    assert log.all_equal


def test_what_explains_each_mismatch(tmp_path: Path) -> None:
    hands = [NINE] * 20 + [ON_ONE["two_concealed_kongs"]] * 3
    rows = [Recorded(*pair) for pair in zip(hands, totals(hands, "mcr"), strict=True)]
    rows += [
        Recorded(ON_ONE["two_concealed_kongs"], totals([hands[-1]], "mcr-98")[0]),
        Recorded(ON_ONE["knitted_wait"], totals([ON_ONE["knitted_wait"]], MCR)[0] - 1),
        Recorded(NINE, 10),
        Recorded("123456789m345p7s8s", 10),
        Recorded("", 10),
        Recorded(NINE),
    ]
    verdict = validate(write(tmp_path, "jsonl", rows), "auto", output=tmp_path / "out.jsonl")
    assert verdict.explanation.rules == MCR
    told = [(one.row, one.kind, one.explained_by) for one in verdict.first]
    assert told[0] == (24, "total", "two_concealed_kongs=6")
    assert told[1][:2] == (25, "total")
    assert told[2:] == [
        (26, "total", "none"), (27, "not a win", None), (28, "BAD_TEXT", None),
    ]  # fmt: skip
    assert (verdict.rows, verdict.equal, verdict.without_total) == (29, 23, 1)
    assert len((tmp_path / "out.jsonl").read_text().splitlines()) == 5


def test_fans_are_compared_under_the_rules_that_are_found(tmp_path: Path) -> None:
    hand = ON_ONE["concealed_by_nature_self_draw"]
    rows = [
        Recorded(hand, *totals([hand], "mcr-98"), [19, 68, 80]),
        Recorded(hand, *totals([hand], "mcr-98"), [19, 80, 68]),
        Recorded(hand, *totals([hand], "mcr-98"), [19, 66, 80]),
        Recorded(NINE, 9, [50, 59, 72]),
    ]
    verdict = validate(write(tmp_path, "jsonl", rows), "auto")
    assert verdict.explanation.rules.concealed_by_nature_self_draw == 80
    assert (verdict.different["fans"], verdict.different.total()) == (
        4 - verdict.equal, 4 - verdict.equal,
    )  # fmt: skip


@pytest.mark.parametrize("threads", [1, 2])
def test_the_same_for_any_number_of_threads(
    tmp_path: Path, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hulebook.validate.readers.sources.BLOCK", 2000)
    hands = HANDS * 20
    rows = [Recorded(*pair) for pair in zip(hands, totals(hands, "mcr-98"), strict=True)]
    rows[17::23] = [Recorded(row.hand, 1000) for row in rows[17::23]]
    out = tmp_path / "out.csv"
    verdict = validate(write(tmp_path, "csv", rows), "auto", output=out, threads=threads)
    assert verdict.explanation.rules == MCR_98
    assert verdict.different["total"] == len(rows[17::23])
    lines = out.read_text().splitlines()[1:]
    assert [int(line.split(",")[1]) for line in lines] == list(range(19, len(rows) + 2, 23))


def test_nothing_to_compare(tmp_path: Path) -> None:
    for rows in ([], [Recorded(NINE)], [Recorded("", 9), Recorded("123456789m345p7s8s", 9)]):
        verdict = validate(write(tmp_path, "csv", rows), "auto")
        assert (verdict.explanation.compared, verdict.explanation.explained) == (0, 0)


@pytest.mark.parametrize(
    ("family", "name", "count"),
    [("mcr", "differential", 3000), ("zung_jung", "rare", 3000)],
)
def test_patterns_say_what_any_rule_set_gives(family: str, name: str, count: int) -> None:
    """For rule sets with any values of the free switches, the agreement of a hand's pattern is
    that of its total."""
    space = Space([rules for rules in SHIPPED.values() if rules.family == family])
    hands = batch(name, count, ZJ_33 if family != "mcr" else MCR)
    chance = random.Random(1)
    told, other = (
        chance.choice(space.grounds).replace(
            **{spec.name: chance.choice(list(spec.values)) for spec in space.free}
        )
        for _ in range(2)
    )
    recorded = score_batch(hands, told).total
    same = score_batch(hands, other).total == recorded
    for group in space.groups(hands, recorded.astype(np.int64)):
        assert group.agrees[:, space.place(group.mask, told)].all()
        agrees = group.agrees[:, space.place(group.mask, other)]
        np.testing.assert_array_equal(agrees, same[group.rows])


def batch(name: str, count: int, rules: RuleSet) -> HandBatch:
    """The hands of a workload that the rules take."""
    arrays = {field: getattr(generate(name, count, seed=2), field) for field in FIELDS}
    if rules.family != MCR.family:
        arrays["flowers"][:] = 0
    concealed, win_tile, melds = (arrays.pop(f) for f in ("concealed", "win_tile", "melds"))
    hands = HandBatch(concealed, win_tile, melds, **arrays)
    return take(hands, score_batch(hands, rules).status == Status.OK)


def test_grounds() -> None:
    assert len(Space([MCR, MCR_98]).grounds) == 1
    assert Space([WSOM, ZJ_33]).grounds == [WSOM, ZJ_33]
    assert Space([MCR.replace(minimum=1)]).choices(0)[0].minimum == 1
