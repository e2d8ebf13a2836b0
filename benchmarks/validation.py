"""Checking recorded scores by the million: `python -m benchmarks validate`.

Writes a Parquet file of hands as `HandBatch` fields and a CSV file of hand strings, all with the
totals of `mcr-98`, and plants errors of known kinds at known rows. `hulebook validate` must find
these and no others. Its time is that of the whole process, reading and start included, with
compiled code cached; its memory the peak of the process. Beside it a plain loop over PyMahjongGB:
the first rows of the same Parquet file read, arguments built row by row, totals compared.
"""

import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.options import Options
from benchmarks.peers import RULES, available, built_totals, peer_totals, unlike
from benchmarks.planting import KINDS, Planted, plan, plant
from benchmarks.processes import python
from benchmarks.report import keep, surroundings, text_table
from benchmarks.rounds import Ratio, ratio
from benchmarks.rows import FIELDS, HEAVEN, NONE, Rows
from benchmarks.throughput import batch_of
from benchmarks.workloads import stream
from hulebook.arrow import INPUT_SCHEMA
from hulebook.batch.scores import score_batch
from hulebook.hands.meld import Meld
from hulebook.hands.tiles import format_tiles
from tests.arrow_rows import table_of

WORKLOAD = "all_shapes"
SEED = 20_065
PARQUET_SHARE, CSV_SHARE = 20, 2  # rows of a file for each of `Options.rows`
LEAST = 2_000
MOST_RUNS = 3
PEER_ROWS = 20_000
PEER = "plain loop over PyMahjongGB"
SCHEMA = INPUT_SCHEMA.append(pa.field("total", pa.int32()))
# Starts a command from a small process, whose own memory does not count as the command's.
RUN = """
import json, subprocess, sys, time
start = time.perf_counter()
done = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, text=True)
found = {"seconds": time.perf_counter() - start, "code": done.returncode, "said": done.stdout}
try:
    import resource
except ImportError:
    found |= {"processor": None, "peak": None}
else:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    unit = 1 if sys.platform == "darwin" else 1024
    found |= {"processor": used.ru_utime + used.ru_stime, "peak": used.ru_maxrss * unit / 1e6}
print(json.dumps(found))
"""


class File(NamedTuple):
    """A file to check, what was planted in it, and how the command tells of it."""

    path: Path
    size: int
    planted: Planted
    told: Counter[tuple[int, str]]
    without_total: int


class Measured(NamedTuple):
    """Of each run: seconds, processor seconds, peak megabytes, errors found (row and kind as
    planted), and what else the verdict and the output say that is wrong."""

    rows: int
    planted: int
    seconds: list[float]
    processor: list[float | None]
    peak: list[float | None]
    found: list[int]
    wrong: list[int]

    @property
    def right(self) -> bool:
        return not any(self.wrong) and all(n == self.planted for n in self.found)

    def nanoseconds(self) -> list[float]:
        """Per row."""
        return [1e9 * seconds / self.rows for seconds in self.seconds]


def run(options: Options) -> bool:
    """Measure, print, write `validate.json`; false if other rows than the planted are found."""
    found: dict[str, Any] = {**surroundings(), "rules": RULES, "seed": SEED, "workload": WORKLOAD}
    if not available():
        print("PyMahjongGB is not installed (extra `peers`): its figures are left out")
    with TemporaryDirectory() as folder:
        files = _files(Path(folder), options.rows)
        runs = min(options.rounds, MOST_RUNS)
        measured, loop = _measure(files, runs)
        found["bytes"] = {name: file.path.stat().st_size for name, file in files.items()}
    found["planted, each"] = {
        name: dict(Counter(KINDS[k].name for k in file.planted.kinds.tolist()))
        for name, file in files.items()
    }
    found["runs"] = {name: m._asdict() for name, m in measured.items()}
    ratios = {}
    if loop is not None:
        found[PEER] = loop._asdict()
        ratios = {n: ratio(loop.nanoseconds(), m.nanoseconds()) for n, m in measured.items()}
        found["times the plain loop: median, least, most"] = ratios
    _print(measured, loop, ratios)
    keep(found, options.out / "validate.json")
    right = all(m.right for m in measured.values()) and (loop is None or loop.right)
    print("exactly the planted rows were found" if right else "WRONG: see the table")
    return right


