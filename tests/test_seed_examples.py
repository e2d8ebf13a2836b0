"""The worked examples of the two texts this project started from, as facts.

The Dutch page on MCR score calculation gives the hands; their totals were computed by two scorers
written apart from each other. The Korean text on the World Series of Mahjong gives clauses.
"""

import pytest

import hulebook
from hulebook.game.payment import payment, responsible_player

MCR = ("mcr", "mcr-2014", "mcr-98")

# Section, hand, totals in mcr, mcr-2014, mcr-98.
DUTCH = [
    ("1.1", "123456789m345p7s7s|EE0000|0", 21, 21, 21),
    ("1.2", "123456789234m8m8m|EE0000|0", 45, 45, 45),
    ("1.2", "111222333789m5m5m|EE0000|0", 67, 67, 67),
    ("1.3", "113355m2244p668s8s|EE0000|0", 25, 25, 25),
    ("1.3", "113355m2244p668s8s|EE1000|0", 29, 29, 26),
    ("2", "[789p,1]111222333pPP|EE0000|0", 48, 48, 48),
    ("3.1", "123456456999m8m8m|EE0000|0", 29, 29, 29),
    ("3.2", "123p456456m78s33s9s|EE0000|0", 13, 13, 13),
    ("4.1", "123456789555m1p1p|EE0000|0", 23, 23, 23),
    ("4.2", "334455p445566m2s2s|EE0000|0", 26, 26, 26),
    ("4.2", "334455p445566m2s2s|EE1000|0", 30, 30, 27),
    ("5.1", "[123p,1]123s456m789p1p1p|EE0000|0", 12, 12, 12),
    ("5.2", "[123m,1][789m,1][123p,1]789pPP|EE0000|0", 9, 9, 9),
]

# What each example says counts or does not count, by fan number (82 columns, 0 is not counted).
COUNTED = [
    ("1.1", DUTCH[0][1], {28: 1, 71: 0, 72: 0}),
    ("1.2", DUTCH[1][1], {28: 1, 22: 1}),
    ("1.2", DUTCH[2][1], {24: 1, 22: 1}),
    ("1.3", DUTCH[3][1], {19: 1, 62: 0, 79: 0}),
    ("2", DUTCH[5][1], {24: 1, 23: 0}),
    ("3.1", DUTCH[6][1], {22: 1, 62: 1, 73: 1, 71: 1, 69: 1}),
    ("3.2", DUTCH[7][1], {39: 1, 69: 1}),
    ("4.1", DUTCH[8][1], {28: 1, 64: 1, 73: 0, 67: 0, 74: 0}),
    ("4.2", DUTCH[9][1], {19: 1, 69: 0}),
    ("5.1", DUTCH[11][1], {39: 1, 63: 1, 79: 1, 70: 1}),
    ("5.2", DUTCH[12][1], {55: 1, 75: 1, 79: 1, 70: 2, 72: 1}),
]


@pytest.mark.parametrize("place", range(3), ids=MCR)
@pytest.mark.parametrize("example", DUTCH, ids=lambda e: f"{e[0]}-{e[1]}")
def test_dutch_totals(example: tuple[str, str, int, int, int], place: int) -> None:
    _, hand, *totals = example
    assert hulebook.score(hand, MCR[place]).total == totals[place]


@pytest.mark.parametrize(("section", "hand", "counted"), COUNTED)
def test_dutch_fans(section: str, hand: str, counted: dict[int, int]) -> None:
    counts = hulebook.score(hand).counts
    assert {number: counts[number - 1] for number in counted} == counted


def test_whole_list_of_example_3_1() -> None:
    score = hulebook.score("123456456999m8m8m|EE0000|0")
    assert [(fan.number, fan.count) for fan in score.fans] == [
        (22, 1), (62, 1), (69, 1), (71, 1), (73, 1),
    ]  # fmt: skip


def test_self_drawn_seven_pairs_is_the_switch_between_the_rule_sets() -> None:
    hand = "113355m2244p668s8s|EE1000|0"
    assert {f.number for f in hulebook.score(hand).fans} == {19, 56, 76}
    assert {f.number for f in hulebook.score(hand, "mcr-98").fans} == {19, 76, 80}
    assert hulebook.score(hand).depends_on() == {"concealed_by_nature_self_draw": {80: 26}}


def test_the_horseshoe_has_three_links_of_four() -> None:
    fans = {f.number: f for f in hulebook.score("[123m,1][789m,1][123p,1]789pPP").fans}
    links = [link for number in (70, 72) for link in fans[number].sets]
    assert len(links) == 3
    assert {s for link in links for s in link} == {"[123m]", "[789m]", "[123p]", "789p"}


