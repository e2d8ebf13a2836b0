"""The Zung Jung reference scorer against worked examples, recorded hands and the rules' facts."""

import random
from collections import Counter
from itertools import combinations_with_replacement, product

import pytest

from tests.reference.hands import Illegal, RefHand, parse
from tests.reference.zung_jung import (
    EDITIONS,
    NUMBERS,
    PLACE,
    payments,
    readings,
    responsible_player,
    score,
    score_many,
)
from tests.reference.zung_jung_patterns import consecutive, identical, patterns, similar
from tests.zung_jung_examples import EXAMPLES, LISTED, TIES, Example
from tests.zung_jung_recorded import RECORDED, TILES_ONLY, Recorded, TilesOnly

E, S, W, N = range(4)
SETS = [(tile,) * 3 for tile in range(34)]
SETS += [(low, low + 1, low + 2) for low in range(27) if low % 9 <= 6]


def tiles_of(text: str) -> list[int]:
    return list(parse(text).concealed)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_worked_examples(example: Example) -> None:
    for edition, result in score_many(parse(example.hand)).items():
        expected = example.expected[edition]
        assert result is not None
        got = (result.value, result.payable, result.patterns, result.meets_minimum)
        assert got == (
            expected.value,
            expected.payable,
            expected.patterns,
            expected.meets_minimum,
        )
        lists = TIES.get((example.name, edition), (expected.patterns,))
        assert result.best_lists == lists
        if expected.uncapped is not None:
            assert result.uncapped == expected.uncapped
            assert result.limit == ("compound" if expected.uncapped > 320 else None)
        else:
            assert result.limit == "listed"


@pytest.mark.parametrize("row", RECORDED, ids=lambda row: row.name)
def test_recorded_hands(row: Recorded) -> None:
    results = score_many(parse(row.hand))
    for edition in ("zj-3.3", "wsom-2008"):
        result = results[edition]
        assert result is not None
        assert (result.value, result.payable) == (row.zj_value, row.zj_value)
        assert result.patterns == tuple(row.zj_patterns.split())
    wsom = results["wsom"]
    assert wsom is not None
    assert (wsom.value, wsom.payable) == (row.wsom_value, row.wsom_value)
    assert wsom.patterns == tuple(row.wsom_patterns.split())
    winner = row.payments.index(max(row.payments))
    most = min(row.payments)
    responsible = row.payments.index(most) if row.payments.count(most) == 1 else None
    assert payments(row.zj_value, "zj-3.3", winner, responsible) == row.payments


@pytest.mark.parametrize("row", TILES_ONLY, ids=lambda row: row.name)
def test_recorded_tiles(row: TilesOnly) -> None:
    tiles = tuple(tiles_of(row.tiles))
    for winner, self_draw in product(set(tiles), (False, True)):
        hand = RefHand(tiles, winner, seat_wind="ESWN".index(row.seat), self_draw=self_draw)
        result = score(hand, "zj-3.3")
        assert result is not None
        asserted = [n for n in result.patterns if not n.startswith(("2.2", "4.2", "4.3", "9"))]
        assert asserted == row.patterns.split()


def test_editions() -> None:
    wsom, newest = EDITIONS["wsom"].values, EDITIONS["zj-3.3"].values
    assert len(NUMBERS) == len(wsom) == len(newest) == 44
    assert EDITIONS["wsom-2008"].values == newest
    differing = [number for number in NUMBERS if wsom[number] != newest[number]]
    assert " ".join(differing) == (
        "2.1.2 3.2.1 3.3.1 4.1 4.2.2 4.2.3 6.2.1 9.2 9.3 9.4.1 9.4.2 10.1 10.2"
    )
    for edition in ("wsom", "zj-3.3"):
        values = EDITIONS[edition].values
        assert {number for number in NUMBERS if values[number] >= 320} == LISTED[edition]
        assert all(value % 5 == 0 for value in values.values())
        assert values["4.2.3"] + values["1.2"] + values["4.1"] == 160
    assert wsom["10.2"] + wsom["1.2"] == newest["10.2"] == 30
    assert newest["9.4.1"] + newest["1.2"] == newest["10.1"] == 160


