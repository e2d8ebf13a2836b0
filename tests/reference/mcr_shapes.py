"""Every reading of a set of tiles as an MCR win, and the kinds that a waiting hand waits for."""

from collections import Counter
from functools import lru_cache
from itertools import permutations, product
from typing import NamedTuple

from tests.reference.hands import CHOW, CONCEALED_KONG, PUNG, RefHand

REGULAR = "regular"
SEVEN_PAIRS = "seven pairs"
KNITTED_STRAIGHT = "knitted straight"
HONORS_AND_KNITTED = "honors and knitted"
THIRTEEN_ORPHANS = "thirteen orphans"

PAIR_NODE = 4  # sets are nodes 0 to 3, the pair is a node of its own

# For each way to give 147, 258 and 369 to the three suits: the nine tiles.
KNITS: list[tuple[int, ...]] = [
    tuple(
        sorted(9 * suit + first + step for suit, first in enumerate(firsts) for step in (0, 3, 6))
    )
    for firsts in permutations((0, 1, 2))
]
ORPHANS = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)

Group = tuple[int, int]  # a set: (CHOW or PUNG, lowest tile)
Split = tuple[tuple[Group, ...], int | None]  # the sets and the pair, if there is one


class Set(NamedTuple):
    """A chow, pung or kong of a reading; `hidden`: concealed, for the fans that count such sets."""

    kind: int
    tile: int
    hidden: bool


class Reading(NamedTuple):
    """A shape, its sets and pair, and the node that holds the winning tile (None: no set does)."""

    shape: str
    sets: tuple[Set, ...]
    pair: int | None
    knit: tuple[int, ...]
    owner: int | None


@lru_cache(maxsize=200_000)
def suit_splits(counts: tuple[int, ...], chows: bool) -> tuple[Split, ...]:
    """Every way to cut one suit (or the honors) into sets and at most one pair."""
    start = next((rank for rank, count in enumerate(counts) if count), None)
    if start is None:
        return (((), None),)
    found: list[Split] = []

    def without(*ranks: int) -> tuple[int, ...]:
        rest = list(counts)
        for rank in ranks:
            rest[rank] -= 1
        return tuple(rest)

    if counts[start] >= 3:
        for sets, pair in suit_splits(without(start, start, start), chows):
            found.append((((PUNG, start), *sets), pair))
    if counts[start] >= 2:
        for sets, pair in suit_splits(without(start, start), chows):
            if pair is None:
                found.append((sets, start))
    if chows and start + 2 < len(counts) and counts[start + 1] and counts[start + 2]:
        for sets, pair in suit_splits(without(start, start + 1, start + 2), chows):
            found.append((((CHOW, start), *sets), pair))
    return tuple({(tuple(sorted(sets)), pair) for sets, pair in found})


def _placed(split: Split, start: int) -> Split:
    """A split of ranks as a split of tile ids."""
    sets, pair = split
    moved = tuple((kind, start + low) for kind, low in sets)
    return moved, None if pair is None else start + pair


def hand_splits(counts: tuple[int, ...]) -> list[tuple[tuple[Group, ...], int]]:
    """Every way to cut standing tiles (34 counts) into sets and exactly one pair."""
    suits = [
        [
            _placed(split, 9 * suit)
            for split in suit_splits(counts[9 * suit : 9 * suit + 9], suit < 3)
        ]
        for suit in range(4)
    ]
    found = []
    for parts in product(*suits):
        pairs = [pair for _, pair in parts if pair is not None]
        if len(pairs) == 1:
            found.append((tuple(group for sets, _ in parts for group in sets), pairs[0]))
    return found


def knitted_splits(counts: tuple[int, ...]) -> list[tuple[tuple[int, ...], tuple[Group, ...], int]]:
    """Every knitted straight with what is left of the standing tiles as sets and a pair."""
    found: list[tuple[tuple[int, ...], tuple[Group, ...], int]] = []
    for knit in KNITS:
        if all(counts[tile] for tile in knit):
            rest = list(counts)
            for tile in knit:
                rest[tile] -= 1
            found.extend((knit, sets, pair) for sets, pair in hand_splits(tuple(rest)))
    return found


