"""What the rules say holds for all hands: symmetries, and every door giving the same answer."""

import contextlib
import io
import json
from dataclasses import replace
from itertools import permutations
from unittest.mock import patch

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import hulebook
from benchmarks.rows import FIELDS, NONE, Rows
from benchmarks.workloads import generate
from hulebook.arrow import score_table
from hulebook.batch.hand_batch import HandBatch
from hulebook.batch.scores import BatchScores, score_batch
from hulebook.cli import run
from hulebook.errors import STATUS_NAMES
from hulebook.hands.hand import Hand
from hulebook.index import hand_at, hand_at_batch, hand_index, hand_index_batch
from hulebook.rules import SHIPPED, RuleSet
from hulebook.tables.layout import STANDARD_HANDS
from tests.hand_strategies import hands
from tests.test_batch import HOUSES, batch_of

Tiles = NDArray[np.uint8]

RULES = st.sampled_from([*SHIPPED.values(), *HOUSES])
MCR = st.sampled_from([rules for rules in SHIPPED.values() if rules.family == "mcr"])
ZUNG_JUNG = st.sampled_from([rules for rules in SHIPPED.values() if rules.family == "zung_jung"])
SUITS = st.sampled_from(list(permutations(range(3))))
SEEDS = st.integers(0, 1 << 20)
WORKLOADS = st.sampled_from(["mixed", "all_shapes", "rare", "not_winning"])
QUICK = settings(max_examples=15, deadline=None)

ALL_GREEN, REVERSIBLE = 3, 40
# Fans that become another when 1 and 9 change places.
MIRRORED_FANS = {25: 27, 36: 37}


