"""Broken files: what is said, with file and line or row, and that the rest is still checked."""

import gzip
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hulebook.validate import Verdict, validate
from tests.logs import WON, game
from tests.validation import Recorded, write

NINE = "[CCC,1]12356789pWW7p|SS0000|0"
HAND = f'"{NINE}"'


def check(path: Path, data: str | bytes, **options: object) -> Verdict:
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return validate(path, **options)  # type: ignore[arg-type]


def told(verdict: Verdict) -> list[tuple[int, str, str | None]]:
    return [(one.row, one.kind, one.message) for one in verdict.first]


def test_broken_csv_lines(tmp_path: Path) -> None:
    verdict = check(
        tmp_path / "a.csv",
        f"id,hand,total\n1,{HAND},9\n2\n\n3,{HAND},9,7\n4,{HAND},nine\n"
        f"5,{HAND},\n6,{HAND},9.0\n7,{HAND}, +9 \n",
    )
    assert told(verdict) == [
        (3, "BROKEN", "1 fields, expected 3"),
        (5, "BROKEN", "4 fields, expected 3"),
        (6, "BAD_TOTAL", "total 'nine' is no whole number"),
        (8, "BAD_TOTAL", "total '9.0' is no whole number"),
    ]
    assert (verdict.rows, verdict.equal, verdict.without_total) == (7, 2, 1)


def test_an_open_quote_costs_one_line(tmp_path: Path) -> None:
    verdict = check(tmp_path / "a.csv", f'hand,total\n{HAND},9\n"1m,9\n{HAND},9\n{HAND},8\n')
    assert [(one.row, one.kind) for one in verdict.first] == [(3, "BROKEN"), (5, "total")]
    assert verdict.equal == 2


def test_csv_that_is_no_utf8(tmp_path: Path) -> None:
    verdict = check(
        tmp_path / "a.csv", b"hand,total\n%b,9\n\xff\xfe,9\n%b,9\n" % ((HAND.encode(),) * 2)
    )
    assert told(verdict) == [(3, "BROKEN", "the line is no UTF-8")]
    assert verdict.equal == 2
    assert told(check(tmp_path / "b.csv", b"hand,\xff\n1,2\n")) == [
        (0, "UNREADABLE", "line 1: the header is no UTF-8")
    ]


def test_windows_and_blank_lines(tmp_path: Path) -> None:
    verdict = check(
        tmp_path / "a.csv", f"\ufeffhand;total\r\n\r\n{HAND};9\r\n\r\n\r\n{HAND};8\r\n\r\n{HAND};9"
    )
    assert [(one.row, one.kind) for one in verdict.first] == [(6, "total")]
    assert (verdict.rows, verdict.equal) == (3, 2)


def test_a_line_of_two_megabytes(tmp_path: Path) -> None:
    long = "1m" * 1_000_000
    for suffix, header, row in (
        ("csv", "hand,total\n", f"{HAND},9\n"),
        ("txt", "", f"{NINE} 9\n"),
        ("jsonl", "", f'{{"hand": {HAND}, "total": 9}}\n'),
    ):
        verdict = check(tmp_path / f"a.{suffix}", f"{header}{row}{long}\n{row}{long}")
        first = 1 + bool(header)
        assert told(verdict) == [
            (first + 1, "BROKEN", "a line longer than a megabyte"),
            (first + 3, "BROKEN", "a line longer than a megabyte"),
        ]
        assert verdict.equal == 2


