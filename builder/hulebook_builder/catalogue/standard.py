"""Four sets and a pair: the best decomposition of each hand, by the compiled table steps."""

import sys
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hulebook.engine import steps
from hulebook.engine.batch.jit import compiled, source_key
from hulebook.engine.batch.tables import compiled_book, compiled_shapes
from hulebook.tables.layout import QUADS_SHIFT, SEVERAL_SHIFT
from hulebook_builder.catalogue.grid import PARTS
from hulebook_builder.catalogue.static import HOG_BITS, first_rules, ranks_of

add_words: Any = steps.add_words
record_of: Any = steps.record_of


class Chosen(NamedTuple):
    """For n hands: rows of the shape tables [4, n], numbers of worths, decompositions [n]."""

    rows: NDArray[np.int32]
    numbers: NDArray[np.int32]
    decompositions: NDArray[np.uint8]


def choose(family: str, parts: NDArray[np.int32]) -> Chosen:
    """The best decomposition of each hand by its static worth, for every rule set of a family.

    parts: shape ids [4, n]. Raises `AssertionError` if the rule sets prefer different ones.
    """
    hands = parts.shape[1]
    rows = np.empty((PARTS, hands), np.int32)
    numbers = np.empty(hands, np.int32)
    decompositions = np.empty(hands, np.uint8)
    ranks = ranks_of(family)
    tops = np.zeros(len(ranks), np.int32)
    book = compiled_book(first_rules(family))
    unlike = choose_rows(compiled_shapes(), book, ranks, tops, parts, rows, numbers, decompositions)
    if unlike:
        raise AssertionError(f"{unlike} hands have different decompositions within {family}")
    return Chosen(rows, numbers, decompositions)


def _make(key: int) -> Any:
    def choose_rows(  # type: ignore[no-untyped-def]
        shapes_, book_, ranks, tops, parts, rows, numbers, decompositions
    ):
        _ = key
        shapes = shapes_[0]
        book = book_[0]
        further = shapes.further
        unlike = 0
        for i in range(parts.shape[1]):
            s0 = parts[0, i]
            s1 = parts[1, i]
            s2 = parts[2, i]
            s3 = parts[3, i]
            word = add_words(shapes, s0, s1, s2, s3)
            hogs = word >> QUADS_SHIFT & 3
            rows[0, i] = s0
            rows[1, i] = s1
            rows[2, i] = s2
            rows[3, i] = s3
            best = record_of(shapes, book, word) << HOG_BITS | hogs
            found = 1
            if word >> SEVERAL_SHIFT & 3:
                found = 0
                for k in range(len(ranks)):
                    tops[k] = 0
                for i0 in range(further[2 * s0 + 1] + 1):
                    r0 = further[2 * s0] + i0 - 1 if i0 else s0
                    for i1 in range(further[2 * s1 + 1] + 1):
                        r1 = further[2 * s1] + i1 - 1 if i1 else s1
                        for i2 in range(further[2 * s2 + 1] + 1):
                            r2 = further[2 * s2] + i2 - 1 if i2 else s2
                            found += 1
                            total = add_words(shapes, r0, r1, r2, s3)
                            number = record_of(shapes, book, total) << HOG_BITS | hogs
                            for k in range(len(ranks)):
                                tops[k] = max(tops[k], ranks[k, number])
                            if ranks[0, number] > ranks[0, best]:
                                best = number
                                rows[0, i] = r0
                                rows[1, i] = r1
                                rows[2, i] = r2
                for k in range(len(ranks)):
                    unlike += ranks[k, best] < tops[k]
            numbers[i] = best
            decompositions[i] = found
        return unlike

    return compiled(choose_rows)


choose_rows = _make(source_key([sys.modules[__name__]]))
