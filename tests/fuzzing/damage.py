"""Damages files: bits, bytes, words and whole lines."""

import random

TOKENS = [
    *(f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)),
    "F1", "F4", "J1", "J3", "H1", "W0", "Player 0", "Player 1", "Player 3", "Draw", "Play", "Chi",
    "Peng", "Gang", "AnGang", "BuGang", "Hu", "Ignore", "Huang", "Match x", "Wind 2", "Fan 8 ?*1",
    "Score 0 0 0 0", "hand", "total", "fans", "payments", "concealed", "win_tile", "null", "NaN",
    "true", "{", "}", "[", "]", '"', '\\"', "\\ud800", ",", ";", ":", "\t", "\n", "\r\n", "\n\n",
    "0", "-1", "9", "88", "1e400", "-0", "9" * 25, "1.5", "A", "B", "self", "draw", "none", "mcr",
    "wsom", "[123m,1]", "|EE0000|0", "|WS1101|8", "7z", "C", "五筒", "\ufeff", "\x00", "\u2028",
    "[" * 300,
]  # fmt: skip
WORDS = [token.encode("utf-8") for token in TOKENS]
TIMES = (1,) * 14 + (400, 5000)


def damaged(data: bytes, chance: random.Random, *, text: bool) -> bytes:
    """The data with one to eight things done to it."""
    made = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 2, 3, 5, 8))):
        at = chance.randrange(len(made) + 1)
        to = min(len(made), at + chance.choice((1, 1, 2, 4, 16, 60, 400)))
        how = chance.randrange(9 if text else 6)
        if how < 2 and at < len(made):
            made[at] ^= 1 << chance.randrange(8)
        elif how == 2 and at < len(made):
            made[at] = chance.choice((0, 1, 0x7F, 0x80, 0xFF, chance.randrange(256)))
        elif how == 3:
            del made[at:to]
        elif how == 4:
            made[at:at] = made[at:to] * chance.choice((1, 1, 3))
        elif how == 5:
            other = chance.randrange(len(made) + 1)
            made[at:to] = made[other : other + to - at]
        elif how == 6:
            made[at:at] = chance.choice(WORDS) * chance.choice(TIMES)
        elif how == 7:
            change_word(made, chance)
        else:
            change_lines(made, chance)
    if chance.random() < 0.05:
        del made[chance.randrange(len(made) + 1) :]
    return bytes(made)


def change_word(made: bytearray, chance: random.Random) -> None:
    """Another word in place of one."""
    words = bytes(made).split(b" ")
    words[chance.randrange(len(words))] = chance.choice(WORDS)
    made[:] = b" ".join(words)


def change_lines(made: bytearray, chance: random.Random) -> None:
    """A line dropped, doubled or in another place."""
    lines = bytes(made).split(b"\n")
    line = lines.pop(chance.randrange(len(lines)))
    for _ in range(chance.randrange(3)):
        lines.insert(chance.randrange(len(lines) + 1), line)
    made[:] = b"\n".join(lines)
