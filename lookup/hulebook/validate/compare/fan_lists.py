"""Recorded fan lists, in whatever form, as counts by column of the tables.

A list names fans by number or by name, in any language that the family has (letter case, spaces
and punctuation do not matter), each with a count or repeated:

- text: names or numbers between ``+ , ;`` or ``|``, a count after ``*`` or ``x``
  (``Half Flush*1+箭刻*2``), numbers also between spaces, or the same as JSON;
- a list of names or numbers; a list of objects with ``number`` or ``name``, and ``count``;
- an object or map from name or number to count;
- the counts themselves, one for each fan of the family, as `score_batch` gives them.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from hulebook.answers.fans import languages
from hulebook.hands.tiles import clip
from hulebook.rules.elements import elements
from hulebook.rules.ruleset import MCR_FAMILY

# Names that other programs use for fans of MCR.
ALIASES = {
    31: ("All Five",),
    54: ("Two Dragons Pungs",),
    77: ("独听・边张", "独听边张"),
    78: ("嵌张", "独听・嵌张"),
    79: ("单钓", "独听・单钓"),
    82: ("Concealed Kong and Melded Kong", "Mixed Kongs"),
}
MOST = 255
LONGEST = 1 << 16
_COUNT = re.compile(r"[*x]\s*(\d{1,3})\Z")
_SEPARATORS = re.compile(r"[+,;|\n]")
_NUMBERS = re.compile(r"[\d.\s]+")


class FanCounts(NamedTuple):
    """A row for each recorded list: uint8 [n, columns], whether there is one, what is wrong."""

    counts: NDArray[np.uint8]
    present: NDArray[np.bool_]
    faults: dict[int, str]


class FanListError(ValueError):
    """A fan list that cannot be read."""


@cache
def fan_columns(family: str) -> dict[str, int]:
    """The column of every name and number of a family's fans, by `plain` text."""
    columns: dict[str, int] = {}
    for column, element in elements(family).items():
        names = [name for code in languages(family) for name in element.name(code).split(" / ")]
        names += ALIASES.get(column, ()) if family == MCR_FAMILY else ()
        for name in (*names, str(element.number)):
            columns[plain(name)] = column
    return columns


def plain(name: str) -> str:
    """A name without case, spaces and punctuation; the dots of a number stay.

    >>> plain("Three-Suited Terminal Chows"), plain("4.2.3")
    ('threesuitedterminalchows', '4.2.3')
    """
    kept = "".join(sign for sign in name.casefold() if sign.isalnum() or sign == ".")
    return kept if kept[:1].isdecimal() else kept.replace(".", "")


def fan_column(fan: object, family: str) -> int:
    """The table column of a fan's name or number."""
    column = None
    if isinstance(fan, str):
        column = fan_columns(family).get(plain(fan))
    elif isinstance(fan, int) and not isinstance(fan, bool):
        column = fan_columns(family).get(str(fan))
    if column is None:
        raise FanListError(f"no fan {clip(fan)}")
    return column


def counts_of(value: object, family: str) -> list[int]:
    """The counts of one fan list, entry column - 1.

    >>> counts = counts_of("Half Flush + 箭刻*2", "mcr")
    >>> [(n + 1, count) for n, count in enumerate(counts) if count]
    [(50, 1), (59, 2)]
    """
    counts = [0] * len(elements(family))
    if isinstance(value, (list, tuple)) and len(value) == len(counts):
        value = dict(enumerate(value, 1))
        for column, count in value.items():
            counts[column - 1] = _count(count)
        return counts
    for fan, count in _pairs(value):
        column = fan_column(fan, family)
        counts[column - 1] += _count(count)
        _count(counts[column - 1])
    return counts