def test_broken_json_lines(tmp_path: Path) -> None:
    good = f'{{"hand": {HAND}, "total": 9}}'
    lines = [
        good,
        good[:-1],
        "[1]",
        '{"total": 9}',
        '{"hand": 7, "total": 9}',
        f'{{"hand": {HAND}, "total": "nine"}}',
        f'{{"hand": {HAND}, "total": 9.0, "fans": [50, 59, 72]}}',
        f'{{"hand": {HAND}, "total": "9", "fans": {{"Half Flush": 1, "59": 1, "72": 1}}}}',
        f'{{"hand": {HAND}, "total": true}}',
        f'{{"hand": {HAND}, "total": null}}',
        f'{{"hand": {HAND}, "seat_wind": 0}}',
        "",
        f'{{"hand": {HAND}, "total": 9, "fans": ["Five Dragons"]}}',
        f'{{"hand": {HAND}, "total": 9, "payments": [1, 2]}}',
        f'{{"hand": {HAND}, "total": 9, "payments": [-8, 33, -8, -17.5]}}',
        f'{{"hand": {HAND}, "total": 9, "payments": [-8, 33, -8, -17]}}',
    ]
    verdict = check(tmp_path / "a.jsonl", "\n".join(lines), shown=20)
    assert [(row, kind) for row, kind, _ in told(verdict)] == [
        (2, "BROKEN"), (3, "BROKEN"), (4, "BROKEN"), (5, "BROKEN"), (6, "BAD_TOTAL"),
        (9, "BAD_TOTAL"), (11, "BROKEN"), (13, "BAD_FANS"), (14, "BAD_PAYMENTS"),
        (15, "BAD_PAYMENTS"),
    ]  # fmt: skip
    messages = [message or "" for _, _, message in told(verdict)]
    assert messages[0].startswith("no JSON: ")
    assert messages[1:4] == ["expected an object, found [1]", "no 'hand'", "hand 7 is no text"]
    assert messages[6] == "'seat_wind' beside a hand string, which says it itself"
    assert messages[7] == "no fan 'Five Dragons'"
    assert messages[8] == "payments '[1, 2]': expected four whole numbers"
    assert (verdict.rows, verdict.equal, verdict.without_total) == (15, 4, 1)


@pytest.mark.parametrize("begin", ['{"a":', "[", '[{"]": 1}, '])
def test_json_nested_deep(tmp_path: Path, begin: str) -> None:
    """Arrow would end the process."""
    end = "}" if begin[0] == "{" else "]"
    good = f'{{"hand": {HAND}, "total": 9}}'
    for value in (f"{begin * 9000}1{end * 9000}", f"{begin * 500}1{end * 500}", f'"{"[" * 3000}"'):
        deep = f'{{"hand": {HAND}, "total": 9, "fans": {value}}}'
        verdict = check(tmp_path / "a.jsonl", f"{good}\n{deep}\n{good}\n")
        (found,) = verdict.first
        assert (found.row, found.kind in ("BROKEN", "BAD_FANS")) == (2, True)
        assert verdict.equal == 2


def test_numbers_of_5000_digits(tmp_path: Path) -> None:
    number = "9" * 5000
    lines = [
        f'{{"hand": {HAND}, "total": {number}}}',
        f'{{"hand": {HAND}, "total": "{number}"}}',
        f'{{"hand": {HAND}, "total": 9, "fans": [{number}]}}',
        f'{{"hand": {HAND}, "total": 9, "fans": "[{number}]"}}',
        f'{{"hand": {HAND}, "total": 9, "payments": [{number}, 1, 2, 3]}}',
        f'{{"hand": {HAND}, "total": 9, "payments": "{number} 1 2 3"}}',
        f'{{"hand": {HAND}, "total": 9}}',
    ]
    verdict = check(tmp_path / "a.jsonl", "\n".join(lines))
    assert [(row, kind) for row, kind, _ in told(verdict)] == [
        (1, "BROKEN"), (2, "BAD_TOTAL"), (3, "BROKEN"), (4, "BAD_FANS"), (5, "BROKEN"),
        (6, "BAD_PAYMENTS"),
    ]  # fmt: skip
    assert verdict.first[0].message == "a number of too many digits"
    assert verdict.equal == 1
    verdict = check(
        tmp_path / "a.csv",
        f"hand,total,fans,payments\n{HAND},{number},,\n{HAND},9,[{number}],\n"
        f"{HAND},9,,{number} 1 2 3\n{HAND},9,,\n",
    )
    assert [kind for _, kind, _ in told(verdict)] == ["BAD_TOTAL", "BAD_FANS", "BAD_PAYMENTS"]
    assert verdict.equal == 1


def test_a_long_header(tmp_path: Path) -> None:
    verdict = check(tmp_path / "a.csv", f"{'x' * 200_000},hand,total\n1,{HAND},9\n")
    assert told(verdict) == [(0, "UNREADABLE", "line 1: field larger than field limit (131072)")]


