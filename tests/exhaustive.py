"""Every legal hand against PyMahjongGB with `mcr-98`: `python -m tests.exhaustive`.

All 11,498,658 standard hands, each with every distinct winning tile, drawn and discarded (some
200 million scores); all seven pairs (16,417,104 hands, drawn and discarded), honors-and-knitted
hands, knitted straights and thirteen orphans. Seat and round wind go round with the hand's
number, so that all sixteen occur. Batch kernel on our side.

The run takes about 25 minutes on two cores, can be stopped and goes on where it was: finished
chunks are kept in the state file. The summary is written beside the tests. Exits 1 if a total
differs. Needs the `peers` extra.
"""

import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from math import comb

import numpy as np

import hulebook
from benchmarks.exhaustive import every_win, knitted_honors_wins, knitted_straight_wins
from benchmarks.hands import Standing
from benchmarks.rows import Bytes, Rows
from hulebook.batch.hand_batch import HandBatch
from hulebook.batch.scores import score_batch
from hulebook.index import hand_at_batch
from hulebook.tables.layout import STANDARD_HANDS
from tests.long_run import Chunk, Compared, command
from tests.peer import TILES, calculator, peer_arguments, peer_version

CHUNK = 20_000
KINDS = 34
# Seven pairs by their number of kinds that stand four times.
SEVEN_PAIRS = sum(comb(34, q) * comb(34 - q, 7 - 2 * q) for q in range(4))


def chunks() -> list[Chunk]:
    """The work, cut into pieces that can be done apart: a family and where the piece starts."""
    work = [("standard", at) for at in range(0, STANDARD_HANDS, CHUNK)]
    work += [("seven pairs", kind) for kind in range(KINDS)]
    return [*work, ("honors and knitted", 0), ("knitted straight", 0), ("thirteen orphans", 0)]


def rows_of(chunk: Chunk) -> Iterator[Rows]:
    family, at = chunk
    if family == "standard":
        counts = hand_at_batch(np.arange(at, min(at + CHUNK, STANDARD_HANDS)))
        yield from with_winds(every_win(closed(counts)))
    elif family == "seven pairs":
        yield from with_winds(seven_pairs(at))
    elif family == "honors and knitted":
        yield from knitted_honors_wins()
    elif family == "knitted straight":
        yield from knitted_straight_wins()
    else:
        yield from every_win(closed(thirteen_orphans()))


def closed(counts: Bytes) -> Standing:
    return Standing(counts, np.full((len(counts), 4), 255, np.uint8))


def with_winds(parts: Iterator[Rows]) -> Iterator[Rows]:
    for rows in parts:
        number = np.arange(len(rows), dtype=np.int64)
        yield replace(
            rows,
            seat_wind=(number // 2 % 4).astype(np.uint8),
            round_wind=(number // 8 % 4).astype(np.uint8),
        )


def seven_pairs(first: int) -> Iterator[Rows]:
    """All seven pairs whose lowest kind is `first`, drawn and discarded, won on the lowest kind.

    (The winning tile matters only where the hand is also standard: those are in that family.)
    """
    for quads in range(4):
        for fours in combinations(range(first, KINDS), quads):
            others = [k for k in range(first, KINDS) if k not in fours]
            if 7 - 2 * quads > len(others):
                continue
            twos = np.array(list(combinations(others, 7 - 2 * quads)), np.intp)
            lowest = twos.min(axis=1) if not quads else np.minimum(twos.min(axis=1), min(fours))
            twos = twos[lowest == first]
            if not len(twos):
                continue
            counts = np.zeros((len(twos), KINDS), np.uint8)
            np.put_along_axis(counts, twos, 2, axis=1)
            counts[:, list(fours)] = 4
            yield from drawn_and_discarded(counts, first)


def drawn_and_discarded(counts: Bytes, win_tile: int) -> Iterator[Rows]:
    for at in range(0, len(counts), CHUNK):
        part = counts[at : at + CHUNK].repeat(2, axis=0)
        n = len(part)
        zero = np.zeros(n, np.uint8)
        drawn = np.arange(n) % 2 == 1
        win = np.full(n, win_tile, np.uint8)
        melds = np.full((n, 4), 255, np.uint8)
        yield Rows(part, melds, win, drawn, zero, zero.copy(), zero.copy(), zero)


def thirteen_orphans() -> Bytes:
    kinds = [t for t in range(KINDS) if t >= 27 or t % 9 in (0, 8)]
    counts = np.zeros((13, KINDS), np.uint8)
    counts[:, kinds] = 1
    counts[np.arange(13), kinds] = 2
    return counts


def peer_points(rows: Rows) -> list[int]:
    """PyMahjongGB's totals; -1 where it sees no win."""
    score = calculator()
    totals = []
    for arguments in fast_arguments(rows):
        try:
            totals.append(sum(fan[0] for fan in score(*arguments)))
        except TypeError:
            totals.append(-1)
    return totals


def fast_arguments(rows: Rows) -> Iterator[tuple[object, ...]]:
    """As `peer_arguments`; the tiles of a hand without melds are named once."""
    if (rows.melds != 255).any():
        yield from peer_arguments(rows)
        return
    names = np.array(TILES)
    tiles = names[rows.tiles].tolist()
    columns = zip(
        tiles,
        names[rows.win_tile].tolist(),
        rows.self_draw.tolist(),
        rows.seat_wind.tolist(),
        rows.round_wind.tolist(),
        strict=True,
    )
    for hand, won, drawn, seat, round_wind in columns:
        hand.remove(won)
        yield (), tuple(hand), won, 0, drawn, False, False, False, seat, round_wind


def compare(chunk: Chunk) -> Compared:
    """Score a chunk with both."""
    scores, total, different = 0, 0, []
    for rows in rows_of(chunk):
        ours = score_batch(HandBatch(**rows.arrays()), "mcr-98")
        mine = np.where(ours.status == 0, ours.total.astype(np.int64), -1)
        theirs = np.array(peer_points(rows))
        scores += len(rows)
        total += int(mine.sum())
        different += [
            f"{hand_text(rows, i)}: {mine[i]}, PyMahjongGB {theirs[i]}"
            for i in np.nonzero(mine != theirs)[0].tolist()
        ]
    return Compared(chunk, scores, total, different)


def hand_text(rows: Rows, i: int) -> str:
    one = rows.take(slice(i, i + 1))
    return str(
        hulebook.Hand.from_row(
            one.concealed[0].tolist(),
            one.melds[0].tolist(),
            int(one.win_tile[0]),
            bool(one.self_draw[0]),
            int(one.flags[0]),
            int(one.seat_wind[0]),
            int(one.round_wind[0]),
            int(one.flowers[0]),
        )
    )


def main() -> int:
    versions = {
        "hulebook": hulebook.__version__,
        "PyMahjongGB": peer_version(),
        "rules": "mcr-98",
    }
    return command(str(__doc__), "exhaustive", chunks(), compare, versions)


if __name__ == "__main__":
    sys.exit(main())
