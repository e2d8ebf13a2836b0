"""The Zung Jung family as data, and what its rules say of every legal choice of four sets."""

from collections import Counter
from functools import cache
from itertools import pairwise, product

import numpy as np
import pytest

from hulebook.errors import RuleError
from hulebook.hands.sets import PAIR_CLASSES, WIND_PAIR, class_pair
from hulebook.rules import SHIPPED, WSOM, WSOM_2008, ZJ_33, RuleSet
from hulebook.rules.context import PAIR, PUNG, Context, legal_contexts
from hulebook.rules.zung_jung.family import INCIDENTAL, ZungJung, incidental
from hulebook.rules.zung_jung.patterns import COLUMN, EDITIONS, LIMIT, PATTERNS, SOURCES, columns_of
from hulebook_builder.combinations import SETS, legal_combinations, tile_counts
from hulebook_builder.records import FamilyTables
from hulebook_builder.zj_records import zung_jung_tables
from tests.zung_jung_examples import LISTED

RULE_SETS = (WSOM, WSOM_2008, ZJ_33)
NUMBERS = ("", *(p.number for p in PATTERNS))
PLAIN = Context(False, False, False, False, False, False, 0, 0, 0)
# wsom, then wsom-2008 and zj-3.3
DIFFERING = {
    "2.1.2": (100, 80),
    "3.2.1": (30, 40),
    "3.3.1": (25, 30),
    "4.1": (40, 30),
    "4.2.2": (25, 30),
    "4.2.3": (115, 125),
    "6.2.1": (25, 30),
    "9.2": (15, 10),
    "9.3": (15, 10),
    "9.4.1": (320, 155),
    "9.4.2": (320, 155),
    "10.1": (320, 160),
    "10.2": (25, 30),
}


def numbers(columns: tuple[int, ...]) -> list[str]:
    return [NUMBERS[c] for c in columns]


def settled(rules: RuleSet, *met: str) -> list[str]:
    return numbers(ZungJung(rules).settle(columns_of(met)))


def added(rules: RuleSet, c: Context, owner: int = 0, concealed: int = 0) -> list[str]:
    return numbers(ZungJung(rules).dynamic_fans(c, owner, False, concealed, ()))


def test_there_are_44_patterns_in_24_series_and_10_categories() -> None:
    assert [p.column for p in PATTERNS] == list(range(1, 45))
    keys = [[int(part) for part in p.number.split(".")] for p in PATTERNS]
    assert all(a < b for a, b in pairwise(keys))
    assert len({p.series for p in PATTERNS}) == 24
    assert {key[0] for key in keys} == set(range(1, 11))
    for language in ("en", "zh", "ko", "switch", "rule"):
        texts = [getattr(p, language) for p in PATTERNS]
        assert all(texts)
        assert len(set(texts)) == 44


def test_every_value_names_its_source() -> None:
    for p in PATTERNS:
        assert len(p.values) == len(p.sources) == len(EDITIONS)
        for value, sources in zip(p.values, p.sources, strict=True):
            assert value > 0
            assert value % 5 == 0
            assert set(sources.split(", ")) <= set(SOURCES)
    first = Counter(
        "certain" if {"text", "notice"} & set(p.sources[0].split(", ")) else p.sources[0][-12:]
        for p in PATTERNS
    )
    assert first == {"certain": 13, "pages": 20, "carried over": 11}


def test_thirteen_values_differ_between_the_editions() -> None:
    found = {p.number: (p.values[0], p.values[2]) for p in PATTERNS if p.values[0] != p.values[2]}
    assert found == DIFFERING
    assert all(p.values[1] == p.values[2] for p in PATTERNS)


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda r: r.id)
def test_rule_sets_hold_the_values_of_their_edition(rules: RuleSet) -> None:
    place = EDITIONS.index(rules.id)
    family = ZungJung(rules)
    for p in PATTERNS:
        assert rules.switches[p.switch] == p.values[place] == family.value(p.column)
    assert SHIPPED[rules.id] is rules


def test_what_differs_beside_the_values() -> None:
    def of(name: str) -> list[object]:
        return [rules.switches[name] for rules in RULE_SETS]

    assert of("threshold") == [30, 25, 25]
    assert of("minimum") == [0, 5, 0]
    assert of("concealed_hand_on_irregular") == [True, False, False]
    assert of("chicken_value") == [0, 0, 1]
    assert of("chicken_payable") == [1, 0, 1]


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda r: r.id)
def test_listed_limits_follow_from_the_values(rules: RuleSet) -> None:
    family = ZungJung(rules)
    listed = {n for n in NUMBERS[1:] if family.listed([COLUMN[n]])}
    assert listed == LISTED["wsom" if rules is WSOM else "zj-3.3"]
    assert family.listed(columns_of(["3.4", "3.3.4", "1.2"])) == 400
    assert family.listed(columns_of(["1.2", "4.1", "7.2.2"])) == 0


