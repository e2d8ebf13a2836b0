"""How many rows each rule set explains, and the smallest change that explains the most."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple

import numpy as np

from hulebook.rules import RuleSet
from hulebook.validate.explain.by_rule_set import change_text
from hulebook.validate.explain.switch_space import Space

MOST_CHANGES = 2


class Pattern(NamedTuple):
    """Rows that are alike: the switches on which they depend, and the choices of values under
    which their totals are right (bits of `agrees`, the first one highest)."""

    mask: int
    agrees: bytes


class Explanation(NamedTuple):
    """What ``rules="auto"`` found.

    `compared` rows have a recorded total and win. `shipped` says how many of them each shipped
    rule set explains; `rules` is the best of all that were tried, with `changes` against the
    shipped one it comes from, and explains `explained` of them. `alike` are other rule sets that
    agree with it on every row, `equal_number` ones that explain as many others. `unsettled` are
    changes of one switch of `rules` that no row speaks against or for.
    """

    rules: RuleSet
    compared: int
    explained: int
    changes: dict[str, object]
    shipped: dict[str, int]
    alike: list[str]
    equal_number: list[str]
    unsettled: list[str]

    def to_json(self) -> dict[str, object]:
        """The same as plain data."""
        return {**self._asdict(), "rules": self.rules.id}

    def lines(self) -> list[str]:
        """The same as people read it."""
        told = [f"{self.rules.id} explains {self.explained:,} of {self.compared:,} recorded totals"]
        width = max(map(len, self.shipped))
        told += [f"  {id:{width}} {count:>12,}" for id, count in self.shipped.items()]
        if self.changes:
            changes = ", ".join(change_text(*change) for change in self.changes.items())
            told.append(f"the smallest change that explains the most: {changes}")
        if self.alike:
            told.append(f"these rows cannot tell it from {', '.join(self.alike)}")
        if self.equal_number:
            told.append(f"as many rows are explained by {', '.join(self.equal_number)}")
        if self.unsettled:
            names = dict.fromkeys(change.partition("=")[0] for change in self.unsettled)
            told.append(f"no row decides on {', '.join(names)}")
        return told


def explain(patterns: Counter[Pattern], shipped: list[RuleSet], space: Space) -> Explanation:
    """The rule set that explains the most rows with the fewest changes of a best shipped one."""
    agreement = _Agreement(patterns, space)
    by_shipped = {rules: agreement.explained(rules) for rules in shipped}
    best = max(by_shipped.values())
    tried: dict[RuleSet, tuple[int, dict[str, object]]] = {}
    for base in (rules for rules in shipped if by_shipped[rules] == best):
        for changes in _changes(space):
            rules = base.replace(**changes)
            changed = {k: v for k, v in changes.items() if base.switches[k] != v}
            if len(changed) == len(changes):
                old = tried.get(rules)
                if old is None or len(old[1]) > len(changes):
                    tried[rules] = (agreement.explained(rules), changes)
    chosen = min(tried, key=lambda rules: (-tried[rules][0], len(tried[rules][1])))
    explained, changes = tried[chosen]
    small = [
        rules
        for rules, (count, other) in tried.items()
        if rules != chosen and count == explained and len(other) <= len(changes)
    ]
    rivals = list(dict.fromkeys((*small, *(r for r in shipped if r != chosen))))
    alike = [rules for rules in rivals if agreement.same(rules, chosen)]
    equal = [r for r in rivals if r not in alike and agreement.explained(r) == explained]
    return Explanation(
        chosen,
        patterns.total(),
        explained,
        changes,
        {rules.id: count for rules, count in by_shipped.items()},
        [rules.id for rules in alike],
        [rules.id for rules in equal],
        [
            change_text(spec.name, value)
            for spec in space.free
            for value in spec.values
            if value != chosen.switches[spec.name]
            and agreement.same(chosen.replace(**{spec.name: value}), chosen)
        ],
    )


def _changes(space: Space) -> Iterator[dict[str, object]]:
    """No change, every change of one switch, then of two."""
    for number in range(MOST_CHANGES + 1):
        for specs in combinations(space.free, number):
            for values in product(*(tuple(spec.values) for spec in specs)):
                yield dict(zip((spec.name for spec in specs), values, strict=True))


class _Agreement:
    """Which patterns a rule set explains."""

    def __init__(self, patterns: Counter[Pattern], space: Space) -> None:
        self._space = space
        self._counts = np.array(list(patterns.values()), np.int64)
        self._bits = [
            (pattern.mask, np.unpackbits(np.frombuffer(pattern.agrees, np.uint8)))
            for pattern in patterns
        ]
        self._masks = {pattern.mask for pattern in patterns}
        self._known: dict[RuleSet, np.ndarray] = {}

    def _of(self, rules: RuleSet) -> "np.ndarray":
        if rules not in self._known:
            places = {mask: self._space.place(mask, rules) for mask in self._masks}
            self._known[rules] = np.array([bits[places[mask]] for mask, bits in self._bits], bool)
        return self._known[rules]

    def explained(self, rules: RuleSet) -> int:
        return int(self._counts[self._of(rules)].sum()) if len(self._counts) else 0

    def same(self, one: RuleSet, other: RuleSet) -> bool:
        return bool((self._of(one) == self._of(other)).all())
