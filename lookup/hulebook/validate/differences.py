"""One row that is not as recorded, in full: what people read and what is written out."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from hulebook.batch import KINDS, NONE
from hulebook.errors import STATUS_NAMES, BadHand, NotAWin, Status
from hulebook.hand import Hand
from hulebook.payment import Amounts
from hulebook.rules import RuleSet
from hulebook.score import score
from hulebook.validate.check import (
    BAD,
    EQUAL,
    FANS,
    NOT_A_WIN,
    PAYMENTS,
    TOTAL,
    WITHOUT_TOTAL,
    Judged,
    payment_options,
)
from hulebook.validate.fan_lists import fan_text
from hulebook.validate.rows import Rows

KIND_NAMES = {TOTAL: "total", FANS: "fans", PAYMENTS: "payments", NOT_A_WIN: "not a win"}


class Difference(NamedTuple):
    """A row that is not as recorded.

    `row` is the line (text) or row (Parquet) from 1. `kind` is "total", "fans", "payments", "not
    a win", or why the row is bad: the name of a status, or of a fault of the file. `message` says
    what is wrong with a bad row. `explained_by` is the change of one switch under which the
    recorded total is right, "none" if there is none; None if that was not asked for.
    """

    file: str
    row: int
    kind: str
    hand: str | None = None
    recorded_total: int | None = None
    total: int | None = None
    recorded_fans: str | None = None
    fans: str | None = None
    recorded_payments: Amounts | None = None
    payments: Amounts | None = None
    message: str | None = None
    explained_by: str | None = None


def differences(judged: Judged, file: str) -> Iterator[Difference]:
    """The rows that are not as recorded, bad ones too, in the order of their numbers."""
    rows = judged.rows
    bad = list(rows.bad)
    shown = np.flatnonzero((judged.kinds != EQUAL) & (judged.kinds != WITHOUT_TOTAL))
    for row in shown.tolist():
        number = int(rows.numbers[row])
        while bad and bad[0].number < number:
            yield _of_bad(bad.pop(0), file)
        yield difference(judged, row, file)
    for one in bad:
        yield _of_bad(one, file)


def _of_bad(bad: tuple[int, str, str], file: str) -> Difference:
    number, kind, message = bad
    return Difference(file, number, kind, message=message)


def difference(judged: Judged, row: int, file: str) -> Difference:
    """One row in full."""
    rows, rules = judged.rows, judged.scores.rules
    kind = int(judged.kinds[row])
    status = int(judged.scores.status[row])
    text, hand, found, message = _described(rows, row, rules)
    recorded = judged.recorded
    recorded_fans = None
    if recorded is not None and recorded.present[row]:
        recorded_fans = fan_text(recorded.counts[row].tolist(), rules.family)
    paid, amounts = _amounts(judged, row)
    return Difference(
        file,
        int(rows.numbers[row]),
        STATUS_NAMES[status] if kind == BAD else KIND_NAMES[kind],
        text if hand is None else str(hand),
        int(rows.totals[row]) if rows.with_total[row] else None,
        int(judged.scores.total[row]) if status == Status.OK else None,
        recorded_fans,
        found,
        paid,
        amounts,
        message,
    )


def _described(
    rows: Rows, row: int, rules: RuleSet
) -> tuple[str | None, Hand | None, str | None, str | None]:
    """The hand as recorded and as read, our fans, and why it cannot be or does not win."""
    text = None
    hand = None
    try:
        if rows.text is not None:
            raw = rows.text[row].as_py()
            text = raw.decode("utf-8", "replace") if isinstance(raw, bytes) else raw
            if text is None:
                return None, None, None, "no hand"
            hand = Hand.from_string(text)
        else:
            hand = _hand_of_arrays(rows, row)
        found = score(hand, rules)
    except (BadHand, NotAWin) as error:
        return text, hand, None, str(error)
    return text, hand, fan_text(_with_flowers(found.counts, hand), rules.family), None


def _with_flowers(counts: bytes, hand: Hand) -> list[int]:
    listed = list(counts)
    if hand.flowers:
        listed[80] = hand.flowers
    return listed


def _hand_of_arrays(rows: Rows, row: int) -> Hand:
    hands = rows.hands
    counts = hands.concealed[row].tolist()
    if len(counts) != KINDS:
        strange = next((tile for tile in counts if KINDS <= tile < NONE), None)
        if strange is not None:
            raise BadHand(f"{strange} is no tile id: ids are 0-33", Status.BAD_TILE)
        counts = np.bincount([tile for tile in counts if tile < KINDS], minlength=KINDS).tolist()
    return Hand.from_row(
        counts,
        hands.melds[row].tolist(),
        int(hands.win_tile[row]),
        bool(hands.self_draw[row]),
        int(hands.flags[row]),
        int(hands.seat_wind[row]),
        int(hands.round_wind[row]),
        int(hands.flowers[row]),
    )


def _amounts(judged: Judged, row: int) -> tuple[Amounts | None, Amounts | None]:
    """The recorded payments and ours, with the seat that paid most there as who pays."""
    rows = judged.rows
    if rows.payments is None or rows.paid is None or not rows.paid[row]:
        return None, None
    paid = _four(rows.payments[row])
    if judged.scores.status[row] != Status.OK:
        return paid, None
    one = slice(row, row + 1)
    alone = rows._replace(
        numbers=rows.numbers[one],
        hands=rows.hands[one],
        discarders=None if rows.discarders is None else rows.discarders[one],
    )
    scores = judged.scores
    options, possible = payment_options(
        alone, scores._replace(points=scores.points[one], payable=scores.payable[one])
    )
    open_ones = np.flatnonzero(possible[0])
    far = np.abs(options[0][open_ones] - rows.payments[row]).sum(axis=1)
    return paid, _four(options[0][open_ones[int(np.argmin(far))]])


def _four(amounts: "np.ndarray") -> Amounts:
    east, south, west, north = (int(amount) for amount in amounts)
    return east, south, west, north
