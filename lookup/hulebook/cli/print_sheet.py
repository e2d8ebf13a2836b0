"""`hulebook sheet`: a score sheet from a file, as a table."""

from argparse import Namespace

from hulebook.cli import FAILED, OK, complain
from hulebook.game.sheet import ScoreSheet, SheetError
from hulebook.rules import get_rules


def run(options: Namespace) -> int:
    """Print the sheet; what does not fit stands below it."""
    rules = options.rules and get_rules(options.rules)
    try:
        sheet = ScoreSheet.read(options.file, rules)
    except SheetError as error:
        for problem in error.problems:
            complain(f"{options.file}: {problem}")
        return FAILED
    except OSError as error:
        return complain(f"{options.file}: {error.strerror}")
    print(sheet.to_text(), end="")
    problems = len(sheet.problems())
    if problems:
        return complain(f"{options.file}: {problems} problem{'s' * (problems > 1)} (see !)")
    return OK
