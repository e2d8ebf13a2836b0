"""A reading as people see it: the sets of the chosen decomposition and who took the winning tile."""

from typing import NamedTuple

from hulebook.engine.steps import KNITTED_FORM, SPECIAL_FORM
from hulebook.hands.hand import Hand
from hulebook.hands.meld import CHOW, MELDED_KONG, PUNG
from hulebook.hands.sets import NO_SET, tile_set
from hulebook.hands.tiles import format_tiles
from hulebook.rules.context import CHOW as CHOW_ROLE
from hulebook.rules.context import CLOSED, EDGE, PAIR
from hulebook.rules.context import PUNG as PUNG_ROLE
from hulebook.tables.book import Book, table_file
from hulebook.tables.layout import CAP, LISTED_SHIFT, POINTS_MASK, ROLE_LISTED_SHIFT

KIND_WORDS = ("chow", "pung", "melded kong", "concealed kong", "pair", "knitted", "single")
PAIR_KIND, KNITTED_KIND, SINGLE_KIND = 4, 5, 6


class Group(NamedTuple):
    """A set, the pair, or the tiles of a special shape. `won`: it took the winning tile.

    As text it is written as in hand strings: declared sets in brackets, a melded kong with the
    digit that says from whom it was (`source`), which tells it from a concealed one.
    """

    kind: str
    tiles: tuple[int, ...]
    declared: bool
    won: bool = False
    source: int = 0

    def __str__(self) -> str:
        text = format_tiles(self.tiles)
        if self.kind == KIND_WORDS[MELDED_KONG]:
            text = f"{text},{self.source}"
        return f"[{text}]" if self.declared else text


class Reading(NamedTuple):
    """The shape that was scored (standard, seven pairs, knitted straight, honors and knitted,
    thirteen orphans) and its groups, declared ones first."""

    shape: str
    groups: tuple[Group, ...]

    @property
    def winner(self) -> Group:
        """The group that took the winning tile."""
        return next(g for g in self.groups if g.won)

    def __str__(self) -> str:
        return " ".join(str(g) for g in self.groups)


def limit_of(book: Book, found: tuple[int, ...]) -> str | None:
    """Which limit cut the sum of a reading: "listed", "compound" or None."""
    _, uncapped, record, _, role = found[:5]
    if book.records[record] >> LISTED_SHIFT & POINTS_MASK or book.roles[role] >> ROLE_LISTED_SHIFT:
        return "listed"
    cap = book.parameters[CAP]
    return "compound" if cap and uncapped > cap else None


def read(hand: Hand, book: Book, found: tuple[int, ...]) -> Reading:
    """The reading that the steps found, its tables read back into sets."""
    form = found[7]
    declared = [Group(KIND_WORDS[m.kind], m.tiles, True, source=m.source) for m in hand.melds]
    if form == SPECIAL_FORM:
        shape, groups = _special(hand)
    else:
        rows = [form >> 15 * i & 0x7FFF for i in range(4)]
        shape = "knitted straight" if form & KNITTED_FORM else "standard"
        groups = _standard(rows)
        if form & KNITTED_FORM:
            left = list(hand.concealed)
            for group in groups:
                for tile in group.tiles:
                    left.remove(tile)
            groups.append(Group(KIND_WORDS[KNITTED_KIND], tuple(left), False))
    winner = _winner(groups, hand, book, found)
    groups[winner] = groups[winner]._replace(won=True)
    return Reading(shape, (*declared, *groups))


def _standard(rows: list[int]) -> list[Group]:
    """The sets in tile order, then the pair."""
    columns = table_file().columns
    sets, pairs = [], []
    for suit, row in enumerate(rows):
        entry = columns["honor_sets" if suit == 3 else "suit_sets"][5 * row : 5 * row + 5]
        for number in entry[:4]:
            if number != NO_SET:
                made = tile_set(number + 16 * suit if suit < 3 else number)
                sets.append(Group(KIND_WORDS[CHOW if made.chow else PUNG], made.tiles, False))
        if entry[4] != NO_SET:
            pairs.append(Group(KIND_WORDS[PAIR_KIND], (9 * suit + entry[4],) * 2, False))
    return sets + pairs


def _special(hand: Hand) -> tuple[str, list[Group]]:
    tiles = hand.concealed
    if all(c % 2 == 0 for c in hand.counts):
        pairs = [Group(KIND_WORDS[PAIR_KIND], (t, t), False) for t in tiles[::2]]
        return "seven pairs", pairs
    orphans = len(set(tiles)) == 13
    kind = KIND_WORDS[SINGLE_KIND]
    groups = [Group(kind, (t,), False) for t in tiles]
    return "thirteen orphans" if orphans else "honors and knitted", groups


def _winner(groups: list[Group], hand: Hand, book: Book, found: tuple[int, ...]) -> int:
    """The first group that can have taken the winning tile with what was counted."""
    holding = [i for i, g in enumerate(groups) if hand.win_tile in g.tiles]
    role = found[4]
    vector, rest = role & ~511, role & (511 & ~31)
    for i in holding:
        bit = _role(groups[i], hand.win_tile)
        if book.role_fans[vector | rest | bit] == book.role_fans[role]:
            return i
    return holding[0]


def _role(group: Group, tile: int) -> int:
    if group.kind == KIND_WORDS[PAIR_KIND]:
        return PAIR
    if group.kind == KIND_WORDS[PUNG]:
        return PUNG_ROLE
    if group.kind != KIND_WORDS[CHOW]:
        return CHOW_ROLE
    low = group.tiles[0]
    if tile == low + 1:
        return CLOSED
    edge = (tile == low + 2 and low % 9 == 0) or (tile == low and low % 9 == 6)
    return EDGE if edge else CHOW_ROLE
