"""Random winning shapes, built from sets and pairs (never looked up)."""

from collections.abc import Callable
from itertools import combinations_with_replacement, permutations
from typing import NamedTuple

import numpy as np

from benchmarks.rows import CONCEALED_KONG, KINDS, MELDED_KONG, NONE, PUNG, Bools, Bytes, Ints

Rng = np.random.Generator


def chow(suit: int, rank: int) -> int:
    """The byte of the chow that starts at `rank` (1-7) of suit 0, 1 or 2."""
    return suit * 9 + rank - 1


def pung(tile: int) -> int:
    """The byte of the pung of a tile id."""
    return PUNG * KINDS + tile


def tile(suit: int, rank: int) -> int:
    """The id of a suit tile."""
    return suit * 9 + rank - 1


def _set_tiles() -> Bytes:
    out = np.zeros((256, KINDS), np.uint8)
    for low in range(KINDS):
        if low < 27 and low % 9 < 7:
            out[low, low : low + 3] = 1
        for kind in (PUNG, MELDED_KONG, CONCEALED_KONG):
            out[kind * KINDS + low, low] = 3
    return out


# A kong counts three: the fourth tile stands outside the hand of fourteen.
SET_TILES = _set_tiles()
PAIR_TILES = (2 * np.eye(KINDS)).astype(np.uint8)
CHOWS = np.array([chow(suit, rank) for suit in range(3) for rank in range(1, 8)], np.uint8)
PUNGS = np.array([pung(kind) for kind in range(KINDS)], np.uint8)
SETS = np.concatenate([CHOWS, PUNGS])
HONORS = np.arange(27, 34, dtype=np.uint8)
TERMINALS = np.array([0, 8, 9, 17, 18, 26], np.uint8)
ORPHANS = np.concatenate([TERMINALS, HONORS])
GATES = np.array([3, 1, 1, 1, 1, 1, 1, 1, 3], np.uint8)
KNITS = np.array(
    [
        [9 * suit + first + step for first, suit in enumerate(suits) for step in (0, 3, 6)]
        for suits in permutations(range(3))
    ],
    np.uint8,
)


def count(chosen: Bytes) -> Bytes:
    """Counts [n, 34] of tile ids [n, k]."""
    out = np.zeros((len(chosen), KINDS), np.uint8)
    rows = np.arange(len(chosen))
    for column in chosen.T:
        out[rows, column] += 1
    return out


class Standing(NamedTuple):
    """Shapes before the way of winning: counts [n, 34] without melds, and melds [n, 4]."""

    concealed: Bytes
    melds: Bytes


class Split(NamedTuple):
    """Sets [n, k] as meld bytes (chows and pungs) and the counts [n, 34] of the whole hand."""

    sets: Bytes
    total: Bytes


def add_up(sets: Bytes, rest: Bytes) -> Split:
    """Counts of the sets [n, k] on top of the counts `rest` [n, 34] (a pair, a knit)."""
    total = rest.copy()
    for column in sets.T:
        total += SET_TILES[column]
    return Split(sets, total)


def until_legal(n: int, propose: Callable[[int], Split]) -> Split:
    """`n` proposals without a fifth tile of a kind, drawn again as often as needed."""
    kept: list[Split] = []
    have, tried = 0, 0
    while have < n or not kept:
        rate = max(have, 1) / tried if tried else 0.8
        size = int((n - have) / max(rate, 0.01) * 1.05) + 8
        sets, total = propose(size)
        legal = total.max(axis=1) <= 4
        kept.append(Split(sets[legal], total[legal]))
        have += int(legal.sum())
        tried += size
    return Split(
        np.concatenate([part.sets for part in kept])[:n],
        np.concatenate([part.total for part in kept])[:n],
    )


def shuffle_columns(rng: Rng, values: Bytes) -> Bytes:
    """Each row in an order of its own."""
    order = rng.random(values.shape, np.float32).argsort(axis=1)
    return np.take_along_axis(values, order, axis=1)


