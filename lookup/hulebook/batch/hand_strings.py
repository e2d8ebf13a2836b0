"""Hand strings by the million: the columns of a batch from an Arrow column of text.

A compiled reader takes the common forms (plain ASCII, blanks for spaces, at most 14 standing
tiles); every other row, each malformed one among them, goes to `Hand.from_string`. So a row is
accepted or refused, and with which status, exactly as one hand is.
"""

from typing import TypeVar

import numpy as np
import pyarrow as pa
from numba.extending import register_jitable
from numpy.typing import NDArray

from hulebook.batch.hand_batch import NONE, TILES, HandBatch
from hulebook.engine.batch.jit import compiled
from hulebook.errors import BadHand, Status
from hulebook.hands.check import EARTH, HEAVEN
from hulebook.hands.hand import Hand
from hulebook.hands.tiles import MAX_TEXT

Bytes = NDArray[np.uint8]
Bools = NDArray[np.bool_]
Places = NDArray[np.int32] | NDArray[np.int64]
Scalar = TypeVar("Scalar", bound=np.generic)

# What the compiled reader says of a row that it leaves to `Hand.from_string`.
UNUSUAL = 255
OK = Status.OK
NULL_ROW = Status.NULL_ROW


def parse_strings(strings: pa.Array | pa.ChunkedArray) -> HandBatch:
    """Read a column of hand strings (`string`, `large_string`, `binary`, dictionaries of them).

    The batch holds tile ids, and a status: NULL_ROW, or what `Hand.from_string` finds wrong with
    a text that is no hand; whether a hand that was read can be is checked when it is scored.

    Raises `TypeError` for a column of another type. The GIL is released while reading.

    >>> hands = parse_strings(pa.array(["[CCC,1]12356789pWW7p|SS0000|0", "12", None]))
    >>> int(hands.win_tile[0]), int(hands.melds[0, 0]), hands.status.tolist()
    (15, 67, [0, 2, 1])
    """
    column = as_text(strings)
    offset, count = column.offset, len(column)
    wide = pa.types.is_large_string(column.type) or pa.types.is_large_binary(column.type)
    _, places, data = column.buffers()
    if count == 0 or places is None:
        return _nothing(count)[0]
    bounds: Places = np.frombuffer(places, np.int64 if wide else np.int32)  # type: ignore[assignment]
    bounds = bounds[offset : offset + count + 1]
    text = np.frombuffer(data, np.uint8) if data is not None else np.empty(0, np.uint8)
    null = column.is_null().to_numpy(zero_copy_only=False)
    return parse_spans(text, bounds[:-1], bounds[1:], null)


def parse_spans(text: Bytes, starts: Places, ends: Places, null: Bools) -> HandBatch:
    """Read the hand strings ``text[starts[i]:ends[i]]``, UTF-8; a row where `null` is set has
    status NULL_ROW."""
    hands, status = _nothing(len(starts))
    _read_rows(
        _as_input(text),
        _as_input(starts.astype(np.int64, copy=False)),
        _as_input(ends.astype(np.int64, copy=False)),
        _as_input(null),
        hands.concealed,
        hands.melds,
        hands.win_tile,
        hands.self_draw,
        hands.flags,
        hands.seat_wind,
        hands.round_wind,
        hands.flowers,
        status,
    )
    for row in np.flatnonzero(status == UNUSUAL).tolist():
        status[row] = _read_slowly(bytes(text[starts[row] : ends[row]]), hands, row)
    return hands


def _as_input(array: NDArray[Scalar]) -> NDArray[Scalar]:
    """In order and never written: one form, for which the reader is compiled once."""
    view = np.ascontiguousarray(array).view()
    view.flags.writeable = False
    return view


def as_text(strings: pa.Array | pa.ChunkedArray) -> pa.Array:
    """A column of text as one array of strings or bytes with offsets.

    Raises `TypeError` for a column of another type.
    """
    if isinstance(strings, pa.ChunkedArray):
        strings = strings.combine_chunks()
        if isinstance(strings, pa.ChunkedArray):
            strings = pa.concat_arrays(strings.chunks)
    kind = strings.type
    if pa.types.is_dictionary(kind):
        return as_text(strings.cast(kind.value_type))
    if pa.types.is_string_view(kind) or pa.types.is_null(kind):
        return strings.cast(pa.string())
    if pa.types.is_binary_view(kind) or pa.types.is_fixed_size_binary(kind):
        return strings.cast(pa.binary())
    fits = (
        pa.types.is_string,
        pa.types.is_large_string,
        pa.types.is_binary,
        pa.types.is_large_binary,
    )
    if not any(fit(kind) for fit in fits):
        raise TypeError(f"hand strings must be a column of text, not {kind}")
    return strings