@pytest.mark.parametrize("total", ["0x9", "0X9", "0x15", "9" * 19, "1e1", "+-9"])
def test_totals_that_are_no_decimal_numbers(tmp_path: Path, total: str) -> None:
    for name, text in (
        ("a.csv", f"hand,total\n{HAND},{total}\n"),
        ("b.csv", f"hand,total\n{HAND},{total}\n{HAND},+9\n"),
        ("a.jsonl", f'{{"hand": {HAND}, "total": "{total}"}}\n'),
    ):
        verdict = check(tmp_path / name, text)
        assert told(verdict) == [
            (1 + name.endswith("csv"), "BAD_TOTAL", f"total '{total}' is no whole number")
        ]
        assert verdict.equal == (name == "b.csv")


@pytest.mark.parametrize(
    "cell", ["[[[;;((", "[]", "()", ",", "[-8 33 -17 -8", "-8,,33,-17,-8", "-8 33 -17 -8;", "x"]
)
def test_payments_that_are_no_four_numbers(tmp_path: Path, cell: str) -> None:
    message = f"payments '{cell}': expected four whole numbers"
    verdict = check(tmp_path / "a.csv", f'hand,total,payments\n{HAND},9,"{cell}"\n{HAND},9,\n')
    assert told(verdict) == [(2, "BAD_PAYMENTS", message)]
    line = f'{{"hand": {HAND}, "total": 9, "payments": "{cell}"}}\n'
    assert told(check(tmp_path / "a.jsonl", line)) == [(1, "BAD_PAYMENTS", message)]


@pytest.mark.parametrize(
    ("cell", "paid"),
    [
        ("", False),
        (" \t ", False),
        ("-8 33 -17 -8", True),
        (" [ -8, 33 ,-17;-8 ] ", True),
        ("(-8,+33,-17,-8)", True),
    ],
)
def test_payments_as_text(tmp_path: Path, cell: str, paid: bool) -> None:
    right = check(tmp_path / "a.csv", f'hand,total,payments\n{HAND},9,"{cell}"\n')
    assert right.equal == 1
    wrong = cell.replace("8", "7")
    found = check(tmp_path / "a.csv", f'hand,total,payments\n{HAND},9,"{wrong}"\n')
    assert dict(found.different) == ({"payments": 1} if paid else {})


def test_json_that_is_no_utf8(tmp_path: Path) -> None:
    verdict = check(tmp_path / "a.jsonl", b'{"hand": "\xff", "total": 9}\n')
    assert told(verdict) == [(1, "BROKEN", "the line is no UTF-8")]


def test_plain_lines(tmp_path: Path) -> None:
    lines = [
        "# a comment", "", f"{NINE} 9", f"  {NINE}\t9  ", f"{NINE}, 9", f"{NINE};9", NINE,
        "[CCC,1] 123 56789p WW + 7p | SS0000 | 0", "[CCC,1] 123 56789p WW + 7p | SS0000 | 0 9",
        f"{NINE} -9", f"{NINE} nine", "9", f"{NINE} 99999999999999999999999", f"{NINE} +9",
    ]  # fmt: skip
    verdict = check(tmp_path / "a.txt", "\n".join(lines), shown=20)
    assert [(row, kind) for row, kind, _ in told(verdict)] == [
        (10, "total"), (11, "BAD_TEXT"), (12, "BAD_TEXT"), (13, "BAD_TOTAL"),
    ]  # fmt: skip
    assert verdict.first[0].recorded_total == -9
    assert (verdict.rows, verdict.equal, verdict.without_total) == (12, 6, 2)


def test_missing_columns(tmp_path: Path) -> None:
    message = "no column total; there are hand, score"
    for form in ("csv", "parquet"):
        path = tmp_path / f"a.{form}"
        table = pa.table({"hand": [NINE], "score": [9]})
        if form == "csv":
            path.write_text(f"hand,score\n{HAND},9\n")
        else:
            pq.write_table(table, path)
        (found,) = validate(path).first
        assert (found.row, found.kind) == (0, "UNREADABLE")
        assert (found.message or "").endswith(message)
        assert validate(path, columns={"total": "score"}).equal == 1


