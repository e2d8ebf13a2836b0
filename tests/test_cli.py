"""The command line: what it prints where, and its exit codes."""

import io
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hulebook
from hulebook.__main__ import main
from hulebook.cli import json_form
from hulebook.cli.arguments import SCORE_EPILOG
from hulebook.game.sheet import ScoreSheet
from hulebook.hands.hand import Hand
from hulebook.rules import MCR, SHIPPED

WIN = "[CCC,1]12356789pWW7p|SS0000|2"
WIN_TEXT = """\
[CCC,1]12356789pWW7p|SS0000|2
reading   [CCC] 123p 567p* 789p WW (standard; * took the winning tile)
won       7p, on a discard; seat South, round South
  50  Half Flush            6
  59  Dragon Pung           2  [CCC]
  72  Two Terminal Chows    1  123p 789p
  81  Flower Tiles x2       2
total     11 under mcr, 9 before flowers; reaches the minimum of 8
payment   19 from the discarder, 8 from each other player, 35 in all
"""
WIN_JSON = {
    "input": "[CCC,1]12356789pWW7p|SS0000|2",
    "line": None,
    "status": "OK",
    "hand": "[CCC,1]12356789pWW7p|SS0000|2",
    "rules": {"id": "mcr", "revision": 1, "changed": {}},
    "points": 9,
    "total": 11,
    "meets_minimum": True,
    "payable": 11,
    "uncapped": 9,
    "limit": None,
    "fans": [
        {"number": 50, "name": "Half Flush", "count": 1, "points": 6, "sets": []},
        {"number": 59, "name": "Dragon Pung", "count": 1, "points": 2, "sets": [["[CCC]"]]},
        {
            "number": 72,
            "name": "Two Terminal Chows",
            "count": 1,
            "points": 1,
            "sets": [["123p", "789p"]],
        },
        {"number": 81, "name": "Flower Tiles", "count": 2, "points": 1, "sets": []},
    ],
    "reading": {
        "shape": "standard",
        "groups": [
            {"kind": "pung", "tiles": "CCC", "declared": True, "won": False},
            {"kind": "chow", "tiles": "123p", "declared": False, "won": False},
            {"kind": "chow", "tiles": "567p", "declared": False, "won": True},
            {"kind": "chow", "tiles": "789p", "declared": False, "won": False},
            {"kind": "pair", "tiles": "WW", "declared": False, "won": False},
        ],
    },
}
STRAIGHT = "123456789m345p7s7s"
FIVE = "11111333m456p777s"
NO_WIN = "123456789m345p7s8s"

Capture = pytest.CaptureFixture[str]


