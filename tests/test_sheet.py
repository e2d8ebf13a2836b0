"""Score sheets: amounts, totals, match points, the text table, rows that do not fit."""

from typing import NamedTuple

import pytest

from hulebook.game.payment import BelowMinimum, PaymentError
from hulebook.game.sheet import ScoreSheet, SheetError, SheetProblem, SheetRow, match_points
from hulebook.rules import MCR, RuleSet
from tests.sheets import ZUNG_JUNG, game, zung_jung_game

A, B, C, D = range(4)


class Scored(NamedTuple):
    """What a sheet needs to know of a score."""

    rules: RuleSet
    points: int
    total: int
    payable: int
    meets_minimum: bool = True
    self_draw: bool = False


def test_amounts_and_totals() -> None:
    sheet = game()
    assert [row.amounts for row in sheet.rows] == [
        (-20, 36, -8, -8),
        (-16, -16, -16, 48),
        (0, 0, 0, 0),
        (-8, -32, 48, -8),
    ]
    assert sheet.running_totals() == [
        (-20, 36, -8, -8),
        (-36, 20, -24, 40),
        (-66, 30, -14, 50),
        (-74, -2, 34, 42),
    ]
    assert sheet.totals == (-74, -2, 34, 42)
    assert sheet.match_points() == (0, 1, 2, 4)
    assert sheet.problems() == []
    assert sheet.rows[0] == SheetRow(B, 12, A, None, (-20, 36, -8, -8))


def test_zung_jung_amounts() -> None:
    sheet = zung_jung_game()
    assert [row.amounts for row in sheet.rows] == [
        (-150, 210, -30, -30),
        (-30, 210, -150, -30),
        (-70, 210, -70, -70),
        (3, -1, -1, -1),
        (0, 0, 0, 0),
    ]
    assert [row.responsible for row in sheet.rows] == [A, C, None, None, None]
    assert sheet.totals == (-247, 629, -251, -136)
    assert sheet.problems() == []


@pytest.mark.parametrize(
    ("totals", "points"),
    [
        ((10, 20, 30, -60), (1, 2, 4, 0)),
        ((30, 30, -20, -40), (3, 3, 1, 0)),
        ((60, 0, 0, -60), (4, 1.5, 1.5, 0)),
        ((60, 10, -35, -35), (4, 2, 0.5, 0.5)),
        ((30, 30, -30, -30), (3, 3, 0.5, 0.5)),
        ((20, 20, 20, -60), (7 / 3, 7 / 3, 7 / 3, 0)),
        ((-20, 60, -20, -20), (1, 4, 1, 1)),
        ((0, 0, 0, 0), (1.75, 1.75, 1.75, 1.75)),
    ],
)
def test_match_points(totals: tuple[int, ...], points: tuple[float, ...]) -> None:
    assert match_points(totals) == points


def test_a_scored_hand() -> None:
    score = Scored(MCR, points=10, total=12, payable=12)
    sheet = ScoreSheet("mcr")
    sheet.add_score(score, "B", "A")
    assert sheet.rows == (SheetRow(B, 12, A, None, (-20, 36, -8, -8)),)
    with pytest.raises(PaymentError, match="needs its discarder"):
        sheet.add_score(score, "B")
    with pytest.raises(PaymentError, match="scored under mcr on a sheet of zj-30"):
        ScoreSheet(ZUNG_JUNG).add_score(score, "B", "A")
    assert len(sheet) == 1


def test_a_scored_zung_jung_hand_without_pattern() -> None:
    score = Scored(ZUNG_JUNG, points=0, total=0, payable=1)
    sheet = ScoreSheet(ZUNG_JUNG)
    sheet.add_score(score, "B", "A", responsible=None)
    assert sheet.rows == (SheetRow(B, 0, A, None, (-1, 3, -1, -1)),)
    assert sheet.problems() == []


def test_no_more_than_sixteen_hands() -> None:
    sheet = ScoreSheet("mcr")
    for _ in range(16):
        sheet.add_draw()
    with pytest.raises(SheetError, match="hand 17, hand: a game has 16 hands"):
        sheet.add_win("A", 8)
    assert len(sheet) == 16
    assert sheet.to_csv().splitlines()[16].startswith("mcr,16,N,D,draw,")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("E", 8), "winner 'E' is no player: use 0-3 or A, B, C, D"),
        ((4, 8), "winner 4 is no player"),
        ((True, 8), "winner True is no player"),
        (("A", 8, "X"), "discarder 'X' is no player"),
        (("A", 8, "A"), "the winner cannot be the discarder"),
        (("A", -8), "-8 points: a win is never worth less than 0"),
        (("A", 8.0), "8.0 is no whole number"),
        (("A", 10**9), "a number beyond 100000000"),
        (("A", None), "a win needs its points or its amounts"),
        ((None, 8), "a draw has no points"),
    ],
)
def test_wrong_arguments(arguments: tuple[object, ...], message: str) -> None:
    sheet = ScoreSheet("mcr")
    with pytest.raises(PaymentError, match=message):
        sheet.add_win(*arguments)  # type: ignore[arg-type]
    assert len(sheet) == 0


def test_a_win_below_the_minimum() -> None:
    with pytest.raises(BelowMinimum, match="7 points are below the minimum of 8 in mcr"):
        ScoreSheet("mcr").add_win("A", 7, "B")


