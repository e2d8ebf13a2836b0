"""`hulebook validate`: arguments, what is printed, exit codes."""

import io
import json
import sys
from pathlib import Path

import pytest

from hulebook.__main__ import main
from hulebook.cli.validate_files import chosen_columns
from hulebook.validate.report.progress import progress_bar
from tests.logs import WON, game
from tests.validation import Recorded, recorded_cases, write

NINE = "[CCC,1]12356789pWW7p|SS0000|0"
KONGS = "[1111m][2222m]345p678s9s9s"


def run(*arguments: object) -> int:
    return main(["validate", *map(str, arguments)])


def test_all_equal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, "csv", [Recorded(NINE, 9), Recorded(NINE)])
    assert run(path) == 0
    assert capsys.readouterr() == (
        "2 rows read, scored under mcr\n1 equal\n0 not winning\n1 without a recorded total\n", "",
    )  # fmt: skip


def test_a_difference(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, "csv", [Recorded(NINE, 9), Recorded(NINE, 8), Recorded(NINE, 7)])
    assert run(path, "--shown", 1) == 1
    assert capsys.readouterr().out == (
        "3 rows read, scored under mcr\n1 equal\n2 different: total\n0 not winning\n\n"
        f"{path}:3: total\n  {NINE}\n  recorded 8\n"
        "  ours     9  Half Flush, Dragon Pung, Two Terminal Chows\n"
        "  right under none\n\n... and 1 more\n"
    )


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, "csv", [Recorded(NINE, 9), Recorded(NINE, 8), Recorded("x", 7)])
    assert run(path, "--json") == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["rows"], told["equal"], told["different"]) == (3, 1, {"total": 1})
    assert told["bad"] == {"BAD_TEXT": 1}
    assert [one["row"] for one in told["first"]] == [3, 4]
    assert told["first"][1]["message"] == (
        "position 1: expected a tile (ranks 1-9 then m, p or s; or one of E S W N P F C), found 'x'"
    )
    assert run(path, "--json", "--rules", "auto") == 1
    told = json.loads(capsys.readouterr().out)
    assert told["explanation"]["rules"] == told["rules"] == "mcr"
    assert told["explanation"]["shipped"] == {"mcr": 1, "mcr-2014": 1, "mcr-98": 1}


HOSTILE = "\x1b]0;PWNED\x07\x1b[31mred\x1b[2J\x9b1m\u202e東"


def test_nothing_of_a_file_acts_on_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "\x1b[31m.csv"
    path.write_text(f"hand,total\n{HOSTILE},5\n")
    header = tmp_path / "header.csv"
    header.write_text(f"{HOSTILE},total\n")
    line = tmp_path / "new\nline.jsonl"
    line.write_text(json.dumps({"hand": "1m\n2m", "total": 5}))
    log = tmp_path / "a.log"
    log.write_text(f"Match \x1b[2J\nWind 5{HOSTILE}\n")
    out = tmp_path / "out.jsonl"
    assert run(path, header, line, log, "--quiet", "--output", out) == 1
    shown = capsys.readouterr().out
    assert all(sign.isprintable() for sign in shown.replace("\n", ""))
    assert "\\x1b[31m.csv:2: BAD_TEXT" in shown
    assert "  \\x1b]0;PWNED\\x07\\x1b[31mred\\x1b[2J\\x9b1m\\u202e東\n" in shown
    assert "  1m\\n2m\n" in shown
    assert json.loads(out.read_text("utf8").splitlines()[0])["hand"] == HOSTILE
    assert run(path, "--json") == 1
    shown = capsys.readouterr().out
    assert not any(sign < " " or "\x7f" <= sign < "\xa0" for sign in shown.strip())
    assert json.loads(shown)["first"][0]["hand"] == HOSTILE