def suits_changed(order: tuple[int, ...]) -> Tiles:
    """Where each tile goes when suit i becomes suit ``order[i]``."""
    moved = [9 * order[tile // 9] + tile % 9 for tile in range(27)]
    return np.array([*moved, *range(27, 34)], np.uint8)


MIRROR = np.array([9 * (t // 9) + 8 - t % 9 for t in range(27)] + [*range(27, 34)], np.uint8)


def moved(rows: Rows, to: Tiles, *, mirror: bool = False) -> Rows:
    """The rows with every tile replaced; a chow is named by its lowest tile, which the mirror
    makes its highest."""
    concealed = np.empty_like(rows.concealed)
    concealed[:, to] = rows.concealed
    melds = np.full(256, NONE, np.uint8)
    for kind in range(4):
        for tile in range(34):
            low = tile + 2 if mirror and kind == 0 and tile < 27 else tile
            if low < 34:
                melds[34 * kind + tile] = 34 * kind + to[low]
    return Rows(
        concealed, melds[rows.melds], to[rows.win_tile], rows.self_draw, rows.flags,
        rows.seat_wind, rows.round_wind, rows.flowers,
    )  # fmt: skip


def without(scores: BatchScores, fans: tuple[int, ...]) -> NDArray[np.bool_]:
    """The rows that count none of these fans."""
    assert scores.fans is not None
    return np.asarray(~scores.fans[:, [fan - 1 for fan in fans]].any(axis=1))


def check_same(
    first: BatchScores, second: BatchScores, rows: NDArray[np.bool_], fans: list[int]
) -> None:
    """Equal points on these rows, and fan n of the first is fan ``fans[n - 1]`` of the second."""
    for name in ("status", "points", "total", "uncapped", "payable"):
        np.testing.assert_array_equal(getattr(first, name)[rows], getattr(second, name)[rows])
    assert first.fans is not None
    assert second.fans is not None
    columns = [fan - 1 for fan in fans]
    np.testing.assert_array_equal(first.fans[rows], second.fans[:, columns][rows])


def scored(rows: Rows, rules: RuleSet) -> BatchScores:
    return score_batch(batch_of(rows), rules, fans=True)


@QUICK
@given(WORKLOADS, SEEDS, SUITS, MCR)
def test_suits_of_mcr(name: str, seed: int, order: tuple[int, ...], rules: RuleSet) -> None:
    """Only All Green and Reversible Tiles know one suit from another."""
    rows = generate(name, 300, seed)
    first, second = scored(rows, rules), scored(moved(rows, suits_changed(order)), rules)
    same = without(first, (ALL_GREEN, REVERSIBLE)) & without(second, (ALL_GREEN, REVERSIBLE))
    assert same.mean() > 0.5
    check_same(first, second, same, list(range(1, 83)))


@QUICK
@given(WORKLOADS, SEEDS, SUITS, ZUNG_JUNG)
def test_suits_of_zung_jung(name: str, seed: int, order: tuple[int, ...], rules: RuleSet) -> None:
    rows = generate(name, 300, seed)
    first, second = scored(rows, rules), scored(moved(rows, suits_changed(order)), rules)
    check_same(first, second, np.ones(len(rows), bool), list(range(1, 45)))


@QUICK
@given(WORKLOADS, SEEDS, MCR)
def test_mirrored_ranks_of_mcr(name: str, seed: int, rules: RuleSet) -> None:
    """Upper tiles become lower ones; All Green and Reversible Tiles have no mirror image."""
    rows = generate(name, 300, seed)
    first, second = scored(rows, rules), scored(moved(rows, MIRROR, mirror=True), rules)
    same = without(first, (ALL_GREEN, REVERSIBLE)) & without(second, (ALL_GREEN, REVERSIBLE))
    assert same.mean() > 0.5
    both = MIRRORED_FANS | {after: before for before, after in MIRRORED_FANS.items()}
    check_same(first, second, same, [both.get(fan, fan) for fan in range(1, 83)])


@QUICK
@given(WORKLOADS, SEEDS, ZUNG_JUNG)
def test_mirrored_ranks_of_zung_jung(name: str, seed: int, rules: RuleSet) -> None:
    rows = generate(name, 300, seed)
    first, second = scored(rows, rules), scored(moved(rows, MIRROR, mirror=True), rules)
    check_same(first, second, np.ones(len(rows), bool), list(range(1, 45)))


@QUICK
@given(WORKLOADS, SEEDS, RULES)
def test_melds_in_any_order_and_column(name: str, seed: int, rules: RuleSet) -> None:
    rows = generate(name, 300, seed)
    first = scored(rows, rules)
    rows.melds[:] = np.random.default_rng(seed).permuted(rows.melds, axis=1)
    check_same(first, scored(rows, rules), np.ones(len(rows), bool), columns_of(rules))


@QUICK
@given(WORKLOADS, SEEDS, RULES)
def test_dragons_change_places(name: str, seed: int, rules: RuleSet) -> None:
    """The three dragons are alike but for the green of All Green and the white of Reversible."""
    rows = generate(name, 300, seed)
    to = np.array([*range(31), 33, 31, 32], np.uint8)
    first, second = scored(rows, rules), scored(moved(rows, to), rules)
    same = np.ones(len(rows), bool)
    if rules.family == "mcr":
        same = without(first, (ALL_GREEN, REVERSIBLE)) & without(second, (ALL_GREEN, REVERSIBLE))
    check_same(first, second, same, columns_of(rules))


@QUICK
@given(WORKLOADS, SEEDS, RULES, st.sampled_from([1, 2, 3]))
def test_winds_and_seats_turn_together(name: str, seed: int, rules: RuleSet, turn: int) -> None:
    """All winds some further, and the seats with them; wins on the deal apart, which know East."""
    rows = generate(name, 300, seed)
    rows = replace(rows, flags=(rows.flags & 7).astype(np.uint8))
    winds = [27 + (wind + turn) % 4 for wind in range(4)]
    turned = replace(
        moved(rows, np.array([*range(27), *winds, 31, 32, 33], np.uint8)),
        seat_wind=((rows.seat_wind + turn) % 4).astype(np.uint8),
        round_wind=((rows.round_wind + turn) % 4).astype(np.uint8),
    )
    same = np.ones(len(rows), bool)
    check_same(scored(rows, rules), scored(turned, rules), same, columns_of(rules))


def columns_of(rules: RuleSet) -> list[int]:
    return list(range(1, 83 if rules.family == "mcr" else 45))


def winning_hand(name: str, seed: int) -> Hand:
    rows = generate(name, 1, seed)
    return Hand.from_row(*(getattr(rows, f)[0].tolist() for f in FIELDS))


WINS = st.builds(winning_hand, st.sampled_from(["mixed", "all_shapes", "rare"]), SEEDS)
ANY_HAND = st.one_of(WINS, WINS, hands())


def told(hand: Hand, rules: RuleSet) -> object:
    """What scoring says of a hand, but for the order in which the sets lie."""
    try:
        score = hulebook.score(hand, rules)
    except (hulebook.BadHand, hulebook.NotAWin) as error:
        return error.status
    return score.points, score.total, score.uncapped, score.payable, score.counts


@QUICK
@given(ANY_HAND, RULES, st.randoms(use_true_random=False))
def test_tiles_and_melds_in_any_order(hand: Hand, rules: RuleSet, chance: object) -> None:
    tiles, melds = list(hand.concealed), list(hand.melds)
    chance.shuffle(tiles)  # type: ignore[attr-defined]
    chance.shuffle(melds)  # type: ignore[attr-defined]
    other = Hand(tiles, hand.win_tile, melds, **hand.context)  # type: ignore[arg-type]
    assert other.concealed == hand.concealed
    assert told(other, rules) == told(hand, rules)


@QUICK
@given(ANY_HAND, RULES)
def test_a_written_hand_is_worth_the_same(hand: Hand, rules: RuleSet) -> None:
    for text in (str(hand), hand.to_string(unicode=True)):
        assert told(Hand.from_string(text), rules) == told(hand, rules)


def from_command(texts: list[str], rules: RuleSet) -> list[dict[str, object]]:
    """What `hulebook score --json` prints for hands on standard input."""
    house = hulebook.get_rules(rules.base_id).switches
    changed = [f"--set={k}={v}" for k, v in rules.switches.items() if house[k] != v]
    given_ = io.TextIOWrapper(io.BytesIO("\n".join(texts).encode()))
    out = io.StringIO()
    with (
        patch("sys.stdin", given_),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(io.StringIO()),
    ):
        run(["score", "--json", "--rules", rules.base_id, *changed])
    return [json.loads(line) for line in out.getvalue().splitlines()]


@QUICK
@given(st.lists(ANY_HAND, min_size=1, max_size=6), RULES)
def test_every_door_says_the_same(given_: list[Hand], rules: RuleSet) -> None:
    """One hand, the batch, the compiled reader, Arrow and the command."""
    texts = [str(hand) for hand in given_]
    batch = score_batch(HandBatch.from_hands(given_), rules, fans=True)
    table = score_table(pa.table({"hand": texts}), rules, fans=True)
    lines = from_command(texts, rules)
    assert batch.fans is not None
    for at, hand in enumerate(given_):
        alone = told(hand, rules)
        form = lines[at]
        assert STATUS_NAMES[batch.status[at]] == form["status"]
        row = {name: table[name][at].as_py() for name in ("status", "points", "total", "payable")}
        assert row["status"] == batch.status[at]
        if isinstance(alone, int):
            assert alone == batch.status[at]
            continue
        score = hulebook.score(hand, rules)
        assert isinstance(alone, tuple)
        values = {"points": alone[0], "total": alone[1], "payable": alone[3]}
        assert {name: form[name] for name in values} == values
        assert {name: int(getattr(batch, name)[at]) for name in values} == values
        assert {name: row[name] for name in values} == values
        counts = bytearray(score.counts)
        if rules.family == "mcr":
            counts[80] = hand.flowers
        assert batch.fans[at].tobytes() == counts
        assert bytes(table["fans"][at].as_py()) == counts
        fans = [(fan.number, fan.count) for fan in score.fans]
        assert [(fan["number"], fan["count"]) for fan in form["fans"]] == fans  # type: ignore[attr-defined]


@given(st.integers(0, STANDARD_HANDS - 1), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_the_index_there_and_back(index: int, chance: object) -> None:
    tiles = list(hand_at(index))
    chance.shuffle(tiles)  # type: ignore[attr-defined]
    assert hand_index(tiles) == index
    assert hand_at(hand_index(tiles)) == tuple(sorted(tiles))
    assert hand_index_batch(hand_at_batch([index])).tolist() == [index]


@given(hands())
@settings(deadline=None)
def test_the_index_of_any_tiles(hand: Hand) -> None:
    """An index, or no standard hand: as the batch and as scoring say."""
    if hand.melds:
        return
    (found,) = hand_index_batch([list(hand.counts)]).tolist()
    if found < 0:
        with pytest.raises(hulebook.NotAWin):
            hand_index(hand.concealed)
    else:
        assert hand_at(hand_index(hand.concealed)) == hand.concealed
        assert hulebook.get_score(hand) is not None
