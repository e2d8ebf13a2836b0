"""CSV: a header line, then a row a line; no line ends within a field. TSV and ``;`` too."""

import csv
from collections.abc import Iterator, Mapping

import numpy as np
import pyarrow as pa
import pyarrow.csv as pacsv

from hulebook.validate.readers.columns import ColumnError, column_roles, rows_of
from hulebook.validate.readers.rows import BROKEN, BadRow, Item, Numbers, Rows, bad_only
from hulebook.validate.readers.sources import Block, Source, SourceError, blocks

OVERLONG = "a line longer than a megabyte"
NEWLINE, QUOTE = b'\n"'


class CsvReader:
    """Reads a CSV file; Arrow does the work, line by line only where a block is not as it
    should be."""

    unit = "line"

    def __init__(self, source: Source, mapping: Mapping[str, str]) -> None:
        self._source = source
        self._mapping = mapping
        self._delimiter = ","
        self._names: list[str] = []
        self._roles: dict[str, str] = {}

    def done(self) -> tuple[int, int | None]:
        return self._source.done()

    def items(self) -> Iterator[Item]:
        for number, block in enumerate(blocks(self._source)):
            lines = block.lines
            if number == 0:
                header, _, lines = lines.partition(b"\n")
                self._read_header(header)
                block = Block(block.first + 1, lines)
            yield Item(block.first, block)

    def _read_header(self, header: bytes) -> None:
        try:
            text = header.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise SourceError("line 1: the header is no UTF-8") from None
        self._delimiter = next((sign for sign in ",\t;" if sign in text), ",")
        try:
            names = next(csv.reader([text], delimiter=self._delimiter))
            self._names = [name.strip() for name in names]
            self._roles = column_roles(self._names, self._mapping)
        except (csv.Error, ColumnError) as error:
            raise SourceError(f"line 1: {error}") from None

    def rows(self, item: Item) -> Rows:
        block = item.payload
        assert isinstance(block, Block)
        if block.overlong:
            return bad_only((BadRow(block.first, BROKEN, OVERLONG),))
        if not block.lines:
            return bad_only(())
        plain = is_utf8(block.lines) and quotes_are_regular(block.lines, self._delimiter)
        fast = self._fast(block) if plain else None
        columns, numbers, bad = fast or self._slow(block)
        return rows_of(columns, numbers, bad)

    def _fast(self, block: Block) -> tuple[dict[str, pa.Array], Numbers, tuple[BadRow, ...]] | None:
        """By Arrow; None unless every line is a row, a row with too few or many fields, or
        blank."""
        odd: list[tuple[int, str, int]] = []

        def skip(row: pacsv.InvalidRow) -> str:
            odd.append((row.number, row.text, row.actual_columns))
            return "skip"

        wanted = list(dict.fromkeys(self._roles.values()))
        # Names are places, as there may be doubled ones among the columns not asked for.
        places = {self._names.index(name): name for name in wanted}
        try:
            table = pacsv.read_csv(
                pa.BufferReader(block.lines),
                read_options=pacsv.ReadOptions(
                    column_names=[str(place) for place in range(len(self._names))],
                    use_threads=False,
                    block_size=len(block.lines) + 1,
                ),
                parse_options=pacsv.ParseOptions(
                    delimiter=self._delimiter,
                    ignore_empty_lines=False,
                    invalid_row_handler=skip,
                ),
                convert_options=pacsv.ConvertOptions(
                    include_columns=[str(place) for place in places],
                    column_types={str(place): pa.string() for place in places},
                    strings_can_be_null=False,
                ),
            )
        except pa.ArrowInvalid:
            return None
        count = block.lines.count(b"\n")
        if table.num_rows + len(odd) != count:
            return None
        numbers = np.arange(block.first, block.first + count)
        if odd:
            numbers = np.delete(numbers, [number - 1 for number, _, _ in odd])
        found = {name: table.column(str(place)) for place, name in places.items()}
        arrays = {name: joined(column) for name, column in found.items()}
        bad = tuple(
            BadRow(block.first + number - 1, BROKEN, self._fields(fields))
            for number, text, fields in odd
            if text.strip()
        )
        if b"\n\n" in block.lines or block.lines.startswith(b"\n"):
            lines = block.lines.split(b"\n")
            written = np.array([bool(lines[at].strip()) for at in numbers - block.first], bool)
            numbers = numbers[written]
            arrays = {name: array.filter(pa.array(written)) for name, array in arrays.items()}
        return {role: arrays[name] for role, name in self._roles.items()}, numbers, bad

    def _fields(self, found: int) -> str:
        return f"{found} fields, expected {len(self._names)}"

    def _slow(self, block: Block) -> tuple[dict[str, pa.Array], Numbers, tuple[BadRow, ...]]:
        bad: list[BadRow] = []
        numbers: list[int] = []
        kept: list[list[str]] = []
        for number, line in enumerate(block.lines[:-1].split(b"\n"), block.first):
            if not line.strip():
                continue
            try:
                text = line.decode("utf-8")
                fields = next(csv.reader([text], delimiter=self._delimiter, strict=True))
            except UnicodeDecodeError:
                bad.append(BadRow(number, BROKEN, "the line is no UTF-8"))
                continue
            except csv.Error as error:
                bad.append(BadRow(number, BROKEN, str(error)))
                continue
            if len(fields) != len(self._names):
                bad.append(BadRow(number, BROKEN, self._fields(len(fields))))
                continue
            numbers.append(number)
            kept.append(fields)
        columns = {
            role: pa.array([fields[self._names.index(name)] for fields in kept], pa.string())
            for role, name in self._roles.items()
        }
        return columns, np.array(numbers, np.int64), tuple(bad)


def is_utf8(text: bytes) -> bool:
    """Whether this is text that Arrow reads without harm."""
    try:
        text.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def quotes_are_regular(lines: bytes, delimiter: str) -> bool:
    """Whether quotes only enclose whole fields, doubled ones in them apart. Arrow reads other
    ones without a word.

    >>> quotes_are_regular(b'"1m",8\\n"the ""1m"" there",8\\n', ",")
    True
    >>> quotes_are_regular(b'"1m"2m,8\\n', ","), quotes_are_regular(b'"1m,8\\n",8\\n', ",")
    (False, False)
    """
    text = np.frombuffer(b"\n" + lines, np.uint8)
    marks = np.flatnonzero((text == NEWLINE) | (text == QUOTE))
    are_quotes = text[marks] == QUOTE
    inside = np.cumsum(are_quotes) & 1
    if inside[~are_quotes].any():  # a line ends between quotes
        return False
    quotes = marks[are_quotes]
    around = np.zeros(256, bool)
    around[[NEWLINE, QUOTE, ord(delimiter)]] = True
    return bool(around[text[quotes[::2] - 1]].all() and around[text[quotes[1::2] + 1]].all())


def joined(column: pa.ChunkedArray) -> pa.Array:
    """A column as one array."""
    if column.num_chunks == 1:
        return column.chunk(0)
    return pa.concat_arrays(column.chunks) if column.num_chunks else pa.array([], column.type)
