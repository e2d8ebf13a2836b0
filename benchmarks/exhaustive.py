"""Whole families of wins, every one of them, as streams of rows.

Every row has South as seat, East as round, no flowers and no flags.
"""

from collections.abc import Iterator
from itertools import product

import numpy as np

from benchmarks.hands import (
    CHOWS,
    HONORS,
    KNITS,
    PAIR_TILES,
    PUNGS,
    SET_TILES,
    SETS,
    Standing,
    add_up,
    all_sets,
    closed,
    count,
    pack,
)
from benchmarks.rows import CONCEALED_KONG, KINDS, MELDED_KONG, NONE, PUNG, Bools, Bytes, Rows

CHUNK = 65_536

# 1m 5m 4p 5p 5s 9s E C: edges and middles of a suit, the pairs of the terminal-chow fans, honors.
FOUR_CHOW_PAIRS = (0, 4, 12, 13, 22, 26, 27, 33)


def plain(standing: Standing, win_tile: Bytes, self_draw: Bools) -> Rows:
    """Rows with the fixed context of this module."""
    n = len(win_tile)
    zero = np.zeros(n, np.uint8)
    return Rows(*standing, win_tile, self_draw, zero, zero + np.uint8(1), zero, zero)


def every_win(standing: Standing) -> Iterator[Rows]:
    """Each hand with each distinct standing tile as the winning one, by discard and self-drawn."""
    row, won = np.nonzero(standing.concealed)
    row, tiles = row.repeat(2), won.repeat(2).astype(np.uint8)
    drawn = np.arange(len(row)) % 2 == 1
    for start in range(0, len(row), CHUNK):
        part = slice(start, start + CHUNK)
        held = Standing(standing.concealed[row[part]], standing.melds[row[part]])
        yield plain(held, tiles[part], drawn[part])


def one_suit_hands() -> Bytes:
    """The 15,349 winning hands of 14 tiles of one suit, counts uint8 [15349, 9]."""
    pool = np.concatenate([CHOWS[:7], PUNGS[:9]])
    fours = SET_TILES[all_sets(4, pool), :9].sum(axis=1, dtype=np.uint8)
    standard = (fours[:, None] + PAIR_TILES[:9, :9]).reshape(-1, 9)
    pairs = np.array([p for p in product((0, 2, 4), repeat=9) if sum(p) == 14], np.uint8)
    hands = np.concatenate([standard[standard.max(axis=1) <= 4], pairs])
    return np.unique(hands, axis=0)


def one_suit_wins(suit: int = 0) -> Iterator[Rows]:
    """All closed wins in one suit: 190,494 rows."""
    hands = one_suit_hands()
    counts = np.zeros((len(hands), KINDS), np.uint8)
    counts[:, 9 * suit : 9 * suit + 9] = hands
    return every_win(closed(counts))


def knitted_honors_wins() -> Iterator[Rows]:
    """All wins of honors and knitted tiles: 720 hands x 14 tiles x 2 = 20,160 rows."""
    hands = [
        [kept for place, kept in enumerate([*knit, *HONORS]) if place not in (first, second)]
        for knit in KNITS
        for first in range(16)
        for second in range(first + 1, 16)
    ]
    return every_win(closed(count(np.array(hands, np.uint8))))


def knitted_straight_wins() -> Iterator[Rows]:
    """All wins with a knitted straight, any other set and any pair.

    The set stands, or is a declared chow or pung, or a melded or a concealed kong.
    """
    knit = count(KNITS)
    parts = [(k, s, p) for k in range(6) for s in SETS.tolist() for p in range(KINDS)]
    which, sets, pair = np.array(parts, np.int64).T
    split = add_up(sets[:, None].astype(np.uint8), knit[which] + PAIR_TILES[pair])
    legal = split.total.max(axis=1) <= 4
    total, fifth = split.total[legal], split.sets[legal, 0]
    low = fifth % KINDS
    can_kong = (fifth // KINDS == PUNG) & (total[np.arange(len(low)), low] == 3)
    yield from every_win(closed(total))
    concealed = total - SET_TILES[fifth]
    yield from every_win(Standing(concealed, pack(fifth[:, None])))
    for kind in (MELDED_KONG, CONCEALED_KONG):
        kongs = low[can_kong] + np.uint8(kind * KINDS)
        yield from every_win(Standing(concealed[can_kong], pack(kongs[:, None])))


def four_chow_wins(pairs: tuple[int, ...] = FOUR_CHOW_PAIRS) -> Iterator[Rows]:
    """Every multiset of four chows with each of `pairs`, won in four ways.

    The order of the chows turns from hand to hand. The ways: closed, the lowest tile of the first
    chow by discard; closed, the pair self-drawn; three chows melded, the middle of the last by
    discard; two chows melded, the highest tile of the last self-drawn.
    """
    chows = all_sets(4, CHOWS)
    turn = (np.arange(4) + np.arange(len(chows))[:, None]) % 4
    chows = np.take_along_axis(chows, turn, axis=1)
    for pair in pairs:
        sets, total = add_up(chows, np.broadcast_to(PAIR_TILES[pair], (len(chows), KINDS)))
        legal = total.max(axis=1) <= 4
        sets, total = sets[legal], total[legal]
        paired = np.full(len(sets), pair, np.uint8)
        yield _won(sets, total, 0, sets[:, 0], False)
        yield _won(sets, total, 0, paired, True)
        yield _won(sets, total, 3, sets[:, 3] + np.uint8(1), False)
        yield _won(sets, total, 2, sets[:, 3] + np.uint8(2), True)


def _won(sets: Bytes, total: Bytes, melded: int, win_tile: Bytes, self_draw: bool) -> Rows:
    melds = sets.copy()
    melds[:, melded:] = NONE
    concealed = total - SET_TILES[melds].sum(axis=1, dtype=np.uint8)
    drawn = np.full(len(sets), self_draw, np.bool_)
    return plain(Standing(concealed, melds), win_tile, drawn)
