"""Payment against recorded amounts, the examples of the rules, and wrong arguments."""

import pickle
from itertools import product
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hulebook.errors import BadHand
from hulebook.game.payment import (
    BelowMinimum,
    PaymentError,
    mcr_amounts,
    number,
    payment,
    responsible_player,
    zung_jung_amounts,
)
from hulebook.rules import MCR, RuleSet, Switch
from tests.reference import zung_jung as reference
from tests.zung_jung_recorded import RECORDED, Recorded

E, S, W, N = range(4)
SEATS = range(4)

# Number, way of winning, points and amounts of E, S, W, N as recorded in match logs played on
# Botzone (repository SuuTTT/IJCAI-mahjong).
BOTZONE = """
005 self 8: -16 48 -16 -16
007 discard 11: 35 -8 -8 -19
008 discard 12: -20 36 -8 -8
009 discard 65: -73 89 -8 -8
010 discard 11: 35 -19 -8 -8
011 discard 8: -16 -8 32 -8
012 discard 8: -16 -8 -8 32
013 discard 14: 38 -22 -8 -8
014 discard 13: 37 -8 -21 -8
016 discard 9: -8 33 -8 -17
017 self 10: -18 -18 54 -18
018 self 9: 51 -17 -17 -17
019 self 9: 51 -17 -17 -17
021 discard 8: 32 -8 -8 -16
039 self 26: -34 -34 102 -34
040 discard 30: -8 54 -8 -38
041 discard 9: -17 33 -8 -8
042 discard 12: -20 -8 -8 36
043 discard 8: -16 32 -8 -8
045 discard 14: 38 -22 -8 -8
046 discard 12: -8 36 -8 -20
048 discard 13: -8 -8 37 -21
049 discard 9: -8 33 -17 -8
050 discard 13: -8 -21 -8 37
052 discard 24: -8 -8 -32 48
054 self 9: -17 -17 51 -17
055 discard 8: -16 -8 -8 32
057 discard 10: -8 -8 34 -18
059 discard 13: -8 -8 37 -21
060 discard 14: -8 38 -8 -22
061 discard 11: -8 -8 -19 35
063 discard 8: -8 32 -16 -8
064 discard 9: -17 -8 -8 33
065 self 13: -21 -21 -21 63
068 discard 8: -8 -16 32 -8
071 discard 8: -16 -8 -8 32
072 discard 9: -17 -8 33 -8
073 discard 9: -8 -8 -17 33
074 discard 13: -8 37 -21 -8
077 discard 10: -18 -8 34 -8
078 discard 8: -8 32 -8 -16
081 discard 18: -8 42 -8 -26
"""
# The same from self-play of that repository (data/raw/selfplay_v01.jsonl).
SELF_PLAY = """
001 self 22: 90 -30 -30 -30
004 discard 9: 33 -17 -8 -8
005 discard 9: 33 -8 -17 -8
007 discard 8: 32 -16 -8 -8
008 discard 14: 38 -8 -8 -22
009 self 8: 48 -16 -16 -16
011 self 9: 51 -17 -17 -17
012 discard 10: 34 -8 -8 -18
014 discard 10: 34 -18 -8 -8
015 discard 8: 32 -16 -8 -8
016 discard 11: 35 -19 -8 -8
018 discard 8: 32 -8 -16 -8
019 discard 10: 34 -18 -8 -8
"""


def zung_jung(threshold: int, minimum: int = 0) -> RuleSet:
    switches = (Switch("minimum", range(1000), ""), Switch("threshold", range(1000), ""))
    values = {"minimum": minimum, "threshold": threshold}
    return RuleSet(f"zj-{threshold}", "zung_jung", switches, values)


ZJ_30 = zung_jung(30)
ZJ_25 = zung_jung(25)


class Scored(NamedTuple):
    """What `payment` needs to know of a score."""

    rules: RuleSet
    points: int
    total: int
    payable: int
    meets_minimum: bool
    self_draw: bool


def scored(
    points: int, rules: RuleSet = MCR, *, self_draw: bool = False, flowers: int = 0
) -> Scored:
    total = points + flowers
    payable = total if rules.family == "mcr" else max(total, 1)
    return Scored(rules, points, total, payable, points >= number(rules, "minimum"), self_draw)


@pytest.mark.parametrize("line", [*BOTZONE.strip().splitlines(), *SELF_PLAY.strip().splitlines()])
def test_recorded_mcr_amounts(line: str) -> None:
    told, amounts = line.split(": ")
    _, way, total = told.split()
    expected = tuple(map(int, amounts.split()))
    winner = expected.index(max(expected))
    discarder = None if way == "self" else expected.index(min(expected))
    score = scored(int(total), self_draw=way == "self")
    assert payment(score, winner, discarder) == expected


@pytest.mark.parametrize("hand", RECORDED, ids=lambda hand: hand.name)
def test_recorded_zung_jung_amounts(hand: Recorded) -> None:
    winner = hand.payments.index(max(hand.payments))
    losers = [seat for seat in SEATS if seat != winner]
    payer = min(losers, key=lambda seat: hand.payments[seat])
    self_draw = hand.hand.split("|")[1][2] == "1"
    score = scored(hand.zj_value, ZJ_25, self_draw=self_draw)
    assert payment(score, winner, None if self_draw else payer) == hand.payments


