"""Times calls side by side: alternating rounds, medians, ratios taken within a round."""

import gc
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

Call = Callable[[], Any]
Times = dict[str, list[float]]


class Clocks(NamedTuple):
    """Nanoseconds of each call in each round: passed on the wall, and of all processors, which
    other work on the machine disturbs less."""

    wall: Times
    processor: Times


@contextmanager
def _without_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def alternate(
    calls: Mapping[str, Call],
    rounds: int,
    per: Mapping[str, float],
    see: Callable[[str, Any], None] = lambda name, result: None,
) -> Clocks:
    """The time of every call in every round, divided by `per` (hands or repeats of a call).

    Each round makes every call once, every other round in reverse order, after one round that
    does not count. What a call returns is passed to `see`, outside the clock. The garbage
    collector runs between rounds only.

    >>> times = alternate({"a": lambda: sum(range(10))}, 3, {"a": 10})
    >>> len(times.wall["a"])
    3
    """
    times = Clocks({name: [] for name in calls}, {name: [] for name in calls})
    for number in range(rounds + 1):
        order = list(calls) if number % 2 else list(calls)[::-1]
        with _without_collector():
            for name in order:
                processor, wall = time.process_time_ns(), time.perf_counter_ns()
                result = calls[name]()
                wall = time.perf_counter_ns() - wall
                processor = time.process_time_ns() - processor
                see(name, result)
                if number:
                    times.wall[name].append(wall / per[name])
                    times.processor[name].append(processor / per[name])
    return times


class Ratio(NamedTuple):
    """Of the ratios of all rounds."""

    median: float
    least: float
    most: float

    def __str__(self) -> str:
        digits = 0 if self.median >= 10 else 2
        return f"{self.median:.{digits}f} ({self.least:.{digits}f}-{self.most:.{digits}f})"


def ratio(slow: list[float], fast: list[float]) -> Ratio:
    """How often `fast` fits into `slow`, round by round.

    >>> str(ratio([300, 400, 250], [100, 100, 100]))
    '3.00 (2.50-4.00)'
    """
    found = [s / max(f, 1e-9) for s, f in zip(slow, fast, strict=True)]
    return Ratio(statistics.median(found), min(found), max(found))