def _nothing(count: int) -> tuple[HandBatch, Bytes]:
    """A batch of rows without anything, and its status."""
    status = np.full(count, NULL_ROW, np.uint8)
    concealed = np.full((count, TILES), NONE, np.uint8)
    return HandBatch(concealed, np.full(count, NONE, np.uint8), status=status), status


def _decoded(text: bytes) -> str:
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError:
        raise BadHand("the text is no UTF-8", Status.BAD_TEXT) from None


def _read_slowly(text: bytes, hands: HandBatch, row: int) -> int:
    """Write a row as `Hand.from_string` reads it; its status."""
    hands.concealed[row] = NONE
    hands.melds[row] = NONE
    try:
        hand = Hand.from_string(_decoded(text))
    except BadHand as fault:
        hands.win_tile[row] = NONE
        return fault.status
    hands.concealed[row, : len(hand.concealed)] = hand.concealed
    hands.melds[row] = np.frombuffer(hand.meld_bytes, np.uint8)
    hands.win_tile[row] = hand.win_tile
    hands.self_draw[row] = hand.self_draw
    hands.flags[row] = hand.flags
    hands.seat_wind[row] = hand.seat_wind
    hands.round_wind[row] = hand.round_wind
    hands.flowers[row] = hand.flowers
    return OK


# The compiled reader. Positions are in `text`; -1 is what it leaves to `Hand.from_string`.

# What a byte is: a rank 0-8, an honor's id, SUIT + the first id of a suit, or one of the others.
SUIT, BLANK, OPEN, CLOSE, COMMA, PLUS, BAR, OTHER = 64, 100, 101, 102, 103, 104, 105, 127
EAST_TILE = 27
SIGNS = np.full(256, OTHER, np.uint8)
SIGNS[list(b"123456789")] = range(9)
SIGNS[list(b"ESWNPFC")] = range(EAST_TILE, 34)
SIGNS[list(b"mpsz")] = [SUIT, SUIT + 9, SUIT + 18, SUIT + EAST_TILE]
SIGNS[list(b" []," + b"+|")] = BLANK, OPEN, CLOSE, COMMA, PLUS, BAR
ZERO, ONE, NINE, LETTER_A, LETTER_H = b"019ah"


@register_jitable
def _read_tiles(
    text: Bytes, at: int, end: int, row: int, concealed: Bytes, melds: Bytes
) -> tuple[int, int]:
    """Where the context or the text ends, and how many tiles stand."""
    held = ranks = sets = 0
    before_plus = -1
    while at < end:
        sign = int(SIGNS[text[at]])
        if sign < 34 and held < TILES and (sign < 9 or not ranks):
            concealed[row, held] = sign
            held += 1
            ranks += sign < 9
        elif SUIT <= sign < BLANK and ranks:
            base = sign - SUIT
            for i in range(held - ranks, held):
                if base == EAST_TILE and concealed[row, i] > 6:
                    return at, -1
                concealed[row, i] += base
            ranks = 0
        elif sign == OPEN and not ranks and sets < 4:
            at, melds[row, sets] = _read_meld(text, at + 1, end)
            if melds[row, sets] == NONE:
                return at, -1
            sets += 1
        elif sign == PLUS and not ranks and before_plus < 0:
            before_plus = held
        elif sign == BAR:
            break
        elif sign != BLANK:
            return at, -1
        at += 1
    if ranks or (before_plus >= 0 and held != before_plus + 1):
        return at, -1
    return at, held


@register_jitable
def _read_meld(text: Bytes, at: int, end: int) -> tuple[int, int]:
    """Where the bracket closes, and the byte of the meld; `NONE` for what is none."""
    tiles = held = ranks = 0  # a tile in each byte of `tiles`, the first one lowest
    while at < end:
        sign = int(SIGNS[text[at]])
        if sign < 34 and held < 4 and (sign < 9 or not ranks):
            tiles |= sign << 8 * held
            held += 1
            ranks += sign < 9
        elif SUIT <= sign < BLANK and ranks:
            base = sign - SUIT
            for i in range(held - ranks, held):
                if base == EAST_TILE and (tiles >> 8 * i & 255) > 6:
                    return -1, NONE
                tiles += base << 8 * i
            ranks = 0
        elif not ranks and sign in (CLOSE, COMMA):
            break
        elif sign != BLANK:
            return -1, NONE
        at += 1
    if at == end or held < 3:
        return -1, NONE
    at, source = _read_source(text, at, end)
    return at, NONE if at < 0 else _meld_byte(tiles, held, source)