def test_a_house_rule_changes_single_values() -> None:
    house = WSOM.replace(pure_one_suit=80, big_three_winds=LIMIT)
    assert house.id == "wsom+pure_one_suit=80+big_three_winds=320"
    assert house != WSOM
    assert hash(house) == hash(WSOM.replace(big_three_winds=LIMIT, pure_one_suit=80))
    family = ZungJung(house)
    assert family.value(COLUMN["2.1.2"]) == 80
    assert family.listed(columns_of(["3.3.2"])) == LIMIT
    for wrong in (0, 501, True, "80"):
        with pytest.raises(RuleError, match="switch pure_one_suit takes 1 to 500"):
            WSOM.replace(pure_one_suit=wrong)


def test_one_pattern_of_a_series_counts() -> None:
    assert settled(WSOM, "8.1.1", "8.1.2", "8.1.3", "8.1.4") == ["8.1.4"]
    assert settled(WSOM, "8.1.1", "8.1.2", "4.1") == ["4.1", "8.1.2"]
    assert settled(WSOM, "3.1", "3.1", "3.1", "3.2.2") == ["3.1", "3.1", "3.1", "3.2.2"]
    assert settled(WSOM, "1.1", "1.2", "1.3") == ["1.1", "1.2", "1.3"]
    house = WSOM.replace(pure_lesser_terminals=40)
    assert settled(house, "8.1.1", "8.1.2") == ["8.1.1"]


def test_a_discard_exposes_the_triplet_that_it_completes() -> None:
    drawn = PLAIN._replace(self_draw=True)
    assert added(ZJ_33, PLAIN, PUNG, 4) == ["1.2", "4.2.2"]
    assert added(ZJ_33, PLAIN, PAIR, 4) == ["1.2", "4.2.3"]
    assert added(ZJ_33, drawn, PUNG, 4) == ["1.2", "4.2.3"]
    assert added(ZJ_33, PLAIN, PUNG, 2) == ["1.2"]
    assert added(ZJ_33, PLAIN._replace(open=1), PAIR, 2) == ["4.2.1"]


def test_kongs_count_alike_and_concealed_ones_are_concealed_triplets() -> None:
    hidden = PLAIN._replace(concealed_kongs=2)
    assert added(ZJ_33, hidden, PAIR, 1) == ["1.2", "4.2.2", "4.3.2"]
    assert added(ZJ_33, PLAIN._replace(open=2, melded_kongs=2)) == ["4.3.2"]
    mixed = PLAIN._replace(open=3, melded_kongs=3, concealed_kongs=1)
    assert added(ZJ_33, mixed) == ["4.3.4"]


def test_concealed_hand_joins_irregular_hands_by_edition() -> None:
    for rules in RULE_SETS:
        family = ZungJung(rules)
        for irregular in columns_of(["10.1", "10.2"]):
            interaction = family.interaction((irregular,))
            got = numbers(family.dynamic_fans(PLAIN, 0, False, 0, interaction))
            assert ("1.2" in got) == (rules is WSOM)


def test_what_can_be_together_in_one_win() -> None:
    family = ZungJung(WSOM)
    allowed = {(c.self_draw, *incidental(c)) for c in legal_contexts() if family.allows(c)}
    assert allowed == {
        (True,),
        (True, "9.1.1"),
        (True, "9.2"),
        (True, "9.1.1", "9.2"),
        (True, "9.4.1"),
        (False,),
        (False, "9.1.2"),
        (False, "9.4.2"),
        (False, "9.3"),
    }
    for c in legal_contexts():
        assert family.allows(c) == family.allows(c._replace(last_of_kind=not c.last_of_kind))


def test_only_the_seat_wind_is_a_value_honor() -> None:
    family = ZungJung(WSOM)
    for winds, round_wind, seat in product(range(16), range(4), range(4)):
        expected = [COLUMN["3.1"]] * (winds >> seat & 1)
        assert family.wind_fans(winds, round_wind, seat, ()) == expected


@cache
def tables() -> FamilyTables:
    return zung_jung_tables(legal_combinations())


@cache
def hands() -> tuple[np.ndarray, np.ndarray]:
    """Of every legal combination beside every legal class of pair: its row and its record."""
    combinations = legal_combinations()
    family = tables()
    used = tile_counts()[combinations].sum(axis=1)
    tiles = [class_pair(k) for k in range(1, PAIR_CLASSES)]
    legal = used[:, tiles] <= 2
    legal[:, WIND_PAIR - 1] = (used[:, 27:31] <= 2).any(axis=1)
    signatures = family.signatures.reshape(-1, PAIR_CLASSES)[:, 1:]
    row, place = np.nonzero(legal)
    return row, signatures[family.classes[row], place]


@cache
def reachable() -> list[list[str]]:
    """The patterns of every record that some hand of four sets and a pair has."""
    family = tables()
    return [numbers(family.records[r].tokens) for r in np.unique(hands()[1])]


def together(*wanted: str) -> bool:
    return any(set(wanted) <= set(met) for met in reachable())


def test_every_legal_combination_has_a_record_with_every_legal_pair() -> None:
    assert tables().classes.min() > 0
    assert hands()[1].min() > 0
    assert not tables().knitted.any()


