"""The command line: `hulebook score`, `sheet`, `info`, `verify`.

Data goes to standard output, everything else to standard error. Exit codes: 0 all is well, 1 a
hand did not win or was bad, a sheet has problems, tables are missing or altered; 2 wrong usage;
130 interrupted; 141 whoever read the output went away (what a shell reports for that).
"""

import sys

OK, FAILED, INTERRUPTED, NO_READER = 0, 1, 130, 141


class UsageError(Exception):
    """Arguments that do not go together; the message is for the user."""


def run(arguments: list[str]) -> int:
    """Run the command line and return its exit code; `SystemExit` for wrong usage and help."""
    try:
        _settle_streams()
        code = _run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _silence_stdout()
        return NO_READER
    except OSError as error:
        return complain(str(error))
    return code


def _run(arguments: list[str]) -> int:
    from importlib import import_module

    from hulebook.cli.arguments import parse
    from hulebook.errors import RuleError

    options = parse(arguments)
    command = import_module(f"hulebook.cli.{options.module}")
    try:
        return int(command.run(options))
    except (RuleError, UsageError) as error:
        options.parser.error(str(error))
    raise AssertionError("parser.error leaves")


def complain(message: str) -> int:
    """Tell the user on standard error what failed; the exit code for that."""
    print(f"hulebook: {message}", file=sys.stderr)
    return FAILED


def _settle_streams() -> None:
    """Write what a stream's encoding lacks as an escape: never fail over a tile or a name."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _silence_stdout() -> None:
    """Let the last flush at exit go nowhere."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
