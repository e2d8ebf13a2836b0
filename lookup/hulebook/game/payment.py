"""Who pays what for a win: the signed amounts of East, South, West and North.

Seats are 0-3 (East, South, West, North) or the letters `E S W N`. An amount is what the seat
gains, so the four add up to 0. Amounts belong to seats: the dealer pays and gets no extra.
"""

from hulebook.errors import HulebookError
from hulebook.hands.tiles import as_int, clip, tile_id, tile_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Protocol

    from hulebook.rules import RuleSet

    class Scored(Protocol):
        """The part of a `Score` that payment reads."""

        @property
        def rules(self) -> "RuleSet": ...
        @property
        def points(self) -> int: ...
        @property
        def total(self) -> int: ...
        @property
        def payable(self) -> int: ...
        @property
        def meets_minimum(self) -> bool: ...
        @property
        def self_draw(self) -> bool: ...


Amounts = tuple[int, int, int, int]
Seat = int | str

SEATS = "ESWN"
DRAW: Amounts = (0, 0, 0, 0)
DISCARDER = "discarder"


class PaymentError(HulebookError, ValueError):
    """A win that cannot be paid as told; `field` names the argument that does not fit."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class BelowMinimum(PaymentError):
    """A hand below the minimum of its rule set: it is no win, so nobody pays."""


def mcr_amounts(total: int, base: int, winner: int, discarder: int | None = None) -> Amounts:
    """The four amounts of an MCR win worth `total` points, flowers included.

    By discard the discarder pays `base + total` and the two others `base`; without a discarder
    (self-draw) each loser pays `base + total`. Plain arithmetic on seats 0-3: `payment` checks
    what it is given, this does not. Source: Mahjong Competition Rules, payment.

    >>> mcr_amounts(12, 8, winner=1, discarder=0)
    (-20, 36, -8, -8)
    >>> mcr_amounts(12, 8, winner=1)
    (-20, 60, -20, -20)
    """
    most = base + total
    return _collect(winner, discarder, most if discarder is None else base, most)


def zung_jung_amounts(
    payable: int, threshold: int, winner: int, responsible: int | None = None
) -> Amounts:
    """The four amounts of a Zung Jung win worth `payable`: the winner gets three times that.

    With a responsible player the two others pay `payable`, at most `threshold` each, and that
    player pays the rest; with nobody responsible (self-draw, or the winner's own discard came
    first) each loser pays `payable`. Plain arithmetic on seats 0-3: `payment` checks what it is
    given, this does not. Source: World Series of Mahjong, payment 2-4.

    >>> zung_jung_amounts(70, 30, winner=1, responsible=0)
    (-150, 210, -30, -30)
    >>> zung_jung_amounts(70, 30, winner=1)
    (-70, 210, -70, -70)
    """
    each = payable if responsible is None else min(payable, threshold)
    return _collect(winner, responsible, each, 3 * payable - 2 * each)


def _collect(winner: int, payer: int | None, each: int, most: int) -> Amounts:
    """The payer pays `most`, the other losers `each`, and the winner takes it all."""
    paid = 3 * each if payer is None else 2 * each + most
    east, south, west, north = (
        paid if seat == winner else -most if seat == payer else -each for seat in range(4)
    )
    return east, south, west, north


def payment(
    score: "Scored | None",
    winner: Seat | None,
    discarder: Seat | None = None,
    *,
    responsible: Seat | None = DISCARDER,
) -> Amounts:
    """What East, South, West and North gain: four ints that add up to 0.

    `winner` and `discarder` are seats, as they are told here: the hand's own seat wind is not
    asked, since it is East where nobody said otherwise. Leave the discarder out for a self-drawn
    hand. The player who tried to add to a kong that is robbed is the discarder. Zung Jung only:
    `responsible` is the player who answers for a discard win, the discarder unless given, None
    for nobody; see `responsible_player`. A drawn hand, which nobody wins, is
    `payment(None, None)`.

    Raises `BelowMinimum` for a hand that is no win under its rule set, `PaymentError` for seats
    that do not fit the win.

    >>> from types import SimpleNamespace as Made
    >>> from hulebook.rules import MCR
    >>> hand = Made(rules=MCR, points=12, payable=12, meets_minimum=True, self_draw=False)
    >>> payment(hand, "S", "E")
    (-20, 36, -8, -8)
    >>> payment(hand, "S")
    Traceback (most recent call last):
    hulebook.game.payment.PaymentError: a hand won by discard needs its discarder
    >>> payment(None, None)
    (0, 0, 0, 0)
    """
    if score is None or winner is None:
        if score is not None or (winner, discarder, responsible) != (None, None, DISCARDER):
            raise PaymentError("a win needs its score and its winner; a draw has neither")
        return DRAW
    if not score.meets_minimum:
        raise below_minimum(score.points, score.rules)
    if score.self_draw and discarder is not None:
        raise PaymentError("a self-drawn hand has no discarder", "discarder")
    if not score.self_draw and discarder is None:
        raise PaymentError("a hand won by discard needs its discarder", "discarder")
    answering: int | str | None = responsible
    if responsible is not None and responsible != DISCARDER:
        answering = seat_index(responsible, "responsible")
    return settle(
        score.rules,
        score.payable,
        seat_index(winner, "winner"),
        None if discarder is None else seat_index(discarder, "discarder"),
        answering,
    )


def settle(
    rules: "RuleSet", value: int, winner: int, discarder: int | None, responsible: int | str | None
) -> Amounts:
    """`payment` for a win of known value, seats 0-3 and `responsible` as there."""
    if discarder == winner:
        raise PaymentError("the winner cannot be the discarder", "discarder")
    if rules.family == "mcr":
        if responsible != DISCARDER:
            raise PaymentError("in MCR the discarder is always the one who pays", "responsible")
        return mcr_amounts(value, number(rules, "base"), winner, discarder)
    payer = discarder if isinstance(responsible, str) else responsible
    if payer is not None and discarder is None:
        raise PaymentError("nobody is responsible for a self-drawn hand", "responsible")
    if payer == winner:
        raise PaymentError("the winner is never responsible; None says nobody is", "responsible")
    return zung_jung_amounts(value, number(rules, "threshold"), winner, payer)


def below_minimum(points: int, rules: "RuleSet") -> BelowMinimum:
    """The error for a hand of `points` that its rule set does not accept as a win."""
    have = "1 point is" if points == 1 else f"{points} points are"
    minimum = f"{have} below the minimum of {number(rules, 'minimum')} in {rules.id}"
    return BelowMinimum(f"{minimum}: no win", "points")


def number(rules: "RuleSet", switch: str) -> int:
    """The value of a switch that is a number: `minimum`, `base`, `threshold`."""
    return int(getattr(rules, switch))


def seat_index(seat: Seat, field: str = "seat") -> int:
    """A seat as 0-3, from an integer or a letter.

    >>> seat_index("W")
    2
    """
    if isinstance(seat, str):
        if len(seat) == 1 and seat in SEATS:
            return SEATS.index(seat)
    elif not isinstance(seat, bool) and hasattr(seat, "__index__"):
        place = seat.__index__()
        if 0 <= place < 4:
            return place
    raise PaymentError(f"{field} {clip(seat)} is no seat: use 0-3 or E, S, W, N", field)


def responsible_player(winner: Seat, discards: "Iterable[tuple[Seat, int | str]]") -> int | None:
    """The seat that answers for a discard win in Zung Jung, or None: nobody does.

    `discards` holds (player, tile) for every discard since the deal, claimed ones too, the last
    one being the tile won on; a robbed kong's tile is appended as its player's discard. Of the
    discards from the winner's own latest one on (all of them if the winner has not discarded),
    the first of the winning kind decides: who threw it is responsible, later throwers of the
    same kind are immune, and if the winner threw it nobody is responsible.

    Tiles are ids 0-33 or their text. Raises `PaymentError` for an empty list, a player who is
    none or a last discard by the winner, `BadHand` for a tile that is none. Source: World Series
    of Mahjong, payment 5.

    >>> responsible_player("S", [("S", "1m"), ("W", "5p"), ("N", "5p")])  # West threw it first
    2
    >>> responsible_player("S", [("S", "5p"), ("W", "5p"), ("N", "5p")]) is None
    True
    """
    taker = seat_index(winner, "winner")
    log = [_discard(entry) for entry in discards]
    if not log:
        raise PaymentError("a win by discard needs at least one discard", "discards")
    last, kind = log[-1]
    if last == taker:
        raise PaymentError("the last discard is the winner's own: nobody wins on that", "discards")
    thrower = last
    for player, tile in reversed(log):
        if tile == kind:
            thrower = player
        if player == taker:
            break
    return None if thrower == taker else thrower


def _discard(entry: "tuple[Seat, int | str]") -> tuple[int, int]:
    """A discard as seat and tile id."""
    if not isinstance(entry, tuple | list) or len(entry) != 2:
        raise TypeError(f"a discard is a pair of player and tile, not {clip(entry)}")
    return seat_index(entry[0], "discarder"), _kind(entry[1])


def _kind(tile: int | str) -> int:
    """A tile as its id, from an id or its text."""
    kind = tile_id(tile) if isinstance(tile, str) else as_int(tile, "a tile")
    tile_name(kind)
    return kind
