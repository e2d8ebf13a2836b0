"""On which switches of its rule set a score depends."""

from hulebook.book import book_for_context
from hulebook.score import Score, find


def switches_of(score: Score) -> dict[str, dict[object, int]]:
    """For each switch that matters: the total under each of its other values."""
    found: dict[str, dict[object, int]] = {}
    for rules in score.rules.changed():
        book = book_for_context(rules, score.hand)
        total = find(score.hand, rules, book)[0] + score.hand.flowers
        if total != score.total:
            name = next(n for n, v in rules.switches.items() if v != score.rules.switches[n])
            found.setdefault(name, {})[rules.switches[name]] = total
    return found
