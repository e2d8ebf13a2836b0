"""The generated hands, checked by plain code that shares nothing with the generator."""

import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import permutations, product

import numpy as np
import pytest

from benchmarks.exhaustive import (
    four_chow_wins,
    knitted_honors_wins,
    knitted_straight_wins,
    one_suit_hands,
    one_suit_wins,
)
from benchmarks.rows import Rows
from benchmarks.workloads import NAMES, generate, stream

WINNING = [name for name in NAMES if name != "not_winning"]
KINDS_IN_MELD = {0: "chow", 1: "pung", 2: "melded kong", 3: "concealed kong"}


def sets_only(left: Counter[int], wanted: int) -> bool:
    """Whether the tiles are `wanted` chows and pungs."""
    if not +left:
        return wanted == 0
    low = min(+left)
    if left[low] >= 3 and sets_only(left - Counter({low: 3}), wanted - 1):
        return True
    run = Counter([low, low + 1, low + 2])
    return low < 27 and low % 9 < 7 and run <= left and sets_only(left - run, wanted - 1)


def sets_and_pair(tiles: Counter[int], wanted: int) -> bool:
    return any(
        copies >= 2 and sets_only(tiles - Counter({kind: 2}), wanted)
        for kind, copies in tiles.items()
    )


def knits() -> Iterator[set[int]]:
    for suits in permutations((0, 9, 18)):
        yield {suits[rank % 3] + rank for rank in range(9)}


def wins(tiles: Counter[int], melds: int) -> bool:
    """Whether the standing tiles win beside this many melds, by any shape of the rules."""
    if sets_and_pair(tiles, 4 - melds):
        return True
    if melds <= 1:
        for knit in knits():
            straight = Counter(knit)
            if straight <= tiles and sets_and_pair(tiles - straight, 1 - melds):
                return True
    if melds:
        return False
    orphans = {0, 8, 9, 17, 18, 26, *range(27, 34)}
    different = set(tiles)
    return (
        all(copies % 2 == 0 for copies in tiles.values())
        or different == orphans
        or (len(different) == 14 and any(different <= {*knit, *range(27, 34)} for knit in knits()))
    )


def complaints(rows: Rows, row: int) -> list[str]:
    """What is wrong with the tiles or the context of a row, apart from not being a win."""
    tiles = Counter({kind: n for kind, n in enumerate(rows.concealed[row].tolist()) if n})
    melds = [divmod(byte, 34) for byte in rows.melds[row].tolist() if byte != 255]
    won = int(rows.win_tile[row])
    drawn = bool(rows.self_draw[row])
    last, wall, kong, heaven, earth = (bool(rows.flags[row] >> bit & 1) for bit in range(5))
    everything = Counter(tiles)
    own_kongs = 0
    for kind, low in melds:
        if kind == 0:
            everything.update([low, low + 1, low + 2])
        else:
            everything[low] += 3 if kind == 1 else 4
            own_kongs += kind > 1
    seat = int(rows.seat_wind[row])
    rules = {
        "meld": all(k in KINDS_IN_MELD and (k or (t < 27 and t % 9 < 7)) for k, t in melds),
        "tile count": tiles.total() == 14 - 3 * len(melds),
        "fifth tile": max(everything.values()) <= 4,
        "winning tile": tiles[won] >= 1,
        "winds": seat < 4 and int(rows.round_wind[row]) < 4,
        "flowers": int(rows.flowers[row]) <= 8,
        "flags": int(rows.flags[row]) < 32,
        "last of its kind stands twice": not last or tiles[won] == 1,
        "replacement without kong": not (kong and drawn) or own_kongs > 0,
        "robbed kind held": not (kong and not drawn) or everything[won] == 1,
        "robbed last wall tile": not (kong and not drawn and wall),
        "heaven": not heaven or (drawn and not melds and seat == 0 and rows.flags[row] == 8),
        "earth": not earth or (not drawn and not melds and seat > 0 and rows.flags[row] == 16),
    }
    return [rule for rule, kept in rules.items() if not kept]


