"""Score sheets as CSV and JSON. Both forms hold the same fields and give the same sheet back.

CSV: one header line, then one line a hand, columns in the order of `COLUMNS`. JSON: an object
with `format` ("hulebook-sheet"), `version` (1), `rules` and `hands`, a list with one object a
hand, each written on a line of its own; there `amounts`, `penalties` and `totals` are lists of
four, and an empty field is null.

| field | holds |
|---|---|
| `rules` | id of the rule set, the same in every line (JSON: once, beside `hands`) |
| `hand` | 1-16, without gaps |
| `round`, `dealer` | wind `E S W N` and player `A B C D`; they follow from `hand` |
| `winner` | `A B C D`, or `draw` |
| `points` | the winner's P; empty for a draw, or where only the amounts are known |
| `discarder` | `A B C D`, or `self` for a self-drawn hand; empty for a draw |
| `responsible` | Zung Jung discards: `A B C D` or `none`; the discarder if empty |
| `amount_a` to `amount_d` | signed amounts of the hand; all empty: worked out from `points` |
| `penalty_a` to `penalty_d` | signed penalties beside the hand; 0 if empty |
| `total_a` to `total_d` | running totals after the hand and its penalties |

A reader needs `hand`, `winner`, `points` and `discarder` (and `rules`, unless it is told the
rule set); the other columns may be absent, and what is there must fit. A hand with nothing but
`rules`, `hand`, `round` and `dealer` is not played yet; only such hands may follow it. A sheet
without hands is written in CSV as one such line.
"""

from typing import TYPE_CHECKING, NoReturn

from hulebook.errors import RuleError
from hulebook.game.payment import DISCARDER, DRAW, Amounts, PaymentError
from hulebook.game.sheet import ScoreSheet
from hulebook.game.sheet_rows import (
    HANDS,
    LARGEST,
    PLAYERS,
    SheetError,
    SheetProblem,
    SheetRow,
    added,
    hand_place,
    made_row,
    signed,
    whole,
)
from hulebook.hands.tiles import clip

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from os import PathLike

    from hulebook.rules import RuleSet

Value = int | str | None
# The fields of one hand by column name; an empty field is None.
Fields = dict[str, Value]

FORMAT, VERSION = "hulebook-sheet", 1
BOM = "\ufeff"
PLACE = ("hand", "round", "dealer")
WIN = ("winner", "points", "discarder", "responsible")
GROUPS = {"amount": "amounts", "penalty": "penalties", "total": "totals"}
QUADS = tuple(f"{group}_{player.lower()}" for group in GROUPS for player in PLAYERS)
COLUMNS = ("rules", *PLACE, *WIN, *QUADS)
NEEDED = ("hand", "winner", "points", "discarder")
NUMBERS = ("hand", "points", *QUADS)
PLAYED = (*WIN, *QUADS)
# A field of our own: why a line holds no fields.
BROKEN = "broken"


def to_csv(sheet: ScoreSheet) -> str:
    """See `ScoreSheet.to_csv`.

    >>> sheet = ScoreSheet("mcr")
    >>> sheet.add_win("B", 12, discarder="A")
    >>> print(to_csv(sheet).splitlines()[1])
    mcr,1,E,A,B,12,A,,-20,36,-8,-8,0,0,0,0,-20,36,-8,-8
    """
    import csv
    import io

    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for told, groups in written(sheet):
        spread = [number for group in groups.values() for number in group]
        writer.writerow([sheet.rules.id, *told.values(), *spread])
    if not sheet.rows:
        writer.writerow([sheet.rules.id, 1, *hand_place(1), *[""] * len(COLUMNS[4:])])
    return out.getvalue()


def to_json(sheet: ScoreSheet) -> str:
    """See `ScoreSheet.to_json`."""
    import json

    start = json.dumps({"format": FORMAT, "version": VERSION, "rules": sheet.rules.id})
    hands = ",\n".join(json.dumps({**told, **groups}) for told, groups in written(sheet))
    return f'{start[:-1]}, "hands": [\n{hands}\n]}}\n'


def written(sheet: ScoreSheet) -> "Iterator[tuple[Fields, dict[str, Amounts]]]":
    """What is written of each hand: the single fields, and the groups of four."""
    totals = sheet.running_totals()
    for hand, (row, total) in enumerate(zip(sheet.rows, totals, strict=True), 1):
        told = dict(zip((*PLACE, *WIN), (hand, *hand_place(hand), *win_cells(row)), strict=True))
        if row.discarder is not None and sheet.rules.family != "mcr":
            told["responsible"] = "none" if row.responsible is None else PLAYERS[row.responsible]
        yield told, {"amounts": row.amounts, "penalties": row.penalties, "totals": total}


def win_cells(row: SheetRow) -> tuple[Value, Value, Value, Value]:
    """Winner, points, discarder and an empty cell for who is responsible."""
    if row.winner is None:
        return "draw", None, None, None
    thrower = "self" if row.discarder is None else PLAYERS[row.discarder]
    return PLAYERS[row.winner], row.points, thrower, None


