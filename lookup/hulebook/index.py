"""The perfect index: a number for each of the 11,498,658 standard winning hands, and back.

A hand without declared sets is one shape in each suit and one among the honors, with four sets
and one pair in all. Shapes of equal numbers of sets and pairs have consecutive ids. The index
counts hands by how sets and the pair are spread over the suits (in lexicographic order), then
by the four shapes, the honors fastest.
"""

from bisect import bisect_right
from functools import cache

from hulebook.errors import BadHand, NotAWin, Status
from hulebook.hands.tiles import as_int, parse_tiles
from hulebook.tables.book import shapes, table_file
from hulebook.tables.layout import HONOR_CLASS_SIZES, STANDARD_HANDS, SUIT_CLASS_SIZES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

# Classes of shapes: 2 * sets + pair, 0 to 9. Four sets and a pair add up to 9.
CLASSES = 10
COMPLETE_CLASS = 9
SUIT_DIGITS, HONOR_DIGITS = 9, 7


class Spread:
    """How sets and the pair lie over three suits and the honors: classes, sizes, first index."""

    __slots__ = ("classes", "first", "sizes")

    def __init__(self, classes: tuple[int, ...], first: int) -> None:
        self.classes = classes
        self.first = first
        self.sizes = tuple(_sizes(part)[c] for part, c in enumerate(classes))

    @property
    def hands(self) -> int:
        a, b, c, d = self.sizes
        return a * b * c * d


def _sizes(part: int) -> tuple[int, ...]:
    return SUIT_CLASS_SIZES if part < 3 else HONOR_CLASS_SIZES


