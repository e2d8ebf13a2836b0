"""What commands print: JSON, or lines for people, in color where a terminal and rich allow it."""

import sys
from collections.abc import Callable, Iterable

# A line: pieces of text, each with a style, "" for none.
Line = list[tuple[str, str]]
STRONG, FAINT, GOOD, BAD = "bold", "dim", "green", "red"


def printer() -> Callable[[Iterable[Line]], None]:
    """What prints lines on standard output."""
    return _rich_printer() or _print_plain


def plain(line: Line) -> str:
    """The text of a line."""
    return "".join(text for text, _ in line).rstrip()


def _print_plain(lines: Iterable[Line]) -> None:
    for line in lines:
        print(plain(line))


def _rich_printer() -> Callable[[Iterable[Line]], None] | None:
    if not sys.stdout.isatty():
        return None
    try:
        from rich.console import Console
        from rich.text import Text
    except ImportError:
        return None
    console = Console(highlight=False)

    def show(lines: Iterable[Line]) -> None:
        for line in lines:
            console.print(Text.assemble(*line), soft_wrap=True)

    return show


def json_text(form: object, indent: int | None = None) -> str:
    """JSON that standard output can hold: signs outside ASCII only if it takes UTF-8."""
    import json

    plain_only = (sys.stdout.encoding or "").lower().replace("-", "") != "utf8"
    return json.dumps(form, ensure_ascii=plain_only, indent=indent)


def width(text: str) -> int:
    """Columns that a text takes on a terminal: Chinese and Korean signs and most tiles take two.

    >>> width("Full Flush"), width("清一色")
    (10, 6)
    """
    if text.isascii():
        return len(text)
    from unicodedata import east_asian_width

    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def padded(text: str, columns: int) -> str:
    """The text with spaces up to a width."""
    return text + " " * (columns - width(text))
