"""The columns of hands in an Arrow record batch as a `HandBatch`, in place where they lie right."""

from collections.abc import Mapping
from typing import Any, NoReturn

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from hulebook.arrow.lists import MISFIT, Bytes, Lists, Mask, bits, fitting, lists_of, numbers, plain
from hulebook.arrow.lists import valid as valid_rows
from hulebook.batch.hand_batch import FIELDS, KINDS, MELDS, NONE, TILES, HandBatch
from hulebook.errors import Status

HAND = "hand"
ROLES = (HAND, *FIELDS)
NEEDED = ("concealed", "win_tile")
WHOLE = "uint8 or wider integers"
EXPECTED = {
    HAND: "hand strings",
    "concealed": "fixed_size_list<uint8>[34] of counts or [14] of tile ids, or list<uint8>",
    "melds": "fixed_size_list<uint8>[4] or list<uint8>",
    "self_draw": "bool, or integers 0 and 1",
    **dict.fromkeys(("win_tile", *FIELDS[4:]), WHOLE),
}


def find_columns(schema: pa.Schema, mapping: Mapping[str, str | None]) -> dict[str, int]:
    """Where the column for each role is. `mapping` gives columns for roles, None or "" for none.

    Raises `ValueError` for a column that is missing, there twice, or beside hand strings.
    """
    unknown = next((role for role in mapping if role not in ROLES), None)
    if unknown is not None:
        raise ValueError(f"no column role {unknown!r}; there are {', '.join(ROLES)}")
    places = {}
    for role in ROLES:
        name = mapping.get(role, role)
        found = schema.get_all_field_indices(name) if name else []
        if len(found) > 1:
            raise ValueError(f"{len(found)} columns {name!r}, expected one for {role}")
        if found:
            places[role] = found[0]
        elif name and role in mapping:
            _missing(role, name, schema)
    fields = [role for role in places if role != HAND]
    if HAND in places and fields:
        raise ValueError(
            f"column {schema[places[fields[0]]].name!r} beside hand strings, which say it "
            f"themselves: leave one out with columns={{{fields[0]!r}: None}} or {{'hand': None}}"
        )
    if HAND not in places:
        for role in NEEDED if fields else (HAND,):
            if role not in places:
                _missing(role, mapping.get(role) or role, schema)
    return places


def _missing(role: str, name: str, schema: pa.Schema) -> NoReturn:
    expected = EXPECTED[role]
    if role == HAND:
        expected += f", or {' and '.join(NEEDED)} instead"
    raise ValueError(
        f"no column {name!r}: expected {expected}; there are {', '.join(schema.names) or 'none'}"
    )


def hands_of(batch: pa.RecordBatch, places: Mapping[str, int]) -> HandBatch:
    """The hands of a record batch. Raises `TypeError` for a column of another type."""
    columns = {role: _Column(batch, role, place) for role, place in places.items()}
    if HAND in columns:
        from hulebook.batch.hand_strings import parse_strings

        try:
            return parse_strings(columns[HAND].array)
        except TypeError:
            columns[HAND].refuse()
    concealed, null = _concealed(columns["concealed"])
    win_tile = columns["win_tile"].bytes()
    null |= ~columns["win_tile"].valid()
    fields = {}
    for role in FIELDS[3:]:
        if role in columns:
            fields[role] = columns[role].filled()
    self_draw = fields.pop("self_draw", None)
    if self_draw is not None and self_draw.dtype != np.bool_:
        flags = fields.get("flags", np.zeros(len(self_draw), np.uint8))
        fields["flags"] = np.where(self_draw > 1, np.uint8(MISFIT), flags)
        self_draw = self_draw == 1
    return HandBatch(
        concealed,
        win_tile,
        _melds(columns["melds"]) if "melds" in columns else None,
        self_draw=self_draw,
        status=null.view(np.uint8) * np.uint8(Status.NULL_ROW) if null.any() else None,
        **fields,
    )


class _Column:
    """One column of a record batch, for a role."""

    def __init__(self, batch: pa.RecordBatch, role: str, place: int) -> None:
        self.role = role
        self.field = batch.schema.field(place)
        self.array = plain(batch.column(place))

    def refuse(self) -> NoReturn:
        raise TypeError(
            f"column {self.field.name!r} holds {self.field.type}, expected {EXPECTED[self.role]}"
        )

    def valid(self) -> Mask:
        return valid_rows(self.array)

    def bytes(self) -> Bytes:
        """A byte a row; what null rows hold means nothing."""
        if pa.types.is_null(self.array.type):
            return np.zeros(len(self.array), np.uint8)
        values = numbers(self.array)
        if values is None:
            self.refuse()
        return fitting(values)

    def filled(self) -> NDArray[Any]:
        """A byte or bool a row, 0 for null."""
        if self.role == "self_draw" and pa.types.is_boolean(self.array.type):
            values: NDArray[Any] = bits(self.array)
        else:
            values = self.bytes()
        if not self.array.null_count:
            return values
        return np.where(self.valid(), values, values.dtype.type(0))

    def lists(self, *widths: int) -> Lists:
        """The lists; if all have one fixed length, it must be among `widths`."""
        kind = self.array.type
        lists = lists_of(self.array)
        fixed = pa.types.is_fixed_size_list(kind) or pa.types.is_fixed_size_binary(kind)
        if lists is None or (fixed and _width(kind) not in widths):
            self.refuse()
        return lists


def _width(kind: pa.DataType) -> int:
    width: int = kind.list_size if pa.types.is_fixed_size_list(kind) else kind.byte_width
    return width


def _concealed(column: _Column) -> tuple[Bytes, Mask]:
    """Counts [n, 34] or tile ids [n, 14], and which rows are null.

    A list of 34 holds counts, one of any other length tile ids.
    """
    lists = column.lists(KINDS, TILES)
    null = ~column.valid() | lists.with_null()
    for width in (KINDS, TILES):
        table = lists.table(width)
        if table is not None:
            return table, null
    counted = lists.lengths == KINDS
    if not counted.any() and lists.lengths.max(initial=0) <= TILES:
        return lists.gather(~counted, TILES, NONE), null
    counts = lists.gather(counted, KINDS, 0)
    counts[~counted] = _count(lists, ~counted)[~counted]
    return counts, null


def _count(lists: Lists, rows: Mask) -> Bytes:
    """The copies of each kind in lists of tile ids."""
    owner = np.repeat(np.flatnonzero(rows), lists.lengths[rows])
    tiles = lists.joined(rows)
    n, tile = len(rows), tiles < KINDS
    counts = np.bincount(owner[tile] * KINDS + tiles[tile], minlength=n * KINDS)
    table: Bytes = fitting(counts).reshape(n, KINDS)
    table[owner[~tile & (tiles != NONE)], 0] = MISFIT
    return table


def _melds(column: _Column) -> Bytes:
    """Meld bytes [n, 4]. More than four are `MISFIT`; null, in a list or instead of one, is none."""
    lists = column.lists(MELDS).without_null(NONE)
    melds = lists.table(MELDS)
    if melds is None:
        many = lists.lengths > MELDS
        melds = lists.gather(~many, MELDS, NONE)
        melds[many] = MISFIT
    if not column.array.null_count:
        return melds
    return np.where(column.valid()[:, np.newaxis], melds, np.uint8(NONE))
