"""Long comparisons that can be stopped: work in chunks, what is done kept in a file of lines.

The first line says with which code the chunks were done: others do not count for it.
"""

import argparse
import json
import signal
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import sha256
from multiprocessing import Pool
from pathlib import Path
from typing import Any, NamedTuple

import hulebook
from hulebook.tables.file import default_path

RESULTS = Path(__file__).parent / "results"

Chunk = tuple[str, int]


class Compared(NamedTuple):
    """A chunk that is done: scores compared, the sum of our totals, every difference."""

    chunk: Chunk
    scores: int
    total: int
    different: list[str]


def code() -> str:
    """Changes with the source of the library and with its tables."""
    digest = sha256(Path(default_path()).read_bytes())
    for path in sorted(Path(hulebook.__file__).parent.glob("**/*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


class StateError(Exception):
    """A state file that cannot be gone on with."""


class State:
    """The chunks that are done, kept in a file of one line each."""

    def __init__(self, path: Path, work: Iterable[Chunk]) -> None:
        self.path = path
        self.work = list(work)
        self.done: dict[Chunk, dict[str, Any]] = {}
        lines = path.read_text("utf8").splitlines(keepends=True) if path.exists() else []
        whole = [line for line in lines if line.endswith("\n")]  # the last may be cut off
        if whole and json.loads(whole[0]) != {"code": code()}:
            raise StateError(f"{path} is of other code or tables: remove it")
        for line in whole[1:]:
            row = json.loads(line)
            self.done[row["family"], row["at"]] = row
        path.write_text("".join(whole) or json.dumps({"code": code()}) + "\n", "utf8")

    def left(self) -> list[Chunk]:
        return [chunk for chunk in self.work if chunk not in self.done]

    def add(self, compared: Compared, wall: float) -> None:
        (family, at), scores, total, different = compared
        row = {"family": family, "at": at, "scores": scores, "total": total}
        row |= {"different": different, "wall": wall}
        self.done[family, at] = row
        with self.path.open("a", encoding="utf8") as file:
            file.write(json.dumps(row) + "\n")

    def differences(self) -> list[str]:
        return [told for row in self.done.values() for told in row["different"]]

    def summary(self) -> dict[str, object]:
        """Counts by family, and whether all is done."""
        families = dict.fromkeys(family for family, _ in self.work)
        rows = self.done.values()
        counts = {
            title: {f: sum(r[field] for r in rows if r["family"] == f) for f in families}
            for title, field in (("scores", "scores"), ("sum of totals", "total"))
        }
        different = self.differences()
        return {
            **counts,
            "differences": len(different),
            "different": different[:100],
            "complete": not self.left(),
            "seconds": round(sum(r["wall"] for r in rows)),
        }


def run(
    state: State,
    compare: Callable[[Chunk], Compared],
    jobs: int,
    seconds: float,
    show: Callable[[str], None],
) -> None:
    """Do the chunks that are left, for so many seconds at most."""
    start = last = time.perf_counter()
    scores = 0
    found = len(state.differences())
    with Pool(jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        for compared in pool.imap_unordered(compare, state.left()):
            now = time.perf_counter()
            state.add(compared, now - last)
            last = now
            scores += compared.scores
            found += len(compared.different)
            share, rate = len(state.done) / len(state.work), scores / (now - start)
            show(f"{share:7.2%} of the chunks, {rate:,.0f} scores/s, {found} differences")
            if now - start > seconds:
                pool.terminate()
                return


def command(
    description: str,
    name: str,
    work: Iterable[Chunk],
    compare: Callable[[Chunk], Compared],
    versions: dict[str, object],
    argv: list[str] | None = None,
) -> int:
    """Run a comparison from the command line; the exit code, 1 if anything differs."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("--state", type=Path, default=Path(f"{name}-state.jsonl"))
    parser.add_argument("--summary", type=Path, default=RESULTS / f"{name}.json")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so long")
    options = parser.parse_args(argv)
    try:
        state = State(options.state, work)
    except StateError as error:
        parser.error(str(error))
    terminal = sys.stderr.isatty()
    counter = iter(range(1 << 30))

    def show(text: str) -> None:
        if terminal or next(counter) % 20 == 0:
            print(text, end="\r" if terminal else "\n", file=sys.stderr, flush=True)

    with suppress(KeyboardInterrupt):
        run(state, compare, options.jobs, options.seconds, show)
    summary = {**state.summary(), **versions, "code": code()}
    told = json.dumps(summary, indent=2, ensure_ascii=False)
    print(told)
    if summary["complete"]:
        options.summary.write_text(told + "\n", "utf8")
    else:
        print(f"not complete: the same command goes on from {options.state}", file=sys.stderr)
    return 1 if summary["differences"] else 0
