"""Score sheets in files: the two forms, reading back, bad rows by line and field."""

import json
import pickle
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hulebook.game.sheet import ScoreSheet, SheetError, SheetRow
from hulebook.rules import MCR
from tests.sheets import CSV, ZUNG_JUNG, game, zung_jung_game


def test_forms_are_stable() -> None:
    assert game().to_csv() == CSV
    lines = game().to_json().splitlines()
    assert lines[0] == '{"format": "hulebook-sheet", "version": 1, "rules": "mcr", "hands": ['
    assert lines[3] == (
        '{"hand": 3, "round": "E", "dealer": "C", "winner": "draw", "points": null, '
        '"discarder": null, "responsible": null, "amounts": [0, 0, 0, 0], '
        '"penalties": [-30, 10, 10, 10], "totals": [-66, 30, -14, 50]},'
    )
    told = [line.split(",")[6:8] for line in zung_jung_game().to_csv().splitlines()[1:]]
    assert told == [["A", "A"], ["A", "C"], ["A", "none"], ["self", ""], ["", ""]]


def test_reading_back() -> None:
    for sheet in (game(), ScoreSheet("mcr-98")):
        assert ScoreSheet.from_csv(sheet.to_csv()) == sheet
        assert ScoreSheet.from_json(sheet.to_json()) == sheet
    for sheet in (zung_jung_game(), ScoreSheet(MCR.replace(base=10))):
        assert ScoreSheet.from_csv(sheet.to_csv(), sheet.rules) == sheet
        assert ScoreSheet.from_json(sheet.to_json(), sheet.rules) == sheet


def test_files(tmp_path: Path) -> None:
    for name in ("game.csv", "game.JSON"):
        game().write(tmp_path / name)
        assert ScoreSheet.read(tmp_path / name) == game()
        assert ScoreSheet.read(str(tmp_path / name), "mcr") == game()
    assert (tmp_path / "game.csv").read_bytes() == CSV.encode()
    (tmp_path / "game.csv").write_bytes(b"\xff\xfe")
    with pytest.raises(SheetError, match="no UTF-8 text"):
        ScoreSheet.read(tmp_path / "game.csv")
    for act in (ScoreSheet.read, game().write):
        with pytest.raises(SheetError, match=r"a score sheet is a \.csv or \.json file"):
            act(tmp_path / "game.txt")
    with pytest.raises(FileNotFoundError):
        ScoreSheet.read(tmp_path / "none.csv")


def test_a_sheet_kept_by_hand() -> None:
    """A spreadsheet's line ends and mark, other columns' order, blanks, hands yet to be played."""
    text = (
        "\ufeffhand,dealer,rules,winner,points,discarder,penalty_a\r\n"
        "1,A,mcr,B,12, A ,\r\n"
        "\r\n"
        "2,B,,D,+8,self,-10\r\n"
        "3,C,mcr,draw,,,\r\n"
        "4,D,mcr,,,,\r\n"
        "5,A,mcr,,,,\r\n"
    )
    sheet = ScoreSheet.from_csv(text)
    assert [row.amounts for row in sheet.rows] == [
        (-20, 36, -8, -8),
        (-16, -16, -16, 48),
        (0, 0, 0, 0),
    ]
    assert sheet.rows[1].penalties == (-10, 0, 0, 0)
    untold = text.replace(",mcr,", ",,")
    assert ScoreSheet.from_csv(untold, "mcr") == sheet
    with pytest.raises(SheetError, match="rules: the file names no rule set"):
        ScoreSheet.from_csv(untold)


players = st.sampled_from(range(4))
numbers = st.integers(-999, 999)
fours = st.tuples(numbers, numbers, numbers, numbers)


