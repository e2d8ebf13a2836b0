"""Whether a recorded fan list other than ours is one that the rules allow for the same points.

A hand can have several best lists: sets can be joined in other ways, taken apart in other ways,
and another set can take the winning tile. In MCR every way is looked at with the rules
themselves, so that only a list that can be counted for these very tiles is a tie; hands with nine
knitted tiles apart, and all of Zung Jung, where the list must be worth the same and hold no fans
that rule one another out (or are of one series).
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from hulebook.answers.score import find
from hulebook.engine.steps import SPECIAL_FORM
from hulebook.hands.hand import Hand
from hulebook.hands.meld import CHOW as CHOW_MELD
from hulebook.hands.meld import CONCEALED_KONG, MELDED_KONG
from hulebook.hands.sets import SORT_OF, TileSet
from hulebook.rules import RuleSet
from hulebook.rules.context import CHOW, CLOSED, EDGE, PAIR, PUNG, SINGLE, Context, hand_contexts
from hulebook.rules.family import Family, family_of
from hulebook.rules.mcr.combinations import edges, pair_edges, selections
from hulebook.rules.mcr.family import BY_NUMBER, CHICKEN, KNITTED_STRAIGHT, NINE_GATES, TILE_HOG
from hulebook.rules.mcr.fans import FLOWERS, HONOR_HOG
from hulebook.rules.mcr.tiles import (
    SetShape,
    holds_five,
    holds_outside,
    pung_fans,
    set_shape_fans,
    tile_fans,
)
from hulebook.rules.model import Drop
from hulebook.rules.ruleset import MCR_FAMILY
from hulebook.rules.zung_jung.family import SERIES
from hulebook.tables.book import book_for

SEVEN_PAIRS = 19
GATES = bytes((3, 1, 1, 1, 1, 1, 1, 1, 3))
Fans = tuple[int, ...]

_family = cache(family_of)


class Split(NamedTuple):
    """One way to take the hand apart: declared sets, standing sets, the pair's tile."""

    declared: tuple[TileSet, ...]
    standing: tuple[TileSet, ...]
    pair: int


def is_tie(counts: bytes, points: int, hand: Hand, rules: RuleSet) -> bool:
    """Whether the list with these counts can stand for the points (before flowers) of the hand.

    >>> ours = Hand.from_string("[CCC,1]12356789pWW7p|SS0000|0")
    >>> listed = lambda *fans: bytes(fans.count(n) for n in range(1, 83))
    >>> from hulebook.rules import MCR
    >>> is_tie(listed(50, 59, 72), 9, ours, MCR), is_tie(listed(50, 59, 75), 9, ours, MCR)
    (True, False)
    """
    if not is_worth(counts, points, rules):
        return False
    if rules.family != MCR_FAMILY or counts[KNITTED_STRAIGHT - 1]:
        return True
    wanted = Counter({n: c for n, c in enumerate(counts, 1) if c and n != FLOWERS})
    return any(wanted == made for made in lists(hand, rules, wanted))


@lru_cache(maxsize=1 << 16)
def is_worth(counts: bytes, points: int, rules: RuleSet) -> bool:
    """Whether a list is worth the points, without fans that cannot stand together."""
    columns = [column for column, count in enumerate(counts, 1) if count]
    family = _family(rules)
    if rules.family != MCR_FAMILY:
        values = [family.value(column) for column in columns]
        listed = max((value for value in values if value >= family.cap), default=0)
        worth = sum(counts[c - 1] * value for c, value in zip(columns, values, strict=True))
        series = [SERIES[column] for column in columns]
        return len(set(series)) == len(series) and (listed or min(worth, family.cap)) == points
    columns = [column for column in columns if column != FLOWERS]
    worth = sum(counts[column - 1] * family.value(column) for column in columns)
    return worth == points and not any(
        _rules_out(drop, columns, rules)
        for column in columns
        for drop in BY_NUMBER[column].exclusions
    )


def _rules_out(drop: Drop, columns: list[int], rules: RuleSet) -> bool:
    """Whether an exclusion says that another of these fans cannot stand at all."""
    if drop.fan not in columns or drop.inside or drop.same_set or drop.only_one:
        return False
    if drop.when and rules.switches[drop.when[0]] != drop.when[1]:
        return False
    return not drop.beside or any(fan in columns for fan in drop.beside)


def lists(hand: Hand, rules: RuleSet, wanted: "Counter[int]") -> Iterator["Counter[int]"]:
    """The fan lists of the readings of a hand, those that cannot be `wanted` left out."""
    family = _family(rules)
    context = _context(hand)
    found = find(hand, rules, book_for(rules))
    # A hand that is scored as seven pairs does not say whether its wait is a sole one.
    waits = (False, True) if found[7] == SPECIAL_FORM else (bool(found[4] & SINGLE),)
    for split in splits(hand):
        sets = (*split.declared, *split.standing)
        fixed = fixed_fans(hand, sets, split.pair)
        winds = sum(1 << (s.start - 27) for s in sets if not s.chow and 27 <= s.start < 31)
        concealed = sum(not s.chow for s in split.standing)
        for chosen in _choices(sets, split.pair, wanted):
            stands = family.settle((*chosen, *fixed))
            for owner in owners(split, hand.win_tile):
                for single in waits:
                    yield _list(family, hand, stands, winds, context, owner, single, concealed)
    if not hand.melds and all(count % 2 == 0 for count in hand.counts):
        stands = family.settle(_pairs_fans(hand))
        yield _list(family, hand, stands, 0, context, 0, False, 0)


