"""`hulebook score`: hands from arguments or standard input, each answered in turn."""

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from typing import NamedTuple

from hulebook.answers.score import Score, score
from hulebook.cli import FAILED, OK, UsageError, complain
from hulebook.cli.choices import chosen_context, chosen_language, chosen_rules
from hulebook.errors import BadHand, NotAWin
from hulebook.hands.tiles import clip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

LONGEST_LINE = 1 << 16


class Given(NamedTuple):
    """A hand as it was given: its text, where it stood, its line if it came from a file."""

    text: str
    place: str
    line: int | None = None


Answer = Callable[[Given, Score | BadHand | NotAWin], None]


def run(options: Namespace) -> int:
    """Answer every hand; `FAILED` if one did not win or was bad."""
    rules = chosen_rules(options.rules, options.switches_set)
    options.lang = chosen_language(options.lang, rules)
    if options.json and options.unicode:
        raise UsageError("--unicode is for people: --json has one form of tiles only")
    context = chosen_context(options)
    answer = answer_json(options) if options.json else answer_text(options)
    code = OK
    for given in given_hands(options.hands):
        result: Score | BadHand | NotAWin
        try:
            result = score(given.text, rules, **context)
        except (BadHand, NotAWin) as error:
            result = error
            code = FAILED
        answer(given, result)
    return code


def given_hands(arguments: list[str]) -> Iterator[Given]:
    """The hands among the arguments; `-`, or no argument at all, stands for standard input."""
    if not arguments and (sys.stdin is None or sys.stdin.isatty()):
        raise UsageError("no hand given, neither as an argument nor on standard input")
    for number, argument in enumerate(arguments or ["-"], 1):
        if argument == "-":
            yield from read_hands()
        else:
            yield Given(argument, f"argument {number}")


def read_hands() -> Iterator[Given]:
    """The hands on standard input, one a line; empty lines and comments (#) are passed over."""
    for number, raw in enumerate(read_lines(sys.stdin.buffer), 1):
        line = raw.decode("utf-8-sig" if number == 1 else "utf-8", "backslashreplace")
        text = line.partition("#")[0].strip()
        if text:
            yield Given(text, f"line {number}", number)


def read_lines(file: "BinaryIO") -> Iterator[bytes]:
    """The lines of a stream; what is beyond `LONGEST_LINE` of one is passed over."""
    while line := file.readline(LONGEST_LINE):
        yield line
        while line and not line.endswith(b"\n"):
            line = file.readline(LONGEST_LINE)


def answer_json(options: Namespace) -> Answer:
    """Print one JSON object a hand, won or not."""
    from hulebook.cli.json_form import fault_form, score_form
    from hulebook.cli.lines import json_text

    def answer(given: Given, result: Score | BadHand | NotAWin) -> None:
        told: dict[str, object] = {"input": given.text, "line": given.line}
        if isinstance(result, Score):
            told |= score_form(result, options.lang, switches=options.switches)
        else:
            told |= fault_form(result)
        print(json_text(told))

    return answer


def answer_text(options: Namespace) -> Answer:
    """Print each score for people to read, and on standard error why a hand has none."""
    from hulebook.cli.lines import printer
    from hulebook.cli.score_text import score_lines

    show = printer()
    before: list[Given] = []

    def answer(given: Given, result: Score | BadHand | NotAWin) -> None:
        if isinstance(result, Score):
            if before:
                print()
            before[:] = [given]
            show(score_lines(result, options.lang, options.unicode, options.switches))
        else:
            sys.stdout.flush()
            complain(f"{given.place}, {clip(given.text)}: {result}")

    return answer
