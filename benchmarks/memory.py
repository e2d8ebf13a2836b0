"""What scoring adds to memory beyond its input and output arrays: `python -m benchmarks.memory`.

    python -m benchmarks.memory ROWS THREADS FANS(0 or 1)

prints megabytes as JSON. Linux only: elsewhere the peak of a process cannot be set back.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.processes import python

PROC = Path("/proc/self")


def available() -> bool:
    return (PROC / "clear_refs").exists()


def _status(field: str) -> float:
    for line in (PROC / "status").read_text().splitlines():
        if line.startswith(field + ":"):
            return int(line.split()[1]) / 1024
    raise ValueError(f"no {field}")


def measure(n: int, threads: int, fans: bool) -> dict[str, float]:
    """Megabytes held with inputs and outputs in place, and how far the peak rose in scoring."""
    from benchmarks.throughput import batch_of
    from benchmarks.workloads import generate
    from hulebook.batch.hand_batch import HandBatch
    from hulebook.batch.scores import BatchScores, score_batch

    part = batch_of(generate("all_shapes", min(n, 1 << 17), 1))
    score_batch(part, fans=fans, threads=threads)
    copies = -(-n // len(part))
    arrays: dict[str, Any] = {
        name: np.concatenate([getattr(part, name)] * copies)[:n]
        for name in HandBatch.__slots__
        if name != "status"
    }
    batch = HandBatch(**arrays)
    out = BatchScores.empty(n, fans=fans)
    for array in (out.status, out.points, out.total, out.fans):
        if array is not None:
            array.fill(0)
    (PROC / "clear_refs").write_text("5")  # the peak is what is held now
    before = _status("VmRSS")
    score_batch(batch, fans=fans, threads=threads, out=out)
    return {"held": round(before, 1), "added": round(_status("VmHWM") - before, 1)}


def by_rows(sizes: Sequence[int]) -> list[dict[str, float]]:
    """`measure` in fresh processes: points with one thread, fan counts with two."""
    found = []
    for n in sizes:
        for threads, fans in ((1, 0), (2, 1)):
            told = python("-m", "benchmarks.memory", str(n), str(threads), str(fans))
            found.append({"rows": n, "fans": fans, "threads": threads, **json.loads(told)})
    return found


if __name__ == "__main__":
    rows, threads, fans = map(int, sys.argv[1:])
    print(json.dumps(measure(rows, threads, bool(fans))))