def _files(folder: Path, rows: int) -> dict[str, File]:
    files = {}
    for name, share, path, write in (
        ("Parquet, fields", PARQUET_SHARE, folder / "hands.parquet", _write_parquet),
        ("CSV, hand strings", CSV_SHARE, folder / "hands.csv", _write_csv),
    ):
        size = max(share * rows, LEAST)
        print(f"writing {size:,} rows, {name}", file=sys.stderr, flush=True)
        files[name] = _file(path, size, write)
    return files


def _file(path: Path, size: int, write: Callable[[Path, int, Planted], None]) -> File:
    planted = plan(size, SEED)
    write(path, size, planted)
    as_text = path.suffix == ".csv"
    first = 2 if as_text else 1  # lines count the header
    told: Counter[tuple[int, str]] = Counter()
    for row, kind in zip(planted.rows.tolist(), planted.kinds.tolist(), strict=True):
        name = KINDS[kind].as_text if as_text else KINDS[kind].as_fields
        if name is not None:
            told[row + first, name] += 1
    return File(path, size, planted, told, len(planted.rows) - told.total())


def parts(n: int, planted: Planted) -> Iterator[tuple[Rows, Any]]:
    """Wins with their totals, int32 with -1 for none, and what is planted among them."""
    start = 0
    for rows in stream(WORKLOAD, n, SEED):
        scores = score_batch(batch_of(rows), RULES, threads=2)
        if scores.status.any():
            raise ValueError(f"{WORKLOAD} holds rows without a score")
        totals = scores.total.astype(np.int32)
        plant(rows, totals, planted, start)
        yield rows, totals
        start += len(rows)


def _write_parquet(path: Path, n: int, planted: Planted) -> None:
    with pq.ParquetWriter(path, SCHEMA) as file:
        for rows, totals in parts(n, planted):
            column = pa.array(totals, mask=totals < 0)
            file.write_table(table_of(rows).append_column(SCHEMA.field("total"), column))


def _write_csv(path: Path, n: int, planted: Planted) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write("hand,total\n")
        for rows, totals in parts(n, planted):
            file.writelines(
                f'"{hand}",{"" if total < 0 else total}\n'
                for hand, total in zip(hand_strings(rows), totals.tolist(), strict=True)
            )


def hand_strings(rows: Rows) -> Iterator[str]:
    """Rows as hand strings, also those that are no hand; a seat wind over 3 is a ``?``.

    >>> from benchmarks.workloads import generate
    >>> next(hand_strings(generate("standard_closed", 3, seed=1)))
    '34567m111777p55s5m|NS0000|7'
    """
    for counts, declared, won, drawn, flags, seat, round_, flowers in zip(
        *(getattr(rows, name).tolist() for name in FIELDS), strict=True
    ):
        counts[won] -= counts[won] > 0
        standing = [kind for kind, copies in enumerate(counts) for _ in range(copies)]
        yield (
            "".join(_meld(byte) for byte in declared if byte != NONE)
            + format_tiles(standing)
            + format_tiles((won,))
            + f"|{'ESWN'[round_]}{'ESWN?'[seat]}{drawn:d}{flags & 1}{flags >> 1 & 1}{flags >> 2 & 1}"
            + f"{'1' if flags >= HEAVEN else ''}|{flowers}"
        )


@cache
def _meld(byte: int) -> str:
    return str(Meld.from_byte(byte))


def _measure(files: dict[str, File], runs: int) -> tuple[dict[str, Measured], Measured | None]:
    """All files checked in turn, so often, after a small one that does not count."""
    measured = {
        name: Measured(file.size, file.told.total(), [], [], [], [], [])
        for name, file in files.items()
    }
    some = next(iter(files.values()))
    loop = _empty_loop(some) if available() else None
    for file in files.values():
        _warm(file)
    for number in range(runs):
        print(f"run {number + 1} of {runs}", file=sys.stderr, flush=True)
        for name, file in files.items():
            _check(file, measured[name])
        if loop is not None:
            _loop(some, loop)
    return measured, loop


