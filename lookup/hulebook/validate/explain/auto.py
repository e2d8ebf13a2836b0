"""Which rule set explains the files: ``rules="auto"``.

One pass. The family is the one that explains more of the first part with scores. Every row is
then counted under its pattern: the switches on which it depends, and the choices of their values
under which its total is right; that is all it takes to say how many rows any rule set explains.
Rows that are not right under every rule set wait in a temporary file, and are compared with the
chosen one in the end.
"""

import pickle
import tempfile
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import IO, NamedTuple

import numpy as np

from hulebook.batch.scores import score_batch
from hulebook.errors import Status
from hulebook.rules import SHIPPED
from hulebook.validate.compare.differences import Difference
from hulebook.validate.compare.judge import (
    EQUAL,
    FANS,
    PAYMENTS,
    TOTAL,
    WITHOUT_TOTAL,
    Judged,
    judge,
)
from hulebook.validate.explain.by_rule_set import by_switch
from hulebook.validate.explain.explanation import Pattern, explain
from hulebook.validate.explain.switch_space import Space
from hulebook.validate.readers.rows import Mask, Rows, chosen, take
from hulebook.validate.readers.streaming import Part, in_order
from hulebook.validate.report.sink import Path, Progress, Sink
from hulebook.validate.report.tally import Found, explained
from hulebook.validate.report.verdict import Verdict

COMPARED = (EQUAL, TOTAL, FANS, PAYMENTS)
IN_MEMORY = 1 << 24


class Seen(NamedTuple):
    """One part after the first look: what is settled, the patterns, and the rows that wait."""

    found: Found
    patterns: Counter[Pattern]
    waiting: Rows | None
    file: str
    fraction: float | None


def check_auto(
    given: Iterator[Part],
    files: list[str],
    output: Path | None,
    shown: int,
    threads: int,
    progress: Progress | None,
) -> Verdict:
    """See `hulebook.validate.validate`."""
    begin, family = _family(given)
    shipped = [rules for rules in SHIPPED.values() if rules.family == family]
    space = Space(shipped)
    verdict = Verdict("auto", files)
    patterns: Counter[Pattern] = Counter()
    with tempfile.SpooledTemporaryFile(IN_MEMORY) as waiting, Sink(verdict, output, shown) as sink:
        look = in_order(lambda part: _look(part, space), chain(begin, given), threads)
        seen_rows = 0
        for seen in look:
            seen.found.add_to(verdict)
            patterns += seen.patterns
            if seen.waiting is not None:
                pickle.dump((seen.file, seen.waiting), waiting, protocol=5)
            seen_rows += seen.found.rows
            if progress is not None:
                progress(seen_rows, seen.fraction)
        explanation = explain(patterns, shipped, space)
        verdict.rules, verdict.explanation = explanation.rules.id, explanation
        waiting.seek(0)

        def finish(held: tuple[str, Rows]) -> tuple[Found, list[Difference]]:
            judged = judge(held[1], explanation.rules)
            made = explained(judged, held[0], lambda j: by_switch(j, space), sink.wants())
            return Found.of(judged), made

        for found, made in in_order(finish, _held(waiting), threads):
            found.add_to(verdict)
            sink.take(made)
        sink.finish()
    return verdict


def _held(file: "IO[bytes]") -> Iterator[tuple[str, Rows]]:
    while True:
        try:
            yield pickle.load(file)
        except EOFError:
            return


def _family(given: Iterator[Part]) -> tuple[list[Part], str]:
    """The parts up to the first one with a score to compare, and the family that explains more
    of it."""
    begin: list[Part] = []
    families = list(dict.fromkeys(rules.family for rules in SHIPPED.values()))
    for part in given:
        begin.append(part)
        rows = part.rows()
        right = dict.fromkeys(families, -1)
        for rules in SHIPPED.values():
            scores = score_batch(rows.hands, rules)
            won = rows.with_total & (scores.status == Status.OK)
            if won.any():
                agrees = int((won & (scores.total == rows.totals)).sum())
                right[rules.family] = max(right[rules.family], agrees)
        if max(right.values()) >= 0:
            return begin, max(families, key=right.__getitem__)
    return begin, families[0]


def _look(part: Part, space: Space) -> Seen:
    judged = judge(part.rows(), space.grounds[0])
    rows = judged.rows
    live = np.flatnonzero(np.isin(judged.kinds, COMPARED))
    settled: Mask = np.array(np.isin(judged.kinds, (EQUAL, WITHOUT_TOTAL)), bool)
    # Fans and payments can differ between rule sets that give the same total.
    more = rows.fans is not None or rows.payments is not None
    patterns: Counter[Pattern] = Counter()
    if len(live):
        for group in space.groups(take(rows.hands, live), rows.totals[live]):
            packed = np.packbits(group.agrees, axis=1)
            for agrees, count in Counter(map(bytes, packed)).items():
                patterns[Pattern(group.mask, agrees)] += count
            waiting = ~group.agrees.all(axis=1)
            if more and (group.mask or len(space.grounds) > 1):
                waiting = np.ones(len(group.rows), bool)
            settled[live[group.rows[waiting]]] = False
    waits = not settled.all() or rows.bad
    return Seen(
        _settled(judged, settled),
        patterns,
        chosen(rows, ~settled)._replace(draws=0) if waits else None,
        part.file,
        part.fraction,
    )


def _settled(judged: Judged, settled: Mask) -> Found:
    """What the settled rows come to."""
    return Found(
        int((settled & (judged.kinds == EQUAL)).sum()),
        Counter(),
        0,
        Counter(),
        int((settled & (judged.kinds == WITHOUT_TOTAL)).sum()),
        int((settled & judged.tied).sum()),
        judged.rows.draws,
    )