@pytest.mark.parametrize("name", NAMES)
def test_rows_are_legal(name: str) -> None:
    rows = generate(name, 1500, seed=20)
    for row in range(len(rows)):
        assert complaints(rows, row) == []
        tiles = Counter({k: n for k, n in enumerate(rows.concealed[row].tolist()) if n})
        melds = int((rows.melds[row] != 255).sum())
        assert wins(tiles, melds) == (name != "not_winning")


def test_the_check_sees_what_is_wrong() -> None:
    rows = generate("standard_closed", 1, seed=1)
    absent = int(np.flatnonzero(rows.concealed[0] == 0)[0])
    rows.win_tile[0], rows.self_draw[0], rows.flags[0] = absent, False, 8 | 4 | 2
    found = complaints(rows, 0)
    assert {"winning tile", "robbed kind held", "robbed last wall tile", "heaven"} <= set(found)
    rows.melds[0, 3] = 8
    assert {"meld", "tile count"} <= set(complaints(rows, 0))


@pytest.mark.parametrize("name", NAMES)
def test_arrays_have_the_published_types(name: str) -> None:
    rows = generate(name, 100, seed=1)
    for field, array in rows.arrays().items():
        assert array.dtype == (np.bool_ if field == "self_draw" else np.uint8)
        shape = {"concealed": (100, 34), "melds": (100, 4)}.get(field, (100,))
        assert array.shape == shape
        assert array.flags.c_contiguous


def test_same_seed_same_rows() -> None:
    one, two, other = (generate("differential", 2000, seed) for seed in (5, 5, 6))
    for field, array in one.arrays().items():
        assert (array == two.arrays()[field]).all()
    assert (one.concealed != other.concealed).any()


def test_stream_is_generate_in_parts() -> None:
    whole = generate("mixed", 150_000, seed=3)
    parts = list(stream("mixed", 150_000, seed=3))
    assert [len(part) for part in parts] == [65_536, 65_536, 18_928]
    assert (np.concatenate([part.concealed for part in parts]) == whole.concealed).all()
    assert len(generate("mixed", 0, seed=3)) == 0


def test_stream_needs_little_memory() -> None:
    tracemalloc.start()
    for part in stream("all_shapes", 300_000, seed=1):
        assert len(part) <= 65_536
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100e6


def test_tiles_are_the_counts() -> None:
    rows = generate("all_shapes", 500, seed=2)
    for tiles, counts in zip(rows.tiles.tolist(), rows.concealed.tolist(), strict=True):
        held = [kind for kind, copies in enumerate(counts) for _ in range(copies)]
        assert tiles == held + [255] * (14 - len(held))


