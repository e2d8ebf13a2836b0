"""What tiles are worth by themselves, from the parts of the reference scorers that look at them.

Left out: the wait, the way of winning, winds, declared sets, and Nine Gates, which asks for the
winning tile. Nothing is shared with the library.
"""

from typing import NamedTuple

from tests.reference import zung_jung, zung_jung_patterns
from tests.reference.hands import PUNG, RefHand
from tests.reference.mcr import tie_key
from tests.reference.mcr_fans import drop_excluded, hogs, pung_fans, shape_fans, tile_fans
from tests.reference.mcr_forest import combination_fans, forests
from tests.reference.mcr_rules import RULES, points_of
from tests.reference.mcr_shapes import (
    HONORS_AND_KNITTED,
    KNITS,
    KNITTED_STRAIGHT,
    REGULAR,
    SEVEN_PAIRS,
    THIRTEEN_ORPHANS,
    Reading,
    Set,
    hand_splits,
    is_honors_and_knitted,
    is_seven_pairs,
    is_thirteen_orphans,
    knitted_splits,
    standing_counts,
)

NINE_GATES = 4
WIND_TILES = range(27, 31)
EAST = 27
# The shapes as the catalogue names them.
SHAPES = {
    "standard": (REGULAR, "regular"),
    "seven_pairs": (SEVEN_PAIRS, "seven pairs"),
    "honors_and_knitted": (HONORS_AND_KNITTED, ""),
    "knitted_straight": (KNITTED_STRAIGHT, ""),
    "thirteen_orphans": (THIRTEEN_ORPHANS, "thirteen"),
}


class Worth(NamedTuple):
    """Points, fans by column, and the sets as (is a chow, lowest tile) of one decomposition."""

    points: int
    fans: tuple[int, ...]
    sets: tuple[tuple[bool, int], ...]
    pair: int | None


def mcr_worths(tiles: tuple[int, ...], shape: str, rules: str) -> list[Worth]:
    """The worth of each decomposition into this shape, best first."""
    found = [_mcr_worth(tiles, r, rules) for r in _mcr_readings(tiles, SHAPES[shape][0])]
    return sorted(found, key=lambda w: (-w.points, tie_key(w.fans)))


def _mcr_readings(tiles: tuple[int, ...], shape: str) -> list[Reading]:
    counts = standing_counts(tiles)
    if shape == REGULAR:
        return [
            Reading(shape, _open(groups), pair, (), None) for groups, pair in hand_splits(counts)
        ]
    if shape == KNITTED_STRAIGHT:
        splits = knitted_splits(counts)
        return [Reading(shape, _open(groups), pair, knit, None) for knit, groups, pair in splits]
    if shape == HONORS_AND_KNITTED:
        knits = [knit for knit in KNITS if set(knit) <= set(tiles)]
        knit = knits[0] if knits else ()
        return [Reading(shape, (), None, knit, None)] if is_honors_and_knitted(counts) else []
    is_it = is_seven_pairs if shape == SEVEN_PAIRS else is_thirteen_orphans
    return [Reading(shape, (), None, (), None)] if is_it(counts) else []


def _open(groups: tuple[tuple[int, int], ...]) -> tuple[Set, ...]:
    return tuple(Set(kind, tile, False) for kind, tile in groups)


def _mcr_worth(tiles: tuple[int, ...], reading: Reading, rules: str) -> Worth:
    hand, switches = RefHand(tiles, tiles[0]), RULES[rules]
    winds = {n for n, s in enumerate(reading.sets) if s.kind == PUNG and s.tile in WIND_TILES}
    always = [
        *tile_fans(hand, reading),
        *(fan for fan in shape_fans(hand, reading) if fan.number != NINE_GATES),
        *hogs(hand, reading, switches),
        *(fan for fan in pung_fans(hand, reading) if not fan.nodes & winds),
    ]
    regular = reading.shape == REGULAR
    selections = forests(combination_fans(reading.sets, reading.pair or 0)) if regular else [()]
    lists = [tuple(drop_excluded([*always, *s], switches)) for s in selections]
    worth = [sum(points_of(number, switches) for number in numbers) for numbers in lists]
    best = min(
        (numbers for numbers, points in zip(lists, worth, strict=True) if points == max(worth)),
        key=tie_key,
    )
    sets = tuple((s.kind != PUNG, s.tile) for s in reading.sets)
    return Worth(max(worth), best, sets, reading.pair)


def zung_jung_worths(tiles: tuple[int, ...], shape: str, edition: str) -> list[Worth]:
    """The worth of each decomposition into this shape, best first."""
    hand = RefHand(tiles, tiles[0], self_draw=True)
    worths = []
    for reading in zung_jung.readings(hand):
        if reading.shape == SHAPES[shape][1]:
            exposed = tuple(g._replace(concealed=False) for g in reading.groups)
            bare = reading._replace(groups=exposed)
            found = [
                number
                for number in zung_jung_patterns.patterns(hand, bare)
                if number not in ("1.2", "2.2")
            ]
            if any(g.same and g.tile == EAST for g in exposed):  # the seat wind of this hand
                found.remove("3.1")
            found.sort(key=zung_jung.PLACE.__getitem__)
            scored = zung_jung.finish(bare, found, zung_jung.EDITIONS[edition])
            columns = tuple(zung_jung.PLACE[number] + 1 for number in scored.listed)
            sets = tuple((not g.same, g.tile) for g in exposed)
            value = scored.value if found else 0
            worths.append(
                ((-value, -scored.uncapped, columns), Worth(value, columns, sets, bare.pair))
            )
    return [worth for _, worth in sorted(worths)]