def test_penalties_are_four_numbers() -> None:
    sheet = ScoreSheet("mcr")
    with pytest.raises(PaymentError, match="3 numbers where the four players need one each"):
        sheet.add_draw(penalties=(1, 2, 3))
    with pytest.raises(PaymentError, match="'x' is no whole number"):
        sheet.add_draw(penalties=(1, 2, 3, "x"))  # type: ignore[arg-type]


class Misfit(NamedTuple):
    row: SheetRow
    field: str
    message: str


MISFITS = (
    # As recorded in otobear/python-majiang, tests/pmn_files/example_2.pmn.
    Misfit(
        SheetRow(B, 12, A, None, (-32, 36, -8, 36)),
        "amounts",
        "-32 +36 -8 +36 add up to +32, not 0; 12 points make -20 +36 -8 -8",
    ),
    Misfit(
        SheetRow(B, 12, None, None, (-20, 36, -8, -8)),
        "amounts",
        "-20 +36 -8 -8; 12 points make -20 +60 -20 -20",
    ),
    Misfit(
        SheetRow(None, None, None, None, (8, -8, 0, 0)),
        "amounts",
        "+8 -8 0 0, but nobody pays for a draw",
    ),
    Misfit(
        SheetRow(B, 7, A, None, (-15, 31, -8, -8)),
        "points",
        "7 points are below the minimum of 8 in mcr: no win",
    ),
    Misfit(
        SheetRow(B, None, A, None, (-20, 36, -8, -9)),
        "amounts",
        "-20 +36 -8 -9 add up to -1, not 0",
    ),
    Misfit(
        SheetRow(B, None, A, None, (36, -20, -8, -8)),
        "amounts",
        "+36 -20 -8 -8: the winner alone gains",
    ),
)


@pytest.mark.parametrize("case", MISFITS)
def test_recorded_rows_that_do_not_fit_are_kept_and_reported(case: Misfit) -> None:
    sheet = ScoreSheet("mcr")
    sheet.add_draw()
    sheet.add_row(case.row)
    assert sheet.rows[1] == case.row
    assert sheet.totals == case.row.amounts
    assert sheet.problems() == [SheetProblem(case.message, case.field, 2)]
    note = f"hand 2, {case.field}: {case.message}"
    assert sheet.to_text().endswith(f"\n! {note}\n")
    for again in (ScoreSheet.from_csv(sheet.to_csv()), ScoreSheet.from_json(sheet.to_json())):
        assert again == sheet
        assert [str(problem) for problem in again.problems()] == [f"line 3, {note}"]


def test_known_amounts_without_points() -> None:
    sheet = ScoreSheet("mcr")
    sheet.add_row(SheetRow(B, None, A, None, (-20, 36, -8, -8)))
    assert sheet.problems() == []
    assert ScoreSheet.from_csv(sheet.to_csv()) == sheet == ScoreSheet.from_json(sheet.to_json())


def test_rows_that_are_none() -> None:
    sheet = ScoreSheet("mcr")
    with pytest.raises(PaymentError, match="in MCR the discarder is always the one"):
        sheet.add_row(SheetRow(B, 12, A, A, (-20, 36, -8, -8)))
    with pytest.raises(PaymentError, match="a draw has no discarder"):
        sheet.add_row(SheetRow(None, None, A, None, (0, 0, 0, 0)))
    with pytest.raises(PaymentError, match="2 numbers"):
        sheet.add_row(SheetRow(B, 12, A, None, (1, 2)))  # type: ignore[arg-type]


TEXT = """\
score sheet, mcr

hand  round  dealer  winner  points  from  |    A    B    C    D  |    A    B    C    D
   1  E      A       B           12  A     |  -20  +36   -8   -8  |  -20  +36   -8   -8
   2  E      B       D            8  self  |  -16  -16  -16  +48  |  -36  +20  -24  +40
   3  E      C       draw                  |    0    0    0    0  |  -36  +20  -24  +40
penalty                                    |  -30  +10  +10  +10  |  -66  +30  -14  +50
   4  E      D       C           24  B     |   -8  -32  +48   -8  |  -74   -2  +34  +42
total                                      |  -74   -2  +34  +42
match points                               |    0    1    2    4
"""
ZUNG_JUNG_TEXT = """\
   1  E      A       B           70  A     A     |  -150  +210   -30   -30  |
   2  E      B       B           70  A     C     |   -30  +210  -150   -30  |
   3  E      C       B           70  A     all   |   -70  +210   -70   -70  |
   4  E      D       A            0  self  all   |    +3    -1    -1    -1  |
   5  S      A       draw                        |     0     0     0     0  |
"""


def test_text() -> None:
    assert game().to_text() == TEXT
    lines = zung_jung_game().to_text().splitlines()
    for expected, line in zip(ZUNG_JUNG_TEXT.splitlines(), lines[3:], strict=False):
        assert line.startswith(expected)
    assert "match points" in ScoreSheet("mcr").to_text()


def test_sheets_compare_by_rules_and_hands() -> None:
    assert game() == game()
    assert game() != zung_jung_game()
    assert ScoreSheet("mcr") != ScoreSheet("mcr-98")
    assert ScoreSheet("mcr") != "mcr"
    assert repr(game()) == "<ScoreSheet mcr, 4 hands>"
