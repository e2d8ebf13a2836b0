"""The batch door gives what the one-hand door gives: points, total, fans, status."""

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

import hulebook
from benchmarks.rows import FIELDS, Rows, concatenate
from benchmarks.workloads import generate
from hulebook.batch.hand_batch import HandBatch
from hulebook.batch.scores import BatchScores, score_batch
from hulebook.errors import STATUS_NAMES, Status
from hulebook.hands.hand import Hand
from hulebook.rules import SHIPPED, RuleSet, get_rules
from tests.peer import peer_totals

WORKLOADS = ("mixed", "all_shapes", "differential", "rare", "one_suit", "not_winning")
HOUSES = (
    get_rules("mcr").replace(two_concealed_kongs=6, knitted_wait="never"),
    get_rules("wsom").replace(nine_gates=400, chicken_value=1),
)
RULES = [*SHIPPED.values(), *HOUSES]
Expected = tuple[int, int, int, int, int, bytes]


def by_id(rules: RuleSet) -> str:
    return rules.id


def hostile(rows: Rows, rng: np.random.Generator) -> Rows:
    """The rows with some bytes overwritten, most by values that could be right."""
    for name in FIELDS:
        column = getattr(rows, name).view(np.uint8).reshape(len(rows), -1)
        hit = rng.random(column.shape) < (0.004 if column.shape[1] > 1 else 0.06)
        small = rng.integers(0, 40, hit.sum())
        wild = rng.integers(0, 256, hit.sum())
        column[hit] = np.where(rng.random(hit.sum()) < 0.8, small, wild)
    rows.self_draw.view(np.uint8)[:] &= 1
    return rows


def flagged(rows: Rows, rng: np.random.Generator) -> Rows:
    """The rows with any flags, seats and no flowers: what can be together, and what cannot."""
    n = len(rows)
    rows.flags[:] = rng.integers(0, 32, n)
    rows.seat_wind[:] = rng.integers(0, 4, n) * rng.integers(0, 2, n)
    rows.flowers[:] = 0
    return rows


def declare_anything(rows: Rows, rng: np.random.Generator) -> Rows:
    """Hands with a random meld in place of three tiles: many have a fifth copy."""
    melds = rng.integers(0, 136, len(rows)).astype(np.uint8)
    keep = rows.melds[:, 0] != 255
    rows.melds[keep, 0] = melds[keep]
    return rows


def test_rows(n: int, seed: int) -> Rows:
    """Wins of all kinds, deals that do not win, and rows of every fault."""
    rng = np.random.default_rng(seed)
    part = n // 10
    rows = [generate(name, part, seed) for name in WORKLOADS]
    rows.append(hostile(generate("mixed", 2 * part, seed + 1), rng))
    rows.append(flagged(hostile(generate("all_shapes", part, seed + 2), rng), rng))
    rows.append(declare_anything(generate("mixed", part, seed + 3), rng))
    return concatenate(rows)


test_rows.__test__ = False  # type: ignore[attr-defined]


def batch_of(rows: Rows, concealed: NDArray[np.uint8] | None = None) -> HandBatch:
    arrays = rows.arrays()
    if concealed is not None:
        arrays["concealed"] = concealed
    return HandBatch(**arrays)  # type: ignore[arg-type]


def plain(rows: Rows) -> Iterator[tuple[int | Hand, int]]:
    """Each row as a hand with its flowers, or the status of what is wrong with it."""
    columns = (getattr(rows, name).tolist() for name in FIELDS)
    for row in zip(*columns, strict=True):
        try:
            yield Hand.from_row(*row), row[-1]
        except hulebook.BadHand as error:
            yield error.status, 0


def expected(hand: int | Hand, rules: RuleSet) -> Expected:
    """What the one-hand door says: status, points, total, uncapped, payable, fan counts."""
    columns = 82 if rules.family == "mcr" else 44
    if isinstance(hand, int):
        return hand, 0, 0, 0, 0, bytes(columns)
    try:
        found = hulebook.score(hand, rules)
    except (hulebook.BadHand, hulebook.NotAWin) as error:
        return error.status, 0, 0, 0, 0, bytes(columns)
    counts = bytearray(found.counts)
    if rules.family == "mcr":
        counts[80] = hand.flowers
    return 0, found.points, found.total, found.uncapped, found.payable, bytes(counts)


def found(scores: BatchScores, row: int) -> Expected:
    assert scores.fans is not None
    return (
        int(scores.status[row]),
        int(scores.points[row]),
        int(scores.total[row]),
        int(scores.uncapped[row]),
        int(scores.payable[row]),
        scores.fans[row].tobytes(),
    )


