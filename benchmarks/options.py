"""What every benchmark is told."""

from pathlib import Path
from typing import NamedTuple

RESULTS = Path(__file__).parent / "results"


class Options(NamedTuple):
    """rows: hands of a workload; rounds: how often each call is timed; quick: little of
    everything, to see that it runs; build: whether to time a build of the tables."""

    rows: int = 1_000_000
    rounds: int = 7
    quick: bool = False
    build: bool = True
    out: Path = RESULTS

    @property
    def largest(self) -> int:
        """The largest batch of the plot and of the memory check."""
        return 10 * self.rows
