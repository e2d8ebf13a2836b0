"""The static records of Zung Jung: for four sets and a pair, the patterns that no context decides.

A record names every pattern that the tiles meet; which one of a series counts depends on the
values of a rule set and is decided when it is compiled.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from hulebook.hands.sets import HONORS, RANKS, SET_IDS, SORT_OF, SUITS
from hulebook.rules.zung_jung.family import NINE_GATES
from hulebook.rules.zung_jung.patterns import columns_of
from hulebook.rules.zung_jung.sets import (
    Triplets,
    group_patterns,
    sequence_patterns,
    tile_patterns,
    triplet_patterns,
    triplets_of,
)
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

Tokens = tuple[int, ...]
Row = tuple[Tokens, ...]  # the patterns beside each pair class
OUTER_PAIRS = tuple(pair >= 27 or pair % 9 in (0, 8) for pair in PAIRS)
QUADS = 16


def zung_jung_tables(combinations: NDArray[np.uint8]) -> FamilyTables:
    """Everything of Zung Jung that no context and no value decides. Knitted tiles win nothing."""
    records, classes = Records(), Classes()
    standard = standard_classes(records, classes, combinations)
    seven, seven_records = seven_pairs(records)
    thirteen = records.number(columns_of(["10.1"]))
    signatures = classes.signatures()
    gates = gates_records(records, gates_hands(combinations, standard, signatures), NINE_GATES)
    return FamilyTables(
        classes=standard,
        knitted=np.zeros(SET_IDS, np.uint16),
        signatures=signatures,
        gates=gates,
        seven=seven,
        seven_records=seven_records,
        specials=np.array([thirteen, 0, 0, 0], np.uint16),
        records=records.rows,
    )


def standard_classes(
    records: Records, classes: Classes, combinations: NDArray[np.uint8]
) -> NDArray[np.uint16]:
    """The classes of all combinations of four sets."""
    chow_ids, chow_of = parts(combinations, chows=True)
    pung_ids, pung_of = parts(combinations, chows=False)
    _, first, code_of = np.unique(shape_codes(combinations), return_index=True, return_inverse=True)
    chows, chow_kind = distinct(chow_tokens(ids) for ids in chow_ids)
    pungs, pung_kind = distinct(
        (pung_row(triplets_of(SETS[s] for s in ids)), winds_of(ids)) for ids in pung_ids
    )
    wholes, whole_kind = distinct(whole_row(combinations[i]) for i in first)
    kinds = np.stack((chow_kind[chow_of], pung_kind[pung_of], whole_kind[code_of]))
    keys = (kinds << np.array([[40], [20], [0]])).sum(axis=0)

    def row_of(i: int) -> tuple[int, ...]:
        chow, pung, whole = kinds[:, i]
        beside, winds = pungs[pung]
        alone = chows[chow]
        return tuple(
            records.number((*alone, *p, *w), winds)
            for p, w in zip(beside, wholes[whole], strict=True)
        )

    return classify(classes, keys, row_of)


def chow_tokens(ids: tuple[int, ...]) -> Tokens:
    return columns_of(sequence_patterns([SETS[s] for s in ids]))


@cache
def pung_row(triplets: Triplets) -> Row:
    return tuple(columns_of(triplet_patterns(triplets, pair)) for pair in PAIRS)


def winds_of(ids: tuple[int, ...]) -> int:
    """The triplets of winds as a mask."""
    return sum(1 << (SETS[s].start - 27) for s in ids if 27 <= SETS[s].start < 31)


def whole_row(ids: NDArray[np.uint8]) -> Row:
    """What four sets make with each pair by sorts of tile and kinds of set."""
    shape = set_shape(SETS[s] for s in ids)
    return tuple(
        whole_tokens(shape.chows, shape.all_hold_outside and outer, shape.sorts | SORT_OF[pair])
        for pair, outer in zip(PAIRS, OUTER_PAIRS, strict=True)
    )


@cache
def whole_tokens(chows: int, all_outer: bool, sorts: int) -> Tokens:
    return columns_of((*group_patterns(chows, all_outer, sorts), *tile_patterns(sorts)))


def seven_pairs(records: Records) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
    """A row by sorts of tile, [65536], and the record of each row, whatever is there four times,
    [rows * 16]."""
    row_of_sorts = np.zeros(1 << 16, np.uint16)
    rows: dict[int, int] = {0: 0}
    for sorts in range(1 << 16):
        if sorts & (SUITS | HONORS) and bool(sorts & RANKS) == bool(sorts & SUITS):
            record = records.number(columns_of(("10.2", *tile_patterns(sorts))))
            row_of_sorts[sorts] = rows.setdefault(record, len(rows))
    return row_of_sorts, np.repeat(np.array(list(rows), np.uint16), QUADS)
