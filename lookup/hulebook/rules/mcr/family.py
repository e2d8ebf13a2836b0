"""The MCR family under one rule set: points, exclusions, and what the way of winning adds.

Sections of the rules these functions follow: the kong and concealment matrix (with the mixed
pair of kongs as number 82), the wait fans, last tiles, replacement and robbing, and the
non-repeat principle over the fans of `mcr_fans`.
"""

from collections.abc import Iterable

from hulebook.rules.context import CLOSED, EDGE, PAIR, PUNG, Context
from hulebook.rules.mcr.fans import FAN_COUNT, FANS, FLOWERS, PUBLISHED, WIND_PUNG
from hulebook.rules.model import Drop, Fan
from hulebook.rules.ruleset import RuleSet

BY_NUMBER: dict[int, Fan] = {fan.number: fan for fan in FANS}
CHICKEN = 43
SEAT_WIND, PREVALENT_WIND = 61, 60
TILE_HOG = 64
KNITTED_STRAIGHT = 35
NINE_GATES = 4

# The fans that the way of winning and the declared sets add.
DYNAMIC = (5, 12, 17, 33, 44, 45, 46, 47, 48, 53, 56, 57, 58, 62, 66, 67, 74, 77, 78, 79, 80, 82)
WIND_FANS = frozenset((PREVALENT_WIND, SEAT_WIND, WIND_PUNG))

# The fan of so many concealed pungs and kongs, and of a sole wait by who took the tile.
CONCEALMENT_FANS = {2: (66,), 3: (33,), 4: (12,)}
WAIT_FANS = {EDGE: (77,), CLOSED: (78,), PAIR: (79,)}

# Wait fans beside a knitted straight: (winning kind outside the nine tiles, among them).
KNITTED_WAIT = {"never": (0, 0), "outside": (1, 0), "inside": (1, 1)}


def published(token: int) -> int:
    """The fan number under which a pseudo-number is reported."""
    return PUBLISHED.get(token, token)


# Fans are taken in the order of the table; 82 stands beside the other kongs.
RANK = {t: float(published(t)) for t in (*BY_NUMBER, *PUBLISHED)} | {82: 53.5}


