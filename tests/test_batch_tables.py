"""Where batches read other tables than the one-hand door, these say the same: fan counts of every
list, and every way of winning with every number of declared sets. All records in all contexts
are added up alike."""

from typing import Any

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

from benchmarks.rows import CHOW, CONCEALED_KONG, MELDED_KONG, NONE, PUNG, Rows
from hulebook.engine.batch import kernels
from hulebook.engine.batch.marked_rows import TILE, new_work
from hulebook.engine.batch.tables import compiled_book, compiled_shapes
from hulebook.engine.steps import settle
from hulebook.rules import SHIPPED, RuleSet, get_rules
from hulebook.rules.context import CONTEXTS, meld_states
from hulebook.tables.book import book_for
from hulebook.tables.layout import DROPPED, SUIT_KEYS, TRAIT_ODD, TRAIT_QUADS, TRAIT_TILES, VECTOR
from tests.test_batch import by_id, check_equal

# The declared sets, by how many there are: pungs of 1m 2p 3s N, as kongs where wanted.
DECLARED = (0, 10, 20, 30)
# What stands beside fewer of them: chows, then a pair of red dragons.
CHOWS = ((3, 4, 5), (12, 13, 14), (21, 22, 23), (24, 25, 26))
PAIR = 33


@pytest.mark.parametrize("rules", SHIPPED.values(), ids=by_id)
def test_vectors_hold_the_fan_lists(rules: RuleSet) -> None:
    book, compiled = book_for(rules), compiled_book(rules)[0]
    vectors = compiled["vectors"].reshape(-1, VECTOR).astype(np.int8)
    for name in ("record", "wind", "row", "role"):
        places = np.asarray(getattr(book, f"{name}_fans"))
        numbers = compiled[f"{name}_vectors"][: len(places)]
        for place, number in set(zip(places.tolist(), numbers.tolist(), strict=True)):
            counts = np.zeros(VECTOR, np.int8)
            for fan in book.lists[place + 1 : place + 1 + book.lists[place]]:
                counts[fan % DROPPED - 1] += -1 if fan > DROPPED else 1
            assert np.array_equal(vectors[number], counts)


def test_tables_by_key_hold_the_counts() -> None:
    shapes = compiled_shapes()[0]
    for key in np.random.default_rng(1).integers(0, SUIT_KEYS, 5_000).tolist():
        counts = [key // 5**rank % 5 for rank in range(9)]
        if sum(counts) > 14:
            continue
        traits = int(shapes["suit_traits"][key])
        assert traits & 511 == sum((c > 0) << r for r, c in enumerate(counts))
        assert traits >> 9 & 511 == sum((c > 1) << r for r, c in enumerate(counts))
        assert traits >> TRAIT_QUADS & 7 == counts.count(4)
        assert traits >> TRAIT_ODD & 15 == sum(c & 1 for c in counts)
        assert traits >> TRAIT_TILES == sum(counts)
        assert shapes["suit_quads"][key] == sum(counts) + 64 * counts.count(4)


def every_way() -> Rows:
    """A win for every state of declared sets, every flag, self-draw or discard, from every seat,
    on a tile that stands once or twice."""
    hands = []
    for opened, concealed, melded in meld_states():
        kinds = [CONCEALED_KONG] * concealed + [MELDED_KONG] * melded + [PUNG] * (opened - melded)
        melds = [k * 34 + t for k, t in zip(kinds, DECLARED, strict=False)]
        counts = [0] * 34
        counts[PAIR] = 2
        for chow in CHOWS[len(melds) :]:
            for tile in chow:
                counts[tile] += 1
        wins = {PAIR, CHOWS[-1][1]} if len(melds) < 4 else {PAIR}
        hands += [(counts, melds + [NONE] * (4 - len(melds)), win) for win in wins]
    columns = (np.array(c, np.uint8) for c in zip(*hands, strict=True))
    standing, declared, won = columns
    ways = [np.arange(len(hands)), np.arange(32), np.arange(2), np.arange(4)]
    hand, flags, drawn, seat = (a.ravel() for a in np.meshgrid(*ways, indexing="ij"))
    zero = np.zeros(len(hand), np.uint8)
    return Rows(
        standing[hand], declared[hand], won[hand], drawn.astype(bool), flags.astype(np.uint8),
        seat.astype(np.uint8), zero, zero,
    )  # fmt: skip


@pytest.mark.parametrize("rules", [get_rules("mcr"), get_rules("wsom")], ids=by_id)
def test_every_way_of_winning(rules: RuleSet) -> None:
    assert CHOW == 0
    assert len(check_equal(every_way(), rules)) > 5


@pytest.mark.exhaustive
@pytest.mark.parametrize("rules", SHIPPED.values(), ids=by_id)
def test_every_record_in_every_context(rules: RuleSet) -> None:
    """With a random owner, winds and Tile Hogs each, the stage of batches adds up as `settle`."""
    book, compiled, work = book_for(rules), compiled_book(rules), new_work()
    rng = np.random.default_rng(1)
    contexts = np.unique(np.asarray(book.contexts))[1:]  # 0: no context
    assert len(book.contexts) == CONTEXTS
    add_up: Any = numba.njit(lambda b, w, n: kernels.add_up(b[0], w[0], n))
    for record in range(1, len(book.records)):
        for at in range(0, len(contexts), TILE):
            part: NDArray[np.int64] = contexts[at : at + TILE].astype(np.int64)
            n = len(part)
            columns = {
                "record": np.full(n, record),
                "context": part,
                "role": rng.integers(0, 320, n),
                "hogs": rng.integers(0, 4, n),
                "wind": rng.integers(0, 16, n),
            }
            for name, column in columns.items():
                work[name][0, :n] = column
            add_up(compiled, work, n)
            for i, (r, c, role, hogs, wind) in enumerate(zip(*columns.values(), strict=True)):
                reading = settle(book, int(r), int(hogs), int(role), int(c), int(wind), 0)
                seen = (work["points"][0, i], work["uncapped"][0, i], work["role"][0, i])
                assert tuple(map(int, seen)) == (reading[0], reading[1], reading[4])