def tile_ids(rows: Rows) -> tuple[NDArray[np.uint8], NDArray[np.intp]]:
    """Tile ids of the rows that have at most 14 standing tiles, and which rows these are."""
    some = np.flatnonzero(rows.concealed.sum(axis=1, dtype=np.int64) <= 14)
    return rows.take(some).tiles, some


def check_equal(rows: Rows, rules: RuleSet) -> set[int]:
    """Both forms of a batch against the one-hand door; the statuses that occurred."""
    counted = score_batch(batch_of(rows), rules, fans=True)
    tiles, some = tile_ids(rows)
    rng = np.random.default_rng(1)
    tiled = score_batch(batch_of(rows.take(some), rng.permuted(tiles, axis=1)), rules, fans=True)
    for array, other in zip(counted[1:], tiled[1:], strict=True):
        assert np.array_equal(array[some], other)
    points_only = score_batch(batch_of(rows), rules)
    for array, other in zip(counted[1:6], points_only[1:6], strict=True):
        assert np.array_equal(array, other)
    for row, (hand, _) in enumerate(plain(rows)):
        assert found(counted, row) == expected(hand, rules), (row, hand)
    return set(counted.status.tolist())


@pytest.mark.parametrize("rules", RULES, ids=by_id)
def test_batch_equals_the_one_hand_door(rules: RuleSet) -> None:
    check_equal(test_rows(2_500, seed=len(rules.id)), rules)


@pytest.mark.exhaustive
@pytest.mark.parametrize("rules", RULES, ids=by_id)
def test_batch_equals_the_one_hand_door_on_a_million_rows(rules: RuleSet) -> None:
    for seed in range(10):
        check_equal(test_rows(25_000, seed=100 * seed + len(rules.id)), rules)


def test_every_status_occurs() -> None:
    rows = test_rows(20_000, seed=5)
    seen: set[int] = set()
    for rules in ("mcr", "wsom"):
        seen |= set(score_batch(batch_of(rows), rules).status.tolist())
    others = {Status.NULL_ROW, Status.BAD_TEXT}
    assert seen == set(range(len(STATUS_NAMES))) - others


def test_fifth_copies_without_melds() -> None:
    rng = np.random.default_rng(3)
    n = 6_000
    rows = generate("standard_closed", n, seed=3)
    pairs = rng.integers(0, rng.integers(1, 35, n)[:, np.newaxis], (n, 7)).astype(np.uint8)
    odd = rng.random(n) < 0.3
    tiles = np.repeat(pairs, 2, axis=1)
    tiles[odd, 13] = rng.integers(0, 34, odd.sum())
    rows.concealed[:] = 0
    np.add.at(rows.concealed, (np.arange(n)[:, np.newaxis], tiles), 1)
    rows.win_tile[:] = tiles[:, 0]
    rows.flags[:] = 0
    assert {Status.OK, Status.FIFTH_TILE} <= check_equal(rows, get_rules("mcr"))


@pytest.mark.parametrize("width", [34, 14])
def test_random_bytes_are_only_bad_rows(width: int) -> None:
    rng = np.random.default_rng(width)
    n = 20_000

    def column(*shape: int) -> NDArray[np.uint8]:
        top = rng.choice([2, 5, 34, 136, 256], n)
        values = rng.random((n, *shape)) * top.reshape(n, *(1 for _ in shape))
        return values.astype(np.uint8)

    batch = HandBatch(
        column(width),
        column(),
        column(4),
        self_draw=column().view(np.bool_),
        flags=column(),
        seat_wind=column(),
        round_wind=column(),
        flowers=column(),
    )
    scores = score_batch(batch, fans=True)
    assert (scores.status != Status.OK).sum() > n * 0.99
    assert scores.fans is not None
    bad = scores.status != 0
    assert not scores.fans[bad].any()
    assert not scores.total[bad].any()


def totals_differ_from_the_peer(n: int) -> int:
    pytest.importorskip("MahjongGB")
    rows = generate("differential", n, seed=98)
    totals = score_batch(batch_of(rows), "mcr-98").total
    return int((peer_totals(rows) != totals).sum())


def test_batch_equals_pymahjonggb() -> None:
    assert totals_differ_from_the_peer(20_000) == 0


@pytest.mark.exhaustive
def test_batch_equals_pymahjonggb_on_more_rows() -> None:
    assert totals_differ_from_the_peer(200_000) == 0
