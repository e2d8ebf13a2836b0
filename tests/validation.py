"""Recorded hands in every form of file that validation reads."""

import csv
import gzip
import json
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from hulebook import BadHand, Hand

CASES = [
    json.loads(line)
    for path in sorted((Path(__file__).parent / "cases").glob("mcr_*.jsonl"))
    for line in path.read_text("utf8").splitlines()
]
FORMS = ("csv", "tsv", "jsonl", "txt", "parquet", "csv.gz", "jsonl.zst", "fields.parquet")


class Recorded(NamedTuple):
    """A hand string and what is recorded for it."""

    hand: str
    total: int | None = None
    fans: Any = None
    payments: Any = None


def write(folder: Path, form: str, rows: list[Recorded], name: str = "hands") -> Path:
    """A file of rows; only columns that some row has."""
    path = folder / f"{name}.{form}"
    names = ["hand", "total"]
    names += [n for n in ("fans", "payments") if any(getattr(row, n) is not None for row in rows)]
    table = [[getattr(row, name) for name in names] for row in rows]
    if form.endswith("parquet"):
        columns: dict[str, Any] = dict(zip(names, map(list, zip(*table, strict=True)), strict=True))
        if form.startswith("fields"):
            columns = {**fields([row.hand for row in rows]), "total": columns["total"]}
        pq.write_table(pa.table(columns), path)
        return path
    plain = form.removesuffix(".gz").removesuffix(".zst")
    if plain == "jsonl":
        lines = [
            json.dumps(dict(zip(names, row, strict=True)), ensure_ascii=False) for row in table
        ]
    elif plain == "txt":
        lines = [f"{hand} {'' if total is None else total}" for hand, total, *_ in table]
    else:
        lines = csv_lines([names, *table], "\t" if plain == "tsv" else ",")
    data = "".join(line + "\n" for line in lines).encode()
    if form.endswith(".gz"):
        data = gzip.compress(data)
    if form.endswith(".zst"):
        data = pa.compress(data, "zstd", asbytes=True)
    path.write_bytes(data)
    return path


def csv_lines(rows: list[list[Any]], delimiter: str) -> list[str]:
    class Lines(list[str]):
        write = list.append

    lines = Lines()
    writer = csv.writer(lines, delimiter=delimiter, lineterminator="")
    for row in rows:
        writer.writerow([json.dumps(v) if isinstance(v, list | dict) else v for v in row])
    return lines


def fields(hands: list[str]) -> dict[str, pa.Array]:
    """The hands as the columns of a `HandBatch`; what cannot be a hand as five equal tiles."""
    read = []
    for text in hands:
        try:
            read.append(Hand.from_string(text))
        except BadHand:
            read.append(None)
    five = [0, 0, 0, 0, 0, *range(9, 18)]
    tiles = [five if hand is None else list(hand.concealed) for hand in read]
    padded = [[*row, *[255] * (14 - len(row))] for row in tiles]
    melds = [[255] * 4 if hand is None else list(hand.meld_bytes) for hand in read]
    columns: dict[str, pa.Array] = {
        "concealed": pa.array(padded, pa.list_(pa.uint8(), 14)),
        "melds": pa.array(melds, pa.list_(pa.uint8(), 4)),
    }
    for name in ("win_tile", "self_draw", "flags", "seat_wind", "round_wind", "flowers"):
        values = [0 if hand is None else int(getattr(hand, name)) for hand in read]
        column = pa.array(values, pa.uint8())
        columns[name] = column.cast(pa.bool_()) if name == "self_draw" else column
    return columns


def recorded_cases(rules: str) -> list[Recorded]:
    """The case files, each row with the total of a rule set; 8 for what is no win or no hand."""
    expected = [case["expected"][rules] for case in CASES]
    return [
        Recorded(case["hand"], total if isinstance(total, int) else 8)
        for case, total in zip(CASES, expected, strict=True)
    ]
