"""What `hulebook info` tells, as plain data; its JSON is exactly this.

`info`: `version`, `table_format`, `tables` (`path`, `bytes`, `counts` by name, `hashes` of what
they were made with; or only `error`), `rules` (a list of `id`, `family`, `revision`, `about`, `languages`, `switches`: value
by name) and `switches` (by family: a list of `name`, `values`, `about`).

`info --fans`: `rules` and `fans`, a list of `number`, `points`, `names` (by language), `rule`
and `excludes` (a list of `number` and `note`, how far the exclusion goes); Zung Jung has
`series` instead of `excludes`: one pattern of a series counts.
"""

from hulebook.answers.fans import languages
from hulebook.errors import TableError
from hulebook.rules import SHIPPED, RuleSet, Switch
from hulebook.rules.mcr.fans import FANS, PUBLISHED
from hulebook.rules.model import Drop
from hulebook.rules.ruleset import MCR_FAMILY
from hulebook.rules.zung_jung.patterns import PATTERNS

Form = dict[str, object]

SORTS = {73: "of winds", 64: "of honors"}


def info_form() -> Form:
    """Versions, tables, rule sets and switches."""
    from hulebook.tables.layout import FORMAT
    from hulebook.version import __version__

    families = {rules.family: rules for rules in SHIPPED.values()}
    return {
        "version": __version__,
        "table_format": FORMAT,
        "tables": tables_form(),
        "rules": [rules_form(rules) for rules in SHIPPED.values()],
        "switches": {
            family: [switch_form(spec) for spec in rules.specs]
            for family, rules in families.items()
        },
    }


def tables_form() -> Form:
    """Where the tables lie and what they hold, or why they cannot be read."""
    from os.path import getsize

    from hulebook.tables.book import table_file

    try:
        file = table_file()
    except TableError as error:
        return {"error": str(error)}
    counts = {name: int(text) for name, text in file.facts.items() if text.isdecimal()}
    hashes = {name: text for name, text in file.facts.items() if not text.isdecimal()}
    return {
        "path": file.path,
        "bytes": getsize(file.path),
        "counts": counts,
        "hashes": hashes,
    }


def rules_form(rules: RuleSet) -> Form:
    """A rule set with the value of each switch."""
    return {
        "id": rules.id,
        "family": rules.family,
        "revision": rules.revision,
        "about": rules.about,
        "languages": list(languages(rules.family)),
        "switches": dict(rules.switches),
    }


def switch_form(spec: Switch) -> Form:
    """A switch: the values it takes (a range as its ends) and what it decides."""
    values: object = list(spec.values)
    if isinstance(spec.values, range):
        values = {"from": spec.values[0], "to": spec.values[-1]}
    return {"name": spec.name, "values": values, "about": spec.about}


def fans_form(rules: RuleSet) -> Form:
    """The fans or patterns of a rule set."""
    codes = languages(rules.family)
    if rules.family == MCR_FAMILY:
        fans: list[Form] = [
            {
                "number": fan.number,
                "points": rules.switches[fan.switch] if fan.switch else fan.points,
                "names": {code: fan.name(code) for code in codes},
                "rule": fan.rule,
                "excludes": [drop_form(d) for d in fan.exclusions if applies(d, rules)],
            }
            for fan in FANS
        ]
    else:
        fans = [
            {
                "number": pattern.number,
                "points": rules.switches[pattern.switch],
                "names": {code: pattern.name(code) for code in codes},
                "rule": pattern.rule,
                "series": pattern.series,
            }
            for pattern in PATTERNS
        ]
    return {"rules": rules.id, "fans": fans}


def applies(drop: Drop, rules: RuleSet) -> bool:
    """Whether the switches of the rule set make this exclusion."""
    return drop.when is None or rules.switches[drop.when[0]] == drop.when[1]


def drop_form(drop: Drop) -> Form:
    """An exclusion: the fan, and in words what of it."""
    number = PUBLISHED.get(drop.fan, drop.fan)
    notes = (
        (drop.fan in PUBLISHED, SORTS.get(number, "")),
        (drop.only_one, "one"),
        (drop.inside, "inside it"),
        (drop.same_set, "of the same set"),
        (bool(drop.beside), f"beside {' or '.join(map(str, drop.beside))}"),
    )
    return {"number": number, "note": ", ".join(text for said, text in notes if said)}
