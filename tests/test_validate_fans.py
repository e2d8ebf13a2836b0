"""Recorded fan lists: every form, what is none, and which other lists are ties."""

import random
from collections import Counter
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from benchmarks.rows import Rows
from benchmarks.workloads import generate
from hulebook import Hand, RuleSet, score
from hulebook.answers.fans import languages
from hulebook.batch.hand_batch import FIELDS, HandBatch
from hulebook.batch.scores import score_batch
from hulebook.rules import MCR, MCR_98, SHIPPED, WSOM
from hulebook.rules.elements import elements
from hulebook.rules.mcr.family import KNITTED_STRAIGHT
from hulebook.validate import validate
from hulebook.validate.compare.fan_lists import (
    FanListError,
    counts_of,
    fan_columns,
    fan_text,
    plain,
    read_fan_lists,
)
from hulebook.validate.compare.ties import is_tie, is_worth
from tests.reference import hands, mcr
from tests.validation import Recorded, write

NINE = "[CCC,1]12356789pWW7p|SS0000|0"
FANS = {50: 1, 59: 1, 72: 1}
TIED = "[123m,1]123p789m789p8s8s|EE0000|0"


def counts(fans: dict[int, int], columns: int = 82) -> list[int]:
    return [fans.get(column, 0) for column in range(1, columns + 1)]


@pytest.mark.parametrize("family", ["mcr", "zung_jung"])
def test_no_name_means_two_fans(family: str) -> None:
    for column, element in elements(family).items():
        for code in languages(family):
            for name in element.name(code).split(" / "):
                assert fan_columns(family)[plain(name)] == column, name


@pytest.mark.parametrize(
    "value",
    [
        "Half Flush*1+Dragon Pung*1+Two Terminal Chows*1",
        "混一色*1+箭刻*1+老少副*1",
        "Schoon spel, pung draken; TWO-TERMINAL CHOWS x1 | ",
        "50 59 72",
        "50,59,72",
        " 50*1 + 59 x 1 + 72",
        '["Half Flush", 59, "72"]',
        '{"Half Flush": 1, "59": 1, "72": 1}',
        '[{"number": 50, "count": 1}, {"name": "Dragon Pung"}, {"fan": 72, "count": null}]',
        [50, 59, 72],
        ["50", "箭刻", "Two Terminal Chows"],
        {"Half Flush": 1, "59": 1, "老少副": 1, "Chicken Hand": None},
        [{"number": 50, "name": "x", "points": 6, "count": 1}, {"number": 59}, {"number": 72}],
        [("Half Flush", 1), ("箭刻", 1), ("72", 1)],
        counts(FANS),
    ],
)
def test_forms(value: object) -> None:
    assert counts_of(value, "mcr") == counts(FANS)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("Five Dragons", "no fan 'Five Dragons'"),
        ("83", "no fan '83'"),
        ([0], "no fan 0"),
        ([True], "no fan True"),
        ([1.0], "no fan 1.0"),
        ([None], "no fan None"),
        ({"Half Flush": "one"}, "'one' is no count of a fan"),
        ({"Half Flush": -1}, "-1 is no count of a fan"),
        ([50] * 300, "256 is no count of a fan"),
        ("[50", "'[50' is no JSON"),
        (1.5, "1.5 is no fan list"),
        ([300] * 82, "300 is no count of a fan"),
        ("Half Flush + *3", "no fan ''"),
        ("1" + " " * 20_000 + "y", f"no fan '1{' ' * 35}..."),
        (f"[{'9' * 5000}]", f"'[{'9' * 35}... holds a number of too many digits"),
        (f'{{"28":{"9" * 5000}}}', f'\'{{"28":{"9" * 30}... holds a number of too many digits'),
        ("50+" * 30_000, "90000 characters of text: a fan list takes at most 65536"),
    ],
)
def test_what_is_no_list(value: object, message: str) -> None:
    with pytest.raises(FanListError) as error:
        counts_of(value, "mcr")
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("column", "faults"),
    [
        (pa.array(["50 59 72", None, "x", ""]), {2: "no fan 'x'"}),
        (pa.array([[50, 59, 72], None, [99], []]), {2: "no fan 99"}),
        (pa.array([["50", "箭刻", "72"], None, ["x"], []]), {2: "no fan 'x'"}),
        (pa.array([[50, 59, 72], None, [50, None]]), {2: "no fan None"}),
        (pa.array([counts(FANS), None, [50] * 300]), {2: "256 is no count of a fan"}),
        (pa.array([[50, 59, 72], None, [50, 59, 1]], pa.list_(pa.int16(), 3)), {}),
        (pa.array([{"50": 1, "箭刻": 1, "72": 1}, None]), {}),
        (
            pa.array([[("50", 1), ("59", 1), ("72", 1)], None], pa.map_(pa.string(), pa.int64())),
            {},
        ),
        (pa.array([[{"number": 50}, {"number": 59}, {"number": 72}], None]), {}),
    ],
)
def test_columns(column: pa.Array, faults: dict[int, str]) -> None:
    found = read_fan_lists(column, "mcr")
    assert found.counts[0].tolist() == counts(FANS)
    assert found.present[:2].tolist() == [True, False]
    assert found.faults == faults


