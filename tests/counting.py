"""How many winning hands there are and in how many ways they can be drawn, by automata.

No hand is listed and no table read: the ranks of a suit are taken one by one, and what could
have been begun so far is a set of states. Shares no code with the library or its builder.
"""

from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import product
from math import comb

# Chows begun two ranks and one rank ago that are still open; sets so far; whether there is a pair.
State = tuple[int, int, int, bool]
# By (sets, pair): the summed weight.
Sums = Counter[tuple[int, bool]]
Weight = Callable[[int], int]


def one(count: int) -> int:
    """A weight that counts hands."""
    return 1


def draws(count: int) -> int:
    """A weight that counts the ways to draw so many of the four tiles of a kind."""
    return comb(4, count)


def steps(state: State, count: int, chows: bool) -> list[State]:
    """The states after a rank that has `count` tiles."""
    older, newer, sets, paired = state
    after = []
    for begun, pung, pair in product(range(5 if chows else 1), range(2), range(2)):
        if older + newer + begun + 3 * pung + 2 * pair == count and not (pair and paired):
            after.append((newer, begun, sets + begun + pung, paired or bool(pair)))
    return [s for s in after if s[2] <= 4]


def shape_sums(ranks: int, chows: bool, weight: Weight) -> Sums:
    """The weight of all counts of one suit (or the honors) by sets and pair."""
    reached: dict[frozenset[State], int] = {frozenset({(0, 0, 0, False)}): 1}
    for _ in range(ranks):
        following: dict[frozenset[State], int] = defaultdict(int)
        for states, total in reached.items():
            for count in range(5):
                after = frozenset(s for state in states for s in steps(state, count, chows))
                if after:
                    following[after] += total * weight(count)
        reached = following
    sums: Sums = Counter()
    for states, total in reached.items():
        ends = {(sets, paired) for older, newer, sets, paired in states if not older + newer}
        if ends:
            (end,) = ends
            sums[end] += total
    return sums


def standard_sum(weight: Weight) -> int:
    """The weight of all hands of four sets and a pair."""
    suit, honors = shape_sums(9, True, weight), shape_sums(7, False, weight)
    together: Sums = Counter({(0, False): 1})
    for part in (suit, suit, suit, honors):
        joined: Sums = Counter()
        for (sets, paired), total in together.items():
            for (more, another), times in part.items():
                if sets + more <= 4 and not (paired and another):
                    joined[sets + more, paired or another] += total * times
        together = joined
    return together[4, True]


def seven_pairs_sum(weight: Weight) -> int:
    """The weight of all hands of seven pairs: a coefficient of (1 + w(2) x + w(4) x^2)^34."""
    sums = [1] + [0] * 7
    for _ in range(34):
        sums = [
            sums[n]
            + (weight(2) * sums[n - 1] if n else 0)
            + (weight(4) * sums[n - 2] if n > 1 else 0)
            for n in range(8)
        ]
    return sums[7]


def knitted_straight_sum(weight: Weight) -> int:
    """The weight of the nine knitted tiles with a set and a pair, tile by tile."""
    total = 0
    knit = {9 * suit + suit + step for suit in range(3) for step in (0, 3, 6)}
    chows = [(t, t + 1, t + 2) for t in range(27) if t % 9 < 7]
    for group in chows + [(t, t, t) for t in range(34)]:
        for pair in range(34):
            held = Counter([*knit, *group, pair, pair])
            if max(held.values()) <= 4:
                product_ = 1
                for count in held.values():
                    product_ *= weight(count)
                total += product_
    return 6 * total