def test_chicken_hand() -> None:
    results = score_many(parse("[555s,1]333m6m789m789p6m|EE0000"))
    got = {name: result and (*result[:2], result.meets_minimum) for name, result in results.items()}
    assert got == {"wsom": (0, 1, True), "wsom-2008": (0, 0, False), "zj-3.3": (1, 1, True)}
    assert payments(1, "zj-3.3", E, S) == (3, -1, -1, -1)


def test_no_win() -> None:
    assert score(parse("1112344678999m5p|EE0000"), "wsom") is None
    assert score(parse("[EEE,1]11223344556p|EE0000"), "wsom") is None


@pytest.mark.parametrize("text", ["1112345678999m{}m|EE0000", "1112345678999m{}m|EE1000"])
@pytest.mark.parametrize("winner", range(1, 10))
def test_nine_gates_on_every_tile(text: str, winner: int) -> None:
    for result in score_many(parse(text.format(winner))).values():
        assert result is not None
        assert (result.value, result.patterns) == (480, ("2.2",))


def test_nine_gates_needs_the_thirteen_tiles_unless_dealt() -> None:
    for result in score_many(parse("1112344678999m5m|EE1000")).values():
        assert result is not None
        assert "2.2" not in result.patterns
    for result in score_many(parse("1112344678999m5m|EE10001")).values():
        assert result is not None
        assert result.patterns == ("2.2",)


# Circumstances


def test_flag_combinations() -> None:
    hands = {1: "[NNNN]123m57m22p345s6m", 0: "123m57m22p345sNNN6m"}
    accepted = set()
    contexts = list(product("ES", *["01"] * 4))
    for kong_held, (seat, drawn, last, kong, deal) in product((0, 1), contexts):
        try:
            hand = parse(f"{hands[kong_held]}|E{seat}{drawn}0{last}{kong}{deal}")
            result = score(hand, "zj-3.3")
        except Illegal:
            continue
        assert result is not None
        flags = " ".join(number for number in result.patterns if number.startswith("9"))
        accepted.add((hand.self_draw, flags, kong_held if "9.2" in flags else None))
    assert accepted == {
        (True, "", None),
        (True, "9.1.1", None),
        (True, "9.2", 1),
        (True, "9.1.1 9.2", 1),
        (True, "9.4.1", None),
        (False, "", None),
        (False, "9.1.2", None),
        (False, "9.3", None),
        (False, "9.4.2", None),
    }


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("123m57m22p345sNNN6m|EE0000|1", 17),
        ("123m57m22p345sNNN6m|EE1001", 11),
        ("1236m57m22p345sNN6m|EE0001", 12),
        ("[567m,1]123m22p345s57m6m|EE0001", 12),
        ("123m57m22p345sNNN6m|EE0011", 13),
        ("123m57m22p345sNNN6m|ES10001", 15),
        ("[NNN,1]123m57m22p345s6m|EE10001", 15),
        ("123m57m22p345sNNN6m|EE00001", 16),
        ("123m57m22p345sNNN6m|EE10101", 18),
        ("123m57m22p345sNNN6m|ES00101", 18),
        ("123m57m22p345sNNN6m|ES00101|2", 17),
    ],
)
def test_refusals(text: str, status: int) -> None:
    with pytest.raises(Illegal) as refused:
        score(parse(text), "wsom")
    assert refused.value.status == status


def test_round_wind_and_last_of_kind_change_nothing() -> None:
    plain = score_many(parse("123m57m22p345sNNN6m|EN0000"))
    for context in ("SN0000", "NN0000", "EN0100"):
        assert score_many(parse(f"123m57m22p345sNNN6m|{context}")) == plain


# Facts of the rules


