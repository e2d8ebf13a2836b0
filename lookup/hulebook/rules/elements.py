"""The scoring elements of a family by table column: fans of MCR, patterns of Zung Jung."""

from functools import cache
from typing import Protocol

from hulebook.rules.ruleset import MCR_FAMILY


class Element(Protocol):
    """What a fan and a pattern have in common."""

    @property
    def number(self) -> "int | str": ...
    @property
    def en(self) -> str: ...
    @property
    def zh(self) -> str: ...
    def name(self, language: str = "en") -> str: ...


@cache
def elements(family: str) -> "dict[int, Element]":
    """The family's fans or patterns by column of the tables."""
    if family == MCR_FAMILY:
        from hulebook.rules.mcr.fans import FANS

        return {fan.number: fan for fan in FANS}
    from hulebook.rules.zung_jung.patterns import PATTERNS

    return {pattern.column: pattern for pattern in PATTERNS}
