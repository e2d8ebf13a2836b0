"""Reference scorer for MCR: slow, obvious, written from the rules and from nothing else.

>>> from tests.reference.hands import parse
>>> from tests.reference.mcr_rules import RULES
>>> score(parse("123456789m345p7s7s|EE0000|0"), RULES["mcr"]).canonical
(28, 62, 63, 79)
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.reference.hands import RefHand, check
from tests.reference.mcr_fans import drop_excluded, single_fans
from tests.reference.mcr_forest import combination_fans, forests
from tests.reference.mcr_rules import RULES, SWITCHES, Switches, points_of
from tests.reference.mcr_shapes import (
    REGULAR,
    Reading,
    readings,
    standing_counts,
    waits,
)

__all__ = ["RULES", "SWITCHES", "Result", "score", "score_many"]

FanList = tuple[int, ...]


@dataclass(frozen=True)
class Result:
    """Points before flowers, total, every best fan list, and the one that the tie rule picks."""

    points: int
    total: int
    best_lists: frozenset[FanList]
    canonical: FanList


class _Consulted(dict[str, int | str]):
    """Switches that remember which of them were looked at."""

    def __init__(self, switches: Switches) -> None:
        super().__init__(switches)
        self.seen: dict[str, int | str] = {}

    def __getitem__(self, name: str) -> int | str:
        self.seen[name] = super().__getitem__(name)
        return self.seen[name]


def score(hand: RefHand, switches: Switches) -> Result | None:
    """Score one hand under one bundle of switches; None if the tiles are no win.

    Raises `hands.Illegal` for a hand that cannot be.
    """
    return score_many(hand, [switches])[0]


def score_many(hand: RefHand, bundles: Sequence[Switches]) -> list[Result | None]:
    """Score one hand under several bundles; the readings and waits are found once."""
    check(hand)
    found = readings(hand)
    if not found:
        return [None] * len(bundles)
    before = list(standing_counts(hand.concealed))
    before[hand.win_tile] -= 1
    wait_set = waits(tuple(before))
    scorers = [_ReadingScorer(hand, reading, wait_set) for reading in found]
    return [_best(hand, scorers, switches) for switches in bundles]


def _best(hand: RefHand, scorers: "list[_ReadingScorer]", switches: Switches) -> Result:
    """The best over all readings; a win that has no fan in any of them is a Chicken Hand."""
    scored = [scorer.score(switches) for scorer in scorers]
    points = max(worth for worth, _ in scored)
    lists = frozenset(
        fan_list for worth, fan_lists in scored for fan_list in fan_lists if worth == points
    )
    if points == 0:
        assert all(scorer.reading.shape == REGULAR for scorer in scorers)
        points, lists = 8, frozenset({(43,)})
    return Result(points, points + hand.flowers, lists, min(lists, key=tie_key))


def tie_key(fans: FanList) -> tuple[int, int, int, int, FanList]:
    """Section 6, ties: more of 69, then 70, 71, 72, then the smallest list."""
    return (-fans.count(69), -fans.count(70), -fans.count(71), -fans.count(72), fans)


class _ReadingScorer:
    """Scores one reading; bundles that agree on every switch it looks at share the work."""

    def __init__(self, hand: RefHand, reading: Reading, wait_set: frozenset[int]) -> None:
        self.hand = hand
        self.reading = reading
        self.wait_set = wait_set
        self.known: list[tuple[dict[str, int | str], tuple[int, set[FanList]]]] = []
        if reading.shape == REGULAR:
            assert reading.pair is not None
            self.selections = forests(combination_fans(reading.sets, reading.pair))
        else:
            self.selections = [()]

    def score(self, switches: Switches) -> tuple[int, set[FanList]]:
        """The best points of the reading and every list that reaches them."""
        for seen, result in self.known:
            if all(switches[name] == value for name, value in seen.items()):
                return result
        consulted = _Consulted(switches)
        result = self._score(consulted)
        self.known.append((consulted.seen, result))
        return result

    def _score(self, switches: Switches) -> tuple[int, set[FanList]]:
        always = single_fans(self.hand, self.reading, self.wait_set, switches)
        best, lists = -1, set[FanList]()
        for selection in self.selections:
            numbers = tuple(drop_excluded([*always, *selection], switches))
            worth = sum(points_of(number, switches) for number in numbers)
            if worth > best:
                best, lists = worth, set()
            if worth == best:
                lists.add(numbers)
        return best, lists