@pytest.mark.parametrize("rules", MCR)
@pytest.mark.parametrize("example", DUTCH, ids=lambda e: f"{e[0]}-{e[1]}")
def test_dutch_payments(example: tuple[str, str, int, int, int], rules: str) -> None:
    """8 + P from the discarder and 8 from the others; self-drawn 8 + P from each."""
    score = hulebook.score(example[1], rules)
    due = 8 + score.total
    if score.self_draw:
        assert payment(score, "S") == (-due, 3 * due, -due, -due)
    else:
        assert payment(score, "S", "N") == (-8, due + 16, -8, -due)


def test_payment_of_21_and_of_29_points() -> None:
    assert payment(hulebook.score("123456789m345p7s7s"), "E", "W") == (45, -8, -29, -8)
    won = hulebook.score("113355m2244p668s8s", self_draw=True)
    assert payment(won, "E") == (111, -37, -37, -37)


KOREAN = [
    # Four Concealed Triplets never come alone: 115 + 5 + 40.
    ("111m444p777sFF99m9m|EE0000|0", 70, ("1.2", "4.1", "4.2.2")),
    ("111m444p777s999mFF|EE0000|0", 160, ("1.2", "4.1", "4.2.3")),
    ("111m444p777s99m22s9m|EE1000|0", 160, ("1.2", "4.1", "4.2.3")),
    # One pattern a series, Value Honor for each set: three dragons and the seat wind.
    ("[PPP,1][FFF,1][CCC,1][EEE,1]5m5m|EE0000|0", 250, ("2.1.1", "3.1", "3.2.2", "4.1")),
    # No pattern at all: 0, paid as 1.
    ("[555s,1]333m6m789m789p6m|EE0000|0", 0, ()),
]


@pytest.mark.parametrize(("hand", "total", "patterns"), KOREAN)
def test_korean_values(hand: str, total: int, patterns: tuple[str, ...]) -> None:
    score = hulebook.score(hand, "wsom")
    assert (score.total, tuple(f.number for f in score.fans)) == (total, patterns)
    assert score.meets_minimum  # there is none


def test_a_hand_without_pattern_is_paid_as_one() -> None:
    score = hulebook.score("[555s,1]333m6m789m789p6m", "wsom")
    assert (score.total, score.payable) == (0, 1)
    assert payment(score, "E", "S") == (3, -1, -1, -1)


def test_value_honor_counts_for_each_set() -> None:
    score = hulebook.score("[PPP,1][FFF,1][CCC,1][EEE,1]5m5m", "wsom")
    assert next(f for f in score.fans if f.number == "3.1").count == 4


def test_a_sum_is_cut_to_320_and_a_listed_pattern_counts_alone() -> None:
    cut = hulebook.score("333s555s[1111s][2222s]7s7s|EE1000|0", "wsom")
    assert (cut.total, cut.uncapped, cut.limit) == (320, 380, "compound")
    listed = hulebook.score("[EEE,1][SSS,1][WWW,1]NNPPN|EE0000|0", "wsom")
    assert (listed.total, listed.limit) == (400, "listed")
    assert [f.number for f in listed.fans] == ["3.3.4"]


def test_korean_payments() -> None:
    """Self-draw: all pay the value. By discard, 70 points: 30, 30 and 150."""
    drawn = hulebook.score("2266m1177pPPWWN+N|EE1000|0", "wsom")
    assert (drawn.total, payment(drawn, "S")) == (30, (-30, 90, -30, -30))
    seventy = hulebook.score("222m444p666s88sWW8s|EE0000|0", "wsom")
    assert (seventy.total, payment(seventy, "S", "E")) == (70, (-150, 210, -30, -30))
    small = hulebook.score("2266m1177pPPWWN+N|EE0000|0", "wsom")
    assert payment(small, "S", "E") == (-30, 90, -30, -30)


def test_korean_immunity_of_the_same_turn() -> None:
    seventy = hulebook.score("222m444p666s88sWW8s|EE0000|0", "wsom")
    log: list[tuple[int | str, int | str]] = [("S", "1m"), ("W", "8s"), ("N", "8s")]
    first = responsible_player("S", log)
    assert payment(seventy, "S", "N", responsible=first) == (-30, 210, -150, -30)
    log[0] = ("S", "8s")
    nobody = responsible_player("S", log)
    assert nobody is None
    assert payment(seventy, "S", "N", responsible=nobody) == (-70, 210, -70, -70)
