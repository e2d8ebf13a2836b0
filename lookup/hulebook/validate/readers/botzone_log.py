"""Botzone game logs as rows: one a win."""

from collections.abc import Iterator

import numpy as np
import pyarrow as pa

from hulebook.batch.hand_batch import HandBatch
from hulebook.validate.readers.botzone_games import BadGame, Draw, Win, read_games
from hulebook.validate.readers.csv_file import OVERLONG
from hulebook.validate.readers.rows import BAD_GAME, UNKNOWN_SEAT, BadRow, Item, Rows
from hulebook.validate.readers.sources import Source, blocks

GAMES = 4096


class LogReader:
    """Reads game logs."""

    unit = "line"

    def __init__(self, source: Source) -> None:
        self._source = source

    def done(self) -> tuple[int, int | None]:
        return self._source.done()

    def items(self) -> Iterator[Item]:
        games: list[Win | Draw | BadGame] = []
        for game in read_games(self._lines()):
            games.append(game)
            if len(games) == GAMES:
                yield Item(games[0].line, games)
                games = []
        if games:
            yield Item(games[0].line, games)

    def _lines(self) -> Iterator[bytes]:
        for block in blocks(self._source):
            yield from [OVERLONG.encode()] if block.overlong else block.lines.split(b"\n")[:-1]

    def rows(self, item: Item) -> Rows:
        games = item.payload
        assert isinstance(games, list)
        wins = [game for game in games if isinstance(game, Win)]
        bad = [game for game in games if isinstance(game, BadGame)]
        there = np.ones(len(wins), bool)
        fans = [game.fans for game in wins]
        return Rows(
            np.array([game.line for game in wins], np.int64),
            HandBatch.from_hands(game.hand for game in wins),
            pa.array([str(game.hand) for game in wins], pa.string()),
            np.array([game.total for game in wins], np.int64),
            there,
            pa.array(fans, pa.string()) if any(fans) else None,
            np.array([game.payments for game in wins], np.int64).reshape(-1, 4),
            there,
            np.array(
                [UNKNOWN_SEAT if game.discarder is None else game.discarder for game in wins],
                np.int64,
            ),
            tuple(BadRow(game.line, BAD_GAME, _told(game)) for game in bad),
            sum(isinstance(game, Draw) for game in games),
        )


def _told(game: BadGame) -> str:
    return f"game {game.match}: {game.message}" if game.match else game.message
