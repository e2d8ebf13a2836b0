"""The tables of the rule sets: what records, winds and ways of winning are worth."""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from hulebook.hands.tiles import WINDS
from hulebook.rules import SHIPPED, RuleSet
from hulebook.rules.context import (
    CONCEALED_SHIFT,
    EARTH,
    HEAVEN,
    KONG,
    LAST_OF_KIND,
    LAST_WALL_TILE,
    OWNERS,
    ROLES,
    SELF_DRAW,
    SINGLE,
    STATES,
)
from hulebook.rules.elements import elements
from hulebook.rules.family import family_of
from hulebook.tables import layout
from hulebook.tables.house_rule import Record
from hulebook_builder.arrow import FANS, constant, lists_at, repeated
from hulebook_builder.build import Array, Built

UINT8, UINT16, TEXT = pa.uint8(), pa.uint16(), pa.string()
LANGUAGES = ("en", "zh", "nl", "ko")
FLAGS = {
    "self_draw": SELF_DRAW,
    "last_of_kind": LAST_OF_KIND,
    "last_wall_tile": LAST_WALL_TILE,
    "kong": KONG,
    "heaven": HEAVEN,
    "earth": EARTH,
}
STATE = {"open_sets": 0, "concealed_kongs": 3, "melded_kongs": 6}


class Compiled(NamedTuple):
    """A shipped rule set: its tables and the records that they are about."""

    rules: RuleSet
    tables: dict[str, Array]
    records: list[Record]


Columns = dict[str, pa.Array]


def _each(built: Built, columns: Callable[[Compiled], Columns]) -> pa.Table:
    """The columns of every rule set one below the other, its id first."""
    parts = []
    for rules in SHIPPED.values():
        made = columns(
            Compiled(rules, built.rule_sets[rules.id], built.families[rules.family].records)
        )
        rows = len(next(iter(made.values())))
        parts.append(pa.table({"rules": constant(rules.id, rows), **made}))
    return pa.concat_tables(parts)


def fans(built: Built) -> pa.Table:
    """One row for each fan or pattern of each rule set: number, names, points."""
    return _each(built, _fans)


def _fans(compiled: Compiled) -> Columns:
    known = elements(compiled.rules.family)
    values = compiled.tables["values"].tolist()
    return {
        "fan": pa.array(list(known), UINT8),
        "number": pa.array([str(e.number) for e in known.values()], TEXT),
        **{
            language: pa.array([getattr(e, language, None) for e in known.values()], TEXT)
            for language in LANGUAGES
        },
        "points": pa.array([values[column] for column in known], UINT16),
    }


def rules(built: Built) -> pa.Table:
    """One row for each record under each rule set: points and fans after exclusion."""
    return _each(built, _rules)


def _field(packed: NDArray[np.int64], shift: int, mask: int) -> NDArray[np.int64]:
    return np.asarray(packed >> shift & mask)


def _rules(compiled: Compiled) -> Columns:
    packed = compiled.tables["records"].astype(np.int64)[1:]
    return {
        "record": pa.array(range(1, len(packed) + 1), UINT16),
        "points": pa.array(_field(packed, 0, layout.POINTS_MASK), UINT16),
        "limit": pa.array(_field(packed, layout.LISTED_SHIFT, layout.POINTS_MASK), UINT16),
        "tile_hog": pa.array(_field(packed, layout.HOG_SHIFT, 3), UINT8),
        "interaction": pa.array(_interactions(packed), UINT8),
        "wind": pa.array(_field(packed, layout.WIND_SHIFT, 255), UINT8),
        "fans": _lists(compiled, "record_fans", slice(1, None)),
    }


def _interactions(packed: NDArray[np.int64]) -> NDArray[np.int64]:
    return _field(packed, layout.INTERACTION_SHIFT, 63)


def _lists(compiled: Compiled, starts: str, part: slice) -> pa.Array:
    return lists_at(
        compiled.tables["lists"].tolist(), compiled.tables[starts].astype(np.int64)[part]
    )


def winds(built: Built) -> pa.Table:
    """One row for each choice of wind pungs, round and seat wind: what they add."""
    return _each(built, _winds)


