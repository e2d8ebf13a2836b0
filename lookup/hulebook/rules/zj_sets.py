"""Zung Jung patterns that the tiles alone make: by sorts of tile, by sequences, by triplets.

Every pattern whose definition a hand meets is named; which one of a series counts is decided
by their values. A kong is a triplet here.
"""

from collections import Counter

from hulebook.sets import HONORS, RANKS, SUITS, TileSet

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


def triplet_patterns(pungs: list[TileSet], pair: int) -> list[str]:
    """What triplets make alone, with one another and with the pair, the seat wind apart."""
    return honor_patterns(pungs, pair) + similar(pungs, pair) + consecutive(pungs)


def honor_patterns(pungs: list[TileSet], pair: int) -> list[str]:
    """Series 3.1 (dragons), 3.2 and 3.3. A pair of dragons or winds beside two or three
    triplets of them is another one: too few tiles of those are left."""
    dragons = sum(p.start >= 31 for p in pungs)
    winds = sum(27 <= p.start < 31 for p in pungs)
    found = ["3.1"] * dragons
    if dragons == 3:
        found.append("3.2.2")
    elif dragons == 2 and pair >= 31:
        found.append("3.2.1")
    if winds == 4:
        found.append("3.3.4")
    elif winds == 3:
        found.append("3.3.3" if 27 <= pair < 31 else "3.3.2")
    elif winds == 2 and 27 <= pair < 31:
        found.append("3.3.1")
    return found


def similar(pungs: list[TileSet], pair: int) -> list[str]:
    """Series 6.2. A pair of the number that two suits have as triplets is of the third suit."""
    times = Counter(p.rank for p in pungs if p.start < 27)
    if 3 in times.values():
        return ["6.2.2"]
    return ["6.2.1"] if pair < 27 and times[pair % 9] == 2 else []


def consecutive(pungs: list[TileSet]) -> list[str]:
    """Series 7.2, by the longest run of triplets in one suit."""
    starts = {p.start for p in pungs if p.start < 27}
    longest = 0
    for s in starts:
        run = 1
        while s + run in starts and (s + run) % 9:
            run += 1
        longest = max(longest, run)
    return {3: ["7.2.1"], 4: ["7.2.2"]}.get(longest, [])