def test_every_static_pattern_occurs() -> None:
    family = ZungJung(WSOM)
    dynamic = {NUMBERS[c] for c in family.dynamic}
    special = {"2.2", "10.1", "10.2"}
    found = {number for met in reachable() for number in met}
    assert found == set(NUMBERS[1:]) - dynamic - special
    records = [numbers(record.tokens) for record in tables().records]
    assert all(any(number in met for met in records) for number in special)


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda r: r.id)
def test_one_pattern_a_series_in_every_hand(rules: RuleSet) -> None:
    family = ZungJung(rules)
    series = {p.column: p.series for p in PATTERNS}
    for record in tables().records:
        often = Counter(series[c] for c in family.settle(record.tokens))
        assert often.pop("3.1", 0) <= 3
        assert set(often.values()) <= {1}


@pytest.mark.parametrize(
    ("one", "others"),
    [
        ("6.1", ["7.1", "5.1.2", "5.1.3", "5.1.4"]),
        ("7.1", ["6.1", "5.1.2", "5.1.3", "5.1.4"]),
        ("6.2.2", ["7.2.1", "7.2.2", "6.2.1"]),
        ("6.2.1", ["7.2.2"]),
        ("4.1", ["1.1", "5.1.1", "6.1", "7.1"]),
        ("3.4", ["1.3", "2.1.1", "2.1.2"]),
    ],
)
def test_patterns_that_exclude_each_other(one: str, others: list[str]) -> None:
    assert [other for other in others if together(one, other)] == []


def test_patterns_that_can_be_together() -> None:
    for pair in (
        "6.2.1 7.2.1",
        "5.1.1 6.1",
        "5.1.1 7.1",
        "3.1 3.3.2",
        "5.1.2 8.1.2",
        "5.1.3 8.1.1",
    ):
        assert together(*pair.split()), pair


def test_patterns_that_imply_others() -> None:
    for met in reachable():
        assert "7.2.2" not in met or "4.1" in met
        assert "3.3.4" not in met or "4.1" in met
        assert "3.2.2" not in met or met.count("3.1") == 3
        assert "3.2.1" not in met or met.count("3.1") == 2
        assert "8.1.3" not in met or "4.1" in met
        assert "8.1.4" not in met or "8.1.3" in met
        assert "8.1.2" not in met or "8.1.1" in met
        # Lesser terminals without any sequence are greater ones.
        assert not {"4.1", "8.1.1"} <= set(met) or "8.1.3" in met


def test_all_triplets_and_all_sequences_follow_from_the_kinds_of_sets() -> None:
    row, record = hands()
    chows = np.array([s.chow for s in SETS])[legal_combinations()].sum(axis=1)[row]
    for number, wanted in (("1.1", 4), ("4.1", 0)):
        has = np.array([COLUMN[number] in r.tokens for r in tables().records])
        assert (has[record] == (chows == wanted)).all()


def test_four_concealed_triplets_imply_concealed_hand() -> None:
    for rules in RULE_SETS:
        for c in legal_contexts():
            standing = 4 - c.open - c.concealed_kongs
            for concealed, owner in product(range(standing + 1), (PUNG, PAIR)):
                got = added(rules, c, owner, concealed)
                assert "4.2.3" not in got or "1.2" in got
                assert "4.2.3" not in got or concealed == standing


def test_nine_gates_is_pure_one_suit() -> None:
    family = tables()
    twins = [family.records[t] for t in family.gates if t]
    assert twins
    for twin in twins:
        assert {"2.2", "2.1.2"} <= set(numbers(twin.tokens))


def test_values_are_multiples_of_five() -> None:
    for rules in RULE_SETS:
        family = ZungJung(rules)
        for record in tables().records:
            assert sum(map(family.worth, family.settle(record.tokens))) % 5 == 0


def test_house_rules_of_the_highest_values_fit_the_tables() -> None:
    # A record's sum has twelve bits; so has what the way of winning adds.
    highest = WSOM.replace(**{s.name: max(s.values) for s in WSOM.specs[: len(PATTERNS)]})
    family = ZungJung(highest)
    sums = [sum(map(family.worth, family.settle(r.tokens))) for r in tables().records]
    assert max(sums) < 1 << 12
    adds = [
        sum(map(family.worth, family.dynamic_fans(c, 0, False, concealed, ())))
        for c in legal_contexts()
        if family.allows(c)
        for concealed in range(5)
    ]
    assert max(adds) + 256 < 1 << 12


def test_seven_pairs_take_what_does_not_speak_of_sets() -> None:
    allowed = {"10.2", "1.3", "2.1.1", "2.1.2", "3.4", "8.1.3", "8.1.4"}
    family = tables()
    for r in np.unique(family.seven_records)[1:]:
        met = numbers(family.records[r].tokens)
        assert "10.2" in met
        assert set(met) <= allowed


def test_thirteen_terminals_stand_alone_and_no_other_single_tiles_win() -> None:
    family = tables()
    thirteen, *knitted = (int(r) for r in family.specials)
    assert numbers(family.records[thirteen].tokens) == ["10.1"]
    assert knitted == [0, 0, 0]


def test_incidental_patterns_are_category_nine() -> None:
    assert [n for n in NUMBERS if n.startswith("9.")] == list(INCIDENTAL)
