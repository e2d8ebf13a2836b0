"""Which sets of the reading make each Zung Jung pattern of a score.

As in `makers`, nothing of a score is computed here: the tables say which patterns count.
Patterns of the whole hand and of the way of winning have no sets.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations

from hulebook.answers.reading import Group
from hulebook.answers.score import Score
from hulebook.rules.zung_jung.patterns import PATTERNS

Instances = tuple[tuple[str, ...], ...]
Found = Iterator[tuple[str, list[list[Group]]]]  # a pattern, the sets of each instance
KONGS = ("melded kong", "concealed kong")
TRIPLETS = ("pung", *KONGS)
EAST, WHITE = 27, 31


def zung_jung_makers(score: Score) -> dict[int, Instances]:
    """By column of the tables: for each instance of a pattern the sets that make it."""
    groups = score.reading.groups
    triplets = [g for g in groups if g.kind in TRIPLETS]
    chows = [g for g in groups if g.kind == "chow"]
    pair = [g for g in groups if g.kind == "pair"][:1]
    seat = EAST + score.hand.seat_wind
    found = {
        **dict(_honors([g for g in triplets if g.tiles[0] >= EAST], pair, seat)),
        **dict(_triplets(triplets, score.self_draw)),
        **dict(_suited([g for g in triplets if g.tiles[0] < EAST], pair)),
        **dict(_sequences(chows)),
    }
    return {
        p.column: tuple(tuple(map(str, instance)) for instance in found[p.number])
        for p, times in zip(PATTERNS, score.counts, strict=True)
        if times and p.number in found
    }


def _honors(triplets: list[Group], pair: list[Group], seat: int) -> Found:
    dragons = [g for g in triplets if g.tiles[0] >= WHITE]
    winds = [g for g in triplets if g.tiles[0] < WHITE]
    yield "3.1", [[g] for g in triplets if g in dragons or g.tiles[0] == seat]
    yield "3.2.1", [dragons + pair]
    yield "3.2.2", [dragons]
    yield "3.3.1", [winds + pair]
    yield "3.3.2", [winds]
    yield "3.3.3", [winds + pair]
    yield "3.3.4", [winds]


def _triplets(triplets: list[Group], self_draw: bool) -> Found:
    concealed = [g for g in triplets if _concealed(g, self_draw)]
    kongs = [g for g in triplets if g.kind in KONGS]
    yield "4.1", [triplets]
    for number in ("4.2.1", "4.2.2", "4.2.3"):
        yield number, [concealed]
    for number in ("4.3.1", "4.3.2", "4.3.3", "4.3.4"):
        yield number, [kongs]


def _concealed(group: Group, self_draw: bool) -> bool:
    """Whether all its tiles came from the wall."""
    if group.declared:
        return group.kind == "concealed kong"
    return self_draw or not group.won


def _suited(triplets: list[Group], pair: list[Group]) -> Found:
    yield "6.2.1", [[g for g in triplets if g.tiles[0] % 9 == pair[0].tiles[0] % 9] + pair]
    yield "6.2.2", _first(triplets, 3, _similar)
    yield "7.2.1", _first(triplets, 3, _consecutive)
    yield "7.2.2", _first(triplets, 4, _consecutive)


def _sequences(chows: list[Group]) -> Found:
    times = Counter(g.tiles for g in chows)
    for number, least in (("5.1.1", 2), ("5.1.2", 2), ("5.1.3", 3), ("5.1.4", 4)):
        yield number, [[g for g in chows if times[g.tiles] >= least]]
    yield "6.1", _first(chows, 3, _similar)
    yield "7.1", _first(chows, 3, _straight)


def _first(groups: list[Group], size: int, fits: Callable[[list[int]], bool]) -> list[list[Group]]:
    """The first so many groups whose lowest tiles, in order, fit."""
    for chosen in combinations(groups, size):
        if fits(sorted(g.tiles[0] for g in chosen)):
            return [list(chosen)]
    return []


def _similar(starts: list[int]) -> bool:
    return starts == [starts[0] % 9 + 9 * suit for suit in range(3)]


def _consecutive(starts: list[int]) -> bool:
    low, high = starts[0], starts[-1]
    return starts == [*range(low, high + 1)] and low // 9 == high // 9


def _straight(starts: list[int]) -> bool:
    low = starts[0]
    return low % 9 == 0 and starts == [low, low + 3, low + 6]
