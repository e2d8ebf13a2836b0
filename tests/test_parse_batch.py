"""A column of hand strings is read as `Hand.from_string` reads each of them."""

import json
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hulebook import BadHand, Hand, Status
from hulebook.batch import hand_strings
from hulebook.batch.hand_strings import parse_strings
from hulebook.batch.scores import score_batch
from tests.hand_strategies import hands

CASES = [
    json.loads(line)["hand"]
    for path in sorted((Path(__file__).parent / "cases").glob("mcr_*.jsonl"))
    for line in path.read_text("utf8").splitlines()
]
# Every form of the grammar, and what is just none.
FORMS = [
    "[CCC,1]12356789pWW7p|SS0000|0",
    " [ C C C , 1 ] 1 2 3 p 5 6 7 8 9 p W W + 7 p | S S 0 0 0 0 | 0 ",
    "11m[5555p][6666p,7]+2m[123s,3]1122z5z",
    "19m19p19sESWNCFP1m|EE10001|8",
    "19m19p19sESWNCFP1m|EW00001|abcdefgh",
    "123m|EE1111",
    "123m|EE1111|08",
    "1m+1m+1m",
    "1m1m+",
    "+1m",
    "",
    "   ",
    "|",
    "|EE0000",
    "1m|",
    "1m||",
    "1m|EE000",
    "1m|EE0000000",
    "1m|EX0000",
    "1m|EE0002",
    "1m|EE0000|",
    "1m|EE0000|9",
    "1m|EE0000|300",
    "1m|EE0000|aa",
    "1m|EE0000|i",
    "1m|EE0000|a1",
    "1m|EE0000|1a",
    "1m|EE0000|0|",
    "12",
    "12+m",
    "1[2m]m",
    "m",
    "8z",
    "7z",
    "0m",
    "5x",
    "[123m]1m",
    "[132m]1m",
    "[124m]1m",
    "[123z]1m",
    "[891m]1m",
    "[111m,5]1m",
    "[1111m,4]1m",
    "[1111m,0]1m",
    "[1111m,]1m",
    "[1111m,12]1m",
    "[11m]1m",
    "[]1m",
    "[111m1m",
    "111m]1m",
    "[[111m]]1m",
    "[111m,1,1]1m",
    "[111m+]1m",
    "[12m3m]1m",
    "[1s23s]1m",
    "[WWW]1m",
    "[EEEE,6]1m",
    "[EEE E]1m",
    "[11111m]1m",
    "[1m",
    "[111m][222m][333m][444m][555m]1m",
    "1111222233334444m",
    "11112222333344m1m",
    "1m" * 100,
    "1m" * 101,
    "1m\t2m",
    "1m\n",
    "1m\x1c2m",
    "1m\u30002m",
    "\U0001f007\U0001f007",
    "1m\u00e9",
    "\ufeff1m",
    "1m\x00",
]
NEAR = st.text(alphabet="123456789mpszESWNPFC[],+| |01ab", max_size=60)


def one_by_one(text: str | None) -> Hand | int:
    """The hand, or the status of the fault."""
    if text is None:
        return Status.NULL_ROW
    try:
        return Hand.from_string(text)
    except BadHand as fault:
        return fault.status


def row_of(batch, row: int) -> Hand | int:
    """The same from a row of a batch."""
    if batch.status[row]:
        return int(batch.status[row])
    tiles = [tile for tile in batch.concealed[row].tolist() if tile != 255]
    try:
        return Hand.from_row(
            [tiles.count(tile) for tile in range(34)],
            batch.melds[row].tolist(),
            int(batch.win_tile[row]),
            bool(batch.self_draw[row]),
            int(batch.flags[row]),
            int(batch.seat_wind[row]),
            int(batch.round_wind[row]),
            int(batch.flowers[row]),
        )
    except BadHand as fault:
        return fault.status


def without_sources(hand: Hand | int) -> object:
    """What a batch holds of a hand: who gave a tile is not in it."""
    if isinstance(hand, int):
        return hand
    return hand.concealed, hand.win_tile, hand.meld_bytes, hand.context


def check(texts: list[str | None]) -> None:
    batch = parse_strings(pa.array(texts, pa.string()))
    for row, text in enumerate(texts):
        assert without_sources(row_of(batch, row)) == without_sources(one_by_one(text)), text


def test_forms() -> None:
    check([*FORMS, None])


def test_recorded_hands() -> None:
    check(CASES)


@pytest.mark.parametrize("form", FORMS)
def test_forms_where_the_text_is_the_whole_buffer(form: str) -> None:
    check([form])


def test_the_compiled_reader_takes_the_usual_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise AssertionError("read slowly")

    monkeypatch.setattr(hand_strings, "_read_slowly", refuse)
    batch = parse_strings(pa.array([*CASES, *FORMS[:2], *FORMS[3:5]]))
    assert not np.any(batch.status)


@given(st.lists(hands(), max_size=5))
def test_canonical_strings(made: list[Hand]) -> None:
    check([str(hand) for hand in made])


@given(st.lists(NEAR, max_size=5))
@example(["1m", "", "[", "]", "12m3", "|"])
def test_near_strings(texts: list[str]) -> None:
    check(list(texts))


@given(st.lists(st.text(max_size=30) | st.none(), max_size=4))
def test_any_text(texts: list[str | None]) -> None:
    check(texts)


@given(hands(), st.data())
def test_hands_with_a_sign_changed(hand: Hand, data: st.DataObject) -> None:
    text = str(hand)
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 2))
    put = data.draw(st.text(alphabet="123456789mpszESWNPFC[],+| 0a", max_size=2))
    check([text[:at] + put + text[at + cut :]])


@pytest.mark.parametrize(
    "kind",
    [
        pa.string(),
        pa.large_string(),
        pa.string_view(),
        pa.binary(),
        pa.large_binary(),
        pa.dictionary(pa.int8(), pa.string()),
    ],
)
def test_types_of_column(kind: pa.DataType) -> None:
    texts = [CASES[0], None, "12", CASES[1]]
    column = pa.array(texts, pa.string()).cast(kind)
    batch = parse_strings(column)
    assert batch.status.tolist() == [0, Status.NULL_ROW, Status.BAD_TEXT, 0]
    sliced = parse_strings(pa.chunked_array([column[1:2], column[3:]]))
    assert sliced.status.tolist() == [Status.NULL_ROW, 0]
    assert sliced.win_tile[1] == batch.win_tile[3]


def test_other_columns() -> None:
    assert len(parse_strings(pa.array([], pa.string())).win_tile) == 0
    assert parse_strings(pa.array([None, None])).status.tolist() == [Status.NULL_ROW] * 2
    with pytest.raises(TypeError, match="column of text, not int64"):
        parse_strings(pa.array([1]))


def test_text_that_is_no_utf8() -> None:
    assert parse_strings(pa.array([b"1m\xff", b"\xc3"])).status.tolist() == [Status.BAD_TEXT] * 2


def test_scores_are_those_of_single_hands() -> None:
    batch = parse_strings(pa.array(CASES))
    scores = score_batch(batch)
    alone = score_batch(type(batch).from_hands(CASES))
    np.testing.assert_array_equal(scores.status, alone.status)
    np.testing.assert_array_equal(scores.total, alone.total)