def told(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a command line."""
    try:
        code = main(list(arguments))
    except SystemExit as left:
        code = int(left.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def feed(monkeypatch: pytest.MonkeyPatch, text: str | bytes) -> None:
    """Put text on standard input."""
    raw = text if isinstance(text, bytes) else text.encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))


def process(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "hulebook", *arguments],
        capture_output=True, text=True, encoding="utf-8", timeout=60, check=False, **options,
    )  # fmt: skip


class TestScore:
    def test_plain_answer(self, capsys: Capture) -> None:
        assert told(capsys, "score", WIN) == (0, WIN_TEXT, "")

    def test_two_answers_are_parted_by_an_empty_line(self, capsys: Capture) -> None:
        assert told(capsys, "score", WIN, WIN) == (0, f"{WIN_TEXT}\n{WIN_TEXT}", "")

    def test_bad_hands_are_named_and_the_others_scored(self, capsys: Capture) -> None:
        code, out, err = told(capsys, "score", FIVE, WIN, NO_WIN)
        assert (code, out) == (1, WIN_TEXT)
        assert err.splitlines() == [
            "hulebook: argument 1, '11111333m456p777s': five 1m: there are only four of each tile",
            f"hulebook: argument 3, '{NO_WIN}': {NO_WIN} is no winning hand under mcr",
        ]

    def test_standard_input(self, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
        feed(monkeypatch, f"# hands\n\n{WIN}  # a comment\n\n{FIVE}\r\n{WIN}")
        code, out, err = told(capsys, "score")
        assert (code, out) == (1, f"{WIN_TEXT}\n{WIN_TEXT}")
        assert err.startswith("hulebook: line 5, '11111333m456p777s': five 1m")

    def test_a_dash_among_the_arguments(
        self, capsys: Capture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        feed(monkeypatch, NO_WIN)
        code, out, _ = told(capsys, "score", "--json", STRAIGHT, "-", WIN)
        assert code == 1
        answers = [json.loads(line) for line in out.splitlines()]
        assert [(a["line"], a["status"]) for a in answers] == [
            (None, "OK"), (1, "NOT_A_WIN"), (None, "OK"),
        ]  # fmt: skip

    def test_no_hand_on_a_terminal(self, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
        feed(monkeypatch, "")
        monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
        code, out, err = told(capsys, "score")
        assert (code, out) == (2, "")
        assert "no hand given" in err

    def test_bytes_that_are_no_text(self, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
        feed(monkeypatch, b"\xef\xbb\xbf" + WIN.encode() + b"\n\xff\xfe\n")
        code, out, err = told(capsys, "score")
        assert (code, out) == (1, WIN_TEXT)
        assert err.startswith("hulebook: line 2, '")

    def test_context_options(self, capsys: Capture) -> None:
        options = "--seat s --round S --flowers 2"
        assert told(capsys, "score", WIN.partition("|")[0], *options.split()) == (0, WIN_TEXT, "")
        code, out, _ = told(capsys, "score", "--json", "--self-draw", STRAIGHT, "--last-wall-tile")
        assert code == 0
        assert json.loads(out)["hand"] == f"{STRAIGHT}|EE1010|0"

    @pytest.mark.parametrize(
        ("options", "hand"),
        [
            ("--last-of-kind", "12356p234789sWW7p|EE0100|0"),
            ("--kong", "12356p234789sWW7p|EE0001|0"),
            ("--self-draw --heaven", "12356p234789sWW7p|EE10001|0"),
            ("--seat W --earth", "12356p234789sWW7p|EW00001|0"),
        ],
    )
    def test_every_flag(self, capsys: Capture, options: str, hand: str) -> None:
        code, out, _ = told(capsys, "score", "--json", "12356p234789sWW7p", *options.split())
        assert (code, json.loads(out)["hand"]) == (0, hand)

    def test_an_option_that_contradicts_the_hand(self, capsys: Capture) -> None:
        code, out, err = told(capsys, "score", WIN, STRAIGHT, "--self-draw", "--json")
        assert code == 1
        assert [json.loads(line)["status"] for line in out.splitlines()] == ["BAD_TEXT", "OK"]
        assert err == ""

    def test_a_house_rule(self, capsys: Capture) -> None:
        hand = "1112345678999m5m"
        setting = "nine_gates_terminal_pung=drop_all"
        code, out, _ = told(capsys, "score", "--json", "--set", setting, hand)
        answer = json.loads(out)
        assert (code, answer["total"]) == (0, 90)
        assert answer["rules"]["changed"] == {"nine_gates_terminal_pung": "drop all"}
        code, out, _ = told(capsys, "score", "--set", "minimum=90", "--set", setting, hand)
        assert "total     90 under mcr+minimum=90+nine_gates_terminal_pung=drop_all; " in out

    def test_switches(self, capsys: Capture) -> None:
        out = told(capsys, "score", "--switches", "[1111m][2222m]345p678s9s9s", STRAIGHT)[1]
        lines = [line for line in out.splitlines() if line.startswith("switches")]
        assert lines == [
            "switches  two_concealed_kongs=8: 10 with 6",
            "switches  none changes the total",
        ]
        out = told(capsys, "score", "--switches", "--json", "[1111m][2222m]345p678s9s9s")[1]
        expected = {"two_concealed_kongs": [{"value": 6, "total": 10}]}
        assert json.loads(out)["switches"] == expected

    def test_languages(self, capsys: Capture) -> None:
        for code, name in (("zh", "清龙"), ("nl", "Zuivere straat")):
            assert name in told(capsys, "score", "--lang", code, STRAIGHT)[1]
        assert "평화" in told(capsys, "score", "--lang", "ko", "--rules", "wsom", STRAIGHT)[1]

    def test_unicode_tiles(self, capsys: Capture) -> None:
        code, out, _ = told(capsys, "score", "--unicode", WIN, "[1111m][2222m]345p678s9s9s")
        assert code == 0
        first = out.splitlines()[0]
        assert first == Hand.from_string(WIN).to_string(unicode=True)
        assert not re.search(r"[1-9][mps]", out)

    def test_a_hand_below_the_minimum(self, capsys: Capture) -> None:
        code, out, _ = told(capsys, "score", "[123m,1]222m345m66p78s9s|EE0000|8")
        assert code == 0
        assert "total     11 under mcr, 3 before flowers; below the minimum of 8: no win\n" in out
        assert "payment   none\n" in out

    def test_the_payment_of_a_self_drawn_hand(self, capsys: Capture) -> None:
        out = told(capsys, "score", STRAIGHT, "--self-draw")[1]
        assert out.endswith("payment   31 from each, 93 in all\n")

    def test_number_82_has_no_number(self, capsys: Capture) -> None:
        out = told(capsys, "score", "[1111m][2222m,1]345p678s9s9s")[1]
        assert re.search(r"^      One Melded and One Concealed Kong +6", out, re.MULTILINE)

    def test_every_instance_of_a_fan_has_its_sets(self, capsys: Capture) -> None:
        out = told(capsys, "score", "234567p234s567s5m5m")[1]
        assert "  70  Mixed Double Chow x2    2  234p 234s, 567p 567s\n" in out

    def test_color_where_there_is_a_terminal_and_the_same_text(
        self, capsys: Capture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        pytest.importorskip("rich")
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        monkeypatch.setenv("TERM", "xterm")
        monkeypatch.delenv("NO_COLOR", raising=False)
        code, out, _ = told(capsys, "score", WIN)
        assert code == 0
        assert "\x1b[" in out
        assert re.sub(r"\x1b\[[0-9;]*m", "", out) == WIN_TEXT

    def test_no_color_without_rich(self, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        monkeypatch.setitem(sys.modules, "rich.console", None)
        assert told(capsys, "score", WIN) == (0, WIN_TEXT, "")


@given(st.text(), st.booleans())
def test_any_text_on_standard_input(text: str, as_json: bool) -> None:
    """Whatever is read is answered or named: never a traceback, one JSON object a hand."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        raw = text.encode("utf-8", "surrogatepass")
        patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))
        code = main(["score", *["--json"] * as_json])
    named = out.getvalue() if as_json else err.getvalue()
    assert code == bool(named)
    if as_json:
        objects = [json.loads(line) for line in named.splitlines()]
        assert len(objects) <= len(raw.split(b"\n"))
        assert all(o["error"] for o in objects)


