"""The slow, obvious scorer of the Zung Jung / World Series of Mahjong family.

Written from the rule text alone: every grouping of the tiles is tried with every home of the
winning tile, each pattern is looked for by its definition, and the best final value wins.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tests.reference.hands import (
    CHOW,
    CONCEALED_KONG,
    MELDED_KONG,
    Illegal,
    RefHand,
    check,
)
from tests.reference.zung_jung_patterns import EAST, THIRTEEN, Group, Reading, patterns

# Published numbers of the family's own reasons to refuse.
NO_FLOWERS, FLAGS_TOGETHER = 17, 18
LIMIT = 320

# number, wsom, zj-3.3
TABLE = """
1.1 5 5
1.2 5 5
1.3 5 5
2.1.1 40 40
2.1.2 100 80
2.2 480 480
3.1 10 10
3.2.1 30 40
3.2.2 130 130
3.3.1 25 30
3.3.2 120 120
3.3.3 320 320
3.3.4 400 400
3.4 320 320
4.1 40 30
4.2.1 5 5
4.2.2 25 30
4.2.3 115 125
4.3.1 5 5
4.3.2 20 20
4.3.3 120 120
4.3.4 480 480
5.1.1 10 10
5.1.2 60 60
5.1.3 120 120
5.1.4 480 480
6.1 35 35
6.2.1 25 30
6.2.2 120 120
7.1 40 40
7.2.1 100 100
7.2.2 200 200
8.1.1 40 40
8.1.2 50 50
8.1.3 100 100
8.1.4 400 400
9.1.1 10 10
9.1.2 10 10
9.2 15 10
9.3 15 10
9.4.1 320 155
9.4.2 320 155
10.1 320 160
10.2 25 30
"""
ROWS = [line.split() for line in TABLE.split("\n") if line]
NUMBERS = tuple(row[0] for row in ROWS)
PLACE = {number: place for place, number in enumerate(NUMBERS)}


class Edition(NamedTuple):
    """A table of values with the rules that differ between editions."""

    values: dict[str, int]
    concealed_irregular: bool
    minimum: int
    chicken_value: int
    chicken_payable: int
    threshold: int


WSOM_VALUES = {row[0]: int(row[1]) for row in ROWS}
ZJ_VALUES = {row[0]: int(row[2]) for row in ROWS}
EDITIONS = {
    "wsom": Edition(WSOM_VALUES, True, 0, 0, 1, 30),
    "wsom-2008": Edition(ZJ_VALUES, False, 5, 0, 0, 25),
    "zj-3.3": Edition(ZJ_VALUES, False, 0, 1, 1, 25),
}


class Result(NamedTuple):
    """A scored win; pattern lists are in table order, 3.1 once for each set."""

    value: int
    payable: int
    uncapped: int
    limit: str | None
    patterns: tuple[str, ...]
    meets_minimum: bool
    best_lists: tuple[tuple[str, ...], ...]
    reading: Reading


def score(hand: RefHand, edition: str) -> Result | None:
    """The best score of a hand in one edition, None for no win; raises `Illegal`."""
    return score_many(hand, (edition,))[edition]


def score_many(
    hand: RefHand, editions: Iterable[str] = tuple(EDITIONS)
) -> dict[str, Result | None]:
    """`score` for several editions, with the groupings made once."""
    check_legal(hand)
    found = []
    for reading in readings(hand):
        numbers = sorted(patterns(hand, reading), key=PLACE.__getitem__)
        found.append((reading, numbers))
    return {name: best(found, EDITIONS[name]) if found else None for name in editions}


def check_legal(hand: RefHand) -> None:
    """Raise `Illegal` with the lowest status that applies."""
    reasons = []
    try:
        check(hand)
    except Illegal as refused:
        reasons.append(refused)
    if hand.flowers:
        reasons.append(Illegal("Zung Jung is played without flowers", NO_FLOWERS))
    if hand.last_wall_tile and (hand.heaven or hand.earth):
        reasons.append(Illegal("a win on the deal is not on the last wall tile", FLAGS_TOGETHER))
    if reasons:
        raise min(reasons, key=lambda reason: reason.status)


# Groupings


def readings(hand: RefHand) -> list[Reading]:
    """Every grouping of the tiles with every home of the winning tile."""
    counts = Counter(hand.concealed)
    found = set(regular_readings(hand, counts))
    if not hand.melds and all(count in (2, 4) for count in counts.values()):
        found.add(Reading("seven pairs"))
    if not hand.melds and set(counts) == set(THIRTEEN):
        found.add(Reading("thirteen"))
    return sorted(found)


def regular_readings(hand: RefHand, counts: Counter[int]) -> Iterator[Reading]:
    melded = [
        Group(kind != CHOW, tile, kind in (MELDED_KONG, CONCEALED_KONG), kind == CONCEALED_KONG)
        for kind, tile in hand.melds
    ]
    for pair in sorted(counts):
        if counts[pair] < 2:
            continue
        rest = [counts[tile] for tile in range(34)]
        rest[pair] -= 2
        for standing in set(groupings(rest, 4 - len(melded))):
            sets = [Group(same, tile, False, True) for same, tile in standing]
            for homed in homes(hand, sets, pair):
                yield Reading("regular", tuple(sorted(melded + homed)), pair)


def groupings(counts: list[int], sets: int) -> Iterator[tuple[tuple[bool, int], ...]]:
    """Every way to part the counted tiles into so many sets, each as (same, lowest tile)."""
    low = next((tile for tile in range(34) if counts[tile]), None)
    if low is None:
        if sets == 0:
            yield ()
        return
    for group in ((True, low), (False, low)):
        tiles = [low] * 3 if group[0] else [low, low + 1, low + 2]
        if not group[0] and (low >= EAST or low % 9 > 6):
            continue
        rest = counts.copy()
        for tile in tiles:
            rest[tile] -= 1
        if min(rest[tile] for tile in tiles) >= 0:
            for others in groupings(rest, sets - 1):
                yield tuple(sorted((group, *others)))


def homes(hand: RefHand, sets: list[Group], pair: int) -> Iterator[list[Group]]:
    """The sets for each place of the winning tile; a triplet made by a discard is exposed."""
    if hand.self_draw:
        yield sets
        return
    if pair == hand.win_tile:
        yield sets
    for place, group in enumerate(sets):
        if group.same and group.tile == hand.win_tile:
            yield [*sets[:place], group._replace(concealed=False), *sets[place + 1 :]]
        elif not group.same and group.tile <= hand.win_tile <= group.tile + 2:
            yield sets


# Choosing


class Scored(NamedTuple):
    """One reading in one edition, before the choice."""

    value: int
    uncapped: int
    limit: str | None
    listed: tuple[str, ...]
    reading: Reading


def finish(reading: Reading, found: Sequence[str], edition: Edition) -> Scored:
    """Add up one reading and apply the limits."""
    if reading.shape != "regular" and not edition.concealed_irregular:
        found = [number for number in found if number != "1.2"]
    uncapped = sum(edition.values[number] for number in found)
    highest = max((edition.values[number] for number in found), default=0)
    if highest >= LIMIT:
        first = next(number for number in found if edition.values[number] == highest)
        return Scored(highest, uncapped, "listed", (first,), reading)
    if uncapped > LIMIT:
        return Scored(LIMIT, uncapped, "compound", tuple(found), reading)
    value = uncapped if found else edition.chicken_value
    return Scored(value, uncapped, None, tuple(found), reading)


def best(found: list[tuple[Reading, list[str]]], edition: Edition) -> Result:
    """The winner's choice: final value, plain sum, smallest list, smallest grouping."""
    scored = [finish(reading, numbers, edition) for reading, numbers in found]
    top = max((one.value, one.uncapped) for one in scored)
    equal = [one for one in scored if (one.value, one.uncapped) == top]
    equal.sort(key=lambda one: ([PLACE[number] for number in one.listed], one.reading))
    first = equal[0]
    return Result(
        value=first.value,
        payable=first.value if first.uncapped else edition.chicken_payable,
        uncapped=first.uncapped,
        limit=first.limit,
        patterns=first.listed,
        meets_minimum=first.value >= edition.minimum,
        best_lists=tuple(dict.fromkeys(one.listed for one in equal)),
        reading=first.reading,
    )