@cache
def spreads() -> tuple[Spread, ...]:
    """Every spread in the order of the index."""
    found: list[Spread] = []
    first = 0
    for code in range(CLASSES**4):
        classes = tuple(code // CLASSES**p % CLASSES for p in (3, 2, 1, 0))
        if sum(classes) == COMPLETE_CLASS and sum(c & 1 for c in classes) == 1:
            found.append(Spread(classes, first))
            first += found[-1].hands
    if first != STANDARD_HANDS:
        raise AssertionError("the spreads do not hold the known number of hands")
    return tuple(found)


@cache
def class_starts(part: int) -> tuple[int, ...]:
    """The first shape id of each class in a suit (parts 0-2) or among the honors (3)."""
    starts = [1]
    for size in _sizes(part):
        starts.append(starts[-1] + size)
    return tuple(starts)


def hand_index(tiles: "str | Iterable[int]") -> int:
    """The index of 14 tiles (text or tile ids) that make four sets and a pair.

    Raises `BadHand` for tiles that are no hand, `NotAWin` for tiles that make no standard hand.

    >>> hand_index("111222333444m55p")
    11466566
    >>> hand_at(11466566)
    (0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 13, 13)
    """
    if isinstance(tiles, str) and ("[" in tiles or "|" in tiles):
        raise BadHand(
            "an index is of tiles alone: no declared sets, winds or flowers", Status.BAD_TEXT
        )
    ids = parse_tiles(tiles) if isinstance(tiles, str) else tuple(tiles)
    counts = [0] * 34
    for tile in (as_int(tile, "a tile id") for tile in ids):
        if not 0 <= tile < 34:
            raise BadHand(f"tile id {tile}: ids are 0-33", Status.BAD_TILE)
        counts[tile] += 1
    if len(ids) != 14:
        raise BadHand(f"{len(ids)} tiles: a standard hand has 14", Status.TILE_COUNT)
    if max(counts) > 4:
        raise BadHand("more than four of a kind", Status.FIFTH_TILE)
    tables = shapes()
    suits, honors = tables.suit_ids, tables.honor_ids
    found = [suits[_key(counts[9 * s : 9 * s + 9])] for s in range(3)]
    found.append(honors[_key(counts[27:])])
    classes = tuple(bisect_right(class_starts(p), s) - 1 for p, s in enumerate(found))
    spread = next((s for s in spreads() if s.classes == classes), None)
    if not all(found) or spread is None:
        raise NotAWin("the tiles make no four sets and a pair")
    number = 0
    for part, shape in enumerate(found):
        number = number * spread.sizes[part] + shape - class_starts(part)[classes[part]]
    return spread.first + number


def hand_at(index: int) -> tuple[int, ...]:
    """The sorted tile ids of the hand with this index; raises `IndexError` outside the range.

    >>> hand_at(0), hand_at(11_498_657)[-3:]
    ((27, 27, 27, 28, 28, 28, 29, 29, 29, 30, 30, 30, 31, 31), (8, 8, 8))
    """
    index = as_int(index, "an index")
    if not 0 <= index < STANDARD_HANDS:
        raise IndexError(f"{index}: hands have the indices 0 to {STANDARD_HANDS - 1}")
    every = spreads()
    spread = every[bisect_right([s.first for s in every], index) - 1]
    rest = index - spread.first
    tiles: list[int] = []
    columns = table_file().columns
    for part in (3, 2, 1, 0):
        rest, offset = divmod(rest, spread.sizes[part])
        shape = class_starts(part)[spread.classes[part]] + offset
        key = columns["suit_keys" if part < 3 else "honor_keys"][shape - 1]
        digits = SUIT_DIGITS if part < 3 else HONOR_DIGITS
        tiles += [9 * part + r for r in range(digits) for _ in range(key // 5**r % 5)]
    return tuple(sorted(tiles))


def _key(counts: list[int]) -> int:
    return sum(c * 5**r for r, c in enumerate(counts))


def hand_index_batch(counts: "ArrayLike") -> "NDArray[np.int64]":
    """Indices of hands given as counts, uint8 [n, 34]; -1 for a row that is no standard hand.

    Other integers do as well; `TypeError` for anything else.

    >>> import numpy as np
    >>> hand_index_batch(hand_at_batch(np.arange(5))).tolist()
    [0, 1, 2, 3, 4]
    """
    import numpy as np

    rows = _integers(counts, "counts")
    if rows.ndim != 2 or rows.shape[1] != 34:
        raise ValueError(f"counts have the shape [n, 34], not {list(rows.shape)}")
    good = np.asarray(((rows >= 0) & (rows <= 4)).all(axis=1))
    safe = np.where(good[:, None], rows, 0).astype(np.int64)
    good &= safe.sum(axis=1) == 14
    suit_ids, honor_ids = _id_tables()
    powers = 5 ** np.arange(9)
    ids = [suit_ids[safe[:, 9 * s : 9 * s + 9] @ powers] for s in range(3)]
    ids.append(honor_ids[safe[:, 27:] @ powers[:7]])
    classes, offsets = [], []
    for part, shape in enumerate(ids):
        starts = np.array(class_starts(part))
        good &= shape > 0
        classes.append(np.maximum(np.searchsorted(starts, shape, side="right") - 1, 0))
        offsets.append(shape - starts[classes[-1]])
    first, sizes = _spread_tables()
    code = ((classes[0] * CLASSES + classes[1]) * CLASSES + classes[2]) * CLASSES + classes[3]
    number = np.zeros(len(rows), np.int64)
    for part in range(4):
        number = number * sizes[part][classes[part]] + offsets[part]
    found: NDArray[np.int64] = np.where(good & (first[code] >= 0), first[code] + number, -1)
    return found


def hand_at_batch(indices: "ArrayLike") -> "NDArray[np.uint8]":
    """The counts, uint8 [n, 34], of the hands with these indices.

    Raises `IndexError` outside the range, `TypeError` for anything but integers.
    """
    import numpy as np

    numbers = _integers(indices, "indices")
    if numbers.ndim != 1:
        raise ValueError(f"indices have the shape [n], not {list(numbers.shape)}")
    if numbers.size and not (numbers.min() >= 0 and numbers.max() < STANDARD_HANDS):
        raise IndexError(f"hands have the indices 0 to {STANDARD_HANDS - 1}")
    numbers = numbers.astype(np.int64)
    every = spreads()
    which = np.searchsorted([s.first for s in every], numbers, side="right") - 1
    rest = numbers - np.array([s.first for s in every])[which]
    counts = np.zeros((len(numbers), 34), np.uint8)
    columns = table_file().columns
    for part in (3, 2, 1, 0):
        sizes = np.array([s.sizes[part] for s in every])[which]
        starts = np.array([class_starts(part)[s.classes[part]] for s in every])[which]
        rest, offset = np.divmod(rest, sizes)
        keys = np.asarray(columns["suit_keys" if part < 3 else "honor_keys"])
        key = keys[starts + offset - 1].astype(np.int64)
        for r in range(SUIT_DIGITS if part < 3 else HONOR_DIGITS):
            key, counts[:, 9 * part + r] = np.divmod(key, 5)
    return counts


def _integers(values: "ArrayLike", name: str) -> "NDArray[Any]":
    """An array of integers; `TypeError` for one with anything else in it."""
    import numpy as np

    found = np.asarray(values)
    if found.size and found.dtype.kind not in "iu":
        raise TypeError(f"{name} must be integers, not {found.dtype}")
    return found if found.size else found.astype(np.int64)  # [] is of floats


@cache
def _id_tables() -> "tuple[NDArray[np.int64], NDArray[np.int64]]":
    """Shape ids by key as arrays, of a suit and of the honors."""
    import numpy as np

    columns = table_file().columns
    tables = []
    for name, digits in (("suit_keys", SUIT_DIGITS), ("honor_keys", HONOR_DIGITS)):
        keys = np.asarray(columns[name])
        ids = np.zeros(5**digits, np.int64)
        ids[keys] = np.arange(1, len(keys) + 1)
        tables.append(ids)
    return tables[0], tables[1]


@cache
def _spread_tables() -> "tuple[NDArray[np.int64], tuple[NDArray[np.int64], ...]]":
    """The first index by the code of four classes (-1: no hand), and the sizes of the classes."""
    import numpy as np

    first = np.full(CLASSES**4, -1, np.int64)
    for s in spreads():
        a, b, c, d = s.classes
        first[((a * CLASSES + b) * CLASSES + c) * CLASSES + d] = s.first
    return first, tuple(np.array(_sizes(p)) for p in range(4))