def is_seven_pairs(counts: tuple[int, ...]) -> bool:
    """Fourteen standing tiles, each kind two or four times."""
    return sum(counts) == 14 and all(count in (0, 2, 4) for count in counts)


def is_thirteen_orphans(counts: tuple[int, ...]) -> bool:
    """Each terminal and honor, one of them twice, nothing else."""
    return (
        sum(counts) == 14
        and sum(counts[t] for t in ORPHANS) == 14
        and all(counts[t] for t in ORPHANS)
    )


def is_honors_and_knitted(counts: tuple[int, ...]) -> bool:
    """Fourteen different tiles: honors and tiles of one knit."""
    if sum(counts) != 14 or max(counts) > 1:
        return False
    suited = {tile for tile in range(27) if counts[tile]}
    return any(suited <= set(knit) for knit in KNITS)


def is_win(counts: tuple[int, ...]) -> bool:
    """Whether standing tiles (34 counts) win in any shape; melds only make them fewer."""
    return bool(
        hand_splits(counts)
        or knitted_splits(counts)
        or is_seven_pairs(counts)
        or is_thirteen_orphans(counts)
        or is_honors_and_knitted(counts)
    )


@lru_cache(maxsize=50_000)
def waits(counts: tuple[int, ...]) -> frozenset[int]:
    """The kinds that complete these standing tiles, a fifth copy included (section 3.1)."""
    return frozenset(
        tile
        for tile in range(34)
        if is_win((*counts[:tile], counts[tile] + 1, *counts[tile + 1 :]))
    )


def standing_counts(tiles: tuple[int, ...]) -> tuple[int, ...]:
    """34 counts of a list of tile ids."""
    number = Counter(tiles)
    return tuple(number[tile] for tile in range(34))


def readings(hand: RefHand) -> list[Reading]:
    """Every reading: shape, partition and owner of the winning tile."""
    counts = standing_counts(hand.concealed)
    found: list[Reading] = []
    for groups, pair in hand_splits(counts):
        found.extend(_owners(hand, REGULAR, groups, pair, ()))
    for knit, groups, pair in knitted_splits(counts):
        found.extend(_owners(hand, KNITTED_STRAIGHT, groups, pair, knit))
    if is_seven_pairs(counts):
        found.append(Reading(SEVEN_PAIRS, (), None, (), PAIR_NODE))
    if is_honors_and_knitted(counts):
        knits = [knit for knit in KNITS if all(counts[tile] for tile in knit)]
        found.append(Reading(HONORS_AND_KNITTED, (), None, knits[0] if knits else (), None))
    if is_thirteen_orphans(counts):
        found.append(Reading(THIRTEEN_ORPHANS, (), None, (), None))
    return found


def _owners(
    hand: RefHand, shape: str, groups: tuple[Group, ...], pair: int, knit: tuple[int, ...]
) -> list[Reading]:
    """One reading for each standing set, pair or knit that can hold the winning tile."""
    melds = [Set(kind, tile, kind == CONCEALED_KONG) for kind, tile in hand.melds]
    found: list[Reading] = []
    for index, (kind, low) in enumerate(groups):
        length = 3 if kind == CHOW else 1
        first = groups.index((kind, low)) == index  # an equal set gives an equal reading
        if first and low <= hand.win_tile < low + length:
            standing = [Set(k, t, True) for k, t in groups]
            standing[index] = Set(kind, low, hand.self_draw)
            owned = tuple(melds + standing)
            found.append(Reading(shape, owned, pair, knit, len(melds) + index))
    everything = tuple(melds + [Set(k, t, True) for k, t in groups])
    if pair == hand.win_tile:
        found.append(Reading(shape, everything, pair, knit, PAIR_NODE))
    if hand.win_tile in knit:
        found.append(Reading(shape, everything, pair, knit, None))
    return found