def test_blank_text_is_no_list() -> None:
    found = read_fan_lists(pa.array(["50", "", " \t", "[]"]), "mcr")
    assert found.present.tolist() == [True, False, False, True]
    assert not found.faults


@pytest.mark.parametrize("text", ["[" * 3000, "[" * 3000 + "]" * 3000, '{"a":' * 3000 + "1"])
def test_a_list_nested_deep(text: str) -> None:
    """It is no list; what is said depends on how deep this Python reads."""
    found = read_fan_lists(pa.array(["50", text]), "mcr")
    assert list(found.faults) == [1]
    assert found.present.tolist() == [True, True]


@pytest.mark.parametrize("length", [256, 300])
def test_lists_that_are_all_too_long(length: int) -> None:
    found = read_fan_lists(pa.array([[28] * length] * 2), "mcr")
    assert found.faults == dict.fromkeys((0, 1), "256 is no count of a fan")


def test_counts_of_every_fan(tmp_path: Path) -> None:
    """The lists that `score_batch` gives, as a column of their own."""
    hands = [NINE, "123456789m345p7s7s|EE1000|3", "113355m2244p668s8s|EE1000|0"]
    batch = HandBatch.from_hands(hands)
    scores = score_batch(batch, fans=True)
    assert scores.fans is not None
    for kind in (pa.list_(pa.uint8(), 82), pa.list_(pa.uint8())):
        fans = pa.array(scores.fans.tolist(), kind)
        found = read_fan_lists(fans, "mcr")
        np.testing.assert_array_equal(found.counts, scores.fans)
        pq.write_table(
            pa.table({"hand": hands, "total": scores.total, "fans": fans}), tmp_path / "a.parquet"
        )
        verdict = validate(tmp_path / "a.parquet")
        assert (verdict.equal, verdict.ties) == (3, 0)


def test_text_is_read_back() -> None:
    for fans in (FANS, {70: 2, 64: 3, 81: 8}, {}):
        assert counts_of(fan_text(counts(fans), "mcr"), "mcr") == counts(fans)
    everything = counts(dict.fromkeys(range(1, 45), 2), 44)
    assert counts_of(fan_text(everything, "zung_jung"), "zung_jung") == everything


def worth(fans: dict[int, int], points: int, rules: RuleSet = MCR) -> bool:
    return is_worth(bytes(counts(fans)), points, rules)


def test_what_a_list_is_worth() -> None:
    assert worth({50: 1, 59: 1, 71: 1}, 9)
    assert worth({50: 1, 59: 1, 70: 1, 81: 3}, 9)
    assert not worth({50: 1, 59: 1, 72: 1}, 10)
    assert not worth({19: 1, 62: 1}, 26)  # seven pairs are concealed by nature
    assert worth({4: 1, 73: 1}, 89)  # one of the pungs stays
    assert worth({48: 1}, 8)
    assert worth({48: 1}, 6, MCR_98)
    assert not worth({12: 1, 56: 1}, 68, MCR_98)
    assert worth({12: 1, 56: 1}, 68)


