"""What the compiler asks of a rule family."""

from collections.abc import Iterable
from typing import Protocol

from hulebook.rules.context import Context
from hulebook.rules.ruleset import MCR_FAMILY, ZUNG_JUNG_FAMILY, RuleSet


class Family(Protocol):
    """A rule family under the switches of one rule set.

    Tokens are fan numbers (pattern columns) and pseudo-numbers; `published` maps them to
    columns of the tables.
    """

    columns: int
    dynamic: tuple[int, ...]
    cap: int
    chicken: int
    chicken_payable: int
    chicken_fan: int
    hog_fan: int
    flower_fan: int
    flowers: int
    knitted_wait: tuple[int, int]
    gates_by_heaven: bool

    @property
    def order(self) -> tuple[int, ...]: ...
    def published(self, token: int) -> int: ...
    def value(self, column: int) -> int: ...
    def worth(self, token: int) -> int: ...
    def listed(self, tokens: Iterable[int]) -> int: ...
    def settle(self, tokens: Iterable[int]) -> tuple[int, ...]: ...
    def interaction(self, static: Iterable[int]) -> tuple[int, ...]: ...
    def hog_points(self, static: Iterable[int]) -> int: ...
    def wind_relevant(self, static: Iterable[int]) -> tuple[int, ...]: ...
    def wind_fans(
        self, winds: int, round_wind: int, seat_wind: int, static: Iterable[int]
    ) -> list[int]: ...
    def allows(self, context: Context) -> bool: ...
    def context_key(self, c: Context) -> Context: ...
    def dynamic_fans(
        self, c: Context, owner: int, single: bool, concealed: int, interaction: tuple[int, ...]
    ) -> tuple[int, ...]: ...


def family_of(rules: RuleSet) -> Family:
    """The family of a rule set, with its switches."""
    if rules.family == MCR_FAMILY:
        from hulebook.rules.mcr.family import Mcr

        return Mcr(rules)
    if rules.family == ZUNG_JUNG_FAMILY:
        from hulebook.rules.zung_jung.family import ZungJung

        return ZungJung(rules)
    raise AssertionError(rules.family)
