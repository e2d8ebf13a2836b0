"""What the tiles of a hand are worth by themselves: a record without any way of winning.

The number of a hand's worth is its record * 4 + its Tile Hogs.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from hulebook.engine import steps
from hulebook.rules import SHIPPED, RuleSet
from hulebook.rules.ruleset import MCR_FAMILY, ZUNG_JUNG_FAMILY
from hulebook.tables.book import book_for
from hulebook.tables.layout import (
    CAP,
    CHICKEN_FAN,
    HOG_SHIFT,
    LISTED_SHIFT,
    POINTS_MASK,
)

FAMILIES = (MCR_FAMILY, ZUNG_JUNG_FAMILY)
HOG_BITS = 2
MOST_HOGS = 3
NO_RECORD = 0
count_fans: Any = steps.count_fans


class Worth(NamedTuple):
    """Points after the limit, the sum before it, how often each fan (by column) is counted."""

    points: int
    uncapped: int
    counts: tuple[int, ...]

    @property
    def fans(self) -> tuple[int, ...]:
        """The columns of the fans, each as often as it is counted."""
        return tuple(f for f, count in enumerate(self.counts, 1) for _ in range(count))


def worth_of(rules: RuleSet, record: int, hogs: int) -> Worth:
    """What a record with so many Tile Hogs is worth before winds and the way of winning."""
    book: Any = book_for(rules)
    counts = bytearray(len(book.order))
    # Row, role and wind entry 0 add nothing.
    count_fans(book, (0, 0, record, 0, 0, 0, hogs, 0), counts)
    if book.parameters[CHICKEN_FAN]:
        counts[book.parameters[CHICKEN_FAN] - 1] = 0
    packed, cap = book.records[record], book.parameters[CAP]
    uncapped = (packed & POINTS_MASK) + hogs * (packed >> HOG_SHIFT & 3)
    listed = packed >> LISTED_SHIFT & POINTS_MASK
    points = uncapped if not cap else listed or min(uncapped, cap)
    return Worth(points, uncapped, tuple(counts))


class Static(NamedTuple):
    """By number of a worth: points and fans (null where there is no win), and a rank that is
    higher where a decomposition is preferred."""

    points: pa.Array
    fans: pa.Array
    ranks: NDArray[np.int32]


def static_of(rules: RuleSet) -> Static:
    """All static worths of a rule set."""
    book: Any = book_for(rules)
    points: list[int | None] = []
    fans: list[tuple[int, ...] | None] = []
    keys = []
    for record in range(len(book.records)):
        for hogs in range(MOST_HOGS + 1):
            worth = worth_of(rules, record, hogs)
            wins = record != NO_RECORD
            points.append(worth.points if wins else None)
            fans.append(worth.fans if wins else None)
            # As `steps.better`: value, sum before the limit, more of the preferred fans.
            keys.append((worth.points, worth.uncapped, *(worth.counts[c - 1] for c in book.order)))
    ranks = {key: rank for rank, key in enumerate(sorted(set(keys)))}
    return Static(
        pa.array(points, pa.int16()),
        pa.array(fans, pa.list_(pa.uint8())),
        np.array([ranks[key] for key in keys], np.int32),
    )


@cache
def statics() -> dict[str, Static]:
    """Static worths of the shipped rule sets by id."""
    return {id_: static_of(rules) for id_, rules in SHIPPED.items()}


def ranks_of(family: str) -> NDArray[np.int32]:
    """The ranks of all rule sets of a family, [rule sets, numbers]."""
    return np.stack([statics()[id_].ranks for id_, r in SHIPPED.items() if r.family == family])


def beats(
    family: str, numbers: NDArray[np.integer], others: NDArray[np.integer]
) -> NDArray[np.bool_]:
    """Where the worth of one reading is preferred to another's, [n].

    Raises `AssertionError` if the rule sets of the family do not agree.
    """
    ranks = ranks_of(family)
    every = ranks[:, numbers] > ranks[:, others]
    better: NDArray[np.bool_] = every[0]
    if (every != better).any():
        raise AssertionError(f"rule sets of {family} prefer different readings")
    return better


def first_rules(family: str) -> RuleSet:
    """The rule set that stands for its family where all agree."""
    return next(rules for rules in SHIPPED.values() if rules.family == family)
