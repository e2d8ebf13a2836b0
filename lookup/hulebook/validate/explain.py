"""Under which one switch a recorded total would be right."""

import numpy as np

from hulebook.errors import Status
from hulebook.rules import RuleSet
from hulebook.validate.check import TOTAL, Judged
from hulebook.validate.rows import take
from hulebook.validate.space import Group, Space

NONE = ""


def explanations(judged: Judged, space: Space) -> dict[int, str]:
    """For each row with another total: the changes ``switch=value`` of one switch under which
    the recorded one is right, "" if there is none."""
    rows = np.flatnonzero((judged.kinds == TOTAL) & (judged.scores.status == Status.OK))
    if not len(rows):
        return {}
    found = dict.fromkeys(rows.tolist(), NONE)
    hands, totals = take(judged.rows.hands, rows), judged.rows.totals[rows]
    for group in space.groups(hands, totals):
        changes = one_switch(group, space, judged.scores.rules)
        for row, agrees in zip(group.rows.tolist(), group.agrees, strict=True):
            fits = [text for text, place in changes if agrees[place]]
            found[int(rows[row])] = " or ".join(fits)
    return found


def one_switch(group: Group, space: Space, rules: RuleSet) -> list[tuple[str, int]]:
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
