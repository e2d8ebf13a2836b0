"""Hands as they occur in play: recorded wins, with like things exchanged.

The recorded wins are those of `tests/cases/mcr_real.jsonl`, each as likely as the others. They
are few, so each is drawn with the suits exchanged, the ranks turned around, the dragons exchanged
and the winds exchanged together with seat and round: hands that are as likely in play, with the
sets, melds and ways of winning that were recorded. About 15,000 different hands come of it.
"""

import json
from functools import cache
from itertools import permutations, product
from pathlib import Path

import numpy as np

from benchmarks.hands import Rng
from benchmarks.rows import FIELDS, HEAVEN, KINDS, NONE, Bytes, Rows

CASES = Path(__file__).resolve().parents[1] / "tests" / "cases" / "mcr_real.jsonl"


@cache
def recorded() -> Rows:
    """The recorded wins, in the order of the file; none was won on the deal."""
    from hulebook.batch.hand_batch import HandBatch

    with CASES.open(encoding="utf-8") as lines:
        hands = [json.loads(line)["hand"] for line in lines]
    batch = HandBatch.from_hands(hands)
    rows = Rows(*(getattr(batch, name) for name in FIELDS))
    return rows.take(rows.flags < HEAVEN)


@cache
def exchanges() -> tuple[Bytes, Bytes]:
    """Every way to exchange like tiles: the new id of each tile [ways, 34] and of each meld byte
    [ways, 256]."""
    tiles = np.array(
        [
            [*(9 * suit + rank for suit in suits for rank in ranks), *winds, *dragons]
            for suits, ranks, winds, dragons in product(
                permutations(range(3)),
                (range(9), range(8, -1, -1)),
                permutations(range(27, 31)),
                permutations(range(31, 34)),
            )
        ],
        np.uint8,
    )
    melds = np.full((len(tiles), 256), NONE, np.uint8)
    for byte in range(4 * KINDS):
        kind, low = divmod(byte, KINDS)
        if kind:
            melds[:, byte] = kind * KINDS + tiles[:, low]
        elif low < 27 and low % 9 < 7:
            melds[:, byte] = np.minimum(tiles[:, low], tiles[:, low + 2])
    return tiles, melds


def play(rng: Rng, n: int) -> Rows:
    """`n` recorded wins with like tiles exchanged at random."""
    tiles, melds = exchanges()
    ways = rng.integers(0, len(tiles), n)
    drawn = recorded().take(rng.integers(0, len(recorded()), n))
    origin = tiles.argsort(axis=1)
    winds = tiles[:, 27:31] - np.uint8(27)
    return Rows(
        np.take_along_axis(drawn.concealed, origin[ways], axis=1),
        melds[ways[:, None], drawn.melds],
        tiles[ways, drawn.win_tile],
        drawn.self_draw,
        drawn.flags,
        winds[ways, drawn.seat_wind],
        winds[ways, drawn.round_wind],
        drawn.flowers,
    )
