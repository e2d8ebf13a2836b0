"""The `hulebook-build` command."""

import argparse
import sys
from collections.abc import Sequence
from errno import EISDIR
from os import strerror
from pathlib import Path

EXIT_OK, EXIT_FAILED, EXIT_USAGE, EXIT_INTERRUPTED = 0, 1, 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status: 0 done, 1 failed or different, 2 usage."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except OSError as error:
        print(f"hulebook-build: {_reason(error)}", file=sys.stderr)
        return EXIT_FAILED
    except KeyboardInterrupt:
        kept = "catalogue is as it was" if options.run is _catalogue else "tables are as they were"
        print(f"hulebook-build: interrupted, the old {kept}", file=sys.stderr)
        return EXIT_INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    from hulebook import __version__, layout

    parser = argparse.ArgumentParser(
        prog="hulebook-build",
        description="Make all tables of hulebook from its rules, in about half a minute.",
        epilog="exit status: 0 done, 1 failed or (--check) something differs, 2 usage",
    )
    parser.set_defaults(run=_build)
    parser.add_argument(
        "--version",
        action="version",
        version=f"hulebook-build {__version__}, table format {layout.FORMAT}",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="folder of the tables (default: the installed package hulebook_data)",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="write nothing: compare a new build with the tables there and name what differs",
    )
    quiet = "show no progress"
    parser.add_argument("--quiet", action="store_true", help=quiet)
    commands = parser.add_subparsers(metavar="COMMAND")
    catalogue = commands.add_parser(
        "catalogue",
        help="write the catalogue of all winning hands instead of the tables",
        description="Write a Parquet file with a row for every winning hand of 14 tiles, for "
        "queries. It takes a minute or two; builder/CATALOGUE.md describes the columns.",
    )
    catalogue.set_defaults(run=_catalogue)
    catalogue.add_argument(
        "--out",
        dest="file",
        type=Path,
        metavar="FILE",
        default=Path("catalogue.parquet"),
        help="the file to write (default: ./catalogue.parquet)",
    )
    # Given before the command it holds too.
    catalogue.add_argument("--quiet", action="store_true", default=argparse.SUPPRESS, help=quiet)
    return parser


def _build(options: argparse.Namespace) -> int:
    from hulebook.tables import default_folder

    folder = options.out or Path(default_folder())
    # Imported here: numba and pyarrow take a second that `--help` should not.
    from hulebook_builder import store
    from hulebook_builder.build import build
    from hulebook_builder.progress import Progress

    if not options.check:
        store.check_writable(folder)
    with Progress(options.quiet) as step:
        built = build(step)
        step("Parquet, table file and manifest")
        files = store.files_of(built)
        if options.check:
            step(f"comparing with {folder}")
            return _report(store.differences(files, folder))
        step(f"writing {folder}")
        store.write(files, folder)
    return EXIT_OK


def _catalogue(options: argparse.Namespace) -> int:
    path: Path = options.file
    if options.out or options.check:
        print("hulebook-build: --check and --out DIR are for tables", file=sys.stderr)
        return EXIT_USAGE
    if path.is_dir():
        raise IsADirectoryError(EISDIR, strerror(EISDIR), str(path))
    from hulebook_builder import store
    from hulebook_builder.progress import Progress

    store.check_writable(path.parent)
    with Progress(options.quiet) as progress:
        progress("compiled steps")
        from hulebook_builder.catalogue.write import write_catalogue

        write_catalogue(path, progress, progress.note)
    return EXIT_OK


def _report(differences: Sequence[str]) -> int:
    for line in differences:
        print(line)
    return EXIT_FAILED if differences else EXIT_OK


def _reason(error: OSError) -> str:
    return f"cannot write {error.filename}: {error.strerror}" if error.filename else str(error)


if __name__ == "__main__":
    sys.exit(main())
