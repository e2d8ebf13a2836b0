"""Sets, pairs and the sorts of tile a hand holds, as the small integers that tables use.

A set id is suit * 16 + start for a chow (start 0-6), suit * 16 + 7 + rank for a pung (rank
0-8), 48 + h for a pung of honors (h 0-6, E S W N P F C): 55 ids, sorted by suit. A kong is its
pung here; that it is a kong belongs to the context.
"""

from typing import NamedTuple

SET_IDS = 55
HONOR_SET = 48
NO_SET = 63

# Pair classes: 1-27 a suit tile, 28 any wind, 29-31 white, green, red. 0: no pair.
PAIR_CLASSES = 32
WIND_PAIR = 28

# Sorts of tile, one bit each: ranks 1-9, characters, dots, bamboo, winds, dragons, and whether
# a tile outside All Green or outside Reversible Tiles occurs.
CHARACTERS, DOTS, BAMBOO, WINDS, DRAGONS = (1 << b for b in range(9, 14))
NOT_GREEN, NOT_REVERSIBLE = 1 << 14, 1 << 15
SUITS = CHARACTERS | DOTS | BAMBOO
HONORS = WINDS | DRAGONS
RANKS = (1 << 9) - 1

GREEN_TILES = frozenset((19, 20, 21, 23, 25, 32))
REVERSIBLE_TILES = frozenset((9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, 31))


class TileSet(NamedTuple):
    """A chow or a pung (kongs too): `start` is its lowest tile id."""

    chow: bool
    start: int

    @property
    def tiles(self) -> tuple[int, int, int]:
        t = self.start
        return (t, t + 1, t + 2) if self.chow else (t, t, t)

    @property
    def suit(self) -> int:
        """0-2 characters, dots, bamboo; 3 honors."""
        return min(self.start // 9, 3)

    @property
    def rank(self) -> int:
        """0-8 of a suit tile (a chow's lowest), 0-6 of an honor."""
        return self.start - 9 * self.suit


def set_id(chow: bool, start: int) -> int:
    """The id of the set with lowest tile `start`.

    >>> set_id(True, 9), set_id(False, 8), set_id(False, 33)
    (16, 15, 54)
    """
    if start >= 27:
        return HONOR_SET + start - 27
    suit, rank = divmod(start, 9)
    return suit * 16 + (0 if chow else 7) + rank


def tile_set(number: int) -> TileSet:
    """The inverse of `set_id`."""
    if number >= HONOR_SET:
        return TileSet(False, 27 + number - HONOR_SET)
    suit, offset = divmod(number, 16)
    chow = offset < 7
    return TileSet(chow, suit * 9 + (offset if chow else offset - 7))


def pair_class(tile: int) -> int:
    """The class of a pair: what fans can tell apart."""
    if tile < 27:
        return tile + 1
    return WIND_PAIR if tile < 31 else tile - 2


def class_pair(number: int) -> int:
    """A tile id that stands for a pair class (East for the winds)."""
    if number <= 27:
        return number - 1
    return 27 if number == WIND_PAIR else number + 2


def sort_of(tile: int) -> int:
    """The sort bits of one tile."""
    if tile < 27:
        suit, rank = divmod(tile, 9)
        bits = 1 << rank | CHARACTERS << suit
    else:
        bits = WINDS if tile < 31 else DRAGONS
    if tile not in GREEN_TILES:
        bits |= NOT_GREEN
    if tile not in REVERSIBLE_TILES:
        bits |= NOT_REVERSIBLE
    return bits


SORT_OF = tuple(sort_of(t) for t in range(34))
