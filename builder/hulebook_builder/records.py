"""Static records, classes of set combinations, and the table that joins a class with a pair."""

from collections.abc import Callable, Hashable, Iterable
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from hulebook.hands.sets import PAIR_CLASSES, SORT_OF, TileSet, class_pair, pair_class, set_id
from hulebook.rules.mcr.tiles import SetShape, holds_five, holds_outside
from hulebook.tables.house_rule import Record
from hulebook_builder.combinations import SETS, combination_codes
from hulebook_builder.shapes import has_gates, suit_shapes

# A representative tile of every pair class, from class 1 on.
PAIRS = tuple(class_pair(c) for c in range(1, PAIR_CLASSES))
Kind = TypeVar("Kind", bound=Hashable)


class Records:
    """Distinct static records, numbered from 1 in order of first use; 0 is no record."""

    def __init__(self) -> None:
        self.rows = [Record((), 0)]
        self._numbers: dict[Record, int] = {}
        self._seen: dict[tuple[tuple[int, ...], int], int] = {}

    def number(self, tokens: Iterable[int], winds: int = 0) -> int:
        """The number of the record with these fans before exclusion and wind pungs (a mask)."""
        key = tuple(tokens), winds
        if key not in self._seen:
            row = Record(tuple(sorted(key[0])), winds)
            if row not in self._numbers:
                self._numbers[row] = len(self.rows)
                self.rows.append(row)
            self._seen[key] = self._numbers[row]
        return self._seen[key]


class FamilyTables(NamedTuple):
    """What a rule family knows of every set combination and special hand, whatever the switches.

    `classes` [366528] and `knitted` [55] are the classes of combinations and of a set beside the
    knitted tiles; `signatures` [classes * 32] the record of a class with a pair class; `gates`
    [records] the record with Nine Gates added; `seven` [65536] a row of `seven_records` [rows *
    16] by sorts of tile; `specials` [4] the hands of single tiles.
    """

    classes: NDArray[np.uint16]
    knitted: NDArray[np.uint16]
    signatures: NDArray[np.uint16]
    gates: NDArray[np.uint16]
    seven: NDArray[np.uint16]
    seven_records: NDArray[np.uint16]
    specials: NDArray[np.uint16]
    records: list[Record]

    def tables(self) -> dict[str, NDArray[np.generic]]:
        """The part that the runtime reads, the records packed."""
        raw = [t for r in self.records for t in (len(r.tokens), r.winds, *r.tokens)]
        return {
            "signatures": self.signatures,
            "gates": self.gates,
            "seven": self.seven,
            "seven_records": self.seven_records,
            "specials": self.specials,
            "raw_records": np.array(raw, np.uint8),
        }


class Classes:
    """Numbers the distinct rows of 31 records that combinations make with the pair classes."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[int, ...], int] = {}

    def number(self, row: tuple[int, ...]) -> int:
        """The class of this row, from 1 on: 0 is no combination."""
        return self._numbers.setdefault(row, len(self._numbers) + 1)

    def signatures(self) -> NDArray[np.uint16]:
        table = np.zeros((len(self._numbers) + 1, PAIR_CLASSES), np.uint16)
        for row, number in self._numbers.items():
            table[number, 1:] = row
        return table.ravel()


def classify(
    classes: Classes, keys: NDArray[np.int64], row_of: Callable[[int], tuple[int, ...]]
) -> NDArray[np.uint16]:
    """The class of every combination: the same if every pair makes the same record beside it.

    Combinations of equal key [n] are alike; `row_of(i)` returns the 31 records of combination i.
    """
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    of_key = np.array([classes.number(row_of(int(i))) for i in first], np.uint16)
    return of_key[which]


def gates_records(records: Records, gates: Iterable[int], nine_gates: int) -> NDArray[np.uint16]:
    """For each record its twin with Nine Gates, where a nine-gates hand has it; else 0."""
    twins = {g: records.number((*records.rows[g].tokens, nine_gates)) for g in sorted(gates)}
    table = np.zeros(len(records.rows), np.uint16)
    for g, twin in twins.items():
        table[g] = twin
    return table


def distinct(rows: Iterable[Kind]) -> tuple[list[Kind], NDArray[np.int64]]:
    """The different ones among `rows` in order of first use, and which of them each is."""
    numbers: dict[Kind, int] = {}
    kind = np.array([numbers.setdefault(r, len(numbers)) for r in rows], np.int64)
    return list(numbers), kind


def set_shape(sets: Iterable[TileSet]) -> SetShape:
    """What these sets tell about the whole hand."""
    group = list(sets)
    sorts = 0
    for s in group:
        for t in s.tiles:
            sorts |= SORT_OF[t]
    return SetShape(
        chows=sum(s.chow for s in group),
        pungs=sum(not s.chow for s in group),
        all_hold_five=all(holds_five(s.tiles) for s in group),
        all_hold_outside=all(holds_outside(s.tiles) for s in group),
        sorts=sorts,
    )


def shape_codes(combinations: NDArray[np.uint8]) -> NDArray[np.int64]:
    """One integer per combination that is equal where `set_shape` is, [n]."""
    single = [set_shape([s]) for s in SETS]
    sorts = np.array([s.sorts for s in single])
    chows = np.array([s.chows for s in single])
    five = np.array([s.all_hold_five for s in single])
    outside = np.array([s.all_hold_outside for s in single])
    code = np.bitwise_or.reduce(sorts[combinations], axis=1)
    code |= chows[combinations].sum(axis=1) << 16
    code |= five[combinations].all(axis=1).astype(np.int64) << 19
    code |= outside[combinations].all(axis=1).astype(np.int64) << 20
    return np.asarray(code)


def gates_hands(
    combinations: NDArray[np.uint8], classes: NDArray[np.uint16], signatures: NDArray[np.uint16]
) -> set[int]:
    """The records of the hands whose tiles are 1112345678999 and one more, in every suit."""
    codes = combination_codes(combinations)
    found = set()
    for shape in suit_shapes():
        if not has_gates(shape.counts):
            continue
        for d in shape.decompositions:
            for suit in range(3):
                sets = sorted(set_id(g.chow, suit * 9 + g.start) for g in d.sets)
                at = np.searchsorted(codes, combination_codes(np.array([sets])))
                pair = pair_class(suit * 9 + d.pair)
                found.add(int(signatures[int(classes[at[0]]) * PAIR_CLASSES + pair]))
    return found
