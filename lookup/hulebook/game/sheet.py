"""The score sheet of a game: 16 hands, four players, what each hand paid and the running totals.

The columns are the players A, B, C, D (0-3), who sit East, South, West, North in hand 1. The
dealer passes after every hand and nobody changes seats between rounds, so hand n is dealt by
player (n - 1) % 4 in the round of wind (n - 1) // 4.
"""

from typing import TYPE_CHECKING

from hulebook.game.payment import DISCARDER, DRAW, Amounts, PaymentError, payment
from hulebook.game.sheet_rows import (
    HANDS,
    Player,
    SheetError,
    SheetProblem,
    SheetRow,
    added,
    made_row,
    misfits,
    players,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

    from hulebook.game.payment import Scored
    from hulebook.rules import RuleSet

__all__ = ["ScoreSheet", "SheetError", "SheetProblem", "SheetRow", "match_points"]

PLACE_POINTS = (4, 2, 1, 0)


class ScoreSheet:
    """The hands of one game under one rule set, oldest first; 16 at most.

    `rules` is a rule set or its id. Hands are added with `add_win`, `add_score`, `add_draw`,
    which work the amounts out, or with `add_row`, which takes them as recorded; `problems` says
    which recorded ones do not fit. Penalties stand beside a hand, need not add up to 0 and
    count in the totals.

    Wrong arguments raise `PaymentError`, a 17th hand and a bad file `SheetError`.

    >>> sheet = ScoreSheet("mcr")
    >>> sheet.add_win("B", 12, discarder="A")
    >>> sheet.add_win("D", 8)
    >>> sheet.add_draw(penalties=(-10, 0, 0, 0))
    >>> sheet.totals
    (-46, 20, -24, 40)
    >>> sheet.match_points()
    (0.0, 2.0, 1.0, 4.0)
    """

    __slots__ = ("_lines", "_rows", "rules")

    def __init__(self, rules: "RuleSet | str" = "mcr") -> None:
        from hulebook.rules import get_rules

        self.rules = get_rules(rules)
        self._rows: list[SheetRow] = []
        self._lines: list[int | None] = []

    @property
    def rows(self) -> tuple[SheetRow, ...]:
        """The hands written so far."""
        return tuple(self._rows)

    @property
    def totals(self) -> Amounts:
        """What each player has won or lost so far, penalties included."""
        return self.running_totals()[-1] if self._rows else DRAW

    def running_totals(self) -> list[Amounts]:
        """The totals after each hand and its penalties."""
        totals = []
        total = DRAW
        for row in self._rows:
            total = added(total, row.amounts, row.penalties)
            totals.append(total)
        return totals

    def match_points(self) -> tuple[float, ...]:
        """The match (table) points of the four players as the totals stand."""
        return match_points(self.totals)

    def add_win(
        self,
        winner: Player,
        points: int,
        discarder: Player | None = None,
        *,
        responsible: Player | None = DISCARDER,
        penalties: "Sequence[int]" = DRAW,
    ) -> None:
        """Add a win of `points`, self-drawn unless there is a discarder; amounts worked out.

        `responsible` (Zung Jung) is the player who answers for the discard: the discarder unless
        given, None for nobody.
        """
        who = players(winner, discarder, responsible)
        self._append(made_row(self.rules, points, *who, None, penalties))

    def add_score(
        self,
        score: "Scored",
        winner: Player,
        discarder: Player | None = None,
        *,
        responsible: Player | None = DISCARDER,
        penalties: "Sequence[int]" = DRAW,
    ) -> None:
        """Add a scored hand; it must come from the sheet's rule set. See `payment`."""
        if score.rules != self.rules:
            mixed = f"a hand scored under {score.rules.id} on a sheet of {self.rules.id}"
            raise PaymentError(mixed, "rules")
        taker, thrower, answering = players(winner, discarder, responsible)
        amounts = payment(score, taker, thrower, responsible=answering)
        self._append(
            made_row(self.rules, score.total, taker, thrower, answering, amounts, penalties)
        )

    def add_draw(self, *, penalties: "Sequence[int]" = DRAW) -> None:
        """Add a hand that nobody won."""
        self._append(made_row(self.rules, None, None, None, DISCARDER, DRAW, penalties))

    def add_row(self, row: SheetRow, *, line: int | None = None) -> None:
        """Add a hand as it was recorded, amounts and all; `problems` says what does not fit.

        `line` is the line of a file it came from. Refused is only what is no row: players who
        are none, a draw with a discarder, amounts that are not four whole numbers.
        """
        answering: Player | None = row.responsible
        if answering is None and self.rules.family == "mcr":
            answering = DISCARDER
        who = players(row.winner, row.discarder, answering)
        made = made_row(self.rules, row.points, *who, row.amounts, row.penalties)
        self._append(made, line)

    def _append(self, row: SheetRow, line: int | None = None) -> None:
        if len(self._rows) == HANDS:
            raise SheetError(SheetProblem(f"a game has {HANDS} hands", "hand", HANDS + 1, line))
        self._rows.append(row)
        self._lines.append(line)

    def problems(self) -> list[SheetProblem]:
        """Recorded hands whose amounts or points do not fit; empty for a sound sheet.

        >>> sheet = ScoreSheet("mcr")
        >>> sheet.add_row(SheetRow(1, 12, 0, None, (-32, 36, -8, 36)))
        >>> print(*sheet.problems(), sep="\\n")
        hand 1, amounts: -32 +36 -8 +36 add up to +32, not 0; 12 points make -20 +36 -8 -8
        """
        return [
            SheetProblem(message, field, hand, line)
            for hand, (row, line) in enumerate(zip(self._rows, self._lines, strict=True), 1)
            for field, message in misfits(self.rules, row)
        ]

    def to_text(self) -> str:
        """The sheet as a plain text table, with totals, match points and any problems."""
        from hulebook.game.sheet_text import sheet_text

        return sheet_text(self)

    def to_csv(self) -> str:
        """The sheet as CSV text; the form stands in `hulebook.game.sheet_files`."""
        from hulebook.game.sheet_files import to_csv

        return to_csv(self)

    def to_json(self) -> str:
        """The sheet as JSON text; the form stands in `hulebook.game.sheet_files`."""
        from hulebook.game.sheet_files import to_json

        return to_json(self)

    @classmethod
    def from_csv(cls, text: str, rules: "RuleSet | str | None" = None) -> "ScoreSheet":
        """The sheet in CSV text. `rules`, if given, must be the rule set the text names.

        Raises `SheetError` with the line and field of every bad row.
        """
        from hulebook.game.sheet_files import from_csv

        return from_csv(text, rules)

    @classmethod
    def from_json(cls, text: str, rules: "RuleSet | str | None" = None) -> "ScoreSheet":
        """The sheet in JSON text; as `from_csv`."""
        from hulebook.game.sheet_files import from_json

        return from_json(text, rules)

    @classmethod
    def read(
        cls, path: "str | PathLike[str]", rules: "RuleSet | str | None" = None
    ) -> "ScoreSheet":
        """The sheet in a file, `.csv` or `.json` by its name; as `from_csv`."""
        from hulebook.game.sheet_files import read

        return read(path, rules)

    def write(self, path: "str | PathLike[str]") -> None:
        """Write the sheet to a file, `.csv` or `.json` by its name."""
        from hulebook.game.sheet_files import write

        write(self, path)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ScoreSheet):
            return NotImplemented
        return self.rules == other.rules and self._rows == other._rows

    __hash__ = None  # type: ignore[assignment]

    def __len__(self) -> int:
        return len(self._rows)

    def __repr__(self) -> str:
        return f"<ScoreSheet {self.rules.id}, {len(self)} hands>"


def match_points(totals: "Sequence[int]") -> tuple[float, ...]:
    """Match (table) points by score: 4, 2, 1, 0; equal scores share the mean of their places.

    Source: Mahjong Competition Rules.

    >>> match_points((120, -40, 120, -200))
    (3.0, 1.0, 3.0, 0.0)
    """
    points = []
    for total in totals:
        first = sum(other > total for other in totals)
        shared = PLACE_POINTS[first : first + sum(other == total for other in totals)]
        points.append(sum(shared) / len(shared))
    return tuple(points)
