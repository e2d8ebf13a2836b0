"""Zung Jung patterns that the tiles alone make: by sorts of tile, by sequences, by triplets.

Every pattern whose definition a hand meets is named; which one of a series counts is decided
by their values. A kong is a triplet here.
"""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from hulebook.hands.sets import HONORS, RANKS, SUITS, TileSet

TERMINALS = 1 | 1 << 8


def tile_patterns(sorts: int) -> list[str]:
    """The patterns that only ask which sorts of tile the hand holds; Seven Pairs takes them."""
    suits = (sorts & SUITS).bit_count()
    honors = bool(sorts & HONORS)
    found = []
    if not honors and not sorts & TERMINALS:
        found.append("1.3")
    if suits == 1:
        found.append("2.1.1" if honors else "2.1.2")
    if suits == 0:
        found.append("3.4")
    if not sorts & RANKS & ~TERMINALS:
        found.append("8.1.3")
        if not honors:
            found.append("8.1.4")
    return found


def group_patterns(chows: int, all_outer: bool, sorts: int) -> list[str]:
    """The patterns of four sets and a pair that look at every group: how many are sequences,
    and whether each holds a terminal or an honor."""
    found = []
    if chows == 4:
        found.append("1.1")
    if chows == 0:
        found.append("4.1")
    if all_outer:
        found.append("8.1.1")
        if not sorts & HONORS:
            found.append("8.1.2")
    return found


def sequence_patterns(chows: list[TileSet]) -> list[str]:
    """What sequences make with one another: series 5.1, 6.1 and 7.1."""
    found = identical(Counter(chows))
    ranks = {c.rank for c in chows}
    suits = {c.suit for c in chows}
    if any({c.suit for c in chows if c.rank == rank} == {0, 1, 2} for rank in ranks):
        found.append("6.1")
    if any({c.rank for c in chows if c.suit == suit} >= {0, 3, 6} for suit in suits):
        found.append("7.1")
    return found


def identical(times: Counter[TileSet]) -> list[str]:
    """Series 5.1, by how often each sequence occurs."""
    often = sorted((n for n in times.values() if n > 1), reverse=True)
    if not often:
        return []
    if often == [2, 2]:
        return ["5.1.2"]
    return [{2: "5.1.1", 3: "5.1.3", 4: "5.1.4"}[often[0]]]


class Triplets(NamedTuple):
    """What triplets tell: how many are of dragons and of winds, the longest run of consecutive
    numbers in one suit, the numbers (ranks as a mask) that two suits have, and whether three do.
    """

    dragons: int
    winds: int
    run: int
    in_two_suits: int
    in_three_suits: bool


def triplets_of(pungs: Iterable[TileSet]) -> Triplets:
    """What these triplets tell.

    >>> triplets_of([TileSet(False, 3), TileSet(False, 4), TileSet(False, 13), TileSet(False, 31)])
    Triplets(dragons=1, winds=0, run=2, in_two_suits=16, in_three_suits=False)
    """
    ranks = [0, 0, 0, 0]
    for pung in pungs:
        ranks[pung.suit] |= 1 << pung.rank
    m, p, s, honors = ranks
    winds = (honors & 15).bit_count()
    everywhere = m & p & s
    return Triplets(
        dragons=honors.bit_count() - winds,
        winds=winds,
        run=max(map(longest_run, (m, p, s))),
        in_two_suits=(m & p | p & s | m & s) & ~everywhere,
        in_three_suits=bool(everywhere),
    )


def longest_run(ranks: int) -> int:
    """The most consecutive ranks in a mask."""
    length = 0
    while ranks:
        ranks &= ranks >> 1
        length += 1
    return length


def triplet_patterns(t: Triplets, pair: int) -> list[str]:
    """What triplets make alone, with one another and with the pair, the seat wind apart: series
    3.1-3.3, 6.2 and 7.2."""
    return honor_patterns(t, pair) + similar(t, pair) + consecutive(t)


def honor_patterns(t: Triplets, pair: int) -> list[str]:
    """A pair of dragons or winds beside two or three triplets of them is another one: too few
    tiles of those are left."""
    found = ["3.1"] * t.dragons
    if t.dragons == 3:
        found.append("3.2.2")
    elif t.dragons == 2 and pair >= 31:
        found.append("3.2.1")
    if t.winds == 4:
        found.append("3.3.4")
    elif t.winds == 3:
        found.append("3.3.3" if 27 <= pair < 31 else "3.3.2")
    elif t.winds == 2 and 27 <= pair < 31:
        found.append("3.3.1")
    return found


def similar(t: Triplets, pair: int) -> list[str]:
    """A pair of the number that two suits have as triplets is of the third suit."""
    if t.in_three_suits:
        return ["6.2.2"]
    return ["6.2.1"] if pair < 27 and t.in_two_suits >> pair % 9 & 1 else []


def consecutive(t: Triplets) -> list[str]:
    return {3: ["7.2.1"], 4: ["7.2.2"]}.get(t.run, [])