def test_groupings_match_brute_force() -> None:
    chance = random.Random(5)
    for _ in range(150):
        tiles = random_win(chance, narrow=True)
        found = set()
        counts = Counter(tiles)
        usable = [group for group in SETS if not Counter(group) - counts]
        for groups in combinations_with_replacement(usable, 4):
            rest = counts - Counter(tile for group in groups for tile in group)
            if rest.total() == 2 and len(rest) == 1:
                found.add((tuple(sorted(groups)), *rest))
        hand = RefHand(tuple(sorted(tiles)), tiles[0], self_draw=True)
        got = set()
        for reading in readings(hand):
            if reading.shape == "regular":
                parts = [
                    (g.tile, g.tile + (not g.same), g.tile + 2 * (not g.same))
                    for g in reading.groups
                ]
                got.add((tuple(sorted(parts)), reading.pair))
        assert got == found


def random_win(chance: random.Random, narrow: bool = False) -> list[int]:
    pool = [group for group in SETS if not narrow or group[-1] < 9 or group[0] > 30]
    while True:
        tiles = [tile for _ in range(4) for tile in chance.choice(pool)]
        tiles += [chance.choice(pool)[0]] * 2
        if max(Counter(tiles).values()) <= 4:
            chance.shuffle(tiles)
            return tiles


def test_exclusions_of_set_patterns() -> None:
    chance = random.Random(7)
    together = set()
    for _ in range(30000):
        ranks = chance.randint(3, 9)
        pool = [g for g in SETS if g[0] < 27 and g[-1] % 9 < ranks]
        groups = chance.choices(pool, k=4)
        sequences = [g[0] for g in groups if g[0] != g[1]]
        triplets = [g[0] for g in groups if g[0] == g[1]]
        pair = chance.choice(pool)[0]
        if max(Counter([*sum(groups, ()), pair, pair]).values()) > 4:
            continue
        found = identical(sequences) + similar(sequences, triplets, pair)
        found += consecutive(sequences, triplets)
        together |= set(product(found, found))
        assert len(found) == len(set(found))
        assert "7.2.2" not in found or len(triplets) == 4
    for one, other in [("6.1", "7.1"), ("6.2.2", "7.2.1"), ("6.2.2", "7.2.2"), ("6.2.1", "7.2.2")]:
        assert (one, other) not in together
    for one, other in product(("5.1.2", "5.1.3", "5.1.4"), ("6.1", "7.1")):
        assert (one, other) not in together
    for joined in [("6.2.1", "7.2.1"), ("5.1.1", "6.1"), ("5.1.1", "7.1")]:
        assert any(set(joined) <= set(example.expected["wsom"].patterns) for example in EXAMPLES)


def test_facts_of_random_wins() -> None:
    chance = random.Random(11)
    for trial in range(1200):
        tiles = random_win(chance, narrow=trial % 2 == 0)
        hand = RefHand(
            tuple(sorted(tiles)),
            tiles[0],
            seat_wind=chance.randrange(4),
            self_draw=chance.random() < 0.5,
        )
        for reading in readings(hand):
            found = patterns(hand, reading)
            one_each = [number for number in found if number != "3.1"]
            series = [
                number.rsplit(".", 1)[0] if number.count(".") == 2 else number
                for number in one_each
            ]
            assert len(set(series)) == len(series)
            assert "4.2.3" not in found or {"1.2", "4.1"} <= set(found)
            assert "2.2" not in found or {"1.2", "2.1.2"} <= set(found)
        for name, result in score_many(hand).items():
            assert result is not None
            assert result.value in range(0, 485, 5) or (name, result.value) == ("zj-3.3", 1)
            assert list(result.patterns) == sorted(result.patterns, key=PLACE.__getitem__)
            values = EDITIONS[name].values
            if result.limit != "listed":
                assert result.uncapped == sum(values[number] for number in result.patterns)
                assert result.value == min(result.uncapped, 320)
            if "4.2.3" in result.patterns or "3.2.2" in result.patterns:
                assert result.value >= 160
            if "3.2.1" in result.patterns:
                assert result.value >= values["3.2.1"] + 20


# Payment


