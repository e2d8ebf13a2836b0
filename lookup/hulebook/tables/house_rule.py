"""Turns static records and one rule set into the tables that scoring reads.

Everything here is decided once: exclusions within a record, what each way of winning adds and
drops, which owner of the winning tile is best. The builder runs it for the shipped rule sets
and stores the result; a house rule runs it when it is first used.
"""

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from hulebook.rules.context import (
    CONCEALED_SHIFT,
    CONTEXTS,
    OWNERS,
    ROLES,
    SINGLE,
    Context,
    legal_contexts,
)
from hulebook.rules.family import Family, family_of
from hulebook.rules.ruleset import RuleSet
from hulebook.tables import layout

# The tables of a rule set and the types of their entries.
TYPES = {
    "records": "q",
    "record_fans": "I",
    "lists": "B",
    "contexts": "H",
    "rows": "I",
    "row_fans": "H",
    "roles": "i",
    "role_fans": "H",
    "wind_points": "B",
    "wind_fans": "I",
    "values": "H",
    "order": "B",
    "parameters": "i",
}

OWNER_BITS = tuple(1 << b for b in range(len(OWNERS)))

Tables = dict[str, "array[int]"]
Case = tuple[int, int, int]  # single wait bit, concealed pungs, owner bit


class Outcome(NamedTuple):
    """What the way of winning adds: the listed limit among it, points, the fans as a mask, and
    the mask backwards: the greater outcome is the one to report."""

    listed: int
    points: int
    backwards: str
    mask: int


class Record(NamedTuple):
    """A static record as the builder stores it: fans before exclusion, mask of wind pungs."""

    tokens: tuple[int, ...]
    winds: int


def unpack_records(raw: Sequence[int]) -> list[Record]:
    """The records as the table file packs them: number of fans, winds, fans; one by one."""
    records, at = [], 0
    while at < len(raw):
        end = at + 2 + raw[at]
        records.append(Record(tuple(raw[at + 2 : end]), raw[at + 1]))
        at = end
    return records


class FanLists:
    """Fan lists packed one after the other: a length, then the fan numbers."""

    def __init__(self) -> None:
        self.data = array("B", [0])
        self._at: dict[tuple[int, ...], int] = {(): 0}

    def add(self, fans: Iterable[int]) -> int:
        key = tuple(sorted(fans))
        if key not in self._at:
            self._at[key] = len(self.data)
            self.data.extend((len(key), *key))
        return self._at[key]


def compile_rules(
    rules: RuleSet,
    records: Sequence[Record],
    contexts: Callable[[], Iterable[Context]] = legal_contexts,
) -> Tables:
    """All tables of a rule set, by the names in `TYPES`, for these contexts."""
    family = family_of(rules)
    lists = FanLists()
    packed, record_fans, interactions, winds = _compile_records(family, records, lists)
    wind_points, wind_fans = _compile_winds(family, winds, lists)
    tables = _compile_contexts(family, interactions, contexts(), lists)
    rows = len(tables["rows"]) // len(interactions)
    tables |= {
        "records": packed,
        "record_fans": record_fans,
        "lists": lists.data,
        "wind_points": wind_points,
        "wind_fans": wind_fans,
        "values": array("H", [family.value(c) for c in range(family.columns + 1)]),
        "order": array("B", family.order),
        "parameters": array("i", _parameters(family, rows)),
    }
    return {name: tables[name] for name in TYPES}


def _parameters(family: Family, context_rows: int) -> list[int]:
    numbers = [0] * layout.PARAMETERS
    numbers[layout.CAP] = family.cap
    numbers[layout.CHICKEN] = family.chicken
    numbers[layout.CHICKEN_PAYABLE] = family.chicken_payable
    numbers[layout.CHICKEN_FAN] = family.chicken_fan
    numbers[layout.HOG_FAN] = family.hog_fan
    numbers[layout.KNITTED_OUTSIDE], numbers[layout.KNITTED_INSIDE] = family.knitted_wait
    numbers[layout.GATES_BY_HEAVEN] = family.gates_by_heaven
    numbers[layout.FLOWERS_MAX] = family.flowers
    numbers[layout.FLOWER_FAN] = family.flower_fan
    numbers[layout.CONTEXT_ROWS] = context_rows
    numbers[layout.FAN_COLUMNS] = family.columns
    return numbers


def _compile_records(
    family: Family, records: Sequence[Record], lists: FanLists
) -> tuple["array[int]", "array[int]", list[tuple[int, ...]], list[tuple[int, tuple[int, ...]]]]:
    packed, fans_at = array("q"), array("I")
    interactions: dict[tuple[int, ...], int] = {}
    winds: dict[tuple[int, tuple[int, ...]], int] = {(0, ()): 0}
    for record in records:
        stands = family.settle(record.tokens)
        relevant = family.wind_relevant(stands) if record.winds else ()
        wind = winds.setdefault((record.winds, relevant), len(winds))
        interaction = interactions.setdefault(family.interaction(stands), len(interactions))
        packed.append(
            sum(family.worth(t) for t in stands)
            | family.hog_points(stands) << layout.HOG_SHIFT
            | wind << layout.WIND_SHIFT
            | interaction << layout.INTERACTION_SHIFT
            | family.listed(stands) << layout.LISTED_SHIFT
        )
        fans_at.append(lists.add(family.published(t) for t in stands))
    return packed, fans_at, list(interactions), list(winds)


