"""What goes into a batch and comes out of it: arrays of every make, buffers, threads, bad input."""

from typing import Any

import numpy as np
import pytest

import hulebook
from benchmarks.rows import FIELDS
from benchmarks.workloads import generate
from hulebook.batch.hand_batch import HandBatch
from hulebook.batch.scores import CHUNK, BatchScores, score_batch
from hulebook.errors import Status
from hulebook.hands.hand import Hand
from hulebook.rules import get_rules

WIN, NO_WIN = "123456789m345p7s7s", "123456789m345p7s8s"


def batch(n: int = 1_000, name: str = "mixed") -> HandBatch:
    return HandBatch(**generate(name, n, seed=4).arrays())  # type: ignore[arg-type]


def assert_same(one: BatchScores, other: BatchScores) -> None:
    for a, b in zip(one[1:], other[1:], strict=True):
        assert (a is None and b is None) or np.array_equal(a, b)


def test_rows_that_are_no_hands_keep_their_status() -> None:
    hands = [WIN, None, "five dragons", "11111m234p567s99s9m", NO_WIN, Hand.from_string(WIN)]
    scores = score_batch(HandBatch.from_hands(hands), fans=True)
    assert scores.status.tolist() == [
        Status.OK,
        Status.NULL_ROW,
        Status.BAD_TEXT,
        Status.FIFTH_TILE,
        Status.NOT_A_WIN,
        Status.OK,
    ]
    assert scores.total.tolist() == [21, 0, 0, 0, 0, 21]
    assert scores.fans is not None
    assert scores.fans.sum(axis=1).tolist() == [4, 0, 0, 0, 0, 4]


def test_a_given_status_is_kept_beside_a_good_hand() -> None:
    hand = HandBatch.from_hands([WIN, WIN])
    status = np.array([0, Status.NULL_ROW], np.uint8)
    columns = {name: getattr(hand, name) for name in FIELDS}
    assert score_batch(HandBatch(**columns, status=status)).total.tolist() == [21, 0]


def test_what_is_left_out_is_none() -> None:
    hand = Hand.from_string(WIN)
    alone = HandBatch(np.array([list(hand.counts)], np.uint8), np.array([hand.win_tile], np.uint8))
    assert score_batch(alone).total.tolist() == [hulebook.score(hand).total]


def test_no_rows() -> None:
    scores = score_batch(HandBatch.from_hands([]), fans=True)
    assert [len(a) for a in scores[1:]] == [0] * 6


@pytest.mark.parametrize("field", FIELDS)
def test_arrays_of_every_make(field: str) -> None:
    """Read-only, not in order, a slice of a wider array: all are read as they are."""
    plain = batch()
    expected = score_batch(plain, fans=True)
    columns = {name: getattr(plain, name) for name in FIELDS}
    array = columns[field]
    readonly = array.copy()
    readonly.flags.writeable = False
    wide = np.zeros((len(array), 3, *array.shape[1:]), array.dtype)
    wide[:, 1] = array
    for other in (readonly, np.asfortranarray(array), wide[:, 1], array[::-1].copy()[::-1]):
        assert_same(score_batch(HandBatch(**{**columns, field: other}), fans=True), expected)


def test_slices_are_views() -> None:
    whole = batch()
    part = whole[100:300]
    assert np.shares_memory(part.concealed, whole.concealed)
    assert np.array_equal(score_batch(part).total, score_batch(whole).total[100:300])


def test_buffers_of_the_caller() -> None:
    hands = batch()
    expected = score_batch(hands, fans=True)
    out = BatchScores.empty(len(hands), fans=True)
    for array in out[1:]:
        array[...] = 77
    assert score_batch(hands, out=out) is out
    assert_same(out, expected)
    own = [np.zeros(len(hands), np.uint16) for _ in range(4)]
    kept = BatchScores(out.rules, np.zeros(len(hands), np.uint8), *own, None)
    score_batch(hands, out=kept)
    assert np.array_equal(kept.uncapped, expected.points)
    assert np.array_equal(kept.payable, expected.total)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"points": np.zeros(1000, np.int64)}, r"out.points must be uint16 \[n\], not int64"),
        ({"total": np.zeros(999, np.uint16)}, "out.total has 999 rows, the batch has 1000"),
        ({"status": np.zeros(2000, np.uint8)[::2]}, "out.status must be writable and contiguous"),
        ({"fans": np.zeros((1000, 44), np.uint8)}, r"out.fans must be uint8 \[n, 82\]"),
        ({"rules": get_rules("mcr-98")}, "out was made for mcr-98, not mcr"),
    ],
)
def test_buffers_that_do_not_fit(change: dict[str, Any], message: str) -> None:
    out = BatchScores.empty(1000, fans=True)._replace(**change)
    with pytest.raises((TypeError, ValueError), match=message):
        score_batch(batch(), out=out)


