"""Arrow arrays of integers, bools and lists of integers as numpy arrays, in place where possible.

A number that does not fit in a byte becomes `MISFIT`, which no field of a hand may hold: the row
gets the status of that field, and nothing wraps.
"""

from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from hulebook.batch.hand_batch import NONE

Bytes = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Ints = NDArray[np.int64]

MISFIT = 254


def plain(array: pa.Array) -> pa.Array:
    """The array without extension types, dictionaries and runs."""
    kind = array.type
    if isinstance(kind, pa.BaseExtensionType):
        return plain(array.storage)
    if pa.types.is_dictionary(kind):
        values = array.dictionary
        if pa.types.is_string_view(values.type):  # which Arrow cannot decode
            array = pa.DictionaryArray.from_arrays(array.indices, values.cast(pa.string()))
        return plain(array.dictionary_decode())
    if pa.types.is_run_end_encoded(kind):
        return plain(pc.run_end_decode(array))
    return array


def valid(array: pa.Array) -> Mask:
    """Which rows are not null."""
    if not array.null_count:
        return np.ones(len(array), np.bool_)
    found: Mask = array.is_valid().to_numpy(zero_copy_only=False)
    return found


def numbers(array: pa.Array) -> NDArray[Any] | None:
    """The values of a column of integers as they lie in memory, nulls unmasked; else None."""
    if not pa.types.is_integer(array.type):
        return None
    dtype = np.dtype(array.type.to_pandas_dtype())
    return _items(array.buffers()[1], dtype, array.offset, len(array))


def _items(buffer: Any, dtype: np.dtype[Any], start: int, count: int) -> NDArray[Any]:
    """So many numbers of a buffer, from one on."""
    if buffer is None or not count:
        return np.zeros(count, dtype)
    return np.frombuffer(buffer, dtype, count, start * dtype.itemsize)


def bits(array: pa.Array) -> Mask:
    """A packed column of bools, unpacked."""
    first, skip = divmod(array.offset, 8)
    packed = _items(array.buffers()[1], np.dtype(np.uint8), first, (skip + len(array) + 7) // 8)
    return np.unpackbits(packed, count=skip + len(array), bitorder="little")[skip:].view(np.bool_)


def fitting(values: NDArray[Any]) -> Bytes:
    """The values as bytes, `MISFIT` for what is none."""
    if values.dtype == np.uint8:
        return values
    found = values.astype(np.uint8)
    found[(values < 0) | (values > NONE)] = MISFIT
    return found


class Lists(NamedTuple):
    """Lists of bytes: all items, where each row's begin and how many it has, and which items are
    null, if any. A null list has none, or, if all have a fixed number, some of no meaning."""

    items: Bytes
    starts: Ints
    lengths: Ints
    null: Mask | None

    def table(self, width: int) -> Bytes | None:
        """[n, width] without a copy, if the rows lie one after the other and all are so long."""
        n = len(self.starts)
        if not n or (self.lengths != width).any() or (np.diff(self.starts) != width).any():
            return None
        first = int(self.starts[0])
        return self.items[first : first + n * width].reshape(n, width)

    def gather(self, rows: Mask, width: int, pad: int) -> Bytes:
        """[n, width]: the lists of `rows`, at most so long, padded; elsewhere padding alone."""
        out = np.full((len(self.starts), width), pad, np.uint8)
        lengths = np.where(rows, self.lengths, 0)
        out[np.arange(width) < lengths[:, np.newaxis]] = self.joined(rows)
        return out

    def joined(self, rows: Mask) -> Bytes:
        """The items of `rows`, one list after the other."""
        starts, lengths = self.starts[rows], self.lengths[rows]
        ends = starts + lengths
        if len(starts) and (starts[1:] == ends[:-1]).all():
            return self.items[int(starts[0]) : int(ends[-1])]
        before = lengths.cumsum() - lengths
        places: Ints = np.repeat(starts - before, lengths) + np.arange(lengths.sum())
        return self.items[places]

    def without_null(self, value: int) -> "Lists":
        """The lists with this value for null items."""
        if self.null is None:
            return self
        return self._replace(items=np.where(self.null, np.uint8(value), self.items), null=None)

    def with_null(self) -> Mask:
        """Which lists have a null item."""
        if self.null is None:
            return np.zeros(len(self.starts), np.bool_)
        before = np.concatenate([[0], self.null.cumsum()])
        found: Mask = before[self.starts + self.lengths] > before[self.starts]
        return found


def lists_of(array: pa.Array) -> Lists | None:
    """The lists of a column of lists of integers, or of bytes of a fixed number; else None."""
    kind, n, types = array.type, len(array), pa.types
    if types.is_null(kind):
        nothing = np.zeros(n, np.int64)
        return Lists(np.zeros(0, np.uint8), nothing, nothing, None)
    if types.is_fixed_size_binary(kind):
        width = kind.byte_width
        items = _items(array.buffers()[1], np.dtype(np.uint8), array.offset * width, n * width)
        return Lists(items, np.arange(n) * width, np.full(n, width), None)
    if types.is_fixed_size_list(kind):
        width = kind.list_size
        child = array.values.slice(array.offset * width, n * width)
        return _with_items(child, np.arange(n) * width, np.full(n, width))
    if types.is_list(kind) or types.is_large_list(kind):
        dtype = np.dtype(np.int32 if types.is_list(kind) else np.int64)
        bounds = _items(array.buffers()[1], dtype, array.offset, n + 1 if n else 0)
        starts, lengths = bounds[:-1].astype(np.int64), np.diff(bounds).astype(np.int64)
        child = array.values
    elif types.is_list_view(kind) or types.is_large_list_view(kind):
        dtype = np.dtype(np.int32 if types.is_list_view(kind) else np.int64)
        starts, lengths = (
            _items(buffer, dtype, array.offset, n).astype(np.int64)
            for buffer in array.buffers()[1:3]
        )
        child = array.values
    else:
        return None
    return _with_items(child, starts, np.where(valid(array), lengths, 0))


def _with_items(child: pa.Array, starts: Ints, lengths: Ints) -> Lists | None:
    if len(starts):  # only what the rows use: a slice may lie in a large array
        first = int(starts.min())
        child = child.slice(first, int((starts + lengths).max()) - first)
        starts = starts - first
    child = plain(child)
    null = ~valid(child) if child.null_count else None
    if pa.types.is_null(child.type):
        return Lists(np.zeros(len(child), np.uint8), starts, lengths, null)
    values = numbers(child)
    return None if values is None else Lists(fitting(values), starts, lengths, null)