def from_csv(text: str, rules: "RuleSet | str | None" = None) -> ScoreSheet:
    """See `ScoreSheet.from_csv`."""
    (at, header), *lines = csv_lines(text) or [(1, [])]
    for name in header:
        if name not in COLUMNS or header.count(name) > 1:
            refuse(f"unknown or repeated column {clip(name)}", line=at)
    missing = [name for name in NEEDED if name not in header]
    if missing:
        refuse(f"no column {', '.join(missing)} in the header", line=at)
    hands = [(line, csv_fields(header, cells)) for line, cells in lines]
    line, named = next(((at, told["rules"]) for at, told in hands if told.get("rules")), (at, None))
    return filled(hands, chosen_rules(named, rules, line))


def csv_lines(text: str) -> list[tuple[int, list[str]]]:
    """The lines of a CSV text that are not empty, each with the number it starts at."""
    import csv
    import io

    reader = csv.reader(io.StringIO(text.removeprefix(BOM), newline=""), strict=True)
    lines = []
    start = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                lines.append((start, [cell.strip() for cell in cells]))
            start = reader.line_num + 1
    except csv.Error as error:
        refuse(f"no CSV: {error}", line=start)
    return lines


def csv_fields(header: list[str], cells: list[str]) -> Fields:
    """The fields of one line; `BROKEN` says why it is none."""
    if len(cells) != len(header):
        return {BROKEN: f"{len(cells)} cells under a header of {len(header)}"}
    return {name: csv_value(name, cell) for name, cell in zip(header, cells, strict=True)}


def csv_value(name: str, cell: str) -> Value:
    """A number where the column holds numbers and the cell is one; text stays for the check."""
    digits = cell[1:] if cell[:1] in ("+", "-") else cell
    if name in NUMBERS and digits.isascii() and digits.isdigit() and len(digits) <= 30:
        return int(cell)
    return cell or None


def from_json(text: str, rules: "RuleSet | str | None" = None) -> ScoreSheet:
    """See `ScoreSheet.from_json`."""
    import json

    text = text.removeprefix(BOM)
    try:
        top = json.loads(text, object_pairs_hook=json_object)
    except (ValueError, RecursionError) as error:
        refuse(f"no JSON: {error}", line=getattr(error, "lineno", None))
    if not isinstance(top, dict) or top.get("format") != FORMAT:
        refuse(f"no score sheet: an object of format {FORMAT!r} is due", "format")
    if type(top.get("version")) is not int or top["version"] != VERSION:
        refuse(f"version {clip(top.get('version'))}, but only {VERSION} is read", "version")
    for name in top:
        if name not in ("format", "version", "rules", "hands"):
            refuse(f"unknown field {clip(name)}")
    if not isinstance(top.get("hands"), list):
        refuse("a list of hands is due", "hands")
    hands = [json_fields(hand) for hand in top["hands"]]
    lines = json_lines(text, len(hands))
    return filled(zip(lines, hands, strict=True), chosen_rules(top.get("rules"), rules))


def json_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """A JSON object; the same key twice is an error."""
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a key given twice in one object")
    return made


def json_fields(hand: object) -> Fields:
    """The fields of one object of `hands`, its lists of four spread over their columns."""
    if not isinstance(hand, dict):
        return {BROKEN: "a hand is an object"}
    fields: Fields = {}
    for name, value in hand.items():
        group = next((group for group, plural in GROUPS.items() if plural == name), "")
        if not group:
            if name not in (*PLACE, *WIN):
                return {BROKEN: f"unknown field {clip(name)}"}
            fields[name] = value
        elif value is not None:
            if not isinstance(value, list) or len(value) != 4:
                return {BROKEN: f"{name} is no list of four"}
            fields.update(zip(columns(group), value, strict=True))
    return fields


def json_lines(text: str, hands: int) -> list[int | None]:
    """The line each object of `hands` starts on, in a text that is known to be JSON."""
    import json
    import re

    opened = re.search(r'"hands"\s*:\s*\[', text)
    if opened is None:
        return [None] * hands
    decoder = json.JSONDecoder()
    at = opened.end()
    lines: list[int | None] = []
    line, counted = 1, 0
    for _ in range(hands):
        while text[at] in ", \t\r\n":
            at += 1
        line, counted = line + text.count("\n", counted, at), at
        lines.append(line)
        _, at = decoder.raw_decode(text, at)
    return lines


def chosen_rules(named: Value, rules: "RuleSet | str | None", line: int | None = None) -> "RuleSet":
    """The rule set of a file: the one it names, which must be the one that was asked for."""
    from hulebook.rules import get_rules

    if rules is None:
        if not isinstance(named, str):
            refuse("the file names no rule set and none was asked for", "rules", line)
        rules = named
    try:
        chosen = get_rules(rules)
    except RuleError as error:
        refuse(str(error), "rules", line)
    if named is not None and named != chosen.id:
        refuse(f"the file is of {clip(named)}, not of {chosen.id}", "rules", line)
    return chosen


