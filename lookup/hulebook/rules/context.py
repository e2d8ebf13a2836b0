"""The context of a win as scoring sees it, and which contexts can be.

A context id is what the tables are indexed by: self-draw and the five flag bits above the
state of the declared sets (open sets, concealed kongs, melded kongs; three bits each).
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from hulebook.hands.meld import CONCEALED_KONG, MELDED_KONG

if TYPE_CHECKING:
    from hulebook.hands.hand import Hand

STATES = 512
CONTEXTS = 64 * STATES

LAST_OF_KIND, LAST_WALL_TILE, KONG, HEAVEN, EARTH = 1, 2, 4, 8, 16
SELF_DRAW = 32

# Ways in which a set or the pair can own the winning tile; bits of the role index.
OWNERS = ("chow", "edge", "closed", "pung", "pair")
CHOW, EDGE, CLOSED, PUNG, PAIR = (1 << b for b in range(5))
SINGLE = 1 << 5
CONCEALED_SHIFT = 6
ROLES = 1 << 9


class Context(NamedTuple):
    """How the hand was won and what is declared. `open` counts declared sets that are not
    concealed kongs, melded kongs included."""

    self_draw: bool
    last_of_kind: bool
    last_wall_tile: bool
    kong: bool
    heaven: bool
    earth: bool
    open: int
    concealed_kongs: int
    melded_kongs: int

    @property
    def number(self) -> int:
        """The context id, 0 to `CONTEXTS` - 1."""
        flags = (
            self.last_of_kind * LAST_OF_KIND
            | self.last_wall_tile * LAST_WALL_TILE
            | self.kong * KONG
            | self.heaven * HEAVEN
            | self.earth * EARTH
            | self.self_draw * SELF_DRAW
        )
        return flags * STATES + (self.open | self.concealed_kongs << 3 | self.melded_kongs << 6)


def meld_states() -> Iterator[tuple[int, int, int]]:
    """Every (open, concealed kongs, melded kongs) that four declared sets can make."""
    for concealed in range(5):
        for opened in range(5 - concealed):
            for melded in range(opened + 1):
                yield opened, concealed, melded


def legal_contexts() -> Iterator[Context]:
    """Every context whose flags can be together (map of errors; family rules apart)."""
    for flags in range(64):
        for opened, concealed, melded in meld_states():
            c = Context(
                bool(flags & SELF_DRAW),
                bool(flags & LAST_OF_KIND),
                bool(flags & LAST_WALL_TILE),
                bool(flags & KONG),
                bool(flags & HEAVEN),
                bool(flags & EARTH),
                opened,
                concealed,
                melded,
            )
            if can_be(c):
                yield c


def hand_contexts(hand: "Hand") -> Callable[[], list[Context]]:
    """The contexts in which this hand can be scored: as it is, and with its tile the last of its
    kind, which own melds can show."""

    def contexts() -> list[Context]:
        kinds = [meld.kind for meld in hand.melds]
        concealed, melded = kinds.count(CONCEALED_KONG), kinds.count(MELDED_KONG)
        return [
            Context(
                hand.self_draw,
                last,
                hand.last_wall_tile,
                hand.kong,
                hand.heaven,
                hand.earth,
                len(kinds) - concealed,
                concealed,
                melded,
            )
            for last in (hand.last_of_kind, True)
        ]

    return contexts


def can_be(c: Context) -> bool:
    """Whether the flags agree with one another and with the declared sets."""
    if c.kong and c.self_draw and not c.concealed_kongs + c.melded_kongs:
        return False
    if c.kong and not c.self_draw and c.last_wall_tile:
        return False
    if c.heaven or c.earth:
        undeclared = not c.open + c.concealed_kongs and not c.kong
        return undeclared and c.self_draw == c.heaven and c.heaven != c.earth
    return True
