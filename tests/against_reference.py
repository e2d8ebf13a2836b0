"""Every set combination with every pair, and every context, against the reference scorers:
`python -m tests.against_reference`.

All six shipped rule sets; status, points, total, uncapped sum, payable and fan list.

- `combinations`: the 366,528 legal choices of four sets, each with every pair beside which it is
  legal, with all four sets declared, so that the hand can be read in one way only; and a quarter
  of them again with some sets or none declared, some of those kongs. Winning tile, winds and
  events are random.
- `contexts`: each of the 478 ways of winning (draw, flags, how many sets are declared and how),
  with a hand for every record of four sets and a pair in either family that can be won so, and
  with random knitted straights and hands without sets. Which sets are declared, the winning tile
  and the winds are random.
- `context fans`: for each way of winning and each combination of context fans that any of those
  hands has in it, with any winning tile and any winds, one hand that has it.

Takes about an hour on two cores, can be stopped and goes on where it was. The summary is written
beside the tests. Exits 1 if anything differs.
"""

import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq

import hulebook
from benchmarks.context import Chances, pick_tile, win
from benchmarks.hands import (
    PAIR_TILES,
    SET_TILES,
    SETS,
    Rng,
    Split,
    Standing,
    add_up,
    all_sets,
    declare,
    honors_and_knitted,
    knitted_straights,
    nine_gates,
    pack,
    seven_pairs,
    shifted_pairs,
    shuffle_columns,
    thirteen_orphans,
)
from benchmarks.rows import CONCEALED_KONG, KINDS, MELDED_KONG, NONE, PUNG, Bools, Bytes, Rows
from hulebook.batch.hand_batch import HandBatch
from hulebook.batch.scores import score_batch
from hulebook.hands.sets import SET_IDS, pair_class, tile_set
from hulebook.index import hand_index_batch
from hulebook.rules import MCR, WSOM
from hulebook.rules.context import Context, legal_contexts
from hulebook.tables.book import book_for
from hulebook.tables.file import default_path
from tests.long_run import Chunk, Compared, command
from tests.reference import zung_jung
from tests.reference_rows import compare_rows

COMBINATIONS = 366_528
CHUNK = 500
AGAIN = 4
PART = 65_536
HANDS_A_RECORD = 3
WINDS = slice(27, 31)
EVENTS = Chances(
    self_draw=0.5, last_of_kind=0.2, last_wall_tile=0.1, replacement=0.3, robbed=0.2
)  # fmt: skip
CONTEXTS = tuple(legal_contexts())
Combination = tuple[str, bytes]  # rule set and counts
# Kongs, concealed pungs, waits, winds, and how the winning tile came.
MCR_CONTEXT_FANS = (
    5, 12, 17, 33, 44, 45, 46, 47, 48, 53, 56, 57, 58, 60, 61, 62, 66, 67, 74, 77, 78, 79, 80, 82
)  # fmt: skip
ZUNG_JUNG_CONTEXT_FANS = ("1.2", "3.1", "4.2.", "4.3.", "9.")
CONTEXT_FANS = {
    "mcr": [number - 1 for number in MCR_CONTEXT_FANS],
    "wsom": [
        column
        for column, number in enumerate(zung_jung.NUMBERS)
        if number.startswith(ZUNG_JUNG_CONTEXT_FANS)
    ],
}


def chunks() -> list[Chunk]:
    """The work, cut into pieces that can be done apart."""
    work = [("combinations", at) for at in range(0, COMBINATIONS, CHUNK)]
    work += [("contexts", c.number) for c in CONTEXTS]
    return [*work, *(("context fans", c.number) for c in CONTEXTS)]


