"""Scores rows under a rule set and says how each compares with what was recorded."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hulebook.batch.scores import BatchScores, score_batch
from hulebook.errors import Status
from hulebook.game.payment import number
from hulebook.rules import RuleSet
from hulebook.rules.mcr.fans import FLOWERS
from hulebook.rules.ruleset import MCR_FAMILY
from hulebook.validate.compare.fan_lists import FanCounts, read_fan_lists
from hulebook.validate.compare.ties import is_tie
from hulebook.validate.readers.columns import without
from hulebook.validate.readers.rows import BAD_FANS, UNKNOWN_SEAT, Mask, Numbers, Rows, hand_of

# How a row compares, in the order in which they are asked for.
EQUAL, BAD, WITHOUT_TOTAL, NOT_A_WIN, TOTAL, FANS, PAYMENTS = range(7)


class Judged(NamedTuple):
    """Rows with their scores: how each compares, uint8; what was recorded of fans; and which
    equal rows have other fans than ours, worth the same."""

    rows: Rows
    scores: BatchScores
    kinds: NDArray[np.uint8]
    recorded: FanCounts | None
    tied: Mask


def judge(rows: Rows, rules: RuleSet) -> Judged:
    """Score the rows and compare totals, then fans, then payments, where they were recorded."""
    recorded = None
    if rows.fans is not None:
        recorded = read_fan_lists(rows.fans, rules.family)
        if recorded.faults:
            faults = {row: (BAD_FANS, message) for row, message in recorded.faults.items()}
            keep = np.ones(len(rows.numbers), bool)
            keep[list(faults)] = False
            rows = without(rows, faults)
            recorded = FanCounts(recorded.counts[keep], recorded.present[keep], {})
    scores = score_batch(rows.hands, rules, fans=recorded is not None)
    kinds = np.full(len(rows.numbers), EQUAL, np.uint8)
    bad = (scores.status != Status.OK) & (scores.status != Status.NOT_A_WIN)
    kinds[rows.totals != scores.total] = TOTAL
    kinds[scores.status == Status.NOT_A_WIN] = NOT_A_WIN
    kinds[~rows.with_total] = WITHOUT_TOTAL
    kinds[bad] = BAD
    tied = np.zeros(len(kinds), bool)
    if recorded is not None:
        other, flowers = _other(recorded, scores)
        kinds[(kinds == EQUAL) & recorded.present & flowers] = FANS
        for row in np.flatnonzero((kinds == EQUAL) & recorded.present & other).tolist():
            listed = recorded.counts[row].tobytes()
            if is_tie(listed, int(scores.points[row]), hand_of(rows, row), rules):
                tied[row] = True
            else:
                kinds[row] = FANS
    if rows.payments is not None and rows.paid is not None:
        paid = rows.payments, rows.paid
        wrong = (kinds == EQUAL) & rows.paid & ~payments_agree(rows, scores, *paid)
        kinds[wrong] = PAYMENTS
    return Judged(rows, scores, kinds, recorded, tied & (kinds == EQUAL))


def _other(recorded: FanCounts, scores: BatchScores) -> tuple[Mask, Mask]:
    """Which lists are not ours, and which have another number of flowers; those need not be
    listed."""
    assert scores.fans is not None
    different = recorded.counts != scores.fans
    flowers = np.zeros(len(different), bool)
    if scores.rules.family == MCR_FAMILY:
        column = FLOWERS - 1
        flowers = different[:, column] & (recorded.counts[:, column] > 0)
        different[:, column] = False
    return np.asarray(different.any(axis=1)), flowers


def payments_agree(rows: Rows, scores: BatchScores, payments: Numbers, paid: Mask) -> Mask:
    """Which rows have the payments that the rules give for some one who can have paid.

    The winner is the seat wind. Without a recorded discarder any other seat will do; in Zung
    Jung so it will anyway, as who answers for a discard follows from all discards. A win below
    the minimum is paid by nobody.
    """
    options, possible = payment_options(rows, scores)
    same = (options == payments[:, None, :]).all(axis=2)
    return np.asarray((same & possible).any(axis=1) | ~paid)


def payment_options(rows: Rows, scores: BatchScores) -> tuple[Numbers, NDArray[np.bool_]]:
    """int64 [n, 5, 4]: the amounts if seat 0-3 paid most, or all alike (option 4); which can be."""
    rules = scores.rules
    n = len(rows.numbers)
    seats = np.arange(4)
    value = scores.payable.astype(np.int64)
    value[scores.points < number(rules, "minimum")] = 0
    winner = rows.hands.seat_wind.astype(np.int64)
    drawn = np.asarray(rows.hands.self_draw, bool)
    if rules.family == MCR_FAMILY:
        base = np.where(value > 0, number(rules, "base"), 0)
        each, most, alike = base, base + value, base + value
    else:
        each = np.minimum(value, number(rules, "threshold"))
        most, alike = 3 * value - 2 * each, value
    options = np.empty((n, 5, 4), np.int64)
    options[:, :4] = -np.where(
        np.eye(4, dtype=bool)[None], most[:, None, None], each[:, None, None]
    )
    options[:, 4] = -alike[:, None]
    own = winner[:, None] == seats
    options[np.broadcast_to(own[:, None, :], options.shape)] = 0
    options -= options.sum(axis=2, keepdims=True) * own[:, None, :]
    possible = np.empty((n, 5), bool)
    possible[:, :4] = ~drawn[:, None] & ~own
    possible[:, 4] = drawn | (rules.family != MCR_FAMILY) | (value == 0)
    if rows.discarders is not None and rules.family == MCR_FAMILY:
        known = (rows.discarders != UNKNOWN_SEAT)[:, None]
        possible[:, :4] &= ~known | (rows.discarders[:, None] == seats)
    return options, possible
