"""Plain lines: a hand string, then the recorded total after blanks, a comma or a semicolon.

A line without a number after the hand has no recorded total. Blank lines and lines that begin
with ``#`` are passed over.
"""

from collections.abc import Iterator

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from hulebook.batch.hand_strings import parse_spans
from hulebook.engine.batch.jit import compiled
from hulebook.validate.readers.columns import without
from hulebook.validate.readers.csv_file import OVERLONG
from hulebook.validate.readers.rows import (
    BAD_TOTAL,
    BROKEN,
    BadRow,
    Item,
    Mask,
    Numbers,
    Rows,
    bad_only,
)
from hulebook.validate.readers.sources import Block, Source, blocks

NEWLINE, TAB, SPACE, COMMA, SEMICOLON, BAR, HASH, MINUS, PLUS, ZERO, NINE = b"\n\t ,;|#-+09"
MOST_DIGITS = 18


class LineReader:
    """Reads plain lines."""

    unit = "line"

    def __init__(self, source: Source) -> None:
        self._source = source

    def done(self) -> tuple[int, int | None]:
        return self._source.done()

    def items(self) -> Iterator[Item]:
        for block in blocks(self._source):
            yield Item(block.first, block)

    def rows(self, item: Item) -> Rows:
        block = item.payload
        assert isinstance(block, Block)
        if block.overlong:
            return bad_only((BadRow(block.first, BROKEN, OVERLONG),))
        text = np.frombuffer(block.lines, np.uint8)
        most = block.lines.count(b"\n")
        numbers, starts, ends, totals = (np.zeros(most, np.int64) for _ in range(4))
        with_total, huge = np.zeros(most, bool), np.zeros(most, bool)
        count = _split_lines(text, block.first, numbers, starts, ends, totals, with_total, huge)
        starts, ends = starts[:count], ends[:count]
        hands = parse_spans(text, starts, ends, np.zeros(count, bool))
        strings = _slices(block.lines, starts, ends)
        rows = Rows(numbers[:count], hands, strings, totals[:count], with_total[:count])
        message = f"a total of more than {MOST_DIGITS} digits"
        return without(rows, {row: (BAD_TOTAL, message) for row in np.flatnonzero(huge).tolist()})


def _slices(lines: bytes, starts: Numbers, ends: Numbers) -> pa.Array:
    """The parts of `lines` as a column of bytes."""
    lengths = ends - starts
    offsets = np.zeros(len(starts) + 1, np.int32)
    np.cumsum(lengths, out=offsets[1:])
    place = np.repeat(starts - offsets[:-1], lengths) + np.arange(offsets[-1])
    data = np.frombuffer(lines, np.uint8)[place]
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(data)]
    return pa.Array.from_buffers(pa.binary(), len(starts), buffers)


@compiled
def _split_lines(
    text: NDArray[np.uint8],
    first: int,
    numbers: Numbers,
    starts: Numbers,
    ends: Numbers,
    totals: Numbers,
    with_total: Mask,
    huge: Mask,
) -> int:
    """Find the hand and the total of every line; how many lines are rows."""
    count = 0
    number = first - 1
    start = 0
    for newline in range(len(text)):
        if text[newline] != NEWLINE:
            continue
        number += 1
        begin, end = start, newline
        start = newline + 1
        while begin < end and (text[begin] == SPACE or text[begin] == TAB):
            begin += 1
        while begin < end and (text[end - 1] == SPACE or text[end - 1] == TAB):
            end -= 1
        if begin == end or text[begin] == HASH:
            continue
        # Back over the digits, a sign, and what parts them from the hand.
        at = end
        value, unit = 0, 1
        while at > begin and ZERO <= text[at - 1] <= NINE:
            at -= 1
            if end - at <= MOST_DIGITS:
                value += unit * (int(text[at]) - ZERO)
                unit *= 10
        digits = end - at
        if digits and at > begin and (text[at - 1] == MINUS or text[at - 1] == PLUS):
            at -= 1
            if text[at] == MINUS:
                value = -value
        hand = at
        while hand > begin and (
            text[hand - 1] == SPACE
            or text[hand - 1] == TAB
            or text[hand - 1] == COMMA
            or text[hand - 1] == SEMICOLON
        ):
            hand -= 1
        parted = digits > 0 and begin < hand < at and text[hand - 1] != BAR
        numbers[count] = number
        starts[count] = begin
        ends[count] = hand if parted else end
        totals[count] = value if parted else 0
        with_total[count] = parted
        huge[count] = parted and digits > MOST_DIGITS
        count += 1
    return count