class TestZungJung:
    def test_a_limit_and_who_pays(self, capsys: Capture) -> None:
        out = told(capsys, "score", "--rules", "wsom", "[EEE,1][SSS,1][WWW,1]NNPPN")[1]
        assert "total     400 under wsom (listed limit, the plain sum is " in out
        assert (
            "payment   1140 from the responsible player, 30 from each other player, 1200 in all; "
            "400 from each if nobody is responsible\n"
        ) in out

    def test_a_hand_without_pattern(self, capsys: Capture) -> None:
        hand = "[555s,1]333m6m789m789p6m"
        out = told(capsys, "score", "--rules", "wsom", hand)[1]
        assert "  no pattern\ntotal     0 under wsom; there is no minimum\n" in out
        assert "payment   1 from each, 3 in all\n" in out

    def test_json(self, capsys: Capture) -> None:
        drawn = "[1111s][2222s]333s555s7s7s|EE1000|0"
        answer = json.loads(told(capsys, "score", "--json", "--rules", "wsom", drawn)[1])
        assert (answer["total"], answer["uncapped"], answer["limit"]) == (320, 380, "compound")
        assert answer["fans"][0] == {
            "number": "1.2", "name": "Concealed Hand", "count": 1, "points": 5, "sets": [],
        }  # fmt: skip

    def test_what_the_family_refuses(self, capsys: Capture) -> None:
        out = told(capsys, "score", "--json", "--rules", "wsom", WIN, f"{STRAIGHT}|EE10101")[1]
        assert [json.loads(line)["status"] for line in out.splitlines()] == [
            "NO_FLOWERS", "FLAGS_TOGETHER",
        ]  # fmt: skip


