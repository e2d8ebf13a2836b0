"""A book: the tables for one rule set, ready to be read by `steps`."""

from collections import namedtuple

from hulebook.rules import SHIPPED, RuleSet
from hulebook.tables import Ids, TableFile, default_path, read_tables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from hulebook.hand import Hand

    # One table: a memoryview or array for one hand, a numpy array for batches.
    Column = object

SHARED = (
    "words honor_words owners honor_owners further multipliers meld_words meld_states meld_keys "
    "meld_suits meld_tiles knitted_masks knitted_keys knitted_word sort_bits"
).split()
FAMILY = "slots signatures gates seven seven_records specials".split()
RULE_SET = (
    "records record_fans lists contexts rows row_masks roles role_masks mask_fans wind_points "
    "wind_fans values order parameters"
).split()

# Shared tables, the family's tables and the rule set's tables, each one-dimensional.
Book = namedtuple("Book", ["suit_ids", "honor_ids", *SHARED, *FAMILY, *RULE_SET])  # type: ignore[misc]

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


def book_for_context(rules: RuleSet, hand: "Hand") -> Book:
    """A book that scores this hand only: cheap to make for a rule set that is asked once."""
    from hulebook.compile import compile_rules, unpack_records
    from hulebook.rules.context import hand_contexts

    shipped = _shipped(rules)
    if shipped or rules in _books:
        return book_for(rules)
    records = unpack_records(table_file().columns[f"family.{rules.family}.raw_records"])
    return _assemble(rules.family, dict(compile_rules(rules, records, hand_contexts(hand))))


def _shipped(rules: RuleSet) -> RuleSet | None:
    return next((r for r in SHIPPED.values() if r == rules), None)


def _make(rules: RuleSet) -> Book:
    shipped = _shipped(rules)
    if shipped:
        columns = table_file().columns
        return _assemble(
            rules.family, {name: columns[f"rules.{shipped.id}.{name}"] for name in RULE_SET}
        )
    from hulebook.compile import compile_rules, unpack_records

    records = unpack_records(table_file().columns[f"family.{rules.family}.raw_records"])
    return _assemble(rules.family, dict(compile_rules(rules, records)))


def _assemble(family: str, own: "Mapping[str, Column]") -> Book:
    columns = table_file().columns
    return Book(
        *shape_ids(),
        *(columns[name] for name in SHARED),
        *(columns[f"family.{family}.{name}"] for name in FAMILY),
        *(own[name] for name in RULE_SET),
    )
