"""A book: the tables for one rule set, ready to be read by `steps`."""

from collections import namedtuple

from hulebook.rules import SHIPPED, RuleSet
from hulebook.tables.file import Ids, TableFile, default_path, read_tables
from hulebook.tables.layout import KEY_SHIFT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Self

    # One table: bytes, a list, a memoryview or array for one hand, a numpy array for batches.
    Column = Any

    class Tables(tuple[Column, ...]):
        """A named tuple of tables."""

        def __new__(cls, *columns: Column) -> Self: ...
        def __getattr__(self, name: str) -> Column: ...
        def _asdict(self) -> dict[str, Column]: ...
        def _replace(self, **columns: Column) -> Self: ...


SHARED = [
    "words",
    "honor_words",
    "owners",
    "honor_owners",
    "further",
    "multipliers",
    "meld_words",
    "meld_states",
    "meld_tiles",
    "knitted_masks",
    "knitted_word",
]
# Made of shared tables when they are read.
DERIVED = [
    "suit_ids",
    "honor_ids",
    "sort_masks",
    "meld_suits",
    "meld_others",
    "knitted_suits",
    "knitted_others",
]
FAMILY = ["slots", "signatures", "gates", "seven", "seven_records", "specials"]
RULE_SET = [
    "records",
    "record_fans",
    "lists",
    "contexts",
    "rows",
    "row_fans",
    "roles",
    "role_fans",
    "wind_points",
    "wind_fans",
    "values",
    "order",
    "parameters",
]

if TYPE_CHECKING:

    class Shapes(Tables):
        """What tiles are: shape ids by key, shapes and melds. One-dimensional tables."""

    class Book(Tables):
        """What hands are worth under one rule set: the tables of its family and its own."""
else:
    Shapes = namedtuple("Shapes", [*DERIVED, *SHARED])
    Book = namedtuple("Book", [*FAMILY, *RULE_SET])

_file: TableFile | None = None
_shapes: Shapes | None = None
_books: dict[RuleSet, Book] = {}
_by_scoring: "dict[tuple[object, ...], Book]" = {}


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
        _shapes = Shapes(
            Ids(columns["suit_keys"].tolist()),
            Ids(columns["honor_keys"].tolist()),
            _sort_masks(columns["sort_bits"]),
            *_meld_keys(columns["meld_keys"], columns["meld_suits"]),
            *_knitted_keys(columns["knitted_keys"]),
            *(columns[name] for name in SHARED),
        )
    return _shapes


def _sort_masks(sort_bits: memoryview) -> list[int]:
    """For each sort of tile the kinds that are of it, as a mask."""
    return [sum((bits >> sort & 1) << t for t, bits in enumerate(sort_bits)) for sort in range(16)]


def _meld_keys(keys: memoryview, suits: memoryview) -> tuple[list[int], list[int]]:
    """By meld byte the keys of characters and dots, and of bamboo and honors."""
    pairs = list(zip(keys, suits, strict=True))
    return (
        [k << KEY_SHIFT * s if s < 2 else 0 for k, s in pairs],
        [k << KEY_SHIFT * (s - 2) if s >= 2 else 0 for k, s in pairs],
    )


def _knitted_keys(keys: memoryview) -> tuple[list[int], list[int]]:
    """The same of the nine knitted tiles, by the way they are knitted."""
    ways = [keys[at : at + 3] for at in range(0, len(keys), 3)]
    return [m | p << KEY_SHIFT for m, p, _ in ways], [s for _, _, s in ways]


def book_for(rules: RuleSet) -> Book:
    """The book of a rule set; a house rule is compiled at its first use."""
    book = _books.get(rules)
    if book is None:
        book = _by_scoring.get(rules.scoring)
        if book is None:
            book = _by_scoring[rules.scoring] = _make(rules)
        _books[rules] = book
    return book


def _shipped(rules: RuleSet) -> RuleSet | None:
    return next((r for r in SHIPPED.values() if r.scoring == rules.scoring), None)


def _make(rules: RuleSet) -> Book:
    shipped = _shipped(rules)
    if shipped:
        columns = table_file().columns
        return _assemble(
            rules.family, {name: columns[f"rules.{shipped.id}.{name}"] for name in RULE_SET}
        )
    from hulebook.tables.house_rule import compile_rules, unpack_records

    records = unpack_records(table_file().columns[f"family.{rules.family}.raw_records"])
    return _assemble(rules.family, dict(compile_rules(rules, records)))


def _assemble(family: str, own: "Mapping[str, Column]") -> Book:
    columns = table_file().columns
    return Book(
        *(columns[f"family.{family}.{name}"] for name in FAMILY),
        *(bytes(own[name]) if name == "lists" else own[name] for name in RULE_SET),
    )
