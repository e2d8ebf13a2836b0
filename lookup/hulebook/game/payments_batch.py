"""Payments of many wins at once; the rules of payment stand in `hulebook.payment`."""

import numpy as np
from numpy.typing import NDArray

from hulebook.batch.hand_batch import NONE, Bytes, HandBatch, checked
from hulebook.batch.scores import CHUNK, BatchScores
from hulebook.game.payment import number
from hulebook.rules.ruleset import MCR_FAMILY

Amounts = NDArray[np.int32]
Mask = NDArray[np.bool_]

SEATS = np.arange(4, dtype=np.uint8)


def payments_batch(
    batch: HandBatch,
    scores: BatchScores,
    discarder: Bytes,
    *,
    winner: Bytes | None = None,
    responsible: Bytes | None = None,
) -> Amounts:
    """What East, South, West and North gain from each win, int32 [n, 4], as `payment` has it.

    discarder: uint8 [n], seat 0-3, 255 for a self-drawn win. winner: uint8 [n], the seat wind
    unless given. responsible: Zung Jung only, uint8 [n], who answers for a discard, 255 for
    nobody; the discarder unless given.

    A row is all zeros where nobody pays: it is not OK or below the minimum of its rule set, or
    its seats do not fit the win (`payment` raises for these).

    >>> from hulebook.batch.scores import score_batch
    >>> hands = HandBatch.from_hands(["123456789m345p7s7s|ES0000|0", "123456789m345p7s7s|ES1000|2"])
    >>> payments_batch(hands, score_batch(hands), np.array([3, 255], np.uint8)).tolist()
    [[-8, 45, -8, -29], [-33, 99, -33, -33]]
    """
    n = len(batch)
    winner = batch.seat_wind if winner is None else checked("winner", winner, n)
    discarder = checked("discarder", discarder, n)
    if responsible is not None:
        if scores.rules.family == MCR_FAMILY:
            raise ValueError("in MCR the discarder is always the one who pays")
        responsible = checked("responsible", responsible, n)
    amounts = np.empty((n, 4), np.int32)
    for at in range(0, n, CHUNK):
        rows = slice(at, at + CHUNK)
        payer = discarder if responsible is None else responsible
        fits = _fits(batch.self_draw[rows], winner[rows], discarder[rows], payer[rows])
        fits &= scores.status[rows] == 0
        fits &= scores.points[rows] >= number(scores.rules, "minimum")
        each, most = _shares(scores, rows, payer[rows] != NONE)
        amounts[rows] = _collect(winner[rows], payer[rows], each, most) * fits[:, np.newaxis]
    return amounts


def _fits(self_draw: Mask, winner: Bytes, discarder: Bytes, payer: Bytes) -> Mask:
    """Where the seats can be: a discarder who is another for a discard, none for a self-draw."""
    discarded = (discarder < 4) & (discarder != winner) & ((payer < 4) | (payer == NONE))
    drawn = (discarder == NONE) & (payer == NONE)
    fits: Mask = (winner < 4) & (payer != winner) & np.where(self_draw, drawn, discarded)
    return fits


def _shares(scores: BatchScores, rows: slice, answered: Mask) -> tuple[Amounts, Amounts]:
    """What a loser pays, and what the one pays who answers for the discard."""
    value = scores.payable[rows].astype(np.int32)
    if scores.rules.family == MCR_FAMILY:
        base = number(scores.rules, "base")
        most = value + np.int32(base)
        return np.where(answered, np.int32(base), most), most
    threshold = np.int32(number(scores.rules, "threshold"))
    each = np.where(answered, np.minimum(value, threshold), value)
    return each, 3 * value - 2 * each


def _collect(winner: Bytes, payer: Bytes, each: Amounts, most: Amounts) -> Amounts:
    """The payer pays `most`, the other losers `each`, and the winner takes it all."""
    pays = payer[:, np.newaxis] == SEATS
    amounts = np.where(pays, -most[:, np.newaxis], -each[:, np.newaxis])
    wins = winner[:, np.newaxis] == SEATS
    amounts[wins] = 0
    gained: Amounts = np.where(wins, -amounts.sum(axis=1, dtype=np.int32)[:, np.newaxis], amounts)
    return gained