@st.composite
def sheets(draw: st.DrawFn) -> ScoreSheet:
    sheet = ScoreSheet(draw(st.sampled_from([MCR, ZUNG_JUNG])))
    for _ in range(draw(st.integers(0, 16))):
        kind = draw(st.sampled_from(["draw", "self", "discard", "recorded"]))
        winner, penalties = draw(players), draw(st.one_of(st.just((0, 0, 0, 0)), fours))
        points, others = draw(st.integers(8, 480)), [p for p in range(4) if p != winner]
        if kind == "draw":
            sheet.add_draw(penalties=penalties)
        elif kind == "self":
            sheet.add_win(winner, points, penalties=penalties)
        else:
            discarder, responsible = draw(st.sampled_from(others)), None
            if sheet.rules.family == "zung_jung":
                responsible = draw(st.sampled_from([None, *others]))
            if kind == "recorded":
                told = draw(st.sampled_from([None, points]))
                row = SheetRow(winner, told, discarder, responsible, draw(fours), penalties)
                sheet.add_row(row)
            elif sheet.rules.family == "mcr":
                sheet.add_win(winner, points, discarder, penalties=penalties)
            else:
                sheet.add_win(
                    winner, points, discarder, responsible=responsible, penalties=penalties
                )
    return sheet


@settings(max_examples=60, deadline=None)
@given(sheet=sheets())
def test_both_forms_give_the_same_sheet_back(sheet: ScoreSheet) -> None:
    for again in (
        ScoreSheet.from_csv(sheet.to_csv(), sheet.rules),
        ScoreSheet.from_json(sheet.to_json(), sheet.rules),
    ):
        assert again == sheet
        assert again.totals == sheet.totals
        assert again.to_text().split("!")[0] == sheet.to_text().split("!")[0]
    widths = {len(line) for line in sheet.to_text().split("total")[0].splitlines()[2:] if line}
    assert len(widths) == 1


def changed(line: int, old: str, new: str) -> str:
    lines = CSV.splitlines(keepends=True)
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    return "".join(lines)


BAD_CSV = {
    "hand": (3, ",2,", ",3,", "line 3, hand 2, hand: 3 where 2 is due"),
    "no hand": (3, ",2,", ",,", "line 3, hand 2, hand: None where 2 is due"),
    "round": (3, ",E,B,", ",S,B,", "line 3, hand 2, round: 'S' where 'E' is due"),
    "dealer": (3, ",E,B,", ",E,C,", "line 3, hand 2, dealer: 'C' where 'B' is due"),
    "rules": (3, "mcr,", "wsom,", "line 3, hand 2, rules: 'wsom' where 'mcr' is due"),
    "winner": (3, ",D,8", ",d,8", "line 3, hand 2, winner: 'd' is no player: A, B, C, D"),
    "no winner": (3, ",D,8", ",,8", "line 3, hand 2, winner: nobody; a hand without a winner"),
    "points": (3, ",8,", ",8.5,", "line 3, hand 2, points: '8.5' is no whole number"),
    "no points": (3, ",8,self,,-16,-16,-16,48", ",,self,,,,,", "line 3, hand 2, points: a win"),
    "minus points": (3, ",8,", ",-8,", "line 3, hand 2, points: -8 points"),
    "minimum": (3, ",8,self,,-16,-16,-16,48", ",7,self,,,,,", "hand 2, points: 7 points are"),
    "discarder": (3, "self", "E", "line 3, hand 2, discarder: 'E' is no player"),
    "no discarder": (3, "self", "", "line 3, hand 2, discarder: nobody; a self-drawn hand"),
    "own discard": (3, "self", "D", "line 3, hand 2, discarder: the winner cannot be"),
    "responsible": (3, "self,,", "self,A,", "line 3, hand 2, responsible: in MCR"),
    "amount": (3, ",-16,-16,48", ",x,-16,48", "line 3, hand 2, amount_b: 'x' is no whole number"),
    "no amount": (
        3,
        ",-16,48",
        ",,48",
        "line 3, hand 2, amount_c: empty, where others of the four",
    ),
    "penalty": (3, ",0,0,0,0,", ",0,0,0,1e2,", "line 3, hand 2, penalty_d: '1e2' is no whole"),
    "total": (3, "40", "41", "line 3, hand 2, totals: -36 +20 -24 +41 written, but -36 +20 -24"),
    "draw with points": (4, "draw,", "draw,9", "line 4, hand 3, points: a draw has no points"),
    "draw with discarder": (4, "draw,,", "draw,,A", "line 4, hand 3, discarder: a draw has none"),
    "cells": (3, ",40", "", "line 3, hand 2: 19 cells under a header of 20"),
    "column": (1, "points", "point", "line 1: unknown or repeated column 'point'"),
    "columns": (1, "round", "hand", "line 1: unknown or repeated column 'hand'"),
    "quote": (3, "self", '"self', "no CSV: unexpected end of data"),
    "unknown rules": (2, "mcr", "mcr-99", "line 2, rules: no rule set 'mcr-99'"),
    "huge": (3, ",8,", f",{'9' * 5000},", "line 3, hand 2, points: '9999"),
    "large": (3, ",8,", ",8000000000,", "line 3, hand 2, points: a number beyond"),
}


