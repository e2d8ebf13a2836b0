"""A book: the tables for one rule set, ready to be read by `steps`."""

from typing import NamedTuple

from hulebook.rules import SHIPPED, RuleSet
from hulebook.tables import Ids, TableFile, default_path, read_tables

SHARED = (
    "words honor_words owners honor_owners further multipliers meld_words meld_states meld_keys "
    "meld_suits meld_tiles knitted_masks knitted_keys knitted_word sort_bits"
).split()
FAMILY = "slots signatures gates seven seven_records specials".split()
RULE_SET = (
    "records record_fans lists contexts rows row_masks roles role_masks mask_fans wind_points "
    "wind_fans values order parameters"
).split()

# One table: a memoryview or array for one hand, a numpy array for batches.
Column = object


class Book(NamedTuple):
    """Shared tables, the family's tables and the rule set's tables, each one-dimensional."""

    suit_ids: Column
    honor_ids: Column
    words: Column
    honor_words: Column
    owners: Column
    honor_owners: Column
    further: Column
    multipliers: Column
    meld_words: Column
    meld_states: Column
    meld_keys: Column
    meld_suits: Column
    meld_tiles: Column
    knitted_masks: Column
    knitted_keys: Column
    knitted_word: Column
    sort_bits: Column
    slots: Column
    signatures: Column
    gates: Column
    seven: Column
    seven_records: Column
    specials: Column
    records: Column
    record_fans: Column
    lists: Column
    contexts: Column
    rows: Column
    row_masks: Column
    roles: Column
    role_masks: Column
    mask_fans: Column
    wind_points: Column
    wind_fans: Column
    values: Column
    order: Column
    parameters: Column


_file: TableFile | None = None
_ids: tuple[Ids, Ids] | None = None
_books: dict[RuleSet, Book] = {}


def table_file() -> TableFile:
    """The shipped tables, read once."""
    global _file
    if _file is None:
        _file = read_tables(default_path())
    return _file


def shape_ids() -> tuple[Ids, Ids]:
    """Shape ids by base-5 key, of a suit and of the honors."""
    global _ids
    if _ids is None:
        columns = table_file().columns
        _ids = Ids(columns["suit_keys"].tolist()), Ids(columns["honor_keys"].tolist())
    return _ids


def book_for(rules: RuleSet) -> Book:
    """The book of a rule set; a house rule is compiled at its first use."""
    book = _books.get(rules)
    if book is None:
        book = _books[rules] = _make(rules)
    return book


def _make(rules: RuleSet) -> Book:
    columns = table_file().columns
    own: dict[str, object] = {}
    shipped = next((r for r in SHIPPED.values() if r == rules), None)
    if shipped:
        own = {name: columns[f"rules.{shipped.id}.{name}"] for name in RULE_SET}
    else:
        from hulebook.compile import compile_rules, unpack_records

        records = unpack_records(columns[f"family.{rules.family}.raw_records"])
        own = dict(compile_rules(rules, records))
    return Book(
        *shape_ids(),
        *(columns[name] for name in SHARED),
        *(columns[f"family.{rules.family}.{name}"] for name in FAMILY),
        *(own[name] for name in RULE_SET),
    )
