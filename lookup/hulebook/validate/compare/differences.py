"""One row that is not as recorded, in full: what people read and what is written out."""

from typing import NamedTuple

import numpy as np

from hulebook.answers.score import score
from hulebook.batch.scores import score_batch
from hulebook.errors import STATUS_NAMES, BadHand, NotAWin, Status
from hulebook.game.payment import Amounts
from hulebook.hands.hand import Hand
from hulebook.rules import RuleSet
from hulebook.validate.compare.fan_lists import fan_text
from hulebook.validate.compare.judge import (
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
from hulebook.validate.readers.rows import Rows, hand_of, take

KIND_NAMES = {TOTAL: "total", FANS: "fans", PAYMENTS: "payments", NOT_A_WIN: "not a win"}


class Difference(NamedTuple):
    """A row that is not as recorded.

    `row` is the line (text) or row (Parquet) from 1. `kind` is "total", "fans", "payments", "not
    a win", or why the row is bad: the name of a status, or of a fault of the file. `message` says
    what is wrong with a bad row. `explained_by`, for a wrong total, names the shipped rule sets
    under which the recorded one is right, or with ``rules="auto"`` the changes of one switch;
    "none" if there is none.
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


def differences(judged: Judged, file: str, most: int | None = None) -> list[Difference]:
    """The rows that are not as recorded, bad ones too, in the order of their numbers; the first
    `most` of them."""
    made = [Difference(file, *one[:2], message=one.message) for one in judged.rows.bad[:most]]
    shown = np.flatnonzero((judged.kinds != EQUAL) & (judged.kinds != WITHOUT_TOTAL))[:most]
    rules = judged.scores.rules
    scored = score_batch(take(judged.rows.hands, shown), rules, fans=True)
    assert scored.fans is not None
    for row, status, counts in zip(
        shown.tolist(), scored.status.tolist(), scored.fans, strict=True
    ):
        ours = None if status else fan_text(counts.tobytes(), rules.family)
        made.append(_difference(judged, row, status, ours, file))
    return sorted(made, key=lambda one: one.row)[:most]


def _difference(judged: Judged, row: int, status: int, fans: str | None, file: str) -> Difference:
    """One row in full."""
    rows, recorded = judged.rows, judged.recorded
    kind = int(judged.kinds[row])
    hand = _text(rows, row)
    message = None
    if status:
        hand, message = _described(rows, row, hand, judged.scores.rules)
    elif hand is None:
        hand = str(hand_of(rows, row))
    recorded_fans = None
    if recorded is not None and recorded.present[row]:
        recorded_fans = fan_text(recorded.counts[row].tobytes(), judged.scores.rules.family)
    return Difference(
        file,
        int(rows.numbers[row]),
        STATUS_NAMES[status] if kind == BAD else KIND_NAMES[kind],
        hand,
        int(rows.totals[row]) if rows.with_total[row] else None,
        None if status else int(judged.scores.total[row]),
        recorded_fans,
        fans,
        *_amounts(judged, row),
        message,
    )


def _text(rows: Rows, row: int) -> str | None:
    """The hand string as recorded."""
    if rows.text is None or not rows.text[row].is_valid:
        return None
    raw: bytes = rows.text[row].as_buffer().to_pybytes()
    return raw.decode("utf-8", "replace")


def _described(rows: Rows, row: int, text: str | None, rules: RuleSet) -> tuple[str | None, str]:
    """A row that cannot be or does not win: the hand, if it can be written, and what is wrong."""
    if rows.text is not None and text is None:
        return None, "no hand"
    try:
        hand = hand_of(rows, row) if text is None else Hand.from_string(text)
        text = str(hand)
        score(hand, rules)
    except (BadHand, NotAWin) as error:
        return text, str(error)
    raise AssertionError(f"{text} has a score")


def _amounts(judged: Judged, row: int) -> tuple[Amounts | None, Amounts | None]:
    """The recorded payments and ours, with the seat that paid most there as who pays; none of
    ours if nobody can have paid, as where the winner is recorded as the discarder."""
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
    if not len(open_ones):
        return paid, None
    far = np.abs(options[0][open_ones] - rows.payments[row]).sum(axis=1)
    return paid, _four(options[0][open_ones[int(np.argmin(far))]])


def _four(amounts: "np.ndarray") -> Amounts:
    east, south, west, north = (int(amount) for amount in amounts)
    return east, south, west, north
