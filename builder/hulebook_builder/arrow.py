"""Small helpers to make Arrow columns out of the arrays of a build."""

from collections.abc import Iterable, Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

FANS = pa.list_(pa.uint8())


def repeated(values: Iterable[object], which: NDArray[np.integer], type_: pa.DataType) -> pa.Array:
    """`values[w]` for each w in `which`: a long column of few distinct values."""
    return pa.array(list(values), type_).take(pa.array(which))


def constant(value: str, rows: int) -> pa.Array:
    return repeated([value], np.zeros(rows, np.int8), pa.string())


def lists_at(lists: Sequence[int], starts: NDArray[np.integer]) -> pa.Array:
    """The packed lists (a length, then the entries) that start at each of `starts`."""
    distinct, which = np.unique(starts, return_inverse=True)
    return repeated([lists[s + 1 : s + 1 + lists[s]] for s in distinct.tolist()], which, FANS)
