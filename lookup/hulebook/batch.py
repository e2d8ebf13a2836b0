"""Scores many hands at once: numpy arrays in, numpy arrays out."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from hulebook.errors import BadHand, Status
from hulebook.hand import Hand
from hulebook.rules import RuleSet, get_rules
from hulebook.rules.elements import elements
from hulebook.rules.ruleset import MCR_FAMILY
from hulebook.tiles import as_int

Bytes = NDArray[np.uint8]

NONE = 255
KINDS, TILES, MELDS = 34, 14, 4
CHUNK = 1 << 16  # rows that a thread takes at a time
NOTHING = np.zeros(0, np.uint8)
NO_POINTS = np.zeros(0, np.uint16)
NO_FANS = np.zeros((0, 82), np.uint8)
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


class BatchScores(NamedTuple):
    """What the rows of a batch are worth.

    status: uint8 [n], see `Status`; rows that are not OK have zeros in the other arrays.
    points: uint16 [n], before flowers. total: uint16 [n], with them.
    uncapped, payable: uint16 [n], Zung Jung: the plain sum, and what payment is computed from.
        In MCR they are `points` and `total` themselves.
    fans: uint8 [n, 82] (Zung Jung: 44), how often each fan counts, column = fan number - 1,
        flowers in column 80; None if they were not asked for.
    """

    rules: RuleSet
    status: Bytes
    points: NDArray[np.uint16]
    total: NDArray[np.uint16]
    uncapped: NDArray[np.uint16]
    payable: NDArray[np.uint16]
    fans: Bytes | None

    @classmethod
    def empty(cls, n: int, rules: RuleSet | str = "mcr", *, fans: bool = False) -> "BatchScores":
        """Room for the scores of `n` rows, to be passed as ``out=``."""
        rule_set = get_rules(rules)
        columns = len(elements(rule_set.family))
        points, total = np.empty(n, np.uint16), np.empty(n, np.uint16)
        own = rule_set.family == MCR_FAMILY
        return cls(
            rule_set,
            np.empty(n, np.uint8),
            points,
            total,
            points if own else np.empty(n, np.uint16),
            total if own else np.empty(n, np.uint16),
            np.empty((n, columns), np.uint8) if fans else None,
        )


def score_batch(
    batch: HandBatch,
    rules: RuleSet | str = "mcr",
    *,
    fans: bool = False,
    threads: int = 1,
    out: BatchScores | None = None,
) -> BatchScores:
    """Score every row of a batch under a rule set, exactly as `score` does.

    A row that `score` would refuse has the status of the error; no row raises. `fans` asks for
    the fan counts; `out` is written and returned instead of new arrays (see
    `BatchScores.empty`). With `threads` the rows are shared out among so many threads; the GIL is
    released while rows are scored. The first call in a process loads numba and the tables.

    >>> batch = HandBatch.from_hands(["123456789m345p7s7s", "123456789m345p7s8s"])
    >>> scores = score_batch(batch)
    >>> scores.total.tolist(), scores.status.tolist()
    ([21, 0], [0, 19])
    """
    rule_set = get_rules(rules)
    if not isinstance(batch, HandBatch):
        found = type(batch).__name__
        raise TypeError(f"score_batch takes a HandBatch (see HandBatch.from_hands), not {found}")
    batch.check()
    if out is None:
        scores = BatchScores.empty(len(batch), rule_set, fans=fans)
    else:
        _check_out(out, len(batch), rule_set, fans)
        scores = out
    if as_int(threads, "threads") < 1:
        raise ValueError(f"threads must be 1 or more, not {threads}")
    chunks = [slice(at, at + CHUNK) for at in range(0, len(batch), CHUNK)]
    score_rows = _scorer(batch, rule_set, scores)
    if threads == 1 or len(chunks) < 2:
        for chunk in chunks:
            score_rows(chunk)
    else:
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(min(threads, len(chunks))) as pool:
            list(pool.map(score_rows, chunks))
    return scores


def _scorer(batch: HandBatch, rules: RuleSet, scores: BatchScores) -> Callable[[slice], None]:
    """Scores the rows of a slice; may be called from several threads at once."""
    from hulebook.compiled_tables import compiled_book, compiled_shapes
    from hulebook.kernel_rows import new_work
    from hulebook.kernels import score_rows

    tables = compiled_shapes(), compiled_book(rules)
    uncapped = NO_POINTS if scores.uncapped is scores.points else scores.uncapped
    payable = NO_POINTS if scores.payable is scores.total else scores.payable

    def score_slice(rows: slice) -> None:
        ins = [_input(getattr(batch, name)[rows]) for name in FIELDS]
        given = _input(NOTHING if batch.status is None else batch.status[rows])
        outs = [scores.status[rows], scores.points[rows], scores.total[rows]]
        outs += [uncapped[rows], payable[rows]]
        fans = NO_FANS if scores.fans is None else scores.fans[rows]
        score_rows(*tables, new_work(), *ins, given, *outs, fans)

    return score_slice


def _input(array: NDArray[Any]) -> Bytes:
    """The bytes of an array as the compiled code takes them: in order, never written.

    Only a slice that is not in order already is copied.
    """
    view: Bytes = np.ascontiguousarray(array).view(np.uint8)
    view.flags.writeable = False
    return view


def _check_out(out: BatchScores, rows: int, rules: RuleSet, fans: bool) -> None:
    """Whether the caller's buffers fit."""
    if not isinstance(out, BatchScores):
        raise TypeError(f"out is made by BatchScores.empty, not {type(out).__name__}")
    if out.rules != rules:
        raise ValueError(f"out was made for {out.rules.id}, not {rules.id}")
    if fans and out.fans is None:
        raise ValueError("out has no room for fans: BatchScores.empty(n, rules, fans=True)")
    columns = len(elements(rules.family))
    for name, dtype, width in (
        ("status", np.uint8, ()),
        ("points", np.uint16, ()),
        ("total", np.uint16, ()),
        ("uncapped", np.uint16, ()),
        ("payable", np.uint16, ()),
        ("fans", np.uint8, (columns,)),
    ):
        array = getattr(out, name)
        if name == "fans" and array is None:
            continue
        checked("out." + name, array, rows, width, dtype)
        if not array.flags.c_contiguous or not array.flags.writeable:
            raise ValueError(f"out.{name} must be writable and contiguous")
