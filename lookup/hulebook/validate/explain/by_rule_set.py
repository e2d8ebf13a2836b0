"""Under which other rules a recorded total would be right."""

import numpy as np

from hulebook.batch.scores import score_batch
from hulebook.errors import Status
from hulebook.rules import SHIPPED, RuleSet
from hulebook.validate.compare.judge import TOTAL, Judged
from hulebook.validate.explain.switch_space import Group, Space
from hulebook.validate.readers.rows import Numbers, take

NONE = "none"


def wrong_totals(judged: Judged) -> Numbers:
    """The places of the rows that win with another total than recorded."""
    return np.flatnonzero((judged.kinds == TOTAL) & (judged.scores.status == Status.OK))


def by_rule_set(judged: Judged) -> dict[int, str]:
    """For each row with another total: the shipped rule sets of the family under which the
    recorded one is right, or "none"."""
    rows = wrong_totals(judged)
    if not len(rows):
        return {}
    hands, totals = take(judged.rows.hands, rows), judged.rows.totals[rows]
    fits: list[list[str]] = [[] for _ in rows]
    for rules in SHIPPED.values():
        if rules.family == judged.scores.rules.family:
            for at in np.flatnonzero(score_batch(hands, rules).total == totals).tolist():
                fits[at].append(rules.id)
    return {row: _one_of(found) for row, found in zip(rows.tolist(), fits, strict=True)}


def by_switch(judged: Judged, space: Space) -> dict[int, str]:
    """For each row with another total: the changes ``switch=value`` of one switch of the rules
    under which the recorded one is right, or "none"."""
    rows = wrong_totals(judged)
    if not len(rows):
        return {}
    found = {}
    hands, totals = take(judged.rows.hands, rows), judged.rows.totals[rows]
    for group in space.groups(hands, totals):
        changes = _one_switch(group, space, judged.scores.rules)
        for row, agrees in zip(group.rows.tolist(), group.agrees, strict=True):
            found[int(rows[row])] = _one_of([text for text, place in changes if agrees[place]])
    return found


def _one_of(found: list[str]) -> str:
    return " or ".join(found) or NONE


def _one_switch(group: Group, space: Space, rules: RuleSet) -> list[tuple[str, int]]:
    """Every change of one switch of a group, with its place among the choices."""
    return [
        (
            change_text(spec.name, value),
            space.place(group.mask, rules.replace(**{spec.name: value})),
        )
        for spec in space.switches_of(group.mask)
        for value in spec.values
        if value != rules.switches[spec.name]
    ]


def change_text(switch: str, value: object) -> str:
    """A change as rule set names have it.

    >>> change_text("nine_gates_terminal_pung", "drop all")
    'nine_gates_terminal_pung=drop_all'
    """
    return f"{switch}={value}".replace(" ", "_")