def test_mixed_has_its_shares() -> None:
    rows = generate("mixed", 100_000, seed=4)
    used = rows.melds != 255
    kinds = np.where(used, rows.melds // 34, 4)
    assert set(used.sum(axis=1).tolist()) == {0, 1, 2, 3, 4}
    assert set(kinds.ravel().tolist()) == {0, 1, 2, 3, 4}
    assert abs(rows.self_draw.mean() - 0.4) < 0.01
    assert 0.07 < (rows.flags > 0).mean() < 0.13
    assert np.bincount(rows.flowers, minlength=9).min() > 10_000
    assert len(np.unique(rows.seat_wind * 4 + rows.round_wind)) == 16
    assert (rows.melds[:, 1:][~used[:, :-1]] == 255).all()


def test_all_shapes_has_heaven_and_earth_and_differential_has_none() -> None:
    shapes = generate("all_shapes", 20_000, seed=1)
    assert (shapes.flags == 8).sum() > 20
    assert (shapes.flags == 16).sum() > 20
    mixed = generate("differential", 20_000, seed=1)
    assert mixed.flags.max() < 8
    assert ((mixed.melds[:, 0] == 255) & (mixed.melds[:, 3] != 255)).any()


Family = Callable[[], Iterator[Rows]]


@pytest.mark.parametrize(
    ("family", "size"),
    [
        (one_suit_wins, 190_494),
        (knitted_honors_wins, 20_160),
        (knitted_straight_wins, 648_108),
        (four_chow_wins, 336_744),
    ],
)
def test_families_are_complete_and_legal(family: Family, size: int) -> None:
    seen, rng = 0, np.random.default_rng(1)
    distinct = set()
    for rows in family():
        seen += len(rows)
        columns = (rows.concealed, rows.melds, rows.win_tile, rows.self_draw)
        keys = np.ascontiguousarray(np.column_stack(columns))
        distinct.update(keys.view(f"V{keys.shape[1]}").ravel().tolist())
        for row in rng.integers(0, len(rows), 25).tolist():
            assert complaints(rows, row) == []
            tiles = Counter({k: n for k, n in enumerate(rows.concealed[row].tolist()) if n})
            assert wins(tiles, int((rows.melds[row] != 255).sum()))
    assert seen == size
    if family is not four_chow_wins:
        assert len(distinct) == size


@cache
def ranks_win(counts: tuple[int, ...], pair_taken: bool = False) -> bool:
    """Whether the counts of ranks, lowest first, are chows, pungs and one pair."""
    if not any(counts):
        return pair_taken
    low, *rest = counts
    if low == 0:
        return ranks_win(counts[1:], pair_taken)
    if low >= 3 and ranks_win((low - 3, *rest), pair_taken):
        return True
    if low >= 2 and not pair_taken and ranks_win((low - 2, *rest), True):
        return True
    if len(rest) < 2 or not (rest[0] and rest[1]):
        return False
    return ranks_win((low - 1, rest[0] - 1, rest[1] - 1, *rest[2:]), pair_taken)


def test_one_suit_hands_are_all_there_are() -> None:
    """Against a search over all counts of nine ranks that add up to fourteen."""
    found = {
        counts
        for counts in product(range(5), repeat=9)
        if sum(counts) == 14 and (ranks_win(counts) or all(copies % 2 == 0 for copies in counts))
    }
    assert len(found) == 15_349
    assert sum(map(ranks_win, found)) == 13_259
    assert {tuple(hand) for hand in one_suit_hands().tolist()} == found


def test_the_peer_sees_every_row_as_a_win() -> None:
    pytest.importorskip("MahjongGB")
    from tests.peer import peer_totals

    for name in WINNING:
        rows = generate(name, 3000, seed=30)
        assert ((peer_totals(rows) - rows.flowers) >= 1).all()
    assert (peer_totals(generate("not_winning", 3000, seed=30)) == -1).mean() > 0.99


def test_rare_has_every_fan() -> None:
    pytest.importorskip("MahjongGB")
    from tests.peer import peer_fans

    rows_with = (peer_fans(generate("rare", 50_000, seed=1)) > 0).sum(axis=0)
    assert rows_with.min() >= 20


def test_peer_conventions() -> None:
    """[333m] melded, [EEEE] concealed, 234p 678s + the pair of red dragons, won on red."""
    pytest.importorskip("MahjongGB")
    from tests.peer import peer_arguments, peer_total

    concealed = np.zeros((1, 34), np.uint8)
    concealed[0, [10, 11, 12, 23, 24, 25]] = 1
    concealed[0, 33] = 2
    one = np.zeros(1, np.uint8)
    rows = Rows(
        concealed,
        np.array([[34 + 2, 3 * 34 + 27, 255, 255]], np.uint8),
        one + np.uint8(33),
        np.array([False]),
        one,
        one,
        one + np.uint8(1),
        one + np.uint8(2),
    )
    hand = ("B2", "B3", "B4", "T6", "T7", "T8", "J1")
    packs = (("PENG", "W3", 1), ("GANG", "F1", 0))
    assert peer_arguments(rows) == [(packs, hand, "J1", 2, False, False, False, False, 0, 1)]
    # all types, seat wind, concealed kong, single wait, two flowers
    assert peer_total(rows, 0) == (13, {52: 1, 61: 1, 67: 1, 79: 1, 81: 2})
