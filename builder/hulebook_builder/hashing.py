"""A random number for each set, and the slots that join a sum of four of them with its class.

The sum of a hand's random numbers stands in the upper 38 bits of its shape word. Its top 16
bits name a bucket; the bucket's multiplier sends the lower 32 bits to a slot. Combinations of
one class may share a slot, others may not.
"""

import numba as nb
import numpy as np
from numpy.typing import NDArray

from hulebook.tables.layout import BUCKETS, HASH_SHIFT, LOW32, SLOT_BITS, SLOTS

SEED = 20061
HASH_BITS = 64 - HASH_SHIFT


def random_numbers(count: int, seed: int = SEED) -> list[int]:
    """`count` numbers of 38 bits (splitmix64), the same on every machine."""
    numbers = []
    state = seed
    for _ in range(count):
        state = (state + 0x9E3779B97F4A7C15) & (1 << 64) - 1
        z = state
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & (1 << 64) - 1
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & (1 << 64) - 1
        numbers.append((z ^ z >> 31) >> HASH_SHIFT)
    return numbers


def slots_of(
    sums: NDArray[np.int64], classes: NDArray[np.int64]
) -> tuple[NDArray[np.uint16], NDArray[np.int64]]:
    """The multiplier of each bucket, and the row of `sums` that each slot stands for (-1 free).

    `sums` are 38-bit numbers [n], `classes` [n] says which rows may share a slot. Buckets are
    placed largest first, each with the first multiplier that fits.
    """
    bucket = sums >> (HASH_BITS - 16)
    order = np.argsort(bucket, kind="stable")
    starts = np.searchsorted(bucket[order], np.arange(BUCKETS + 1))
    by_size = np.argsort(-np.diff(starts), kind="stable")
    multipliers, owner, failed = _place((sums & LOW32)[order], classes[order], starts, by_size)
    if failed >= 0:
        raise AssertionError(f"bucket {failed} does not fit: choose another seed")
    return multipliers, np.where(owner < 0, -1, order[owner])


@nb.njit
def _place(low, classes, starts, by_size):  # type: ignore[no-untyped-def]
    owner = np.full(SLOTS, -1, np.int64)
    multipliers = np.zeros(BUCKETS, np.uint16)
    for b in by_size:
        first, last = starts[b], starts[b + 1]
        placed = first == last
        for d in range(1 << 16):
            if placed:
                break
            multipliers[b] = d
            placed = True
            for i in range(first, last):
                slot = ((low[i] * (2 * d + 1)) & LOW32) >> (32 - SLOT_BITS)
                held = owner[slot]
                if held >= 0 and classes[held] != classes[i]:
                    placed = False
                    for j in range(first, i):
                        if owner[slot_of(low[j], d)] == j:
                            owner[slot_of(low[j], d)] = -1
                    break
                if held < 0:
                    owner[slot] = i
        if not placed:
            return multipliers, owner, b
    return multipliers, owner, -1


@nb.njit
def slot_of(low, d):  # type: ignore[no-untyped-def]
    return ((low * (2 * d + 1)) & LOW32) >> (32 - SLOT_BITS)