def _compile_winds(
    family: Family, winds: list[tuple[int, tuple[int, ...]]], lists: FanLists
) -> tuple["array[int]", "array[int]"]:
    points, fans_at = array("B"), array("I")
    for mask, static in winds:
        for round_wind in range(4):
            for seat_wind in range(4):
                fans = family.wind_fans(mask, round_wind, seat_wind, static)
                points.append(sum(family.value(f) for f in fans))
                fans_at.append(lists.add(fans))
    return points, fans_at


class _Masks:
    """A bit for every fan that the way of winning can add or drop."""

    def __init__(self, family: Family, interactions: Iterable[tuple[int, ...]]) -> None:
        tokens = {t for i in interactions for t in i}
        self.tokens = sorted({*family.dynamic, *tokens})
        self._bit = {t: 1 << n for n, t in enumerate(self.tokens)}
        self._fans = [family.published(t) for t in self.tokens]
        self._changes: dict[tuple[int, int], list[int]] = {}

    def of(self, tokens: Iterable[int]) -> int:
        return sum(self._bit[t] for t in set(tokens))

    def backwards(self, mask: int) -> str:
        """Of two fan lists the one that comes first has the lowest fan in which they differ, so
        its mask read from the lowest bit is the larger one."""
        return f"{mask:064b}"[::-1]

    def change(self, before: int, after: int) -> list[int]:
        """The fans that `after` adds to `before`, and those it drops, marked as such."""
        change = self._changes.get((before, after))
        if change is None:
            bits = [(n, 1 << n) for n in range(len(self.tokens)) if (before ^ after) >> n & 1]
            change = [self._fans[n] + (layout.DROPPED if before & bit else 0) for n, bit in bits]
            self._changes[before, after] = change
        return change


def _compile_contexts(
    family: Family, interactions: list[tuple[int, ...]], wanted: Iterable[Context], lists: FanLists
) -> Tables:
    masks = _Masks(family, interactions)
    contexts = array("H", bytes(2 * CONTEXTS))
    keys: dict[Context, int] = {}
    for context in wanted:
        if family.allows(context):
            key = family.context_key(context)
            contexts[context.number] = keys.setdefault(key, len(keys)) + 1
    rows, row_fans = array("I"), array("H")
    vectors: dict[object, int] = {}
    roles, role_fans = array("i"), array("H")
    for interaction in interactions:
        static = masks.of(interaction)
        known: dict[tuple[int, ...], Outcome] = {}
        rows.append(0)
        row_fans.append(0)
        for context in keys:
            outcomes = _outcomes(family, masks, context, interaction, known)
            base, vector = _relative(outcomes)
            if vector not in vectors:
                vectors[vector] = len(vectors)
                for best in _by_role(outcomes):
                    points = best.points - base.points + layout.ROLE_BIAS
                    roles.append(points | best.listed << layout.ROLE_LISTED_SHIFT)
                    role_fans.append(lists.add(masks.change(base.mask, best.mask)))
            rows.append(base.points + layout.ROLE_BIAS | vectors[vector] << 16)
            row_fans.append(lists.add(masks.change(static, base.mask)))
    return {
        "contexts": contexts,
        "rows": rows,
        "row_fans": row_fans,
        "roles": roles,
        "role_fans": role_fans,
    }


def _outcomes(
    family: Family,
    masks: _Masks,
    context: Context,
    interaction: tuple[int, ...],
    known: dict[tuple[int, ...], Outcome],
) -> dict[Case, Outcome]:
    """What each single wait, number of concealed pungs and owner (a role bit) comes to.

    `known` holds the outcomes of fan lists beside this interaction.
    """
    outcomes = {}
    for single in (0, SINGLE):
        for concealed in range(5):
            for owner in (0, *OWNER_BITS):
                stands = family.dynamic_fans(context, owner, bool(single), concealed, interaction)
                if stands not in known:
                    known[stands] = _outcome(family, masks, stands, interaction)
                outcomes[single, concealed, owner] = known[stands]
    return outcomes


def _outcome(
    family: Family, masks: _Masks, stands: tuple[int, ...], interaction: tuple[int, ...]
) -> Outcome:
    mask = masks.of(stands)
    return Outcome(
        family.listed(t for t in stands if t not in interaction),
        sum(family.worth(t) for t in stands) - sum(family.worth(t) for t in interaction),
        masks.backwards(mask),
        mask,
    )


def _relative(outcomes: dict[Case, Outcome]) -> tuple[Outcome, object]:
    """The outcome without an owner, and the others seen from it: equal ones share a vector.

    Which of two equally good outcomes is reported depends on the fans in which they differ, so
    the share of the base in those belongs to the vector.
    """
    base = outcomes[0, 0, 0]
    differing = 0
    for o in outcomes.values():
        differing |= o.mask ^ base.mask
    seen = tuple((o.points - base.points, o.listed, o.mask ^ base.mask) for o in outcomes.values())
    return base, (seen, base.mask & differing)


def _by_role(outcomes: dict[Case, Outcome]) -> Iterator[Outcome]:
    """The best outcome for each of the 512 role indices."""
    best: dict[tuple[int, int], list[Outcome]] = {}
    for single in (0, SINGLE):
        for concealed in range(5):
            # By set of owners: that of the lowest of them, or the best of the others.
            of = best[single, concealed] = [outcomes[single, concealed, 0]]
            for owners in range(1, 1 << len(OWNERS)):
                lowest = outcomes[single, concealed, owners & -owners]
                others = owners & (owners - 1)
                of.append(max(lowest, of[others]) if others else lowest)
    for index in range(ROLES):
        single, concealed = index & SINGLE, min(index >> CONCEALED_SHIFT, 4)
        yield best[single, concealed][index & (1 << len(OWNERS)) - 1]
