"""The first batch of a fresh process, with and without compiled code in the cache."""

import json
import statistics
from tempfile import TemporaryDirectory

from benchmarks.processes import median_seconds, python

FIRST_BATCH = """
import json, time
start = time.perf_counter()
from hulebook.batch.hand_batch import HandBatch
from hulebook.batch.scores import score_batch
batch = HandBatch.from_hands(["[CCC,1]12356789pWW7p|SS0000|0"])
ready = time.perf_counter()
assert score_batch(batch).total.tolist() == [9]
first = time.perf_counter()
score_batch(batch)
second = time.perf_counter()
print(json.dumps([ready - start, first - ready, second - first]))
"""
PARTS = ("import and one hand string", "first call", "second call")


def _once(**cache: str) -> list[float]:
    found: list[float] = json.loads(python("-c", FIRST_BATCH, **cache))
    return found


def _warm(runs: int, **cache: str) -> dict[str, float]:
    times = [_once(**cache) for _ in range(runs + 1)][1:]
    whole = median_seconds("-c", FIRST_BATCH, runs=runs, **cache)
    bare = median_seconds("-c", "pass", runs=runs)
    found = {n: statistics.median(part) for n, *part in zip(PARTS, *times, strict=True)}
    return {**found, "whole process beyond a bare one": whole - bare}


def first_batch(runs: int, *, cold: bool = True) -> dict[str, dict[str, float]]:
    """Seconds of the parts of a process: once with nothing compiled (left out unless `cold`),
    then medians of `runs`."""
    if not cold:
        return {"compiled code cached": _warm(runs)}
    with TemporaryDirectory() as cache:
        once = dict(zip(PARTS, _once(NUMBA_CACHE_DIR=cache), strict=True))
        return {
            "nothing compiled": once,
            "compiled code cached": _warm(runs, NUMBA_CACHE_DIR=cache),
        }
