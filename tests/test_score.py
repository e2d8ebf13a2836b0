"""`score`, `get_score` and what a `Score` tells: context, errors, house rules, sets, reading."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from benchmarks.workloads import generate
from hulebook import BadHand, Hand, NotAWin, RuleError, Status, get_rules, get_score, score
from hulebook.answers.fans import languages, scored_fans
from hulebook.rules import MCR, WSOM, ZJ_33

EACH_FLAG = "12356pWW234789s7p"


def sets_of(text: str, rules: str = "mcr") -> dict[int | str, tuple[tuple[str, ...], ...]]:
    """The sets of every fan of a hand that has some."""
    return {fan.number: fan.sets for fan in score(text, rules).fans if fan.sets}


class TestContext:
    def test_keywords_supply_what_the_string_leaves_out(self) -> None:
        hand = "[CCC,1]12356789pWW7p"
        given = score(hand, seat_wind="S", round_wind=1, flowers=2)
        assert given == score("[CCC,1]12356789pWW7p|SS0000|2")
        assert (given.points, given.total) == (9, 11)

    def test_what_neither_gives_is_east_east_a_discard(self) -> None:
        assert score("123456789m345p7s7s").hand == Hand.from_string("123456789m345p7s7s|EE0000|0")

    def test_a_hand_is_scored_as_it_stands(self) -> None:
        hand = Hand.from_string("113355m2244p668s8s", self_draw=True)
        assert score(hand).total == score(hand, self_draw=True, kong=None).total == 29

    @pytest.mark.parametrize("keyword", ["last_of_kind", "last_wall_tile", "kong", "self_draw"])
    def test_every_flag_is_a_keyword(self, keyword: str) -> None:
        flags: Any = {keyword: True}
        assert score(EACH_FLAG, **flags).total > score(EACH_FLAG).total

    def test_heaven_and_earth(self) -> None:
        deal = "123456789m345p7s7s"
        assert score(deal, "zj-3.3", self_draw=True, heaven=True).total > 155
        assert score(deal, "zj-3.3", seat_wind="W", earth=True).total > 155

    @pytest.mark.parametrize(
        ("keywords", "words"),
        [
            ({"self_draw": True}, "self_draw=True contradicts the hand, which says False"),
            ({"seat_wind": "N"}, "seat_wind='N' contradicts the hand, which says S"),
            ({"flowers": 3}, "flowers=3 contradicts the hand, which says 2"),
        ],
    )
    def test_a_keyword_that_contradicts_the_hand(self, keywords: Any, words: str) -> None:
        text = "[CCC,1]12356789pWW7p|SS0000|2"
        for hand in (text, Hand.from_string(text)):
            with pytest.raises(BadHand) as caught:
                score(hand, **keywords)
            assert str(caught.value) == words

    def test_an_unknown_keyword(self) -> None:
        wrong: Any = {"seat": "E"}
        for hand in ("123456789m345p7s7s", Hand.from_string("123456789m345p7s7s")):
            with pytest.raises(TypeError, match="no context is called 'seat'"):
                score(hand, **wrong)


class TestErrors:
    @pytest.mark.parametrize(
        ("hand", "rules", "status", "words"),
        [
            ("11111333m456p777s", "mcr", Status.FIFTH_TILE, "five 1m: there are only four"),
            ("123m", "mcr", Status.TILE_COUNT, "a winning hand makes 14"),
            ("[124m,1]123456789p99s", "mcr", Status.BAD_MELD, "[124m] is no chow, pung or kong"),
            ("123456789m345p77x", "mcr", Status.BAD_TEXT, "position 17"),
            ("123456789m345p7s7s|ES0001", "mcr", Status.ROBBED_HELD, "7s robbed from a kong"),
            ("123456789m345p7s7s|EE0000|9", "mcr", Status.BAD_FLOWERS, "9 flowers"),
            ("123456789m345p7s7s|EE0000|1", "wsom", Status.NO_FLOWERS, "wsom is played without"),
        ],
    )
    def test_a_bad_hand_names_the_tile_and_the_rule(
        self, hand: str, rules: str, status: int, words: str
    ) -> None:
        for scorer in (score, get_score):
            with pytest.raises(BadHand) as caught:
                scorer(hand, rules)
            assert caught.value.status == status
            assert words in str(caught.value)

    def test_flags_that_zung_jung_never_combines(self) -> None:
        allowed = "[1111m]123p456p56p99s7p|EE1011"
        assert score(allowed, "wsom").total == 35
        deal = Hand.from_string("123456789m345p7s7s|EE10101")
        with pytest.raises(BadHand, match="wsom has no win with self_draw and last_wall_tile and"):
            score(deal, "wsom")
        with pytest.raises(BadHand) as caught:
            get_score(deal, ZJ_33)
        assert caught.value.status == Status.FLAGS_TOGETHER

    def test_a_hand_that_does_not_win(self) -> None:
        with pytest.raises(NotAWin) as caught:
            score("123456789m345p7s8s", "wsom")
        assert str(caught.value) == "123456789m345p7s8s is no winning hand under wsom"
        assert caught.value.status == Status.NOT_A_WIN
        assert get_score("123456789m345p7s8s") is None
        assert get_score("123456789m345p7s8s", default=0) == 0

    def test_knitted_hands_win_in_mcr_only(self) -> None:
        for hand in ("147m258p369sESWNP", "147m258p369s123m4m4m"):
            assert score(hand).total >= 16
            assert get_score(hand, "zj-3.3") is None

    def test_an_unknown_rule_set(self) -> None:
        with pytest.raises(RuleError, match="no rule set 'mcr-99'; there are mcr, mcr-2014"):
            score("123456789m345p7s7s", "mcr-99")

    def test_every_error_is_a_value_error(self) -> None:
        assert issubclass(BadHand, ValueError)
        assert issubclass(NotAWin, ValueError)
        assert issubclass(RuleError, ValueError)


class TestScore:
    def test_is_frozen(self) -> None:
        result = score("123456789m345p7s7s")
        with pytest.raises(AttributeError, match="frozen"):
            result.total = 88
        with pytest.raises(AttributeError, match="frozen"):
            del result.hand
        with pytest.raises(AttributeError):
            result.note = "x"  # type: ignore[attr-defined]

    def test_equality_and_hash(self) -> None:
        one, same = score("123456789m345p7s7s"), score("345p123456789m7s7s", seat_wind="E")
        assert one == same
        assert hash(one) == hash(same)
        assert one.fans is one.fans
        assert one != score("123456789m345p7s7s", seat_wind="S")
        assert one != score("123456789m345p7s7s", "mcr-98")
        assert one != "123456789m345p7s7s"

    def test_pickles(self) -> None:
        result = score("[CCC,1]12356789pWW7p|SS0000|2", MCR.replace(minimum=10))
        again = pickle.loads(pickle.dumps(result))
        assert again == result
        assert again.fans == result.fans
        assert not again.meets_minimum

    def test_repr_and_fans_read_well(self) -> None:
        result = score("[CCC,1]12356789pWW7p|SS0000|2")
        assert repr(result) == (
            "<Score 11 mcr: Half Flush 6, Dragon Pung 2, Two Terminal Chows 1, Flower Tiles x2 2>"
        )
        assert [(f.number, f.count, f.points, f.total) for f in result.fans] == [
            (50, 1, 6, 6), (59, 1, 2, 2), (72, 1, 1, 1), (81, 2, 1, 2),
        ]  # fmt: skip

    def test_counts_have_a_column_for_every_fan(self) -> None:
        counts = score("[CCC,1]12356789pWW7p|SS0000|2").counts
        assert {n: c for n, c in enumerate(counts, 1) if c} == {50: 1, 59: 1, 72: 1}
        assert len(counts) == 82
        assert len(score("123456789m345p7s7s", "wsom").counts) == 44

    def test_flowers_do_not_help_to_the_minimum(self) -> None:
        result = score("[123m,1]222m345m66p78s9s|EE0000|8")
        assert (result.points, result.total, result.meets_minimum) == (3, 11, False)

    def test_a_chicken_hand_by_family(self) -> None:
        plain = score("[123m,1]444p56m789sEE7m")
        assert [(f.number, f.total) for f in plain.fans] == [(43, 8)]
        values = {}
        for rules in ("wsom", "wsom-2008", "zj-3.3"):
            result = score("[555s,1]333m6m789m789p6m", rules)
            values[rules] = (result.total, result.payable, result.meets_minimum)
        assert values == {
            "wsom": (0, 1, True),
            "wsom-2008": (0, 0, False),
            "zj-3.3": (1, 1, True),
        }

    def test_limits(self) -> None:
        drawn = score("333s555s[1111s][2222s]7s7s|EE1000|0", "zj-3.3")
        assert (drawn.total, drawn.uncapped, drawn.limit) == (320, 360, "compound")
        gates = score("1112345678999m5m", "zj-3.3")
        assert (gates.total, gates.limit) == (480, "listed")
        small = score("123456789m345p7s7s", "zj-3.3")
        assert (small.limit, small.uncapped) == (None, small.total)
        assert score("1112345678999m5m").limit is None

    def test_many_threads_agree_with_one(self) -> None:
        hands = ["123456456999m8m8m", "123p456456m78s33s9s", "22333444m555p66s2m"] * 50
        alone = [score(h) for h in hands]
        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(score, hands)) == alone


class TestHouseRules:
    def test_a_changed_switch(self) -> None:
        house = MCR.replace(two_concealed_kongs=6)
        result = score("[1111m][2222m]345p678s9s9s", house)
        assert (result.total, result.rules.id) == (10, "mcr+two_concealed_kongs=6")

    def test_a_changed_minimum(self) -> None:
        hand = "[CCC,1]12356789pWW7p|SS0000|2"
        assert not score(hand, MCR.replace(minimum=10)).meets_minimum
        assert score(hand, MCR.replace(minimum=9)).meets_minimum

    def test_a_changed_value(self) -> None:
        assert score("1112344678999m5m", WSOM.replace(pure_one_suit=80)).total == 85

    def test_all_changes_to_another_rule_set_make_that_one(self) -> None:
        there = get_rules("mcr-98")
        house = MCR.replace(**{n: v for n, v in there.switches.items() if MCR.switches[n] != v})
        hand = "113355m2244p668s8s|EE1000"
        assert house == there
        assert score(hand, house) == score(hand, "mcr-98")

    @pytest.mark.parametrize(
        ("hand", "rules", "others"),
        [
            ("123456789m345p7s7s", "mcr", {}),
            ("[1111m][2222m]345p678s9s9s", "mcr", {"two_concealed_kongs": {6: 10}}),
            ("[1111m][2222m]345p678s9s9s", "mcr-98", {"two_concealed_kongs": {8: 12}}),
            ("[123m,1]147m258p369sCC", "mcr", {"knitted_wait": {"never": 12}}),
            ("[555p,1]147m258p369s1m1m", "mcr", {"knitted_wait": {"inside": 16}}),
            (
                "1112345678999m5m|EE1000|3",
                "mcr",
                {
                    "concealed_by_nature_self_draw": {80: 95},
                    "nine_gates_terminal_pung": {"drop all": 97},
                },
            ),
            (
                "[1111s,1][2222m,2][3333p,7][4444p]88s",
                "mcr",
                {"kong_fans_beside_three_or_four_kongs": {"count": 100}},
            ),
            ("2266m1177pPPWWNN", "zj-3.3", {"concealed_hand_on_irregular": {True: 35}}),
            ("[555s,1]333m6m789m789p6m", "zj-3.3", {"chicken_value": {0: 0}}),
        ],
    )
    def test_depends_on(self, hand: str, rules: str, others: dict[str, object]) -> None:
        assert score(hand, rules).depends_on() == others


# Hands in which it is not obvious what makes a fan.
TRICKY: list[tuple[str, dict[int | str, tuple[tuple[str, ...], ...]]]] = [
    (  # a straight of three suits, and the fourth chow links once
        "[123p,1]123s456m789p1p1p",
        {39: (("456m", "789p", "123s"),), 70: (("[123p]", "123s"),), 79: (("11p",),)},
    ),
    (  # two concealed kongs and no further concealed pung
        "[1111m][2222m]345p678s9s9s",
        {48: (("[1111m]", "[2222m]"),), 73: (("[1111m]",),)},
    ),
    (  # melded kongs carry their digit, which tells them from concealed ones
        "[1111s,1][2222m,2][3333p,7][4444p]88s",
        {
            5: (("[1111s,1]", "[2222m,2]", "[3333p,7]", "[4444p]"),),
            42: (("[1111s,1]", "[2222m,2]", "[3333p,7]"),),
            73: (("[1111s,1]",),),
        },
    ),
    (  # the pung that the discard completed is not concealed
        "22333444m555p66s2m",
        {24: (("222m", "333m", "444m"),), 33: (("333m", "444m", "555p"),)},
    ),
    (  # the same, self-drawn: four concealed pungs
        "22333444m555p66s2m|EE1000",
        {
            24: (("222m", "333m", "444m"),),
            12: (("222m", "333m", "444m", "555p"),),
        },
    ),
    (  # a hog over a declared set and a standing one
        "[123m,1]222m345m66p78s9s",
        {64: (("[123m]", "222m"),)},
    ),
    (  # a hog over a pung and the straight
        "123456789555m1p1p",
        {28: (("123m", "456m", "789m"),), 64: (("456m", "555m"),), 79: (("11p",),)},
    ),
    (  # hogs in seven pairs
        "3333m4444p5566s77s",
        {64: (("33m", "33m"), ("44p", "44p"))},
    ),
    (  # nine gates: one terminal pung is dropped, the other counts
        "1112345678999m5m",
        {66: (("111m", "999m"),), 73: (("111m",),)},
    ),
    (  # little four winds with the pair, and no pung of winds counts for itself but two by name
        "[SSS,1][EEE,1][NNN,1]111mWW|ES0000",
        {
            9: (("[SSS]", "[EEE]", "[NNN]", "WW"),),
            60: (("[EEE]",),),
            61: (("[SSS]",),),
            79: (("WW",),),
        },
    ),
    (  # of the pungs only the terminal one counts, not the winds of Big Three Winds
        "[SSS,1][WWW,1][NNN,1]999p3m3m",
        {38: (("[SSS]", "[WWW]", "[NNN]"),), 73: (("999p",),), 79: (("33m",),)},
    ),
    (  # a meld beside a knitted straight
        "[555p,1]147m258p369s1m1m",
        {35: (("147m258p369s",),), 64: (("[555p]", "147m258p369s"),)},
    ),
    (
        "[123m,1]147m258p369sCC",
        {35: (("147m258p369s",),), 79: (("CC",),)},
    ),
    (  # the nine knitted tiles among honors
        "147m258p369sESWNP",
        {35: (("1m", "4m", "7m", "2p", "5p", "8p", "3s", "6s", "9s"),)},
    ),
    (  # two equal links
        "234567p234s567s5m5m",
        {
            70: (("234p", "234s"), ("567p", "567s")),
            71: (("234p", "567p"),),
            79: (("55m",),),
        },
    ),
    (  # three-suited terminal chows take the pair
        "123789p123789s5m5m",
        {29: (("123p", "789p", "123s", "789s", "55m"),), 79: (("55m",),)},
    ),
]


@pytest.mark.parametrize(("hand", "sets"), TRICKY)
def test_sets_of_each_fan(hand: str, sets: dict[int | str, tuple[tuple[str, ...], ...]]) -> None:
    assert sets_of(hand) == sets


def test_links_of_the_horseshoe() -> None:
    sets = sets_of("[123m,1][789m,1][123p,1]789pPP")
    assert {link for number in (70, 72) for link in sets[number]} == {
        ("[123m]", "[123p]"), ("[789m]", "789p"), ("[123m]", "[789m]"),
    }  # fmt: skip


ZUNG_JUNG: list[tuple[str, dict[int | str, tuple[tuple[str, ...], ...]]]] = [
    (  # value honors one by one, dragons together
        "[PPP,1][FFF,1]CCCSSS1m1m|ES0000",
        {
            "3.1": (("[PPP]",), ("[FFF]",), ("SSS",), ("CCC",)),
            "3.2.2": (("[PPP]", "[FFF]", "CCC"),),
            "4.1": (("[PPP]", "[FFF]", "SSS", "CCC"),),
            "4.2.1": (("SSS", "CCC"),),
        },
    ),
    (
        "[PPP,1]56m789pFFCCC4m",
        {"3.1": (("[PPP]",), ("CCC",)), "3.2.1": (("[PPP]", "CCC", "FF"),)},
    ),
    ("[SSS,1]56m789pWWNNN4m", {"3.3.1": (("[SSS]", "NNN", "WW"),)}),
    (  # kongs of both kinds, of which one is a concealed triplet
        "[1111s][3333s,2][5555s,1]777s9s9s|EE1000",
        {
            "4.1": (("[1111s]", "[3333s,2]", "[5555s,1]", "777s"),),
            "4.2.1": (("[1111s]", "777s"),),
            "4.3.3": (("[1111s]", "[3333s,2]", "[5555s,1]"),),
        },
    ),
    ("[CCC,1]11122233p99m3p", {"3.1": (("[CCC]",),), "5.1.3": (("123p", "123p", "123p"),)}),
    ("223344m667788p5s5s", {"5.1.2": (("234m", "234m", "678p", "678p"),)}),
    (
        "334455m345p34s88s5s",
        {"5.1.1": (("345m", "345m"),), "6.1": (("345m", "345p", "345s"),)},
    ),
    ("12345678m789p99s9m", {"7.1": (("123m", "456m", "789m"),)}),
    (
        "[444m,1]55p666p44s444p5p",
        {
            "4.1": (("[444m]", "444p", "555p", "666p"),),
            "4.2.1": (("444p", "666p"),),
            "6.2.1": (("[444m]", "444p", "44s"),),
            "7.2.1": (("444p", "555p", "666p"),),
        },
    ),
    (
        "[666m,1][888m,1][777m,1]5p999m5p",
        {
            "4.1": (("[666m]", "[888m]", "[777m]", "999m"),),
            "7.2.2": (("[666m]", "[888m]", "[777m]", "999m"),),
        },
    ),
    ("[777s,1][777p,1]123p5m777m5m", {"6.2.2": (("[777s]", "[777p]", "777m"),)}),
    ("1112345678999m5m", {}),
    ("2266m1177pPPWWNN", {}),
]


@pytest.mark.parametrize(("hand", "sets"), ZUNG_JUNG)
def test_sets_of_each_pattern(
    hand: str, sets: dict[int | str, tuple[tuple[str, ...], ...]]
) -> None:
    assert sets_of(hand, "wsom") == sets


class TestReading:
    @pytest.mark.parametrize(
        ("hand", "text", "winner", "shape"),
        [
            ("[CCC,1]12356789pWW7p", "[CCC] 123p 567p 789p WW", "567p", "standard"),
            ("123456789234m8m8m", "123m 234m 456m 789m 88m", "789m", "standard"),
            ("22333444m555p66s2m", "222m 333m 444m 555p 66s", "222m", "standard"),
            ("113355m2244p668s8s", "11m 33m 55m 22p 44p 66s 88s", "88s", "seven pairs"),
            ("19m19p19sESWNPFC1m", "1m 1m 9m 1p 9p 1s 9s E S W N P F C", "1m", "thirteen orphans"),
            (
                "147m258p369sESWNP",
                "1m 4m 7m 2p 5p 8p 3s 6s 9s E S W N P",
                "P",
                "honors and knitted",
            ),
            ("147m258p36s44s123m9s", "123m 44s 147m258p369s", "147m258p369s", "knitted straight"),
            ("[1111s,6][2222m]345p678s9s9s", "[1111s,6] [2222m] 345p 678s 99s", "99s", "standard"),
        ],
    )
    def test_shape_groups_and_winner(self, hand: str, text: str, winner: str, shape: str) -> None:
        reading = score(hand).reading
        assert (str(reading), str(reading.winner), reading.shape) == (text, winner, shape)

    def test_the_winning_tile_keeps_a_pung_concealed(self) -> None:
        """5m can complete 456m or 555m: by discard the chow takes it."""
        hand = "55546m333p88sEEE5m|EE0000"
        assert str(score(hand, "wsom").reading.winner) == "456m"
        assert sets_of(hand, "wsom")["4.2.2"] == (("555m", "333p", "EEE"),)

    def test_rule_sets_can_choose_other_readings(self) -> None:
        hand = "[CCC,1]11122233p99m3p|ES1000"
        assert str(score(hand, "wsom").reading) == "[CCC] 111p 222p 333p 99m"
        assert score(hand, "wsom").total == 175
        assert score(hand, "zj-3.3").total == 170

    def test_groups_tell_what_was_declared(self) -> None:
        groups = score("[5555p,3][222m,1]123m678sEE").reading.groups
        assert [(g.kind, g.declared, g.won) for g in groups] == [
            ("melded kong", True, False), ("pung", True, False), ("chow", False, False),
            ("chow", False, False), ("pair", False, True),
        ]  # fmt: skip


def test_names_in_every_language() -> None:
    result = score("[CCC,1]12356789pWW7p")
    assert [scored_fans(result, code)[0].name for code in languages("mcr")] == [
        "Half Flush", "混一色", "Schoon spel",
    ]  # fmt: skip
    assert languages("zung_jung") == ("en", "zh", "ko")


# How many sets make one instance of a fan, for the fans of single sets and of kinds of set.
SETS_OF_ONE = {
    **dict.fromkeys((59, 60, 61, 67, 73, 74, 77, 78, 79), 1),
    **dict.fromkeys((48, 54, 57, 65, 66, 69, 70, 71, 72, 82), 2),
    **dict.fromkeys((2, 10, 17, 23, 24, 28, 30, 32, 33, 38, 39, 41, 42, 51), 3),
    **dict.fromkeys((1, 5, 9, 12, 14, 15, 16), 4),
    **dict.fromkeys((13, 29), 5),
    **dict.fromkeys(("3.1", "4.3.1"), 1),
    **dict.fromkeys(("4.2.1", "4.3.2", "5.1.1"), 2),
    **dict.fromkeys(("3.2.1", "3.2.2", "3.3.1", "3.3.2", "4.2.2", "4.3.3", "5.1.3"), 3),
    **dict.fromkeys(("6.1", "6.2.1", "6.2.2", "7.1", "7.2.1"), 3),
    **dict.fromkeys(("3.3.3", "3.3.4", "4.1", "4.2.3", "4.3.4", "5.1.2", "5.1.4", "7.2.2"), 4),
}


@pytest.mark.parametrize("rules", ["mcr", "mcr-98", "wsom"])
def test_every_fan_has_its_sets_in_random_wins(rules: str) -> None:
    rows = generate("differential", 1200, seed=20)
    for i in range(len(rows)):
        hand = Hand.from_row(
            rows.concealed[i], rows.melds[i], rows.win_tile[i], rows.self_draw[i],
            rows.flags[i], rows.seat_wind[i], rows.round_wind[i],
            rows.flowers[i] if rules != "wsom" else 0,
        )  # fmt: skip
        try:
            result = score(hand, rules)
        except (NotAWin, BadHand):
            assert rules == "wsom", hand
            continue
        groups, fans = result.reading.groups, result.fans
        assert sum(g.won for g in groups) == 1, hand
        standing = sorted(t for g in groups if not g.declared for t in g.tiles)
        assert standing == list(hand.concealed), hand
        if not result.limit:
            assert sum(f.total for f in fans) == result.total, hand
        for fan in fans:
            if fan.number in SETS_OF_ONE:
                assert [len(sets) for sets in fan.sets] == [SETS_OF_ONE[fan.number]] * fan.count
