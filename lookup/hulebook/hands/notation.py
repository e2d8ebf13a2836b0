"""Hand strings: melds in brackets, standing tiles with the winning tile last, context, flowers.

``[123m,1][5555p]12356789pWW7p|SS0000|0``. The parts after the first ``|`` are optional.
"""

from hulebook.errors import BadHand, Status
from hulebook.hands.meld import Meld, format_meld, meld_of_tiles
from hulebook.hands.tiles import WINDS, check_text, clip, format_tiles, read_tiles, refuse, wind_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, NoReturn

    from hulebook.hands.hand import Hand

DEFAULTS: dict[str, int] = {
    "seat_wind": 0,
    "round_wind": 0,
    "self_draw": False,
    "last_of_kind": False,
    "last_wall_tile": False,
    "kong": False,
    "heaven": False,
    "earth": False,
    "flowers": 0,
}
Bracket = tuple[list[int], int | None]  # tiles, digit
_DIGITS = "0123456789"
_FLOWERS = "abcdefgh"
_EXPECTED_FLOWERS = "a flower count, or letters a-h, each at most once"
_CONTEXT_PLACES = (
    (WINDS, "round wind E, S, W or N"),
    (WINDS, "seat wind E, S, W or N"),
    ("01", "0 or 1 (self-drawn)"),
    ("01", "0 or 1 (last of its kind)"),
    ("01", "0 or 1 (last wall tile)"),
    ("01", "0 or 1 (kong)"),
    ("01", "0 or 1 (won on the deal)"),
)
_FLAG_DIGITS = ("self_draw", "last_of_kind", "last_wall_tile", "kong")


def parse_hand(text: str) -> tuple[tuple[int, ...], tuple[Meld, ...], dict[str, int]]:
    """Read a hand string: standing tiles (the last one wins), melds, and the context it states.

    The context holds only what the string says, under the names of `DEFAULTS`. Only the text is
    judged here, not whether such a hand can be. Raises `BadHand`: BAD_TEXT with the position,
    counted from 1, and what was expected there; BAD_MELD for brackets that hold no meld.

    >>> parse_hand("[E E E,1] 123m 456p 77s 3s + 3s")
    ((0, 1, 2, 12, 13, 14, 24, 24, 20, 20), (Meld(kind=1, tile=27, source=1),), {})
    >>> parse_hand("123m1m|WS0100")[2]["round_wind"]
    2
    """
    check_text(text)
    bars = [position for position, sign in enumerate(text) if sign == "|"]
    if len(bars) > 2:
        refuse(text, bars[2], "nothing after the flowers")
    ends = [*bars, len(text)]
    tiles, melds = _parse_tiles(text, ends[0])
    context: dict[str, int] = {}
    if bars:
        context = _parse_context(text, ends[0] + 1, ends[1])
    if len(bars) == 2:
        context["flowers"] = _parse_flowers(text, ends[1] + 1, ends[2])
    return tiles, tuple(meld_of_tiles(*bracket) for bracket in melds), context


def _parse_tiles(text: str, end: int) -> tuple[tuple[int, ...], list[Bracket]]:
    """The standing tiles of ``text[:end]``, and the tiles and source of each bracket."""
    standing: list[int] = []
    brackets: list[Bracket] = []
    plus = text.find("+", 0, end)
    before_plus = -1
    position = 0
    while position < end:
        opening = text.find("[", position, end)
        stop = end if opening < 0 else opening
        if position <= plus < stop:
            read_tiles(text, position, plus, standing)
            before_plus = len(standing)
            position = plus + 1
        read_tiles(text, position, stop, standing)
        if opening < 0:
            break
        closing = text.find("]", opening, end)
        if closing < 0:
            refuse(text, end, f"']' for the '[' at position {opening + 1}")
        brackets.append(_parse_bracket(text, opening + 1, closing))
        position = closing + 1
    if before_plus >= 0 and len(standing) != before_plus + 1:
        refuse(text, plus + 1, "one tile, the winning tile, after '+'")
    if not standing:
        refuse(text, end, "standing tiles, the winning tile last")
    return tuple(standing), brackets


