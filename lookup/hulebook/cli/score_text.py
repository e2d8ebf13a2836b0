"""A score for people: tiles, reading, fans with their sets, total, minimum, payment."""

from collections.abc import Iterator

from hulebook.answers.fans import ScoredFan, scored_fans
from hulebook.answers.reading import Reading
from hulebook.answers.score import Score
from hulebook.cli.lines import BAD, FAINT, GOOD, STRONG, Line, padded, width
from hulebook.game.payment import payment
from hulebook.hands.hand import Hand
from hulebook.hands.tiles import NAMES, format_tiles, parse_tiles
from hulebook.rules.ruleset import MCR_FAMILY

WINNER, DISCARDER, OTHER = 0, 1, 2
LABEL = 10
WINDS = ("East", "South", "West", "North")
# Number 82 is none of the Green Book's: it is reported by name.
UNNUMBERED = 82


def score_lines(score: Score, language: str, unicode: bool, switches: bool) -> Iterator[Line]:
    """The answer to one hand."""
    yield [(score.hand.to_string(unicode=unicode), STRONG)]
    yield _labelled("reading", reading_text(score.reading, unicode))
    yield _labelled("won", manner_text(score.hand, unicode))
    yield from fan_lines(scored_fans(score, language), unicode)
    yield [*_labelled("total", ""), *total_pieces(score)]
    yield _labelled("payment", payment_text(score))
    if switches:
        for text in switch_texts(score):
            yield _labelled("switches", text)


def _labelled(label: str, text: str) -> Line:
    return [(padded(label, LABEL), FAINT), (text, "")]


def reading_text(reading: Reading, unicode: bool = False) -> str:
    """The groups, the one that took the winning tile marked `*`, and the shape."""
    groups = [in_glyphs(str(g)) if unicode else str(g) for g in reading.groups]
    marks = ["*" if g.won else "" for g in reading.groups]
    told = " ".join(group + mark for group, mark in zip(groups, marks, strict=True))
    return f"{told} ({reading.shape}; * took the winning tile)"


def in_glyphs(group: str) -> str:
    """The text of a group with Unicode tiles; brackets and digit stay.

    >>> in_glyphs("[5555p,1]") == "[" + 4 * chr(0x1F01D) + ",1]"
    True
    """
    tiles, comma, digit = group.strip("[]").partition(",")
    shown = format_tiles(parse_tiles(tiles), unicode=True) + comma + digit
    return f"[{shown}]" if group.startswith("[") else shown


def manner_text(hand: Hand, unicode: bool = False) -> str:
    """The winning tile, how it came, and the winds.

    >>> manner_text(Hand.from_string("[5555p]123m12356sNN4s|ES1001|0"))
    '4s, self-drawn after a kong; seat South, round East'
    """
    told = "self-drawn" if hand.self_draw else "on a discard"
    if hand.kong:
        told = "self-drawn after a kong" if hand.self_draw else "robbed from a kong"
    notes = (
        (hand.heaven, "on the deal"),
        (hand.earth, "on East's first discard"),
        (hand.last_of_kind, "last of its kind"),
        (hand.last_wall_tile, "last tile of the wall"),
    )
    came = ", ".join([told, *(note for said, note in notes if said)])
    tile = format_tiles([hand.win_tile], unicode=True) if unicode else NAMES[hand.win_tile]
    return f"{tile}, {came}; seat {WINDS[hand.seat_wind]}, round {WINDS[hand.round_wind]}"


def fan_lines(fans: tuple[ScoredFan, ...], unicode: bool = False) -> Iterator[Line]:
    """One line a fan: number, name, points, the sets of each instance."""
    if not fans:
        yield [("  no pattern", "")]
    names = [fan.name + (f" x{fan.count}" if fan.count > 1 else "") for fan in fans]
    numbers = ["" if fan.number == UNNUMBERED else str(fan.number) for fan in fans]
    wide = max(map(width, names), default=0)
    long = max(map(len, numbers), default=0)
    for fan, name, number in zip(fans, names, numbers, strict=True):
        shown = [[in_glyphs(s) if unicode else s for s in sets] for sets in fan.sets]
        sets = ", ".join(" ".join(instance) for instance in shown)
        line = [
            (f"  {number:>{long}}  ", FAINT),
            (padded(name, wide), ""),
            (f"{fan.total:5}", STRONG),
        ]
        yield [*line, (f"  {sets}", "")] if sets else line


def total_pieces(score: Score) -> Line:
    """Total, rule set, what flowers and limits did, the minimum."""
    minimum = int(str(score.rules.minimum))
    told = f" under {score.rules.id}"
    if score.hand.flowers:
        told += f", {score.points} before flowers"
    if score.limit:
        told += f" ({score.limit} limit, the plain sum is {score.uncapped})"
    pieces = [(str(score.total), STRONG), (f"{told}; ", "")]
    if not minimum:
        return [*pieces, ("there is no minimum", "")]
    if score.meets_minimum:
        return [*pieces, (f"reaches the minimum of {minimum}", GOOD)]
    return [*pieces, (f"below the minimum of {minimum}: no win", BAD)]


def payment_text(score: Score) -> str:
    """What the losers pay for this win."""
    if not score.meets_minimum:
        return "none"
    if score.self_draw:
        paid = payment(score, WINNER)
        return f"{-paid[OTHER]} from each, {paid[WINNER]} in all"
    paid = payment(score, WINNER, DISCARDER)
    most, least = -paid[DISCARDER], -paid[OTHER]
    everything = f"{paid[WINNER]} in all"
    if score.rules.family == MCR_FAMILY:
        return f"{most} from the discarder, {least} from each other player, {everything}"
    if most == least:
        return f"{most} from each, {everything}"
    each = -payment(score, WINNER, DISCARDER, responsible=None)[OTHER]
    return (
        f"{most} from the responsible player, {least} from each other player, {everything}; "
        f"{each} from each if nobody is responsible"
    )


def switch_texts(score: Score) -> Iterator[str]:
    """On which switches the total depends, one text each."""
    others = score.depends_on()
    if not others:
        yield "none changes the total"
    for name, totals in others.items():
        told = ", ".join(f"{total} with {value}" for value, total in totals.items())
        yield f"{name}={score.rules.switches[name]}: {told}"
