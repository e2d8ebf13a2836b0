"""Tiles and declared sets as Botzone and PyMahjongGB write them.

``W1-W9`` characters, ``B1-B9`` dots, ``T1-T9`` bamboo, ``F1-F4`` East South West North, ``J1-J3``
red green white; ``H1-H8`` are flowers. A pack is ``(kind, tile, offer)``.
"""

from hulebook.errors import BadHand, Status
from hulebook.hands.meld import CHOW, CONCEALED_KONG, MELDED_KONG, PUNG, Meld
from hulebook.hands.tiles import clip, tile_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hulebook.hands.hand import Hand

Pack = tuple[str, str, int]

BOTZONE_NAMES: tuple[str, ...] = (
    *(suit + rank for suit in "WBT" for rank in "123456789"),
    "F1", "F2", "F3", "F4", "J3", "J2", "J1",
)  # fmt: skip
_IDS = {name: tile for tile, name in enumerate(BOTZONE_NAMES)}
_KIND_NAMES = ("CHI", "PENG", "GANG", "GANG")


def tile_from_botzone(name: str) -> int:
    """The id of a Botzone tile.

    >>> tile_from_botzone("W5"), tile_from_botzone("J1")
    (4, 33)
    """
    tile = _IDS.get(name) if isinstance(name, str) else None
    if tile is not None:
        return tile
    if isinstance(name, str) and len(name) == 2 and name[0] == "H" and name[1] in "12345678":
        message = f"{name} is a flower: give the number of flowers, not the tiles"
    else:
        message = f"{clip(name)} is no tile: expected W1-W9, B1-B9, T1-T9, F1-F4 or J1-J3"
    raise BadHand(message, Status.BAD_TEXT)


def tile_to_botzone(tile: int) -> str:
    """The Botzone name of a tile id.

    >>> tile_to_botzone(9), tile_to_botzone(31)
    ('B1', 'J3')
    """
    tile_name(tile)
    return BOTZONE_NAMES[tile]


def meld_from_pack(pack: Pack) -> Meld:
    """The declared set of a pack.

    >>> meld_from_pack(("CHI", "W2", 3))
    Meld(kind=0, tile=0, source=3)
    """
    if not isinstance(pack, (tuple, list)) or len(pack) != 3:
        raise BadHand(f"pack {clip(pack)}: expected (kind, tile, offer)", Status.BAD_MELD)
    kind, name, offer = pack
    if kind not in ("CHI", "PENG", "GANG"):
        raise BadHand(f"pack {clip(pack)}: a kind is CHI, PENG or GANG", Status.BAD_MELD)
    tile = tile_from_botzone(name)
    if offer not in (0, 1, 2, 3) or (offer == 0 and kind != "GANG"):
        offers = "0-3 (0 for a concealed kong)" if kind == "GANG" else "1-3"
        raise BadHand(f"pack {clip(pack)}: the offer of a {kind} is {offers}", Status.BAD_MELD)
    if kind == "PENG":
        return Meld(PUNG, tile, offer)
    if kind == "GANG":
        return Meld(MELDED_KONG if offer else CONCEALED_KONG, tile, offer)
    if tile >= 27 or tile % 9 in (0, 8):
        message = f"CHI of {name}: the middle tile of a chow is 2-8 of W, B or T"
        raise BadHand(message, Status.BAD_MELD)
    return Meld(CHOW, tile - 1, offer)


def meld_to_pack(meld: Meld) -> Pack:
    """The pack of a declared set; an added kong (5-7) becomes a melded one (1-3).

    >>> meld_to_pack(Meld(MELDED_KONG, 33, 6))
    ('GANG', 'J1', 2)
    """
    kind, tile, source = meld
    name = tile_to_botzone(tile + 1 if kind == CHOW else tile)
    return _KIND_NAMES[kind], name, source - 4 if source > 4 else source


def read_arguments(
    pack: "Sequence[Pack]", hand: "Sequence[str]", win_tile: str
) -> tuple[tuple[int, ...], tuple[Meld, ...]]:
    """Standing tiles, the winning tile last, and melds."""
    if len(pack) > 4 or len(hand) > 13:
        message = f"{len(hand)} tiles and {len(pack)} packs: a hand has at most 13 and 4"
        raise BadHand(message, Status.TILE_COUNT)
    melds = tuple([meld_from_pack(one) for one in pack])
    return tuple([tile_from_botzone(name) for name in (*hand, win_tile)]), melds


def write_arguments(hand: "Hand") -> tuple[tuple[Pack, ...], tuple[str, ...], str]:
    """Pack, standing tiles without the winning tile, winning tile."""
    names = [BOTZONE_NAMES[tile] for tile in hand.concealed]
    win_tile = BOTZONE_NAMES[hand.win_tile]
    names.remove(win_tile)
    return tuple([meld_to_pack(meld) for meld in hand.melds]), tuple(names), win_tile