def _warm(file: File) -> None:
    """Compile and cache what a check of such a file needs."""
    write = _write_csv if file.path.suffix == ".csv" else _write_parquet
    _validate(_file(file.path.with_stem("few"), LEAST, write).path)


def _validate(path: Path) -> tuple[dict[str, Any], Counter[tuple[int, str]]]:
    """What a run of the command used and said, and the differences that it wrote."""
    output = path.with_name("differences.jsonl")
    output.unlink(missing_ok=True)
    command = [sys.executable, "-m", "hulebook", "validate", str(path), "--rules", RULES]
    command += ["--output", str(output), "--json", "--quiet"]
    used: dict[str, Any] = json.loads(python("-c", RUN, *command))
    with output.open(encoding="utf-8") as lines:
        told = Counter((one["row"], one["kind"]) for one in map(json.loads, lines))
    return used, told


def _check(file: File, measured: Measured) -> None:
    used, told = _validate(file.path)
    verdict = json.loads(used["said"])
    errors = file.told.total()
    expected = {
        "rows": file.size,
        "equal": file.size - len(file.planted.rows),
        "without_total": file.without_total,
    }
    wrong = sum(verdict[name] != number for name, number in expected.items())
    wrong += (used["code"] != 1) + (told - file.told).total()
    measured.seconds.append(used["seconds"])
    measured.processor.append(used["processor"])
    measured.peak.append(used["peak"])
    measured.found.append(errors - (file.told - told).total())
    measured.wrong.append(wrong)


def _empty_loop(file: File) -> Measured:
    return Measured(_unplanted(file).sum().item(), 0, [], [], [], [], [])


def _unplanted(file: File) -> Any:
    """Which of the first rows PyMahjongGB is asked about: not those that are no hand."""
    mask = np.ones(min(file.size, PEER_ROWS), np.bool_)
    mask[file.planted.rows[file.planted.rows < len(mask)]] = False
    return mask


def _loop(file: File, measured: Measured) -> None:
    """PyMahjongGB asked for the first rows of the Parquet file one by one."""
    keep_these = _unplanted(file)
    wall, processor = time.perf_counter(), time.process_time()
    with pq.ParquetFile(file.path) as opened:
        batch = next(opened.iter_batches(len(keep_these)))
    rows = Rows(*(_numpy(batch.column(name)) for name in FIELDS)).take(keep_these)
    recorded = batch.column("total").to_numpy(zero_copy_only=False)[keep_these]
    other = peer_totals(built_totals(rows)) != recorded
    measured.seconds.append(time.perf_counter() - wall)
    measured.processor.append(time.process_time() - processor)
    measured.peak.append(None)
    measured.found.append(0)
    measured.wrong.append(int((other & ~unlike(rows)).sum()))


def _numpy(column: pa.Array) -> Any:
    if pa.types.is_fixed_size_list(column.type):
        return column.flatten().to_numpy().reshape(len(column), -1)
    return column.to_numpy(zero_copy_only=False)


HEAD = (
    "",
    "rows",
    "planted",
    "found",
    "wrong",
    "seconds",
    "rows a second",
    "peak MB",
    "times the plain loop",
)


def _print(measured: dict[str, Measured], loop: Measured | None, ratios: dict[str, Ratio]) -> None:
    lines = [_line(f"validate: {name}", m, ratios.get(name)) for name, m in measured.items()]
    if loop is not None:
        lines.append(_line(PEER, loop, None))
    print("\nrecorded totals checked, reading included: medians, the highest peak")
    print(text_table(HEAD, lines))


def _line(name: str, m: Measured, times: Ratio | None) -> list[object]:
    peaks = [peak for peak in m.peak if peak is not None]
    rate = m.rows / statistics.median(m.seconds)
    return [
        name,
        f"{m.rows:,}",
        f"{m.planted:,}" if m.planted else "",
        f"{min(m.found):,}" if m.planted else "",
        f"{max(m.wrong):,}",
        f"{statistics.median(m.seconds):.2f}",
        f"{float(f'{rate:.3g}'):,.0f}",
        f"{max(peaks):.0f}" if peaks else "",
        times or "",
    ]
