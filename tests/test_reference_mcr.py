"""Literal examples for the slow MCR scorer: hand strings with totals and fans from the rules."""

from itertools import combinations_with_replacement

import pytest

from tests.reference.hands import CHOW, Illegal, parse
from tests.reference.mcr import RULES, SWITCHES, Result, score, score_many
from tests.reference.mcr_forest import Fan, combination_fans, forests, is_hyper_forest
from tests.reference.mcr_rules import POINTS
from tests.reference.mcr_shapes import Set, standing_counts, waits

ALL_RULES = [RULES["mcr"], RULES["mcr-2014"], RULES["mcr-98"]]


def totals(text: str) -> tuple[int | None, ...]:
    results = score_many(parse(text), ALL_RULES)
    return tuple(None if result is None else result.total for result in results)


def result_of(text: str, rules: str = "mcr", **switches: int | str) -> Result:
    result = score(parse(text), {**RULES[rules], **switches})
    assert result is not None
    return result


def fans_of(text: str, rules: str = "mcr", **switches: int | str) -> tuple[int, ...]:
    return result_of(text, rules, **switches).canonical


# Totals under mcr, mcr-2014 and mcr-98.
PRINCIPLES = [
    ("123456789m345p7s7s|EE0000|0", 21, 21, 21),
    ("123456789234m8m8m|EE0000|0", 45, 45, 45),
    ("111222333789m5m5m|EE0000|0", 67, 67, 67),
    ("113355m2244p668s8s|EE0000|0", 25, 25, 25),
    ("113355m2244p668s8s|EE1000|0", 29, 29, 26),
    ("[789p,1]111222333pPP|EE0000|0", 48, 48, 48),
    ("123456456999m8m8m|EE0000|0", 29, 29, 29),
    ("123p456456m78s33s9s|EE0000|0", 13, 13, 13),
    ("123456789555m1p1p|EE0000|0", 23, 23, 23),
    ("334455p445566m2s2s|EE0000|0", 26, 26, 26),
    ("334455p445566m2s2s|EE1000|0", 30, 30, 27),
    ("[123p,1]123s456m789p1p1p|EE0000|0", 12, 12, 12),
    ("[123m,1][789m,1][123p,1]789pPP|EE0000|0", 9, 9, 9),
]

NINE_GATES = [
    ("1112345678999p1p|EE0000|0", 106, 106, 106),
    ("1112345678999p1p|EE1000|0", 110, 110, 107),
    ("1112345678999p2p|EE0000|0", 92, 91, 92),
    ("1112345678999p3p|EE0000|0", 89, 89, 89),
    ("1112345678999p5p|EE0000|0", 91, 90, 91),
    ("1112345678999p5p|EE1000|0", 95, 94, 92),
]

KONGS = [
    ("[1111m][222p,1]345s666s7s7s", 6, 6, 6),
    ("[1111m][2222p]333s456s7s7s|EE1000|0", 38, 38, 36),
    ("[1111m][2222p,1]555s456s7s7s", 12, 12, 11),
    ("[1111m][2222p][3333s,1]456s7s7s", 44, 50, 44),
    ("[1111m][2222p][3333s,1]444s7s7s", 65, 73, 65),
    ("[1111m][2222p][3333s,1][5555s,1]7s7s", 100, 106, 100),
    ("[1111m][2222p,1][3333s,1][5555s,1]7s7s", 98, 100, 98),
    ("[1111m][2222p][3333s][5555s]7s7s|EE1000|0", 166, 166, 163),
]

KNITTED = [
    ("147m258p369s35m77s4m", 16, 17, 17),
    ("147m258p369s35p77s4p", 17, 17, 17),
    ("147m258p369s12s77p3s", 16, 17, 17),
    ("147m258p369sEEE1m1m", 18, 19, 19),
    ("[123m,1]147m258p369s5s5s", 15, 15, 15),
    ("147m258p369sESWNP|EE0000|0", 24, 24, 24),
    ("147m258p369sESWNP|EE1000|0", 28, 28, 25),
    ("14m25p369sESWNPFC|EE0000|0", 24, 24, 24),
]

NO_WINS = [
    ("1122m3344p5566s7s8s|EE0000|0", None, None, None),
    ("147m258p369s1m2m3m4p5p|EE0000|0", None, None, None),
]


@pytest.mark.parametrize(
    "example",
    [*PRINCIPLES, *NINE_GATES, *KONGS, *KNITTED, *NO_WINS],
    ids=lambda example: str(example[0]),
)
def test_totals(example: tuple[str, int | None, int | None, int | None]) -> None:
    assert totals(example[0]) == example[1:]


