"""Tables as compiled code takes them: all of one kind as the fields of one record."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hulebook.hands.check import KONGS, LAST_MELD, first_fault
from hulebook.rules import RuleSet
from hulebook.rules.context import CONTEXTS, STATES, meld_states
from hulebook.tables import layout
from hulebook.tables.book import book_for, shapes

Tables = NDArray[np.void]

# Tables by key have room for any sum of the keys of 14 tiles, of 14 tiles and four kongs, or for
# one key that is too large.
ROOM = {
    "suit_ids": 1 << 23,
    "honor_ids": 1 << 18,
    "suit_quads": 1 << 24,
    "honor_quads": 1 << 24,
    "suit_traits": layout.SUIT_KEYS + 1,
    "honor_traits": layout.HONOR_KEYS + 1,
}
SIGNED: dict[np.dtype[Any], np.dtype[Any]] = {
    np.dtype(np.uint16): np.dtype(np.int16),
    np.dtype(np.uint32): np.dtype(np.int32),
}
KINDS = 34
_books: dict[tuple[object, ...], Tables] = {}


def _array(table: Any) -> NDArray[Any]:
    return np.frombuffer(table, np.uint8) if isinstance(table, bytes) else np.asarray(table)


def _record(tables: dict[str, NDArray[Any]], dtype: np.dtype[Any]) -> Tables:
    """All tables as the fields of one record, zeros behind each that has less than its room."""
    record = np.zeros(1, dtype)
    for name, table in tables.items():
        field = record[name][0]
        if table.size > field.size or (table.size and table.max() > np.iinfo(field.dtype).max):
            raise AssertionError(f"table {name} does not fit its room in compiled code")
        field[: table.size] = table
    return record


@cache
def compiled_shapes() -> Tables:
    """The tables that every rule set shares, one record, with what batches need beside them."""
    plain = {n: _array(t) for n, t in shapes()._asdict().items() if "_ids" not in n}
    suit_keys, honor_keys = _keys(shapes().suit_ids), _keys(shapes().honor_ids)
    tables = {
        **plain,
        "suit_ids": _by_key(suit_keys, layout.SUIT_KEYS),
        "honor_ids": _by_key(honor_keys, layout.HONOR_KEYS),
        "suit_quads": _quads(9),
        "honor_quads": _quads(7),
        "suit_traits": _traits(9),
        "honor_traits": _traits(7),
        "tile_keys": _tile_keys(),
        "meld_sums": _meld_sums(plain),
        "win_owners": _win_owners(plain, suit_keys, honor_keys),
        "win_places": _win_places(),
    }
    fields = [(n, _signed(n, t), (ROOM.get(n, t.size),)) for n, t in tables.items()]
    return _record(tables, np.dtype(fields, align=True))


def _signed(name: str, table: NDArray[Any]) -> np.dtype[Any]:
    return table.dtype if name == "multipliers" else SIGNED.get(table.dtype, table.dtype)


def _keys(ids: dict[int, int]) -> NDArray[np.int64]:
    return np.fromiter(ids, np.int64, len(ids))


def _by_key(keys: NDArray[np.int64], size: int) -> NDArray[np.uint16]:
    """Shape ids by base-5 key, 0 for no shape."""
    table = np.zeros(size, np.uint16)
    table[keys] = np.arange(1, len(keys) + 1)
    return table


def _by_counts(ranks: int, dtype: type, worth: Callable[[int, int], int]) -> NDArray[Any]:
    """By key: the sum of what each rank is worth with its count."""
    table: NDArray[Any] = np.zeros(1, dtype)
    for rank in range(ranks):
        column: NDArray[Any] = np.array([worth(rank, count) for count in range(5)], dtype)
        table = np.add.outer(column, table).ravel()
    return table


def _quads(ranks: int) -> NDArray[np.uint8]:
    """By key: the number of tiles, and 64 for every kind of four; sums are taken modulo 256."""
    return _by_counts(ranks, np.uint8, lambda _, count: count + 64 * (count == 4))


def _traits(ranks: int) -> NDArray[np.int32]:
    """By key: masks of the kinds that are there and there twice, how many are there four times
    and how many an odd number of times, and the number of tiles."""
    return _by_counts(
        ranks,
        np.int32,
        lambda rank, count: (
            (count > 0) << rank
            | (count > 1) << 9 + rank
            | (count == 4) << layout.TRAIT_QUADS
            | (count & 1) << layout.TRAIT_ODD
            | count << layout.TRAIT_TILES
        ),
    )


def _tile_keys() -> NDArray[np.uint64]:
    """By tile id two words [256 * 2]: keys of characters and dots, of bamboo and honors; the
    first counts tiles, an id that is none by 32."""
    words = np.zeros((256, 2), np.uint64)
    for tile in range(256):
        suit, rank = divmod(tile, 9)
        if tile < KINDS:
            words[tile, suit >> 1] = 5**rank << layout.KEY_SHIFT * (suit & 1)
            words[tile, 0] += np.uint64(1 << layout.TILES_SHIFT)
        elif tile != layout.NO_MELD:
            words[tile, 0] = 32 << layout.TILES_SHIFT
    return words.ravel()


def _meld_sums(plain: dict[str, NDArray[Any]]) -> NDArray[np.uint64]:
    """By meld byte three words [256 * 4]: its word; keys as in `tile_keys`, a kong's fourth tile
    among them; above those of bamboo and honors the state as in `_ways`, and the kongs."""
    sums = np.zeros((256, 4), np.uint64)
    sums[:, 0] = plain["meld_words"].view(np.uint64)
    for byte in range(layout.NO_MELD):
        suit, rank = divmod(byte % KINDS, 9)
        kong = KONGS <= byte <= LAST_MELD
        fields = int(plain["meld_states"][byte])
        state = (fields & 7) + 5 * (fields >> 3 & 7) + 25 * (fields >> 6)
        state = state or 1  # a byte that is no meld must not look like none
        sums[byte, 1] = int(plain["meld_suits"][byte]) + (3 << layout.TILES_SHIFT)
        sums[byte, 2] = int(plain["meld_others"][byte]) + (state << layout.STATE_SHIFT)
        sums[byte, 1 + (suit >> 1)] += np.uint64(kong * 5**rank << layout.KEY_SHIFT * (suit & 1))
        sums[byte, 2] += np.uint64(kong << layout.KONGS_SHIFT)
    return sums.ravel()


def _win_owners(
    plain: dict[str, NDArray[Any]], suit_keys: NDArray[np.int64], honor_keys: NDArray[np.int64]
) -> NDArray[np.uint8]:
    """Owner bytes of suits, honors and of a winning tile that is none (zeros), with ANOTHER."""
    suits = plain["owners"].reshape(-1, 9).copy()
    shape_of = np.arange(len(suits))
    for shape in range(1, len(suit_keys) + 1):
        at, more = plain["further"][2 * shape : 2 * shape + 2].tolist()
        shape_of[at : at + more] = shape
    keys = np.concatenate([[0], suit_keys])[shape_of]
    suits |= _another(keys)
    honors = plain["honor_owners"].reshape(-1, 9) | _another(np.concatenate([[0], honor_keys]))
    return np.concatenate([suits, honors, np.zeros_like(suits)]).ravel()


def _another(keys: NDArray[np.int64]) -> NDArray[np.uint8]:
    counts = keys[:, np.newaxis] // 5 ** np.arange(9) % 5
    return np.where(counts > 1, layout.ANOTHER, 0).astype(np.uint8)


def _win_places() -> NDArray[np.uint32]:
    """By winning tile, where in `win_owners` the byte of shape 0 is, and below it the suit."""
    honors = layout.SUIT_ROWS * 9
    none = honors + layout.HONOR_ROWS * 9
    places = [tile % 9 for tile in range(27)] + [honors + rank for rank in range(7)]
    places += [none] * (256 - KINDS)
    return np.array([p << 2 | min(t // 9, 3) for t, p in enumerate(places)], np.uint32)


# The record of a rule set: each table's type and room, the same for all, so that code compiled
# for one serves every rule set. Signed where entries are added up or shifted.
BOOK_TYPE = np.dtype(
    [
        ("slots", np.int16, layout.SLOTS),
        ("signatures", np.int16, 1 << 17),
        ("gates", np.int16, 1 << 13),
        ("seven", np.int16, 1 << 16),
        ("seven_records", np.int16, 1 << 12),
        ("specials", np.int16, 4),
        ("records", np.int64, 1 << 13),
        ("record_fans", np.int32, 1 << 13),
        ("lists", np.uint8, 1 << 15),
        ("contexts", np.int16, CONTEXTS),
        ("rows", np.int32, 1 << 13),
        ("row_fans", np.int32, 1 << 13),
        ("roles", np.int32, 1 << 16),
        ("role_fans", np.int32, 1 << 16),
        ("wind_points", np.uint8, 1 << 12),
        ("wind_fans", np.int32, 1 << 12),
        ("values", np.int16, 83),
        ("order", np.uint8, 82),
        ("parameters", np.int32, layout.PARAMETERS),
        ("ways", np.int16, 1 << 15),
        ("vectors", np.uint8, layout.VECTOR << 13),
        ("record_vectors", np.int16, 1 << 13),
        ("wind_vectors", np.int16, 1 << 12),
        ("row_vectors", np.int16, 1 << 13),
        ("role_vectors", np.int16, 1 << 16),
    ],
    align=True,
)


def compiled_book(rules: RuleSet) -> Tables:
    """The tables of a rule set, one record."""
    book = _books.get(rules.scoring)
    if book is None:
        book = _books[rules.scoring] = _make_book(rules)
    return book


def _make_book(rules: RuleSet) -> Tables:
    tables = {name: _array(t) for name, t in book_for(rules)._asdict().items()}
    tables |= {"ways": _ways(tables["contexts"]), **_vectors(tables)}
    return _record(tables, BOOK_TYPE)


def _vectors(tables: dict[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Every fan list as a row of counts, [lists * VECTOR], a dropped fan -1 modulo 256; and the
    row by record, wind entry, row and role."""
    lists = tables["lists"].tolist()
    places = {f"{n}_vectors": tables[f"{n}_fans"] for n in ("record", "wind", "row", "role")}
    starts, numbers = np.unique(np.concatenate([*places.values()]), return_inverse=True)
    vectors = np.zeros((len(starts), layout.VECTOR), np.int16)
    for vector, start in zip(vectors, starts.tolist(), strict=True):
        for fan in lists[start + 1 : start + 1 + lists[start]]:
            vector[fan % layout.DROPPED - 1] += 1 if fan < layout.DROPPED else -1
    ends = np.cumsum([len(p) for p in places.values()])[:-1]
    split = np.split(numbers.astype(np.uint16), ends)
    return {"vectors": vectors.astype(np.uint8).ravel(), **dict(zip(places, split, strict=True))}


