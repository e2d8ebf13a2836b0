"""One hand: what stands, what was declared, which tile won and how."""

from hulebook.errors import BadHand, Status
from hulebook.hands.check import (
    EARTH,
    HEAVEN,
    KONG,
    LAST_OF_KIND,
    LAST_WALL_TILE,
    NO_MELD,
    first_fault,
)
from hulebook.hands.faults import describe, describe_tiles
from hulebook.hands.meld import CHOW, CONCEALED_KONG, MELDED_KONG, PUNG, Meld
from hulebook.hands.notation import format_hand, merge_context, parse_hand
from hulebook.hands.tiles import KINDS, as_int, clip, wind_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, NoReturn

    from hulebook.hands.botzone import Pack

__all__ = ["CHOW", "CONCEALED_KONG", "MELDED_KONG", "PUNG", "Hand", "Meld"]

MAX_FLOWERS = 8
MAX_READ = 200  # tiles or melds: enough to see that they are too many
_set = object.__setattr__


class Hand:
    """A hand that claims to win; frozen, hashable, checked when made.

    Args:
        concealed: tile ids of the standing tiles, the winning tile among them, melds not.
        win_tile: id of the winning tile.
        melds: declared sets: `Meld`, ``(kind, tile[, source])`` or a batch byte (255: none).
        seat_wind, round_wind: 0-3 or a letter, E S W N.
        self_draw: won on an own draw, else on a discard (or a robbed kong).
        last_of_kind, last_wall_tile: as the rules name them.
        kong: kong replacement if self-drawn, else a robbed kong.
        heaven, earth: won on the deal by East; on East's first discard by another.
        flowers: 0-8.

    Raises `BadHand` with the first status that applies: 14 tiles (a meld counts as three), four
    of a kind at most, the winning tile standing, winds, flowers and flags that can be. Whether
    the tiles win is for scoring to say.

    >>> hand = Hand.from_string("[CCC,1]12356789pWW7p|SS0000|0")
    >>> hand.win_tile, hand.seat_wind, hand.melds
    (15, 1, (Meld(kind=1, tile=33, source=1),))
    >>> Hand(hand.concealed, 15, hand.melds, seat_wind=1, round_wind="S") == hand
    True
    """

    __slots__ = (
        "concealed", "counts", "flags", "flowers", "meld_bytes", "melds", "round_wind",
        "seat_wind", "self_draw", "win_tile",
    )  # fmt: skip

    concealed: tuple[int, ...]
    """Sorted tile ids of the standing tiles, the winning tile among them."""
    counts: bytes
    """Copies of each of the 34 kinds among the standing tiles."""
    win_tile: int
    melds: tuple[Meld, ...]
    meld_bytes: bytes
    """Four bytes, ``kind * 34 + tile``, 255 for none."""
    seat_wind: int
    round_wind: int
    self_draw: bool
    flags: int
    """Bit 0 last of its kind, 1 last wall tile, 2 kong, 3 heaven, 4 earth."""
    flowers: int

    def __new__(
        cls,
        concealed: "Iterable[int]",
        win_tile: int,
        melds: "Iterable[Meld | tuple[int, ...] | int]" = (),
        *,
        seat_wind: int | str = 0,
        round_wind: int | str = 0,
        self_draw: bool = False,
        last_of_kind: bool = False,
        last_wall_tile: bool = False,
        kong: bool = False,
        heaven: bool = False,
        earth: bool = False,
        flowers: int = 0,
    ) -> "Hand":
        context = _hand_context(
            seat_wind, round_wind, self_draw, last_of_kind, last_wall_tile, kong, heaven, earth,
            flowers,
        )  # fmt: skip
        return cls._checked(
            _count(concealed), _melds(melds), as_int(win_tile, "win_tile"), *context
        )

    @classmethod
    def from_string(cls, text: str, **context: "Any") -> "Hand":
        """Read a hand string; keywords supply the context that it leaves out.

        What neither gives is East, East, a discard, nothing special, no flowers. A keyword that
        says otherwise than the string is a `BadHand`.

        >>> str(Hand.from_string("19m19p19sESWNCFP1m", self_draw=True))
        '19m19p19sESWNPFC1m|EE1000|0'
        """
        tiles, melds, said = parse_hand(text)
        merged = merge_context(said, context)
        return cls(tiles, tiles[-1], melds, **merged)

    @classmethod
    def from_tiles(
        cls,
        concealed: "Iterable[int]",
        win_tile: int,
        melds: "Iterable[Meld | tuple[int, ...] | int]" = (),
        **context: "Any",
    ) -> "Hand":
        """The same as ``Hand(...)``: from tile ids, the winning tile among `concealed`."""
        return cls(concealed, win_tile, melds, **context)

    @classmethod
    def from_counts(
        cls,
        counts: "Sequence[int]",
        win_tile: int,
        melds: "Iterable[Meld | tuple[int, ...] | int]" = (),
        **context: "Any",
    ) -> "Hand":
        """From 34 counts of the standing tiles, the winning tile among them.

        >>> Hand.from_counts([3, 1, 1, 1, 1, 1, 1, 1, 3, 1] + [0] * 24, 9).concealed[-1]
        9
        """
        return cls._checked(
            _as_counts(counts),
            _melds(melds),
            as_int(win_tile, "win_tile"),
            *_hand_context(**context),
        )

    @classmethod
    def from_row(
        cls,
        concealed: "Sequence[int]",
        melds: "Sequence[int]",
        win_tile: int,
        self_draw: bool,
        flags: int,
        seat_wind: int,
        round_wind: int,
        flowers: int,
    ) -> "Hand":
        """From one row of a batch: 34 counts, 4 meld bytes, the flags as five bits.

        Raises `BadHand` with the status that the batch reports for the row.
        """
        return cls._checked(
            _as_counts(concealed),
            _melds(melds),
            as_int(win_tile, "win_tile"),
            bool(self_draw),
            as_int(flags, "flags"),
            as_int(seat_wind, "seat_wind"),
            as_int(round_wind, "round_wind"),
            as_int(flowers, "flowers"),
        )

    @classmethod
    def from_botzone(
        cls,
        pack: "Sequence[Pack]",
        hand: "Sequence[str]",
        win_tile: str,
        **context: "Any",
    ) -> "Hand":
        """From Botzone's and PyMahjongGB's arguments; `hand` is without the winning tile.

        A pack is ``("CHI" | "PENG" | "GANG", tile, offer)``: for a chow its middle tile, offer 0
        for a concealed kong, else 1-3. Tiles are W1-W9 characters, B1-B9 dots, T1-T9 bamboo,
        F1-F4 winds, J1-J3 red green white.

        >>> str(Hand.from_botzone([("CHI", "W2", 1), ("GANG", "F1", 0)],
        ...                       ["B1", "B2", "B3", "T5", "T6", "J1", "J1"], "T7", seat_wind=2))
        '[123m,1][EEEE]123p56sCC7s|EW0000|0'
        """
        from hulebook.hands.botzone import read_arguments

        tiles, melds = read_arguments(pack, hand, win_tile)
        return cls(tiles, tiles[-1], melds, **context)

    def to_botzone(self) -> "tuple[tuple[Pack, ...], tuple[str, ...], str]":
        """Pack, standing tiles without the winning tile, winning tile: as `from_botzone` reads.

        An added kong becomes a melded one (offers 5-7 are written as 1-3: they know no others).

        >>> Hand.from_string("[123m,2][EEEE]123p56sCC7s").to_botzone()[0]
        (('CHI', 'W2', 2), ('GANG', 'F1', 0))
        """
        from hulebook.hands.botzone import write_arguments

        return write_arguments(self)

    @classmethod
    def _checked(
        cls,
        counts: "Sequence[int]",
        melds: tuple[Meld, ...],
        win_tile: int,
        self_draw: bool,
        flags: int,
        seat_wind: int,
        round_wind: int,
        flowers: int,
    ) -> "Hand":
        bytes_ = _meld_bytes(melds)
        status = first_fault(counts, bytes_, win_tile, self_draw, flags, seat_wind, round_wind)
        if not 0 <= flowers <= MAX_FLOWERS and not 0 < status < Status.BAD_FLOWERS:
            status = Status.BAD_FLOWERS
        if len(melds) > 4 and status not in (Status.BAD_TILE, Status.BAD_MELD):
            status = Status.TILE_COUNT
        if status:
            message = describe(
                status, counts, melds, win_tile, self_draw, flags, seat_wind, round_wind, flowers
            )
            raise BadHand(message, status)
        tiles = tuple([tile for tile, copies in enumerate(counts) if copies for _ in range(copies)])
        return cls._trusted(
            tiles, win_tile, melds, seat_wind, round_wind, self_draw, flags, flowers
        )

    @classmethod
    def _trusted(
        cls,
        concealed: tuple[int, ...],
        win_tile: int,
        melds: tuple[Meld, ...] = (),
        seat_wind: int = 0,
        round_wind: int = 0,
        self_draw: bool = False,
        flags: int = 0,
        flowers: int = 0,
    ) -> "Hand":
        """A hand known to be legal: nothing is checked, `concealed` must be sorted."""
        counts = bytearray(KINDS)
        for tile in concealed:
            counts[tile] += 1
        hand = object.__new__(cls)
        _set(hand, "concealed", concealed)
        _set(hand, "counts", bytes(counts))
        _set(hand, "win_tile", win_tile)
        _set(hand, "melds", melds)
        _set(hand, "meld_bytes", _meld_bytes(melds))
        _set(hand, "seat_wind", seat_wind)
        _set(hand, "round_wind", round_wind)
        _set(hand, "self_draw", self_draw)
        _set(hand, "flags", flags)
        _set(hand, "flowers", flowers)
        return hand

    @property
    def last_of_kind(self) -> bool:
        return self.flags & LAST_OF_KIND != 0

    @property
    def last_wall_tile(self) -> bool:
        return self.flags & LAST_WALL_TILE != 0

    @property
    def kong(self) -> bool:
        return self.flags & KONG != 0

    @property
    def heaven(self) -> bool:
        return self.flags & HEAVEN != 0

    @property
    def earth(self) -> bool:
        return self.flags & EARTH != 0

    @property
    def context(self) -> dict[str, int]:
        """Winds, self-draw, flags and flowers under the names of the keywords."""
        return {
            "seat_wind": self.seat_wind,
            "round_wind": self.round_wind,
            "self_draw": self.self_draw,
            "last_of_kind": self.last_of_kind,
            "last_wall_tile": self.last_wall_tile,
            "kong": self.kong,
            "heaven": self.heaven,
            "earth": self.earth,
            "flowers": self.flowers,
        }

    def to_string(self, *, unicode: bool = False) -> str:
        """The canonical hand string, on request with Unicode tiles.

        >>> hand = Hand.from_string("[CCC,1]12356789pWW7p")
        >>> hand.to_string(unicode=True).startswith("[" + 3 * chr(0x1F004))
        True
        """
        return format_hand(self, unicode=unicode)

    def _key(self) -> tuple[object, ...]:
        return (
            self.concealed, self.win_tile, self.melds, self.seat_wind, self.round_wind,
            self.self_draw, self.flags, self.flowers,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Hand) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __str__(self) -> str:
        return format_hand(self)

    def __repr__(self) -> str:
        return f"Hand.from_string({format_hand(self)!r})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Hand.from_string, (format_hand(self),)

    def __setattr__(self, name: str, value: object) -> "NoReturn":
        raise AttributeError(f"a Hand is frozen: {name!r} cannot be set")

    def __delattr__(self, name: str) -> "NoReturn":
        raise AttributeError(f"a Hand is frozen: {name!r} cannot be deleted")