def filled(hands: "Iterable[tuple[int | None, Fields]]", rules: "RuleSet") -> ScoreSheet:
    """The sheet of these hands, each with its line in the file."""
    sheet = ScoreSheet(rules)
    problems: list[SheetProblem] = []
    unplayed = hand = 0
    for line, fields in hands:
        hand += 1
        try:
            check_place(fields, hand, rules)
            if not any(value is not None for name, value in fields.items() if name in PLAYED):
                unplayed = unplayed or hand
                continue
            if unplayed:
                raise PaymentError(f"played after hand {unplayed}, which is not", "hand")
            row = read_row(fields, rules)
            if not problems:
                check_totals(fields, added(sheet.totals, row.amounts, row.penalties))
                sheet.add_row(row, line=line)
        except PaymentError as error:
            problems.append(SheetProblem(str(error), error.field, hand, line))
            told = fields.get("hand")
            if error.field == "hand" and type(told) is int and hand < told <= HANDS:
                hand = told  # what follows a gap is in its place
        if hand > HANDS:
            break
    if problems:
        raise SheetError(*problems)
    return sheet


def check_place(fields: Fields, hand: int, rules: "RuleSet") -> None:
    """Refuse a line that is out of its place: other hand, round, dealer or rule set."""
    if BROKEN in fields:
        raise PaymentError(str(fields[BROKEN]))
    if hand > HANDS:
        raise PaymentError(f"a game has {HANDS} hands", "hand")
    for name, due in zip(("rules", *PLACE), (rules.id, hand, *hand_place(hand)), strict=True):
        value = fields.get(name)
        if value is None and name != "hand":
            continue
        if type(value) is not type(due) or value != due:
            raise PaymentError(f"{clip(value)} where {due!r} is due", name)


def read_row(fields: Fields, rules: "RuleSet") -> SheetRow:
    """The row of a hand that was played."""
    winner, points, discarder, responsible = (fields.get(name) for name in WIN)
    score = None if points is None else whole(points, "points")
    amounts, penalties = quad(fields, "amount"), quad(fields, "penalty", 0) or DRAW
    if winner is None:
        raise PaymentError("nobody; a hand without a winner says 'draw'", "winner")
    if winner == "draw":
        for name in ("discarder", "responsible"):
            if fields.get(name) is not None:
                raise PaymentError("a draw has none", name)
        return made_row(rules, score, None, None, DISCARDER, amounts, penalties)
    if discarder is None:
        raise PaymentError("nobody; a self-drawn hand says 'self'", "discarder")
    thrower = None if discarder == "self" else letter(discarder, "discarder")
    answering: int | str | None = DISCARDER
    if responsible is not None:
        answering = None if responsible == "none" else letter(responsible, "responsible")
    taker = letter(winner, "winner")
    return made_row(rules, score, taker, thrower, answering, amounts, penalties)


def check_totals(fields: Fields, due: Amounts) -> None:
    """Refuse running totals that are not what the amounts and penalties add up to."""
    totals = quad(fields, "total")
    if totals is not None and totals != due:
        raise PaymentError(f"{signed(totals)} written, but {signed(due)} so far", "totals")


def letter(value: Value, field: str) -> int:
    """A player's letter as 0-3."""
    if isinstance(value, str) and len(value) == 1 and value in PLAYERS:
        return PLAYERS.index(value)
    raise PaymentError(f"{clip(value)} is no player: A, B, C, D", field)


def quad(fields: Fields, group: str, empty: int | None = None) -> Amounts | None:
    """The four numbers of a group, None if all are empty."""
    values = {name: fields.get(name) for name in columns(group)}
    if all(value is None for value in values.values()):
        return None
    for name, value in values.items():
        if value is None and empty is None:
            raise PaymentError("empty, where others of the four are not", name)
    a, b, c, d = (
        whole(empty if value is None else value, name, 100 * LARGEST)
        for name, value in values.items()
    )
    return a, b, c, d


def columns(group: str) -> list[str]:
    """The columns of a group, one for each player."""
    return [f"{group}_{player.lower()}" for player in PLAYERS]


def refuse(message: str, field: str = "", line: int | None = None) -> NoReturn:
    """Raise a `SheetError` of one problem."""
    raise SheetError(SheetProblem(message, field, None, line)) from None


def read(path: "str | PathLike[str]", rules: "RuleSet | str | None" = None) -> ScoreSheet:
    """See `ScoreSheet.read`."""
    parse = {".csv": from_csv, ".json": from_json}[suffix(path)]
    with open(path, encoding="utf-8", newline="") as file:
        try:
            text = file.read()
        except UnicodeDecodeError as error:
            refuse(f"no UTF-8 text: {error}")
    return parse(text, rules)


def write(sheet: ScoreSheet, path: "str | PathLike[str]") -> None:
    """See `ScoreSheet.write`."""
    form = {".csv": to_csv, ".json": to_json}[suffix(path)]
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(form(sheet))


def suffix(path: "str | PathLike[str]") -> str:
    """`.csv` or `.json`; any other name is refused."""
    from os.path import splitext

    ending = splitext(path)[1].lower()
    if ending not in (".csv", ".json"):
        refuse(f"a score sheet is a .csv or .json file, not {str(path)!r}")
    return ending
