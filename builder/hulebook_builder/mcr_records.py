"""The static records of MCR: for four sets and a pair, all fans that no context decides.

A record holds the fans before exclusion, so that any rule set can be compiled from it, with
the best selection of combination fans already made. That selection is searched for, under all
shipped rule sets, which must agree on it.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hulebook.hands.sets import HONORS, RANKS, SORT_OF, SUITS, TileSet
from hulebook.rules import MCR, MCR_98, MCR_2014
from hulebook.rules.mcr.combinations import (
    COMBINATION_FANS,
    Edge,
    edges,
    joins_pair,
    pair_edges,
    selections,
)
from hulebook.rules.mcr.family import BY_NUMBER, KNITTED_STRAIGHT, NINE_GATES, TILE_HOG, Mcr
from hulebook.rules.mcr.fans import HONOR_HOG
from hulebook.rules.mcr.tiles import SetShape, pung_fans, set_shape_fans, tile_fans
from hulebook_builder.combinations import SETS, parts
from hulebook_builder.records import (
    PAIRS,
    Classes,
    FamilyTables,
    Records,
    classify,
    distinct,
    gates_hands,
    gates_records,
    set_shape,
    shape_codes,
)


def sorts_of(tiles: Iterable[int]) -> int:
    """The sorts of tile among these."""
    sorts = 0
    for t in tiles:
        sorts |= SORT_OF[t]
    return sorts


Fans = tuple[int, ...]
# Every rank and suit: what nine knitted tiles hold.
ALL_SUITS = sorts_of(range(27))
FAMILIES = tuple(Mcr(r) for r in (MCR, MCR_2014, MCR_98))
SEVEN_PAIRS, SEVEN_SHIFTED_PAIRS, THIRTEEN_ORPHANS = 19, 6, 7
GREATER_KNITTED, LESSER_KNITTED = 20, 34


class Candidate(NamedTuple):
    """A legal selection of combination fans, what it is worth and what else it can drop."""

    fans: Fans
    worth: tuple[int, ...]
    drops: frozenset[int]

    def beats(self, other: "Candidate") -> bool:
        """Never worse than the other, whatever else the hand holds."""
        pairs = list(zip(self.worth, other.worth, strict=True))
        if not self.drops <= other.drops or any(a < b for a, b in pairs):
            return False
        return all(a > b for a, b in pairs) or tie_key(self.fans) <= tie_key(other.fans)


def tie_key(fans: Sequence[int]) -> tuple[list[int], list[int]]:
    """The smallest is reported among fan lists of equal points."""
    return [-fans.count(f) for f in Mcr.tie_order], sorted(fans)


def points(family: Mcr, tokens: Iterable[int]) -> int:
    return sum(family.worth(t) for t in family.settle(tokens))


def candidate(fans: Fans) -> Candidate:
    drops = {d.fan for f in fans for d in BY_NUMBER[f].exclusions if not d.inside}
    worth = tuple(points(f, fans) for f in FAMILIES)
    return Candidate(fans, worth, frozenset(drops - COMBINATION_FANS))


@cache
def candidates(found: tuple[Edge, ...]) -> tuple[Fans, ...]:
    """The selections of these combination fans that can be best; nearly always one."""
    chosen = {tuple(sorted(f for f, _ in s)) for s in selections(list(found))}
    every = [candidate(fans) for fans in chosen]
    every.sort(key=lambda c: ([-w for w in c.worth], tie_key(c.fans)))
    kept: list[Candidate] = []
    for c in every:
        if not any(k.beats(c) for k in kept):
            kept.append(c)
    return tuple(c.fans for c in kept)


class Part(NamedTuple):
    """The chows (or pungs) of a combination: candidates beside each pair class, and what the
    pungs make one by one."""

    beside: tuple[tuple[Fans, ...], ...]
    single: Fans
    winds: int


def part_of(ids: tuple[int, ...]) -> Part:
    sets = [SETS[s] for s in ids]
    alone = edges(sets)
    if joins_pair(sets):
        beside = tuple(candidates((*alone, *pair_edges(sets, pair))) for pair in PAIRS)
    else:
        beside = (candidates(tuple(alone)),) * len(PAIRS)
    pungs = [s for s in sets if not s.chow]
    single = tuple(sorted(f for p in pungs for f in pung_fans(p)))
    winds = sum(1 << (p.start - 27) for p in pungs if 27 <= p.start < 31)
    return Part(beside, single, winds)


def best(choices: Iterable[Fans], fixed: Fans) -> Fans:
    """The selection that scores most beside the fixed fans; all rule sets must agree."""
    options = list(choices)
    if len(options) == 1:
        return options[0]
    # Tile Hogs are counted per hand: with none and with three the choice must be the same.
    picks = {
        min(options, key=lambda o: (-points(f, (*o, *fixed, *hogs)), tie_key(o)))
        for f in FAMILIES
        for hogs in ((), (TILE_HOG,) * 3)
    }
    if len(picks) > 1:
        raise AssertionError(f"rule sets choose different combinations: {picks} beside {fixed}")
    return picks.pop()


@cache
def whole_hand(shape: SetShape, pair: int) -> Fans:
    sorts = shape.sorts | SORT_OF[pair]
    return tuple(sorted(set_shape_fans(shape, pair, sorts) + tile_fans(sorts)))


def mcr_tables(combinations: NDArray[np.uint8]) -> FamilyTables:
    """Everything of MCR that no context and no switch decides."""
    records, classes = Records(), Classes()
    standard = standard_classes(records, classes, combinations)
    knitted = [classes.number(row) for row in knitted_rows(records)]
    special = special_records(records)
    signatures = classes.signatures()
    gates = gates_records(records, gates_hands(combinations, standard, signatures), NINE_GATES)
    return FamilyTables(
        classes=standard,
        knitted=np.array(knitted, np.uint16),
        signatures=signatures,
        gates=gates,
        seven=special.seven,
        seven_records=special.seven_records,
        specials=special.singles,
        records=records.rows,
    )


def standard_classes(
    records: Records, classes: Classes, combinations: NDArray[np.uint8]
) -> NDArray[np.uint16]:
    """The classes of all combinations of four sets."""
    chow_ids, chow_of = parts(combinations, chows=True)
    pung_ids, pung_of = parts(combinations, chows=False)
    chows, chow_kind = distinct([part_of(ids) for ids in chow_ids])
    pungs, pung_kind = distinct([part_of(ids) for ids in pung_ids])
    codes = shape_codes(combinations)
    keys = (chow_kind[chow_of] << 40) | (pung_kind[pung_of] << 24) | codes

    def row_of(i: int) -> tuple[int, ...]:
        shape = set_shape(SETS[s] for s in combinations[i])
        a, b = chows[chow_kind[chow_of[i]]], pungs[pung_kind[pung_of[i]]]
        return tuple(
            records.number(record(shape, a, b, k, pair), b.winds) for k, pair in enumerate(PAIRS)
        )

    return classify(classes, keys, row_of)


def record(shape: SetShape, chows: Part, pungs: Part, k: int, pair: int) -> Fans:
    """The fans of these sets with this pair."""
    fixed = (*whole_hand(shape, pair), *chows.single, *pungs.single)
    return joined(chows.beside[k], pungs.beside[k], fixed)


@cache
def joined(chows: tuple[Fans, ...], pungs: tuple[Fans, ...], fixed: Fans) -> Fans:
    """The best selection of chow fans and of pung fans, and the fixed fans."""
    return (*best((a + b for a, b in product(chows, pungs)), fixed), *fixed)


def knitted_rows(records: Records) -> list[tuple[int, ...]]:
    """For each of the 55 sets beside the nine knitted tiles: the record with each pair class."""
    rows = []
    for s in SETS:
        own = part_of((set_number(s),))
        row = []
        for pair in PAIRS:
            sorts = ALL_SUITS | SORT_OF[s.start] | SORT_OF[pair]
            fans = [KNITTED_STRAIGHT, *tile_fans(sorts), *own.single]
            if s.chow and pair < 27:
                fans.append(63)
            row.append(records.number(fans, own.winds))
        rows.append(tuple(row))
    return rows


def set_number(s: TileSet) -> int:
    return SETS.index(s)


class SpecialRecords(NamedTuple):
    """Seven pairs by sorts of tile and hogs, and the four hands that are all singles."""

    seven: NDArray[np.uint16]
    seven_records: NDArray[np.uint16]
    singles: NDArray[np.uint16]


def special_records(records: Records) -> SpecialRecords:
    row_of_sorts = np.zeros(1 << 16, np.uint16)
    rows: dict[Fans, int] = {}
    table: list[list[int]] = [[0] * 16]
    for sorts in range(1 << 16):
        if not sorts & (SUITS | HONORS) or bool(sorts & RANKS) != bool(sorts & SUITS):
            continue
        fans = seven_pairs_fans(sorts)
        if fans not in rows:
            rows[fans] = len(table)
            table.append(
                [seven_pairs_record(records, sorts, fans, *divmod(i, 4)) for i in range(16)]
            )
        row_of_sorts[sorts] = rows[fans]
    orphans = tile_fans(sorts_of(t for t in range(34) if t >= 27 or t % 9 in (0, 8)))
    knitted = tile_fans(sorts_of(range(34)))
    singles = [
        records.number((THIRTEEN_ORPHANS, *orphans)),
        records.number((GREATER_KNITTED, *knitted)),
        records.number((LESSER_KNITTED, *knitted)),
        records.number((LESSER_KNITTED, KNITTED_STRAIGHT, *knitted)),
    ]
    return SpecialRecords(
        row_of_sorts, np.array(table, np.uint16).ravel(), np.array(singles, np.uint16)
    )


def seven_pairs_record(
    records: Records, sorts: int, fans: Fans, suit_hogs: int, honor_hogs: int
) -> int:
    """The record of seven pairs with so many kinds of four; 0 where that cannot be."""
    possible = suit_hogs + honor_hogs <= 3 and not (
        (suit_hogs and not sorts & SUITS) or (honor_hogs and not sorts & HONORS)
    )
    hogs = (TILE_HOG,) * suit_hogs + (HONOR_HOG,) * honor_hogs
    return records.number((*fans, *hogs)) if possible else 0


def seven_pairs_fans(sorts: int) -> Fans:
    fans = [SEVEN_PAIRS, *tile_fans(sorts)]
    ranks = sorts & RANKS
    one_suit = (sorts & SUITS).bit_count() == 1 and not sorts & HONORS
    if one_suit and ranks in (0b001111111, 0b011111110, 0b111111100):
        fans.append(SEVEN_SHIFTED_PAIRS)
    return tuple(sorted(fans))
