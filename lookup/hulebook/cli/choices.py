"""What the arguments choose: a rule set with its house rules, a language, the context."""

from argparse import Namespace
from typing import Any

from hulebook.answers.fans import languages
from hulebook.cli import UsageError
from hulebook.hands.notation import DEFAULTS
from hulebook.rules import RuleSet, Switch, get_rules


def chosen_rules(name: str, settings: list[str]) -> RuleSet:
    """The rule set of this name with `switch=value` settings applied.

    Raises `RuleError` for an unknown rule set, switch or value, `UsageError` for a setting of
    another form.
    """
    rules = get_rules(name)
    specs = {spec.name: spec for spec in rules.specs}
    changes: dict[str, object] = {}
    for setting in settings:
        switch, equals, text = (part.strip() for part in setting.partition("="))
        if not equals:
            raise UsageError(f"--set {setting!r} is not of the form SWITCH=VALUE")
        if switch in changes:
            raise UsageError(f"--set gives the switch {switch} twice")
        changes[switch] = switch_value(specs[switch], text) if switch in specs else text
    return rules.replace(**changes)


def switch_value(spec: Switch, text: str) -> object:
    """The value that `text` stands for; the text itself if the switch has none such.

    Case does not matter, and `_` may stand for a space, as it does in the names of house rules.

    >>> switch_value(Switch("pungs", ("drop one", True), ""), "drop_one")
    'drop one'
    """
    if isinstance(spec.values, range):
        fits = text.isascii() and text.isdecimal() and len(text) < 9
        return int(text) if fits else text
    plain = text.lower().replace("_", " ")
    return next((value for value in spec.values if str(value).lower() == plain), text)


def changed_switches(rules: RuleSet) -> dict[str, object]:
    """The switches in which a house rule differs from the rule set it is named after."""
    base = get_rules(rules.base_id).switches
    return {name: value for name, value in rules.switches.items() if value != base[name]}


def chosen_language(code: str, rules: RuleSet) -> str:
    """The language code, if the family of the rule set has names in it."""
    known = languages(rules.family)
    if code not in known:
        raise UsageError(f"{rules.id} has no names in {code!r}, only in {', '.join(known)}")
    return code


def chosen_context(options: Namespace) -> dict[str, Any]:
    """The context that options give, under the names of the keywords of `score`."""
    given = {name: getattr(options, name) for name in DEFAULTS}
    return {name: value for name, value in given.items() if value is not None}