def _as_bool(value: bool, name: str) -> bool:
    if value not in (0, 1):
        raise TypeError(f"{name} must be true or false, not {clip(value)}")
    return bool(value)


def _hand_context(
    seat_wind: int | str = 0,
    round_wind: int | str = 0,
    self_draw: bool = False,
    last_of_kind: bool = False,
    last_wall_tile: bool = False,
    kong: bool = False,
    heaven: bool = False,
    earth: bool = False,
    flowers: int = 0,
) -> tuple[bool, int, int, int, int]:
    """Self-draw, flags, seat wind, round wind, flowers."""
    flags = (
        LAST_OF_KIND * _as_bool(last_of_kind, "last_of_kind")
        | LAST_WALL_TILE * _as_bool(last_wall_tile, "last_wall_tile")
        | KONG * _as_bool(kong, "kong")
        | HEAVEN * _as_bool(heaven, "heaven")
        | EARTH * _as_bool(earth, "earth")
    )
    return (
        _as_bool(self_draw, "self_draw"),
        flags,
        wind_id(seat_wind),
        wind_id(round_wind),
        as_int(flowers, "flowers"),
    )


def _count(tiles: "Iterable[int]") -> list[int]:
    """The 34 counts of tile ids; far more than a hand holds are not all read."""
    counts = [0] * KINDS
    for number, value in enumerate(tiles):
        if number == MAX_READ:
            break
        tile = as_int(value, "a tile id")
        if not 0 <= tile < KINDS:
            raise BadHand(f"{clip(tile)} is no tile id: ids are 0-33", Status.BAD_TILE)
        counts[tile] += 1
    return counts


def _as_counts(counts: "Sequence[int]") -> list[int]:
    if len(counts) != KINDS:
        raise BadHand(f"{len(counts)} counts: there are 34 kinds of tile", Status.BAD_TILE)
    numbers = [as_int(count, "a count") for count in counts]
    if min(numbers) < 0:
        raise BadHand(describe_tiles(numbers), Status.BAD_TILE)
    return numbers


def _melds(values: "Iterable[Meld | tuple[int, ...] | int]") -> tuple[Meld, ...]:
    melds: list[Meld] = []
    for number, value in enumerate(values):
        if number == MAX_READ:
            break
        if isinstance(value, Meld):
            melds.append(value)
        elif isinstance(value, tuple):
            melds.append(Meld(*value))
        elif (byte := as_int(value, "a meld")) != NO_MELD:
            melds.append(Meld.from_byte(byte))
    return tuple(melds)


def _meld_bytes(melds: tuple[Meld, ...]) -> bytes:
    return bytes([meld.byte for meld in melds] + [NO_MELD] * (4 - len(melds)))