def declare(
    rng: Rng, split: Split, melded: Ints, kong_share: float, concealed_kongs: float = 0.4
) -> Standing:
    """Lay `melded` sets of each row on the table and turn `kong_share` of the pungs into kongs.

    A pung becomes a kong only if its fourth tile is nowhere else in the hand.
    """
    n, k = split.sets.shape
    sets = shuffle_columns(rng, split.sets)
    kind, low = sets // KINDS, sets % KINDS
    fourth_is_free = np.take_along_axis(split.total, low.astype(np.int64), axis=1) == 3
    kong = (kind == PUNG) & fourth_is_free & (rng.random((n, k), np.float32) < kong_share)
    hidden = rng.random((n, k), np.float32) < concealed_kongs
    kong_kind = np.where(hidden, CONCEALED_KONG, MELDED_KONG)
    kind = np.where(kong, kong_kind, kind).astype(np.uint8)
    declared = (np.arange(k) < melded[:, None]) | kong
    melds = np.where(declared, kind * np.uint8(KINDS) + low, NONE).astype(np.uint8)
    concealed = split.total.copy()
    for column in melds.T:
        concealed -= SET_TILES[column]
    return Standing(concealed, pack(melds))


def pack(melds: Bytes) -> Bytes:
    """Meld bytes [n, k] as [n, 4], the used slots first."""
    n, k = melds.shape
    out = np.full((n, 4), NONE, np.uint8)
    order = (melds == NONE).argsort(axis=1, kind="stable")
    out[:, :k] = np.take_along_axis(melds, order, axis=1)
    return out


def closed(counts: Bytes) -> Standing:
    """Hands without melds."""
    return Standing(counts, np.full((len(counts), 4), NONE, np.uint8))


def uniform_splits(rng: Rng, n: int) -> Split:
    """Four sets and a pair, every legal (multiset of sets, pair) equally likely."""

    def propose(size: int) -> Split:
        picks = np.sort(rng.integers(0, len(SETS) + 3, (size, 4)), axis=1)
        picks = picks[(np.diff(picks, axis=1) > 0).all(axis=1)]
        pair = rng.integers(0, KINDS, len(picks))
        # four different of 58, less 0 1 2 3, are the multisets of four out of 55
        return add_up(SETS[picks - np.arange(4)], PAIR_TILES[pair])

    return until_legal(n, propose)


def free_splits(rng: Rng, n: int, chow_share: float) -> Split:
    """Four independent sets and a pair; each set is proposed as a chow with `chow_share`."""

    def propose(size: int) -> Split:
        chows = CHOWS[rng.integers(0, len(CHOWS), (size, 4))]
        pungs = PUNGS[rng.integers(0, KINDS, (size, 4))]
        sets = np.where(rng.random((size, 4), np.float32) < chow_share, chows, pungs)
        return add_up(sets, PAIR_TILES[rng.integers(0, KINDS, size)])

    return until_legal(n, propose)


# How a chow may follow an earlier one: (change of suit, change of rank).
_RELATIONS = np.array(
    [(0, rank) for rank in (0, 1, -1, 2, -2, 3, -3, 6, -6)]
    + [(suit, rank) for suit in (1, 2) for rank in (0, 1, -1, 3, -3)]
)


def related_chows(rng: Rng, n: int) -> Split:
    """Mostly chows, each likely to combine with an earlier one of the hand."""

    def propose(size: int) -> Split:
        suit = rng.integers(0, 3, (size, 4))
        rank = rng.integers(0, 7, (size, 4))
        rows = np.arange(size)
        for place in range(1, 4):
            earlier = rng.integers(0, place, size)
            step = _RELATIONS[rng.integers(0, len(_RELATIONS), size)]
            near = rank[rows, earlier] + step[:, 1]
            follow = (rng.random(size) < 0.7) & (near >= 0) & (near < 7)
            rank[:, place] = np.where(follow, near, rank[:, place])
            other = (suit[rows, earlier] + step[:, 0]) % 3
            suit[:, place] = np.where(follow, other, suit[:, place])
        sets = (suit * 9 + rank).astype(np.uint8)
        lone = rng.random(size) < 0.15
        sets[:, 3] = np.where(lone, PUNGS[rng.integers(0, KINDS, size)], sets[:, 3])
        honor = rng.random(size) < 0.2
        pair = np.where(honor, rng.integers(27, 34, size), rng.integers(0, 27, size))
        return add_up(sets, PAIR_TILES[pair])

    return until_legal(n, propose)