FAN_LISTS = [
    ("[EEE,1][SSSS,1]55pWWWNNN|EE1000|0", (1, 50, 66, 74, 80)),
    ("[PPP,1][FFF,1]66999sCCC|EE1000|0", (2, 49, 50, 66, 73, 80)),
    ("[EEE,1][SSS,1]78m55pWWW9m|NN1000|0", (38, 75, 80)),
    ("19m19p19sESWNPFCC|EE0000|0", (7,)),
    ("19m19p19sESWNPFCC|EE1000|0", (7, 56)),
    ("2233445566778m8m", (6, 68)),
    ("1111m9999m1199p1s1s", (8, 19, 64, 64)),
    ("1122337788995m5m", (13, 62, 79)),
    ("123789m123789p5s5s", (29, 62, 79)),
    ("4445556667778m8m", (12, 15, 22, 68)),
    ("2223334446668s8s", (3, 12, 22, 24, 68)),  # a gap: not four shifted pungs
    ("[234p,1]567p234s56s88m7s|SS0000|0", (63, 68, 70, 70, 71)),
    ("[567s,1]34555m888pEE5m|SS0000|0", (64, 66)),  # read as 345 + 5: the pung stays concealed
    ("[234m,1][567s,1]56p789mEE4p|SS0000|3", (43,)),
    ("[123m,1][456p,1][789s,1][234p,1]EE|SS0000|0", (39, 53)),
    ("[123m,1][456p,1][789s,1][234p,1]EE|SS1000|0", (39, 79, 80)),
    # Last Tile from the winner's own melds; robbing takes it away
    ("[333m,1]12m456p789sEE3m|SS0000|0", (39, 58, 64, 77)),
    ("12m456p789s678pEE3m|SS0001|0", (39, 47, 62, 77)),
    ("12m456p789s678pEE3m|SS0101|0", (39, 47, 62, 77)),
    # replacement and last wall tile together; heaven takes the wait away, earth nothing
    ("[1111s]12m456p678pEE3m|SS1011|0", (44, 46, 56, 67, 73, 77)),
    ("12m456p789s678pEE3m|EE10001|0", (39, 56)),
    ("12m456p789s678pEE3m|SS00001|0", (39, 62, 77)),
]


@pytest.mark.parametrize(("text", "fans"), FAN_LISTS)
def test_fans(text: str, fans: tuple[int, ...]) -> None:
    assert fans_of(text) == fans


def kinds_waited_for(text: str) -> frozenset[int]:
    hand = parse(text)
    before = list(standing_counts(hand.concealed))
    before[hand.win_tile] -= 1
    return waits(tuple(before))


def test_waits_are_formal() -> None:
    assert kinds_waited_for("[456p,1][456m,1][567m,1]4556s5s") == {22}
    assert kinds_waited_for("[456p,1][456m,1][567m,1]1233s3s") == {20}
    assert kinds_waited_for("445566m22p7777s9s8s") == {25, 26}
    assert len(kinds_waited_for("1112345678999p5p")) == 9
    # 1p and 4p, though all four 1p lie in the kong: so no Edge, Closed or Single Wait
    assert kinds_waited_for("[1111p]23p456m789mEE4p") == {9, 12}
    assert fans_of("[1111p]23p456m789mEE4p|SS0000|0") == (62, 67, 71, 73, 75)


def test_one_switch_at_a_time() -> None:
    greens = "2222334466sFFF+F"
    assert fans_of(greens) == (3, 19, 50, 64, 64)
    assert fans_of(greens, half_flush_in_all_green="refuse") == (3, 19, 64, 64)
    assert fans_of(greens, forced_tile_hog="drop one") == (3, 19, 50, 64)
    assert fans_of(greens, tile_hog_of_honors="refuse") == (3, 19, 50, 64)
    terminals = "[111m,1][999m,1][111p,1]999p1s1s"
    assert fans_of(terminals) == (8, 65, 65, 79)
    assert fans_of(terminals, double_pung_in_all_terminals="refuse") == (8, 79)
    gates = "1112345678999p2p"
    assert fans_of(gates) == (4, 66, 71, 73)
    assert fans_of(gates, nine_gates_terminal_pung="drop all") == (4, 66, 71)
    knitted = "147m258p369s35p77s4p"
    assert fans_of(knitted) == (35, 62, 63, 78)
    assert fans_of(knitted, knitted_wait="never") == (35, 62, 63)
    kongs = "[1111m][2222p][3333s,1]456s7s7s"
    assert fans_of(kongs) == (17, 42, 66, 73, 76)
    count = {"kong_fans_beside_three_or_four_kongs": "count"}
    assert fans_of(kongs, **count) == (17, 42, 48, 73, 76)
    pairs = "113355m2244p668s8s|EE1000|0"
    assert fans_of(pairs, concealed_by_nature_self_draw=80) == (19, 76, 80)


