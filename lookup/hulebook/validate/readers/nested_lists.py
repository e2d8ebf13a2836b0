"""Arrow columns of short lists of whole numbers, in whatever form they come."""

import re
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from hulebook.arrow.lists import plain
from hulebook.validate.readers.rows import Mask, Numbers

_SPLIT = re.compile(r"\s*[,;]\s*|\s+")
_WHOLE = re.compile(r"[+-]?\d{1,18}")
_BRACKETS = ("[]", "()")
_NOTHING: Numbers = np.zeros(0, np.int64)


class NumberLists(NamedTuple):
    """All numbers one after the other, the length of each row's list (-1: null), and which rows
    hold something else."""

    values: Numbers
    lengths: Numbers
    faulty: Mask

    def arrow(self) -> pa.Array:
        """The lists as an Arrow column."""
        ends = np.cumsum([0, *np.maximum(self.lengths, 0)]).astype(np.int32)
        mask = pa.array(self.lengths < 0)
        return pa.ListArray.from_arrays(pa.array(ends), pa.array(self.values), mask=mask)

    def table(self, rows: Mask, width: int, pad: int) -> Numbers:
        """int64 [n, width]: the lists of `rows`, which are no longer than that, padded."""
        if rows.all() and (self.lengths == width).all():
            return self.values.reshape(len(rows), width)
        out = np.full((len(rows), width), pad, np.int64)
        sizes = np.maximum(self.lengths, 0)
        starts = np.cumsum(sizes) - sizes
        taken = np.where(rows, sizes, 0)
        owner = np.repeat(np.arange(len(rows)), taken)
        place = np.arange(len(owner)) - np.repeat(np.cumsum(taken) - taken, taken)
        out[owner, place] = self.values[starts[owner] + place]
        return out


def number_lists(column: pa.Array) -> NumberLists | None:
    """The lists of a column of lists of whole numbers, or of text with numbers; else None."""
    column = plain(column)
    kind = column.type
    if pa.types.is_null(kind):
        column = column.cast(pa.list_(pa.int64()))
    elif pa.types.is_string(kind) or pa.types.is_large_string(kind):
        return _from_text(column)
    elif pa.types.is_fixed_size_list(kind):
        column = column.cast(pa.list_(kind.value_type))
    elif not (pa.types.is_list(kind) or pa.types.is_large_list(kind)):
        return None
    inner = column.flatten()
    if pa.types.is_null(inner.type):
        inner = inner.cast(pa.int64())
    if not pa.types.is_integer(inner.type):
        return None
    lengths = pc.list_value_length(column).fill_null(-1).to_numpy(zero_copy_only=False)
    lengths = lengths.astype(np.int64)
    faulty = np.zeros(len(column), bool)
    if inner.null_count:
        owner = np.repeat(np.arange(len(column)), np.maximum(lengths, 0))
        faulty[owner[inner.is_null().to_numpy(zero_copy_only=False)]] = True
        inner = inner.fill_null(0)
    values = inner.cast(pa.int64(), safe=False).to_numpy(zero_copy_only=False)
    return NumberLists(values, lengths, faulty)


def _from_text(column: pa.Array) -> NumberLists:
    keys = column.dictionary_encode()
    texts = keys.dictionary.to_pylist()
    known = [_numbers(text) for text in texts]
    # The last entry of each is that of null.
    places = keys.indices.fill_null(-1).to_numpy(zero_copy_only=False)
    missing = np.array([*(not text.strip() for text in texts), True])[places]
    faulty = np.array([*(found is None for found in known), False])[places]
    lists = [*(_NOTHING if found is None else found for found in known), _NOTHING]
    rows = [lists[place] for place in places.tolist()]
    lengths = np.array([len(row) for row in rows], np.int64)
    return NumberLists(np.concatenate([_NOTHING, *rows]), np.where(missing, -1, lengths), faulty)


def _numbers(text: str) -> Numbers | None:
    """The numbers of a text, which may stand in brackets; None if there is anything else."""
    text = text.strip()
    if text[:1] + text[-1:] in _BRACKETS:
        text = text[1:-1].strip()
    parts = _SPLIT.split(text) if text else []
    if all(_WHOLE.fullmatch(part) for part in parts):
        return np.array([int(part) for part in parts], np.int64)
    return None
