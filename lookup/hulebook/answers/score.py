"""Scores one hand: `score` raises for a hand that does not win, `get_score` returns a default."""

from hulebook.engine.one_hand import best_reading
from hulebook.engine.steps import context_of, count_fans
from hulebook.errors import BadHand, NotAWin, Status
from hulebook.hands.hand import Hand
from hulebook.hands.notation import merge_context
from hulebook.rules import RuleSet, get_rules
from hulebook.tables.book import book_for, shapes
from hulebook.tables.layout import FLOWERS_MAX, KEY_SHIFT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn, TypedDict, TypeVar, Unpack

    from hulebook.answers.fans import ScoredFan
    from hulebook.answers.reading import Reading
    from hulebook.tables.book import Book

    Default = TypeVar("Default")

    class Context(TypedDict, total=False):
        """The keywords of `score`; None is as good as not given."""

        seat_wind: int | str | None
        round_wind: int | str | None
        self_draw: bool | None
        last_of_kind: bool | None
        last_wall_tile: bool | None
        kong: bool | None
        heaven: bool | None
        earth: bool | None
        flowers: int | None


# Powers of five for every tile, suit by suit: a hand's keys in one sum.
TILE_KEYS = tuple(5 ** (t % 9) << KEY_SHIFT * (t // 9) for t in range(34))
SUITS_MASK = (1 << 2 * KEY_SHIFT) - 1
MOST_FANS = 82
_set = object.__setattr__


class Score:
    """What a winning hand is worth, and why.

    `points` are before flowers, `total` is with them. In the Zung Jung family both are the value
    after limits; `uncapped` is the plain sum and `payable` what is paid for.

    >>> result = score("[CCC,1]12356789pWW7p|SS0000|2")
    >>> result.points, result.total, result.meets_minimum
    (9, 11, True)
    >>> [(fan.number, fan.name, fan.count, fan.points) for fan in result.fans][:2]
    [(50, 'Half Flush', 1, 6), (59, 'Dragon Pung', 1, 2)]
    >>> print(result.reading)
    [CCC] 123p 567p 789p WW
    """

    __slots__ = ("_fans", "_found", "_reading", "hand", "points", "rules", "total")

    hand: Hand
    rules: RuleSet
    points: int
    total: int
    _found: tuple[int, ...]
    _fans: "tuple[ScoredFan, ...]"  # set when first asked for, as is the reading
    _reading: "Reading"

    def __init__(self, hand: Hand, rules: RuleSet, found: tuple[int, ...]) -> None:
        _set(self, "hand", hand)
        _set(self, "rules", rules)
        _set(self, "_found", found)
        _set(self, "points", found[0])
        _set(self, "total", found[0] + hand.flowers)

    @property
    def uncapped(self) -> int:
        """The sum of the fans before limits; in MCR the same as `points`."""
        return self._found[1]

    @property
    def self_draw(self) -> bool:
        return self.hand.self_draw

    @property
    def meets_minimum(self) -> bool:
        """Whether the points before flowers reach the minimum of the rule set."""
        return self.points >= int(str(self.rules.minimum))

    @property
    def payable(self) -> int:
        """What payment is computed from: the total, or the token of a hand without pattern."""
        from hulebook.tables.layout import CHICKEN_PAYABLE

        if self.points:
            return self.total
        return int(book_for(self.rules).parameters[CHICKEN_PAYABLE])

    @property
    def limit(self) -> str | None:
        """Zung Jung: "listed" if one pattern of 320 or more counts alone, "compound" if the sum
        was cut; None where no limit applied (always in MCR)."""
        from hulebook.answers.reading import limit_of

        return limit_of(book_for(self.rules), self._found)

    @property
    def counts(self) -> bytes:
        """How often each fan is counted: entry n - 1 for fan number n (pattern by column);
        flowers apart."""
        book = book_for(self.rules)
        out = bytearray(len(book.order))
        count_fans(book, self._found, out)
        return bytes(out)

    @property
    def fans(self) -> "tuple[ScoredFan, ...]":
        """The fans that are counted, by number, each with its count, points and sets; flowers
        come last."""
        if not hasattr(self, "_fans"):
            from hulebook.answers.fans import scored_fans

            _set(self, "_fans", scored_fans(self))
        return self._fans

    @property
    def reading(self) -> "Reading":
        """The decomposition that was scored, and which set took the winning tile."""
        if not hasattr(self, "_reading"):
            from hulebook.answers.reading import read

            _set(self, "_reading", read(self.hand, book_for(self.rules), self._found))
        return self._reading

    def depends_on(self) -> dict[str, dict[object, int]]:
        """The switches that matter for this hand: for each, the total under its other values.

        Computed when asked for: the hand is scored anew under every changed rule set.

        >>> score("[1111m][2222m]345p678s9s9s").depends_on()["two_concealed_kongs"]
        {6: 10}
        """
        from hulebook.answers.switches import switches_of

        return switches_of(self)

    def interpretations(self) -> "tuple[Score, ...]":
        """Every way to score the hand that is worth as much, this one first: other
        decompositions, or another set that took the winning tile.

        >>> for other in score("[CCC,1]11122233p99m3p|ES1000", "zj-3.3").interpretations():
        ...     print(other.total, other.reading)
        170 [CCC] 111p 222p 333p 99m
        170 [CCC] 123p 123p 123p 99m
        """
        from hulebook.answers.interpretations import interpretations

        return interpretations(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        return (self.hand, self.rules, self._found) == (other.hand, other.rules, other._found)

    def __hash__(self) -> int:
        return hash((self.hand, self.rules, self._found))

    def __setattr__(self, name: str, value: object) -> "NoReturn":
        raise AttributeError(f"a Score is frozen: {name!r} cannot be set")

    def __delattr__(self, name: str) -> "NoReturn":
        raise AttributeError(f"a Score is frozen: {name!r} cannot be deleted")

    def __reduce__(self) -> "tuple[object, tuple[Hand, RuleSet, tuple[int, ...]]]":
        return Score, (self.hand, self.rules, self._found)

    def __repr__(self) -> str:
        fans = ", ".join(str(fan) for fan in self.fans)
        return f"<Score {self.total} {self.rules.id}: {fans}>"


def score(
    hand: "Hand | str", rules: "RuleSet | str" = "mcr", **context: "Unpack[Context]"
) -> Score:
    """Score a winning hand under a rule set.

    hand: a hand string or a `Hand`. Keywords (seat_wind, round_wind, self_draw, last_of_kind,
    last_wall_tile, kong, heaven, earth, flowers) supply the context that a string leaves out; what
    neither gives is East, East, a discard, nothing special, no flowers.

    Raises `BadHand` for a hand that cannot be or a keyword that contradicts it, `NotAWin` for
    tiles that do not win, `RuleError` for an unknown rule set; all are `ValueError`.

    >>> score("123456789m345p7s7s").total
    21
    >>> score("113355m2244p668s8s", self_draw=True).total
    29
    >>> score("113355m2244p668s8s", "mcr-98", self_draw=True).total
    26
    >>> score("123456789m345p7s8s")
    Traceback (most recent call last):
    hulebook.errors.NotAWin: 123456789m345p7s8s is no winning hand under mcr
    """
    rule_set = rules if isinstance(rules, RuleSet) else get_rules(rules)
    subject = as_hand(hand, context)
    found = find(subject, rule_set, book_for(rule_set))
    if found[0] < 0:
        tiles = str(subject).partition("|")[0]
        raise NotAWin(f"{tiles} is no winning hand under {rule_set.id}")
    return Score(subject, rule_set, found)


def get_score(
    hand: "Hand | str",
    rules: "RuleSet | str" = "mcr",
    default: "Default | None" = None,
    **context: "Unpack[Context]",
) -> "Score | Default | None":
    """The same as `score`, with `default` for a hand that does not win.

    >>> get_score("123456789m345p7s8s") is None
    True
    """
    try:
        return score(hand, rules, **context)
    except NotAWin:
        return default


def as_hand(hand: "Hand | str", context: "Context") -> Hand:
    """A `Hand` from a string or a `Hand`, with keywords that must not contradict it."""
    if isinstance(hand, Hand):
        if context:
            merge_context(hand.context, context)
        return hand
    return Hand.from_string(hand, **context)


def find(hand: Hand, rules: RuleSet, book: "Book") -> tuple[int, ...]:
    """The best reading of a hand as `steps.best_reading` gives it."""
    _refuse(hand, rules, book)
    suits, others = keys_of(hand)
    found: tuple[int, ...] = best_reading(
        shapes(),
        book,
        hand.counts,
        suits,
        others,
        hand.meld_bytes,
        hand.win_tile,
        hand.self_draw,
        hand.flags,
        hand.seat_wind,
        hand.round_wind,
        (bytearray(MOST_FANS), bytearray(MOST_FANS)),
    )
    return found


def keys_of(hand: Hand) -> tuple[int, int]:
    """The keys of the standing tiles: of characters and dots, and of bamboo and honors."""
    key = sum([TILE_KEYS[t] for t in hand.concealed])
    return key & SUITS_MASK, key >> 2 * KEY_SHIFT


def _refuse(hand: Hand, rules: RuleSet, book: "Book") -> None:
    """What only this rule set refuses: flowers, and flags that its family never combines."""
    if hand.flowers > book.parameters[FLOWERS_MAX]:
        raise BadHand(f"{rules.id} is played without flowers", Status.NO_FLOWERS)
    if hand.flags and not context_of(shapes(), book, hand.meld_bytes, hand.self_draw, hand.flags):
        flags = " and ".join(name for name, value in hand.context.items() if value is True)
        raise BadHand(f"{rules.id} has no win with {flags}", Status.FLAGS_TOGETHER)
