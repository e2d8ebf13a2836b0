"""A score sheet as a plain text table."""

from typing import TYPE_CHECKING

from hulebook.game.payment import DRAW
from hulebook.game.sheet_rows import PLAYERS, SheetRow, added, hand_place, signed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hulebook.game.sheet import ScoreSheet

# What a line says of its hand, its four amounts, the four totals after it.
Line = tuple[list[str], list[str], list[str]]

HEADING = ["hand", "round", "dealer", "winner", "points", "from"]
RIGHT = ("hand", "points")


def sheet_text(sheet: "ScoreSheet") -> str:
    """See `ScoreSheet.to_text`."""
    zung_jung = sheet.rules.family == "zung_jung"
    heading = [*HEADING, "pays"] if zung_jung else HEADING
    columns = list(PLAYERS)
    lines: list[Line] = [(heading, columns, columns)]
    total = DRAW
    for hand, row in enumerate(sheet.rows, 1):
        total = added(total, row.amounts)
        lines.append((hand_cells(hand, row, zung_jung), cells(row.amounts), cells(total)))
        if any(row.penalties):
            total = added(total, row.penalties)
            lines.append((["penalty"], cells(row.penalties), cells(total)))
    lines.append((["total"], cells(total), []))
    lines.append((["match points"], [f"{place:.4g}" for place in sheet.match_points()], []))
    notes = [f"! {problem}" for problem in sheet.problems()]
    return "\n".join([f"score sheet, {sheet.rules.id}", "", *table(lines), *notes]) + "\n"


def hand_cells(hand: int, row: SheetRow, zung_jung: bool) -> list[str]:
    """What stands before the amounts of a hand."""
    start = [str(hand), *hand_place(hand)]
    if row.winner is None:
        return [*start, "draw", *[""] * (3 if zung_jung else 2)]
    points = "?" if row.points is None else str(row.points)
    thrower = "self" if row.discarder is None else PLAYERS[row.discarder]
    told = [*start, PLAYERS[row.winner], points, thrower]
    if not zung_jung:
        return told
    if row.responsible is None:
        return [*told, "all"]
    return [*told, PLAYERS[row.responsible]]


def cells(amounts: "Sequence[int]") -> list[str]:
    """Four amounts with their signs."""
    return [signed([amount]) for amount in amounts]


def table(lines: list[Line]) -> list[str]:
    """Lines of text with aligned columns; a line of one leading cell is a label."""
    heading = lines[0][0]
    full = [lead for lead, _, _ in lines if len(lead) > 1]
    widths = [max(map(len, column)) for column in zip(*full, strict=True)]
    wide = max(len(cell) for _, *groups in lines for group in groups for cell in group)
    text = []
    for lead, amounts, totals in lines:
        if len(lead) > 1:
            named = zip(heading, lead, widths, strict=True)
            told = "  ".join(
                cell.rjust(width) if name in RIGHT else cell.ljust(width)
                for name, cell, width in named
            )
        else:
            told = lead[0].ljust(sum(widths) + 2 * len(widths) - 2)
        groups = [" ".join(cell.rjust(wide + 1) for cell in group) for group in (amounts, totals)]
        text.append("  | ".join([told, *filter(None, groups)]))
    return text
