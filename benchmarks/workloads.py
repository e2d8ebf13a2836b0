"""Seeded mahjong wins as arrays, for tests and benchmarks.

    rows = generate("mixed", 1_000_000, seed=1)
    for part in stream("mixed", 10_000_000, seed=1): ...

Hands are built from sets and pairs by this package alone, those of `play` from recorded wins.
Each row is a legal win with a context that can happen; the rows of `not_winning` are random deals.
What is certain about the events:

* no fifth tile of a kind; a kong's kind is nowhere else in the hand;
* last of its kind only if no other copy stands (copies in the own melds are allowed);
* kong with self-draw only with a kong of one's own, melded or concealed;
* kong by discard (robbed) only of a kind the winner does not hold, never on the last wall tile; it
  may be marked last of its kind, which it always is;
* heaven only self-drawn by East, earth only by discard to another seat, both without melds and
  other flags.

The same name, n and seed give the same rows. PCG64 is fixed; numpy's methods on top of it may
change between its releases.
"""

from collections.abc import Callable, Iterator
from zlib import crc32

import numpy as np

from benchmarks.context import win, without_deal_wins, won_on_the_deal
from benchmarks.hands import (
    Rng,
    closed,
    count,
    declare,
    free_splits,
    honors_and_knitted,
    nine_gates,
    related_chows,
    seven_pairs,
    shifted_pairs,
    suit_splits,
    thirteen_orphans,
    uniform_splits,
)
from benchmarks.play import play
from benchmarks.recipes import RARE, knitted_straight_rows
from benchmarks.rows import Ints, Rows, collect, concatenate

CHUNK = 65_536

Maker = Callable[[Rng, int], Rows]


def generate(name: str, n: int, seed: int) -> Rows:
    """`n` rows of a workload (see `NAMES`).

    >>> rows = generate("mixed", 1000, seed=7)
    >>> rows.concealed.shape, rows.melds.shape, rows.win_tile.dtype
    ((1000, 34), (1000, 4), dtype('uint8'))
    """
    return collect(stream(name, n, seed), n)


def stream(name: str, n: int, seed: int, chunk: int = CHUNK) -> Iterator[Rows]:
    """The rows of `generate` in parts of `chunk` rows (another `chunk` gives other rows)."""
    make = _MAKERS[name]
    for place, start in enumerate(range(0, n, chunk)):
        entropy = [seed, crc32(name.encode()), place]
        rng = np.random.Generator(np.random.PCG64(np.random.SeedSequence(entropy)))
        yield make(rng, min(chunk, n - start))


def _blend(rng: Rng, n: int, shares: tuple[tuple[float, Maker], ...]) -> Rows:
    weights = np.array([share for share, _ in shares])
    sizes = rng.multinomial(n, weights / weights.sum())
    parts = [make(rng, int(size)) for size, (_, make) in zip(sizes, shares, strict=True) if size]
    return concatenate(parts).take(rng.permutation(n))


def _melded(rng: Rng, n: int) -> Ints:
    return rng.choice(5, n, p=(0.25, 0.25, 0.25, 0.15, 0.1))


def _standard_closed(rng: Rng, n: int) -> Rows:
    return win(rng, closed(uniform_splits(rng, n).total))


def _mixed(rng: Rng, n: int) -> Rows:
    return win(rng, declare(rng, free_splits(rng, n, 0.6), _melded(rng, n), 0.15))


def _chow_heavy(rng: Rng, n: int) -> Rows:
    return win(rng, declare(rng, related_chows(rng, n), _melded(rng, n), 0.15))


def _one_suit(rng: Rng, n: int) -> Rows:
    split = suit_splits(rng, n, rng.random(n) < 0.5)
    return win(rng, declare(rng, split, _melded(rng, n), 0.15))


def _seven_pairs(rng: Rng, n: int) -> Rows:
    return win(rng, closed(seven_pairs(rng, n)))


def _knitted_honors(rng: Rng, n: int) -> Rows:
    return win(rng, closed(honors_and_knitted(rng, n)))


def _shifted_pairs(rng: Rng, n: int) -> Rows:
    return win(rng, closed(shifted_pairs(rng, n)))


def _orphans(rng: Rng, n: int) -> Rows:
    return win(rng, closed(thirteen_orphans(rng, n)))


def _gates(rng: Rng, n: int) -> Rows:
    counts, fourteenth = nine_gates(rng, n)
    return win(rng, closed(counts), win_tile=fourteenth)


def _on_the_deal(rng: Rng, n: int) -> Rows:
    kinds = ((0.8, _standard_closed), (0.1, _seven_pairs), (0.05, _orphans), (0.05, _gates))
    return won_on_the_deal(rng, _blend(rng, n, kinds))


def _not_winning(rng: Rng, n: int) -> Rows:
    wall = np.arange(136, dtype=np.uint8)
    keys = rng.random((n, 136), np.float32)
    deal = wall[keys.argpartition(13, axis=1)[:, :14]] // 4
    return win(rng, closed(count(deal)))


def _all_shapes(rng: Rng, n: int) -> Rows:
    shares: tuple[tuple[float, Maker], ...] = (
        (0.68, _mixed),
        (0.10, _seven_pairs),
        (0.025, _knitted_honors),
        (0.025, knitted_straight_rows),
        (0.08, _chow_heavy),
        (0.07, _one_suit),
        (0.004, _orphans),
        (0.004, _gates),
        (0.004, _shifted_pairs),
        (0.008, _on_the_deal),
    )
    return _blend(rng, n, shares)


def _rare(rng: Rng, n: int) -> Rows:
    return _blend(rng, n, tuple((1.0, recipe) for recipe in RARE))


def _differential(rng: Rng, n: int) -> Rows:
    shares: tuple[tuple[float, Maker], ...] = (
        (0.10, _standard_closed),
        (0.20, _mixed),
        (0.25, _all_shapes),
        (0.10, _chow_heavy),
        (0.10, _one_suit),
        (0.25, _rare),
    )
    return without_deal_wins(_scatter_melds(rng, _blend(rng, n, shares)))


def _scatter_melds(rng: Rng, rows: Rows) -> Rows:
    """Melds in any slot and order: an unused slot may stand before a used one."""
    order = rng.random(rows.melds.shape, np.float32).argsort(axis=1)
    rows.melds[:] = np.take_along_axis(rows.melds, order, axis=1)
    return rows


_MAKERS: dict[str, Maker] = {
    "standard_closed": _standard_closed,
    "mixed": _mixed,
    "all_shapes": _all_shapes,
    "chow_heavy": _chow_heavy,
    "one_suit": _one_suit,
    "play": play,
    "rare": _rare,
    "differential": _differential,
    "not_winning": _not_winning,
}

NAMES = tuple(_MAKERS)
