"""The words rules are written in: a fan, what it drops, and the switches of a rule set."""

from typing import NamedTuple

Switch = tuple[str, object]


class Drop(NamedTuple):
    """One exclusion of a fan: which other fan is not counted beside it, and how far that goes.

    `when` limits it to one value of a switch, `beside` to hands that also hold one of these
    fans, `only_one` to a single instance. `inside` marks an instance within the same sets: the
    combination rule already refuses it, so it is written down and never applied. `same_set`
    drops the fan for the set that makes this one.
    """

    fan: int
    when: Switch | None = None
    only_one: bool = False
    beside: tuple[int, ...] = ()
    inside: bool = False
    same_set: bool = False


class Fan(NamedTuple):
    """A scoring element: number, names, points, what it drops, its definition.

    Where readings give it different points, `switch` names the switch that holds them and
    `points` is 0.
    """

    number: int
    en: str
    zh: str
    nl: str
    points: int
    switch: str = ""
    rule: str = ""
    drops: tuple[int | Drop, ...] = ()

    @property
    def exclusions(self) -> tuple[Drop, ...]:
        """`drops` with plain numbers written out as `Drop`."""
        return tuple(d if isinstance(d, Drop) else Drop(d) for d in self.drops)

    def name(self, language: str = "en") -> str:
        """The fan's name in English (`en`), Chinese (`zh`) or Dutch (`nl`)."""
        return str(getattr(self, language))
