"""The perfect index is a bijection over all standard hands."""

import re
from typing import Any

import numpy as np
import pytest

import hulebook
from hulebook.index import hand_at, hand_at_batch, hand_index, hand_index_batch, spreads
from hulebook.tables.layout import (
    HONOR_CLASS_SIZES,
    HONOR_SHAPES,
    STANDARD_HANDS,
    SUIT_CLASS_SIZES,
    SUIT_SHAPES,
)

CHUNK = 500_000


def test_sizes_add_up() -> None:
    assert sum(SUIT_CLASS_SIZES) == SUIT_SHAPES
    assert sum(HONOR_CLASS_SIZES) == HONOR_SHAPES
    assert sum(s.hands for s in spreads()) == STANDARD_HANDS == 11_498_658


@pytest.mark.parametrize("index", [0, 1, 1133, 5_000_000, STANDARD_HANDS - 1])
def test_there_and_back(index: int) -> None:
    tiles = hand_at(index)
    assert hand_index(tiles) == index
    assert hulebook.get_score(hulebook.Hand(tiles, tiles[0])) is not None


@pytest.mark.parametrize("index", [-1, STANDARD_HANDS])
def test_out_of_range(index: int) -> None:
    with pytest.raises(IndexError):
        hand_at(index)
    with pytest.raises(IndexError):
        hand_at_batch([index])


def test_what_is_no_hand() -> None:
    with pytest.raises(hulebook.NotAWin):
        hand_index("113355m2244p668s8s")
    with pytest.raises(hulebook.BadHand):
        hand_index("11111m234p567s999s")
    with pytest.raises(hulebook.BadHand):
        hand_index("123m")
    rows = np.zeros((3, 34), np.uint8)
    rows[0, :7] = 2
    rows[1, 0], rows[1, 1] = 9, 5
    rows[2] = 1
    assert hand_index_batch(rows).tolist()[1:] == [-1, -1]
    with pytest.raises(ValueError, match=r"\[n, 34\]"):
        hand_index_batch(np.zeros((2, 33), np.uint8))


@pytest.mark.parametrize("hand", ["[111m,1]22233344m555p", "111222333444m55p|EE1000|0"])
def test_an_index_is_of_tiles_alone(hand: str) -> None:
    with pytest.raises(hulebook.BadHand, match="an index is of tiles alone"):
        hand_index(hand)


@pytest.mark.parametrize("count", [-118, -1, 5, 127])
def test_counts_that_no_hand_has(count: int) -> None:
    """Whatever they add up to."""
    rows = np.full((2, 34), 4, np.int8)
    rows[:, 8] = count
    rows[1] = hand_at_batch([7])[0]
    assert hand_index_batch(rows).tolist() == [-1, 7]
    rows[1, 3] = count
    assert hand_index_batch(rows).tolist() == [-1, -1]


@pytest.mark.parametrize("index", [1.5, "7", None])
def test_an_index_is_an_integer(index: Any) -> None:
    with pytest.raises(TypeError, match="an index must be an integer"):
        hand_at(index)


@pytest.mark.parametrize(
    ("indices", "dtype"),
    [
        ([1.9], "float64"),
        (["5"], "<U1"),
        ([True], "bool"),
        (np.array(["2020-01-01"], "datetime64[D]"), "datetime64[D]"),
        ([None], "object"),
    ],
)
def test_indices_are_integers(indices: Any, dtype: str) -> None:
    with pytest.raises(TypeError) as error:
        hand_at_batch(indices)
    assert str(error.value) == f"indices must be integers, not {dtype}"


@pytest.mark.parametrize(("indices", "shape"), [(5, []), ([[1, 2]], [1, 2])])
def test_indices_have_one_dimension(indices: Any, shape: list[int]) -> None:
    with pytest.raises(ValueError, match=re.escape(f"indices have the shape [n], not {shape}")):
        hand_at_batch(indices)


@pytest.mark.parametrize("dtype", [np.float64, np.bool_, np.object_])
def test_counts_are_integers(dtype: type) -> None:
    counts = hand_at_batch([7])
    with pytest.raises(TypeError, match=f"counts must be integers, not {np.dtype(dtype)}"):
        hand_index_batch(counts.astype(dtype))


def test_other_integers_and_none_at_all() -> None:
    for dtype in (np.int8, np.uint64):
        assert hand_index_batch(hand_at_batch([7]).astype(dtype)).tolist() == [7]
    assert hand_at_batch(np.array([7], np.uint64)).tolist() == hand_at_batch([7]).tolist()
    with pytest.raises(IndexError):
        hand_at_batch(np.array([2**63], np.uint64))
    assert hand_at_batch([]).shape == (0, 34)
    assert hand_index_batch(np.zeros((0, 34))).tolist() == []


def test_batch_agrees_with_one_hand() -> None:
    indices = np.random.default_rng(6).integers(0, STANDARD_HANDS, 300)
    counts = hand_at_batch(indices)
    assert hand_index_batch(counts).tolist() == indices.tolist()
    for index, row in zip(indices.tolist(), counts, strict=True):
        assert hand_at(index) == tuple(np.repeat(np.arange(34), row).tolist())


@pytest.mark.exhaustive
def test_bijection_over_all_hands() -> None:
    """Every index gives a legal hand of 14 tiles that gives the index back, so no two share one."""
    for first in range(0, STANDARD_HANDS, CHUNK):
        indices = np.arange(first, min(first + CHUNK, STANDARD_HANDS))
        counts = hand_at_batch(indices)
        assert (counts.sum(axis=1) == 14).all()
        assert counts.max() <= 4
        assert (hand_index_batch(counts) == indices).all()