def suit_splits(rng: Rng, n: int, honors: Bools) -> Split:
    """One suit per row; rows marked `honors` also take pungs and pairs of honors."""
    suit_sets = np.concatenate([CHOWS[:7], PUNGS[:9]])
    mixed_sets = np.concatenate([suit_sets, PUNGS[27:]])
    mixed_pairs = np.concatenate([np.arange(9, dtype=np.uint8), HONORS])

    def of_kind(with_honors: bool, wanted: int) -> Split:
        pool = mixed_sets if with_honors else suit_sets
        pairs = mixed_pairs if with_honors else mixed_pairs[:9]

        def propose(size: int) -> Split:
            suit = rng.integers(0, 3, (size, 1))
            sets = pool[rng.integers(0, len(pool), (size, 4))]
            sets = (sets + np.where(sets % KINDS < 9, 9 * suit, 0)).astype(np.uint8)
            pair = pairs[rng.integers(0, len(pairs), (size, 1))]
            pair = pair + np.where(pair < 9, 9 * suit, 0)
            return add_up(sets, PAIR_TILES[pair[:, 0]])

        return until_legal(wanted, propose)

    out = Split(np.empty((n, 4), np.uint8), np.empty((n, KINDS), np.uint8))
    for with_honors in (False, True):
        where = np.flatnonzero(honors == with_honors)
        part = of_kind(with_honors, len(where))
        out.sets[where], out.total[where] = part
    return out


def seven_pairs(rng: Rng, n: int, kinds: Bytes | None = None) -> Bytes:
    """Seven pairs of the given kinds, four of a kind being two of them; counts [n, 34]."""
    twice = np.repeat(np.arange(KINDS, dtype=np.uint8) if kinds is None else kinds, 2)
    keys = rng.random((n, len(twice)), np.float32)
    return 2 * count(twice[keys.argpartition(6, axis=1)[:, :7]])


def shifted_pairs(rng: Rng, n: int) -> Bytes:
    """Seven consecutive pairs of one suit; counts [n, 34]."""
    first = 9 * rng.integers(0, 3, n) + rng.integers(0, 3, n)
    return 2 * count((first[:, None] + np.arange(7)).astype(np.uint8))


def thirteen_orphans(rng: Rng, n: int) -> Bytes:
    """One of each terminal and honor and one more; counts [n, 34]."""
    fixed = np.broadcast_to(ORPHANS, (n, 13))
    return count(np.column_stack([fixed, rng.choice(ORPHANS, n)]))


def nine_gates(rng: Rng, n: int) -> tuple[Bytes, Bytes]:
    """1112345678999 of a suit and one more of it: counts [n, 34] and that tile."""
    first = 9 * rng.integers(0, 3, n)
    fourteenth = (first + rng.integers(0, 9, n)).astype(np.uint8)
    counts = np.zeros((n, KINDS), np.uint8)
    np.put_along_axis(counts, first[:, None] + np.arange(9), GATES[None, :], axis=1)
    counts[np.arange(n), fourteenth] += 1
    return counts, fourteenth


def honors_and_knitted(rng: Rng, n: int) -> Bytes:
    """Fourteen of the sixteen tiles of a knit and the honors; counts [n, 34]."""
    knit = KNITS[rng.integers(0, 6, n)]
    sixteen = np.column_stack([knit, np.broadcast_to(HONORS, (n, 7))])
    return count(shuffle_columns(rng, sixteen)[:, :14])


def knitted_straights(rng: Rng, n: int) -> Split:
    """A knitted straight with one more set and a pair."""

    def propose(size: int) -> Split:
        knit = count(KNITS[rng.integers(0, 6, size)])
        is_chow = rng.random(size) < 0.5
        pungs = PUNGS[rng.integers(0, KINDS, size)]
        sets = np.where(is_chow, CHOWS[rng.integers(0, len(CHOWS), size)], pungs)
        return add_up(sets[:, None], knit + PAIR_TILES[rng.integers(0, KINDS, size)])

    return until_legal(n, propose)


def all_sets(k: int, pool: Bytes) -> Bytes:
    """Every multiset of `k` sets out of `pool`, uint8 [m, k]."""
    return np.array(list(combinations_with_replacement(pool.tolist(), k)), np.uint8)