def _ways(contexts: NDArray[np.uint16]) -> NDArray[np.uint16]:
    """The context number by way of winning and declared sets, [256 * 128]; 0 for a fault or for
    flags that the family never combines.

    The way: flags, self-draw (bit 5), another copy of the winning tile standing (bit 6), a seat
    that is not East (bit 7). The sets: open ones + 5 * concealed kongs + 25 * melded kongs.
    """
    table = np.zeros((256, 128), np.uint16)
    for opened, concealed, melded in meld_states():
        state = opened | concealed << 3 | melded << 6
        numbers = np.tile(contexts[state::STATES], 4)
        table[:, opened + 5 * concealed + 25 * melded] = numbers
    table[_impossible_ways()] = 0
    return table.ravel()


@cache
def _impossible_ways() -> NDArray[np.bool_]:
    """The ways of winning that are a fault whatever is declared, [256]."""
    kong = KONGS + KINDS - 1  # a melded kong of red dragons
    impossible = np.zeros(256, np.bool_)
    for way in range(256):
        another = way >> 6 & 1
        fault = True
        for tiles, meld in ((14, layout.NO_MELD), (11, kong)):
            counts = [1] * (tiles - 1 - another) + [0] * (KINDS - tiles + 1 + another)
            counts[0] += 1 + another
            win = 0 if another else 1
            melds = (meld, *[layout.NO_MELD] * 3)
            status = first_fault(counts, melds, win, bool(way & 32), way & 31, way >> 7, 0)
            fault = fault and status != 0
        impossible[way] = fault
    return impossible