@pytest.mark.parametrize("case", BAD_CSV)
def test_bad_csv(case: str) -> None:
    line, old, new, message = BAD_CSV[case]
    with pytest.raises(SheetError) as caught:
        ScoreSheet.from_csv(changed(line, old, new))
    assert message in str(caught.value)
    assert len(str(caught.value)) < 300


def test_every_bad_row_is_named() -> None:
    text = changed(3, ",8,", ",8.5,").replace(",24,B,", ",24,C,")
    with pytest.raises(SheetError) as caught:
        ScoreSheet.from_csv(text)
    assert [(p.line, p.hand, p.field) for p in caught.value.problems] == [
        (3, 2, "points"),
        (5, 4, "discarder"),
    ]
    copy = pickle.loads(pickle.dumps(caught.value))
    assert str(copy) == str(caught.value) == "\n".join(map(str, caught.value.problems))


def test_csv_that_is_no_sheet() -> None:
    for text in ("", "\n\n", "rules,hand\n"):
        with pytest.raises(SheetError, match=r"line 1: no column .*winner, points, discarder"):
            ScoreSheet.from_csv(text)
    with pytest.raises(SheetError, match="rules: the file is of 'mcr', not of mcr-98"):
        ScoreSheet.from_csv(CSV, "mcr-98")


def test_hands_after_one_not_played() -> None:
    lines = CSV.splitlines()
    lines[2] = "mcr,2,E,B" + "," * 16
    with pytest.raises(SheetError, match="line 4, hand 3, hand: played after hand 2, which is"):
        ScoreSheet.from_csv("\n".join(lines))


def test_a_gap_is_told_once() -> None:
    text = "rules,hand,winner,points,discarder\nmcr,1,A,12,B\nmcr,3,B,9,self\nmcr,4,C,9,self\n"
    with pytest.raises(SheetError) as caught:
        ScoreSheet.from_csv(text + "mcr,5,C,99999999999999,self\n")
    assert str(caught.value).splitlines() == [
        "line 3, hand 2, hand: 3 where 2 is due",
        "line 5, hand 5, points: a number beyond 1000000000",
    ]


def test_too_many_lines() -> None:
    text = "rules,hand,winner,points,discarder\n"
    text += "".join(f"mcr,{hand},draw,,\n" for hand in range(1, 30))
    with pytest.raises(SheetError) as caught:
        ScoreSheet.from_csv(text)
    assert str(caught.value) == "line 18, hand 17, hand: a game has 16 hands"


