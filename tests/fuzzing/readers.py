"""Damaged files of every form, read in worker processes, so that a crash is seen and named.

A worker writes down which input it is at; when it ends by a signal or stands still, that input
is the finding and another worker goes on behind it. `HANG` seconds are a hang, `MOST_MEMORY`
bytes far more than reading such a file takes.
"""

import multiprocessing
import random
import tempfile
import time
import traceback
from collections.abc import Iterator
from ctypes import c_int64
from multiprocessing.connection import Connection
from multiprocessing.pool import ThreadPool
from pathlib import Path
from typing import Any

from hulebook.validate.readers.streaming import default_threads
from tests.fuzzing.progress import Run

SHARE = 4_000  # inputs that one worker reads
HANG, WARMING_UP = 60, 900
MOST_MEMORY = 400 << 20
FORMS = ("csv", "jsonl", "lines", "botzone", "parquet", "sheet.csv", "sheet.json")


def work(pipe: Connection, at: Any, form: str, seed: int, first: int, last: int) -> None:
    """Read the inputs from `first` to before `last`; sends findings, then facts."""
    from tests.fuzzing.reading import Reading

    findings: list[tuple[str, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        reading = Reading(form, Path(folder))
        reading.warm_up()
        peak = 0
        for number in range(first, last):
            at.value = number
            try:
                fault = reading.check(random.Random(f"{seed} {form} {number}"))
            except Exception as error:  # noqa: BLE001
                places = traceback.extract_tb(error.__traceback__)[-3:]
                fault = f"{error!r:.300} at {[f'{p.filename[-40:]}:{p.lineno}' for p in places]}"
            before, peak = peak, peak_memory()
            if before and peak - before > MOST_MEMORY:
                fault = f"{(peak - before) >> 20} MB of memory"
            if fault:
                findings.append(
                    (f"{form} {number}: {fault}", "MB" if "MB of" in fault else fault[:40])
                )
    pipe.send((findings, dict(reading.facts), peak))
    pipe.close()


def peak_memory() -> int:
    """The most bytes that this process has held."""
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10


def shares(run: Run) -> Iterator[tuple[str, int, int]]:
    """Form, first and last number of each share, the forms in turn."""
    each = -(-run.count // len(FORMS))
    for first in range(0, each, SHARE):
        for form in FORMS:
            yield form, first, min(first + SHARE, each)


def fuzz(run: Run) -> None:
    """As many workers at a time as there are processors."""

    def read(share: tuple[str, int, int]) -> None:
        form, first, last = share
        while first < last and run.more():
            first = run_worker(run, form, first, last)

    with ThreadPool(default_threads()) as pool:
        for _ in pool.imap(read, shares(run)):
            pass


def run_worker(run: Run, form: str, first: int, last: int) -> int:
    """Read a share in a process of its own; where to go on. A worker that does not get as far as
    its first input costs its share."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    at = context.Value(c_int64, first - 1)
    worker = context.Process(target=work, args=(theirs, at, form, run.seed, first, last))
    worker.start()
    theirs.close()
    told = wait(worker, ours, at, first)
    began = at.value >= first
    reached = int(at.value) + 1 if began and not told else last
    worker.join()
    with run.lock:
        take(run, form, first, reached, told, worker.exitcode)
    return reached


def take(run: Run, form: str, first: int, reached: int, told: Any, code: int | None) -> None:
    """Count what a worker has read and found."""
    if told is None:
        run.found(f"{form} {reached - 1}: the process hung or ended with {code}")
    else:
        findings, facts, peak = told
        for finding in findings:
            run.found(*finding)
        run.facts.update(facts)
        run.facts["most MB"] = max(run.facts["most MB"], peak >> 20)
    run.facts[form] += reached - first
    run.add(reached - first)


def wait(worker: Any, pipe: Connection, at: Any, first: int) -> Any:
    """What the worker sends; None if it crashed, or was ended because it stood still. Before the
    first input it may have to compile."""
    seen, since = -1, time.monotonic()
    while True:
        try:
            if pipe.poll(0.2):
                return pipe.recv()
        except EOFError:
            return None
        if at.value != seen:
            seen, since = at.value, time.monotonic()
        elif time.monotonic() - since > (HANG if seen >= first else WARMING_UP):
            worker.kill()
            return None
