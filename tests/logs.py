"""Small Botzone logs, written by hand."""

from hulebook.validate.readers.botzone_games import BadGame, Draw, Win, read_games

# South waits for a three of dots; the others hold nothing of use.
DEALS = {
    0: "W1 W1 W1 W4 W4 W7 W7 B2 B2 B5 B5 F1 F1",
    1: "T1 T2 T3 T4 T5 T6 T7 T8 T9 B1 B2 J1 J1",
    2: "W2 W2 W2 W5 W5 W8 W8 B6 B6 B6 F3 F3 F3",
    3: "W3 W3 W3 W6 W6 W9 W9 B7 B7 B7 F4 F4 F4",
}
PAID = ("Fan 28 ?*1", "Score -36 52 -8 -8")
# South wins with 20 points under every rule set: 16 + 1 + 2 + 1.
WON = ("0 Draw B3", "0 Play B3", "1 Hu B3", "Fan 21 ?*1", "Score -29 45 -8 -8")


def game(
    *moves: str, match: str = "m1", wind: int = 0, deals: dict[int, str] | None = None
) -> list[str]:
    """A log of one game; a move ``0 Draw T1`` stands for ``Player 0 Draw T1``."""
    return [
        f"Match {match}",
        f"Wind {wind}",
        *(f"Player {seat} Deal {tiles}" for seat, tiles in (deals or DEALS).items()),
        *(f"Player {move}" if move[:1] in "0123" else move for move in moves),
    ]


def read(lines: list[str]) -> list[Win | Draw | BadGame]:
    return list(read_games(line.encode() for line in lines))


def wall(*last: str) -> list[str]:
    """The 84 tiles not dealt, some of them at the end."""
    names = [f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)]
    names += ["F1", "F2", "F3", "F4", "J1", "J2", "J3"]
    tiles = names * 4
    for tile in (*" ".join(DEALS.values()).split(), *last):
        tiles.remove(tile)
    return [*tiles, *last]


def passing(tiles: list[str]) -> list[str]:
    """Each player in turn draws one of the tiles and throws it away."""
    moves = []
    for turn, tile in enumerate(tiles):
        moves += [f"{turn % 4} Draw {tile}", f"{turn % 4} Play {tile}"]
    return moves
