"""Rule sets: choose one by name, or change a switch of it.

The rules themselves stand beside this file: `mcr_fans` (names, points, exclusions),
`mcr_tiles` and `mcr_combinations` (which sets make which fan), `mcr` (what the way of winning
adds), `shipped` (the switches and the bundles that have a name).
"""

from hulebook.errors import RuleError
from hulebook.rules.ruleset import RuleSet, Switch
from hulebook.rules.shipped import MCR, MCR_98, MCR_2014, SHIPPED

__all__ = ["MCR", "MCR_98", "MCR_2014", "SHIPPED", "RuleSet", "Switch", "get_rules"]


def get_rules(rules: "str | RuleSet") -> RuleSet:
    """The rule set of this name; a `RuleSet` is returned as it is.

    >>> get_rules("mcr-98").mixed_kongs
    5
    >>> get_rules("mcr-99")
    Traceback (most recent call last):
    hulebook.errors.RuleError: no rule set 'mcr-99'; there are mcr, mcr-2014, mcr-98
    """
    if isinstance(rules, RuleSet):
        return rules
    try:
        return SHIPPED[rules]
    except (KeyError, TypeError):
        raise RuleError(f"no rule set {rules!r}; there are {', '.join(SHIPPED)}") from None