def _count(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST:
        raise FanListError(f"{clip(value)} is no count of a fan")
    return value


def _pairs(value: object) -> Iterable[tuple[object, object]]:
    if isinstance(value, str):
        return _text_pairs(value)
    if isinstance(value, Mapping):
        return [(fan, count) for fan, count in value.items() if count is not None]
    if isinstance(value, (list, tuple)):
        return [_item_pair(item) for item in value]
    if isinstance(value, int):
        return [(value, 1)]
    raise FanListError(f"{clip(value)} is no fan list")


def _item_pair(item: object) -> tuple[object, object]:
    if isinstance(item, Mapping):
        fan = next((item[key] for key in ("number", "name", "fan") if item.get(key)), None)
        count = item.get("count")
        return fan, 1 if count is None else count
    if isinstance(item, tuple) and len(item) == 2:
        return item
    return item, 1


def _text_pairs(text: str) -> list[tuple[object, object]]:
    if len(text) > LONGEST:
        message = f"{len(text)} characters of text: a fan list takes at most {LONGEST}"
        raise FanListError(message)
    text = text.strip()
    if text[:1] in ("[", "{"):
        return list(_pairs(_from_json(text)))
    parts = text.split() if _NUMBERS.fullmatch(text) else _SEPARATORS.split(text)
    return [_part_pair(part.strip()) for part in parts if part.strip()]


def _part_pair(part: str) -> tuple[str, int]:
    """``Half Flush*2`` as name and count."""
    count = _COUNT.search(part)
    return (part[: count.start()].rstrip(), int(count[1])) if count else (part, 1)


def _from_json(text: str) -> object:
    import json

    try:
        return json.loads(text)
    except json.JSONDecodeError:
        raise FanListError(f"{clip(text)} is no JSON") from None
    except ValueError:
        raise FanListError(f"{clip(text)} holds a number of too many digits") from None


def read_fan_lists(column: pa.Array, family: str) -> FanCounts:
    """The counts of a column of recorded fan lists of any of the forms above."""
    n = len(column)
    counts = np.zeros((n, len(elements(family))), np.uint8)
    present = column.is_valid().to_numpy(zero_copy_only=False)
    kind = column.type
    faults: dict[int, str] = {}
    if _is_text(kind):
        keys = column.dictionary_encode()
        known: list[Any] = [_read(value, family) for value in keys.dictionary.to_pylist()]
        empty = np.array([not value.strip() for value in keys.dictionary.to_pylist()], bool)
        places = keys.indices.fill_null(-1).to_numpy(zero_copy_only=False)
        if len(empty):
            present &= ~empty[places]
        rows: Iterable[tuple[int, Any]] = (
            (row, known[places[row]]) for row in np.flatnonzero(present).tolist()
        )
    elif _fast_list(kind):
        return _read_lists(column, counts, present, family)
    else:
        values = column.to_pylist()
        rows = ((row, _read(values[row], family)) for row in np.flatnonzero(present).tolist())
    for row, found in rows:
        if isinstance(found, str):
            faults[row] = found
        else:
            counts[row] = found
    return FanCounts(counts, present, faults)


def _is_text(kind: pa.DataType) -> bool:
    return bool(pa.types.is_string(kind) or pa.types.is_large_string(kind))


def _fast_list(kind: pa.DataType) -> bool:
    listed = pa.types.is_list(kind) or pa.types.is_large_list(kind)
    return bool(
        (listed or pa.types.is_fixed_size_list(kind))
        and (pa.types.is_integer(kind.value_type) or _is_text(kind.value_type))
    )


def _read(value: object, family: str) -> NDArray[np.uint8] | str:
    """The counts of one list, or what is wrong with it."""
    try:
        return np.array(counts_of(value, family), np.uint8)
    except FanListError as error:
        return str(error)
    except RecursionError:
        return "a fan list nested too deep"


def _read_lists(
    column: pa.Array, counts: NDArray[np.uint8], present: NDArray[np.bool_], family: str
) -> FanCounts:
    """Lists of numbers or names, all at once."""
    if pa.types.is_fixed_size_list(column.type):
        column = column.cast(pa.list_(column.type.value_type))
    lengths = np.where(present, pc.list_value_length(column).fill_null(0), 0)
    owner = np.repeat(np.arange(len(column)), lengths)
    keys = column.flatten().dictionary_encode()
    places = keys.indices.fill_null(len(keys.dictionary)).to_numpy(zero_copy_only=False)
    target = np.array([*(_known(v, family) for v in keys.dictionary.to_pylist()), 0])[places]
    # A list as long as there are fans holds their counts.
    whole = lengths == counts.shape[1]
    wrong = whole | (lengths > MOST)
    wrong[owner[target == 0]] = True
    if whole.all() and pa.types.is_integer(column.type.value_type) and not _has_null(column):
        table = column.flatten().to_numpy(zero_copy_only=False).reshape(counts.shape)
        if ((table >= 0) & (table <= MOST)).all():
            return FanCounts(table.astype(np.uint8), present, {})
    faults: dict[int, str] = {}
    for row in np.flatnonzero(wrong & present).tolist():
        found = _read(column[row].as_py(), family)
        if isinstance(found, str):
            faults[row] = found
        else:
            counts[row] = found
    fits = ~wrong[owner]
    np.add.at(counts, (owner[fits], target[fits] - 1), 1)
    return FanCounts(counts, present, faults)


def _has_null(column: pa.Array) -> bool:
    return bool(column.null_count or column.flatten().null_count)


def _known(fan: object, family: str) -> int:
    """The column of a fan; 0 for what is none."""
    try:
        return fan_column(fan, family)
    except FanListError:
        return 0


def fan_text(counts: Iterable[int], family: str) -> str:
    """Counts as text that `counts_of` reads back.

    >>> fan_text(counts_of([59, 59, 50], "mcr"), "mcr")
    'Half Flush, Dragon Pung x2'
    """
    return _fan_text(bytes(counts), family)


@lru_cache(maxsize=1 << 14)
def _fan_text(counts: bytes, family: str) -> str:
    names = elements(family)
    return ", ".join(
        names[column].en + (f" x{count}" if count > 1 else "")
        for column, count in enumerate(counts, 1)
        if count
    )