class TestJson:
    def test_a_win(self, capsys: Capture) -> None:
        code, out, err = told(capsys, "score", "--json", WIN)
        assert (code, json.loads(out), err) == (0, WIN_JSON, "")

    def test_a_hand_that_is_not_scored(self, capsys: Capture) -> None:
        code, out, err = told(capsys, "score", "--json", FIVE, NO_WIN)
        assert (code, err) == (1, "")
        assert [json.loads(line) for line in out.splitlines()] == [
            {
                "input": FIVE,
                "line": None,
                "status": "FIFTH_TILE",
                "error": "five 1m: there are only four of each tile",
            },
            {
                "input": NO_WIN,
                "line": None,
                "status": "NOT_A_WIN",
                "error": "123456789m345p7s8s is no winning hand under mcr",
            },
        ]

    def test_every_field_is_documented(self) -> None:
        form = json_form.score_form(hulebook.score(WIN), switches=True)
        fan, group = WIN_JSON["fans"][0], WIN_JSON["reading"]["groups"][0]  # type: ignore[index]
        for name in {*WIN_JSON, *form, *fan, *group, "id", "revision", "changed", "error"}:
            assert f"`{name}`" in str(json_form.__doc__)

    def test_the_same_scores_as_the_library(
        self, capsys: Capture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        cases = Path(__file__).parent / "cases" / "mcr_suites.jsonl"
        rows = [json.loads(line) for line in cases.read_text("utf8").splitlines()][:120]
        feed(monkeypatch, "\n".join(row["hand"] for row in rows))
        out = told(capsys, "score", "--json")[1]
        for row, line in zip(rows, out.splitlines(), strict=True):
            answer = json.loads(line)
            assert answer["input"] == row["hand"]
            if answer["status"] == "OK":
                result = hulebook.score(answer["hand"])
                assert answer["total"] == result.total == row["expected"]["mcr"]
                assert len(answer["fans"]) == len(result.fans)


class TestUsage:
    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            ("", "required: COMMAND"),
            ("explode", "invalid choice"),
            ("score --rules mcr-99 1m", "no rule set 'mcr-99'; there are mcr, mcr-2014, mcr-98"),
            ("score --lang ko 1m", "mcr has no names in 'ko', only in en, zh, nl"),
            ("score --lang nl --rules wsom 1m", "wsom has no names in 'nl', only in en, zh, ko"),
            ("score --set mixed_kongs 1m", "not of the form SWITCH=VALUE"),
            ("score --set mixed_kongs=7 1m", "switch mixed_kongs takes 6, 5, not '7'"),
            ("score --set minimum=-1 1m", "switch minimum takes 0 to 999, not '-1'"),
            ("score --set kongs=7 1m", "rule set mcr has no switch 'kongs'; it has concealed"),
            ("score --set base=1 --set base=2 1m", "gives the switch base twice"),
            ("score --seat X 1m", "argument --seat: invalid choice"),
            ("score --flowers some 1m", "argument --flowers: invalid int"),
            ("score --json --unicode 1m", "--unicode is for people"),
            ("score 1m --jsn 2m", "unrecognized arguments: --jsn"),
            ("sheet", "required: FILE"),
            ("sheet a.csv --rules x", "no rule set 'x'"),
            ("info more", "unrecognized arguments: more"),
            ("info --fans x", "no rule set 'x'"),
        ],
    )
    def test_exit_2(self, capsys: Capture, arguments: str, words: str) -> None:
        code, out, err = told(capsys, *arguments.split())
        assert (code, out) == (2, "")
        assert words in err
        assert err.startswith("usage: hulebook")

    def test_version(self, capsys: Capture) -> None:
        code, out, _ = told(capsys, "--version")
        assert code == 0
        assert out.startswith(f"hulebook {hulebook.__version__}, table format 1\nrule sets mcr ")
        assert all(f"{rules.id} revision {rules.revision}" in out for rules in SHIPPED.values())

    def test_the_examples_in_the_help(self, capsys: Capture) -> None:
        lines = [line.strip() for line in SCORE_EPILOG.splitlines()]
        examples = [line for line in lines if line.startswith("hulebook ") and "<" not in line]
        assert len(examples) == 3
        for example in examples:
            assert told(capsys, *shlex.split(example)[1:])[0] == 0


