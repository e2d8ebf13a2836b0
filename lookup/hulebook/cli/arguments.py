"""The arguments of every command, and how they are explained."""

from argparse import SUPPRESS, Action, ArgumentParser, Namespace, RawDescriptionHelpFormatter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import _SubParsersAction
    from collections.abc import Sequence
    from typing import Any

    Commands = _SubParsersAction[ArgumentParser]

SCORE_EPILOG = """\
examples:
  hulebook score '[CCC,1]12356789pWW7p|SS0000|0'
  hulebook score 113355m2244p668s8s --self-draw --rules mcr-98
  hulebook score --set mixed_kongs=5 --switches '[1111m][2222p,1]345p678s9s9s'
  hulebook score --json < hands.txt

A hand: declared sets in brackets ([123m,1] [555p,2]; a kong with a digit is melded, [5555p]
concealed), the standing tiles with the winning tile last, then |RSabcd (round wind, seat wind,
self-drawn, last of its kind, last wall tile, kong; a fifth digit: won on the deal) and |flowers.
Tiles: 1-9 with m, p, s; E S W N, C red, F green, P white. Quote it: | and [ mean something to
a shell.

--json prints one object a hand, in the order given; see `hulebook.cli.json_form`.
exit code: 0 all scored, 1 some hand did not win or was bad (each is named), 2 wrong usage."""


class Version(Action):
    """Print the version of the code, of the tables it reads and of the rule sets."""

    def __call__(
        self,
        parser: ArgumentParser,
        namespace: Namespace,
        values: "str | Sequence[Any] | None",
        option_string: str | None = None,
    ) -> None:
        from hulebook.rules import SHIPPED
        from hulebook.tables.layout import FORMAT
        from hulebook.version import __version__

        print(f"hulebook {__version__}, table format {FORMAT}")
        print("rule sets", ", ".join(f"{r.id} revision {r.revision}" for r in SHIPPED.values()))
        parser.exit()


def parse(arguments: list[str]) -> Namespace:
    """The options of a command line; leaves with exit code 2 if it is wrong.

    Hands may stand on both sides of an option, which argparse by itself does not take.
    """
    options, rest = make_parser(*arguments[:1]).parse_known_args(arguments)
    if rest and (not hasattr(options, "hands") or any(a[:1] == "-" != a for a in rest)):
        options.parser.error(f"unrecognized arguments: {' '.join(rest)}")
    if rest:
        options.hands += rest
    return options


def make_parser(command: str = "") -> ArgumentParser:
    """The parser of the whole command line; of one command only, which takes less time, if
    there is a command of that name."""
    parser = ArgumentParser(
        prog="hulebook",
        description="Scores winning mahjong hands: MCR and Zung Jung, from tables.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--version", action=Version, nargs=0, default=SUPPRESS,
        help="print the versions of code, table format and rule sets",
    )  # fmt: skip
    commands = parser.add_subparsers(
        title="commands", metavar="COMMAND", required=True, prog="hulebook"
    )
    for name, add in COMMANDS.items():
        if name == command or command not in COMMANDS:
            add(commands)
    return parser


def _add(
    commands: "Commands", name: str, module: str, about: str, epilog: str = ""
) -> ArgumentParser:
    parser: ArgumentParser = commands.add_parser(
        name,
        help=about,
        description=about[0].upper() + about[1:] + ".",
        epilog=epilog,
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.set_defaults(module=module, parser=parser)
    return parser


def _add_score(commands: "Commands") -> None:
    parser = _add(commands, "score", "score_hands", "score winning hands", SCORE_EPILOG)
    add = parser.add_argument
    add(
        "hands",
        nargs="*",
        metavar="HAND",
        help="a hand string; - or none: standard input, one hand a line, # starts a comment",
    )
    add("--rules", metavar="ID", default="mcr", help="the rule set (default mcr); see `info`")
    add_switches(add)
    add(
        "--lang",
        metavar="CODE",
        default="en",
        help="language of the fan names: en, zh, and nl for MCR, ko for Zung Jung",
    )
    add("--json", action="store_true", help="one JSON object a hand")
    add("--switches", action="store_true", help="name the switches on which the total depends")
    add("--unicode", action="store_true", help="print tiles as Unicode characters")
    context = parser.add_argument_group(
        "context", "what the hand strings leave out (East, East, a discard, nothing special)"
    )
    _add_context(context.add_argument)


def add_switches(add: "Any") -> None:
    """The argument by which a house rule is made of a rule set."""
    add(
        "--set",
        dest="switches_set",
        metavar="SWITCH=VALUE",
        action="append",
        default=[],
        help="a house rule: change one switch of the rule set; may be repeated",
    )


def _add_context(add: "Any") -> None:
    for name, about in (("seat", "the winner's seat wind"), ("round", "the round wind")):
        add(
            f"--{name}",
            dest=f"{name}_wind",
            metavar="WIND",
            type=str.upper,
            choices=tuple("ESWN"),
            help=f"{about}: E, S, W or N",
        )
    for name, about in (
        ("self-draw", "won on an own draw"),
        ("last-of-kind", "the last of its kind"),
        ("last-wall-tile", "the last tile of the wall, or the discard after it"),
        ("kong", "a kong replacement if self-drawn, else a robbed kong"),
        ("heaven", "East won on the deal"),
        ("earth", "won on East's first discard"),
    ):
        add(f"--{name}", dest=name.replace("-", "_"), action="store_true", default=None, help=about)
    add("--flowers", metavar="N", type=int, help="number of flower tiles")


def _add_sheet(commands: "Commands") -> None:
    parser = _add(
        commands,
        "sheet",
        "print_sheet",
        "print the score sheet of a game",
        "The forms of the files: see `hulebook.game.sheet_files`.",
    )
    parser.add_argument("file", metavar="FILE", help="a score sheet, .csv or .json")
    parser.add_argument("--rules", metavar="ID", help="the rule set, if the file names none")


def _add_info(commands: "Commands") -> None:
    parser = _add(commands, "info", "show_info", "show versions, tables, rule sets and switches")
    parser.add_argument(
        "--fans",
        metavar="RULES",
        nargs="?",
        const="mcr",
        help="the fans of a rule set (default mcr): points, exclusions, names",
    )
    parser.add_argument("--json", action="store_true", help="as JSON")


def _add_verify(commands: "Commands") -> None:
    parser = _add(commands, "verify", "verify_tables", "check the hashes and counts of the tables")
    parser.add_argument(
        "folder",
        metavar="FOLDER",
        nargs="?",
        help="where the tables lie (default: the installed ones)",
    )


def _add_validate(commands: "Commands") -> None:
    from hulebook.cli.validate_arguments import EPILOG, add_arguments

    parser = _add(commands, "validate", "validate_files", "check recorded scores", EPILOG)
    add_arguments(parser)


COMMANDS = {
    "score": _add_score,
    "sheet": _add_sheet,
    "info": _add_info,
    "verify": _add_verify,
    "validate": _add_validate,
}
