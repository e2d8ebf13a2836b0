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
    "meld_suits meld_tiles knitted_masks knitted_keys knitted_word"
).split()
FAMILY = "slots signatures gates seven seven_records specials".split()
RULE_SET = (
    "records record_fans lists contexts rows row_fans roles role_fans wind_points wind_fans "
    "values order parameters"
).split()

# What tiles are: shape ids by key, shapes and melds. One-dimensional tables, as in `Book`.
Shapes = namedtuple("Shapes", ["suit_ids", "honor_ids", "sort_masks", *SHARED])  # type: ignore[misc]

# What hands are worth under one rule set: the tables of its family and its own.
Book = namedtuple("Book", [*FAMILY, *RULE_SET])  # type: ignore[misc]

_file: TableFile | None = None
_shapes: Shapes | None = None
_books: dict[RuleSet, Book] = {}


def table_file() -> TableFile:
    """The shipped tables, read once."""
    global _file
    if _file is None:
        _file = read_tables(default_path())
    return _file


def shapes() -> Shapes:
    """The tables that every rule set shares."""
    global _shapes
    if _shapes is None:
        columns = table_file().columns
        suit_ids, honor_ids = Ids(columns["suit_keys"].tolist()), Ids(columns["honor_keys"].tolist())
        masks = _sort_masks(columns["sort_bits"])
        _shapes = Shapes(suit_ids, honor_ids, masks, *(columns[name] for name in SHARED))
    return _shapes


def _sort_masks(sort_bits: memoryview) -> list[int]:
    """For each sort of tile the kinds that are of it, as a mask."""
    return [sum((bits >> sort & 1) << t for t, bits in enumerate(sort_bits)) for sort in range(16)]


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
        *(columns[f"family.{family}.{name}"] for name in FAMILY),
        *(own[name] for name in RULE_SET),
    )
