"""Reads one damaged file and says what is wrong with how it was read."""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import pyarrow as pa
import pyarrow.parquet as pq

from hulebook.game.sheet import ScoreSheet, SheetError
from hulebook.validate import Verdict, validate
from hulebook.validate.readers.csv_file import CsvReader
from hulebook.validate.readers.json_lines import JsonReader
from hulebook.validate.readers.sources import FORMATS
from tests.fuzzing.damage import damaged
from tests.fuzzing.files import FILES

READERS = {"csv": CsvReader, "jsonl": JsonReader}
SHOWN = 1_000


class Reading:
    """Damages files of one form and reads them."""

    def __init__(self, form: str, folder: Path) -> None:
        self.form = form
        self.files = FILES[form]()
        self.path = folder / f"damaged.{form.removeprefix('sheet.')}"
        self.output = folder / "differences.csv"
        self.facts: Counter[str] = Counter()

    def warm_up(self) -> None:
        """Read the whole files, so that what has to be compiled is."""
        for data in self.files:
            self.path.write_bytes(data)
            if self.form.startswith("sheet"):
                ScoreSheet.read(self.path)
            else:
                self._validate()
                self._validate(rules="auto")

    def check(self, chance: random.Random) -> str | None:
        """Damage a file, read it; what is wrong with that."""
        data = damaged(chance.choice(self.files), chance, text=self.form != "parquet")
        if self.form.startswith("sheet"):
            self.path.write_bytes(data)
            return self._sheet()
        packed = chance.random() < 0.04
        if packed:
            data = pa.compress(data, chance.choice(("gzip", "zstd")), asbytes=True)
            if chance.random() < 0.7:
                data = damaged(data, chance, text=False)
        self.path.write_bytes(data)
        if chance.random() < 0.02:
            self._validate(rules="auto", format=None)
        if chance.random() < 0.02:
            self._validate(format=chance.choice(FORMATS))
        output = self.output if chance.random() < 0.03 else None
        verdict = self._validate(output=output)
        if output is not None and (verdict.failure or not self.output.exists()):
            return f"the output failed: {verdict.failure}"
        str(verdict)
        self.facts["rows"] += verdict.rows
        self.facts["equal rows"] += verdict.equal
        if packed:
            return None
        return self._rows(data, verdict) or (
            self._slowly(verdict) if chance.random() < 0.3 else None
        )

    def _validate(self, **options: object) -> Verdict:
        given = {"format": self.form, "rules": "mcr", "shown": SHOWN, "threads": 1, **options}
        return validate(self.path, **given)  # type: ignore[arg-type]

    def _rows(self, data: bytes, verdict: Verdict) -> str | None:
        """Every line that is not blank is a row; every row of a Parquet file is one."""
        if verdict.bad["UNREADABLE"] or self.form == "botzone":
            return None
        if self.form == "parquet":
            rows = pq.read_metadata(self.path).num_rows
            return None if verdict.rows == rows else f"{verdict.rows} rows of {rows}"
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b" ")
        lines = data.split(b"\n")[1 if self.form == "csv" else 0 :]
        written = [line for line in lines if line.strip()]
        if self.form == "lines":
            bare = [line.strip(b" \t") for line in lines]
            written = [line for line in bare if line and not line.startswith(b"#")]
        if len(written) == verdict.rows:
            return None
        return f"{verdict.rows} rows of {len(written)} lines"

    def _slowly(self, verdict: Verdict) -> str | None:
        """Arrow and the reader line by line find the same."""
        if self.form not in READERS:
            return None
        with read_slowly(self.form):
            other = self._validate()
        if told(other) == told(verdict):
            return None
        rows = [row for row in told(other)[-1] if row not in told(verdict)[-1]]  # type: ignore
        return f"read in two ways: {rows[:2]} line by line, {told(verdict)[-1]}"[:500]

    def _sheet(self) -> str | None:
        """A sheet, which is read back from what it writes, or an error of ours."""
        try:
            sheet = ScoreSheet.read(self.path)
        except SheetError as error:
            self.facts["sheets refused"] += 1
            return None if str(error) and error.problems else "an error that says nothing"
        self.facts["sheets read"] += 1
        again = ScoreSheet.from_csv(sheet.to_csv()), ScoreSheet.from_json(sheet.to_json())
        sheet.problems()
        return None if again == (sheet, sheet) else f"a sheet that is not read back: {sheet!r}"


@contextmanager
def read_slowly(form: str) -> Iterator[None]:
    with patch.object(READERS[form], "_fast", lambda *_: None):
        yield


def told(verdict: Verdict) -> tuple[object, ...]:
    """What a verdict counts, and which rows it names."""
    named = [(one.row, one.kind, one.recorded_total, one.total) for one in verdict.first]
    counts = (verdict.equal, verdict.not_winning, verdict.without_total, verdict.ties)
    return (*counts, verdict.different, verdict.bad, named)