@pytest.mark.parametrize(
    ("payable", "wsom", "newest"),
    [
        (1, (1, 1), (1, 1)),
        (25, (25, 25), (25, 25)),
        (28, (28, 28), (25, 34)),
        (30, (30, 30), (25, 40)),
        (35, (30, 45), (25, 55)),
        (70, (30, 150), (25, 160)),
        (160, (30, 420), (25, 430)),
        (320, (30, 900), (25, 910)),
        (480, (30, 1380), (25, 1390)),
    ],
)
def test_payment_table(payable: int, wsom: tuple[int, int], newest: tuple[int, int]) -> None:
    for edition, (other, responsible) in (
        ("wsom", wsom),
        ("zj-3.3", newest),
        ("wsom-2008", newest),
    ):
        assert payments(payable, edition, S, W) == (-other, 3 * payable, -responsible, -other)
        assert payments(payable, edition, N, None) == (-payable, -payable, -payable, 3 * payable)


HIT, OTHER = 5, 6
IMMUNITY = {
    "1 plain": ([(E, HIT)], E),
    "2 passed over once": ([(S, OTHER), (W, HIT), (N, HIT)], W),
    "3 passed over twice": ([(S, OTHER), (W, HIT), (N, HIT), (E, HIT)], W),
    "4 the second to throw": ([(S, OTHER), (W, OTHER), (N, HIT), (E, HIT)], N),
    "5 own discard": ([(S, HIT), (W, HIT), (N, HIT), (E, HIT)], None),
    "6 window restarts": (
        [(E, HIT), (S, OTHER), (W, OTHER), (N, HIT), (E, HIT)],
        N,
    ),
    "first go-around": ([(E, OTHER), (W, HIT), (N, HIT)], W),
    "earth": ([(E, HIT)], E),
    "own older discard": ([(S, HIT), (E, OTHER), (S, OTHER), (W, OTHER), (N, HIT)], N),
    "robbed kong": ([(S, OTHER), (W, OTHER), (N, HIT)], N),
    "robbed kong of a pung claimed in the window": (
        [(S, OTHER), (W, HIT), (N, OTHER), (N, HIT)],
        W,
    ),
}


@pytest.mark.parametrize("case", IMMUNITY)
def test_responsible_player(case: str) -> None:
    discards, responsible = IMMUNITY[case]
    assert responsible_player(S, discards) == responsible


@pytest.mark.parametrize(
    ("case", "newest", "wsom"),
    [
        ("1 plain", (-430, 480, -25, -25), (-150, 210, -30, -30)),
        ("2 passed over once", (-25, 480, -430, -25), (-30, 210, -150, -30)),
        ("3 passed over twice", (-25, 480, -430, -25), (-30, 210, -150, -30)),
        ("4 the second to throw", (-25, 480, -25, -430), (-30, 210, -30, -150)),
        ("5 own discard", (-160, 480, -160, -160), (-70, 210, -70, -70)),
        ("6 window restarts", (-25, 480, -25, -430), (-30, 210, -30, -150)),
    ],
)
def test_same_turn_immunity_payments(
    case: str, newest: tuple[int, ...], wsom: tuple[int, ...]
) -> None:
    responsible = responsible_player(S, IMMUNITY[case][0])
    assert payments(160, "zj-3.3", S, responsible) == newest
    assert payments(70, "wsom", S, responsible) == wsom
    assert payments(20, "wsom", S, responsible) == (-20, 60, -20, -20)
    assert payments(20, "zj-3.3", S, responsible) == (-20, 60, -20, -20)


def test_payment_of_earth_and_robbing() -> None:
    assert payments(160, "zj-3.3", S, E) == (-430, 480, -25, -25)
    assert payments(320, "wsom", S, E) == (-900, 960, -30, -30)
    assert payments(25, "wsom", E, W) == (75, -25, -25, -25)
    assert payments(75, "wsom", E, W) == (225, -30, -165, -30)


def test_payment_refusals() -> None:
    with pytest.raises(ValueError, match="may not win"):
        payments(0, "wsom-2008", E, S)
    with pytest.raises(ValueError, match="not responsible"):
        payments(10, "wsom", E, E)
    with pytest.raises(ValueError, match="another player"):
        responsible_player(S, [(S, HIT)])
