"""The combination rule (section 2.3) by literal search.

Sets are nodes, the pair is one too; a combination fan joins all of its nodes. A selection is legal
when it can be built so that every fan added joins nodes that all lie in different components.
"""

from functools import lru_cache
from itertools import combinations, pairwise, permutations
from typing import NamedTuple

from tests.reference.hands import CHOW
from tests.reference.mcr_shapes import PAIR_NODE, Set

Chow = tuple[int, int]  # suit and lowest rank


class Fan(NamedTuple):
    """One scored instance: the fan's number and the nodes that make it."""

    number: int
    nodes: frozenset[int] = frozenset()


def combination_fans(sets: tuple[Set, ...], pair: int) -> list[Fan]:
    """Every instance of every combination fan among the sets and the pair."""
    return [*_chow_fans(sets, pair), *_pung_fans(sets), *_honor_fans(sets, pair)]


def _chow_fans(sets: tuple[Set, ...], pair: int) -> list[Fan]:
    chows = {node: (s.tile // 9, s.tile % 9 + 1) for node, s in enumerate(sets) if s.kind == CHOW}
    fans = []
    for one, two in combinations(chows, 2):
        number = _two_chows(chows[one], chows[two])
        if number:
            fans.append(Fan(number, frozenset({one, two})))
    for three in combinations(chows, 3):
        numbers = _three_chows([chows[node] for node in three])
        fans.extend(Fan(number, frozenset(three)) for number in numbers)
    if len(chows) == 4:
        nodes = frozenset(range(4))
        shapes = list(chows.values())
        fans.extend(Fan(number, nodes) for number in _four_chows(shapes))
        fans.extend(
            Fan(number, nodes | {PAIR_NODE}) for number in _four_chows_and_pair(shapes, pair)
        )
    return fans


def _two_chows(one: Chow, two: Chow) -> int | None:
    (suit1, rank1), (suit2, rank2) = one, two
    if suit1 != suit2:
        return 70 if rank1 == rank2 else None
    if rank1 == rank2:
        return 69
    if abs(rank1 - rank2) == 3:
        return 71
    return 72 if {rank1, rank2} == {1, 7} else None


def _three_chows(chows: list[Chow]) -> list[int]:
    suits = {suit for suit, _ in chows}
    ranks = sorted(rank for _, rank in chows)
    a, b, c = ranks
    fans = []
    if len(suits) == 1:
        if a == b == c:
            fans.append(23)
        if ranks == [1, 4, 7]:
            fans.append(28)
        if b - a == c - b and b - a in (1, 2):
            fans.append(30)
    if len(suits) == 3:
        if ranks == [1, 4, 7]:
            fans.append(39)
        if a == b == c:
            fans.append(41)
        if b - a == c - b == 1:
            fans.append(51)
    return fans


def _four_chows(chows: list[Chow]) -> list[int]:
    if len({suit for suit, _ in chows}) > 1:
        return []
    ranks = sorted(rank for _, rank in chows)
    steps = {high - low for low, high in pairwise(ranks)}
    if steps == {0}:
        return [14]
    return [16] if steps in ({1}, {2}) else []


def _four_chows_and_pair(chows: list[Chow], pair: int) -> list[int]:
    if pair >= 27 or pair % 9 + 1 != 5:
        return []
    pair_suit = pair // 9
    if sorted(chows) == [(pair_suit, 1), (pair_suit, 1), (pair_suit, 7), (pair_suit, 7)]:
        return [13]
    others = [suit for suit in range(3) if suit != pair_suit]
    if sorted(chows) == [(suit, rank) for suit in others for rank in (1, 7)]:
        return [29]
    return []


def _pung_fans(sets: tuple[Set, ...]) -> list[Fan]:
    """Fans of two, three and four pungs of suit tiles."""
    pungs = [
        (node, s.tile // 9, s.tile % 9 + 1)
        for node, s in enumerate(sets)
        if s.kind != CHOW and s.tile < 27
    ]
    fans = []
    for size in (2, 3, 4):
        for group in combinations(pungs, size):
            nodes = frozenset(node for node, _, _ in group)
            suits = {suit for _, suit, _ in group}
            ranks = sorted(rank for _, _, rank in group)
            equal = len(set(ranks)) == 1
            shifted = ranks == list(range(ranks[0], ranks[0] + size))
            if size == 2 and equal and len(suits) == 2:
                fans.append(Fan(65, nodes))
            if size == 3 and equal and len(suits) == 3:
                fans.append(Fan(32, nodes))
            if size == 3 and shifted and len(suits) == 1:
                fans.append(Fan(24, nodes))
            if size == 3 and shifted and len(suits) == 3:
                fans.append(Fan(42, nodes))
            if size == 4 and shifted and len(suits) == 1:
                fans.append(Fan(15, nodes))
    return fans


def _honor_fans(sets: tuple[Set, ...], pair: int) -> list[Fan]:
    """Fans of wind pungs and of dragon pungs, some with the pair."""
    winds = frozenset(node for node, s in enumerate(sets) if 27 <= s.tile <= 30)
    dragons = frozenset(node for node, s in enumerate(sets) if s.tile >= 31)
    fans = []
    if len(winds) == 4:
        fans.append(Fan(1, winds))
    if len(winds) == 3:
        little = 27 <= pair <= 30
        fans.append(Fan(9, winds | {PAIR_NODE}) if little else Fan(38, winds))
    if len(dragons) == 3:
        fans.append(Fan(2, dragons))
    if len(dragons) == 2:
        fans.append(Fan(10, dragons | {PAIR_NODE}) if pair >= 31 else Fan(54, dragons))
    return fans


def forests(fans: list[Fan]) -> list[tuple[Fan, ...]]:
    """Every legal selection of these instances, the empty one included.

    Selections with the same numbers are given once: which sets make a fan matters to later steps
    only for the fans of winds, and there is one way to make those.
    """
    by_numbers: dict[tuple[int, ...], tuple[Fan, ...]] = {}
    for size in range(len(fans) + 1):
        size_found = False
        for selection in combinations(fans, size):
            if is_hyper_forest(tuple(fan.nodes for fan in selection)):
                size_found = True
                by_numbers.setdefault(tuple(sorted(f.number for f in selection)), selection)
        if not size_found:
            break  # a part of a legal selection is legal
    return list(by_numbers.values())


@lru_cache(maxsize=100_000)
def is_hyper_forest(edges: tuple[frozenset[int], ...]) -> bool:
    """Whether some order adds the edges so that each joins nodes of different components."""
    return any(_builds(order) for order in permutations(edges))


def _builds(edges: tuple[frozenset[int], ...]) -> bool:
    component = list(range(PAIR_NODE + 1))
    for nodes in edges:
        touched = [component[node] for node in nodes]
        if len(set(touched)) < len(touched):
            return False
        component = [touched[0] if label in touched else label for label in component]
    return True
