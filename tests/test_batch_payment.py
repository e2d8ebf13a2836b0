"""Payments of a batch are those of `payment`, row by row."""

import numpy as np
import pytest

import hulebook
from benchmarks.workloads import generate
from hulebook.batch.hand_batch import HandBatch
from hulebook.batch.scores import score_batch
from hulebook.game.payment import PaymentError, payment
from hulebook.game.payments_batch import payments_batch
from hulebook.hands.hand import Hand
from hulebook.rules import SHIPPED, RuleSet

NOBODY = 255


def by_id(rules: RuleSet) -> str:
    return rules.id


@pytest.mark.parametrize("rules", SHIPPED.values(), ids=by_id)
@pytest.mark.parametrize("told", [False, True])
def test_payments_are_those_of_single_hands(rules: RuleSet, told: bool) -> None:
    n = 600
    rng = np.random.default_rng(len(rules.id))
    rows = generate("mixed", n, seed=9)
    if rules.family != "mcr":
        rows.flowers[:] = 0
    batch = HandBatch(**rows.arrays())  # type: ignore[arg-type]
    scores = score_batch(batch, rules)
    seats = np.array([0, 1, 2, 3, NOBODY, 7], np.uint8)
    discarder = np.where(rows.self_draw, NOBODY, rng.integers(0, 4, n)).astype(np.uint8)
    wrong = rng.random(n) < 0.1
    discarder[wrong] = rng.choice(seats, wrong.sum())
    responsible = None
    if told and rules.family != "mcr":
        responsible = np.where(rng.random(n) < 0.7, discarder, rng.choice(seats, n))
    amounts = payments_batch(batch, scores, discarder, responsible=responsible)
    for i in range(n):
        assert amounts[i].tolist() == single(rows, i, rules, discarder, responsible), i


def single(rows, i, rules, discarder, responsible) -> list[int]:  # type: ignore[no-untyped-def]
    hand = Hand.from_row(*(getattr(rows, f)[i].tolist() for f in rows.arrays()))
    extra = {}
    if responsible is not None:
        extra["responsible"] = None if responsible[i] == NOBODY else int(responsible[i])
    seat = None if discarder[i] == NOBODY else int(discarder[i])
    try:
        return list(payment(hulebook.score(hand, rules), hand.seat_wind, seat, **extra))
    except (PaymentError, hulebook.BadHand, hulebook.NotAWin):
        return [0, 0, 0, 0]


def test_a_responsible_player_is_no_word_of_mcr() -> None:
    batch = HandBatch.from_hands(["123456789m345p7s7s|ES0000|0"])
    seat = np.zeros(1, np.uint8)
    with pytest.raises(ValueError, match="MCR"):
        payments_batch(batch, score_batch(batch), seat, responsible=seat)


def test_another_winner_than_the_seat_wind() -> None:
    batch = HandBatch.from_hands(["123456789m345p7s7s|ES0000|0"])
    won = payments_batch(
        batch, score_batch(batch), np.array([0], np.uint8), winner=np.array([3], np.uint8)
    )
    assert won.tolist() == [[-29, -8, -8, 45]]
