"""Hostile input by the million: `python -m tests.fuzz TARGET [--count N] [--seconds S]`.

| target | an input is | it must |
|---|---|---|
| `parser` | a mutated or random hand string | be read alike by the compiled and the plain reader |
| `batch` | a row of arbitrary bytes or a mutated win | have a status, or the score of the one-hand door |
| `readers` | a damaged file | be read or refused row by row, never stop, crash or hang |
| `tables` | a damaged table, Parquet or manifest file | be refused, or say what the whole file says |
| `threads` | a piece of work | give among many threads and processes what it gives alone |

Progress goes to standard error, a summary as one line of JSON to standard output; `--save` keeps
it in `tests/results/fuzz.json`. The exit code is 1 if anything was found. Every finding names
what makes it again: the seed and a number.
"""

import argparse
import json
import os
import platform
import sys
from importlib import import_module
from pathlib import Path

from tests.fuzzing.progress import Run

RESULTS = Path(__file__).parent / "results" / "fuzz.json"
COUNTS = {
    "parser": 10_000_000,
    "batch": 10_000_000,
    "readers": 700_000,
    "tables": 5_000,
    "threads": 200,
}


def fuzz(
    target: str, count: int, *, seconds: float = 1e9, seed: int = 1, quiet: bool = True
) -> Run:
    """Run one target on so many inputs, or for so long; what it did and found."""
    run = Run(target, count, seconds, seed, quiet)
    import_module(f"tests.fuzzing.{target}").fuzz(run)
    return run


def versions() -> dict[str, str]:
    import numba
    import numpy
    import pyarrow

    import hulebook

    found = {m.__name__: m.__version__ for m in (hulebook, numpy, numba, pyarrow)}
    return {"python": platform.python_version(), **found}


def save(summary: dict[str, object]) -> None:
    """Keep the summary of a target in place of the last one; what was mended stays told."""
    kept = json.loads(RESULTS.read_text("utf8")) if RESULTS.exists() else {}
    before = kept.get(str(summary["target"]), {})
    kept[str(summary["target"])] = {**{k: before[k] for k in before if k == "mended"}, **summary}
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(kept, indent=2, sort_keys=True) + "\n", "utf8")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("target", choices=COUNTS)
    parser.add_argument("--count", type=int, help="how many inputs")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so long")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", action="store_true", help=f"keep the summary in {RESULTS.name}")
    options = parser.parse_args()
    count = COUNTS[options.target] if options.count is None else options.count
    run = fuzz(options.target, count, seconds=options.seconds, seed=options.seed, quiet=False)
    summary = {**run.summary(), "versions": versions()}
    if os.environ.get("NUMBA_BOUNDSCHECK") == "1":
        summary["target"] = f"{options.target}, bounds checked"
    print(json.dumps(summary))
    if options.save:
        save(summary)
    return 1 if run.findings else 0


if __name__ == "__main__":
    sys.exit(main())
