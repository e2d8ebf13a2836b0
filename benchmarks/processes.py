"""Fresh Python processes, as users start them."""

import os
import statistics
import subprocess
import sys
import time


def environment(**more: str) -> dict[str, str]:
    """This environment, but bytecode is written: an installed package has its own."""
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, **more}


def python(*arguments: str, **more: str) -> str:
    """What a fresh process prints; `more` is added to its environment."""
    run = subprocess.run(
        [sys.executable, *arguments],
        check=True,
        env=environment(**more),
        stdout=subprocess.PIPE,
        text=True,
    )
    return run.stdout


def median_seconds(*arguments: str, runs: int, **more: str) -> float:
    """Median wall time of a whole process, after one that does not count."""
    times = []
    for _ in range(runs + 1):
        start = time.perf_counter()
        python(*arguments, **more)
        times.append(time.perf_counter() - start)
    return statistics.median(times[1:])
