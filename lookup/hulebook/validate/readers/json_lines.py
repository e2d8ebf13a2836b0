"""JSON lines: an object a line, its keys the columns."""

import json
from collections.abc import Iterator, Mapping

import numpy as np
import pyarrow as pa
import pyarrow.json as pajson

from hulebook.batch.hand_batch import FIELDS
from hulebook.hands.tiles import clip
from hulebook.validate.readers.columns import (
    HAND,
    NEEDED_FIELDS,
    ROLES,
    TOTAL,
    ColumnError,
    rows_of,
)
from hulebook.validate.readers.csv_file import NEWLINE, OVERLONG, is_utf8, joined
from hulebook.validate.readers.rows import BROKEN, BadRow, Item, Rows, bad_only
from hulebook.validate.readers.sources import Block, Source, blocks

MOST_OPENED = 100
BRACKET, BRACE = b"[{"


class JsonReader:
    """Reads JSON lines: Arrow a block at once, or Python line by line where it cannot."""

    unit = "line"

    def __init__(self, source: Source, mapping: Mapping[str, str]) -> None:
        self._source = source
        self._keys = {role: mapping.get(role, role) for role in ROLES}

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
        columns = self._fast(block)
        if columns is not None:
            numbers = np.arange(block.first, block.first + len(columns[TOTAL]))
            try:
                return rows_of(columns, numbers)
            except ColumnError:
                pass
        return self._slow(block)

    def _fast(self, block: Block) -> dict[str, pa.Array] | None:
        """By Arrow; None unless every line is an object with a hand, and none is odd."""
        count = block.lines.count(b"\n")
        # Arrow 26 crashes on a line that holds null.
        objects = block.lines[:1] == b"{" and block.lines.count(b"\n{") == count - 1
        if not objects or block.lines.count(b"}\n") != count or not is_utf8(block.lines):
            return None
        if _may_be_deep(block.lines):
            return None
        schema = pa.schema([(self._keys[HAND], pa.string()), (self._keys[TOTAL], pa.int64())])
        try:
            table = pajson.read_json(
                pa.BufferReader(block.lines),
                read_options=pajson.ReadOptions(use_threads=False, block_size=len(block.lines) + 1),
                parse_options=pajson.ParseOptions(explicit_schema=schema),
            )
        except pa.ArrowInvalid:
            return None
        names = table.column_names
        if table.num_rows != count or len(set(names)) != len(names):
            return None
        found = {role: key for role, key in self._keys.items() if key in names}
        columns = {role: joined(table.column(key)) for role, key in found.items()}
        if columns[HAND].null_count == table.num_rows:
            del columns[HAND]
        needed = (HAND,) if HAND in columns else NEEDED_FIELDS
        if any(role not in columns or columns[role].null_count for role in needed):
            return None
        return None if HAND in columns and any(role in columns for role in FIELDS) else columns

    def _slow(self, block: Block) -> Rows:
        """Line by line; every value becomes text, as CSV has it."""
        bad: list[BadRow] = []
        read: list[tuple[int, dict[str, str]]] = []
        for number, line in enumerate(block.lines[:-1].split(b"\n"), block.first):
            if not line.strip():
                continue
            try:
                read.append((number, self._read(line)))
            except RecursionError:
                bad.append(BadRow(number, BROKEN, "nested too deep"))
            except ValueError as error:
                bad.append(BadRow(number, BROKEN, str(error)))
        # A file has one form; what lacks a hand among hand strings is bad.
        if any(HAND in row for _, row in read):
            lacking = [number for number, row in read if HAND not in row]
            bad += [BadRow(number, BROKEN, self._no_hand()) for number in lacking]
            read = [(number, row) for number, row in read if HAND in row]
        roles = [role for role in ROLES if any(role in row for _, row in read)]
        if not read:
            return bad_only(tuple(sorted(bad)))
        columns = {
            role: pa.array([row.get(role) for _, row in read], pa.string()) for role in roles
        }
        numbers = np.array([number for number, _ in read], np.int64)
        return rows_of(columns, numbers, tuple(bad))

    def _no_hand(self) -> str:
        return f"no {self._keys[HAND]!r}"

    def _read(self, line: bytes) -> dict[str, str]:
        """The values of a line by role, as text."""
        try:
            told = json.loads(line)
        except UnicodeDecodeError:
            raise ValueError("the line is no UTF-8") from None
        except json.JSONDecodeError as error:
            raise ValueError(f"no JSON: {error}") from None
        except ValueError:
            raise ValueError("a number of too many digits") from None
        if not isinstance(told, dict):
            raise ValueError(f"expected an object, found {clip(told)}")
        row = {role: told[key] for role, key in self._keys.items() if told.get(key) is not None}
        if HAND in row:
            beside = next((self._keys[role] for role in FIELDS if role in row), None)
            if beside is not None:
                raise ValueError(f"{beside!r} beside a hand string, which says it itself")
            if not isinstance(row[HAND], str):
                raise ValueError(f"hand {clip(row[HAND])} is no text")
        elif any(role not in row for role in NEEDED_FIELDS):
            raise ValueError(self._no_hand())
        return {role: _as_text(value) for role, value in row.items()}


def _may_be_deep(lines: bytes) -> bool:
    """Whether some line opens so many brackets that, one in the other, they could end Arrow."""
    text = np.frombuffer(lines, np.uint8)
    opened = np.flatnonzero((text == BRACKET) | (text == BRACE))
    before = np.searchsorted(opened, np.flatnonzero(text == NEWLINE))
    return bool((np.diff(before, prepend=0) > MOST_OPENED).any())


def _as_text(value: object) -> str:
    """A value as text. Raises `ValueError` for half of a surrogate pair, which JSON can spell."""
    if isinstance(value, str):
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            raise ValueError(f"{clip(value)} is no text") from None
        return value
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return json.dumps(value, ensure_ascii=False)
