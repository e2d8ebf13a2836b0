"""The Zung Jung family under one rule set: values, series, limits, what the way of winning adds.

Tokens are the columns of `zj_patterns`. A static record names every pattern that its tiles
meet; `settle` keeps one of each series.
"""

from collections.abc import Iterable

from hulebook.rules.context import PUNG, Context
from hulebook.rules.ruleset import RuleSet
from hulebook.rules.zung_jung.patterns import COLUMN, LIMIT, PATTERN_COUNT, PATTERNS, columns_of

VALUE_HONOR = COLUMN["3.1"]
NINE_GATES = COLUMN["2.2"]
IRREGULAR = columns_of(("10.1", "10.2"))
SERIES = {p.column: p.series for p in PATTERNS}

CONCEALED_TRIPLETS = {2: "4.2.1", 3: "4.2.2", 4: "4.2.3"}
KONGS = {1: "4.3.1", 2: "4.3.2", 3: "4.3.3", 4: "4.3.4"}
INCIDENTAL = ("9.1.1", "9.1.2", "9.2", "9.3", "9.4.1", "9.4.2")
# What can be together in one win.
TOGETHER: tuple[list[str], ...] = (
    [],
    ["9.1.1"],
    ["9.2"],
    ["9.1.1", "9.2"],
    ["9.4.1"],
    ["9.1.2"],
    ["9.3"],
    ["9.4.2"],
)


class ZungJung:
    """The Zung Jung family with the switches of one rule set."""

    columns = PATTERN_COUNT
    # The patterns that the way of winning and the declared sets add.
    dynamic = columns_of(("1.2", *CONCEALED_TRIPLETS.values(), *KONGS.values(), *INCIDENTAL))
    cap = LIMIT
    chicken_fan = 0
    hog_fan = 0
    flower_fan = 0
    flowers = 0
    knitted_wait = (0, 0)
    gates_by_heaven = True
    order = tuple(range(1, PATTERN_COUNT + 1))

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.points = {p.column: int(str(rules.switches[p.switch])) for p in PATTERNS}
        self.chicken = int(str(rules.switches["chicken_value"]))
        self.chicken_payable = int(str(rules.switches["chicken_payable"]))
        self._irregular = () if rules.switches["concealed_hand_on_irregular"] else IRREGULAR

    def settle(self, tokens: Iterable[int]) -> tuple[int, ...]:
        """One pattern a series, the most valuable; among equal ones the lower number."""
        met = sorted(tokens)
        best: dict[str, int] = {}
        for t in met:
            series = SERIES[t]
            if series not in best or self.points[t] > self.points[best[series]]:
                best[series] = t
        return tuple(t for t in met if best[SERIES[t]] == t)

    def published(self, token: int) -> int:
        return token

    def value(self, column: int) -> int:
        return self.points.get(column, 0)

    def worth(self, token: int) -> int:
        return self.points[token]

    def listed(self, tokens: Iterable[int]) -> int:
        """The highest value that is a limit of its own; 0 if none is."""
        return max((self.points[t] for t in tokens if self.points[t] >= LIMIT), default=0)

    def interaction(self, static: Iterable[int]) -> tuple[int, ...]:
        """The irregular hand that Concealed Hand does not join, by edition."""
        return tuple(t for t in static if t in self._irregular)

    def hog_points(self, static: Iterable[int]) -> int:
        """Four of a kind without a kong are worth nothing."""
        return 0

    def wind_fans(
        self, winds: int, round_wind: int, seat_wind: int, static: Iterable[int]
    ) -> list[int]:
        """A triplet of the seat wind is a value honor; the round wind means nothing."""
        return [VALUE_HONOR] if winds >> seat_wind & 1 else []

    def wind_relevant(self, static: Iterable[int]) -> tuple[int, ...]:
        """No pattern takes a value honor away."""
        return ()

    def allows(self, context: Context) -> bool:
        """Whether what is said of the win can be together."""
        return incidental(context) in TOGETHER

    def context_key(self, c: Context) -> Context:
        """The context with everything left out that no pattern of the family asks for."""
        return c._replace(last_of_kind=False, open=min(c.open, 1))

    def dynamic_fans(
        self, c: Context, owner: int, single: bool, concealed: int, interaction: tuple[int, ...]
    ) -> tuple[int, ...]:
        """The patterns of the way of winning when `owner` (a role bit, 0 none) took the winning
        tile: a triplet that a discard completes is exposed.

        `concealed` counts the triplets among the standing tiles; an `interaction` pattern is an
        irregular hand that is not to count as concealed. `single` waits are worth nothing.
        """
        exposed = owner == PUNG and not c.self_draw
        triplets = min(max(concealed - exposed, 0) + c.concealed_kongs, 4)
        numbers = incidental(c)
        if c.open == 0 and not interaction:
            numbers.append("1.2")
        if triplets in CONCEALED_TRIPLETS:
            numbers.append(CONCEALED_TRIPLETS[triplets])
        if kongs := c.concealed_kongs + c.melded_kongs:
            numbers.append(KONGS[kongs])
        return self.settle((*interaction, *columns_of(numbers)))


def incidental(c: Context) -> list[str]:
    """Category 9: how the winning tile came."""
    found = []
    if c.last_wall_tile:
        found.append("9.1.1" if c.self_draw else "9.1.2")
    if c.kong:
        found.append("9.2" if c.self_draw else "9.3")
    if c.heaven:
        found.append("9.4.1")
    if c.earth:
        found.append("9.4.2")
    return found
