"""Rows of a batch against the reference scorers, all shipped rule sets of both families."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import hulebook
from benchmarks.rows import EARTH, HEAVEN, KINDS, KONG, LAST_OF_KIND, LAST_WALL_TILE, NONE, Rows
from hulebook.batch.hand_batch import HandBatch
from hulebook.batch.scores import BatchScores, score_batch
from tests.reference import mcr, zung_jung
from tests.reference.hands import Illegal, RefHand

MCR_SETS = tuple(mcr.RULES)
EDITIONS = tuple(zung_jung.EDITIONS)
SWITCHES = tuple(mcr.RULES.values())
FLOWERS = 81
FANS, PATTERNS = 82, len(zung_jung.NUMBERS)
NOT_A_WIN = int(hulebook.Status.NOT_A_WIN)


class Expected(NamedTuple):
    """What the reference says of one row under one rule set."""

    status: int
    points: int = 0
    total: int = 0
    uncapped: int = 0
    payable: int = 0
    fans: bytes = b""


def reference_hands(rows: Rows) -> list[RefHand]:
    tiles = [tuple(t for t in row if t != NONE) for row in rows.tiles.tolist()]
    melds = [tuple(divmod(m, KINDS) for m in row if m != NONE) for row in rows.melds.tolist()]
    columns = zip(
        tiles,
        rows.win_tile.tolist(),
        melds,
        rows.seat_wind.tolist(),
        rows.round_wind.tolist(),
        rows.self_draw.tolist(),
        *((rows.flags & bit != 0).tolist() for bit in (LAST_OF_KIND, LAST_WALL_TILE, KONG)),
        *((rows.flags & bit != 0).tolist() for bit in (HEAVEN, EARTH)),
        rows.flowers.tolist(),
        strict=True,
    )
    return [RefHand(*row) for row in columns]


@lru_cache(maxsize=1 << 20)
def fan_counts(numbers: tuple[int, ...], flowers: int) -> bytes:
    counts = bytearray(FANS)
    for number in numbers:
        counts[number - 1] += 1
    counts[FLOWERS - 1] = flowers
    return bytes(counts)


@lru_cache(maxsize=1 << 20)
def pattern_counts(numbers: tuple[str, ...]) -> bytes:
    counts = bytearray(PATTERNS)
    for number in numbers:
        counts[zung_jung.PLACE[number]] += 1
    return bytes(counts)


def mcr_expected(hand: RefHand) -> list[Expected]:
    """The three MCR rule sets."""
    try:
        results = mcr.score_many(hand, SWITCHES)
    except Illegal as refused:
        return [Expected(refused.status)] * len(MCR_SETS)
    return [
        Expected(
            0, r.points, r.total, r.points, r.total, fan_counts(r.canonical, hand.flowers)
        )
        if r
        else Expected(NOT_A_WIN)
        for r in results
    ]  # fmt: skip


def zung_jung_expected(hand: RefHand) -> list[Expected]:
    """The three editions of Zung Jung."""
    try:
        results = zung_jung.score_many(hand, EDITIONS)
    except Illegal as refused:
        return [Expected(refused.status)] * len(EDITIONS)
    return [
        Expected(0, r.value, r.value, r.uncapped, r.payable, pattern_counts(r.patterns))
        if r
        else Expected(NOT_A_WIN)
        for r in results.values()
    ]


def unlike(ours: BatchScores, expected: Sequence[Expected]) -> NDArray[np.intp]:
    """The rows on which status, points, total, uncapped sum, payable or fan list differ."""
    assert ours.fans is not None
    columns = (ours.status, ours.points, ours.total, ours.uncapped, ours.payable)
    differ = np.zeros(len(expected), np.bool_)
    for column, wanted in zip(columns, zip(*(e[:5] for e in expected), strict=True), strict=True):
        differ |= column != np.array(wanted)
    width = ours.fans.shape[1]
    lists = b"".join(e.fans or bytes(width) for e in expected)
    differ |= (ours.fans != np.frombuffer(lists, np.uint8).reshape(-1, width)).any(axis=1)
    return np.flatnonzero(differ)


def compare_rows(rows: Rows) -> tuple[int, int, list[str]]:
    """Scores, sum of our totals and what differs, under the six rule sets.

    Zung Jung has no flowers: its rows are the same without them.
    """
    if not len(rows):
        return 0, 0, []
    dry = replace(rows, flowers=np.zeros_like(rows.flowers))
    scores, total, different = 0, 0, []
    for held, of_hand, ids in (
        (rows, mcr_expected, MCR_SETS),
        (dry, zung_jung_expected, EDITIONS),
    ):
        by_rules = zip(*map(of_hand, reference_hands(held)), strict=True)
        batch = HandBatch(**held.arrays())
        for rules, expected in zip(ids, by_rules, strict=True):
            ours = score_batch(batch, rules, fans=True)
            scores += int((ours.status == 0).sum())
            total += int(ours.total.sum(dtype=np.int64))
            different += [
                f"{hand_text(held, i)} {rules}: "
                f"{ours.total[i]} (status {ours.status[i]}), reference {expected[i]}"
                for i in unlike(ours, expected).tolist()
            ]
    return scores, total, different


def hand_text(rows: Rows, i: int) -> str:
    """A row as a hand string, or as it stands where it is no legal hand."""
    row = [column[i].tolist() for column in rows.arrays().values()]
    try:
        return str(hulebook.Hand.from_row(*row))
    except hulebook.BadHand:
        return repr(row)