@pytest.mark.parametrize(
    ("total", "discard", "self_drawn"),
    [(12, (-20, 36, -8, -8), (-20, 60, -20, -20)), (8, (-16, 32, -8, -8), (-16, 48, -16, -16))],
)
def test_mcr_examples(total: int, discard: tuple[int, ...], self_drawn: tuple[int, ...]) -> None:
    assert payment(scored(total), "S", "E") == discard
    assert payment(scored(total, self_draw=True), "S") == self_drawn


def test_flowers_are_paid_but_do_not_lift_a_hand_over_the_minimum() -> None:
    assert payment(scored(8, flowers=2), E, W) == (34, -8, -18, -8)
    with pytest.raises(BelowMinimum, match="7 points are below the minimum of 8 in mcr: no win"):
        payment(scored(7, flowers=2), E, W)
    with pytest.raises(BelowMinimum, match="1 point is below the minimum of 8"):
        payment(scored(1), E, W)


def test_house_rules_of_payment() -> None:
    assert payment(scored(12, MCR.replace(base=10)), E, W) == (42, -10, -22, -10)
    assert payment(scored(3, MCR.replace(minimum=3)), E, W) == (27, -8, -11, -8)


@pytest.mark.parametrize(
    ("payable", "threshold", "others", "responsible"),
    [
        (1, 30, 1, 1),
        (25, 30, 25, 25),
        (28, 30, 28, 28),
        (30, 30, 30, 30),
        (35, 30, 30, 45),
        (70, 30, 30, 150),
        (160, 30, 30, 420),
        (320, 30, 30, 900),
        (480, 30, 30, 1380),
        (1, 25, 1, 1),
        (25, 25, 25, 25),
        (28, 25, 25, 34),
        (30, 25, 25, 40),
        (35, 25, 25, 55),
        (70, 25, 25, 160),
        (160, 25, 25, 430),
        (320, 25, 25, 910),
        (480, 25, 25, 1390),
    ],
)
def test_zung_jung_examples(payable: int, threshold: int, others: int, responsible: int) -> None:
    amounts = (-responsible, 3 * payable, -others, -others)
    assert zung_jung_amounts(payable, threshold, S, E) == amounts
    assert zung_jung_amounts(payable, threshold, S) == (
        -payable,
        3 * payable,
        -payable,
        -payable,
    )


def test_blessing_of_earth_and_robbed_kong() -> None:
    assert payment(scored(160, ZJ_25), "S", "E") == (-430, 480, -25, -25)
    assert payment(scored(320, ZJ_30), "S", "E") == (-900, 960, -30, -30)
    assert payment(scored(25, ZJ_30), "E", "W") == (75, -25, -25, -25)
    assert payment(scored(75, ZJ_30), "E", "W") == (225, -30, -165, -30)


def test_a_hand_without_pattern() -> None:
    assert payment(scored(0, ZJ_30), "S", "E") == (-1, 3, -1, -1)
    with pytest.raises(BelowMinimum, match="0 points are below the minimum of 5"):
        payment(scored(0, zung_jung(25, minimum=5)), "S", "E")


# The window of same-turn immunity: discards, then who answers for South's win on the last one.
# From the scoring tests of EpicOrange/riichi_advanced; the tile is 5p, anything else is 1m.
IMMUNITY = {
    "East throws it": ("E5p", E),
    "West threw it first": ("S1m W5p N5p", W),
    "East throws it as well": ("S1m W5p N5p E5p", W),
    "North threw it first": ("S1m W1m N5p E5p", N),
    "South itself threw it": ("S5p W5p N5p E5p", None),
    "South passed and discarded": ("E5p S1m W1m N5p E5p", N),
}
WHO_PAYS_70_AT_30 = {
    E: (-150, 210, -30, -30),
    W: (-30, 210, -150, -30),
    N: (-30, 210, -30, -150),
    None: (-70, 210, -70, -70),
}
WHO_PAYS_160_AT_25 = {
    E: (-430, 480, -25, -25),
    W: (-25, 480, -430, -25),
    N: (-25, 480, -25, -430),
    None: (-160, 480, -160, -160),
}


def log(text: str) -> list[tuple[str, str]]:
    return [(word[0], word[1:]) for word in text.split()]


@pytest.mark.parametrize("case", IMMUNITY)
def test_immunity(case: str) -> None:
    discards, expected = IMMUNITY[case]
    responsible = responsible_player("S", log(discards))
    assert responsible == expected
    thrower = discards.split()[-1][0]
    for value, rules, table in ((70, ZJ_30, WHO_PAYS_70_AT_30), (160, ZJ_25, WHO_PAYS_160_AT_25)):
        amounts = payment(scored(value, rules), "S", thrower, responsible=responsible)
        assert amounts == table[responsible]
    small = payment(scored(20, ZJ_30), "S", thrower, responsible=responsible)
    assert small == (-20, 60, -20, -20)