def test_doubled_columns(tmp_path: Path) -> None:
    verdict = check(tmp_path / "a.csv", f"hand,total,total,x,x\n{HAND},9,9,1,1\n")
    assert told(verdict) == [(0, "UNREADABLE", "line 1: two columns 'total'")]
    assert check(tmp_path / "a.csv", f"hand,total,x,x\n{HAND},9,1,1\n").equal == 1
    table = pa.Table.from_arrays(
        [pa.array([NINE]), pa.array([9]), pa.array([9])], ["hand", "total", "total"]
    )
    pq.write_table(table, tmp_path / "a.parquet")
    assert told(validate(tmp_path / "a.parquet")) == [(0, "UNREADABLE", "two columns 'total'")]


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"hand": [9]}, "column for hand: hand strings must be a column of text, not int64"),
        ({"total": [[9]]}, "column for total holds list<"),
        ({"total": [True]}, "column for total holds bool, expected whole numbers"),
        ({"payments": [1.5]}, "column for payments holds double, expected lists of numbers"),
        ({"payments": [["a"]]}, "column for payments holds list<"),
    ],
)
def test_columns_of_a_wrong_type(
    tmp_path: Path, columns: dict[str, list[object]], message: str
) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"hand": [NINE], "total": [9], **columns}), path)
    (found,) = validate(path).first
    assert found.kind == "UNREADABLE"
    assert (found.message or "").startswith(message)


@pytest.mark.parametrize(
    ("name", "values", "kind", "message"),
    [
        ("concealed", [[0] * 33], "BAD_TILE", "33 of 1m: a count is 0-14"),
        ("concealed", [[0] * 33 + [300]], "BAD_TILE", "a count is 0-14"),
        ("concealed", [None], "NULL_ROW", "no hand, but null"),
        ("concealed", [[0, None]], "NULL_ROW", "no hand, but null"),
        ("concealed", ["1m"], "BAD_FIELD", "concealed '1m' is no list of numbers"),
        ("melds", [[0] * 5], "BAD_MELD", "meld kind 7"),
        ("melds", [[-1]], "BAD_MELD", "meld kind 7"),
        ("melds", ["[[;"], "BAD_FIELD", "melds '[[;' is no list of numbers"),
        ("win_tile", ["0x18"], "BAD_FIELD", "win_tile '0x18' is no whole number"),
        ("win_tile", [None], "NULL_ROW", "no hand, but null"),
        ("win_tile", [256], "WIN_TILE", "is no tile id"),
        ("seat_wind", ["X"], "BAD_FIELD", "seat_wind 'X' is no whole number"),
        ("self_draw", [2], "BAD_FLAGS", "the five bits make 0-31"),
        ("flags", [1.5], "BAD_FIELD", "flags 1.5 is no whole number"),
    ],
)
def test_fields_that_hold_no_such_thing(
    tmp_path: Path, name: str, values: list[object], kind: str, message: str
) -> None:
    tiles = [0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 24, 24]
    path = tmp_path / "a.parquet"
    columns = {"concealed": [tiles], "win_tile": [24], "total": [21], name: values}
    pq.write_table(pa.table(columns), path)
    (found,) = validate(path).first
    assert (found.row, found.kind) == (1, kind)
    assert message in (found.message or "")


def test_fields_that_are_left_out(tmp_path: Path) -> None:
    tiles = [0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 24, 24]
    path = tmp_path / "a.jsonl"
    seen = check(path, f'{{"concealed": {tiles}, "win_tile": 24, "total": 21, "melds": null}}')
    assert seen.equal == 1
    table = pa.table({
        "concealed": [tiles, [1] * 9 + [0, 0, 1, 1, 1] + [0] * 10 + [2] + [0] * 9],
        "win_tile": [24, 24],
        "seat_wind": ["E", None],
        "melds": [[], None],
        "total": [21.0, float("nan")],
    })  # fmt: skip
    pq.write_table(table, tmp_path / "a.parquet")
    verdict = validate(tmp_path / "a.parquet")
    assert (verdict.equal, verdict.without_total) == (1, 1)
    for melds in ("", " ", "[]"):
        line = f'{{"concealed": {tiles}, "win_tile": 24, "total": 21, "melds": "{melds}"}}'
        assert check(path, line).equal == 1
    text = ";".join(map(str, tiles))
    csv = f"concealed,win_tile,self_draw,seat_wind,total\n{text},24,false,e,21\n{text},24,,,21\n"
    assert check(tmp_path / "a.csv", csv).equal == 2


