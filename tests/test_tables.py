"""The shipped tables: their counts, and that a new build of a slice makes the same."""

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path

import numpy as np
import pytest

from hulebook.errors import TableError
from hulebook.tables import layout
from hulebook.tables.file import TableFile, default_folder, default_path, read_tables
from hulebook.tables.manifest import COUNTS
from hulebook.tables.verify import ROWS, verify
from hulebook_builder.combinations import legal_combinations
from hulebook_builder.shapes import Shape, honor_shapes, suit_shapes
from hulebook_builder.slice import slice_differences


@pytest.fixture(scope="module")
def tables() -> TableFile:
    return read_tables(default_path())


def test_the_shipped_tables_are_whole() -> None:
    assert verify() == []


def test_a_package_without_its_init(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python takes its folder for a namespace package, which has no file."""
    package = tmp_path / "hulebook_data"
    package.mkdir()
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    monkeypatch.delitem(sys.modules, "hulebook_data")
    for ask in (default_folder, default_path, verify):
        with pytest.raises(TableError) as error:
            ask()
        assert str(error.value) == f"{package} has no __init__.py; install hulebook again"


def test_no_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "hulebook_data", None)
    with pytest.raises(TableError) as error:
        default_folder()
    assert str(error.value) == "hulebook_data is not installed; install hulebook again"


def test_a_slice_built_again_is_the_same(tables: TableFile) -> None:
    assert list(slice_differences(tables)) == []


def test_a_slice_shows_what_differs(tables: TableFile) -> None:
    columns = dict(tables.columns)
    for name, type_ in (("words", np.int64), ("family.mcr.signatures", np.uint16)):
        altered = np.array(columns[name], type_)
        altered[altered > 1000] -= 1
        columns[name] = memoryview(altered)
    changed = TableFile(columns, tables.facts, tables.path)
    found = islice(slice_differences(changed, every=5000), 2)
    assert next(found) == "table words differs"
    assert next(found).startswith("mcr: (")


def kinds(shapes: list[Shape]) -> Counter[tuple[int, bool, int]]:
    """How many shapes have so many sets, a pair, and so many decompositions."""
    return Counter((s.sets, s.has_pair, len(s.decompositions)) for s in shapes)


def test_counts_of_hands() -> None:
    """Four sets and a pair over three suits and the honors, each suit split on its own."""
    suit, honors = kinds(suit_shapes()), kinds(honor_shapes())
    hands: Counter[int] = Counter()
    for parts in product(suit.items(), suit.items(), suit.items(), honors.items()):
        if sum(kind[0] for kind, _ in parts) == 4 and sum(kind[1] for kind, _ in parts) == 1:
            count = decompositions = 1
            for kind, number in parts:
                count *= number
                decompositions *= kind[2]
            hands[decompositions] += count
    assert tuple(hands[d] for d in (1, 2, 3, 4)) == layout.HANDS_BY_DECOMPOSITIONS
    assert hands.total() == layout.STANDARD_HANDS == 11_498_658
    assert sum(d * n for d, n in hands.items()) == layout.HAND_DECOMPOSITIONS == 11_580_567


def test_counts_of_shapes_and_combinations() -> None:
    suit, honors = suit_shapes(), honor_shapes()
    assert len(suit) == COUNTS["suit_shapes"] == 21_743
    assert sum(len(s.decompositions) for s in suit) == COUNTS["suit_decompositions"] == 23_533
    assert len(honors) == COUNTS["honor_shapes"] == 498
    assert all(len(s.decompositions) == 1 for s in honors)
    assert len(legal_combinations()) == COUNTS["legal_combinations"] == 366_528
    assert COUNTS["set_combinations"] == 424_270
    assert ROWS == {"shapes": 24_031, "combinations": 366_528, "knitted": 55}


def completes(counts: list[int], sets: int, pair: bool) -> bool:
    """Whether these counts are sets and, where wanted, one pair: lowest rank first."""
    low = next((r for r, c in enumerate(counts) if c), None)
    if low is None:
        return sets == 0 and not pair
    options = [[low] * 3, [low] * 2] if pair else [[low] * 3]
    options += [[low, low + 1, low + 2]] if low <= 6 else []
    for group in options:
        left = counts.copy()
        for r in group:
            left[r] -= 1
        if min(left) >= 0 and completes(left, sets - (len(group) == 3), pair and len(group) == 3):
            return True
    return False


def all_counts(ranks: int, tiles: int) -> Iterator[list[int]]:
    """Every choice of this many tiles, at most four of a rank."""
    if ranks == 0:
        if tiles == 0:
            yield []
        return
    for c in range(min(4, tiles) + 1):
        for rest in all_counts(ranks - 1, tiles - c):
            yield [c, *rest]


@pytest.mark.exhaustive
def test_every_choice_of_tiles_of_a_suit_is_tried() -> None:
    """The shapes found by taking tiles away, in place of putting sets together."""
    found = {
        tuple(counts)
        for sets in range(5)
        for pair in (False, True)
        for counts in all_counts(9, 3 * sets + 2 * pair)
        if completes(counts, sets, pair)
    }
    assert found == {s.counts for s in suit_shapes()}
