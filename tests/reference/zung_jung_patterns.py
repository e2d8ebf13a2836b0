"""The 44 Zung Jung patterns, each looked for in one reading of the tiles by its definition."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from tests.reference.hands import CONCEALED_KONG, RefHand, meld_tiles

EAST = 27
DRAGONS = (31, 32, 33)
WINDS = (27, 28, 29, 30)
TERMINALS = (0, 8, 9, 17, 18, 26)
THIRTEEN = TERMINALS + WINDS + DRAGONS
GATES = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8]


class Group(NamedTuple):
    """One set of a grouping; `same` is a triplet or a kong, otherwise a sequence from `tile`."""

    same: bool
    tile: int
    kong: bool
    concealed: bool


class Reading(NamedTuple):
    """A grouping with a home for the winning tile; seven pairs and thirteen have no sets."""

    shape: str
    groups: tuple[Group, ...] = ()
    pair: int = -1


def patterns(hand: RefHand, reading: Reading) -> list[str]:
    """Every pattern of one reading, in no order, with 1.2 for irregular hands as well."""
    tiles = set(hand.concealed)
    for meld in hand.melds:
        tiles.update(meld_tiles(*meld))
    if reading.shape == "thirteen":
        return ["10.1", "1.2", *incidental(hand)]
    if reading.shape == "seven pairs":
        return ["10.2", "1.2", *suits(tiles), *inner_or_outer(tiles), *incidental(hand)]
    return regular_patterns(hand, reading, tiles) + incidental(hand)


def regular_patterns(hand: RefHand, reading: Reading, tiles: set[int]) -> list[str]:
    groups, pair = reading.groups, reading.pair
    triplets = [group.tile for group in groups if group.same]
    sequences = [group.tile for group in groups if not group.same]
    found = suits(tiles) + honors(triplets, pair, hand.seat_wind) + triplet_counts(groups)
    found += identical(sequences) + similar(sequences, triplets, pair)
    found += consecutive(sequences, triplets)
    found += inner_or_outer(tiles) if len(triplets) == 4 else inner_or_lesser(groups, pair, tiles)
    if len(sequences) == 4:
        found.append("1.1")
    if all(kind == CONCEALED_KONG for kind, _ in hand.melds):
        found.append("1.2")
    if nine_gates(hand):
        found.append("2.2")
    return found


def suits(tiles: set[int]) -> list[str]:
    """2.1 and 3.4, which ask for the tiles alone."""
    number_suits = {tile // 9 for tile in tiles if tile < EAST}
    honors_held = any(tile >= EAST for tile in tiles)
    if not number_suits:
        return ["3.4"]
    if len(number_suits) > 1:
        return []
    return ["2.1.1"] if honors_held else ["2.1.2"]


def nine_gates(hand: RefHand) -> bool:
    """2.2: the 13 tiles before the win; on a deal win any tile may be the winning one."""
    if hand.melds or len({tile // 9 for tile in hand.concealed}) > 1 or hand.win_tile >= EAST:
        return False
    ranks = sorted(tile % 9 for tile in hand.concealed)
    for winner in set(ranks) if hand.heaven else {hand.win_tile % 9}:
        before = ranks.copy()
        before.remove(winner)
        if before == GATES:
            return True
    return False


def honors(triplets: list[int], pair: int, seat_wind: int) -> list[str]:
    """3.1, 3.2 and 3.3."""
    dragons = sum(tile in DRAGONS for tile in triplets)
    winds = sum(tile in WINDS for tile in triplets)
    found = ["3.1"] * (dragons + (EAST + seat_wind in triplets))
    if dragons == 3:
        found.append("3.2.2")
    elif dragons == 2 and pair in DRAGONS:
        found.append("3.2.1")
    if winds == 4:
        found.append("3.3.4")
    elif winds == 3:
        found.append("3.3.3" if pair in WINDS else "3.3.2")
    elif winds == 2 and pair in WINDS:
        found.append("3.3.1")
    return found


def triplet_counts(groups: Sequence[Group]) -> list[str]:
    """4.1, 4.2 and 4.3; a kong stands for a triplet."""
    found = ["4.1"] if all(group.same for group in groups) else []
    concealed = sum(group.same and group.concealed for group in groups)
    kongs = sum(group.kong for group in groups)
    if concealed >= 2:
        found.append(f"4.2.{concealed - 1}")
    if kongs >= 1:
        found.append(f"4.3.{kongs}")
    return found


def identical(sequences: list[int]) -> list[str]:
    """5.1, by how often each sequence occurs."""
    times = sorted(Counter(sequences).values(), reverse=True)
    if times[:1] == [4]:
        return ["5.1.4"]
    if times[:1] == [3]:
        return ["5.1.3"]
    if times == [2, 2]:
        return ["5.1.2"]
    return ["5.1.1"] if times[:1] == [2] else []


def similar(sequences: list[int], triplets: list[int], pair: int) -> list[str]:
    """6.1 and 6.2: the same numbers in all three suits."""
    found = []
    for rank in range(9):
        suits_apart = [rank, rank + 9, rank + 18]
        if all(tile in sequences for tile in suits_apart):
            found.append("6.1")
        in_triplets = sum(tile in triplets for tile in suits_apart)
        if in_triplets == 3:
            found.append("6.2.2")
        elif in_triplets == 2 and pair in suits_apart:
            found.append("6.2.1")
    return found


def consecutive(sequences: list[int], triplets: list[int]) -> list[str]:
    """7.1 and 7.2."""
    found = []
    for suit in (0, 9, 18):
        if all(suit + start in sequences for start in (0, 3, 6)):
            found.append("7.1")
        ranks = {tile - suit for tile in triplets if suit <= tile < suit + 9}
        if any({rank, rank + 1, rank + 2, rank + 3} <= ranks for rank in range(6)):
            found.append("7.2.2")
        elif any({rank, rank + 1, rank + 2} <= ranks for rank in range(7)):
            found.append("7.2.1")
    return found


def inner_or_outer(tiles: set[int]) -> list[str]:
    """1.3, 8.1.3 and 8.1.4, which ask for the tiles alone."""
    if all(tile in TERMINALS for tile in tiles):
        return ["8.1.4"]
    if all(tile in THIRTEEN for tile in tiles):
        return ["8.1.3"]
    return [] if any(tile in THIRTEEN for tile in tiles) else ["1.3"]


def inner_or_lesser(groups: Sequence[Group], pair: int, tiles: set[int]) -> list[str]:
    """1.3, 8.1.1 and 8.1.2 of a hand that holds a sequence."""
    parts = [{pair}]
    parts += [{g.tile} if g.same else {g.tile, g.tile + 2} for g in groups]
    if all(part & set(TERMINALS) for part in parts):
        return ["8.1.2"]
    if all(part & set(THIRTEEN) for part in parts):
        return ["8.1.1"]
    return [] if tiles & set(THIRTEEN) else ["1.3"]


def incidental(hand: RefHand) -> list[str]:
    """9.x, from the flags."""
    found = []
    if hand.last_wall_tile:
        found.append("9.1.1" if hand.self_draw else "9.1.2")
    if hand.kong:
        found.append("9.2" if hand.self_draw else "9.3")
    if hand.heaven:
        found.append("9.4.1")
    if hand.earth:
        found.append("9.4.2")
    return found