def _winds(compiled: Compiled) -> Columns:
    points = compiled.tables["wind_points"]
    at = np.arange(len(points))
    return {
        "wind": pa.array(at >> 4, UINT8),
        "round_wind": repeated(WINDS, at >> 2 & 3, TEXT),
        "seat_wind": repeated(WINDS, at & 3, TEXT),
        "points": pa.array(points, UINT8),
        "fans": _lists(compiled, "wind_fans", slice(None)),
    }


def contexts(built: Built) -> pa.Table:
    """One row for each way to win: its flags and declared sets, and its row of outcomes."""
    return _each(built, _contexts)


def _contexts(compiled: Compiled) -> Columns:
    rows = compiled.tables["contexts"]
    index = np.flatnonzero(rows)
    flags, state = np.divmod(index, STATES)
    return {
        **{name: pa.array((flags & bit) > 0) for name, bit in FLAGS.items()},
        **{name: pa.array(state >> shift & 7, UINT8) for name, shift in STATE.items()},
        "row": pa.array(rows[index], UINT16),
    }


def outcomes(built: Built) -> pa.Table:
    """One row for each row of contexts, group of static fans, and way to own the winning tile:
    what comes on top of a record, and which fans it adds and drops."""
    return _each(built, _outcomes)


def _outcomes(compiled: Compiled) -> Columns:
    tables = compiled.tables
    groups = _interaction_fans(compiled)
    cases = [
        (single, concealed, owner)
        for single in (0, 1)
        for concealed in range(5)
        for owner in range(len(OWNERS) + 1)
    ]
    role = np.array([(1 << o >> 1) | s * SINGLE | c << CONCEALED_SHIFT for s, c, o in cases])
    rows = tables["rows"].astype(np.int64).reshape(len(groups), -1)[:, 1:]
    shape = (*rows.shape, len(cases))
    at = (rows >> 16)[..., np.newaxis] * ROLES + role
    value = tables["roles"].astype(np.int64)[at]
    points = (rows & 0xFFFF)[..., np.newaxis] + (value & layout.POINTS_MASK) - 2 * layout.ROLE_BIAS
    group, row, case = (axis.ravel() for axis in np.indices(shape))
    single, concealed, owner = np.array(cases)[case].T
    row_fans = tables["row_fans"].reshape(len(groups), -1)[:, 1:, np.newaxis]
    added, dropped = _changes(
        tables["lists"].tolist(),
        np.broadcast_to(row_fans, shape).ravel(),
        tables["role_fans"][at].ravel(),
    )
    return {
        "interaction": pa.array(group, UINT8),
        "beside": repeated(groups, group, FANS),
        "row": pa.array(row + 1, UINT16),
        "single_wait": pa.array(single > 0),
        "concealed_pungs": pa.array(concealed, UINT8),
        "won_by": repeated([None, *OWNERS], owner, TEXT),
        "points": pa.array(points.ravel(), pa.int16()),
        "limit": pa.array((value >> layout.ROLE_LISTED_SHIFT).ravel(), UINT16),
        "adds": added,
        "drops": dropped,
    }


def _interaction_fans(compiled: Compiled) -> list[list[int]]:
    """The static fans of each interaction: those that meet fans of the way of winning."""
    family = family_of(compiled.rules)
    numbers = _interactions(compiled.tables["records"].astype(np.int64))
    groups = []
    for first in np.unique(numbers, return_index=True)[1].tolist():
        stands = family.settle(compiled.records[first].tokens)
        groups.append(sorted(family.published(t) for t in family.interaction(stands)))
    return groups


def _changes(
    lists: list[int], row_fans: NDArray[np.generic], role_fans: NDArray[np.generic]
) -> tuple[pa.Array, pa.Array]:
    """The fans that each row and role add together, and those that they drop."""
    kinds, which = np.unique(
        row_fans.astype(np.int64) << 16 | role_fans.astype(np.int64), return_inverse=True
    )
    added, dropped = [], []
    for kind in kinds.tolist():
        change: Counter[int] = Counter()
        for at in divmod(kind, 1 << 16):
            for entry in lists[at + 1 : at + 1 + lists[at]]:
                change[entry % layout.DROPPED] += 1 if entry < layout.DROPPED else -1
        added.append(sorted(fan for fan, n in change.items() if n > 0))
        dropped.append(sorted(fan for fan, n in change.items() if n < 0))
    return repeated(added, which, FANS), repeated(dropped, which, FANS)
