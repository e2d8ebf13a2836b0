"""PyMahjongGB 1.4.0 called with rows of arrays: the peer for the 1998 reading of the MCR rules.

Only `tests` and benchmarks use it. `MahjongGB` is imported when a function is called; tests that
need it start with `pytest.importorskip("MahjongGB")`.

Its conventions, each found by experiment: tiles are W characters, T bamboo, B dots, F1-F4 winds
E S W N, J1 red, J2 green, J3 white; `hand` holds the standing tiles without the winning tile; a
chow is named by its middle tile; the third field of a pack is 0 for a concealed kong and 1-3 for
anything claimed; the seat wind comes before the round wind. Without `verbose` a fan that counts
twice is one entry with the points of both. It cannot be told of heaven and earth. It scores Last
Tile unasked if three copies lie in the winner's own melds, drops it beside a robbed kong, and does
not refuse a fifth tile.
"""

import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

FLOWERS, MIXED_KONGS = 81, 82

# Green Book number by PyMahjongGB's name; 82 is its fan for one concealed and one melded kong.
_NAMES_IN_ORDER = """
大四喜 大三元 绿一色 九莲宝灯 四杠 连七对 十三幺 清幺九 小四喜 小三元
字一色 四暗刻 一色双龙会 一色四同顺 一色四节高 一色四步高 三杠 混幺九 七对 七星不靠
全双刻 清一色 一色三同顺 一色三节高 全大 全中 全小 清龙 三色双龙会 一色三步高
全带五 三同刻 三暗刻 全不靠 组合龙 大于五 小于五 三风刻 花龙 推不倒
三色三同顺 三色三节高 无番和 妙手回春 海底捞月 杠上开花 抢杠和 双暗杠 碰碰和 混一色
三色三步高 五门齐 全求人 双箭刻 全带幺 不求人 双明杠 和绝张 箭刻 圈风刻
门风刻 门前清 平和 四归一 双同刻 双暗刻 暗杠 断幺 一般高 喜相逢
连六 老少副 幺九刻 明杠 缺一门 无字 独听・边张 独听・嵌张 独听・单钓 自摸
花牌 明暗杠
"""
FAN_NAMES = tuple(_NAMES_IN_ORDER.split())
NUMBER = {name: number for number, name in enumerate(FAN_NAMES, 1)}

TILES = (
    *(f"W{rank}" for rank in range(1, 10)),
    *(f"B{rank}" for rank in range(1, 10)),
    *(f"T{rank}" for rank in range(1, 10)),
    *(f"F{rank}" for rank in range(1, 5)),
    "J3",
    "J2",
    "J1",
)

Pack = tuple[str, str, int]
Arguments = tuple[tuple[Pack, ...], tuple[str, ...], str, int, bool, bool, bool, bool, int, int]


class Batch(Protocol):
    """Arrays with one row per hand, named and coded as in `benchmarks.rows.Rows`."""

    @property
    def concealed(self) -> NDArray[np.uint8]: ...
    @property
    def melds(self) -> NDArray[np.uint8]: ...
    @property
    def win_tile(self) -> NDArray[np.uint8]: ...
    @property
    def self_draw(self) -> NDArray[np.bool_]: ...
    @property
    def flags(self) -> NDArray[np.uint8]: ...
    @property
    def seat_wind(self) -> NDArray[np.uint8]: ...
    @property
    def round_wind(self) -> NDArray[np.uint8]: ...
    @property
    def flowers(self) -> NDArray[np.uint8]: ...


def _pack(byte: int) -> Pack:
    kind, low = divmod(byte, 34)
    if kind == 0:
        return "CHI", TILES[low + 1], 1
    return ("PENG" if kind == 1 else "GANG"), TILES[low], 0 if kind == 3 else 1


def peer_arguments(batch: Batch, start: int = 0, stop: int | None = None) -> list[Arguments]:
    """The arguments of `MahjongFanCalculator` for rows `start` to `stop`, one tuple per row."""
    return list(_arguments(batch, slice(start, stop)))


def _arguments(batch: Batch, rows: slice) -> Iterator[Arguments]:
    concealed = batch.concealed[rows].copy()
    won = batch.win_tile[rows]
    concealed[np.arange(len(won)), won] -= 1
    packs: dict[int, Pack] = {}
    columns = zip(
        concealed.tolist(),
        batch.melds[rows].tolist(),
        won.tolist(),
        batch.self_draw[rows].tolist(),
        batch.flags[rows].tolist(),
        batch.seat_wind[rows].tolist(),
        batch.round_wind[rows].tolist(),
        batch.flowers[rows].tolist(),
        strict=True,
    )
    for counts, melds, win_tile, self_draw, flags, seat, round_, flowers in columns:
        for byte in melds:
            if byte != 255 and byte not in packs:
                packs[byte] = _pack(byte)
        yield (
            tuple(packs[byte] for byte in melds if byte != 255),
            tuple(TILES[kind] for kind, copies in enumerate(counts) for _ in range(copies)),
            TILES[win_tile],
            flowers,
            self_draw,
            bool(flags & 1),
            bool(flags & 4),
            bool(flags & 2),
            seat,
            round_,
        )


def peer_version() -> str:
    """The version of PyMahjongGB; ends a command where it is not installed."""
    try:
        return version("PyMahjongGB")
    except PackageNotFoundError:
        sys.exit('PyMahjongGB is not installed: pip install -e ".[peers]" (needs a C++ compiler)')


def calculator() -> Any:
    """PyMahjongGB's `MahjongFanCalculator`."""
    from MahjongGB import MahjongFanCalculator  # type: ignore[import-not-found, unused-ignore]

    return MahjongFanCalculator


def peer_score(arguments: Arguments) -> tuple[int, dict[int, int]] | None:
    """Total with flowers and the count of each fan number; None if it is no win.

    Any other refusal (a malformed argument) is raised as PyMahjongGB's TypeError.
    """
    try:
        fans = calculator()(*arguments, True)
    except TypeError as error:
        if str(error) == "ERROR_NOT_WIN":
            return None
        raise
    return sum(points * times for points, times, *_ in fans), {
        NUMBER[name]: times for _, times, name, _ in fans
    }


def peer_total(batch: Batch, row: int) -> tuple[int, dict[int, int]] | None:
    """`peer_score` of one row of a batch."""
    return peer_score(peer_arguments(batch, row, row + 1)[0])


def peer_totals(batch: Batch) -> NDArray[np.int32]:
    """Totals with flowers of all rows, int32 [n]; -1 where PyMahjongGB sees no win."""
    scored = (peer_score(arguments) for arguments in _arguments(batch, slice(None)))
    totals = (-1 if score is None else score[0] for score in scored)
    return np.fromiter(totals, np.int32, len(batch.win_tile))


def peer_fans(batch: Batch) -> NDArray[np.uint8]:
    """Fan counts of all rows, uint8 [n, 82], column = fan number - 1; zeros for no win."""
    out = np.zeros((len(batch.win_tile), MIXED_KONGS), np.uint8)
    for row, arguments in enumerate(_arguments(batch, slice(None))):
        score = peer_score(arguments)
        for number, times in (score[1] if score else {}).items():
            out[row, number - 1] = times
    return out
