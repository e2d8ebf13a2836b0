"""Small whole files of every form that is read, to be damaged."""

import io
import json
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from tests.logs import PAID, WON, game, passing
from tests.recorded_rows import recorded_table
from tests.sheets import game as sheet
from tests.test_logs import ADDED, ADDING
from tests.validation import Recorded, csv_lines, fields, recorded_cases

ROWS = 12


def recorded(seed: int) -> list[dict[str, Any]]:
    """Rows with hand, total, fans, payments and discarder, some of them wrong."""
    rows = recorded_table(ROWS, seed).drop(["row"]).to_pylist()
    return [
        {**row, "discarder": None if row["payments"] is None or at % 2 else at % 4}
        for at, row in enumerate(rows)
    ]


def cases(seed: int) -> list[Recorded]:
    every = recorded_cases("mcr")
    return [every[(seed * ROWS + at) % len(every)] for at in range(ROWS)]


def field_rows(seed: int) -> list[dict[str, Any]]:
    rows = cases(seed)
    columns = fields([row.hand for row in rows])
    totals = pa.array([row.total for row in rows], pa.int32())
    made: list[dict[str, Any]] = pa.table({**columns, "total": totals}).to_pylist()
    return made


def csv_of(rows: list[dict[str, Any]], delimiter: str) -> bytes:
    table = [list(rows[0]), *(list(row.values()) for row in rows)]
    return "".join(line + "\n" for line in csv_lines(table, delimiter)).encode()


def csv_files() -> list[bytes]:
    made = [csv_of(recorded(seed), ",\t;"[seed % 3]) for seed in range(3)]
    made += [csv_of([{"hand": row.hand, "total": row.total} for row in cases(4)], ",")]
    return [*made, csv_of(field_rows(5), ";"), made[0].replace(b"\n", b"\r\n")]


def json_files() -> list[bytes]:
    many = [recorded(1), recorded(2), field_rows(3)]
    many.append([{"hand": row.hand, "total": row.total} for row in cases(4)])
    return [
        "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()
        for rows in many
    ]


def line_files() -> list[bytes]:
    rows = [row for seed in range(3) for row in cases(seed)]
    plain = "".join(f"{row.hand} {row.total}\n" for row in rows)
    other = "".join(f"{row.hand},\t{row.total}\n# a comment\n\n" for row in rows[:ROWS])
    return [plain.encode(), other.encode()]


def logs() -> list[bytes]:
    robbed = game(*ADDING, "1 Hu B3", *PAID, deals=ADDED)
    kong = game(*ADDING, "0 Draw W1", "0 Hu W1", *PAID, deals=ADDED, wind=3)
    seen = game(*passing(["B3", "F2", "B3", "B3", "F2"]), "1 Draw B3", "1 Hu B3", *PAID)
    orders = ([*game(*WON), *robbed, *seen], [*kong, *game(*WON)], [*seen, *kong, *robbed])
    return ["".join(line + "\n" for line in lines).encode() for lines in orders]


def parquet_files() -> list[bytes]:
    """Several encodings, packings and types, with more than one row group."""
    tables = [
        pa.Table.from_pylist(recorded(1)),
        pa.table(fields([row.hand for row in cases(2)])).append_column(
            "total", pa.array([row.total for row in cases(2)], pa.int32())
        ),
        pa.table({
            "hand": pa.array([row.hand for row in cases(3)], pa.large_binary()),
            "total": pa.array([float(row.total or 0) for row in cases(3)]),
        }),
        pa.table({
            "hand": pa.array([row.hand for row in cases(4)]).dictionary_encode(),
            "total": pa.array([str(row.total) for row in cases(4)]),
        }),
    ]  # fmt: skip
    made = []
    for table in tables:
        for packing in ("none", "snappy", "zstd", "gzip"):
            out = io.BytesIO()
            pq.write_table(
                table, out, row_group_size=7, compression=packing,
                use_dictionary=packing != "none", write_page_checksum=packing == "zstd",
                data_page_version="2.0" if packing == "gzip" else "1.0",
            )  # fmt: skip
            made.append(out.getvalue())
    return made


def sheets_csv() -> list[bytes]:
    return [sheet().to_csv().encode(), sheet().to_csv().replace("\n", "\r\n").encode()]


def sheets_json() -> list[bytes]:
    return [sheet().to_json().encode(), json.dumps(json.loads(sheet().to_json())).encode()]


FILES = {
    "csv": csv_files,
    "jsonl": json_files,
    "lines": line_files,
    "botzone": logs,
    "parquet": parquet_files,
    "sheet.csv": sheets_csv,
    "sheet.json": sheets_json,
}
