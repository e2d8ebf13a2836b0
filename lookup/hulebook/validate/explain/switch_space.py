"""Which switches a recorded total depends on, and under which of their values it is right.

The fans that a hand is given under the shipped rule sets of its family say which switches can
matter for it: those that decide the points of one of these fans, or whether one rules out
another. Nearly every hand depends on none and most others on one, so the hand is scored under
the few combinations of values of its own switches, and the answer holds for every rule set,
however many switches it changes.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hulebook.batch.hand_batch import HandBatch
from hulebook.batch.scores import BatchScores, score_batch
from hulebook.rules import SHIPPED, RuleSet, Switch
from hulebook.rules.mcr.family import KNITTED_STRAIGHT
from hulebook.rules.mcr.fans import FANS, PUBLISHED
from hulebook.rules.ruleset import MCR_FAMILY
from hulebook.rules.zung_jung.family import IRREGULAR
from hulebook.validate.readers.rows import Mask, Numbers, take

# Numbers that decide who may win and who pays, never a total.
BESIDE_TOTALS = ("minimum", "base", "threshold", "chicken_payable")
Values = tuple[tuple[str, object], ...]


class Trigger(NamedTuple):
    """Fans beside which a switch can matter: `fan`, `other` if there is one, and one of
    `beside` if there are any. Without a fan: where no fan at all is counted."""

    switch: str
    fan: int = 0
    other: int = 0
    beside: tuple[int, ...] = ()

    def holds(self, present: Mask) -> Mask:
        """For which rows, by the fans present (bool [n, columns])."""
        if not self.fan:
            return np.asarray(~present.any(axis=1))
        met = present[:, self.fan - 1]
        if self.other:
            met = met & present[:, self.other - 1]
        if self.beside:
            met = met & present[:, [fan - 1 for fan in self.beside]].any(axis=1)
        return met


@cache
def triggers(family: str) -> tuple[Trigger, ...]:
    """The triggers of a family, from its rules."""
    if family != MCR_FAMILY:
        irregular = (Trigger("concealed_hand_on_irregular", column) for column in IRREGULAR)
        return (*irregular, Trigger("chicken_value"))
    found = [Trigger("knitted_wait", KNITTED_STRAIGHT)]
    for fan in FANS:
        if fan.switch:
            found.append(Trigger(fan.switch, fan.number))
        for drop in fan.exclusions:
            if drop.when:
                other = PUBLISHED.get(drop.fan, drop.fan)
                found.append(Trigger(drop.when[0], fan.number, other, drop.beside))
    return tuple(found)


def free_switches(family: str) -> tuple[Switch, ...]:
    """The switches that may be tried: those on which a total can depend and whose values are
    few."""
    base = next(rules for rules in SHIPPED.values() if rules.family == family)
    named = {trigger.switch for trigger in triggers(family)}
    return tuple(spec for spec in base.specs if spec.name in named)


def ground_of(rules: RuleSet) -> tuple[object, ...]:
    """What two rule sets share that differ in free switches only."""
    free = {spec.name for spec in free_switches(rules.family)}
    fixed = (v for name, v in rules.switches.items() if name not in {*free, *BESIDE_TOTALS})
    return (rules.family, *fixed)


class Group(NamedTuple):
    """Rows that depend on the same switches: `mask` has their bits, `rows` their places, and
    `agrees` (bool [rows, choices]) under which choices of values the recorded total is right."""

    mask: int
    rows: Numbers
    agrees: Mask


class Space:
    """Every rule set that differs from some given ones in free switches only."""

    def __init__(self, bases: list[RuleSet]) -> None:
        family = bases[0].family
        self.family = family
        self.free = free_switches(family)
        grounds = {ground_of(rules): rules for rules in reversed(bases)}
        self.grounds = list(reversed(grounds.values()))
        self._shipped = [rules for rules in SHIPPED.values() if rules.family == family]
        self._known = {ground: [] for ground in grounds}  # type: dict[object, list[RuleSet]]
        for rules in (*bases, *self._shipped):
            self._known.setdefault(ground_of(rules), []).append(rules)
        self._lock = Lock()

    def groups(self, hands: HandBatch, totals: Numbers) -> Iterator[Group]:
        """The rows by the switches on which they depend."""
        scores = {rules: score_batch(hands, rules, fans=True) for rules in self._shipped}
        masks = self._masks(scores)
        for mask in np.unique(masks).tolist():
            rows = np.flatnonzero(masks == mask)
            agrees = [
                self._totals(hands, rows, rules, scores) == totals[rows]
                for rules in self.choices(mask)
            ]
            yield Group(mask, rows, np.stack(agrees, axis=1))

    def _masks(self, scores: dict[RuleSet, BatchScores]) -> Numbers:
        lists = [given.fans for given in scores.values() if given.fans is not None]
        present = np.any([fans > 0 for fans in lists], axis=0)
        masks = np.zeros(len(present), np.int64)
        bits = {spec.name: 1 << at for at, spec in enumerate(self.free)}
        for trigger in triggers(self.family):
            masks |= np.where(trigger.holds(present), bits[trigger.switch], 0)
        return masks

    def _totals(
        self, hands: HandBatch, rows: Numbers, rules: RuleSet, scores: dict[RuleSet, BatchScores]
    ) -> NDArray[np.uint16]:
        if rules in scores:
            return scores[rules].total[rows]
        return score_batch(take(hands, rows), rules).total

    def switches_of(self, mask: int) -> list[Switch]:
        """The switches of a mask."""
        return [spec for at, spec in enumerate(self.free) if mask >> at & 1]

    def values_of(self, mask: int) -> list[Values]:
        """Every combination of values of a mask's switches."""
        specs = self.switches_of(mask)
        return [
            tuple(zip((spec.name for spec in specs), values, strict=True))
            for values in product(*(tuple(spec.values) for spec in specs))
        ]

    def choices(self, mask: int) -> list[RuleSet]:
        """A rule set for each ground and combination of values; one in use already if it will
        do, as making one takes a while."""
        return [
            self._rules(ground, values)
            for ground in self.grounds
            for values in self.values_of(mask)
        ]

    def _rules(self, ground: RuleSet, values: Values) -> RuleSet:
        with self._lock:
            known = self._known[ground_of(ground)]
            for rules in known:
                if all(rules.switches[name] == value for name, value in values):
                    return rules
            made = ground.replace(**dict(values))
            known.append(made)
            return made

    def place(self, mask: int, rules: RuleSet) -> int:
        """Where among the choices of a mask a rule set of the space stands."""
        ground = ground_of(rules)
        at = next(i for i, base in enumerate(self.grounds) if ground_of(base) == ground)
        combinations = self.values_of(mask)
        own = tuple((spec.name, rules.switches[spec.name]) for spec in self.switches_of(mask))
        return at * len(combinations) + combinations.index(own)
