"""What is wrong with a hand, in words: which tile, how many, which rule."""

from hulebook.errors import STATUS_NAMES, Status
from hulebook.hands.check import KONG
from hulebook.hands.meld import Meld, describe_meld, is_legal
from hulebook.hands.tiles import KINDS, NAMES, WINDS, clip, format_tiles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_WORDS = {5: "five", 6: "six", 7: "seven", 8: "eight"}


def describe(
    status: int,
    counts: "Sequence[int]",
    melds: "Sequence[Meld]",
    win_tile: int,
    self_draw: bool,
    flags: int,
    seat_wind: int,
    round_wind: int,
    flowers: int,
) -> str:
    """The message for a status that `first_fault` gave for this hand, or BAD_FLOWERS.

    Statuses that are not about the hand itself come back as their names.
    """
    win = NAMES[win_tile] if 0 <= win_tile <= 33 else ""
    match status:
        case Status.BAD_TILE:
            return describe_tiles(counts)
        case Status.BAD_MELD:
            return describe_meld(next(meld for meld in melds if not is_legal(meld)))
        case Status.TILE_COUNT:
            total = sum(counts) + 3 * len(melds)
            return (
                f"{sum(counts)} standing tiles and {len(melds)} melds make {total}: a winning hand "
                "makes 14 (a meld counts as three, the winning tile is one of the standing tiles)"
            )
        case Status.FIFTH_TILE:
            return _fifth_tile(counts, melds)
        case Status.WIN_TILE if not win:
            return f"winning tile {clip(win_tile)} is no tile id: ids are 0-33"
        case Status.WIN_TILE:
            held = format_tiles(tile for tile in range(KINDS) for _ in range(counts[tile]))
            return f"the winning tile {win} is not among the standing tiles {held}"
        case Status.BAD_WIND:
            name, wind = ("seat", seat_wind) if not 0 <= seat_wind <= 3 else ("round", round_wind)
            return f"{name} wind {clip(wind)}: winds are 0-3 (E, S, W, N)"
        case Status.BAD_FLOWERS:
            return f"{clip(flowers)} flowers: a hand has 0-8"
        case Status.BAD_FLAGS:
            return f"flags {clip(flags)}: the five bits make 0-31"
        case Status.KONG_WITHOUT_KONG:
            return f"self-drawn {win} after a kong (kong flag), but no kong among the melds"
        case Status.ROBBED_HELD:
            return f"{win} robbed from a kong (kong flag, not self-drawn), but the hand holds {win}"
        case Status.ROBBED_LAST_TILE:
            return f"{win} robbed from a kong on the last wall tile: no kong is made on that tile"
        case Status.LAST_STANDING:
            number = counts[win_tile]
            return f"{win} as the last of its kind, but {number} of it among the standing tiles"
        case Status.BAD_HEAVEN:
            why = "without self-draw" if not self_draw else f"by {WINDS[seat_wind]}: only East can"
            return f"heaven (won on the deal) {_with_meld_or_kong(melds, flags) or why}"
        case Status.BAD_EARTH:
            why = "with self-draw" if self_draw else "by East: only the others can"
            return f"earth (won on East's first discard) {_with_meld_or_kong(melds, flags) or why}"
    return STATUS_NAMES[status]


def describe_tiles(counts: "Sequence[int]") -> str:
    """The message for the first count out of range."""
    tile = next(tile for tile in range(KINDS) if not 0 <= counts[tile] <= 14)
    return f"{clip(counts[tile])} of {NAMES[tile]}: a count is 0-14"


def _with_meld_or_kong(melds: "Sequence[Meld]", flags: int) -> str:
    if melds:
        return f"with the meld {melds[0]}"
    return "with the kong flag" if flags & KONG else ""


def _fifth_tile(counts: "Sequence[int]", melds: "Sequence[Meld]") -> str:
    copies = list(counts)
    for meld in melds:
        for tile in meld.tiles:
            copies[tile] += 1
    tile = next(tile for tile in range(KINDS) if copies[tile] > 4)
    number = _WORDS.get(copies[tile], str(copies[tile]))
    return f"{number} {NAMES[tile]}: there are only four of each tile"