class TestSheet:
    SHEET = (
        "rules,hand,round,dealer,winner,points,discarder\n"
        "mcr,1,E,A,B,12,A\nmcr,2,E,B,D,8,self\nmcr,3,E,C,draw,,\n"
    )

    def test_a_sound_sheet(self, capsys: Capture, tmp_path: Path) -> None:
        file = tmp_path / "game.csv"
        file.write_text(self.SHEET)
        code, out, err = told(capsys, "sheet", str(file))
        assert (code, err) == (0, "")
        assert out == ScoreSheet.read(file).to_text()
        assert "match points" in out

    def test_amounts_that_do_not_fit(self, capsys: Capture, tmp_path: Path) -> None:
        file = tmp_path / "game.csv"
        file.write_text(
            "rules,hand,winner,points,discarder,amount_a,amount_b,amount_c,amount_d\n"
            "mcr,1,B,12,A,-20,36,-8,-9\n"
        )
        code, out, err = told(capsys, "sheet", str(file))
        assert code == 1
        assert "! line 2, hand 1, amounts: " in out
        assert err == f"hulebook: {file}: 1 problem (see !)\n"

    def test_a_sheet_that_cannot_be_read(self, capsys: Capture, tmp_path: Path) -> None:
        file = tmp_path / "game.csv"
        file.write_text(self.SHEET.replace("B,12,A", "B,12,B").replace("D,8", "E,8"))
        code, out, err = told(capsys, "sheet", str(file))
        assert (code, out) == (1, "")
        assert err.splitlines() == [
            f"hulebook: {file}: line 2, hand 1, discarder: the winner cannot be the discarder",
            f"hulebook: {file}: line 3, hand 2, winner: 'E' is no player: A, B, C, D",
        ]

    def test_no_file(self, capsys: Capture, tmp_path: Path) -> None:
        code, out, err = told(capsys, "sheet", str(tmp_path / "none.csv"))
        assert (code, out) == (1, "")
        assert err == f"hulebook: {tmp_path / 'none.csv'}: No such file or directory\n"
        assert told(capsys, "sheet", str(tmp_path))[0] == 1

    def test_the_rule_set_as_an_option(self, capsys: Capture, tmp_path: Path) -> None:
        file = tmp_path / "game.csv"
        file.write_text("hand,winner,points,discarder\n1,B,12,A\n")
        assert told(capsys, "sheet", str(file))[0] == 1
        code, out, _ = told(capsys, "sheet", "--rules", "mcr-98", str(file))
        assert (code, out.splitlines()[0]) == (0, "score sheet, mcr-98")


