"""The `hulebook` command; also `python -m hulebook`."""

import sys


def main(arguments: "list[str] | None" = None) -> int:
    """Run the command line with these arguments (those of the process unless given).

    Returns the exit code; see `hulebook.cli` for what each means.
    """
    from hulebook.cli import run

    return run(sys.argv[1:] if arguments is None else arguments)


if __name__ == "__main__":
    sys.exit(main())