@pytest.mark.parametrize(
    ("discards", "expected"),
    [
        # The winner has not discarded: everything since the deal counts.
        ("E5p W1m N5p", E),
        # A kong robbed from West, appended to the log.
        ("S1m W5p", W),
        # North threw the tile that West took for its pung, then the winner's turn was skipped.
        ("S1m N5p W1m N1m W5p", N),
        # The winner discarded since: the window starts again.
        ("N5p W1m N1m E1m S1m W5p", W),
        # A claimed discard still was thrown.
        ("S1m W5p E1m N5p", W),
    ],
)
def test_the_window(discards: str, expected: int) -> None:
    assert responsible_player("S", log(discards)) == expected


throws = st.lists(st.tuples(st.sampled_from(SEATS), st.integers(0, 3)), min_size=1)


@given(winner=st.sampled_from(SEATS), discards=throws)
def test_responsible_player_against_the_reference(
    winner: int, discards: list[tuple[int, int]]
) -> None:
    if discards[-1][0] == winner:
        with pytest.raises(PaymentError, match="the winner's own"):
            responsible_player(winner, discards)
    else:
        expected = reference.responsible_player(winner, discards)
        assert responsible_player(winner, discards) == expected


def test_amounts_add_up_and_agree_with_the_reference() -> None:
    for winner, payer, value in product(SEATS, (None, *SEATS), range(1, 481)):
        if winner == payer:
            continue
        mcr = mcr_amounts(value, 8, winner, payer)
        assert sum(mcr) == 0
        assert mcr[winner] == (3 * (8 + value) if payer is None else 24 + value)
        for edition, threshold in (("wsom", 30), ("zj-3.3", 25)):
            amounts = zung_jung_amounts(value, threshold, winner, payer)
            assert amounts == reference.payments(value, edition, winner, payer)


def test_seats_as_letters_or_numbers() -> None:
    for seat, letter in enumerate("ESWN"):
        thrower = (seat + 1) % 4
        assert payment(scored(9), seat, thrower) == payment(scored(9), letter, "ESWN"[thrower])


def test_a_draw() -> None:
    assert payment(None, None) == (0, 0, 0, 0)
    for score, winner, discarder in ((None, "E", None), (scored(9), None, "E"), (None, None, "E")):
        with pytest.raises(PaymentError, match="a draw has neither"):
            payment(score, winner, discarder)


@pytest.mark.parametrize("seat", ["", "e", "ES", "X", 4, -1, True, 1.0])
def test_a_seat_that_is_none(seat: object) -> None:
    with pytest.raises(PaymentError, match="is no seat: use 0-3 or E, S, W, N") as caught:
        payment(scored(9), seat, "W")  # type: ignore[arg-type]
    assert caught.value.field == "winner"
    with pytest.raises(PaymentError, match="discarder"):
        payment(scored(9), "W", seat)  # type: ignore[arg-type]


def test_discarder_and_way_of_winning_must_agree() -> None:
    with pytest.raises(PaymentError, match="a self-drawn hand has no discarder"):
        payment(scored(9, self_draw=True), "E", "S")
    with pytest.raises(PaymentError, match="a hand won by discard needs its discarder"):
        payment(scored(9), "E")
    with pytest.raises(PaymentError, match="the winner cannot be the discarder"):
        payment(scored(9), "E", 0)


def test_who_can_be_responsible() -> None:
    hand = scored(70, ZJ_30)
    drawn = scored(70, ZJ_30, self_draw=True)
    assert payment(drawn, "S", responsible=None) == payment(drawn, "S")
    with pytest.raises(PaymentError, match="the winner is never responsible"):
        payment(hand, "S", "E", responsible="S")
    with pytest.raises(PaymentError, match="nobody is responsible for a self-drawn hand"):
        payment(drawn, "S", responsible="E")
    with pytest.raises(PaymentError, match="responsible 'Q' is no seat"):
        payment(hand, "S", "E", responsible="Q")
    for responsible in ("E", None):
        with pytest.raises(PaymentError, match="in MCR the discarder is always the one"):
            payment(scored(9), "S", "E", responsible=responsible)


def test_a_tile_is_the_same_however_it_is_written() -> None:
    assert responsible_player("S", [("S", "1m"), (W, "7z"), (N, 33), ("E", "C")]) == W


def test_discards_that_are_none() -> None:
    with pytest.raises(PaymentError, match="at least one discard"):
        responsible_player("S", [])
    for no_pair in ("abc", [1, 2], [("E", "1m", 3)]):
        with pytest.raises(TypeError, match="a discard is a pair of player and tile"):
            responsible_player("S", no_pair)
    with pytest.raises(PaymentError, match="discarder 'Q' is no seat"):
        responsible_player("S", [("Q", "1m"), ("E", "1m")])
    for tile in ("1m2m", "", "x", 34, -1):
        with pytest.raises(BadHand):
            responsible_player("S", [("E", tile)])


def test_errors_are_value_errors_and_can_be_pickled() -> None:
    with pytest.raises(ValueError, match="no discarder") as caught:
        payment(scored(9, self_draw=True), "E", "S")
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (str(copy), copy.field) == (str(caught.value), "discarder")
