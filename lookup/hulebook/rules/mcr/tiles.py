"""MCR fans that depend on the whole hand: on which sorts of tile occur, and on the kinds of set."""

from typing import NamedTuple

from hulebook.hands.sets import (
    DRAGONS,
    HONORS,
    NOT_GREEN,
    NOT_REVERSIBLE,
    RANKS,
    SUITS,
    WINDS,
    TileSet,
)


def ranks(*numbers: int) -> int:
    """The sort bits of these ranks, 1-9."""
    return sum(1 << (n - 1) for n in numbers)


TERMINALS = ranks(1, 9)
RANK_FANS = (
    (25, ranks(7, 8, 9)),
    (26, ranks(4, 5, 6)),
    (27, ranks(1, 2, 3)),
    (36, ranks(6, 7, 8, 9)),
    (37, ranks(1, 2, 3, 4)),
)


def tile_fans(sorts: int) -> list[int]:
    """The fans that only ask which sorts of tile the hand holds, whatever its shape."""
    suits = (sorts & SUITS).bit_count()
    honors = bool(sorts & HONORS)
    seen = sorts & RANKS
    fans = []
    if not sorts & NOT_GREEN:
        fans.append(3)
    if not seen & ~TERMINALS:
        if not honors:
            fans.append(8)
        elif seen:
            fans.append(18)
        else:
            fans.append(11)
    if suits == 1:
        fans.append(50 if honors else 22)
    if not honors:
        fans += [fan for fan, allowed in RANK_FANS if not seen & ~allowed]
        fans.append(76)
        if not seen & TERMINALS:
            fans.append(68)
    if not sorts & NOT_REVERSIBLE:
        fans.append(40)
    if suits == 3 and sorts & WINDS and sorts & DRAGONS:
        fans.append(52)
    if suits == 2:
        fans.append(75)
    return fans


class SetShape(NamedTuple):
    """What the four sets tell about the whole hand, beside the sorts of tile."""

    chows: int
    pungs: int
    all_hold_five: bool
    all_hold_outside: bool
    sorts: int


def holds_five(tiles: tuple[int, ...]) -> bool:
    return any(t < 27 and t % 9 == 4 for t in tiles)


def holds_outside(tiles: tuple[int, ...]) -> bool:
    """Holds a terminal or an honor."""
    return any(t >= 27 or t % 9 in (0, 8) for t in tiles)


def is_even(sorts: int) -> bool:
    return not sorts & (HONORS | RANKS & ~ranks(2, 4, 6, 8))


def set_shape_fans(shape: SetShape, pair: int, sorts: int) -> list[int]:
    """The fans of four sets and a pair that look at every group. `sorts` includes the pair."""
    fans = []
    if shape.pungs == 4:
        fans.append(49)
        if is_even(sorts):
            fans.append(21)
    if shape.chows == 4 and pair < 27:
        fans.append(63)
    if shape.all_hold_five and holds_five((pair,)):
        fans.append(31)
    if shape.all_hold_outside and holds_outside((pair,)):
        fans.append(55)
    return fans


def pung_fans(pung: TileSet) -> list[int]:
    """The fans a single pung or kong makes by itself; winds depend on the seat and come later."""
    if pung.start >= 31:
        return [59]
    if pung.start < 27 and pung.rank in (0, 8):
        return [73]
    return []
