"""What every reader makes of its file: rows with a hand and what was recorded for it."""

from collections.abc import Iterator
from typing import NamedTuple, Protocol

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from hulebook.batch.hand_batch import KINDS, NONE, HandBatch
from hulebook.errors import BadHand, Status
from hulebook.hands.hand import Hand

Numbers = NDArray[np.int64]
Mask = NDArray[np.bool_]

# Kinds of bad rows beside the statuses of hands.
BROKEN = "BROKEN"  # a line that cannot be read as the format has it
BAD_FIELD = "BAD_FIELD"  # a field of the hand that holds no such thing
BAD_TOTAL, BAD_FANS, BAD_PAYMENTS = "BAD_TOTAL", "BAD_FANS", "BAD_PAYMENTS"
BAD_GAME = "BAD_GAME"  # a game of a log that cannot be replayed
UNREADABLE = "UNREADABLE"  # a file, or what is left of it

UNKNOWN_SEAT = -1


class BadRow(NamedTuple):
    """A row without a hand to score: line or row number, kind, what is wrong."""

    number: int
    kind: str
    message: str


class Rows(NamedTuple):
    """Some rows of a file, one entry each; `bad` holds those that hold no hand.

    `numbers` are lines (text) or rows (Parquet) from 1; `text` the hand strings, if there are
    any; `totals` and `payments` count where `with_total` and `paid` say so; `fans` is the column
    of fan lists as recorded; `discarders` are seats, `UNKNOWN_SEAT` where nothing is said.
    """

    numbers: Numbers
    hands: HandBatch
    text: pa.Array | None
    totals: Numbers
    with_total: Mask
    fans: pa.Array | None = None
    payments: Numbers | None = None
    paid: Mask | None = None
    discarders: Numbers | None = None
    bad: tuple[BadRow, ...] = ()
    draws: int = 0


def bad_only(bad: tuple[BadRow, ...]) -> Rows:
    """No rows but bad ones."""
    nothing = np.zeros(0, np.int64)
    hands = HandBatch(np.zeros((0, 34), np.uint8), np.zeros(0, np.uint8))
    return Rows(nothing, hands, None, nothing, nothing.astype(bool), bad=bad)


def hand_of(rows: Rows, row: int) -> Hand:
    """One row as a hand. Raises `BadHand`."""
    hands = rows.hands
    if hands.status is not None and hands.status[row]:
        raise BadHand("no hand, but null", int(hands.status[row]))
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


def chosen(rows: Rows, which: Mask) -> Rows:
    """Some of the rows, and all bad ones."""
    mask = pa.array(which)
    return rows._replace(
        numbers=rows.numbers[which],
        hands=take(rows.hands, which),
        text=None if rows.text is None else rows.text.filter(mask),
        totals=rows.totals[which],
        with_total=rows.with_total[which],
        fans=None if rows.fans is None else rows.fans.filter(mask),
        payments=None if rows.payments is None else rows.payments[which],
        paid=None if rows.paid is None else rows.paid[which],
        discarders=None if rows.discarders is None else rows.discarders[which],
    )


def take(hands: HandBatch, rows: Numbers | Mask) -> HandBatch:
    """The chosen rows of a batch."""
    return HandBatch(
        hands.concealed[rows],
        hands.win_tile[rows],
        hands.melds[rows],
        self_draw=hands.self_draw[rows],
        flags=hands.flags[rows],
        seat_wind=hands.seat_wind[rows],
        round_wind=hands.round_wind[rows],
        flowers=hands.flowers[rows],
        status=None if hands.status is None else hands.status[rows],
    )


class Item(NamedTuple):
    """A part of a file as it was read, with the number of its first line or row."""

    first: int
    payload: object


class Reader(Protocol):
    """Reads one file part by part. `items` touches the file, in one thread; `rows` makes rows
    of a part, in any."""

    unit: str

    def items(self) -> Iterator[Item]: ...
    def rows(self, item: Item) -> Rows: ...
    def done(self) -> tuple[int, int | None]:
        """Bytes read so far, and how many there are, if that is known."""
        ...
