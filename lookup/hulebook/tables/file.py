"""Reads the tables that the builder made: one file, checked, then only sliced.

The file: magic, format version, length of the directory, SHA-256 of all that follows; the
directory, one line a table (name, type, offset, entries) and one line a fact (`=`, name,
value); the tables, each aligned to 8 bytes, little endian.
"""

import sys
from array import array
from os.path import exists, isfile

from hulebook.errors import TableError
from hulebook.tables import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MAGIC = b"hulebook"
HEADER = 48  # magic 8, format 4, directory length 4, SHA-256 32
FILE_NAME = "tables.bin"
# What to do about tables that are not as they should be, and about a package that is not.
MEND = "run `hulebook-build`, or install hulebook again"
MEND_PACKAGE = "install hulebook again"
IRREGULAR = "is no regular file"

# Entries that a table must have, wherever the count is known before building.
ENTRIES = {
    "suit_keys": layout.SUIT_SHAPES,
    "honor_keys": layout.HONOR_SHAPES,
    "words": 3 * layout.SUIT_ROWS,
    "honor_words": layout.HONOR_ROWS,
    "owners": 9 * layout.SUIT_ROWS,
    "honor_owners": 9 * layout.HONOR_ROWS,
    "suit_sets": 5 * layout.SUIT_ROWS,
    "honor_sets": 5 * layout.HONOR_ROWS,
    "multipliers": layout.BUCKETS,
    "meld_words": 256,
    "knitted_masks": layout.KNITTED_WAYS,
}
FACTS = {
    "suit_shapes": layout.SUIT_SHAPES,
    "suit_decompositions": layout.SUIT_DECOMPOSITIONS,
    "honor_shapes": layout.HONOR_SHAPES,
    "legal_combinations": layout.LEGAL_COMBINATIONS,
}


class TableFile:
    """An opened table file: its tables by name, the facts of its directory, its path."""

    __slots__ = ("columns", "facts", "path")

    def __init__(self, columns: dict[str, memoryview], facts: dict[str, str], path: str) -> None:
        self.columns = columns
        self.facts = facts
        self.path = path


def default_folder() -> str:
    """The folder of the shipped tables."""
    try:
        import hulebook_data
    except ModuleNotFoundError:
        raise TableError(f"hulebook_data is not installed; {MEND_PACKAGE}") from None

    file = hulebook_data.__file__
    if file is None:
        folder = next(iter(hulebook_data.__path__))
        raise TableError(f"{folder} has no __init__.py; {MEND_PACKAGE}")
    return file.rpartition("/" if "/" in file else "\\")[0]


def default_path() -> str:
    """Where the shipped table file lies."""
    return f"{default_folder()}/{FILE_NAME}"


def read_tables(path: str) -> TableFile:
    """Read and check a table file.

    Raises `TableError`, naming the path and what to run, if it is missing, cut short, altered,
    of another format version or without the known counts.
    """
    return parse_tables(read_bytes(path), path)


def read_bytes(path: str) -> bytes:
    """The content of a regular file; raises `TableError` if it cannot be read."""
    if is_irregular(path):
        raise refusal(path, IRREGULAR)
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise refusal(path, f"cannot be read ({error.strerror})") from None


def is_irregular(path: str) -> bool:
    """Whether a path is a pipe, a device or a folder: reading a pipe may never end."""
    return exists(path) and not isfile(path)


def parse_tables(data: bytes, path: str) -> TableFile:
    """Check the bytes of a table file and slice them into tables."""
    from hashlib import sha256

    if len(data) < HEADER or data[:8] != MAGIC:
        raise refusal(path, "is no table file")
    version = int.from_bytes(data[8:12], "little")
    if version != layout.FORMAT:
        raise refusal(path, f"has format version {version}, this hulebook reads {layout.FORMAT}")
    length = int.from_bytes(data[12:16], "little")
    digest = sha256(data[8:16])
    view = memoryview(data)
    digest.update(view[HEADER:])
    if digest.digest() != data[16:HEADER]:
        raise refusal(path, "is cut short or altered (its SHA-256 does not match)")
    columns, facts = _slice(view, str(view[HEADER : HEADER + length], "ascii"))
    for name, count in ENTRIES.items():
        if name not in columns or len(columns[name]) != count:
            raise refusal(path, f"lacks the {count} entries of {name}")
    for name, count in FACTS.items():
        if facts.get(name) != str(count):
            raise refusal(path, f"says {facts.get(name)} {name}, there are {count}")
    return TableFile(columns, facts, path)


def _slice(view: memoryview, directory: str) -> tuple[dict[str, memoryview], dict[str, str]]:
    columns, facts = {}, {}
    for line in directory.splitlines():
        name, kind, *numbers = line.split(" ")
        if name == "=":
            facts[kind] = numbers[0]
        else:
            offset, count = map(int, numbers)
            size = count * array(kind).itemsize
            columns[name] = _native(view[offset : offset + size], kind)
    return columns, facts


def _native(part: memoryview, kind: str) -> memoryview:
    if sys.byteorder == "little":
        return part.cast(kind)  # type: ignore[call-overload, no-any-return]
    swapped = array(kind, part.tobytes())
    swapped.byteswap()
    return memoryview(swapped)


def refusal(path: str, fault: str) -> TableError:
    """The error for a file with this fault: it names the path and what to do."""
    return TableError(f"{path} {fault}; {MEND}")


class Ids(dict[int, int]):
    """Shape ids by key; 0 for a key that is no shape."""

    def __init__(self, keys: "Sequence[int]") -> None:
        super().__init__(zip(keys, range(1, len(keys) + 1), strict=True))

    def __missing__(self, key: int) -> int:
        return 0
