"""`hulebook validate`: recorded scores checked, file by file."""

import json
from argparse import Namespace

from hulebook.cli import FAILED, OK, UsageError
from hulebook.cli.choices import chosen_rules

# Signs that JSON may hold as they are and that can do something to a terminal.
CONTROLS = {sign: f"\\u{sign:04x}" for sign in range(0x7F, 0xA0)}


def run(options: Namespace) -> int:
    """Check the files and print the verdict."""
    from hulebook.validate.report.progress import progress_bar
    from hulebook.validate.run import AUTO, validate

    if options.rules == AUTO and options.switches_set:
        raise UsageError("--set changes a rule set, --rules auto looks for one")
    if options.threads is not None and options.threads < 1:
        raise UsageError("--threads must be at least 1")
    rules = AUTO if options.rules == AUTO else chosen_rules(options.rules, options.switches_set)
    with progress_bar(not options.quiet) as progress:
        try:
            verdict = validate(
                options.files,
                rules,
                format=options.format,
                columns=chosen_columns(options.columns),
                output=options.output,
                shown=options.shown,
                threads=options.threads,
                progress=progress,
            )
        except ValueError as error:
            raise UsageError(str(error)) from None
    if options.json:
        print(json.dumps(verdict.to_json(), ensure_ascii=False).translate(CONTROLS))
    else:
        print(verdict)
    return OK if verdict.all_equal else FAILED


def chosen_columns(settings: list[str]) -> dict[str, str]:
    """Columns by role from texts like ``total=score,hand=h``.

    >>> chosen_columns(["total=score, hand=h", "seat_wind="])
    {'total': 'score', 'hand': 'h', 'seat_wind': ''}
    """
    columns = {}
    for setting in ",".join(settings).split(",") if settings else ():
        role, equals, name = (part.strip() for part in setting.partition("="))
        if not equals:
            raise UsageError(f"--columns {setting!r} is not of the form ROLE=COLUMN")
        if role in columns:
            raise UsageError(f"--columns gives the role {role} twice")
        columns[role] = name
    return columns