def test_what_a_list_of_zung_jung_is_worth() -> None:
    def list_of(*numbers: str) -> bytes:
        return bytes(counts_of(list(numbers), "zung_jung"))

    half, three = WSOM.mixed_one_suit, WSOM.three_concealed_triplets
    assert is_worth(list_of("2.1.1", "4.2.2"), int(str(half)) + int(str(three)), WSOM)
    assert not is_worth(list_of("4.2.1", "4.2.2"), 10_000, WSOM)
    assert is_worth(list_of("10.1"), int(str(WSOM.thirteen_terminals)), WSOM)


@pytest.mark.parametrize("name", ["chow_heavy", "one_suit", "rare"])
@pytest.mark.parametrize("rules", ["mcr", "mcr-98"])
def test_ties_are_the_other_best_lists(name: str, rules: str) -> None:
    """Every best list of the reference scorer is one, and no list near it is."""
    chance = random.Random(name)
    ties = 0
    for row in range(len(rows := generate(name, 60, seed=3))):
        hand = hand_of_row(rows, row)
        found = mcr.score(hands.parse(str(hand)), mcr.RULES[rules])
        near = {changed(one, chance) for one in found.best_lists for _ in range(4)}
        for one in (near | found.best_lists) - {found.canonical}:
            if KNITTED_STRAIGHT in one:
                continue
            told = is_tie(bytes(counts(Counter(one))), found.points, hand, SHIPPED[rules])
            assert told == (one in found.best_lists), (str(hand), one)
            ties += told
    assert ties or name != "chow_heavy"


def changed(fans: tuple[int, ...], chance: random.Random) -> tuple[int, ...]:
    """The list with one fan exchanged for another one."""
    made = list(fans)
    made[chance.randrange(len(made))] = chance.choice((62, 66, 68, *range(69, 80)))
    return tuple(sorted(made))


def hand_of_row(rows: Rows, row: int) -> Hand:
    return Hand.from_row(*(getattr(rows, name)[row].tolist() for name in FIELDS))


def test_lists_in_a_file(tmp_path: Path) -> None:
    assert [fan.number for fan in score(NINE).fans] == list(FANS)
    flowers = NINE.replace("|0", "|2")
    rows = [
        Recorded(NINE, 9, [50, 59, 72]),
        Recorded(NINE, 9, [50, 59, 71]),
        Recorded(NINE, 9, [50, 59]),
        Recorded(NINE, 9, []),
        Recorded(NINE, 9),
        Recorded(NINE, 8, [50]),
        Recorded(NINE, 9, [99]),
        Recorded(flowers, 11, [50, 59, 72]),
        Recorded(flowers, 11, [50, 59, 72, 81, 81]),
        Recorded(flowers, 11, [50, 59, 72, 81]),
        Recorded(TIED, 6, [63, 70, 70, 72, 79]),
        Recorded(TIED, 6, [63, 70, 72, 72, 79]),
        Recorded(TIED, 6, [63, 72, 72, 72, 79]),
    ]
    for form in ("jsonl", "csv", "parquet"):
        verdict = validate(write(tmp_path, form, rows), shown=20)
        first = 1 + (form == "csv")
        assert [(one.row - first, one.kind) for one in verdict.first] == [
            (1, "fans"), (2, "fans"), (3, "fans"), (5, "total"), (6, "BAD_FANS"), (9, "fans"),
            (12, "fans"),
        ]  # fmt: skip
        assert (verdict.equal, verdict.ties) == (6, 1)
    long = [Recorded("123456789m345p7s7s", 21, [28] * 256)]
    for form in ("jsonl", "csv", "parquet"):
        assert dict(validate(write(tmp_path, form, long, "long")).bad) == {"BAD_FANS": 1}
    shown = verdict.first[1]
    assert shown.recorded_fans == "Half Flush, Dragon Pung"
    assert shown.fans == "Half Flush, Dragon Pung, Two Terminal Chows"