def test_long_text_is_cut(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.csv"
    path.write_text(f"hand,total\n{'1m' * 10_000},5\n")
    header = tmp_path / "header.csv"
    header.write_text("x," * 10_000 + "total\n")
    assert run(path, header) == 1
    shown = capsys.readouterr().out
    assert f"\n  {'1m' * 150}...\n" in shown
    assert max(map(len, shown.splitlines())) < 400 + len(str(tmp_path))
    assert run(path, "--json") == 1
    assert json.loads(capsys.readouterr().out)["first"][0]["hand"] == "1m" * 10_000


def test_an_output_that_is_an_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, "csv", [Recorded(NINE, 8)])
    written = path.read_bytes()
    with pytest.raises(SystemExit) as error:
        run(path, "--output", path)
    assert error.value.code == 2
    assert f"output '{path}' is a file to be read: '{path}'" in capsys.readouterr().err
    assert path.read_bytes() == written


def test_a_log_and_auto(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.log"
    path.write_text("\n".join(game(*WON)))
    assert run(path, "--rules", "mcr-98") == 0
    assert capsys.readouterr().out == "1 row read, scored under mcr-98\n1 equal\n0 not winning\n"
    assert run("--rules", "auto", path) == 0
    assert "mcr explains 1 of 1 recorded totals" in capsys.readouterr().out


def test_rules_and_house_rules(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, "jsonl", [Recorded(KONGS, 10)])
    assert run(path) == 1
    assert "right under mcr-98" in capsys.readouterr().out
    assert run(path, "--rules", "mcr-98") == 0
    assert run(path, "--set", "two_concealed_kongs=6") == 0
    assert "scored under mcr+two_concealed_kongs=6" in capsys.readouterr().out


def test_output_and_columns(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text(f"h\tscore\ttotal\n{NINE}\t8\t9\n")
    out = tmp_path / "out.jsonl"
    assert run(path, "--columns", "hand=h,total=score", "--output", out) == 1
    assert json.loads(out.read_text())["recorded_total"] == 8
    assert run(path, "--columns", "hand=h") == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "the following arguments are required: FILE"),
        (["x", "--rules", "mcr-99"], "no rule set 'mcr-99'"),
        (["x", "--format", "xlsx"], "invalid choice: 'xlsx'"),
        (["x", "--columns", "total"], "--columns 'total' is not of the form ROLE=COLUMN"),
        (["x", "--columns", "score=total"], "no column role 'score'"),
        (["x", "--columns", "hand=a,hand=b"], "--columns gives the role hand twice"),
        (["x", "--columns", "hand=a", "--columns", "hand="], "--columns gives the role hand twice"),
        (["x", "--output", "x.txt"], "the suffix must be one of .parquet, .csv, .jsonl"),
        (["x", "--rules", "auto", "--set", "base=1"], "--set changes a rule set"),
        (["x", "--set", "base"], "is not of the form SWITCH=VALUE"),
        (["x", "--threads", "0"], "--threads must be at least 1"),
        (["x", "--threads", "two"], "invalid int value: 'two'"),
    ],
)
def test_wrong_use(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as error:
        run(*arguments)
    assert error.value.code == 2
    assert message in capsys.readouterr().err


def test_chosen_columns() -> None:
    assert chosen_columns([]) == {}
    assert chosen_columns(["total=a=b", "hand=h,fans="]) == {
        "total": "a=b",
        "hand": "h",
        "fans": "",
    }


def test_no_progress_bar_where_nobody_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, "csv", recorded_cases("mcr"))
    run(path)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys, "stderr", Terminal())
    run(path, "--quiet")
    assert sys.stderr.getvalue() == ""  # type: ignore[attr-defined]


def test_a_progress_bar_on_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    run(write(tmp_path, "csv", recorded_cases("mcr")))
    shown = sys.stderr.getvalue()  # type: ignore[attr-defined]
    assert "677 rows" in shown
    assert "100 %" in shown
    assert "rows/s" in shown


def test_progress_without_rich(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setitem(sys.modules, "rich.progress", None)
    with progress_bar() as progress:
        assert progress is None


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True
