"""On which switches of its rule set a score depends."""

from collections.abc import Sequence
from functools import cache

from hulebook.answers.score import Score, find
from hulebook.rules import RuleSet
from hulebook.rules.context import hand_contexts
from hulebook.tables.book import Book, book_for, table_file
from hulebook.tables.house_rule import Record, compile_rules, unpack_records


class Watched:
    """A table that remembers which of its entries were read."""

    def __init__(self, column: Sequence[int]) -> None:
        self.column = column
        self.read: set[int] = set()

    def __getitem__(self, at: int) -> int:
        self.read.add(at)
        return self.column[at]


def switches_of(score: Score) -> dict[str, dict[object, int]]:
    """For each switch that matters: the total under each of its other values."""
    records = records_of(score)
    found: dict[str, dict[object, int]] = {}
    for rules in score.rules.changed():
        book = narrow_book(score, rules, records)
        total = find(score.hand, rules, book)[0] + score.hand.flowers
        if total != score.total:
            name = next(n for n, v in rules.switches.items() if v != score.rules.switches[n])
            found.setdefault(name, {})[rules.switches[name]] = total
    return found


def records_of(score: Score) -> dict[int, Record]:
    """The static records of all readings of the hand. No switch adds or takes a reading, so they
    are all that any rule set of the family reads."""
    book = book_for(score.rules)
    watched = Watched(book.records)
    find(score.hand, score.rules, book._replace(records=watched))
    every = all_records(score.rules.family)
    return {at: every[at] for at in watched.read}


def narrow_book(score: Score, rules: RuleSet, records: dict[int, Record]) -> Book:
    """The book of a rule set as far as this hand needs it: cheap to make."""
    tables = compile_rules(rules, list(records.values()), hand_contexts(score.hand))
    numbered = {
        name: dict(zip(records, tables[name], strict=True)) for name in ("records", "record_fans")
    }
    return book_for(score.rules)._replace(**{**tables, **numbered})


@cache
def all_records(family: str) -> list[Record]:
    """The static records of a family, before exclusions."""
    return unpack_records(table_file().columns[f"family.{family}.raw_records"])