def _parse_bracket(text: str, start: int, end: int) -> Bracket:
    comma = text.find(",", start, end)
    tiles: list[int] = []
    read_tiles(text, start, end if comma < 0 else comma, tiles)
    if comma < 0:
        return tiles, None
    digit = text[comma + 1 : end].strip()
    if len(digit) != 1 or digit not in "123567":
        expected = "one digit: 1-3 (previous, opposite, next player), or 5-7 for an added kong"
        _refuse_first(text, comma + 1, end, [("123567", expected)], "']'")
    return tiles, int(digit)


def _parse_context(text: str, start: int, end: int) -> dict[str, int]:
    signs = "".join(text[start:end].split())
    winds, digits = signs[:2], signs[2:]
    if len(signs) not in (6, 7) or winds.strip(WINDS) or digits.strip("01"):
        _refuse_first(text, start, end, _CONTEXT_PLACES, "'|' and the flowers, or the end")
    context: dict[str, int] = {
        "round_wind": WINDS.index(winds[0]),
        "seat_wind": WINDS.index(winds[1]),
    }
    for name, digit in zip(_FLAG_DIGITS, digits, strict=False):
        context[name] = digit == "1"
    if len(digits) == 5:
        dealt = digits[4] == "1"
        context["heaven"] = dealt and digits[0] == "1"
        context["earth"] = dealt and digits[0] == "0"
    return context


def _parse_flowers(text: str, start: int, end: int) -> int:
    signs = "".join(text[start:end].split())
    if signs and not signs.strip(_DIGITS):
        return int(signs)
    if signs and not signs.strip(_FLOWERS) and len(set(signs)) == len(signs):
        return len(signs)
    if signs[:1] in _DIGITS and signs:
        places = [(_DIGITS, "")] * (len(signs) - len(signs.lstrip(_DIGITS)))
        _refuse_first(text, start, end, places, "the end of the flower count")
    places = [
        (_FLOWERS.translate({ord(sign): None for sign in signs[:place]}), _EXPECTED_FLOWERS)
        for place in range(9)
    ]
    _refuse_first(text, start, end, places, "the end")


def _refuse_first(
    text: str, start: int, end: int, places: "Sequence[tuple[str, str]]", after: str
) -> "NoReturn":
    """Refuse the first sign of ``text[start:end]`` that its place does not allow, or one too many.

    `places` holds the signs allowed and what to call them, for each sign that is no space.
    """
    positions = [at for at in range(start, end) if not text[at].isspace()]
    for (allowed, expected), at in zip(places, [*positions, end], strict=False):
        if at == end or text[at] not in allowed:
            refuse(text, at, expected)
    refuse(text, positions[len(places)], after)


def merge_context(said: "Mapping[str, int]", keywords: "Mapping[str, Any]") -> "dict[str, Any]":
    """The whole context: what the hand string says, what the keywords add, `DEFAULTS` for the rest.

    A keyword is given unless it is None. One that says otherwise than the string is a `BadHand`
    (BAD_TEXT) naming both; an unknown one a `TypeError`. Winds may be letters.

    >>> merge_context({"seat_wind": 2}, {"seat_wind": "W", "flowers": 3})["flowers"]
    3
    """
    merged = {**DEFAULTS, **said}
    for name, given in keywords.items():
        if given is None:
            continue
        if name not in DEFAULTS:
            raise TypeError(f"no context is called {name!r}: expected one of {', '.join(DEFAULTS)}")
        value = wind_id(given) if name in ("seat_wind", "round_wind") else given
        if name in said and value != said[name]:
            told = WINDS[said[name]] if name in ("seat_wind", "round_wind") else said[name]
            message = f"{name}={clip(given)} contradicts the hand, which says {told}"
            raise BadHand(message, Status.BAD_TEXT)
        merged[name] = value
    return merged


def format_hand(hand: "Hand", *, unicode: bool = False) -> str:
    """The canonical string of a hand; `parse_hand` and the same context give the hand back."""
    tiles = list(hand.concealed)
    tiles.remove(hand.win_tile)
    digits = (
        f"{hand.self_draw:d}{hand.last_of_kind:d}{hand.last_wall_tile:d}{hand.kong:d}"
        f"{'1' if hand.heaven or hand.earth else ''}"
    )
    return (
        "".join(format_meld(meld, unicode=unicode) for meld in hand.melds)
        + format_tiles(tiles, unicode=unicode)
        + format_tiles((hand.win_tile,), unicode=unicode)
        + f"|{WINDS[hand.round_wind]}{WINDS[hand.seat_wind]}{digits}|{hand.flowers}"
    )
