"""Many hands as numpy arrays, a row each."""

from collections.abc import Iterable
from typing import Self

import numpy as np
from numpy.typing import NDArray

from hulebook.errors import BadHand, Status
from hulebook.hands.hand import Hand

Bytes = NDArray[np.uint8]

NONE = 255
KINDS, TILES, MELDS = 34, 14, 4
FIELDS = (
    "concealed",
    "melds",
    "win_tile",
    "self_draw",
    "flags",
    "seat_wind",
    "round_wind",
    "flowers",
)


class HandBatch:
    """Hands as arrays, a row each; the fields are named as in `Hand`.

    Args:
        concealed: uint8 [n, 34], copies of each kind among the standing tiles, the winning tile
            among them; or uint8 [n, 14], their tile ids in any order, 255 for none.
        win_tile: uint8 [n].
        melds: uint8 [n, 4], ``kind * 34 + lowest tile``, 255 for none in any column.
        self_draw: bool [n].
        flags: uint8 [n], bit 0 last of its kind, 1 last wall tile, 2 kong, 3 heaven, 4 earth.
        seat_wind, round_wind: uint8 [n], 0-3.
        flowers: uint8 [n].
        status: uint8 [n], nonzero for rows that are bad already and keep this status.

    What is left out is none: no melds, a discard, East, no flowers. Arrays are kept, not copied.
    Raises `TypeError` or `ValueError` for arrays of another type or shape; what the rows hold is
    checked when they are scored.

    >>> batch = HandBatch.from_hands(["123456789m345p7s7s", "five dragons"])
    >>> len(batch), batch.win_tile.tolist()
    (2, [24, 255])
    """

    __slots__ = (*FIELDS, "status")

    concealed: Bytes
    melds: Bytes
    win_tile: Bytes
    self_draw: NDArray[np.bool_]
    flags: Bytes
    seat_wind: Bytes
    round_wind: Bytes
    flowers: Bytes
    status: Bytes | None

    def __init__(
        self,
        concealed: Bytes,
        win_tile: Bytes,
        melds: Bytes | None = None,
        *,
        self_draw: NDArray[np.bool_] | None = None,
        flags: Bytes | None = None,
        seat_wind: Bytes | None = None,
        round_wind: Bytes | None = None,
        flowers: Bytes | None = None,
        status: Bytes | None = None,
    ) -> None:
        n = len(checked("concealed", concealed, None, (KINDS, TILES)))
        self.concealed = concealed
        self.win_tile = win_tile
        self.melds = np.full((n, MELDS), NONE, np.uint8) if melds is None else melds
        self.self_draw = np.zeros(n, np.bool_) if self_draw is None else self_draw
        self.flags = np.zeros(n, np.uint8) if flags is None else flags
        self.seat_wind = np.zeros(n, np.uint8) if seat_wind is None else seat_wind
        self.round_wind = np.zeros(n, np.uint8) if round_wind is None else round_wind
        self.flowers = np.zeros(n, np.uint8) if flowers is None else flowers
        self.status = status
        self.check()

    def check(self) -> None:
        """Raise `TypeError` or `ValueError` where a field is no array of its type with a row for
        each hand. Fields may be assigned: `score_batch` asks again."""
        n = len(checked("concealed", self.concealed, None, (KINDS, TILES)))
        checked("melds", self.melds, n, (MELDS,))
        checked("self_draw", self.self_draw, n, dtype=np.bool_)
        for name in ("win_tile", "flags", "seat_wind", "round_wind", "flowers"):
            checked(name, getattr(self, name), n)
        if self.status is not None:
            checked("status", self.status, n)

    def __len__(self) -> int:
        return len(self.win_tile)

    def __getitem__(self, rows: slice) -> "HandBatch":
        """Some of the rows, as views."""
        if not isinstance(rows, slice):
            raise TypeError(f"rows of a batch are taken by a slice, not {type(rows).__name__}")
        return self._of(
            *(getattr(self, name)[rows] for name in FIELDS),
            status=None if self.status is None else self.status[rows],
        )

    @classmethod
    def _of(cls, *fields: NDArray[np.generic], status: Bytes | None) -> Self:
        batch = object.__new__(cls)
        for name, array in zip(FIELDS, fields, strict=True):
            setattr(batch, name, array)
        batch.status = status
        return batch

    @classmethod
    def from_hands(cls, hands: Iterable[Hand | str | None]) -> Self:
        """A batch of hands and hand strings; a string that is no hand, or None, is a bad row."""
        if isinstance(hands, str):
            raise TypeError("from_hands takes many hands, not one string")
        rows = list(hands)
        n = len(rows)
        batch = cls(
            np.zeros((n, KINDS), np.uint8),
            np.full(n, NONE, np.uint8),
            self_draw=np.zeros(n, np.bool_),
            status=np.zeros(n, np.uint8),
        )
        status = batch.status
        assert status is not None
        for row, hand in enumerate(rows):
            if not isinstance(hand, Hand | str | None):
                found = type(hand).__name__
                raise TypeError(f"entry {row}: a hand is a Hand, a string or None, not {found}")
            try:
                if hand is None:
                    status[row] = Status.NULL_ROW
                else:
                    batch._write(row, hand if isinstance(hand, Hand) else Hand.from_string(hand))
            except BadHand as error:
                status[row] = error.status
        return batch

    def _write(self, row: int, hand: Hand) -> None:
        self.concealed[row] = np.frombuffer(hand.counts, np.uint8)
        self.melds[row] = np.frombuffer(hand.meld_bytes, np.uint8)
        self.win_tile[row] = hand.win_tile
        self.self_draw[row] = hand.self_draw
        self.flags[row] = hand.flags
        self.seat_wind[row] = hand.seat_wind
        self.round_wind[row] = hand.round_wind
        self.flowers[row] = hand.flowers


def checked(  # type: ignore[no-untyped-def]
    name: str, array, rows: int | None, columns: tuple[int, ...] = (), dtype=np.uint8
):
    """The array if it has this type, number of rows and one of these numbers of columns."""
    if isinstance(array, np.ndarray) and array.dtype == dtype:
        wide = array.ndim == 2 and array.shape[1] in columns if columns else array.ndim == 1
        if wide and rows in (None, len(array)):
            return array
    shapes = [f"[n, {c}]" for c in columns] or ["[n]"]
    wanted = f"{np.dtype(dtype).name} {' or '.join(shapes)}"
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{name} must be a numpy array, {wanted}, not {type(array).__name__}")
    if array.dtype != dtype:
        raise TypeError(f"{name} must be {wanted}, not {array.dtype.name} {list(array.shape)}")
    if not wide:
        raise ValueError(f"{name} must be {wanted}, not {list(array.shape)}")
    raise ValueError(f"{name} has {len(array)} rows, the batch has {rows}")
