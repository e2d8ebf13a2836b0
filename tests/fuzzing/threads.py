"""Many threads and processes that score at once give what one of them gives alone.

Each process is new, so that its threads also meet while tables are read, rule sets are made and
code is compiled for the first time.
"""

import multiprocessing
import random
import threading
from collections.abc import Callable
from hashlib import sha256
from multiprocessing.connection import Connection

import numpy as np

import hulebook
from tests.fuzzing.progress import Run

PROCESSES, THREADS, TASKS = 3, 12, 24
ROWS = 3_000
Task = tuple[str, int]


def task_of(number: int) -> Task:
    return KINDS[number % len(KINDS)], number // len(KINDS)


def rules_of(seed: int) -> hulebook.RuleSet:
    """A shipped rule set or a house rule, which has tables of its own."""
    shipped = hulebook.get_rules(("mcr", "wsom", "mcr-98", "zj-3.3")[seed % 4])
    if seed % 3:
        return shipped
    return shipped.replace(
        **({"base": 5 + seed % 7} if shipped.family == "mcr" else {"chicken_value": seed % 5})
    )


def batch(seed: int, threads: int = 1) -> bytes:
    from hulebook.batch.scores import score_batch
    from tests.test_batch import batch_of, test_rows

    rows = batch_of(test_rows(ROWS if threads == 1 else 80_000, seed % 5))
    scores = score_batch(rows, rules_of(seed), fans=True, threads=threads)
    return b"".join(array.tobytes() for array in scores[1:] if array is not None)


def threaded_batch(seed: int) -> bytes:
    return batch(seed, threads=4)


def one_hand(seed: int) -> bytes:
    from hulebook.index import hand_at

    chance = random.Random(seed)
    told = []
    for _ in range(60):
        tiles = hand_at(chance.randrange(11_498_658))
        scored = hulebook.score(hulebook.Hand(tiles, chance.choice(tiles)), rules_of(seed))
        told.append(f"{scored.points} {scored.counts.hex()} {scored.reading}")
    return "\n".join(told).encode()


def arrow(seed: int) -> bytes:
    import pyarrow as pa

    from hulebook.arrow import score_table
    from tests.test_parse_batch import CASES

    table = pa.table({"hand": CASES * 3})
    scored = score_table(table, rules_of(seed), fans=True, threads=1 + seed % 3)
    return repr([scored.column(name).to_pylist() for name in ("status", "total")]).encode()


def index(seed: int) -> bytes:
    from hulebook.index import hand_at_batch, hand_index_batch

    numbers = np.random.default_rng(seed).integers(0, 11_498_658, 500)
    found: bytes = hand_index_batch(hand_at_batch(numbers)).tobytes()
    return found


KINDS = ("batch", "one_hand", "arrow", "index", "threaded_batch")
WORK: dict[str, Callable[[int], bytes]] = {
    "batch": batch,
    "one_hand": one_hand,
    "arrow": arrow,
    "index": index,
    "threaded_batch": threaded_batch,
}


def digest(task: Task) -> str:
    return sha256(WORK[task[0]](task[1])).hexdigest()


def work(pipe: Connection, tasks: list[Task], threads: int) -> None:
    """Do the tasks in so many threads that begin together; sends their digests by place."""
    found: dict[int, str] = {}
    begin = threading.Barrier(threads)

    def some(first: int) -> None:
        begin.wait()
        for place in range(first, len(tasks), threads):
            try:
                found[place] = digest(tasks[place])
            except BaseException as error:  # noqa: BLE001
                found[place] = repr(error)

    together = [threading.Thread(target=some, args=(first,)) for first in range(threads)]
    for thread in together:
        thread.start()
    for thread in together:
        thread.join()
    pipe.send(found)
    pipe.close()


def together(processes: int, threads: int, tasks: list[Task]) -> list[dict[int, str] | None]:
    """What new processes find for the same tasks, None for one that crashed."""
    context = multiprocessing.get_context("spawn")
    running = []
    for _ in range(processes):
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=work, args=(theirs, tasks, threads))
        process.start()
        theirs.close()
        running.append((process, ours))
    found: list[dict[int, str] | None] = []
    for process, ours in running:
        try:
            found.append(ours.recv())
        except EOFError:
            found.append(None)
        process.join()
    return found


def fuzz(run: Run) -> None:
    """Rounds of the same tasks: alone in one thread, then in every thread of every process."""
    first = 0
    while run.more():
        tasks = [task_of(run.seed * 1_000 + first + at) for at in range(min(TASKS, run.left()))]
        (alone,) = together(1, 1, tasks)
        for process in together(PROCESSES, THREADS, tasks):
            if process is None or alone is None:
                run.found(f"tasks from {first}: a process crashed")
                continue
            for place, task in enumerate(tasks):
                if process[place] != alone[place]:
                    run.found(f"{task}: {process[place]} with others, {alone[place]} alone")
            run.facts["answers compared"] += len(tasks)
        run.add(len(tasks))
        first += len(tasks)
