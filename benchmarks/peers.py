"""PyMahjongGB as the benchmarks call it, where it is installed (extra `peers`)."""

from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.rounds import Call
from benchmarks.rows import EARTH, HEAVEN, Bools, Rows

PREBUILT, BUILT = "PyMahjongGB", "PyMahjongGB, built per call"
RULES = "mcr-98"  # the rule set that PyMahjongGB scores by

Totals = NDArray[np.int32]


def available() -> bool:
    return find_spec("MahjongGB") is not None


def peer_calls(rows: Rows) -> dict[str, Call]:
    """The calls over all rows: with the arguments prebuilt, the result a list of fans a row; and
    from the arrays on, the result the total of each row. None for a hand that does not win."""
    from tests.peer import peer_arguments

    prebuilt = peer_arguments(rows)
    return {PREBUILT: lambda: _fans(prebuilt), BUILT: lambda: built_totals(rows)}


def built_totals(rows: Rows) -> list[int | None]:
    """The total of each row, from the arrays on."""
    from tests.peer import peer_arguments

    found = _fans(peer_arguments(rows))
    return [None if one is None else sum(points for points, *_ in one) for one in found]


def _fans(arguments: list[Any]) -> list[Any]:
    from tests.peer import calculator

    score = calculator()
    found = []
    for one in arguments:
        try:
            found.append(score(*one))
        except TypeError:  # ERROR_NOT_WIN; another error shows in the totals
            found.append(None)
    return found


def peer_totals(result: list[Any]) -> Totals:
    """The totals in what one of the calls returned; -1 for no win."""
    totals = (
        -1 if one is None else one if isinstance(one, int) else sum(points for points, *_ in one)
        for one in result
    )
    return np.fromiter(totals, np.int32, len(result))


def unlike(rows: Rows) -> Bools:
    """Rows won on the deal, which PyMahjongGB cannot be told."""
    told: Bools = (rows.flags & np.uint8(HEAVEN | EARTH)) != 0
    return told
