"""Hands for the reference scorers: a plain dataclass, its legality, and a reader of hand strings.

Nothing here is shared with the library that the reference scorers are meant to prove.
"""

from dataclasses import dataclass

CHOW, PUNG, MELDED_KONG, CONCEALED_KONG = range(4)
HONOR_LETTERS = "ESWNPFC"
SUIT_START = {"m": 0, "p": 9, "s": 18, "z": 27}

# Published numbers of the reasons to refuse a hand; a hand gets the lowest that applies.
BAD_TEXT = 2
BAD_TILE = 3
BAD_MELD = 4
TILE_COUNT = 5
FIFTH_TILE = 6
WIN_TILE = 7
BAD_WIND = 8
BAD_FLOWERS = 9
KONG_WITHOUT_KONG = 11
ROBBED_HELD = 12
ROBBED_LAST_TILE = 13
LAST_STANDING = 14
BAD_HEAVEN = 15
BAD_EARTH = 16


class Illegal(ValueError):
    """The input is no legal hand; `status` is the published number of the reason."""

    def __init__(self, reason: str, status: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.status = status


@dataclass(frozen=True)
class RefHand:
    """A claimed win: tile ids 0-33, winds 0-3, melds as (kind, lowest tile)."""

    concealed: tuple[int, ...]
    win_tile: int
    melds: tuple[tuple[int, int], ...] = ()
    seat_wind: int = 0
    round_wind: int = 0
    self_draw: bool = False
    last_of_kind: bool = False
    last_wall_tile: bool = False
    kong: bool = False
    heaven: bool = False
    earth: bool = False
    flowers: int = 0


def meld_tiles(kind: int, tile: int) -> tuple[int, ...]:
    """The tile ids of a meld, three or four."""
    if kind == CHOW:
        return (tile, tile + 1, tile + 2)
    return (tile,) * (3 if kind == PUNG else 4)


def tile_name(tile: int) -> str:
    """A tile as text: `5m`, or an honor letter."""
    if tile >= 27:
        return HONOR_LETTERS[tile - 27]
    return f"{tile % 9 + 1}{'mps'[tile // 9]}"


def check(hand: RefHand) -> None:
    """Raise `Illegal` for a hand that cannot be, for the first reason in the published order."""
    _check_tiles(hand)
    _check_circumstances(hand)


def _check_tiles(hand: RefHand) -> None:
    for tile in hand.concealed:
        if not 0 <= tile <= 33:
            raise Illegal(f"no tile has the id {tile}", BAD_TILE)
    for kind, tile in hand.melds:
        if not (0 <= kind <= 3 and 0 <= tile <= 33):
            raise Illegal(f"no meld has kind {kind} and tile {tile}", BAD_MELD)
        if kind == CHOW and (tile >= 27 or tile % 9 > 6):
            raise Illegal(f"no chow begins with {tile_name(tile)}", BAD_MELD)
    size = len(hand.concealed) + 3 * len(hand.melds)
    if size != 14:
        raise Illegal(
            f"a hand has 14 tiles, kongs counted as three; this one has {size}", TILE_COUNT
        )
    everything = list(hand.concealed)
    for kind, tile in hand.melds:
        everything.extend(meld_tiles(kind, tile))
    for tile in sorted(set(everything)):
        if everything.count(tile) > 4:
            raise Illegal(f"{everything.count(tile)} of {tile_name(tile)}", FIFTH_TILE)
    if hand.win_tile not in hand.concealed:
        raise Illegal("the winning tile is not among the standing tiles", WIN_TILE)


def _check_circumstances(hand: RefHand) -> None:
    if not (0 <= hand.seat_wind <= 3 and 0 <= hand.round_wind <= 3):
        raise Illegal("a wind is one of four", BAD_WIND)
    if not 0 <= hand.flowers <= 8:
        raise Illegal(f"{hand.flowers} flowers", BAD_FLOWERS)
    own_kong = any(kind in (MELDED_KONG, CONCEALED_KONG) for kind, _ in hand.melds)
    standing = hand.concealed.count(hand.win_tile)
    melded = sum(meld_tiles(*meld).count(hand.win_tile) for meld in hand.melds)
    if hand.kong and hand.self_draw and not own_kong:
        raise Illegal("a kong replacement without a kong", KONG_WITHOUT_KONG)
    if hand.kong and not hand.self_draw and standing + melded > 1:
        raise Illegal("the robbed kong's kind is also in the winner's hand", ROBBED_HELD)
    if hand.kong and not hand.self_draw and hand.last_wall_tile:
        raise Illegal("no kong is declared on the last wall tile", ROBBED_LAST_TILE)
    if hand.last_of_kind and standing > 1:
        raise Illegal("last of its kind, with another copy standing", LAST_STANDING)
    dealt = not hand.melds and not hand.kong
    if hand.heaven and not (hand.self_draw and dealt and hand.seat_wind == 0):
        raise Illegal("heaven is East's self-drawn win on the deal", BAD_HEAVEN)
    if hand.earth and (hand.self_draw or not dealt or hand.seat_wind == 0):
        raise Illegal("earth is another player's win on East's first discard", BAD_EARTH)


def parse(text: str) -> RefHand:
    """Read a hand string such as `[CCC,1]12356789pWW7p|SS0000|0`.

    Raises `Illegal` for text that is no hand string and for hands that cannot be.
    """
    parts = text.strip().split("|")
    if len(parts) > 3:
        raise Illegal("too many parts", BAD_TEXT)
    tiles, melds = _read_tiles(parts[0])
    winds, bits = _read_context(parts[1] if len(parts) > 1 else "EE0000")
    hand = RefHand(
        concealed=tuple(sorted(tiles)),
        win_tile=tiles[-1],
        melds=tuple(melds),
        round_wind=winds[0],
        seat_wind=winds[1],
        self_draw=bits[0],
        last_of_kind=bits[1],
        last_wall_tile=bits[2],
        kong=bits[3],
        heaven=bits[4] and bits[0],
        earth=bits[4] and not bits[0],
        flowers=_read_flowers(parts[2] if len(parts) > 2 else "0"),
    )
    check(hand)
    return hand


def _read_tiles(text: str) -> tuple[list[int], list[tuple[int, int]]]:
    """Standing tiles in written order (the winning tile last) and the melds."""
    melds: list[tuple[int, int]] = []
    loose = ""
    rest = text
    while "[" in rest:
        before, _, rest = rest.partition("[")
        inside, bracket, rest = rest.partition("]")
        if not bracket:
            raise Illegal("a bracket is not closed", BAD_TEXT)
        loose += before + " "
        melds.append(_read_meld(inside))
    loose += rest
    if loose.count("+") > 1:
        raise Illegal("more than one +", BAD_TEXT)
    if "+" in loose:
        standing, _, winning = loose.partition("+")
        winners = _tile_list(winning)
        if len(winners) != 1:
            raise Illegal("one winning tile follows the +", BAD_TEXT)
        return _tile_list(standing) + winners, melds
    tiles = _tile_list(loose)
    if not tiles:
        raise Illegal("no standing tile", BAD_TEXT)
    return tiles, melds


def _tile_list(text: str) -> list[int]:
    tiles: list[int] = []
    for group in text.split():
        tiles.extend(_tile_group(group))
    return tiles


def _tile_group(text: str) -> list[int]:
    tiles: list[int] = []
    ranks: list[int] = []
    for sign in text:
        if sign in "123456789":
            ranks.append(int(sign))
        elif sign in SUIT_START:
            if not ranks:
                raise Illegal(f"no rank before {sign}", BAD_TEXT)
            if sign == "z" and max(ranks) > 7:
                raise Illegal("honors are 1z to 7z", BAD_TEXT)
            tiles.extend(SUIT_START[sign] + rank - 1 for rank in ranks)
            ranks = []
        elif sign in HONOR_LETTERS:
            if ranks:
                raise Illegal("ranks without a suit", BAD_TEXT)
            tiles.append(27 + HONOR_LETTERS.index(sign))
        else:
            raise Illegal(f"{sign!r} is no tile", BAD_TEXT)
    if ranks:
        raise Illegal("ranks without a suit", BAD_TEXT)
    return tiles


def _read_meld(text: str) -> tuple[int, int]:
    body, comma, source = text.partition(",")
    source = source.strip()
    tiles = sorted(_tile_list(body))
    if len(tiles) not in (3, 4):
        raise Illegal(f"[{text}] is no meld", BAD_TEXT)
    low = tiles[0]
    equal = tiles == [low] * len(tiles)
    allowed = ("1", "2", "3", "5", "6", "7") if len(tiles) == 4 else ("1", "2", "3")
    if comma and source not in allowed:
        raise Illegal(f"[{text}] names no source", BAD_TEXT)
    if len(tiles) == 4 and equal:
        return (MELDED_KONG if comma else CONCEALED_KONG), low
    if len(tiles) == 3 and equal:
        return PUNG, low
    if len(tiles) == 3 and tiles == [low, low + 1, low + 2] and low < 27 and low % 9 <= 6:
        return CHOW, low
    raise Illegal(f"[{text}] is no meld", BAD_TEXT)


def _read_context(text: str) -> tuple[tuple[int, int], list[bool]]:
    text = text.strip()
    if len(text) not in (6, 7) or any(sign not in "01" for sign in text[2:]):
        raise Illegal(f"|{text}: two winds and four or five digits 0 or 1", BAD_TEXT)
    winds = []
    for sign in text[:2]:
        if sign not in "ESWN":
            raise Illegal(f"{sign!r} is no wind", BAD_TEXT)
        winds.append("ESWN".index(sign))
    bits = [sign == "1" for sign in text[2:]]
    return (winds[0], winds[1]), (bits + [False])[:5]


def _read_flowers(text: str) -> int:
    text = text.strip()
    if text.isdecimal() and text.isascii():
        return int(text)
    if text and all(sign in "abcdefgh" for sign in text):
        if len(set(text)) < len(text):
            raise Illegal("a flower twice", BAD_FLOWERS)
        return len(text)
    raise Illegal(f"{text!r}: a number of flowers or their letters", BAD_TEXT)
