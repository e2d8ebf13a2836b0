"""From Arrow columns to rows: which column holds what, and what in it is no such thing.

| column | holds |
|---|---|
| `hand` | hand strings; or instead the fields of a `HandBatch`, of which `concealed` and `win_tile` are needed |
| `total` | the recorded total, a whole number; empty or null where none is recorded |
| `fans` | the recorded fans, see `fan_lists` |
| `payments` | four signed amounts, East to North: a list, or text with spaces or commas; empty or null where none are recorded |
| `discarder` | with payments: seat 0-3 or E S W N; unknown if empty |

Lists of numbers may also be text with spaces or commas, in brackets or not. Winds are 0-3 or letters.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from hulebook.arrow.columns import hands_of
from hulebook.arrow.lists import plain
from hulebook.batch.hand_batch import FIELDS, HandBatch
from hulebook.batch.hand_strings import as_text, parse_strings
from hulebook.hands.tiles import clip
from hulebook.validate.readers.nested_lists import number_lists
from hulebook.validate.readers.rows import (
    BAD_FIELD,
    BAD_PAYMENTS,
    BAD_TOTAL,
    UNKNOWN_SEAT,
    BadRow,
    Mask,
    Numbers,
    Rows,
    chosen,
)

HAND, TOTAL, FANS, PAYMENTS, DISCARDER = "hand", "total", "fans", "payments", "discarder"
ROLES = (HAND, *FIELDS, TOTAL, FANS, PAYMENTS, DISCARDER)
NEEDED_FIELDS = ("concealed", "win_tile")
SEATS = dict(zip("eswn", "0123", strict=True))
TRUTH = {"false": "0", "true": "1"}
MOST_DIGITS = 18
_NUMBER = rf"^[+-]?\d{{1,{MOST_DIGITS}}}$"


class ColumnError(ValueError):
    """A file whose columns are not those that are needed."""


def column_roles(names: list[str], mapping: Mapping[str, str]) -> dict[str, str]:
    """The column for each role that the file has one for.

    `mapping` gives columns for roles, "" for none. Raises `ColumnError` if what is needed or was
    named is missing.

    >>> column_roles(["h", "score", "total"], {"hand": "h", "total": "score"})
    {'hand': 'h', 'total': 'score'}
    """
    roles = {}
    for role in ROLES:
        column = mapping.get(role, role)
        if names.count(column) > 1:
            raise ColumnError(f"two columns {column!r}")
        if column in names:
            roles[role] = column
        elif mapping.get(role):
            raise ColumnError(f"no column {column!r}; there are {', '.join(names)}")
    if HAND in roles:
        beside = [role for role in FIELDS if role in roles]
        if beside:
            raise ColumnError(
                f"column {roles[beside[0]]!r} beside hand strings, which say it themselves; "
                f"leave it out with --columns {beside[0]}="
            )
        needed: tuple[str, ...] = (TOTAL,)
    elif "concealed" in roles:
        needed = (*NEEDED_FIELDS, TOTAL)
    else:
        needed = (HAND, TOTAL)
    missing = [role for role in needed if role not in roles]
    if missing:
        raise ColumnError(f"no column {' and '.join(missing)}; there are {', '.join(names)}")
    return roles


class Faults:
    """What is wrong with single rows; the first thing said of a row stands."""

    def __init__(self) -> None:
        self.found: dict[int, tuple[str, str]] = {}

    def add(self, rows: Mask, kind: str, message: Callable[[int], str]) -> None:
        for row in np.flatnonzero(rows).tolist():
            if row not in self.found:
                self.found[row] = (kind, message(row))


def rows_of(
    columns: Mapping[str, pa.Array], numbers: Numbers, bad: tuple[BadRow, ...] = ()
) -> Rows:
    """Rows of columns by role. Raises `ColumnError` for a column of a type that cannot be."""
    faults = Faults()
    columns = {
        role: column if role == HAND else _readable(role, column)
        for role, column in columns.items()
    }
    hands, text = _hands(columns, len(numbers), faults)
    totals, with_total = _totals(columns.get(TOTAL), len(numbers), faults)
    payments = paid = discarders = None
    if PAYMENTS in columns:
        payments, paid = _payments(columns[PAYMENTS], faults)
        if DISCARDER in columns:
            discarders = _seats(columns[DISCARDER], faults)
    rows = Rows(
        numbers, hands, text, totals, with_total, columns.get(FANS), payments, paid, discarders, bad
    )
    return without(rows, faults.found)


def without(rows: Rows, faults: Mapping[int, tuple[str, str]]) -> Rows:
    """The rows without those that have a fault, which join the bad ones."""
    if not faults:
        return rows
    keep = np.ones(len(rows.numbers), bool)
    keep[list(faults)] = False
    bad = [BadRow(int(rows.numbers[row]), *fault) for row, fault in faults.items()]
    kept = chosen(rows, keep)
    return kept._replace(bad=tuple(sorted((*rows.bad, *bad))))


def _readable(role: str, column: pa.Array) -> pa.Array:
    """The column, what in it is no UTF-8 replaced by the sign for that."""
    try:
        column.validate(full=True)
    except pa.ArrowException:
        if not pa.types.is_string(column.type):
            raise ColumnError(
                f"column for {role} cannot be read: it is damaged, or no UTF-8"
            ) from None
        texts = column.cast(pa.binary()).to_pylist()
        decoded = [None if text is None else text.decode("utf-8", "replace") for text in texts]
        return pa.array(decoded, pa.string())
    return column


def _hands(
    columns: Mapping[str, pa.Array], n: int, faults: Faults
) -> tuple[HandBatch, pa.Array | None]:
    if HAND in columns:
        try:
            text = as_text(columns[HAND])
            return parse_strings(text), text
        except TypeError as error:
            raise ColumnError(f"column for {HAND}: {error}") from None
        except pa.ArrowException:
            raise ColumnError(f"column for {HAND} cannot be read: it is damaged") from None
    fields = {role: _field(role, columns[role], faults) for role in FIELDS if role in columns}
    batch = pa.RecordBatch.from_arrays(list(fields.values()), names=list(fields))
    try:
        return hands_of(batch, {role: place for place, role in enumerate(fields)}), None
    except TypeError as error:
        raise ColumnError(str(error)) from None


def _field(role: str, column: pa.Array, faults: Faults) -> pa.Array:
    """A field of the hands as Arrow columns of hands have it: text and floats as numbers."""
    column = plain(column)
    text = pa.types.is_string(column.type) or pa.types.is_large_string(column.type)
    if not text and not pa.types.is_floating(column.type):
        return column
    if text and role in ("concealed", "melds"):
        lists = number_lists(column)
        assert lists is not None
        faults.add(
            lists.faulty,
            BAD_FIELD,
            lambda row: f"{role} {_shown(column, row)} is no list of numbers",
        )
        return lists.arrow()
    whole = whole_numbers(_spelled(role, column), role)
    faults.add(
        whole.faulty, BAD_FIELD, lambda row: f"{role} {_shown(column, row)} is no whole number"
    )
    return pa.array(whole.values, mask=~whole.present)


class Whole(NamedTuple):
    """A column of whole numbers: int64, which rows hold one, which hold something else."""

    values: Numbers
    present: Mask
    faulty: Mask


def whole_numbers(column: pa.Array, name: str) -> Whole:
    """The whole numbers of a column of numbers or text; NaN and empty text are none.

    Raises `ColumnError` for a column of another type.
    """
    column = plain(column)
    kind = column.type
    if pa.types.is_null(kind):
        column = column.cast(pa.int64())
    elif pa.types.is_string(kind) or pa.types.is_large_string(kind):
        return _whole_text(column)
    elif pa.types.is_floating(kind) or pa.types.is_decimal(kind):
        return _whole_floats(column.cast(pa.float64()))
    elif not pa.types.is_integer(kind):
        raise ColumnError(f"column for {name} holds {kind}, expected whole numbers")
    valid = column.is_valid().to_numpy(zero_copy_only=False)
    values = column.fill_null(0).cast(pa.int64(), safe=False).to_numpy(zero_copy_only=False)
    faulty = np.zeros(len(column), bool)
    if pa.types.is_uint64(column.type):
        faulty = values < 0
    return Whole(values, valid & ~faulty, faulty)


def _whole_floats(column: pa.Array) -> Whole:
    values = column.fill_null(np.nan).to_numpy(zero_copy_only=False)
    there = ~np.isnan(values)
    fits = there & (np.abs(values) < 1 << 53)
    fits[fits] = values[fits] == np.trunc(values[fits])
    return Whole(np.where(fits, values, 0).astype(np.int64), fits, there & ~fits)


def _whole_text(column: pa.Array) -> Whole:
    trimmed = pc.utf8_trim_whitespace(column).fill_null("")
    filled = pc.not_equal(trimmed, "")
    # Arrow would also read 0x15. The pattern takes ten times as long as the look at the digits.
    short = pc.less_equal(pc.binary_length(trimmed), MOST_DIGITS)
    fits = pc.and_(pc.ascii_is_decimal(trimmed), short)
    if not fits.equals(filled):
        fits = pc.match_substring_regex(trimmed, _NUMBER)
        trimmed = pc.utf8_ltrim(trimmed, "+")
    values = pc.if_else(fits, trimmed, "0").cast(pa.int64()).to_numpy(zero_copy_only=False)
    present, there = (mask.to_numpy(zero_copy_only=False) for mask in (fits, filled))
    return Whole(values, present, there & ~present)


def _shown(column: pa.Array, row: int) -> str:
    return clip(column[row].as_py())


def _totals(column: pa.Array | None, n: int, faults: Faults) -> tuple[Numbers, Mask]:
    if column is None:
        return np.zeros(n, np.int64), np.zeros(n, bool)
    whole = whole_numbers(column, TOTAL)
    faults.add(
        whole.faulty, BAD_TOTAL, lambda row: f"total {_shown(column, row)} is no whole number"
    )
    return whole.values, whole.present


def _spelled(name: str, column: pa.Array) -> pa.Array:
    """Text of seats and of truth as the numbers that it means."""
    if not pa.types.is_string(column.type):
        return column
    words = TRUTH if name == "self_draw" else SEATS if name != "flags" else {}
    lower = pc.utf8_lower(column)
    for word, number in words.items():
        column = pc.if_else(pc.equal(lower, word), number, column)
    return column


def _seats(column: pa.Array, faults: Faults) -> Numbers:
    whole = whole_numbers(_spelled(DISCARDER, column), DISCARDER)
    wrong = whole.faulty | (whole.present & ((whole.values < 0) | (whole.values > 3)))
    faults.add(wrong, BAD_FIELD, lambda row: f"discarder {_shown(column, row)} is no seat")
    return np.where(whole.present, whole.values, UNKNOWN_SEAT)


def _payments(column: pa.Array, faults: Faults) -> tuple[Numbers, Mask]:
    lists = number_lists(column)
    if lists is None:
        raise ColumnError(f"column for {PAYMENTS} holds {column.type}, expected lists of numbers")
    fits = (lists.lengths == 4) & ~lists.faulty
    faults.add(
        ~fits & ((lists.lengths >= 0) | lists.faulty),
        BAD_PAYMENTS,
        lambda row: f"payments {_shown(column, row)}: expected four whole numbers",
    )
    return lists.table(fits, 4, 0), fits
