"""Shape words, owner bytes and the words of declared sets: what a hand's tiles are added from."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hulebook.hands.sets import NO_SET, SET_IDS, TileSet, pair_class, set_id
from hulebook.tables import layout
from hulebook_builder.hashing import random_numbers
from hulebook_builder.shapes import (
    Decomposition,
    Group,
    Shape,
    Waits,
    has_gates,
    honor_shapes,
    owner_bytes,
    suit_shapes,
)

CHOW, PUNG, MELDED_KONG, CONCEALED_KONG = range(4)
NO_SHAPE_WORD = layout.NO_SHAPE
KNITTED_RANKS = ((0, 3, 6), (1, 4, 7), (2, 5, 8))
# Which of the three runs the characters, dots and bamboo take.
KNITTED_WAYS = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))


class Row(NamedTuple):
    """A shape in one of its decompositions."""

    shape: Shape
    decomposition: Decomposition


def rows_of(shapes: list[Shape]) -> list[Row]:
    """First decompositions in the order of the shapes, then all further ones."""
    first = [Row(s, s.decompositions[0]) for s in shapes]
    further = [Row(s, d) for s in shapes for d in s.decompositions[1:]]
    return first + further


def signed(word: int) -> int:
    """A 64-bit word as the signed integer that tables hold."""
    word &= (1 << 64) - 1
    return word - (1 << 64) if word >> 63 else word


def fields(row: Row) -> int:
    """The fields of a shape word that do not depend on the suit."""
    shape, d = row
    return (
        len(d.sets)
        | (d.pair >= 0) << layout.PAIRS_SHIFT
        | sum(not g.chow for g in d.sets) << layout.CONCEALED_PUNGS_SHIFT
        | (len(shape.decompositions) > 1) << layout.SEVERAL_SHIFT
        | has_gates(shape.counts) << layout.GATES_SHIFT
        | min(sum(c & 1 for c in shape.counts), layout.ODD_CAP) << layout.ODD_SHIFT
        | sum(c == 4 for c in shape.counts) << layout.QUADS_SHIFT
    )


def group_set(group: Group, suit: int) -> int:
    """The set id of a group in suit 0-2 or among the honors (3)."""
    return set_id(group.chow, suit * 9 + group.start)


class Shapes(NamedTuple):
    """The tables that both rule families share."""

    suit_keys: NDArray[np.uint32]
    honor_keys: NDArray[np.uint32]
    words: NDArray[np.int64]
    honor_words: NDArray[np.int64]
    owners: NDArray[np.uint8]
    honor_owners: NDArray[np.uint8]
    further: NDArray[np.uint16]
    suit_sets: NDArray[np.uint8]
    honor_sets: NDArray[np.uint8]


def words_of(rows: list[Row], suits: Iterable[int], randoms: list[int]) -> NDArray[np.int64]:
    """The words of these rows in each of the suits, [suits * (rows + 1)]."""
    common = [fields(row) for row in rows]
    words = []
    for suit in suits:
        words.append(NO_SHAPE_WORD)
        for (_, d), low in zip(rows, common, strict=True):
            hashed = sum([randoms[group_set(g, suit)] for g in d.sets])
            pair = pair_class(suit * 9 + d.pair) if d.pair >= 0 else 0
            words.append(
                signed(low + (pair << layout.PAIR_CLASS_SHIFT) + (hashed << layout.HASH_SHIFT))
            )
    return np.array(words, np.int64)


def make_shapes(randoms: list[int]) -> Shapes:
    """Enumerate all shapes and write their words."""
    suits, honors = suit_shapes(), honor_shapes()
    suit_rows, honor_rows = rows_of(suits), rows_of(honors)
    if any(s.sets <= 1 and len(s.decompositions) > 1 for s in suits):
        raise AssertionError("a set and a pair have several decompositions")
    return Shapes(
        suit_keys=np.array([s.key for s in suits], np.uint32),
        honor_keys=np.array([s.key for s in honors], np.uint32),
        words=words_of(suit_rows, range(3), randoms),
        honor_words=words_of(honor_rows, [3], randoms),
        owners=all_owners(suits, Waits(9, chows=True)),
        honor_owners=all_owners(honors, Waits(7, chows=False)),
        further=further_rows(suits),
        suit_sets=sets_of(suit_rows, 0),
        honor_sets=sets_of(honor_rows, 3),
    )


def all_owners(shapes: list[Shape], waits: Waits) -> NDArray[np.uint8]:
    per_shape = [owner_bytes(s, waits) for s in shapes]
    rows = [bytes(9), *(p[0] for p in per_shape), *(b for p in per_shape for b in p[1:])]
    return np.frombuffer(b"".join(rows), np.uint8)


def further_rows(shapes: list[Shape]) -> NDArray[np.uint16]:
    """For each shape the row of its second decomposition and how many follow, [2 * rows]."""
    table = np.zeros((len(shapes) + 1, 2), np.uint16)
    at = len(shapes) + 1
    for number, shape in enumerate(shapes, 1):
        more = len(shape.decompositions) - 1
        if more:
            table[number] = at, more
            at += more
    return table.ravel()


def sets_of(rows: list[Row], suit: int) -> NDArray[np.uint8]:
    """Four set ids and the rank of the pair per row, 63 where there is none, [5 * rows]."""
    table = np.full((len(rows) + 1, 5), NO_SET, np.uint8)
    for number, row in enumerate(rows, 1):
        d = row.decomposition
        for i, group in enumerate(d.sets):
            table[number, i] = group_set(group, suit)
        if d.pair >= 0:
            table[number, 4] = d.pair
    return table.ravel()


class Melds(NamedTuple):
    """Tables by meld byte, [256]: words, context fields, keys, and tiles shown, [256 * 34]."""

    meld_words: NDArray[np.int64]
    meld_states: NDArray[np.uint16]
    meld_keys: NDArray[np.uint32]
    meld_suits: NDArray[np.uint8]
    meld_tiles: NDArray[np.uint8]


def make_melds(randoms: list[int]) -> Melds:
    """The words of declared sets. A byte that is no meld makes the hand incomplete."""
    words = np.full(256, NO_SHAPE_WORD, np.int64)
    words[layout.NO_MELD] = 0
    states, keys = np.zeros(256, np.uint16), np.zeros(256, np.uint32)
    suits, tiles = np.zeros(256, np.uint8), np.zeros((256, 34), np.uint8)
    for byte in range(4 * 34):
        kind, start = divmod(byte, 34)
        if kind == CHOW and (start >= 27 or start % 9 > 6):
            continue
        meld = TileSet(kind == CHOW, start)
        number = set_id(meld.chow, start)
        word = 1 | layout.ODD_CAP << layout.ODD_SHIFT | randoms[number] << layout.HASH_SHIFT
        words[byte] = signed(word)
        concealed = kind == CONCEALED_KONG
        states[byte] = (not concealed) | concealed << 3 | (kind == MELDED_KONG) << 6
        suits[byte] = meld.suit
        keys[byte] = sum(5 ** (t - 9 * meld.suit) for t in meld.tiles)
        for t in meld.tiles:
            tiles[byte, t] += 1
        if kind in (MELDED_KONG, CONCEALED_KONG):
            tiles[byte, start] = 4
    return Melds(words, states, keys, suits, tiles.ravel())


class Knitted(NamedTuple):
    """The six ways to knit: the tiles as a mask and as keys, and the word they stand for."""

    knitted_masks: NDArray[np.int64]
    knitted_keys: NDArray[np.uint32]
    knitted_word: NDArray[np.int64]


def make_knitted(random: int) -> Knitted:
    masks, keys = [], []
    for way in KNITTED_WAYS:
        masks.append(
            sum(1 << (suit * 9 + r) for suit, run in enumerate(way) for r in KNITTED_RANKS[run])
        )
        keys += [sum(5**r for r in KNITTED_RANKS[run]) for run in way]
    word = 3 | layout.ODD_CAP << layout.ODD_SHIFT | random << layout.HASH_SHIFT
    return Knitted(
        np.array(masks, np.int64), np.array(keys, np.uint32), np.array([signed(word)], np.int64)
    )


def set_randoms() -> tuple[list[int], int]:
    """A random number for each set id and one for the nine knitted tiles."""
    numbers = random_numbers(SET_IDS + 1)
    return numbers[:SET_IDS], numbers[SET_IDS]
