"""Rule sets: named, frozen bundles of switches over one of two families."""

from types import MappingProxyType

from hulebook.errors import RuleError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import NoReturn

# Switches that only matter once a hand is scored.
AFTER_SCORING = ("minimum", "base", "threshold")

MCR_FAMILY = "mcr"
ZUNG_JUNG_FAMILY = "zung_jung"


class Switch:
    """A point where readings differ: its name, the values it takes, what it decides."""

    __slots__ = ("about", "name", "values")

    def __init__(self, name: str, values: tuple[object, ...] | range, about: str) -> None:
        self.name = name
        self.values = values
        self.about = about

    def check(self, value: object) -> None:
        """Raise `RuleError` for a value the switch does not take."""
        if isinstance(value, bool) and not any(v is value for v in self.values):
            fits = False
        else:
            fits = value in self.values
        if not fits:
            values = self.values
            listed = (
                f"{values[0]} to {values[-1]}"
                if isinstance(values, range)
                else ", ".join(repr(v) for v in values)
            )
            raise RuleError(f"switch {self.name} takes {listed}, not {value!r}")


class RuleSet:
    """A stated reading of the rules: the family, and a value for each of its switches.

    >>> from hulebook.rules import MCR
    >>> house = MCR.replace(two_concealed_kongs=6)
    >>> house.id, house.two_concealed_kongs, MCR.two_concealed_kongs
    ('mcr+two_concealed_kongs=6', 6, 8)
    >>> MCR.replace(two_concealed_kongs=7)
    Traceback (most recent call last):
    hulebook.errors.RuleError: switch two_concealed_kongs takes 8, 6, not 7
    """

    __slots__ = (
        "_hash", "about", "base_id", "family", "id", "revision", "scoring", "specs", "switches",
    )  # fmt: skip

    id: str
    family: str
    specs: tuple[Switch, ...]
    switches: "Mapping[str, object]"
    about: str
    revision: int
    base_id: str
    _hash: int
    scoring: "tuple[object, ...]"
    """Family and all switches that a score depends on: rule sets that share it share tables."""

    def __init__(
        self,
        id: str,
        family: str,
        specs: tuple[Switch, ...],
        values: "Mapping[str, object]",
        about: str = "",
        revision: int = 1,
        base_id: str = "",
    ) -> None:
        for spec in specs:
            spec.check(values[spec.name])
        switches = tuple(values.items())
        scoring = (family, *(s for s in switches if s[0] not in AFTER_SCORING))
        for name, value in (
            ("id", id),
            ("family", family),
            ("specs", specs),
            ("switches", MappingProxyType(dict(values))),
            ("about", about),
            ("revision", revision),
            ("base_id", base_id or id),
            ("scoring", scoring),
            ("_hash", hash((family, switches))),
        ):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> "NoReturn":
        raise AttributeError(f"a RuleSet is frozen: use replace({name}=...)")

    def __reduce__(self) -> "tuple[object, tuple[object, ...]]":
        values = dict(self.switches)
        return RuleSet, (
            self.id, self.family, self.specs, values, self.about, self.revision, self.base_id,
        )  # fmt: skip

    def __getattr__(self, name: str) -> object:
        if name.startswith("_") or name == "switches":
            raise AttributeError(name)
        try:
            return self.switches[name]
        except KeyError:
            raise AttributeError(f"rule set {self.id} has no switch {name}") from None

    def replace(self, **changes: object) -> "RuleSet":
        """The same rules with some switches changed: a house rule.

        Raises `RuleError` for a switch the family does not have or a value it does not take.
        """
        for name in changes:
            if name not in self.switches:
                raise RuleError(
                    f"rule set {self.id} has no switch {name!r}; it has {', '.join(self.switches)}"
                )
        values = {**self.switches, **changes}
        if values == self.switches:
            return self
        marks = "".join(f"+{k}={v}" for k, v in changes.items() if self.switches[k] != v)
        return RuleSet(
            self.id + marks.replace(" ", "_"),
            self.family,
            self.specs,
            values,
            about=f"{self.base_id} with a house rule",
            revision=self.revision,
            base_id=self.base_id,
        )

    def changed(self) -> "Iterator[RuleSet]":
        """Every rule set that differs from this one in a single switch of the rules."""
        for spec in self.specs:
            if not isinstance(spec.values, range):
                for value in spec.values:
                    if value != self.switches[spec.name]:
                        yield self.replace(**{spec.name: value})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RuleSet):
            return NotImplemented
        return self.family == other.family and self.switches == other.switches

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"RuleSet({self.id!r})"
