"""Validation: one verdict for every form of file, and what each row comes to."""

import json
from collections import Counter
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from hulebook import RuleError
from hulebook.rules import MCR
from hulebook.validate import Verdict, validate
from hulebook.validate.compare.differences import Difference
from hulebook.validate.readers.columns import ColumnError, column_roles
from tests.logs import WON, game
from tests.validation import CASES, FORMS, Recorded, recorded_cases, write

RULES = ("mcr", "mcr-2014", "mcr-98")
NINE = "[CCC,1]12356789pWW7p|SS0000|0"  # 9 points under every rule set
TWENTY_ONE = "123456789m345p7s7s"
FIVE = "[222m,1][444m,1][666p,1]66p88s8s|EE0000|0"
NO_WIN = "123456789m345p7s8s"


def counts(verdict: Verdict) -> dict[str, object]:
    """A verdict without names of files, time and hands as written."""
    told = verdict.to_json()
    del told["files"], told["first"]
    return told


def check(folder: Path, *rows: Recorded, form: str = "jsonl", **options: object) -> Verdict:
    return validate(write(folder, form, list(rows)), **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("form", FORMS)
def test_cases_in_every_form(tmp_path: Path, form: str, rules: str) -> None:
    rows = recorded_cases(rules)
    verdict = validate(write(tmp_path, form, rows), rules)
    expected = [case["expected"][rules] for case in CASES]
    illegal = sum(isinstance(one, str) for one in expected)
    assert verdict.rows == len(CASES) == 677
    assert verdict.equal == sum(isinstance(one, int) for one in expected)
    assert verdict.not_winning == sum(one is None for one in expected)
    assert verdict.bad.total() == illegal
    assert not verdict.different
    assert not verdict.all_equal


@pytest.mark.parametrize("form", FORMS)
def test_wrong_totals_in_every_form(tmp_path: Path, form: str) -> None:
    verdict = validate(write(tmp_path, form, recorded_cases("mcr-98")), "mcr", shown=1000)
    other = [
        (number, case["expected"]["mcr-98"], case["expected"]["mcr"])
        for number, case in enumerate(CASES, 2 if form[:3] in ("csv", "tsv") else 1)
        if isinstance(case["expected"]["mcr"], int)
        and case["expected"]["mcr"] != case["expected"]["mcr-98"]
    ]
    found = [one for one in verdict.first if one.kind == "total"]
    assert [(one.row, one.recorded_total, one.total) for one in found] == other
    assert all("mcr-98" in (one.explained_by or "") for one in found)
    assert verdict.different == Counter(total=len(other))


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_fans_of_the_cases(tmp_path: Path, form: str, rules: str) -> None:
    cases = [case for case in CASES if isinstance(case["expected"][rules], int)]
    rows = [
        Recorded(case["hand"], case["expected"][rules], case["expected_fans"][rules])
        for case in cases
    ]
    verdict = validate(write(tmp_path, form, rows), rules)
    assert verdict.all_equal, str(verdict)
    assert verdict.equal == len(cases)


def test_every_kind_of_row(tmp_path: Path) -> None:
    verdict = check(
        tmp_path,
        Recorded(NINE, 9),
        Recorded(NINE, 10),
        Recorded(NINE),
        Recorded(FIVE, 8),
        Recorded(NO_WIN, 8),
        Recorded("five dragons", 8),
        Recorded(FIVE),
        Recorded(NO_WIN),
    )
    assert counts(verdict) == {
        "rules": "mcr",
        "rows": 8,
        "equal": 1,
        "different": {"total": 1},
        "not_winning": 1,
        "bad": {"BAD_TEXT": 1, "FIFTH_TILE": 2},
        "without_total": 2,
        "ties": 0,
        "draws": 0,
        "all_equal": False,
    }
    assert [(one.row, one.kind) for one in verdict.first] == [
        (2, "total"), (4, "FIFTH_TILE"), (5, "not a win"), (6, "BAD_TEXT"), (7, "FIFTH_TILE"),
    ]  # fmt: skip
    assert verdict.first[0] == Difference(
        verdict.files[0], 2, "total", NINE, 10, 9,
        fans="Half Flush, Dragon Pung, Two Terminal Chows", explained_by="none",
    )  # fmt: skip
    assert verdict.first[1].message == "five 6p: there are only four of each tile"
    assert verdict.first[2].message == "123456789m345p7s8s is no winning hand under mcr"


def test_text_of_a_verdict(tmp_path: Path) -> None:
    tied = Recorded("[123m,1]123p789m789p8s8s|EE0000|0", 6, [63, "Mixed Double Chow", 72, 72, 79])
    wrong = Recorded(NINE, 10, {"Half Flush": 1, "Dragon Pung": 2})
    verdict = check(tmp_path, tied, wrong, Recorded("", 3), Recorded(NINE, 9), shown=1)
    file = verdict.files[0]
    assert str(verdict) == (
        "4 rows read, scored under mcr\n"
        "2 equal, 1 of them with other fans of the same points\n"
        "1 different: total\n"
        "0 not winning\n"
        "1 bad: BAD_TEXT\n"
        "\n"
        f"{file}:2: total\n"
        f"  {NINE}\n"
        "  recorded 10  Half Flush, Dragon Pung x2\n"
        "  ours     9  Half Flush, Dragon Pung, Two Terminal Chows\n"
        "  only recorded: Dragon Pung x2\n"
        "  only ours: Dragon Pung, Two Terminal Chows\n"
        "  right under none\n"
        "\n"
        "... and 1 more"
    )


def test_all_equal(tmp_path: Path) -> None:
    verdict = check(tmp_path, Recorded(NINE, 9), Recorded(NINE))
    assert verdict.all_equal
    assert not verdict.first


def test_house_rules(tmp_path: Path) -> None:
    kongs = "[1111m][2222m]345p678s9s9s"
    house = MCR.replace(two_concealed_kongs=6)
    assert check(tmp_path, Recorded(kongs, 6 + 0), rules=house).rules == house.id
    rows = [Recorded(kongs, 12), Recorded(kongs, 10)]
    assert check(tmp_path, *rows).equal == 1
    found = check(tmp_path, *rows, rules=house)
    assert found.equal == 1
    assert found.first[0].recorded_total in (10, 12)


def test_several_files(tmp_path: Path) -> None:
    one = write(tmp_path, "csv", [Recorded(NINE, 9)], "one")
    two = write(tmp_path, "parquet", [Recorded(NINE, 8)], "two")
    verdict = validate([one, two, one])
    assert (verdict.equal, verdict.different.total()) == (2, 1)
    assert verdict.first[0].file == str(two)


def test_a_log(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    drawn = [*game("0 Draw B3", match="x")]
    lines = [*game(*WON), *drawn, *game(*WON[:3], "Fan 22 ?*1", "Score -29 45 -8 -8"),
             *game(*WON[:4], "Score -30 46 -8 -8")]  # fmt: skip
    path.write_text("\r\n".join(lines) + "\r\n")
    verdict = validate(path, "mcr-98")
    assert (verdict.rows, verdict.equal, dict(verdict.different), dict(verdict.bad)) == (
        4, 1, {"total": 1, "payments": 1}, {"BAD_GAME": 1},
    )  # fmt: skip
    bad, total, paid = verdict.first
    assert (bad.row, bad.message) == (
        18, "game x: the log breaks off in the middle of a game",
    )  # fmt: skip
    assert (total.row, total.recorded_total, total.total) == (27, 22, 21)
    assert (paid.row, paid.recorded_payments, paid.payments) == (
        38, (-30, 46, -8, -8), (-29, 45, -8, -8),
    )  # fmt: skip


def test_payments(tmp_path: Path) -> None:
    drawn = TWENTY_ONE + "|EW1000|0"
    (total,) = {r.total for r in [check_total(tmp_path, drawn)]}
    each = 8 + total
    rows = [
        Recorded(NINE, 9, payments=[-8, 33, -17, -8]),
        Recorded(NINE, 9, payments=[-8, 33, -8, -17]),
        Recorded(NINE, 9, payments=[33, -17, -8, -8]),
        Recorded(NINE, 9, payments=[-17, 51, -17, -17]),
        Recorded(NINE, 9),
        Recorded(drawn, total, payments=[-each, -each, 3 * each, -each]),
        Recorded(drawn, total, payments=[-8, -8, 24 + total, -each]),
    ]
    for form in ("jsonl", "csv", "parquet"):
        verdict = check(tmp_path, *rows, form=form)
        assert verdict.equal == 4
        assert verdict.different == Counter(payments=3)
    assert verdict.first[0].payments == (-17, 33, -8, -8)


def check_total(folder: Path, hand: str) -> Difference:
    """A difference that tells the total of a hand."""
    (found,) = check(folder, Recorded(hand, 10_000)).first
    return found


def test_a_recorded_discarder(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(
        "hand,total,payments,discarder\n"
        f'"{NINE}",9,-8 33 -17 -8,W\n"{NINE}",9,"-8,33,-17,-8",2\n'
        f'"{NINE}",9,-8 33 -17 -8,E\n"{NINE}",9,-8 33 -17 -8,\n"{NINE}",9,-8 33 -17 -8,5\n'
    )
    verdict = validate(path)
    assert (verdict.equal, dict(verdict.different), dict(verdict.bad)) == (
        3, {"payments": 1}, {"BAD_FIELD": 1},
    )  # fmt: skip


def test_a_win_below_the_minimum_is_not_paid(tmp_path: Path) -> None:
    low = "[123m,1][456m,1][345p,1]88s67s8s|EE0000|0"
    (found,) = check(tmp_path, Recorded(low, 10_000)).first
    rows = [Recorded(low, found.total, payments=[0, 0, 0, 0]),
            Recorded(low, found.total, payments=[26, -10, -8, -8])]  # fmt: skip
    verdict = check(tmp_path, *rows)
    assert (found.total, verdict.equal, dict(verdict.different)) == (3, 1, {"payments": 1})


def test_zung_jung(tmp_path: Path) -> None:
    kongs = "[1111m][2222m]345p678s9s9s"
    (found,) = check(tmp_path, Recorded(kongs, 10_000), rules="wsom").first
    verdict = check(
        tmp_path,
        Recorded(kongs, found.total),
        Recorded(kongs + "|EE0000|1", found.total),
        Recorded(kongs, found.total, fans=["4.3.2", "Concealed Hand"]),
        rules="wsom",
    )
    assert verdict.bad == Counter(NO_FLOWERS=1)
    assert verdict.equal >= 1


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_the_same_for_any_number_of_threads(
    tmp_path: Path, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hulebook.validate.readers.sources.BLOCK", 5000)
    for form in ("csv", "jsonl", "txt"):
        rows = recorded_cases("mcr-98")
        path = write(tmp_path, form, rows * 3)
        one, many = tmp_path / "one.jsonl", tmp_path / "many.jsonl"
        alone = validate(path, output=one, threads=1)
        found = validate(path, output=many, threads=threads)
        assert counts(found) == counts(alone)
        assert found.first == alone.first
        assert many.read_bytes() == one.read_bytes()


@pytest.mark.parametrize("suffix", ["parquet", "csv", "jsonl"])
def test_output(tmp_path: Path, suffix: str) -> None:
    source = write(tmp_path, "jsonl", [
        Recorded(NINE, 10, payments=[-8, 33, -17, -8]),
        Recorded("", 3),
        Recorded(NINE, 9),
    ])  # fmt: skip
    path = tmp_path / f"out.{suffix}"
    verdict = validate(source, output=path, shown=1)
    assert len(verdict.first) == 1
    if suffix == "parquet":
        rows = pq.read_table(path).to_pylist()
    elif suffix == "jsonl":
        rows = [json.loads(line) for line in path.read_text().splitlines()]
    else:
        import csv

        rows = list(csv.DictReader(path.read_text().splitlines()))
    assert [(int(row["row"]), row["kind"]) for row in rows] == [(1, "total"), (2, "BAD_TEXT")]
    assert list(rows[0]) == list(Difference._fields)
    assert int(rows[0]["total"]) == 9
    assert rows[0]["recorded_payments"] in ([-8, 33, -17, -8], "-8 33 -17 -8")
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".")] == []


def test_nothing_to_write(tmp_path: Path) -> None:
    source = write(tmp_path, "jsonl", [Recorded(NINE, 9)])
    for suffix in ("parquet", "csv", "jsonl"):
        assert validate(source, output=tmp_path / f"out.{suffix}").all_equal
    assert pq.read_table(tmp_path / "out.parquet").num_rows == 0
    assert (tmp_path / "out.csv").read_text().startswith("file,row,kind,")
    assert (tmp_path / "out.jsonl").read_text() == ""


def test_wrong_use(tmp_path: Path) -> None:
    path = write(tmp_path, "jsonl", [Recorded(NINE, 9)])
    with pytest.raises(RuleError, match="no rule set 'mcr-99'"):
        validate(path, "mcr-99")
    with pytest.raises(ValueError, match="no format 'xlsx'"):
        validate(path, format="xlsx")
    with pytest.raises(ValueError, match="no column role 'score'"):
        validate(path, columns={"score": "total"})
    with pytest.raises(ValueError, match="the suffix must be one of"):
        validate(path, output=tmp_path / "x.txt")


def test_column_roles() -> None:
    assert column_roles(["hand", "total", "x"], {}) == {"hand": "hand", "total": "total"}
    assert column_roles(["h", "s"], {"hand": "h", "total": "s"}) == {"hand": "h", "total": "s"}
    with pytest.raises(ColumnError, match="no column hand and total; there are x"):
        column_roles(["x"], {})
    with pytest.raises(ColumnError, match="no column win_tile"):
        column_roles(["concealed", "total"], {})
    with pytest.raises(ColumnError, match="no column 's'"):
        column_roles(["hand", "total"], {"total": "s"})
    with pytest.raises(ColumnError, match="column 'seat_wind' beside hand strings"):
        column_roles(["hand", "total", "seat_wind"], {})
    roles = column_roles(["hand", "total", "seat_wind"], {"seat_wind": ""})
    assert list(roles) == ["hand", "total"]


def test_progress_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hulebook.validate.readers.sources.BLOCK", 5000)
    told: list[tuple[int, float | None]] = []
    path = write(tmp_path, "csv", recorded_cases("mcr") * 4)
    validate(path, progress=lambda rows, fraction: told.append((rows, fraction)), threads=1)
    assert len(told) > 5
    assert told == sorted(told)
    assert told[-1] == (677 * 4, 1.0)