def test_rule_sets_name_legal_values_of_every_switch() -> None:
    for bundle in RULES.values():
        assert set(bundle) == set(SWITCHES)
        assert all(bundle[name] in values for name, values in SWITCHES.items())


def test_many_bundles_at_once_equal_one_at_a_time() -> None:
    bundles = [
        {**RULES["mcr"], name: value} for name, values in SWITCHES.items() for value in values
    ]
    for text, *_ in [*KONGS, *NINE_GATES, *KNITTED]:
        hand = parse(text)
        assert score_many(hand, bundles) == [score(hand, bundle) for bundle in bundles]


def test_equal_lists_and_the_tie_rule() -> None:
    horseshoe = result_of("[123m,1][789m,1][123p,1]789pPP|EE0000|0")
    assert horseshoe.best_lists == {(55, 70, 70, 72, 75, 79), (55, 70, 72, 72, 75, 79)}
    assert horseshoe.canonical == (55, 70, 70, 72, 75, 79)
    flowers = result_of("[234m,1][567s,1]56p789mEE4p|SS0000|3")
    assert (flowers.points, flowers.total) == (8, 11)


def test_hyper_forests() -> None:
    triangle = [frozenset({0, 1}), frozenset({1, 2}), frozenset({0, 2})]
    assert is_hyper_forest(tuple(triangle[:2]))
    assert not is_hyper_forest(tuple(triangle))
    assert is_hyper_forest((frozenset({0, 1, 2}), frozenset({2, 3})))
    assert not is_hyper_forest((frozenset({0, 1, 2}), frozenset({1, 2, 3})))
    assert forests([Fan(69, frozenset({0, 1})), Fan(23, frozenset({0, 1, 2}))]) == [
        (),
        (Fan(69, frozenset({0, 1})),),
        (Fan(23, frozenset({0, 1, 2})),),
    ]


def test_links_of_three_chows_are_chows_minus_components() -> None:
    """All 1,771 triples of chows (section 2.4): a three-set fan, else 3 minus the components."""
    lows = [tile for tile in range(27) if tile % 9 < 7]
    triples = list(combinations_with_replacement(lows, 3))
    assert len(triples) == 1771
    for triple in triples:
        fans = combination_fans(tuple(Set(CHOW, low, True) for low in triple), 33)
        links = {fan.nodes for fan in fans if len(fan.nodes) == 2}
        whole = [POINTS[fan.number] for fan in fans if len(fan.nodes) == 3]
        expected = max(whole) if whole else min(len(links), 2)
        best = max(sum(POINTS[fan.number] for fan in selection) for selection in forests(fans))
        assert best == expected


REFUSED = [
    ("", 2),
    ("123", 2),
    ("123x", 2),
    ("8z", 2),
    ("[124m,1]123m456p789s55s", 2),
    ("[123m,4]456p789s111m55s", 2),
    ("[EEEE,0]456p789s111m55s", 2),
    ("123456789m345p7s7s|XE0000", 2),
    ("123456789m345p7s7s|EE0002", 2),
    ("123456789m345p7s7s|EE0000|i", 2),
    ("123456789m345p7s", 5),
    ("[2222s]234s789p3333m1m1m", 5),
    ("[234s,1][789p,1][2222s][3333m]1m1m", 6),
    ("123456789m345p7s7s|EE0000|9", 9),
    ("123456789m345p7s7s|EE1001", 11),
    ("19m19p19sESWNCFPC|EE0001", 12),
    ("[345p,1]12789m33789s3m|EE0011", 13),
    ("123456789m345p7s7s|EE0100", 14),
    ("123456789m345p7s7s|ES10001", 15),
    ("123456789m345p7s7s|EE00001", 16),
]


@pytest.mark.parametrize(("text", "status"), REFUSED)
def test_illegal_hands_are_refused(text: str, status: int) -> None:
    with pytest.raises(Illegal) as refusal:
        parse(text)
    assert refusal.value.status == status


def test_texts_of_one_hand() -> None:
    assert parse("123456789m 345p 7s + 7s") == parse("123456789m345p7s7s|EE0000|0")
    assert parse("555z1112345678m+8m") == parse("PPP1112345678m8m")
    assert parse("12789m33s[345p]789s3m") == parse("[345p,1]12789m33789s3m|EE0000")
    assert parse("[7777z,5]1112345678m8m").melds == ((2, 33),)
    assert parse("[CCCC]1112345678m8m|NW1000|ah").flowers == 2