# Payment


def payments(
    payable: int, edition: str, winner: int, responsible: int | None
) -> tuple[int, int, int, int]:
    """Signed amounts of E, S, W, N; `responsible` is None for self-draw or nobody."""
    if payable < 1:
        raise ValueError("a hand that may not win is not paid")
    if winner not in range(4) or responsible not in (None, *range(4)):
        raise ValueError("a player is 0 to 3")
    if responsible == winner:
        raise ValueError("the winner is not responsible")
    small = payable if responsible is None else min(payable, EDITIONS[edition].threshold)
    amounts = [-small] * 4
    if responsible is not None:
        amounts[responsible] = -(3 * payable - 2 * small)
    amounts[winner] = 3 * payable
    return amounts[0], amounts[1], amounts[2], amounts[3]


def responsible_player(winner: int, discards: Sequence[tuple[int, int]]) -> int | None:
    """Who answers for a discard win, None for nobody.

    `discards` are (player, tile) since the deal, claimed ones too, the winning one last; a robbed
    kong is its last entry.
    """
    thrower, winning = discards[-1]
    if thrower == winner:
        raise ValueError("the winning discard is another player's")
    own = [place for place, (player, _) in enumerate(discards) if player == winner]
    window = discards[own[-1] :] if own else discards
    first = next(player for player, tile in window if tile == winning)
    return None if first == winner else first