def test_empty_files(tmp_path: Path) -> None:
    for name in ("a.csv", "a.jsonl", "a.txt", "a.parquet", "a.log", "a.csv.gz", "a"):
        data = gzip.compress(b"") if name.endswith("gz") else b""
        assert told(check(tmp_path / name, data)) == [(0, "UNREADABLE", "the file is empty")]
    assert check(tmp_path / "b.csv", "hand,total\n").rows == 0
    assert check(tmp_path / "b.csv", "hand,total").rows == 0


def test_files_that_are_not_there(tmp_path: Path) -> None:
    good = write(tmp_path, "csv", [Recorded(NINE, 9)])
    verdict = validate([tmp_path / "x.csv", tmp_path, good])
    assert [message for _, _, message in told(verdict)] == [
        "No such file or directory", "Is a directory",
    ]  # fmt: skip
    assert (verdict.rows, verdict.equal) == (1, 1)


def test_truncated_and_corrupt_parquet(tmp_path: Path) -> None:
    rows = 4000
    table = pa.table({"hand": [NINE] * rows, "total": list(range(rows))})
    path = tmp_path / "a.parquet"
    pq.write_table(table, path, row_group_size=1000, compression="none", use_dictionary=False)
    data = path.read_bytes()
    (found,) = check(path, data[:-100]).first
    assert (found.row, found.kind) == (0, "UNREADABLE")
    (found,) = check(path, data[:1000]).first
    assert found.kind == "UNREADABLE"
    path.write_bytes(data)
    chunk = pq.read_metadata(path).row_group(1).column(0)
    at = chunk.data_page_offset
    broken = data[:at] + b"\xff" * 40 + data[at + 40 :]
    verdict = check(path, broken, shown=10_000)
    unreadable = [one for one in verdict.first if one.kind == "UNREADABLE"]
    assert [one.row for one in unreadable] == [1001]
    assert (unreadable[0].message or "").startswith("rows 1001 to 2000 cannot be read: ")
    assert verdict.rows == 3000
    assert verdict.different.total() == 2999


@pytest.mark.parametrize("form", ["csv", "txt", "jsonl", "log"])
@pytest.mark.parametrize("packing", ["gzip", "zstd"])
def test_truncated_streams(tmp_path: Path, form: str, packing: str) -> None:
    lines = {
        "csv": [b"hand,total,id"] + [f"{HAND},9,{n}".encode() for n in range(30_000)],
        "txt": [f"{NINE}{' ' * (n % 7 + 1)}9".encode() for n in range(30_000)],
        "jsonl": [f'{{"hand": {HAND}, "total": 9, "id": {n}}}'.encode() for n in range(30_000)],
        "log": [line.encode() for n in range(3_000) for line in game(*WON, match=str(n))],
    }
    packed = pa.compress(b"\n".join(lines[form]), packing, asbytes=True)
    path = tmp_path / f"a.{form}.{'gz' if packing == 'gzip' else 'zst'}"
    verdict = check(path, packed[:-10], rules="mcr-98")
    assert verdict.bad["UNREADABLE"] == 1
    assert "runcated" in (verdict.first[-1].message or "")


def test_standard_input(tmp_path: Path) -> None:
    rows = [Recorded(NINE, 9), Recorded(NINE, 8)]
    for form in ("csv", "jsonl", "txt", "parquet", "csv.gz", "jsonl.zst"):
        with open(write(tmp_path, form, rows), "rb") as file:
            done = run("-", stdin=file)
        assert done.returncode == 1, done.stderr
        assert "1 equal" in done.stdout
        assert "standard input:" in done.stdout


def run(*arguments: str, **options: object) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "hulebook", "validate", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)  # type: ignore[call-overload,no-any-return]


def test_a_full_disk(tmp_path: Path) -> None:
    """A file may only become 4 kB long: the output fails, the check goes on."""
    source = write(tmp_path, "jsonl", [Recorded(NINE, 8)] * 20_000)
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)); "
    for suffix in ("csv", "jsonl", "parquet"):
        out = tmp_path / f"out.{suffix}"
        code = limit + (
            "from hulebook.__main__ import main; "
            f"raise SystemExit(main(['validate', {str(source)!r}, '--output', {str(out)!r}]))"
        )
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=False
        )
        assert done.returncode == 1, done.stderr
        assert f"{out} cannot be written: File too large" in done.stdout
        assert "20,000 different: total" in done.stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == [source.name]