class TestInfo:
    def test_text_names_everything(self, capsys: Capture) -> None:
        code, out, err = told(capsys, "info")
        assert (code, err) == (0, "")
        assert f"hulebook {hulebook.__version__}, table format 1" in out
        assert re.search(r"legal_combinations +366,528", out)
        for rules in SHIPPED.values():
            assert rules.about in out
            for spec in rules.specs:
                assert spec.name in out
                assert spec.about in out

    def test_json(self, capsys: Capture) -> None:
        form = json.loads(told(capsys, "info", "--json")[1])
        assert form["version"] == hulebook.__version__
        assert form["tables"]["counts"]["legal_combinations"] == 366_528
        assert Path(form["tables"]["path"]).stat().st_size == form["tables"]["bytes"]
        assert [r["id"] for r in form["rules"]] == list(SHIPPED)
        assert form["rules"][0]["switches"] == MCR.switches
        assert form["rules"][3]["languages"] == ["en", "zh", "ko"]
        assert form["switches"]["mcr"][1]["values"] == [8, 6]
        assert form["switches"]["mcr"][-1]["values"] == {"from": 0, "to": 999}

    def test_fans_as_text(self, capsys: Capture) -> None:
        lines = told(capsys, "info", "--fans")[1].splitlines()
        assert lines[0] == "rule set mcr"
        assert len(lines) == 2 + 82
        assert lines[5].split("  ")[0] == "4"
        assert lines[5].endswith("22, 62, 73 (one), 76")
        assert "九莲宝灯" in lines[5]
        assert lines[-1].startswith("(82)")
        strict = told(capsys, "info", "--fans", "mcr-2014")[1].splitlines()
        assert strict[5].endswith("22, 62, 73, 76")

    def test_fans_as_json(self, capsys: Capture) -> None:
        form = json.loads(told(capsys, "info", "--fans", "mcr-98", "--json")[1])
        points = {fan["number"]: fan["points"] for fan in form["fans"]}
        assert (points[48], points[82], len(points)) == (6, 5, 82)
        gates = form["fans"][3]
        assert gates["names"]["nl"] == "Negen poorten"
        assert {"number": 73, "note": "one"} in gates["excludes"]
        assert {"number": 80, "note": ""} not in gates["excludes"]

    def test_patterns(self, capsys: Capture) -> None:
        form = json.loads(told(capsys, "info", "--fans", "wsom", "--json")[1])
        assert len(form["fans"]) == 44
        assert form["fans"][4]["points"] == 100
        assert form["fans"][17]["series"] == "4.2"
        assert "연각" not in told(capsys, "info", "--fans", "mcr")[1]
        assert "사암각" in told(capsys, "info", "--fans", "zj-3.3")[1]


class TestVerify:
    @pytest.mark.parametrize("findings", [[], ["a is altered", "b lacks a row"]])
    def test_prints_what_is_found(
        self, capsys: Capture, monkeypatch: pytest.MonkeyPatch, findings: list[str]
    ) -> None:
        monkeypatch.setattr("hulebook.tables.verify.verify", lambda folder: findings)
        code, out, err = told(capsys, "verify")
        assert (code, err) == (bool(findings), "")
        assert out.splitlines() == (findings or [out.strip()])
        assert findings or out.endswith("hashes and counts are right\n")

    def test_a_folder_without_tables(self, capsys: Capture, tmp_path: Path) -> None:
        code, out, _ = told(capsys, "verify", str(tmp_path))
        assert code == 1
        assert f"{tmp_path}/tables.bin cannot be read" in out


@pytest.fixture
def other_tables(tmp_path: Path) -> Path:
    """A folder with a package of tables of its own, to be put before the installed one."""
    import hulebook_data

    package = tmp_path / "hulebook_data"
    package.mkdir()
    shutil.copy(hulebook_data.__file__, package)
    shutil.copy(Path(hulebook_data.__file__).parent / "tables.bin", package)
    return tmp_path


