"""One row of a score sheet: what it holds, how it is made, what in it does not fit."""

from typing import TYPE_CHECKING, NamedTuple

from hulebook.errors import HulebookError
from hulebook.game.payment import (
    DISCARDER,
    DRAW,
    SEATS,
    Amounts,
    PaymentError,
    below_minimum,
    number,
    settle,
)
from hulebook.hands.tiles import clip

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hulebook.rules import RuleSet

Player = int | str

PLAYERS = "ABCD"
HANDS = 16
LARGEST = 10**9


class SheetProblem(NamedTuple):
    """One thing wrong with a sheet: what, in which field, hand (1-16) and line of a file."""

    message: str
    field: str = ""
    hand: int | None = None
    line: int | None = None

    def __str__(self) -> str:
        line = "" if self.line is None else f"line {self.line}"
        hand = "" if self.hand is None else f"hand {self.hand}"
        where = ", ".join(part for part in (line, hand, self.field) if part)
        return f"{where}: {self.message}" if where else self.message


class SheetError(HulebookError, ValueError):
    """A sheet that cannot be read or written on; `problems` names every bad row."""

    def __init__(self, *problems: SheetProblem) -> None:
        super().__init__(*problems)
        self.problems = problems

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))


class SheetRow(NamedTuple):
    """One hand as written down. Players are 0-3.

    A draw has no winner, a self-drawn hand no discarder. `points` is the winner's P, flowers
    included (Zung Jung: the value after limits), None where only the amounts are known.
    `responsible` is who answers for a Zung Jung discard, None for nobody, and always None in
    MCR. `amounts` are the signed amounts of the hand, `penalties` those written beside it.
    """

    winner: int | None
    points: int | None
    discarder: int | None
    responsible: int | None
    amounts: Amounts
    penalties: Amounts = DRAW


def hand_place(hand: int) -> tuple[str, str]:
    """Round wind and dealer of hand 1-16, as letters.

    >>> hand_place(6)
    ('S', 'B')
    """
    return SEATS[(hand - 1) // 4], PLAYERS[(hand - 1) % 4]


def made_row(
    rules: "RuleSet",
    points: int | None,
    winner: int | None,
    discarder: int | None,
    responsible: int | str | None,
    amounts: "Sequence[int] | None",
    penalties: "Sequence[int]",
) -> SheetRow:
    """A checked row; amounts that are None are worked out from the points."""
    extra = four(penalties, "penalties")
    given = None if amounts is None else four(amounts, "amounts")
    if winner is None:
        for field, value in (("points", points), ("discarder", discarder)):
            if value is not None:
                raise PaymentError(f"a draw has no {field}", field)
        if responsible not in (None, DISCARDER):
            raise PaymentError("nobody is responsible for a draw", "responsible")
        return SheetRow(None, None, None, None, given or DRAW, extra)
    if points is not None:
        points = whole(points, "points", LARGEST // 10)
        if points < 0:
            raise PaymentError(f"{points} points: a win is never worth less than 0", "points")
    fitting = settle(rules, paid_value(rules, points or 0), winner, discarder, responsible)
    if given is None:
        if points is None:
            raise PaymentError("a win needs its points or its amounts", "points")
        if points < number(rules, "minimum"):
            raise below_minimum(points, rules)
    if responsible == DISCARDER:
        responsible = None if rules.family == "mcr" else discarder
    assert not isinstance(responsible, str)
    return SheetRow(winner, points, discarder, responsible, given or fitting, extra)


def paid_value(rules: "RuleSet", points: int) -> int:
    """What a win written as `points` is paid as: a Zung Jung hand without a pattern as 1."""
    return points if rules.family == "mcr" else max(points, 1)


def misfits(rules: "RuleSet", row: SheetRow) -> "Iterator[tuple[str, str]]":
    """What does not fit in a row, each as its field and a message."""
    written = signed(row.amounts)
    if row.winner is None:
        if any(row.amounts):
            yield "amounts", f"{written}, but nobody pays for a draw"
        return
    off = sum(row.amounts)
    unbalanced = f" add up to {off:+d}, not 0" if off else ""
    if row.points is None:
        takers = [player for player in range(4) if row.amounts[player] > 0]
        if off or takers != [row.winner]:
            yield "amounts", written + (unbalanced or ": the winner alone gains")
        return
    if row.points < number(rules, "minimum"):
        yield "points", str(below_minimum(row.points, rules))
    responsible = DISCARDER if rules.family == "mcr" else row.responsible
    value = paid_value(rules, row.points)
    fitting = settle(rules, value, row.winner, row.discarder, responsible)
    if row.amounts != fitting:
        yield "amounts", f"{written}{unbalanced}; {row.points} points make {signed(fitting)}"


def players(
    winner: Player | None, discarder: Player | None, responsible: Player | None
) -> tuple[int | None, int | None, int | str | None]:
    """The three players of a win as 0-3; None and `DISCARDER` stay as they are."""
    answering = responsible
    if responsible is not None and responsible != DISCARDER:
        answering = player_index(responsible, "responsible")
    return (
        None if winner is None else player_index(winner, "winner"),
        None if discarder is None else player_index(discarder, "discarder"),
        answering,
    )


def player_index(player: Player, field: str) -> int:
    """A player as 0-3, from an integer or a letter."""
    if isinstance(player, str):
        if len(player) == 1 and player in PLAYERS:
            return PLAYERS.index(player)
    elif not isinstance(player, bool) and hasattr(player, "__index__"):
        at = player.__index__()
        if 0 <= at < 4:
            return at
    raise PaymentError(f"{field} {clip(player)} is no player: use 0-3 or A, B, C, D", field)


def whole(value: object, field: str, largest: int = LARGEST) -> int:
    """A whole number, at most `largest` up or down."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise PaymentError(f"{clip(value)} is no whole number", field)
    number = int(value.__index__())
    if abs(number) > largest:
        raise PaymentError(f"a number beyond {largest}", field)
    return number


def four(values: "Sequence[int]", field: str) -> Amounts:
    """Four whole numbers, one for each player."""
    numbers = [whole(value, field) for value in values]
    if len(numbers) != 4:
        raise PaymentError(f"{len(numbers)} numbers where the four players need one each", field)
    a, b, c, d = numbers
    return a, b, c, d


def added(*rows: Amounts) -> Amounts:
    """Amounts added up player by player."""
    a, b, c, d = (sum(column) for column in zip(*rows, strict=True))
    return a, b, c, d


def signed(amounts: "Sequence[int]") -> str:
    """Amounts as text with their signs, 0 without one."""
    return " ".join(f"{amount:+d}" if amount else "0" for amount in amounts)
