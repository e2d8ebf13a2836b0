"""One fuzzing run: how far it is and what it found."""

import sys
import time
from collections import Counter
from threading import Lock

MOST_FINDINGS = 50
OF_A_KIND = 3


class Run:
    """Counts inputs against a number and a deadline, and keeps findings and facts."""

    def __init__(self, target: str, count: int, seconds: float, seed: int, quiet: bool) -> None:
        self.target, self.count, self.seconds, self.seed = target, count, seconds, seed
        self.quiet = quiet
        self.done = 0
        self.lock = Lock()
        self.findings: list[str] = []
        self.facts: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self._started = self._told = time.monotonic()

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self._started

    def in_time(self) -> bool:
        return self.elapsed < self.seconds and len(self.findings) < MOST_FINDINGS

    def more(self) -> bool:
        return self.done < self.count and self.in_time()

    def left(self) -> int:
        return self.count - self.done

    def add(self, inputs: int) -> None:
        """So many more inputs are done; tell about it every few seconds."""
        self.done += inputs
        now = time.monotonic()
        if not self.quiet and now - self._told > 5:
            self._told = now
            print(
                f"{self.target}: {self.done:,} of {self.count:,}, {len(self.findings)} findings,"
                f" {self.elapsed:.0f} s",
                file=sys.stderr,
                flush=True,
            )

    def found(self, what: str, kind: str = "") -> None:
        """Keep a finding; of one kind only the first few."""
        self.kinds[kind] += 1
        if kind and self.kinds[kind] > OF_A_KIND:
            self.facts[f"more of: {kind}"] += 1
            return
        self.findings.append(what)
        if not self.quiet:
            print(f"{self.target}: FOUND {what}", file=sys.stderr, flush=True)

    def summary(self) -> dict[str, object]:
        return {
            "target": self.target,
            "inputs": self.done,
            "seed": self.seed,
            "seconds": round(self.elapsed, 1),
            "findings": self.findings,
            "facts": dict(sorted(self.facts.items())),
        }