def test_fans_need_room() -> None:
    with pytest.raises(ValueError, match="no room for fans"):
        score_batch(batch(), fans=True, out=BatchScores.empty(1000))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"concealed": np.zeros((1000, 34))}, r"concealed must be uint8 \[n, 34\] or \[n, 14\]"),
        ({"concealed": np.zeros((1000, 33), np.uint8)}, r"not \[1000, 33\]"),
        ({"concealed": [[1] * 34] * 1000}, "numpy array, .* not list"),
        ({"melds": np.zeros((1000, 3), np.uint8)}, r"melds must be uint8 \[n, 4\]"),
        ({"win_tile": np.zeros(999, np.uint8)}, "win_tile has 999 rows, the batch has 1000"),
        ({"self_draw": np.zeros(1000, np.uint8)}, r"self_draw must be bool \[n\], not uint8"),
        ({"flowers": np.zeros((1000, 1), np.uint8)}, r"flowers must be uint8 \[n\]"),
    ],
)
def test_arrays_that_do_not_fit(change: dict[str, Any], message: str) -> None:
    columns = {name: getattr(batch(), name) for name in FIELDS}
    with pytest.raises((TypeError, ValueError), match=message):
        HandBatch(**{**columns, **change})


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_give_the_same(threads: int) -> None:
    hands = batch(2 * CHUNK + 777, "all_shapes")
    assert_same(score_batch(hands, fans=True, threads=threads), score_batch(hands, fans=True))


def test_no_threads() -> None:
    with pytest.raises(ValueError, match="threads must be 1 or more, not 0"):
        score_batch(batch(), threads=0)


def test_an_unknown_rule_set() -> None:
    with pytest.raises(hulebook.RuleError, match="mcr-99"):
        score_batch(batch(), "mcr-99")


@pytest.mark.parametrize(
    ("hands", "message"),
    [
        (WIN, "many hands, not one string"),
        ([WIN, 5], "entry 1: a hand is a Hand, a string or None, not int"),
    ],
)
def test_what_is_no_hand_is_no_row(hands: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        HandBatch.from_hands(hands)


@pytest.mark.parametrize("given", [None, [WIN], WIN])
def test_what_is_no_batch(given: Any) -> None:
    with pytest.raises(TypeError, match=r"takes a HandBatch \(see HandBatch.from_hands\)"):
        score_batch(given)


def test_threads_are_an_integer() -> None:
    with pytest.raises(TypeError, match="threads must be an integer, not str"):
        score_batch(batch(2), threads="2")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("field", "array", "message"),
    [
        ("flowers", np.full(1000, 2), r"flowers must be uint8 \[n\], not int64"),
        ("concealed", np.zeros((10, 34), np.uint8), "melds has 1000 rows, the batch has 10"),
        ("melds", np.zeros((999, 4), np.uint8), "melds has 999 rows, the batch has 1000"),
        ("self_draw", np.zeros(1000, np.uint8), "self_draw must be bool"),
        ("status", np.zeros(3, np.uint8), "status has 3 rows"),
        ("win_tile", "x", "win_tile must be a numpy array"),
    ],
)
def test_an_assigned_field_is_checked(field: str, array: Any, message: str) -> None:
    given = batch(1000)
    setattr(given, field, array)
    with pytest.raises((TypeError, ValueError), match=message):
        score_batch(given)


def test_rows_are_taken_by_a_slice() -> None:
    with pytest.raises(TypeError, match="by a slice, not int"):
        batch(2)[0]  # type: ignore[index]


def test_out_is_made_for_it() -> None:
    with pytest.raises(TypeError, match=r"out is made by BatchScores\.empty, not int"):
        score_batch(batch(2), out=5)  # type: ignore[arg-type]
