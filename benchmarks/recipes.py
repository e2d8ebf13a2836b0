"""Recipes for seldom seen hands, so that every MCR fan turns up in a small workload."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import combinations, permutations

import numpy as np

from benchmarks.context import Chances, win
from benchmarks.hands import (
    CHOWS,
    HONORS,
    ORPHANS,
    PAIR_TILES,
    PUNGS,
    SETS,
    TERMINALS,
    Rng,
    Split,
    Standing,
    add_up,
    chow,
    closed,
    declare,
    honors_and_knitted,
    knitted_straights,
    nine_gates,
    pung,
    seven_pairs,
    shifted_pairs,
    thirteen_orphans,
    tile,
    until_legal,
)
from benchmarks.rows import KINDS, NONE, Bytes, Rows

WINDS, DRAGONS, SUITS = range(27, 31), range(31, 34), range(3)
Pattern = tuple[tuple[int, ...], int]
EVENTFUL = Chances(last_of_kind=0.15, last_wall_tile=0.08, replacement=0.25, robbed=0.15)


@dataclass(frozen=True)
class Recipe:
    """Some fixed sets (one pattern per row), the rest and the pair drawn from pools."""

    name: str
    patterns: tuple[Pattern, ...] = (((), NONE),)
    rest: Bytes = field(default_factory=lambda: SETS)
    pairs: Bytes = field(default_factory=lambda: np.arange(KINDS, dtype=np.uint8))
    melded: tuple[float, ...] = (0.4, 0.2, 0.2, 0.1, 0.1)
    kong_share: float = 0.15
    chances: Chances = EVENTFUL

    def __call__(self, rng: Rng, n: int) -> Rows:
        """`n` legal wins of this recipe."""
        melded = rng.choice(5, n, p=self.melded)
        split = self.splits(rng, n)
        return win(rng, declare(rng, split, melded, self.kong_share, 0.5), self.chances)

    def splits(self, rng: Rng, n: int) -> Split:
        """Sets and pairs of `n` hands without a fifth tile."""
        fixed = np.array([sets for sets, _ in self.patterns], np.uint8)
        fixed = fixed.reshape(len(self.patterns), -1)
        fixed_pairs = np.array([pair for _, pair in self.patterns], np.uint8)

        def propose(size: int) -> Split:
            which = rng.integers(0, len(fixed), size)
            rest = self.rest[rng.integers(0, len(self.rest), (size, 4 - fixed.shape[1]))]
            pair = self.pairs[rng.integers(0, len(self.pairs), size)]
            pair = np.where(fixed_pairs[which] == NONE, pair, fixed_pairs[which])
            return add_up(np.concatenate([fixed[which], rest], axis=1), PAIR_TILES[pair])

        return until_legal(n, propose)


def _any_pair(sets: Iterable[Iterable[int]]) -> tuple[Pattern, ...]:
    return tuple((tuple(row), NONE) for row in sets)


def _pool(name: str, kinds: Iterable[int]) -> Recipe:
    """Every set and pair made of the given kinds only."""
    allowed = set(kinds)
    sets = [low for low in CHOWS.tolist() if {low, low + 1, low + 2} <= allowed]
    sets += [pung(kind) for kind in sorted(allowed)]
    return Recipe(name, rest=np.array(sets, np.uint8), pairs=np.array(sorted(allowed), np.uint8))


def _ranks(*ranks: int) -> list[int]:
    return [tile(suit, rank) for suit in SUITS for rank in ranks]


def _pungs(kinds: Iterable[int]) -> tuple[int, ...]:
    return tuple(pung(kind) for kind in kinds)


def _chows(suit: int, *ranks: int) -> tuple[int, ...]:
    return tuple(chow(suit, rank) for rank in ranks)


def _across(
    ranks: Iterable[int], step: int, make: Callable[[int, int], int]
) -> tuple[Pattern, ...]:
    """Three sets in three suits, each `step` ranks above the one before."""
    return _any_pair(
        [make(suit, first + step * place) for place, suit in enumerate(suits)]
        for first in ranks
        for suits in permutations(SUITS)
    )


GREEN = [*(tile(2, rank) for rank in (2, 3, 4, 6, 8)), 32]
REVERSIBLE = [
    *(tile(1, rank) for rank in (1, 2, 3, 4, 5, 8, 9)),
    *(tile(2, rank) for rank in (2, 4, 5, 6, 8, 9)),
    31,
]


def _pung_of(suit: int, rank: int) -> int:
    return pung(tile(suit, rank))


def _pattern_recipes() -> list[Recipe]:
    one_suit = [(suit, rank) for suit in SUITS for rank in range(1, 10)]
    shifts = [(suit, a, s) for suit in SUITS for s in (1, 2) for a in range(1, 8 - 2 * s)]
    return [
        Recipe("big four winds", _any_pair([_pungs(WINDS)])),
        Recipe("big three dragons", _any_pair([_pungs(DRAGONS)])),
        Recipe("little four winds", tuple((_pungs(set(WINDS) - {w}), w) for w in WINDS)),
        Recipe("little three dragons", tuple((_pungs(set(DRAGONS) - {d}), d) for d in DRAGONS)),
        Recipe("big three winds", _any_pair(map(_pungs, combinations(WINDS, 3)))),
        Recipe("two dragon pungs", _any_pair(map(_pungs, combinations(DRAGONS, 2)))),
        Recipe("pure terminal chows", tuple((_chows(s, 1, 1, 7, 7), tile(s, 5)) for s in SUITS)),
        Recipe(
            "three-suited terminal chows",
            tuple(
                (_chows(a, 1, 7) + _chows(b, 1, 7), tile(c, 5)) for a, b, c in permutations(SUITS)
            ),
        ),
        Recipe("quadruple chow", _any_pair([low] * 4 for low in CHOWS.tolist())),
        Recipe("pure triple chow", _any_pair([low] * 3 for low in CHOWS.tolist())),
        Recipe(
            "four pure shifted pungs",
            _any_pair(_pungs(range(tile(s, r), tile(s, r) + 4)) for s, r in one_suit if r <= 6),
        ),
        Recipe(
            "pure shifted pungs",
            _any_pair(_pungs(range(tile(s, r), tile(s, r) + 3)) for s, r in one_suit if r <= 7),
        ),
        Recipe(
            "four pure shifted chows",
            _any_pair(
                _chows(s, *(a + step * i for i in range(4)))
                for s, a, step in shifts
                if a + 3 * step <= 7
            ),
        ),
        Recipe(
            "pure shifted chows",
            _any_pair(_chows(s, a, a + step, a + 2 * step) for s, a, step in shifts),
        ),
        Recipe("pure straight", _any_pair(_chows(suit, 1, 4, 7) for suit in SUITS)),
        Recipe("mixed straight", _across([1], 3, chow)),
        Recipe("mixed triple chow", _across(range(1, 8), 0, chow)),
        Recipe("mixed shifted chows", _across(range(1, 6), 1, chow)),
        Recipe("mixed shifted pungs", _across(range(1, 8), 1, _pung_of)),
        Recipe("triple pung", _across(range(1, 10), 0, _pung_of)),
        Recipe(
            "double pungs",
            _any_pair(
                (_pung_of(a, r), _pung_of(b, r), _pung_of(b, q), _pung_of(c, q))
                for a, b, c in permutations(SUITS)
                for r, q in combinations(range(1, 10), 2)
            ),
        ),
    ]


def _pool_recipes() -> list[Recipe]:
    fives = [chow(suit, rank) for suit in SUITS for rank in (3, 4, 5)] + list(_pungs(_ranks(5)))
    outside = [chow(suit, rank) for suit in SUITS for rank in (1, 7)] + list(_pungs(ORPHANS))
    return [
        _pool("all green", GREEN),
        _pool("all green without dragon", GREEN[:-1]),
        _pool("reversible tiles", REVERSIBLE),
        _pool("all terminals", TERMINALS.tolist()),
        _pool("all terminals and honors", ORPHANS.tolist()),
        _pool("all honors", HONORS.tolist()),
        _pool("all even pungs", _ranks(2, 4, 6, 8)),
        _pool("upper tiles", _ranks(7, 8, 9)),
        _pool("middle tiles", _ranks(4, 5, 6)),
        _pool("lower tiles", _ranks(1, 2, 3)),
        _pool("upper four", _ranks(6, 7, 8, 9)),
        _pool("lower four", _ranks(1, 2, 3, 4)),
        _pool("all simples", _ranks(2, 3, 4, 5, 6, 7, 8)),
        Recipe("all fives", rest=_bytes(fives), pairs=_bytes(_ranks(5))),
        Recipe("outside hand", rest=_bytes(outside), pairs=ORPHANS),
    ]


def _bytes(values: Iterable[int]) -> Bytes:
    return np.array(list(values), np.uint8)


def _manner_recipes() -> list[Recipe]:
    """Hands that are rare for how they are held or won."""
    never = Chances(0, 0, 0, 0, 0)
    middle_pungs = [pung(tile(suit, rank)) for suit in SUITS for rank in range(2, 9)]
    return [
        Recipe("four kongs", rest=PUNGS, kong_share=1.0),
        Recipe("three kongs", rest=PUNGS, kong_share=0.7),
        Recipe("two kongs", rest=PUNGS, kong_share=0.4),
        Recipe("concealed pungs", rest=PUNGS, melded=(0.7, 0.3, 0, 0, 0), kong_share=0.1),
        Recipe("melded hand", melded=(0, 0, 0, 0.1, 0.9), kong_share=0.05),
        Recipe(
            "chicken hand",
            rest=np.concatenate([CHOWS, CHOWS, _bytes(middle_pungs)]),
            pairs=HONORS,
            melded=(0, 0.3, 0.4, 0.3, 0),
            kong_share=0.0,
            chances=never,
        ),
    ]


def _closed_recipe(counts: Callable[[Rng, int], Bytes]) -> Callable[[Rng, int], Rows]:
    return lambda rng, n: win(rng, closed(counts(rng, n)), EVENTFUL)


def _pairs_of(kinds: Iterable[int]) -> Callable[[Rng, int], Rows]:
    chosen = _bytes(kinds)
    return _closed_recipe(lambda rng, n: seven_pairs(rng, n, chosen))


def gates_rows(rng: Rng, n: int) -> Rows:
    """Nine Gates: won on the fourteenth tile."""
    counts, fourteenth = nine_gates(rng, n)
    return win(rng, closed(counts), EVENTFUL, fourteenth)


def knitted_straight_rows(rng: Rng, n: int) -> Rows:
    """Knitted straights, half of them with a declared set."""
    melded = rng.integers(0, 2, n)
    standing: Standing = declare(rng, knitted_straights(rng, n), melded, 0.2)
    return win(rng, standing, EVENTFUL)


RARE: tuple[Callable[[Rng, int], Rows], ...] = (
    *_pattern_recipes(),
    *_pool_recipes(),
    *_manner_recipes(),
    *(
        _pairs_of(kinds)
        for kinds in (
            range(KINDS),
            range(9, 18),
            [*range(9), *HONORS],
            GREEN[:-1],
            GREEN,
            REVERSIBLE,
            TERMINALS,
            HONORS,
            ORPHANS,
            _ranks(6, 7, 8, 9),
            _ranks(1, 2, 3, 4),
            _ranks(4, 5, 6),
        )
    ),
    _closed_recipe(shifted_pairs),
    _closed_recipe(thirteen_orphans),
    _closed_recipe(honors_and_knitted),
    gates_rows,
    knitted_straight_rows,
)
