"""The arguments of `hulebook validate`."""

from hulebook.cli.arguments import add_switches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser

EPILOG = """\
examples:
  hulebook validate games.parquet --rules mcr-98 --output wrong.csv
  hulebook validate --rules auto botzone_logs.txt
  zcat hands.csv.gz | hulebook validate - --columns total=score

files: Parquet, CSV and JSON lines with the columns hand (or the fields of a HandBatch), total, and
fans and payments if there are any; plain lines of a hand and its total; Botzone game logs.
`hulebook.validate.readers.columns` and `hulebook.validate.compare.fan_lists` say what they may hold.

exit code: 0 all equal, 1 some row differs, does not win or is bad, 2 wrong usage, 130 interrupted."""


def add_arguments(parser: "ArgumentParser") -> None:
    """Give the parser of the command its arguments."""
    add = parser.add_argument
    add("files", nargs="+", metavar="FILE", help="- is standard input; .gz and .zst are unpacked")
    add(
        "--rules",
        metavar="ID",
        default="mcr",
        help="the rule set (default mcr); auto: find the one that explains the files",
    )
    add_switches(add)
    add(
        "--format",
        choices=("parquet", "csv", "jsonl", "lines", "botzone"),
        help="the format of all files (default: by suffix or content)",
    )
    add(
        "--columns",
        metavar="ROLE=COLUMN,...",
        action="append",
        default=[],
        help="columns of other names, as total=score,hand=h; nothing after = for none",
    )
    add(
        "--output",
        metavar="FILE",
        help="write every row that is not as recorded: .parquet, .csv or .jsonl",
    )
    add("--shown", metavar="N", type=int, default=10, help="print the first N of them (default 10)")
    add("--threads", metavar="N", type=int, help="default: one for each processor")
    add("--quiet", action="store_true", help="no progress bar")
    add("--json", action="store_true", help="the verdict as one JSON object")
