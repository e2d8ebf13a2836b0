"""How a hand was won: the winning tile, the winds and the rare events, always consistent."""

from typing import NamedTuple

import numpy as np

from benchmarks.hands import SET_TILES, Rng, Standing
from benchmarks.rows import (
    EARTH,
    HEAVEN,
    KINDS,
    KONG,
    LAST_OF_KIND,
    LAST_WALL_TILE,
    MELDED_KONG,
    NONE,
    Bools,
    Bytes,
    Rows,
)


class Chances(NamedTuple):
    """Probability of each event among the rows where it can happen."""

    self_draw: float = 0.4
    last_of_kind: float = 0.08
    last_wall_tile: float = 0.05
    replacement: float = 0.15
    robbed: float = 0.04


def pick_tile(rng: Rng, concealed: Bytes) -> Bytes:
    """One of the standing tiles of each row, each tile equally likely."""
    sums = concealed.cumsum(axis=1, dtype=np.uint8)
    place = (rng.random(len(sums), np.float32) * sums[:, -1]).astype(np.uint8)
    tile: Bytes = (sums > place[:, None]).argmax(axis=1).astype(np.uint8)
    return tile


def holds_kong(melds: Bytes) -> Bools:
    """Rows with a kong of their own, melded or concealed."""
    held: Bools = ((melds >= MELDED_KONG * KINDS) & (melds != NONE)).any(axis=1)
    return held


def copies_held(standing: Standing, win_tile: Bytes) -> tuple[Bytes, Bytes]:
    """Copies of the winning tile among the standing tiles, and in the whole hand."""
    rows = np.arange(len(win_tile))
    standing_copies = standing.concealed[rows, win_tile]
    copies = standing_copies.copy()
    for column in standing.melds.T:
        copies += SET_TILES[column, win_tile]
    return standing_copies, copies


def win(
    rng: Rng, standing: Standing, chances: Chances | None = None, win_tile: Bytes | None = None
) -> Rows:
    """Give each hand a winning tile (a random standing one unless given) and a context."""
    chances = chances or Chances()
    n = len(standing.concealed)
    if win_tile is None:
        win_tile = pick_tile(rng, standing.concealed)
    self_draw = rng.random(n, np.float32) < chances.self_draw
    standing_copies, copies = copies_held(standing, win_tile)
    last_wall_tile = rng.random(n, np.float32) < chances.last_wall_tile
    last_of_kind = (standing_copies == 1) & (rng.random(n, np.float32) < chances.last_of_kind)
    own_kong = self_draw & holds_kong(standing.melds)
    robbable = ~self_draw & (copies == 1) & ~last_wall_tile
    kong_chance = np.where(own_kong, chances.replacement, np.where(robbable, chances.robbed, 0))
    kong = rng.random(n, np.float32) < kong_chance
    flags = last_of_kind * LAST_OF_KIND + last_wall_tile * LAST_WALL_TILE + kong * KONG
    seat, round_ = rng.integers(0, 4, (2, n), np.uint8)
    return Rows(
        standing.concealed,
        standing.melds,
        win_tile,
        self_draw,
        flags.astype(np.uint8),
        seat,
        round_,
        rng.integers(0, 9, n, np.uint8),
    )


def won_on_the_deal(rng: Rng, rows: Rows) -> Rows:
    """Rows without melds as heaven (East, self-drawn) or earth (another seat, by discard)."""
    if (rows.melds != NONE).any():
        raise ValueError("only hands without melds are won on the deal")
    n = len(rows)
    heaven = rng.random(n, np.float32) < 0.5
    return Rows(
        rows.concealed,
        rows.melds,
        rows.win_tile,
        heaven,
        np.where(heaven, HEAVEN, EARTH).astype(np.uint8),
        np.where(heaven, 0, rng.integers(1, 4, n)).astype(np.uint8),
        rows.round_wind,
        rows.flowers,
    )


def without_deal_wins(rows: Rows) -> Rows:
    """The same rows as ordinary wins, for scorers that cannot be told of heaven and earth."""
    keep = np.uint8(LAST_OF_KIND | LAST_WALL_TILE | KONG)
    return Rows(
        rows.concealed,
        rows.melds,
        rows.win_tile,
        rows.self_draw,
        rows.flags & keep,
        rows.seat_wind,
        rows.round_wind,
        rows.flowers,
    )