def test_an_output_folder_that_is_not_there(tmp_path: Path) -> None:
    source = write(tmp_path, "jsonl", [Recorded(NINE, 9)])
    verdict = validate(source, output=tmp_path / "no" / "out.csv")
    assert verdict.equal == 1
    assert not verdict.all_equal
    assert (verdict.failure or "").endswith("cannot be written: No such file or directory")


def test_an_output_that_is_an_input(tmp_path: Path) -> None:
    source = write(tmp_path, "csv", [Recorded(NINE, 8)])
    other = write(tmp_path, "jsonl", [Recorded(NINE, 8)])
    link, hard = tmp_path / "link.csv", tmp_path / "hard.csv"
    link.symlink_to(source)
    os.link(source, hard)
    written = source.read_bytes()
    for out in (source, tmp_path / "." / source.name, link, hard):
        with pytest.raises(ValueError, match="is a file to be read"):
            validate([other, tmp_path / "no.csv", source], output=out)
    with pytest.raises(ValueError, match="is a file to be read"):
        validate(link, output=source)
    assert source.read_bytes() == written
    assert len(list(tmp_path.iterdir())) == 4
    assert validate(other, output=source).failure is None


def test_an_output_that_is_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = write(tmp_path, "csv", [Recorded(NINE, 8)])
    with open(source) as file:
        monkeypatch.setattr(sys, "stdin", file)
        with pytest.raises(ValueError, match="is a file to be read: '-'"):
            validate("-", output=source)
        assert validate("-", output=tmp_path / "out.csv").rows == 1


def test_an_old_output_stays_until_the_new_one_is_done(tmp_path: Path) -> None:
    source = write(tmp_path, "jsonl", [Recorded(NINE, 8)])
    out = tmp_path / "out.csv"
    out.write_text("old")

    def stop(rows: int, fraction: float | None) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        validate(source, output=out, progress=stop)
    assert out.read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
@pytest.mark.parametrize("rules", ["mcr", "auto"])
def test_an_interrupted_run(tmp_path: Path, rules: str) -> None:
    out = tmp_path / "out.jsonl"
    command = [sys.executable, "-m", "hulebook", "validate", "-", "--format", "lines"]
    command += ["--output", str(out), "--rules", rules]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.write(f"{NINE} 8\n".encode() * 200_000)
        process.stdin.flush()
        deadline = time.monotonic() + 60
        while not any(path.suffix == ".tmp" for path in tmp_path.iterdir()):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        time.sleep(0.1)
        process.stdin.close()
        assert process.wait(60) == 130
    assert list(tmp_path.iterdir()) == []


PIECES = st.sampled_from(
    [NINE, "hand", "total", "fans", ",", ",", "\n", "\n", "\n", '"', "{", "}", ":", "[", "]", " ",
     "9", "-", "null", "Match 1", "Wind 0", "Player 0 Deal W1", "\xff", "\r", "\x00", "1m", "|"]
)  # fmt: skip


@pytest.mark.parametrize("form", ["csv", "jsonl", "lines", "botzone", None])
@given(st.lists(PIECES, max_size=40))
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_nothing_stops_the_check(tmp_path: Path, form: str | None, pieces: list[str]) -> None:
    text = "".join(pieces)
    path = tmp_path / "a"
    path.write_bytes(text.encode("latin-1"))
    verdict = validate(path, format=form, threads=1)
    assert (
        verdict.rows
        == len(verdict.first) + verdict.equal + verdict.without_total - (verdict.bad["UNREADABLE"])
        or len(verdict.first) == 10
    )
    path.write_bytes(b"hand,total\n" + text.encode("latin-1"))
    validate(path, threads=1)


@given(st.binary(max_size=300))
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_bytes(tmp_path: Path, data: bytes) -> None:
    for begin in (b"", b"PAR1", b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"{", b"hand,total\n", b"Match "):
        path = tmp_path / "a"
        path.write_bytes(begin + data)
        validate(path, threads=1)
