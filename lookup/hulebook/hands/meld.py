"""Declared sets."""

from hulebook.errors import BadHand, Status
from hulebook.hands.check import NO_MELD, first_fault
from hulebook.hands.tiles import NAMES, as_int, clip, format_tiles

CHOW, PUNG, MELDED_KONG, CONCEALED_KONG = range(4)
KIND_NAMES = ("chow", "pung", "melded kong", "concealed kong")

_SOURCES = ((1, 2, 3), (1, 2, 3), (1, 2, 3, 5, 6, 7), (0,))
_NOT_A_MELD = 254  # any byte over 135 would do
_NO_TILES = bytes(34)


class Meld(tuple[int, int, int]):
    """A declared set: `kind`, lowest `tile` id, `source`. A tuple of the three, unchecked.

    `kind` is CHOW, PUNG, MELDED_KONG or CONCEALED_KONG (0-3). `source` says who gave the tile: 1
    the previous player, 2 the opposite, 3 the next, 5-7 the same for a kong added to a pung, 0
    for a concealed kong. On a chow, always from the previous player, it is any detail 1-3 (other
    programs put there which of the three tiles was claimed). It never changes a score.

    >>> Meld(CHOW, 0), Meld(CONCEALED_KONG, 31).source
    (Meld(kind=0, tile=0, source=1), 0)
    >>> str(Meld(MELDED_KONG, 13, 5))
    '[5555p,5]'
    """

    __slots__ = ()

    def __new__(cls, kind: int, tile: int, source: int | None = None) -> "Meld":
        if source is None:
            source = 0 if kind == CONCEALED_KONG else 1
        numbers = (as_int(kind, "kind"), as_int(tile, "tile"), as_int(source, "source"))
        return super().__new__(cls, numbers)

    @classmethod
    def from_byte(cls, byte: int) -> "Meld":
        """The meld of a batch row's byte, ``kind * 34 + tile``; a byte over 135 gives no legal one.

        >>> Meld.from_byte(34 + 13)
        Meld(kind=1, tile=13, source=1)
        """
        return cls(*divmod(byte, 34))

    @property
    def kind(self) -> int:
        return self[0]

    @property
    def tile(self) -> int:
        return self[1]

    @property
    def source(self) -> int:
        return self[2]

    @property
    def tiles(self) -> tuple[int, ...]:
        """The three or four tile ids."""
        kind, tile, _ = self
        if kind == CHOW:
            return (tile, tile + 1, tile + 2)
        return (tile,) * (3 if kind == PUNG else 4)

    @property
    def byte(self) -> int:
        """``kind * 34 + tile`` as batches hold it; 254 if kind, tile or source is out of range."""
        kind, tile, source = self
        if not (0 <= kind <= 3 and 0 <= tile <= 33) or source not in _SOURCES[kind]:
            return _NOT_A_MELD
        return kind * 34 + tile

    def __getnewargs__(self) -> tuple[int, int, int]:
        return self[0], self[1], self[2]

    def __repr__(self) -> str:
        return f"Meld(kind={self[0]}, tile={self[1]}, source={self[2]})"

    def __str__(self) -> str:
        return format_meld(self)


def is_legal(meld: Meld) -> bool:
    """Whether kind, tile and source can be together."""
    row = (meld.byte, NO_MELD, NO_MELD, NO_MELD)
    return first_fault(_NO_TILES, row, 0, False, 0, 0, 0) != Status.BAD_MELD


def meld_of_tiles(tiles: list[int], source: int | None) -> Meld:
    """The meld of tiles in any order; `source` None marks a concealed kong, else 1 is meant.

    Raises `BadHand` (BAD_MELD) for tiles that are no chow, pung or kong, or a source that the
    kind cannot have.
    """
    lowest = min(tiles, default=0)
    if tiles.count(lowest) == len(tiles) == 3:
        meld = Meld(PUNG, lowest, source)
    elif tiles.count(lowest) == len(tiles) == 4:
        meld = Meld(CONCEALED_KONG if source is None else MELDED_KONG, lowest, source)
    else:
        meld = Meld(CHOW, lowest, source)
        if sorted(tiles) != list(meld.tiles) or not is_legal(Meld(CHOW, lowest)):
            message = f"[{format_tiles(tiles)}] is no chow, pung or kong"
            raise BadHand(message, Status.BAD_MELD)
    if not is_legal(meld):
        raise BadHand(describe_meld(meld), Status.BAD_MELD)
    return meld


def describe_meld(meld: Meld) -> str:
    """Why `meld` is none."""
    kind, tile, source = meld
    if not 0 <= kind <= 3:
        return f"meld kind {clip(kind)}: kinds are 0-3 (chow, pung, melded and concealed kong)"
    if not 0 <= tile <= 33:
        return f"{KIND_NAMES[kind]} of tile {clip(tile)}: ids are 0-33"
    if source not in _SOURCES[kind]:
        sources = ", ".join(map(str, _SOURCES[kind]))
        return (
            f"source {clip(source)} of a {KIND_NAMES[kind]} of {NAMES[tile]}: it can be {sources}"
        )
    return f"no chow starts with {NAMES[tile]}"


def format_meld(meld: Meld, *, unicode: bool = False) -> str:
    """The meld in brackets, as hand strings have it.

    >>> format_meld(Meld(PUNG, 27, 2)), format_meld(Meld(CONCEALED_KONG, 0))
    ('[EEE,2]', '[1111m]')
    """
    tiles = format_tiles(meld.tiles, unicode=unicode)
    return f"[{tiles}]" if meld.kind == CONCEALED_KONG else f"[{tiles},{meld.source}]"
