"""Adds up what was found in the parts of the files."""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from hulebook.errors import STATUS_NAMES
from hulebook.validate.compare.differences import KIND_NAMES, Difference, differences
from hulebook.validate.compare.judge import (
    BAD,
    EQUAL,
    FANS,
    NOT_A_WIN,
    PAYMENTS,
    TOTAL,
    WITHOUT_TOTAL,
    Judged,
)
from hulebook.validate.report.verdict import Verdict


class Found(NamedTuple):
    """What one part of a file came to."""

    equal: int
    different: Counter[str]
    not_winning: int
    bad: Counter[str]
    without_total: int
    ties: int
    draws: int

    @classmethod
    def of(cls, judged: Judged) -> "Found":
        counts = np.bincount(judged.kinds, minlength=PAYMENTS + 1).tolist()
        different = {KIND_NAMES[kind]: counts[kind] for kind in (TOTAL, FANS, PAYMENTS)}
        bad = Counter(one.kind for one in judged.rows.bad)
        faults = np.bincount(judged.scores.status[judged.kinds == BAD]).tolist()
        bad.update({STATUS_NAMES[status]: n for status, n in enumerate(faults) if n})
        return cls(
            counts[EQUAL],
            Counter({kind: n for kind, n in different.items() if n}),
            counts[NOT_A_WIN],
            bad,
            counts[WITHOUT_TOTAL],
            int(judged.tied.sum()),
            judged.rows.draws,
        )

    def add_to(self, verdict: Verdict) -> None:
        verdict.equal += self.equal
        verdict.different += self.different
        verdict.not_winning += self.not_winning
        verdict.bad += self.bad
        verdict.without_total += self.without_total
        verdict.ties += self.ties
        verdict.draws += self.draws

    @property
    def rows(self) -> int:
        counted = self.equal + self.not_winning + self.without_total
        return counted + self.different.total() + self.bad.total()


def explained(
    judged: Judged, file: str, reasons: Callable[[Judged], dict[int, str]], most: int | None
) -> list[Difference]:
    """The differences of a part, at most so many, each wrong total with what explains it."""
    made = differences(judged, file, most)
    wanted = [one.row for one in made if one.kind == KIND_NAMES[TOTAL]]
    if not wanted:
        return made
    shown = np.isin(judged.rows.numbers, wanted)
    found = reasons(judged._replace(kinds=np.where(shown, judged.kinds, EQUAL)))
    by_number = {int(judged.rows.numbers[row]): text for row, text in found.items()}
    return [
        one._replace(explained_by=by_number[one.row]) if one.kind == KIND_NAMES[TOTAL] else one
        for one in made
    ]
