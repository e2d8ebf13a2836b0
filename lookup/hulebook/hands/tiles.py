"""Tile ids and the ways to write them.

Ids 0-33: characters 1-9, dots 1-9, bamboo 1-9, East South West North, white green red. In text:
`1-9` + `m p s`, and one letter for an honor, `E S W N P F C` (P white, F green, C red).
Read but never printed: `1z-7z` in the order East South West North white green red. Unicode tiles
(U+1F000 to U+1F021) are read, and printed on request.
"""

from hulebook.errors import BadHand, Status

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import NoReturn

KINDS = 34
WINDS = "ESWN"
NAMES: tuple[str, ...] = (
    *(rank + suit for suit in "mps" for rank in "123456789"),
    *"ESWNPFC",
)
GLYPHS: tuple[str, ...] = tuple(
    map(chr, (*range(0x1F007, 0x1F010), *range(0x1F019, 0x1F022), *range(0x1F010, 0x1F019),
              *range(0x1F000, 0x1F004), 0x1F006, 0x1F005, 0x1F004))
)  # fmt: skip
MAX_TEXT = 200

_FIRST_OF_SUIT = {"m": 0, "p": 9, "s": 18, "z": 27}
_ONE_SIGN = {sign: tile for tile, sign in enumerate(GLYPHS)} | {
    letter: 27 + honor for honor, letter in enumerate("ESWNPFC")
}
_VARIATION_SELECTORS = "\ufe0e\ufe0f"


def clip(value: object) -> str:
    """`value` as a message shows it: its repr, cut short when a hostile one is long."""
    shown = repr(value)
    return shown if len(shown) <= 40 else shown[:37] + "..."


def refuse(text: str, position: int, expected: str) -> "NoReturn":
    """Raise BAD_TEXT for `text` at `position`, counted from 1 in the message."""
    found = ascii(text[position]) if position < len(text) else "the end"
    message = f"position {position + 1}: expected {expected}, found {found}"
    raise BadHand(message, Status.BAD_TEXT)


def check_text(text: str) -> None:
    """Refuse what is no text, or too long to be a hand."""
    if not isinstance(text, str):
        raise TypeError(f"expected a string, not {type(text).__name__}")
    if len(text) > MAX_TEXT:
        message = f"{len(text)} characters of text: a hand takes at most {MAX_TEXT}"
        raise BadHand(message, Status.BAD_TEXT)


def read_tiles(text: str, start: int, end: int, tiles: list[int]) -> None:
    """Append the ids of the tiles in ``text[start:end]`` to `tiles`; spaces are skipped."""
    ranks = ""
    for position in range(start, end):
        sign = text[position]
        if sign in "123456789":
            ranks += sign
        elif sign.isspace():
            continue
        elif ranks:
            if sign not in _FIRST_OF_SUIT:
                refuse(text, position, f"m, p, s or z after {ranks}")
            if sign == "z" and max(ranks) > "7":
                refuse(text, position, f"m, p or s after {ranks}: honors are 1z-7z")
            base = _FIRST_OF_SUIT[sign] - 1
            tiles += [base + int(rank) for rank in ranks]
            ranks = ""
        elif sign in _ONE_SIGN:
            tiles.append(_ONE_SIGN[sign])
        elif sign not in _VARIATION_SELECTORS or text[position - 1 : position] not in GLYPHS:
            _refuse_sign(text, position)
    if ranks:
        refuse(text, end, f"m, p, s or z after {ranks}")


def _refuse_sign(text: str, position: int) -> "NoReturn":
    sign = text[position]
    if "\U0001f022" <= sign <= "\U0001f029":
        expected = "a tile of the hand (flowers are counted after the second '|')"
    elif sign == "0":
        expected = "a rank 1-9"
    elif sign in _FIRST_OF_SUIT:
        expected = f"a rank 1-9 before {sign!r}"
    else:
        expected = "a tile (ranks 1-9 then m, p or s; or one of E S W N P F C)"
    refuse(text, position, expected)


def parse_tiles(text: str) -> tuple[int, ...]:
    """The ids of a run of tiles, in the order written.

    Raises `BadHand` (BAD_TEXT) with the position, counted from 1, and what was expected there.

    >>> parse_tiles("123m 45p E 7z")
    (0, 1, 2, 12, 13, 27, 33)
    """
    check_text(text)
    tiles: list[int] = []
    read_tiles(text, 0, len(text), tiles)
    return tuple(tiles)


def tile_id(text: str) -> int:
    """The id of one tile.

    >>> tile_id("5m"), tile_id("P"), tile_id("5z")
    (4, 31, 31)
    """
    tiles = parse_tiles(text)
    if len(tiles) != 1:
        raise BadHand(f"expected one tile, found {len(tiles)} in {clip(text)}", Status.BAD_TEXT)
    return tiles[0]


def tile_name(tile: int) -> str:
    """The text of one tile id: two characters for a suit tile, a letter for an honor.

    >>> tile_name(4), tile_name(33)
    ('5m', 'C')
    """
    if not 0 <= tile < KINDS:
        raise BadHand(f"{clip(tile)} is no tile id: ids are 0-33", Status.BAD_TILE)
    return NAMES[tile]


def tile_glyph(tile: int) -> str:
    """The Unicode character of one tile id.

    >>> tile_glyph(27) == chr(0x1F000)
    True
    """
    tile_name(tile)
    return GLYPHS[tile]


def format_tiles(tiles: "Iterable[int]", *, unicode: bool = False) -> str:
    """The compact text of tile ids, in the order given: neighbours of a suit share its letter.

    `parse_tiles` reads it back to the same ids.

    >>> format_tiles([0, 1, 2, 12, 13, 27, 33])
    '123m45pEC'
    """
    if unicode:
        return "".join(map(tile_glyph, tiles))
    text = ""
    open_suit = ""
    for tile in tiles:
        name = tile_name(tile)
        suit = name[1:]
        if suit != open_suit:
            text += open_suit
            open_suit = suit
        text += name[0]
    return text + open_suit


def wind_id(wind: int | str) -> int:
    """A wind as 0-3 from its letter; a number comes back as it is, for the hand's own check.

    >>> wind_id("W"), wind_id(2)
    (2, 2)
    """
    if not isinstance(wind, str):
        return as_int(wind, "a wind")
    if len(wind) != 1 or wind not in WINDS:
        raise BadHand(f"wind {clip(wind)}: winds are 0-3 or E, S, W, N", Status.BAD_WIND)
    return WINDS.index(wind)


def as_int(value: int, name: str) -> int:
    """`value` as a plain int (numpy integers too); `TypeError` naming it for anything else."""
    try:
        return value.__index__()
    except AttributeError:
        message = f"{name} must be an integer, not {type(value).__name__}"
        raise TypeError(message) from None