class Mcr:
    """The MCR family with the switches of one rule set."""

    columns = FAN_COUNT
    dynamic: tuple[int, ...] = DYNAMIC
    # Fan lists of equal points: more of these first, then the smallest list.
    tie_order = (69, 70, 71, 72)
    cap = 0
    chicken_fan = CHICKEN
    hog_fan = TILE_HOG
    flower_fan = FLOWERS
    gates_by_heaven = False
    flowers = 8

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.points = {
            f.number: int(str(rules.switches[f.switch])) if f.switch else f.points for f in FANS
        }
        self.chicken = self.points[CHICKEN]
        self.chicken_payable = self.chicken
        self.knitted_wait = KNITTED_WAIT[str(rules.switches["knitted_wait"])]
        self._worth = {t: self.points[published(t)] for t in (*self.points, *PUBLISHED)}
        self._drops = {f.number: [d for d in f.exclusions if self._applies(d)] for f in FANS}
        self._drops |= {t: [] for t in PUBLISHED}
        # The tokens that a fan can drop, to pass quickly over the many that drop nothing.
        self._targets = {
            number: frozenset(t for d in drops for t in RANK if d.fan in (t, published(t)))
            for number, drops in self._drops.items()
        }
        self._settled: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._manner: dict[Context, tuple[int, ...]] = {}

    def _applies(self, drop: Drop) -> bool:
        if drop.when and self.rules.switches[drop.when[0]] != drop.when[1]:
            return False
        return not (drop.inside or drop.same_set)

    def settle(self, tokens: Iterable[int]) -> tuple[int, ...]:
        """What stands after the non-repeat principle: a fan that stands drops its exclusions."""
        key = tuple(tokens)
        stands = self._settled.get(key)
        if stands is None:
            stands = self._settled[key] = self._settle(sorted(key, key=RANK.__getitem__))
        return stands

    def _settle(self, alive: list[int]) -> tuple[int, ...]:
        for number in dict.fromkeys(alive):
            if number not in alive or self._targets[number].isdisjoint(alive):
                continue
            for drop in self._drops[number]:
                if drop.beside and not any(b in alive for b in drop.beside):
                    continue
                hit = [t for t in alive if drop.fan in (t, PUBLISHED.get(t))]
                for token in hit[:1] if drop.only_one else hit:
                    alive.remove(token)
        return tuple(alive)

    @property
    def order(self) -> tuple[int, ...]:
        """The columns in the order in which more of them is preferred among equal points."""
        rest = (f for f in range(1, FAN_COUNT + 1) if f not in self.tie_order)
        return (*self.tie_order, *rest)

    def published(self, token: int) -> int:
        return published(token)

    def value(self, column: int) -> int:
        return self.points.get(column, 0)

    def worth(self, token: int) -> int:
        return self._worth[token]

    def listed(self, tokens: Iterable[int]) -> int:
        """MCR has no limit."""
        return 0

    def interaction(self, static: Iterable[int]) -> tuple[int, ...]:
        """The static fans that the way of winning can drop, or that can drop some of its fans."""
        dropped = {d.fan for f in DYNAMIC for d in self._drops[f]}
        return tuple(
            t for t in static if t in dropped or any(d.fan in DYNAMIC for d in self._drops[t])
        )

    def hog_points(self, static: Iterable[int]) -> int:
        """What each Tile Hog adds beside these fans."""
        tokens = tuple(static)
        return self.points[TILE_HOG] if TILE_HOG in self.settle((*tokens, TILE_HOG)) else 0

    def wind_fans(
        self, winds: int, round_wind: int, seat_wind: int, static: Iterable[int]
    ) -> list[int]:
        """What the pungs of winds (a mask, bit 0 East) make for this seat in this round."""
        tokens = []
        for wind in range(4):
            if winds >> wind & 1:
                tokens += self._wind_pung(wind == round_wind, wind == seat_wind)
        stays = self.settle((*static, *tokens))
        return sorted(published(t) for t in stays if t in WIND_FANS)

    def _wind_pung(self, prevalent: bool, seat: bool) -> list[int]:
        own = [PREVALENT_WIND] * prevalent + [SEAT_WIND] * seat
        replaced = {d.fan for f in own for d in BY_NUMBER[f].exclusions if d.same_set}
        return own if published(WIND_PUNG) in replaced else [*own, WIND_PUNG]

    def wind_relevant(self, static: Iterable[int]) -> tuple[int, ...]:
        """The static fans that can drop fans of the winds."""
        numbers = WIND_FANS | {published(WIND_PUNG)}
        return tuple(t for t in static if any(d.fan in numbers for d in self._drops[t]))

    def allows(self, context: Context) -> bool:
        """MCR takes every context that can be."""
        return True

    def context_key(self, c: Context) -> Context:
        """The context with everything left out that no fan of the family asks for."""
        return c._replace(
            earth=False,
            open=c.open if c.open in (0, 4) else 1,
        )

    def dynamic_fans(
        self, c: Context, owner: int, single: bool, concealed: int, interaction: tuple[int, ...]
    ) -> tuple[int, ...]:
        """The fans of the way of winning when `owner` (a role bit, 0 none) took the winning tile.

        `concealed` counts the pungs among the standing tiles, `single` says that one kind only
        completes the hand. `interaction` fans take part in the exclusion and are returned where
        they stand.
        """
        if c not in self._manner:
            self._manner[c] = (*manner_fans(c), *kong_fans(c))
        exposed = owner == PUNG and not c.self_draw
        hidden = CONCEALMENT_FANS.get(c.concealed_kongs + concealed - exposed, ())
        wait = WAIT_FANS.get(owner, ()) if single and not c.heaven else ()
        return self.settle((*interaction, *self._manner[c], *hidden, *wait))


def manner_fans(c: Context) -> list[int]:
    """How the winning tile came, before exclusion."""
    fans = [80] if c.self_draw else []
    if c.open == 0:
        fans.append(56 if c.self_draw else 62)
    if c.open == 4 and not c.self_draw:
        fans.append(53)
    if c.last_wall_tile:
        fans.append(44 if c.self_draw else 45)
    if c.kong:
        fans.append(46 if c.self_draw else 47)
    if c.last_of_kind:
        fans.append(58)
    return fans


def kong_fans(c: Context) -> list[int]:
    """The fan of the kongs; 48 and 67 stand beside three or four kongs where a switch says so."""
    concealed, melded = c.concealed_kongs, c.melded_kongs
    kongs = concealed + melded
    if kongs == 0:
        return []
    if kongs == 1:
        return [67] if concealed else [74]
    if kongs == 2:
        return [{0: 57, 1: 82, 2: 48}[concealed]]
    return [5 if kongs == 4 else 17] + {1: [67], 2: [48]}.get(concealed, [])
