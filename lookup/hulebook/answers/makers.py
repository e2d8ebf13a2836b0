"""Which sets of the reading make each fan of a score.

The tables say which fans are counted; this finds the sets for people to see. Nothing of a score
is computed here.
"""

from collections import Counter
from collections.abc import Callable, Iterable

from hulebook.answers.reading import Group
from hulebook.answers.score import Score
from hulebook.hands.sets import TileSet
from hulebook.rules.mcr.combinations import (
    COMBINATION_FANS,
    PAIR_NODE,
    edges,
    pair_edges,
    selections,
)
from hulebook.rules.ruleset import MCR_FAMILY

Instances = tuple[tuple[str, ...], ...]
KONGS = ("melded kong", "concealed kong")
PUNGS = ("pung", *KONGS)
TILE_HOG, OUTER_PUNG = 64, 73


def makers(score: Score) -> dict[int, Instances]:
    """By column of the tables: for each instance of a fan the sets that make it."""
    if score.rules.family == MCR_FAMILY:
        return mcr_makers(score)
    from hulebook.answers.zj_makers import zung_jung_makers

    return zung_jung_makers(score)


def mcr_makers(score: Score) -> dict[int, Instances]:
    counts = {column: count for column, count in enumerate(score.counts, 1) if count}
    groups = score.reading.groups
    found = {f: i for f, i in _combinations(counts, groups).items() if f in counts}
    found |= {f: i for f, i in _single_sets(score, groups).items() if f in counts}
    for fan in (TILE_HOG, OUTER_PUNG):  # an exclusion can leave some of them only
        found[fan] = found.get(fan, ())[: counts.get(fan, 0)]
    return {f: instances for f, instances in found.items() if instances}


def _combinations(counts: dict[int, int], groups: Iterable[Group]) -> dict[int, Instances]:
    sets = [g for g in groups if g.kind == "chow" or g.kind in PUNGS]
    pair = next((g for g in groups if g.kind == "pair"), None)
    wanted = Counter({f: n for f, n in counts.items() if f in COMBINATION_FANS})
    if not wanted or pair is None:
        return {}
    tile_sets = [TileSet(g.kind == "chow", g.tiles[0]) for g in sets]
    every = edges(tile_sets) + pair_edges(tile_sets, pair.tiles[0])
    chosen = next(s for s in selections(every) if Counter(f for f, _ in s) == wanted)
    made: dict[int, Instances] = {}
    for fan, nodes in chosen:
        joined = [g for i, g in enumerate(sets) if nodes >> i & 1]
        if nodes >> PAIR_NODE & 1:
            joined.append(pair)
        made[fan] = (*made.get(fan, ()), tuple(map(str, joined)))
    return made


def _single_sets(score: Score, groups: tuple[Group, ...]) -> dict[int, Instances]:
    hand = score.hand
    pungs = [g for g in groups if g.kind in PUNGS]

    def each(which: Callable[[Group], bool], among: Iterable[Group] = pungs) -> Instances:
        return tuple((str(g),) for g in among if which(g))

    def together(which: Callable[[Group], bool]) -> Instances:
        chosen = tuple(str(g) for g in pungs if which(g))
        return (chosen,) if chosen else ()

    winds = {27 + hand.round_wind, 27 + hand.seat_wind}
    kongs = together(lambda g: g.kind in KONGS)
    hidden = together(lambda g: _concealed(g) and not (g.won and not hand.self_draw))
    waited = each(lambda g: g.won, groups)
    return {
        59: each(lambda g: g.tiles[0] >= 31),
        60: each(lambda g: g.tiles[0] == 27 + hand.round_wind),
        61: each(lambda g: g.tiles[0] == 27 + hand.seat_wind),
        # What drops some of them drops winds: terminals first.
        OUTER_PUNG: each(
            lambda g: _outside(g.tiles[0]) and g.tiles[0] not in winds,
            sorted(pungs, key=lambda g: g.tiles),
        ),
        TILE_HOG: _hogs(groups),
        35: _knit(groups),
        67: together(lambda g: g.kind == KONGS[1]),
        74: together(lambda g: g.kind == KONGS[0]),
        48: together(lambda g: g.kind == KONGS[1]),
        **dict.fromkeys((5, 17, 57, 82), kongs),
        **dict.fromkeys((12, 33, 66), hidden),
        **dict.fromkeys((77, 78, 79), waited),
    }


def _concealed(group: Group) -> bool:
    return group.kind == KONGS[1] or not group.declared


def _outside(tile: int) -> bool:
    """A terminal or a wind: what makes fan 73."""
    return tile % 9 in (0, 8) if tile < 27 else tile < 31


def _knit(groups: tuple[Group, ...]) -> Instances:
    """The nine knitted tiles: one group beside a set and a pair, else the suit tiles."""
    nine = [g for g in groups if g.kind == "knitted"]
    return (tuple(map(str, nine or (g for g in groups if g.tiles[0] < 27))),)


def _hogs(groups: Iterable[Group]) -> Instances:
    made = []
    for tile in range(34):
        holding = [g for g in groups if tile in g.tiles and g.kind not in KONGS]
        if sum(g.tiles.count(tile) for g in holding) == 4:
            made.append(tuple(map(str, holding)))
    return tuple(made)
