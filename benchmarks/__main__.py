"""Speed, side by side in one run with what people use today: `python -m benchmarks`.

    python -m benchmarks               everything below
    python -m benchmarks foundation    tables, start-up, the one-hand door
    python -m benchmarks batch         batches, compiled calls, first batch, memory
    python -m benchmarks validate      recorded totals checked by the million, errors planted

Prints tables, and writes JSON (machine, versions, seeds, raw rounds) and a plot to `--out`.
PyMahjongGB is measured too where it is installed (extra `peers`); the plot needs matplotlib
(extra `bench`). Exits 1 if a total differs from PyMahjongGB's, or if
`validate` finds other rows than were planted.
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from benchmarks import batch, foundation, validation
from benchmarks.options import RESULTS, Options

Benchmark = Callable[[Options], bool]

BENCHMARKS: dict[str, Benchmark] = {
    "foundation": foundation.run,
    "batch": batch.run,
    "validate": validation.run,
}


def options_of(arguments: list[str] | None) -> tuple[list[str], Options]:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    usual = Options()
    parser.add_argument("benchmark", nargs="?", choices=BENCHMARKS, help="which (default: all)")
    parser.add_argument("--rows", type=int, metavar="N", help=f"hands ({usual.rows:,})")
    parser.add_argument("--rounds", type=int, metavar="N", help=f"times each ({usual.rounds})")
    parser.add_argument("--quick", action="store_true", help="little, to see that it runs")
    parser.add_argument("--no-build", action="store_true", help="do not time a build")
    parser.add_argument("--out", type=Path, default=RESULTS, metavar="DIR")
    given = parser.parse_args(arguments)
    if given.quick:
        usual = Options(rows=2_000, rounds=2)
    for name in ("rows", "rounds"):
        if (getattr(given, name) or 1) < 1:
            parser.error(f"--{name} must be 1 or more")
    options = Options(
        rows=given.rows or usual.rows,
        rounds=given.rounds or usual.rounds,
        quick=given.quick,
        build=not (given.no_build or given.quick),
        out=given.out,
    )
    return [given.benchmark] if given.benchmark else list(BENCHMARKS), options


def main(arguments: list[str] | None = None) -> int:
    chosen, options = options_of(arguments)
    right = [BENCHMARKS[name](options) for name in chosen]
    return 0 if all(right) else 1


if __name__ == "__main__":
    sys.exit(main())