@register_jitable
def _read_source(text: Bytes, at: int, end: int) -> tuple[int, int]:
    """From the comma or the closing bracket: where it closes, and the digit (0: none)."""
    if SIGNS[text[at]] == CLOSE:
        return at, 0
    source = 0
    at += 1
    while at < end:
        sign = int(SIGNS[text[at]])
        if sign == CLOSE:
            return (at, source) if source else (-1, 0)
        if sign != BLANK:
            if source or sign > 6 or sign == 3:
                return -1, 0
            source = sign + 1
        at += 1
    return -1, 0


@register_jitable
def _meld_byte(tiles: int, held: int, source: int) -> int:
    """The byte of a meld; `NONE`, which no legal one has, for what is none."""
    low, high, total = 255, 0, 0
    for i in range(held):
        tile = tiles >> 8 * i & 255
        low = min(low, tile)
        high = max(high, tile)
        total += tile
    if low == high and held == 4:
        return 68 + low if source else 102 + low
    if source > 3:
        return NONE
    if low == high:
        return 34 + low
    chow = held == 3 and high == low + 2 and total == 3 * low + 3
    return low if chow and low < EAST_TILE and low % 9 < 7 else NONE


@register_jitable
def _read_context(text: Bytes, at: int, end: int) -> tuple[int, int]:
    """Where the context ends (at the second bar or the end of the text), and what it says: two
    bits for each wind, self-draw, the flags."""
    signs = winds = bits = 0
    while at < end and SIGNS[text[at]] != BAR:
        sign = int(text[at])
        at += 1
        if SIGNS[sign] == BLANK:
            continue
        if signs < 2:
            wind = int(SIGNS[sign]) - EAST_TILE
            if wind < 0 or wind > 3:
                return -1, 0
            winds |= wind << 2 * signs
        elif signs < 7 and ZERO <= sign <= ONE:
            bits |= (sign - ZERO) << (signs - 2)
        else:
            return -1, 0
        signs += 1
    if signs < 6:
        return -1, 0
    dealt = 0
    if bits & 16:
        dealt = HEAVEN if bits & 1 else EARTH
    return at, winds | (bits & 1) << 4 | (bits >> 1 & 7 | dealt) << 5


@register_jitable
def _read_flowers(text: Bytes, at: int, end: int) -> int:
    """How many flowers, from a number up to 8 or from letters."""
    digits = number = letters = 0
    while at < end:
        sign = int(text[at])
        at += 1
        if SIGNS[sign] == BLANK:
            continue
        letter = 1 << (sign - LETTER_A) if LETTER_A <= sign <= LETTER_H else 0
        if ZERO <= sign <= NINE and not letters:
            digits += 1
            number = 10 * number + sign - ZERO
            if number > 8:
                return -1
        elif letter and not digits and not letters & letter:
            letters |= letter
            number += 1
        else:
            return -1
    return number if digits or letters else -1


@compiled
def _read_rows(
    text: Bytes,
    starts: Places,
    ends: Places,
    null: Bools,
    concealed: Bytes,
    melds: Bytes,
    win_tile: Bytes,
    self_draw: Bools,
    flags: Bytes,
    seat_wind: Bytes,
    round_wind: Bytes,
    flowers: Bytes,
    status: Bytes,
) -> None:
    for row in range(len(starts)):
        if null[row]:
            continue
        status[row] = UNUSUAL
        at, end = int(starts[row]), int(ends[row])
        if end - at > MAX_TEXT:
            continue
        at, held = _read_tiles(text, at, end, row, concealed, melds)
        if held < 1:
            continue
        win_tile[row] = concealed[row, held - 1]
        if at < end:
            at, context = _read_context(text, at + 1, end)
            if at < 0:
                continue
            round_wind[row] = context & 3
            seat_wind[row] = context >> 2 & 3
            self_draw[row] = context >> 4 & 1
            flags[row] = context >> 5
        if at < end:
            number = _read_flowers(text, at + 1, end)
            if number < 0:
                continue
            flowers[row] = number
        status[row] = OK
