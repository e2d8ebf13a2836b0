"""Rule sets: choose one by name, or change a switch of it.

The rules themselves stand beside this file, family by family: `mcr_fans` (names, points,
exclusions) and `zj_patterns` (names, values, sources), `mcr_tiles`, `mcr_combinations` and
`zj_sets` (which tiles make what), `mcr` and `zung_jung` (what the way of winning adds),
`shipped` (the switches and the bundles that have a name).
"""

from hulebook.errors import RuleError
from hulebook.rules.ruleset import RuleSet, Switch
from hulebook.rules.shipped import MCR, MCR_98, MCR_2014, SHIPPED, WSOM, WSOM_2008, ZJ_33

__all__ = [
    "MCR",
    "MCR_98",
    "MCR_2014",
    "SHIPPED",
    "WSOM",
    "WSOM_2008",
    "ZJ_33",
    "RuleSet",
    "Switch",
    "get_rules",
]


def get_rules(rules: "str | RuleSet") -> RuleSet:
    """The rule set of this name; a `RuleSet` is returned as it is.

    >>> get_rules("mcr-98").mixed_kongs
    5
    >>> get_rules("mcr-99")
    Traceback (most recent call last):
    hulebook.errors.RuleError: no rule set 'mcr-99'; there are mcr, mcr-2014, mcr-98, wsom, \
wsom-2008, zj-3.3
    """
    if isinstance(rules, RuleSet):
        return rules
    try:
        return SHIPPED[rules]
    except (KeyError, TypeError):
        raise RuleError(f"no rule set {rules!r}; there are {', '.join(SHIPPED)}") from None