BAD_JSON = {
    "": "line 1: no JSON",
    "[1,\n2": "line 2: no JSON",
    "[]": "format: no score sheet",
    '{"format": "x"}': "format: no score sheet",
    '{"format": "hulebook-sheet", "version": 2}': "version: version 2, but only 1",
    '{"format": "hulebook-sheet", "version": true}': "version: version True",
    '{"format": "hulebook-sheet", "version": 1, "x": 1}': "unknown field 'x'",
    '{"format": "hulebook-sheet", "version": 1}': "hands: a list of hands is due",
    '{"format": "hulebook-sheet", "version": 1, "hands": []}': "names no rule set",
    '{"format": "hulebook-sheet", "version": 1, "version": 1}': "a key given twice",
    "[" * 100_000: "no JSON",
    "1" * 10_000: "no JSON",
}


@pytest.mark.parametrize("text", BAD_JSON, ids=lambda text: text[:50])
def test_json_that_is_no_sheet(text: str) -> None:
    with pytest.raises(SheetError) as caught:
        ScoreSheet.from_json(text)
    assert BAD_JSON[text] in str(caught.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"points": 8.0}, "line 3, hand 2, points: 8.0 is no whole number"),
        ({"points": True}, "line 3, hand 2, points: True is no whole number"),
        ({"points": "8"}, "line 3, hand 2, points: '8' is no whole number"),
        ({"hand": True}, "line 3, hand 2, hand: True where 2 is due"),
        ({"winner": 3}, "line 3, hand 2, winner: 3 is no player"),
        ({"winner": ["A"]}, "line 3, hand 2, winner: ['A'] is no player"),
        ({"amounts": [1, 2, 3]}, "line 3, hand 2: amounts is no list of four"),
        ({"amounts": [1, 2, 3, "x"]}, "line 3, hand 2, amount_d: 'x' is no whole number"),
        ({"totals": [0, 0, 0, 0]}, "line 3, hand 2, totals: 0 0 0 0 written, but -36 +20"),
        ({"colour": 1}, "line 3, hand 2: unknown field 'colour'"),
        ({"amount_a": 1}, "line 3, hand 2: unknown field 'amount_a'"),
    ],
)
def test_bad_json_hands(change: dict[str, object], message: str) -> None:
    lines = game().to_json().splitlines()
    hand = json.loads(lines[2].removesuffix(","))
    lines[2] = json.dumps({**hand, **change}) + ","
    with pytest.raises(SheetError) as caught:
        ScoreSheet.from_json("\n".join(lines))
    assert message in str(caught.value)


def test_json_lines_however_it_is_laid_out() -> None:
    data = json.loads(game().to_json())
    assert ScoreSheet.from_json(json.dumps(data, indent=1)) == game()
    data["hands"][1]["points"] = -1
    data["hands"][3] = None
    with pytest.raises(SheetError) as caught:
        ScoreSheet.from_json("\n\n" + json.dumps(data, indent=1))
    text = "\n\n" + json.dumps(data, indent=1)
    starts = [n for n, line in enumerate(text.splitlines(), 1) if line in ("  {", "  null")]
    assert [problem.line for problem in caught.value.problems] == [starts[1], starts[3]]


def test_json_fields_that_may_be_absent() -> None:
    hands = [
        {"hand": 1, "winner": "B", "points": 12, "discarder": "A"},
        {"hand": 2, "winner": "draw", "penalties": [None, -5, None, None], "amounts": None},
        {"hand": 3},
    ]
    top = {"format": "hulebook-sheet", "version": 1, "hands": hands}
    sheet = ScoreSheet.from_json(json.dumps(top), "mcr")
    assert [row.amounts for row in sheet.rows] == [(-20, 36, -8, -8), (0, 0, 0, 0)]
    assert sheet.rows[1].penalties == (0, -5, 0, 0)


@settings(max_examples=150, deadline=None)
@given(at=st.integers(0, 400), cut=st.integers(0, 6), put=st.text(max_size=4))
def test_damaged_files_are_read_or_refused(at: int, cut: int, put: str) -> None:
    for parse, text in (
        (ScoreSheet.from_csv, game().to_csv()),
        (ScoreSheet.from_json, game().to_json()),
    ):
        damaged = text[:at] + put + text[at + cut :]
        with suppress(SheetError):
            parse(damaged).to_text()
