"""The JSON form of `hulebook score --json`: one object a hand, on a line of its own.

Every object has `input` (the text as given), `line` (its number on standard input, null for an
argument) and `status`. A hand that is scored has status "OK" and:

| field | holds |
|---|---|
| `hand` | the canonical hand string, with the context that was used |
| `rules` | `id` and `revision` of the rule set, `changed`: switches that a house rule changed |
| `points`, `total` | before and with flowers; Zung Jung: both the value after limits |
| `meets_minimum` | whether `points` reach the minimum of the rule set |
| `payable`, `uncapped` | what payment is computed from; the plain sum before limits |
| `limit` | Zung Jung: "listed" or "compound" where a limit applied, else null |
| `fans` | list of `number`, `name`, `count`, `points` (of one), `sets` |
| `reading` | `shape`, and `groups`: list of `kind`, `tiles`, `declared`, `won` |
| `switches` | with `--switches` only: by switch, a list of other `value` and `total` under it |

`number` is the Green Book's, 82 for one melded and one concealed kong; a text such as "4.2.3"
in Zung Jung. `sets` has one list of sets for each instance of the fan; it is empty for a fan of
the whole hand or of the way of winning. `won` is true for the group that took the winning tile.
No other field is null.

A hand that is not scored has the name of its status code (`hulebook.STATUS_NAMES`), such as
"NOT_A_WIN" or "FIFTH_TILE", and `error`, the message. Fields may be added, never removed or
given another meaning.
"""

from hulebook.answers.fans import scored_fans
from hulebook.answers.reading import Reading
from hulebook.answers.score import Score
from hulebook.cli.choices import changed_switches
from hulebook.errors import STATUS_NAMES, BadHand, NotAWin
from hulebook.hands.tiles import format_tiles

Form = dict[str, object]


def score_form(score: Score, language: str = "en", *, switches: bool = False) -> Form:
    """A score as JSON holds it."""
    rules = score.rules
    form: Form = {
        "status": "OK",
        "hand": str(score.hand),
        "rules": {
            "id": rules.base_id,
            "revision": rules.revision,
            "changed": changed_switches(rules),
        },
        "points": score.points,
        "total": score.total,
        "meets_minimum": score.meets_minimum,
        "payable": score.payable,
        "uncapped": score.uncapped,
        "limit": score.limit,
        "fans": [fan._asdict() for fan in scored_fans(score, language)],
        "reading": reading_form(score.reading),
    }
    if switches:
        form["switches"] = {
            name: [{"value": value, "total": total} for value, total in others.items()]
            for name, others in score.depends_on().items()
        }
    return form


def reading_form(reading: Reading) -> Form:
    """A reading as JSON holds it."""
    groups = [
        {
            "kind": group.kind,
            "tiles": format_tiles(group.tiles),
            "declared": group.declared,
            "won": group.won,
        }
        for group in reading.groups
    ]
    return {"shape": reading.shape, "groups": groups}


def fault_form(error: BadHand | NotAWin) -> Form:
    """A refusal as JSON holds it."""
    return {"status": STATUS_NAMES[error.status], "error": str(error)}
