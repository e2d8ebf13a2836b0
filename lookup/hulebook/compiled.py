"""Tables as compiled code takes them, and a scorer for one hand at a time."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hulebook import layout
from hulebook.book import book_for, shapes
from hulebook.check import KONGS, LAST_MELD, first_fault
from hulebook.rules import RuleSet
from hulebook.rules.context import STATES, meld_states

Tables = NDArray[np.void]

SUIT_ROOM, HONOR_ROOM = 1 << 23, 1 << 18  # any sum of the keys of 14 tiles
JOINT_ROOM = 1 << 24  # of 14 tiles and four kongs
KINDS = 34


def _type_of(table: NDArray[Any]) -> np.dtype[Any]:
    """Signed where the entries allow: compiled code never mixes signed and unsigned sums."""
    if table.dtype == np.uint16:
        return np.dtype(np.int16 if not table.size or table.max() < 1 << 15 else np.uint16)
    return np.dtype(np.int32) if table.dtype == np.uint32 else table.dtype


def _record(tables: dict[str, NDArray[Any]], room: dict[str, int]) -> Tables:
    """All tables as the fields of one record, each with at least so many entries, else zeros."""
    fields = [(n, _type_of(t), (max(t.size, room.get(n, 0)),)) for n, t in tables.items()]
    record = np.zeros(1, np.dtype(fields, align=True))
    for name, table in tables.items():
        record[name][0, : table.size] = table
    return record


@cache
def compiled_shapes() -> Tables:
    """The tables that every rule set shares, one record, with what batches need beside them."""
    plain = {n: np.asarray(t) for n, t in shapes()._asdict().items() if "_ids" not in n}
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
        "meld_sums": _meld_sums(plain["meld_words"], plain["meld_states"], plain["meld_keys"]),
        "win_owners": _win_owners(plain, suit_keys, honor_keys),
        "win_places": _win_places(),
    }
    room = {"suit_ids": SUIT_ROOM, "honor_ids": HONOR_ROOM}
    room |= {"suit_quads": JOINT_ROOM, "honor_quads": JOINT_ROOM}
    return _record(tables, room)


def _keys(ids: dict[int, int]) -> NDArray[np.int64]:
    return np.fromiter(ids, np.int64, len(ids))


def _by_key(keys: NDArray[np.int64], size: int) -> NDArray[np.uint16]:
    """Shape ids by base-5 key, 0 for no shape."""
    table = np.zeros(size, np.uint16)
    table[keys] = np.arange(1, len(keys) + 1)
    return table


def _digits(ranks: int) -> NDArray[np.uint8]:
    """The counts of every key, [ranks, 5 ** ranks]."""
    axes = np.indices((5,) * ranks, np.uint8).reshape(ranks, -1)
    return axes[::-1]


def _quads(ranks: int) -> NDArray[np.uint8]:
    """By key: the number of tiles, and 64 for every kind of four; sums are taken modulo 256."""
    digits = _digits(ranks)
    table: NDArray[np.uint8] = digits.sum(axis=0, dtype=np.uint8)
    table += (digits == 4).sum(axis=0, dtype=np.uint8) << 6
    return table


def _traits(ranks: int) -> NDArray[np.int32]:
    """By key: masks of the kinds that are there and there twice, how many are there four times
    and how many an odd number of times, number of tiles."""
    table = np.zeros(5**ranks, np.int32)
    for rank, count in enumerate(_digits(ranks)):
        table |= (count > 0).astype(np.int32) << rank
        table |= (count > 1).astype(np.int32) << 9 + rank
        table += (count == 4).astype(np.int32) << layout.TRAIT_QUADS
        table += (count & 1).astype(np.int32) << layout.TRAIT_ODD
        table += count.astype(np.int32) << layout.TRAIT_TILES
    return table


def _tile_keys() -> NDArray[np.uint64]:
    """By tile id two words [256 * 2]: keys of characters and dots, of bamboo and honors; the
    first counts tiles, an id that is none by 32."""
    words = np.zeros((256, 2), np.uint64)
    for tile in range(256):
        suit, rank = divmod(tile, 9)
        if tile < KINDS:
            words[tile, suit >> 1] = 5**rank << 24 * (suit & 1)
            words[tile, 0] += np.uint64(1 << 48)
        elif tile != layout.NO_MELD:
            words[tile, 0] = 32 << 48
    return words.ravel()


def _meld_sums(
    words: NDArray[np.int64], states: NDArray[np.uint16], keys: NDArray[np.uint32]
) -> NDArray[np.uint64]:
    """By meld byte three words [256 * 4]: its word; keys as in `tile_keys`, a kong's fourth tile
    among them; above those of bamboo and honors the state as in `_ways`, and the kongs."""
    sums = np.zeros((256, 4), np.uint64)
    sums[:, 0] = words.view(np.uint64)
    for byte in range(layout.NO_MELD):
        suit, rank = divmod(byte % KINDS, 9)
        kong = KONGS <= byte <= LAST_MELD
        key = int(keys[byte]) + kong * 5**rank
        fields = int(states[byte])
        state = (fields & 7) + 5 * (fields >> 3 & 7) + 25 * (fields >> 6)
        state = state or 1  # a byte that is no meld must not look like none
        sums[byte, 1 + (suit >> 1)] = key << 24 * (suit & 1)
        sums[byte, 1] += np.uint64(3 << 48)
        sums[byte, 2] += np.uint64(state << 48 | kong << 57)
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


# Room for the tables whose size depends on the rule set, so that all have one type.
ROOM = {
    "signatures": 1 << 17,
    "gates": 1 << 13,
    "seven_records": 1 << 12,
    "records": 1 << 13,
    "record_fans": 1 << 13,
    "lists": 1 << 15,
    "rows": 1 << 13,
    "row_fans": 1 << 13,
    "roles": 1 << 16,
    "role_fans": 1 << 16,
    "wind_points": 1 << 12,
    "wind_fans": 1 << 12,
    "values": 83,
    "order": 82,
}


@cache
def compiled_book(rules: RuleSet) -> Tables:
    """The tables of a rule set, one record."""
    tables = {name: np.asarray(t) for name, t in book_for(rules)._asdict().items()}
    return _record({**tables, "ways": _ways(tables["contexts"])}, ROOM)


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


