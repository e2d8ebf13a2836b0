"""Botzone game logs: replayed move by move to the winning hand.

One game: ``Match ID``, ``Wind 0-3`` (the round wind), ``Player 0-3 Deal`` and 13 tiles (player 0 is
East), moves, then ``Fan TOTAL name*count+...`` and ``Score`` with the four amounts after a win, or
``Huang`` and zero scores after a draw. Moves: ``Draw T``, ``Play T``, ``Chi T`` (T is the middle
tile), ``Peng T``, ``Gang T`` (of the last discard), ``AnGang T`` (concealed), ``BuGang T`` (added
to a pung), ``Hu T``; what follows ``Ignore`` is a claim that lost.

Every seat draws from a wall of 21 tiles of its own. A win is on the last wall tile when the wall
of the seat after the last draw or discard is empty; the winning tile is the last of its kind when
the other three are seen in discards and exposed sets. Being dealt a win has no rule there.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, NoReturn

from hulebook.errors import BadHand
from hulebook.hands.botzone import tile_from_botzone
from hulebook.hands.hand import Hand
from hulebook.hands.meld import CHOW, CONCEALED_KONG, MELDED_KONG, PUNG, Meld
from hulebook.hands.tiles import KINDS, NAMES, clip

WALL, DEALT = 21, 13
MOST_DIGITS = 9
_SEATS = {b"0": 0, b"1": 1, b"2": 2, b"3": 3}
_TILES = {
    name.encode(): tile_from_botzone(name)
    for letter, ranks in (("W", 9), ("B", 9), ("T", 9), ("F", 4), ("J", 3))
    for name in (f"{letter}{rank}" for rank in range(1, ranks + 1))
}


class Win(NamedTuple):
    """A game that was won: `line` is that of the winning move.

    `fans` is the text after the total, None where names were lost to ``?``. `discarder` is a
    seat 0-3, None for a self-drawn hand; who tried to add to a robbed kong counts as one.
    """

    line: int
    match: str
    hand: Hand
    winner: int
    discarder: int | None
    total: int
    fans: str | None
    payments: tuple[int, int, int, int]


class Draw(NamedTuple):
    """A game that nobody won."""

    line: int
    match: str


class BadGame(NamedTuple):
    """A game that cannot be replayed: the line that does not fit, and why."""

    line: int
    match: str
    message: str


class IllegalMove(ValueError):
    """A line that cannot follow the ones before it."""


def read_games(lines: Iterable[bytes]) -> Iterator[Win | Draw | BadGame]:
    """Replay every game of a log; a game that cannot be replayed does not stop the next one.

    >>> list(read_games([b"Match 1", b"Wind 0", b"Player 0 Deal W1 W2"]))
    [BadGame(line=3, match='1', message='2 tiles dealt: a hand is dealt 13')]
    """
    game: Game | None = None
    skipping = False
    number = 0
    for number, line in enumerate(lines, 1):
        words = line.split()
        if not words:
            continue
        if words[0] == b"Match":
            if game:
                yield game.broken_off(number - 1)
            game, skipping = Game(_text(words[1:])), False
            continue
        if skipping:
            continue
        if game is None:
            yield BadGame(number, "", f"expected 'Match', found {clip(_text(words))}")
            skipping = True
            continue
        try:
            ended = game.read(words, number)
        except (IllegalMove, BadHand) as error:
            yield BadGame(number, game.match, str(error))
            game, skipping = None, True
            continue
        if ended:
            yield ended
            game = None
    if game:
        yield game.broken_off(number)


class Game:
    """One game being replayed. `expects` is the method that reads the next line."""

    def __init__(self, match: str) -> None:
        self.match = match
        self.round_wind = 0
        self.hands: list[list[int]] = [[], [], [], []]
        self.melds: list[list[Meld]] = [[], [], [], []]
        self.walls = [WALL] * 4
        self.taken = [0] * KINDS
        self.seen = [0] * KINDS
        self.player = 0
        self.tile = -1
        self.replacement = False
        self.total = 0
        self.fans: str | None = None
        self.won: tuple[Hand, int, int | None] | None = None
        self.line = 0
        self.expects: Callable[[list[bytes]], None] = self._wind

    def broken_off(self, line: int) -> BadGame:
        return BadGame(line, self.match, "the log breaks off in the middle of a game")

    def read(self, words: list[bytes], line: int) -> Win | Draw | None:
        """Read one line; the result of the game if this is its last one."""
        if words[0] == b"Score" and self.expects == self._score:
            amounts = self._amounts(words)
            if self.won is None:
                return Draw(line, self.match)
            return Win(self.line, self.match, *self.won, self.total, self.fans, amounts)
        if self.won is None:
            self.line = line
        self.expects(words)
        return None

    def _wind(self, words: list[bytes]) -> None:
        if len(words) != 2 or words[0] != b"Wind" or words[1] not in _SEATS:
            _expected("'Wind' and 0-3", words)
        self.round_wind = _SEATS[words[1]]
        self.expects = self._deal

    def _deal(self, words: list[bytes]) -> None:
        player, action, names = _split(words)
        if action != b"Deal" or self.hands[player]:
            _expected(f"the deal of player {self._undealt()}", words)
        if len(names) != DEALT:
            raise IllegalMove(f"{len(names)} tiles dealt: a hand is dealt {DEALT}")
        for name in names:
            self._take(player, _tile(name))
        if all(self.hands):
            self.expects, self.player = self._draw, 0

    def _undealt(self) -> int:
        return next(seat for seat in range(4) if not self.hands[seat])

    def _take(self, player: int, tile: int) -> None:
        self.taken[tile] += 1
        if self.taken[tile] > 4:
            raise IllegalMove(f"a fifth {NAMES[tile]}: there are only four of each tile")
        self.hands[player].append(tile)

    def _give(self, player: int, *tiles: int) -> None:
        for tile in tiles:
            if tile not in self.hands[player]:
                raise IllegalMove(f"player {player} does not hold {NAMES[tile]}")
            self.hands[player].remove(tile)

    def _move(self, words: list[bytes]) -> tuple[int, bytes, int]:
        player, action, names = _split(words)
        if len(names) != 1 and names[1:2] != [b"Ignore"]:
            _expected(f"one tile after {_text([action])!r}", words)
        return player, action, _tile(names[0])

    def _draw(self, words: list[bytes]) -> None:
        """The next seat draws, or the wall is empty and the game drawn."""
        if words[0] == b"Huang":
            self._huang()
            return
        player, action, tile = self._move(words)
        if action != b"Draw" or player != self.player:
            _expected(f"a draw by player {self.player}", words)
        self._drawn(tile)

    def _huang(self) -> None:
        if self.walls[self.player]:
            raise IllegalMove(f"a drawn game with {self.walls[self.player]} tiles left to draw")
        self.expects = self._score

    def _drawn(self, tile: int) -> None:
        player = self.player
        if not self.walls[player]:
            raise IllegalMove(f"player {player} draws from an empty wall")
        self.walls[player] -= 1
        self._take(player, tile)
        self.tile = tile
        self.expects = self._act

    def _act(self, words: list[bytes]) -> None:
        """The player who drew discards, makes a kong or wins."""
        player, action, tile = self._move(words)
        if player != self.player or action not in (b"Play", b"AnGang", b"BuGang", b"Hu"):
            _expected(f"a discard, a kong or a win by player {self.player}", words)
        if action == b"Hu":
            self._win(player, tile, None, robbed=False)
            return
        self.replacement = action != b"Play"
        if action == b"Play":
            self._play(player, tile)
        elif action == b"AnGang":
            self._give(player, *[tile] * 4)
            self.melds[player].append(Meld(CONCEALED_KONG, tile))
            self.expects = self._draw
        else:
            self._add_to_pung(player, tile)

    def _play(self, player: int, tile: int) -> None:
        self._give(player, tile)
        self.seen[tile] += 1
        self.tile = tile
        self.expects = self._claim

    def _add_to_pung(self, player: int, tile: int) -> None:
        melds = self.melds[player]
        at = next((i for i, m in enumerate(melds) if m.kind == PUNG and m.tile == tile), None)
        if at is None:
            raise IllegalMove(f"player {player} has no pung of {NAMES[tile]} to add to")
        self._give(player, tile)
        melds[at] = Meld(MELDED_KONG, tile, melds[at].source + 4)
        self.seen[tile] += 1
        self.tile = tile
        self.expects = self._rob

    def _rob(self, words: list[bytes]) -> None:
        """Another player robs the kong, or its player draws."""
        if words[2:3] == [b"Hu"]:
            player, _, tile = self._move(words)
            self._win(player, tile, self.player, robbed=True)
        else:
            self._draw(words)

    def _claim(self, words: list[bytes]) -> None:
        """Another player claims the discard, or the next one draws."""
        thrower = self.player
        if words[0] == b"Huang" or words[2:3] == [b"Draw"]:
            self.player = (thrower + 1) % 4
            self._draw(words)
            return
        player, action, tile = self._move(words)
        if player == thrower or action not in (b"Chi", b"Peng", b"Gang", b"Hu"):
            after = f"player {thrower}'s {NAMES[self.tile]}"
            _expected(f"a claim of {after}, or the next draw", words)
        if action == b"Hu":
            self._win(player, tile, thrower, robbed=False)
        elif action == b"Chi":
            self._chow(player, tile)
        else:
            self._pung_or_kong(player, tile, action == b"Gang")

    def _chow(self, player: int, middle: int) -> None:
        if player != (self.player + 1) % 4:
            raise IllegalMove(f"player {player} cannot chow player {self.player}'s discard")
        tiles = [middle - 1, middle, middle + 1]
        if middle >= 27 or middle % 9 in (0, 8) or self.tile not in tiles:
            raise IllegalMove(f"no chow around {NAMES[middle]} takes {NAMES[self.tile]}")
        own = [tile for tile in tiles if tile != self.tile]
        self._expose(player, own, Meld(CHOW, middle - 1))
        self.expects = self._discard

    def _pung_or_kong(self, player: int, tile: int, kong: bool) -> None:
        if tile != self.tile:
            raise IllegalMove(f"a claim of {NAMES[tile]}, but {NAMES[self.tile]} was discarded")
        source = (player - self.player) % 4
        meld = Meld(MELDED_KONG if kong else PUNG, tile, source)
        self._expose(player, [tile] * (3 if kong else 2), meld)
        self.replacement = kong
        self.expects = self._draw if kong else self._discard

    def _expose(self, player: int, own: list[int], meld: Meld) -> None:
        self._give(player, *own)
        self.melds[player].append(meld)
        for tile in own:
            self.seen[tile] += 1
        self.player = player
        self.replacement = False

    def _discard(self, words: list[bytes]) -> None:
        """The player who claimed a chow or pung discards."""
        player, action, tile = self._move(words)
        if player != self.player or action != b"Play":
            _expected(f"a discard by player {self.player}", words)
        self._play(player, tile)

    def _win(self, player: int, tile: int, discarder: int | None, *, robbed: bool) -> None:
        if tile != self.tile:
            raise IllegalMove(f"a win on {NAMES[tile]}, but the last tile is {NAMES[self.tile]}")
        if player == discarder:
            raise IllegalMove(f"player {player} wins on the own tile")
        tiles = self.hands[player] + ([] if discarder is None else [tile])
        # A discard that is won on is among the tiles seen already.
        seen = self.seen[tile] - (discarder is not None)
        self.won = (
            Hand(
                tiles,
                tile,
                self.melds[player],
                seat_wind=player,
                round_wind=self.round_wind,
                self_draw=discarder is None,
                last_of_kind=seen == 3 and not robbed,
                last_wall_tile=not self.walls[(self.player + 1) % 4] and not robbed,
                kong=robbed or (discarder is None and self.replacement),
            ),
            player,
            discarder,
        )
        self.expects = self._fan

    def _fan(self, words: list[bytes]) -> None:
        if words[0] != b"Fan" or len(words) < 2:
            _expected("'Fan' and the total", words)
        total = _number(words[1])
        if total is None or not words[1].isdigit():
            _expected("'Fan' and the total", words)
        self.total = total
        names = _text(words[2:])
        if names and "?" not in names and "\ufffd" not in names:
            self.fans = names
        self.expects = self._score

    def _score(self, words: list[bytes]) -> None:
        _expected("'Score' and four amounts", words)

    def _amounts(self, words: list[bytes]) -> tuple[int, int, int, int]:
        amounts = [number for word in words[1:] if (number := _number(word)) is not None]
        if len(words) != 5 or len(amounts) != 4:
            _expected("'Score' and four amounts", words)
        first, second, third, fourth = amounts
        return first, second, third, fourth


def _number(word: bytes) -> int | None:
    """A whole number of at most nine digits; None for anything else."""
    digits = word[1:] if word[:1] in (b"+", b"-") else word
    return int(word) if digits.isdigit() and len(digits) <= MOST_DIGITS else None


def _expected(what: str, words: list[bytes]) -> NoReturn:
    raise IllegalMove(f"expected {what}, found {clip(_text(words))}")


def _text(words: list[bytes]) -> str:
    return b" ".join(words).decode("utf-8", "replace")


def _split(words: list[bytes]) -> tuple[int, bytes, list[bytes]]:
    if len(words) < 3 or words[0] != b"Player" or words[1] not in _SEATS:
        _expected("'Player', 0-3 and a move", words)
    return _SEATS[words[1]], words[2], words[3:]


def _tile(name: bytes) -> int:
    tile = _TILES.get(name)
    return tile_from_botzone(name.decode("utf-8", "replace")) if tile is None else tile