def rows_of(chunk: Chunk) -> list[Rows]:
    family, at = chunk
    rng = np.random.Generator(np.random.PCG64([2006, at, len(family)]))
    if family == "combinations":
        split = beside_every_pair(combinations()[at : at + CHUNK])
        some = rng.permutation(len(split.sets))[: len(split.sets) // AGAIN]
        again = Split(split.sets[some], split.total[some])
        return [
            win(rng, declare(rng, split, np.full(len(split.sets), 4), 0), EVENTS),
            win(rng, declare(rng, again, rng.integers(0, 4, len(some)), 0.4), EVENTS),
        ]
    context = next(c for c in CONTEXTS if c.number == at)
    if family == "contexts":
        return [won_so(rng, declared_so(rng, split, context), context) for split in witnesses()]
    return context_fan_rows(rng, context)


@cache
def combinations() -> Bytes:
    """Every legal choice of four sets, as meld bytes [366528, 4]."""
    every = all_sets(4, SETS)
    legal = add_up(every, np.zeros((len(every), KINDS), np.uint8)).total.max(axis=1) <= 4
    assert legal.sum() == COMBINATIONS
    return np.asarray(every[legal])


def beside_every_pair(sets: Bytes) -> Split:
    """Sets [n, 4] with each pair that they leave two tiles for."""
    pair = np.tile(np.arange(KINDS), len(sets))
    sets = sets.repeat(KINDS, axis=0)
    split = add_up(sets, PAIR_TILES[pair])
    legal = split.total.max(axis=1) <= 4
    return Split(split.sets[legal], split.total[legal])


@cache
def witnesses(each: int = 1) -> tuple[Split, ...]:
    """Hands for every record of four sets and a pair, and random ones of the other shapes."""
    rng = np.random.Generator(np.random.PCG64(2006))
    no_sets = [
        seven_pairs(rng, 1500),
        shifted_pairs(rng, 20),
        honors_and_knitted(rng, 200),
        thirteen_orphans(rng, 30),
        nine_gates(rng, 60)[0],
    ]
    counts = np.concatenate(no_sets)
    return (
        with_four_sets(rng, each),
        with_several_readings(rng, each * 1000),
        knitted_straights(rng, 1500),
        Split(np.empty((len(counts), 0), np.uint8), counts),
    )


def with_four_sets(rng: Rng, each: int) -> Split:
    """Four sets and a pair, so many drawn at random for each record, in either family."""
    table = pq.read_table(Path(default_path()).with_name("combinations.parquet"))
    ids = np.column_stack([table[f"set_{i}"].to_numpy() for i in (1, 2, 3, 4)])
    meld = [s.start if s.chow else PUNG * KINDS + s.start for s in map(tile_set, range(SET_IDS))]
    sets = np.array(meld, np.uint8)[ids]
    drawn = []
    for pair in range(KINDS):
        legal = np.flatnonzero(add_up(sets, PAIR_TILES[[pair] * len(sets)]).total.max(axis=1) <= 4)
        for family, rules in enumerate((MCR, WSOM)):
            classes = table[f"{rules.family}_class"].to_numpy().astype(np.intp)
            records = np.array(book_for(rules).signatures)[classes << 5 | pair_class(pair)]
            for draw in range(each):
                order = rng.permutation(legal)
                _, first = np.unique(records[order], return_index=True)
                at = order[first]
                rest = np.full((len(at), 3), (family, draw, pair))
                drawn.append(np.column_stack([records[at], at, rest]))
    rows = rng.permutation(np.concatenate(drawn))
    _, first = np.unique(rows[:, [0, 2, 3]], axis=0, return_index=True)
    return add_up(sets[rows[first, 1]], PAIR_TILES[rows[first, 4]])


def with_several_readings(rng: Rng, n: int) -> Split:
    """Hands that are four sets and a pair in more than one way."""
    sets = combinations()
    numbers, at, pairs = [], [], []
    for pair in range(KINDS):
        total = add_up(sets, PAIR_TILES[[pair] * len(sets)]).total
        legal = np.flatnonzero(total.max(axis=1) <= 4)
        numbers.append(hand_index_batch(total[legal]))
        at.append(legal)
        pairs.append(np.full(len(legal), pair, np.uint8))
    _, which, count = np.unique(np.concatenate(numbers), return_inverse=True, return_counts=True)
    some = rng.choice(np.flatnonzero(count[which] > 1), n, replace=False)
    return add_up(sets[np.concatenate(at)[some]], PAIR_TILES[np.concatenate(pairs)[some]])


def won_so(rng: Rng, standing: Standing, context: Context) -> Rows:
    """The hands that can be won in this way, each once."""
    can_win = can_be_won_on(standing, context)
    some = can_win.any(axis=1)
    tile = pick_tile(rng, can_win[some].astype(np.uint8))
    return in_context(rng, Standing(standing.concealed[some], standing.melds[some]), tile, context)


def can_be_won_on(standing: Standing, context: Context) -> Bools:
    """The standing tiles that can be the winning one, [n, 34]."""
    can_win = standing.concealed > 0
    if context.kong and not context.self_draw:
        copies = standing.concealed.copy()
        for column in standing.melds.T:
            copies += SET_TILES[column]
        can_win &= copies == 1
    if context.last_of_kind:
        can_win &= standing.concealed == 1
    return can_win


def in_context(rng: Rng, standing: Standing, win_tile: Bytes, context: Context) -> Rows:
    """Hands won on these tiles; flowers and winds are random."""
    n = len(win_tile)
    return Rows(
        standing.concealed,
        standing.melds,
        win_tile,
        np.full(n, context.self_draw),
        np.full(n, context.number >> 9 & 31, np.uint8),
        rng.integers(1 if context.earth else 0, 1 if context.heaven else 4, n, np.uint8),
        rng.integers(0, 4, n, np.uint8),
        rng.integers(0, 9, n, np.uint8),
    )


def declared_so(rng: Rng, split: Split, context: Context) -> Standing:
    """The hands whose sets can be declared as the context has it, so declared."""
    sets = shuffle_columns(rng, split.sets)
    kind, low = sets // KINDS, sets % KINDS
    kongs = context.concealed_kongs + context.melded_kongs
    fourth_is_free = np.take_along_axis(split.total, low.astype(np.int64), axis=1) == 3
    can_kong = (kind == PUNG) & fourth_is_free
    place = can_kong.cumsum(axis=1)
    kong = can_kong & (place <= kongs)
    of_kong = np.where(place <= context.melded_kongs, MELDED_KONG, CONCEALED_KONG)
    kind = np.where(kong, of_kong, kind)
    opened = ~kong & ((~kong).cumsum(axis=1) <= context.open - context.melded_kongs)
    melds = np.where(kong | opened, kind * KINDS + low, NONE).astype(np.uint8)
    declared = (melds != NONE).sum(axis=1)
    able = (kong.sum(axis=1) == kongs) & (declared == context.open + context.concealed_kongs)
    concealed = split.total[able]
    for column in melds[able].T:
        concealed -= SET_TILES[column]
    return Standing(concealed, pack(melds[able]))


def context_fan_rows(rng: Rng, context: Context) -> list[Rows]:
    """A hand for each combination of context fans in this way of winning."""
    seen: set[Combination] = set()
    found = []
    for split in witnesses(HANDS_A_RECORD):
        for rows in every_win_so(rng, declared_so(rng, split, context), context):
            first = combinations_of_context_fans(rows)
            found.append(
                rows.take(np.array([i for c, i in first.items() if c not in seen], np.int64))
            )
            seen |= first.keys()
    return found


def every_win_so(rng: Rng, standing: Standing, context: Context) -> Iterator[Rows]:
    """Each hand with each tile that it can be won on; with all winds where it has a wind pung."""
    row, tile = np.nonzero(can_be_won_on(standing, context))
    for at in range(0, len(row), PART):
        part = row[at : at + PART]
        held = Standing(standing.concealed[part], standing.melds[part])
        rows = in_context(rng, held, tile[at : at + PART].astype(np.uint8), context)
        yield rows
        all_tiles = held.concealed[:, WINDS]
        for column in held.melds.T:
            all_tiles = all_tiles + SET_TILES[column][:, WINDS]
        windy = rows.take((all_tiles >= 3).any(axis=1))
        for seat, round_wind in np.ndindex(4, 4):
            if not (context.heaven and seat) and not (context.earth and not seat):
                seats = np.full(len(windy), seat, np.uint8)
                rounds = np.full(len(windy), round_wind, np.uint8)
                yield replace(windy, seat_wind=seats, round_wind=rounds)


def combinations_of_context_fans(rows: Rows) -> dict[Combination, int]:
    """Each combination of fans that the way of winning decides, and the first row that has it."""
    dry = HandBatch(**rows.arrays() | {"flowers": np.zeros_like(rows.flowers)})
    found = {}
    for rules, columns in CONTEXT_FANS.items():
        fans = score_batch(dry, rules, fans=True).fans
        assert fans is not None
        _, first = np.unique(fans[:, columns], axis=0, return_index=True)
        found.update({(rules, fans[i, columns].tobytes()): i for i in first.tolist()})
    return found


def compare(chunk: Chunk) -> Compared:
    """Score a chunk with both."""
    parts = [compare_rows(rows) for rows in rows_of(chunk) if len(rows)]
    scores, total, different = zip(*parts, strict=True) if parts else ((), (), ())
    return Compared(chunk, sum(scores), sum(total), [d for one in different for d in one])


def main() -> int:
    versions = {"hulebook": hulebook.__version__, "rules": list(hulebook.rules.SHIPPED)}
    return command(str(__doc__), "reference", chunks(), compare, versions)


if __name__ == "__main__":
    sys.exit(main())
