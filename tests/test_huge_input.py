"""Input far beyond any hand is refused where it stands, without much time or memory."""

import io
import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from hulebook.__main__ import main
from hulebook.game.sheet import ScoreSheet, SheetError
from hulebook.game.sheet_files import json_lines
from hulebook.validate import validate
from hulebook.validate.readers import parquet_file
from tests.logs import WON, game

WIN = "123456789m345p7s7s"


def test_a_long_line_on_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = f"{WIN}\n{'1' * 3_000_000}\n{WIN}\n{'2' * 70_000}".encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))
    assert main(["score", "--json"]) == 1
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["line"] for one in told] == [1, 2, 3, 4]
    assert [one.get("total") for one in told] == [21, None, 21, None]
    assert "a hand takes at most 200" in str(told[1])
    assert len(told[1]["input"]) < 100_000


def test_a_long_line_in_a_log(tmp_path: Path) -> None:
    path = tmp_path / "games.log"
    whole = "\n".join(game(*WON))
    broken = "\n".join(game(*WON)[:5])
    path.write_text(f"{whole}\n{broken}\n{'x' * 5_000_000}\n{whole}\n", "utf8")
    verdict = validate(path, "mcr-98", threads=1)
    assert verdict.rows == 3
    assert verdict.bad.total() == 1
    (told,) = [one for one in verdict.first if one.kind == "BAD_GAME"]
    assert told.row == len(game(*WON)) + 6
    assert "a line longer than a megabyte" in (told.message or "")


class Counted(str):
    """Text that tells how much of it was looked through for lines."""

    looked_at = 0

    def count(self, sub: str, start: int = 0, end: int | None = None) -> int:  # type: ignore[override]
        self.looked_at += (len(self) if end is None else end) - start
        return super().count(sub, start, end)


def test_a_sheet_of_very_many_hands() -> None:
    hands = ",\n".join(f'{{"hand": {at + 1}}}' for at in range(2_000))
    text = f'{{"format": "hulebook-sheet", "version": 1, "rules": "mcr", "hands": [{hands}]}}'
    with pytest.raises(SheetError, match="line 17, hand 17, hand: a game has 16 hands"):
        ScoreSheet.from_json(text)
    counted = Counted(text)
    assert json_lines(counted, 2_000) == list(range(1, 2_001))
    assert counted.looked_at <= len(text)


def test_a_huge_cell_in_parquet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet_file, "MOST_BYTES", 1 << 20)
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"hand": ["1" * (3 << 20)], "total": [8]}), path)
    verdict = validate(path, threads=1)
    (told,) = verdict.first
    assert told.kind == "UNREADABLE"
    assert "bytes are too many for them" in (told.message or "")