def with_tables(folder: Path) -> dict[str, str]:
    """An environment in which these tables come first."""
    paths = [str(folder), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


class TestTables:
    def test_of_another_place_are_read(self, other_tables: Path) -> None:
        done = process("score", WIN, env=with_tables(other_tables))
        assert (done.returncode, done.stdout, done.stderr) == (0, WIN_TEXT, "")

    @pytest.mark.parametrize("command", [["score", WIN, WIN], ["info"]])
    @pytest.mark.parametrize(
        ("harm", "fault"),
        [
            ("missing", "cannot be read (No such file or directory)"),
            ("empty", "is no table file"),
            ("cut", "is cut short or altered"),
            ("altered", "is cut short or altered"),
            ("format", "has format version 99, this hulebook reads 1"),
        ],
    )
    def test_that_are_harmed_are_refused(
        self, other_tables: Path, harm: str, fault: str, command: list[str]
    ) -> None:
        file = other_tables / "hulebook_data" / "tables.bin"
        data = bytearray(file.read_bytes())
        if harm == "altered":
            data[len(data) // 2] ^= 1
        if harm == "format":
            data[8:12] = (99).to_bytes(4, "little")
        file.write_bytes({"empty": b"", "cut": data[:100_000]}.get(harm, data))
        if harm == "missing":
            file.unlink()
        done = process(*command, env=with_tables(other_tables))
        assert done.returncode == 1
        assert done.stderr == (
            f"hulebook: {file} {fault}"
            + (" (its SHA-256 does not match)" if "cut" in fault else "")
            + "; run `hulebook-build`, or install hulebook again\n"
        )
        assert WIN not in done.stdout


class TestProcess:
    def test_one_hand_imports_little(self) -> None:
        """Nothing slow for a shipped rule set; neither for JSON nor when output is piped."""
        code = (
            "import sys; from hulebook.__main__ import main; "
            "assert main(sys.argv[1:]) == 0; print(*sys.modules, file=sys.stderr)"
        )
        for options in ([], ["--json"], ["--rules", "wsom"]):
            hand = "[CCC,1]12356789pWW7p|SS0000|0"
            done = subprocess.run(
                [sys.executable, "-c", code, "score", *options, hand],
                capture_output=True, text=True, check=True, timeout=60,
            )  # fmt: skip
            loaded = {name.partition(".")[0] for name in done.stderr.split()}
            assert "hulebook" in loaded
            slow = {"numpy", "numba", "pyarrow", "rich", "dataclasses", "inspect", "csv"}
            assert not loaded & slow
            assert "hulebook.tables.house_rule" not in done.stderr.split()

    def test_a_reader_that_goes_away(self) -> None:
        with subprocess.Popen(
            [sys.executable, "-m", "hulebook", "score", *[WIN] * 3000],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        ) as running:  # fmt: skip
            assert running.stdout
            assert running.stderr
            running.stdout.readline()
            running.stdout.close()
            assert running.stderr.read() == b""
            assert running.wait(60) == 141

    @pytest.mark.skipif(sys.platform == "win32", reason="signals")
    def test_ctrl_c(self) -> None:
        with subprocess.Popen(
            [sys.executable, "-m", "hulebook", "score", "-"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        ) as running:  # fmt: skip
            assert running.stdin
            assert running.stderr
            running.stdin.write(b"1m\n")
            running.stdin.flush()
            assert running.stderr.readline().startswith(b"hulebook: line 1, '1m': ")
            running.send_signal(signal.SIGINT)
            assert running.wait(60) == 130
            assert running.stderr.read() == b""

    def test_an_encoding_without_the_names(self) -> None:
        env = {**os.environ, "PYTHONIOENCODING": "latin-1"}
        done = process("score", "--lang", "zh", "--json", STRAIGHT, env=env)
        assert json.loads(done.stdout)["fans"][0]["name"] == "清龙"
        assert done.stdout.isascii()
        done = process("score", "--lang", "zh", STRAIGHT, env=env)
        assert (done.returncode, done.stderr) == (0, "")
        assert r"\u6e05\u9f99" in done.stdout