def _list(
    family: Family,
    hand: Hand,
    stands: Fans,
    winds: int,
    context: Context,
    owner: int,
    single: bool,
    concealed: int,
) -> "Counter[int]":
    """The list of a reading: what its tiles make, the winds, and the way of winning."""
    interaction = family.interaction(stands)
    relevant = family.wind_relevant(stands) if winds else ()
    made = Counter(family.published(token) for token in stands)
    made.subtract(family.published(token) for token in interaction)
    made.update(family.wind_fans(winds, hand.round_wind, hand.seat_wind, relevant))
    manner = family.dynamic_fans(context, owner, single, concealed, interaction)
    made.update(family.published(token) for token in manner)
    return +made or Counter({CHICKEN: 1})


def _context(hand: Hand) -> Context:
    """How the hand was won; the last of its kind too if own melds show the other three."""
    as_told, as_last = hand_contexts(hand)()
    shown = sum(meld.tiles.count(hand.win_tile) for meld in hand.melds)
    return as_last if shown == 3 else as_told


def splits(hand: Hand) -> Iterator[Split]:
    """Every way to take a hand apart into four sets and a pair."""
    declared = tuple(TileSet(meld.kind == CHOW_MELD, meld.tile) for meld in hand.melds)
    for standing, pair in _taken(list(hand.counts), 0, (), -1):
        yield Split(declared, standing, pair)


def _taken(
    counts: list[int], at: int, sets: tuple[TileSet, ...], pair: int
) -> Iterator[tuple[tuple[TileSet, ...], int]]:
    while at < 34 and not counts[at]:
        at += 1
    if at == 34:
        if pair >= 0:
            yield sets, pair
        return
    if counts[at] >= 2 and pair < 0:
        counts[at] -= 2
        yield from _taken(counts, at, sets, at)
        counts[at] += 2
    if counts[at] >= 3:
        counts[at] -= 3
        yield from _taken(counts, at, (*sets, TileSet(False, at)), pair)
        counts[at] += 3
    if at < 27 and at % 9 < 7 and counts[at + 1] and counts[at + 2]:
        run = (at, at + 1, at + 2)
        for tile in run:
            counts[tile] -= 1
        yield from _taken(counts, at, (*sets, TileSet(True, at)), pair)
        for tile in run:
            counts[tile] += 1


def owners(split: Split, tile: int) -> set[int]:
    """The ways in which a standing set or the pair can have taken the winning tile."""
    found = {PAIR} if split.pair == tile else set()
    for one in split.standing:
        if tile not in one.tiles:
            continue
        if not one.chow:
            found.add(PUNG)
        elif tile == one.start + 1:
            found.add(CLOSED)
        else:
            edge = one.rank == (0 if tile == one.start + 2 else 6)
            found.add(EDGE if edge else CHOW)
    return found


def fixed_fans(hand: Hand, sets: tuple[TileSet, ...], pair: int) -> Fans:
    """What the tiles make however the sets are joined."""
    sorts = SORT_OF[pair]
    for one in sets:
        for tile in one.tiles:
            sorts |= SORT_OF[tile]
    shape = SetShape(
        sum(one.chow for one in sets),
        sum(not one.chow for one in sets),
        all(holds_five(one.tiles) for one in sets),
        all(holds_outside(one.tiles) for one in sets),
        sorts,
    )
    single = [fan for one in sets if not one.chow for fan in pung_fans(one)]
    whole = (*set_shape_fans(shape, pair, sorts), *tile_fans(sorts))
    gates = (NINE_GATES,) if waits_on_nine(hand) else ()
    return (*gates, *whole, *single, *(TILE_HOG,) * hogs(hand))


def waits_on_nine(hand: Hand) -> bool:
    """Whether the hand without the winning tile is 1112345678999 of one suit."""
    before = bytearray(hand.counts)
    before[hand.win_tile] -= 1
    suit = hand.win_tile // 9
    return bytes(before[9 * suit : 9 * suit + 9]) == GATES


def hogs(hand: Hand) -> int:
    """How many kinds are there four times, kongs apart."""
    copies = list(hand.counts)
    for meld in hand.melds:
        if meld.kind not in (MELDED_KONG, CONCEALED_KONG):
            for tile in meld.tiles:
                copies[tile] += 1
    return copies.count(4)


def _pairs_fans(hand: Hand) -> Fans:
    sorts = 0
    quads = [tile for tile, count in enumerate(hand.counts) if count == 4]
    for tile in hand.concealed:
        sorts |= SORT_OF[tile]
    own = (TILE_HOG if tile < 27 else HONOR_HOG for tile in quads)
    return (SEVEN_PAIRS, *tile_fans(sorts), *own)


@lru_cache(maxsize=1 << 14)
def _selections(sets: tuple[TileSet, ...], pair: int) -> frozenset[Fans]:
    """What the sets and the pair can be joined to."""
    found = edges(list(sets)) + pair_edges(list(sets), pair)
    return frozenset(tuple(sorted(fan for fan, _ in chosen)) for chosen in selections(found))


def _choices(sets: Iterable[TileSet], pair: int, wanted: "Counter[int]") -> Iterator[Fans]:
    """The selections that hold all that is wanted of what sets can be joined to."""
    every = _selections(tuple(sorted(sets)), pair)
    possible = {fan for chosen in every for fan in chosen}
    needed = Counter({fan: count for fan, count in wanted.items() if fan in possible})
    return (chosen for chosen in every if not needed - Counter(chosen))
