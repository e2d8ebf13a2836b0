"""MCR fans made by two, three or four sets (some with the pair), and which may stand together.

The combination rule: each set is a node, a fan joins its sets, and every fan that is added
must join sets that all lie in different components so far. A selection is legal if it can be
built that way: a hyper-forest. Four principles of the rule book in one (non-identical apart,
which never changes points).
"""

from itertools import combinations, pairwise

from hulebook.hands.sets import TileSet

COMBINATION_FANS = frozenset(
    map(
        int,
        [
            "1",
            "2",
            "9",
            "10",
            "13",
            "14",
            "15",
            "16",
            "23",
            "24",
            "28",
            "29",
            "30",
            "32",
            "38",
            "39",
            "41",
            "42",
            "51",
            "54",
            "65",
            "69",
            "70",
            "71",
            "72",
        ],
    )
)
PAIR_NODE = 4
FOURTH_FIVE = 4

Edge = tuple[int, int]  # fan number, bit mask of the nodes it joins


def two_chows(a: TileSet, b: TileSet) -> list[int]:
    gap = abs(a.rank - b.rank)
    if a.suit != b.suit:
        return [70] if gap == 0 else []
    return {0: [69], 3: [71], 6: [72]}.get(gap, [])


def three_chows(group: list[TileSet]) -> list[int]:
    suits = {c.suit for c in group}
    low, middle, high = sorted(c.rank for c in group)
    steps = (middle - low, high - middle)
    if len(suits) == 1:
        return {(0, 0): [23], (1, 1): [30], (2, 2): [30], (3, 3): [28]}.get(steps, [])
    if len(suits) == 3:
        return {(0, 0): [41], (1, 1): [51], (3, 3): [39]}.get(steps, [])
    return []


def four_chows(group: list[TileSet]) -> list[int]:
    if len({c.suit for c in group}) > 1:
        return []
    r = sorted(c.rank for c in group)
    steps = {b - a for a, b in pairwise(r)}
    if steps == {0}:
        return [14]
    return [16] if steps in ({1}, {2}) else []


def four_chows_and_pair(group: list[TileSet], pair: int) -> list[int]:
    if pair >= 27 or pair % 9 != FOURTH_FIVE or {c.rank for c in group} != {0, 6}:
        return []
    sets = sorted((c.suit, c.rank) for c in group)
    suits = {c.suit for c in group}
    if suits == {pair // 9} and sets[0] == sets[1] and sets[2] == sets[3]:
        return [13]
    if len(suits) == 2 and pair // 9 not in suits and len(set(sets)) == 4:
        return [29]
    return []


def two_pungs(a: TileSet, b: TileSet) -> list[int]:
    if a.start >= 31 and b.start >= 31:
        return [54]
    return [65] if a.start < 27 and b.start < 27 and a.rank == b.rank else []


def three_pungs(group: list[TileSet]) -> list[int]:
    starts = [p.start for p in group]
    if min(starts) >= 31:
        return [2]
    if all(27 <= s < 31 for s in starts):
        return [38]
    if max(starts) >= 27:
        return []
    suits = {p.suit for p in group}
    low, middle, high = sorted(p.rank for p in group)
    steps = (middle - low, high - middle)
    if len(suits) == 1:
        return [24] if steps == (1, 1) else []
    if len(suits) == 3:
        return {(0, 0): [32], (1, 1): [42]}.get(steps, [])
    return []


def four_pungs(group: list[TileSet]) -> list[int]:
    starts = sorted(p.start for p in group)
    if starts == [27, 28, 29, 30]:
        return [1]
    run = starts == list(range(starts[0], starts[0] + 4))
    return [15] if run and len({p.suit for p in group}) == 1 and starts[0] < 27 else []


def pungs_and_pair(group: list[TileSet], pair: int) -> list[int]:
    if len(group) == 2 and pair >= 31 and all(p.start >= 31 for p in group):
        return [10]
    if len(group) == 3 and 27 <= pair < 31 and all(27 <= p.start < 31 for p in group):
        return [9]
    return []


def edges(sets: list[TileSet]) -> list[Edge]:
    """Every combination fan that some of these sets make."""
    found: list[Edge] = []
    for size in (2, 3, 4):
        for nodes in combinations(range(len(sets)), size):
            group = [sets[n] for n in nodes]
            if all(s.chow for s in group):
                fans = _chow_fans(group)
            elif not any(s.chow for s in group):
                fans = _pung_fans(group)
            else:
                continue
            found += [(fan, _mask(nodes)) for fan in fans]
    return found


def pair_edges(sets: list[TileSet], pair: int) -> list[Edge]:
    """Every combination fan that some of these sets make with the pair (a tile id)."""
    found: list[Edge] = []
    for size in (2, 3, 4):
        for nodes in combinations(range(len(sets)), size):
            group = [sets[n] for n in nodes]
            chows = sum(s.chow for s in group)
            if chows == 4:
                fans = four_chows_and_pair(group, pair)
            else:
                fans = [] if chows else pungs_and_pair(group, pair)
            found += [(fan, _mask(nodes) | 1 << PAIR_NODE) for fan in fans]
    return found


def joins_pair(sets: list[TileSet]) -> bool:
    """Whether some pair makes a combination fan with these sets."""
    winds = sum(27 <= s.start < 31 for s in sets)
    dragons = sum(s.start >= 31 for s in sets)
    terminal_chows = sum(s.chow for s in sets) == 4 and {s.rank for s in sets} == {0, 6}
    return terminal_chows or winds >= 3 or dragons >= 2


def _mask(nodes: tuple[int, ...]) -> int:
    return sum(1 << n for n in nodes)


def _chow_fans(group: list[TileSet]) -> list[int]:
    if len(group) == 2:
        return two_chows(*group)
    return three_chows(group) if len(group) == 3 else four_chows(group)


def _pung_fans(group: list[TileSet]) -> list[int]:
    if len(group) == 2:
        return two_pungs(*group)
    return three_pungs(group) if len(group) == 3 else four_pungs(group)


def selections(found: list[Edge]) -> list[tuple[Edge, ...]]:
    """Every hyper-forest over these edges, the empty one included."""
    results: list[tuple[Edge, ...]] = []

    def extend(at: int, chosen: tuple[Edge, ...], parts: tuple[int, ...]) -> None:
        results.append(chosen)
        for i in range(at, len(found)):
            mask = found[i][1]
            touched = [p for p in parts if p & mask]
            if all((p & mask).bit_count() == 1 for p in touched):
                joined = mask
                for p in touched:
                    joined |= p
                rest = tuple(p for p in parts if not p & mask)
                extend(i + 1, (*chosen, found[i]), (*rest, joined))

    extend(0, (), tuple(1 << n for n in range(PAIR_NODE + 1)))
    return results
