"""The `hulebook-build` command."""

import argparse
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from errno import ELOOP
from io import TextIOWrapper
from os.path import realpath, samestat
from pathlib import Path

EXIT_OK, EXIT_FAILED, EXIT_USAGE, EXIT_INTERRUPTED, EXIT_TERMINATED = 0, 1, 2, 130, 143


class UsageError(Exception):
    """Arguments that do not go together; the message is for the user."""


class Terminated(KeyboardInterrupt):
    """SIGTERM came."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status.

    0 done, 1 failed or different, 2 usage, 130 interrupted, 143 ended by SIGTERM.
    """
    options = _parser().parse_args(arguments)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        with _ended_by_sigterm():
            return int(options.run(options))
    except UsageError as error:
        return _complain(str(error), EXIT_USAGE)
    except OSError as error:
        return _complain(_reason(error), EXIT_FAILED)
    except KeyboardInterrupt as error:
        code = EXIT_TERMINATED if isinstance(error, Terminated) else EXIT_INTERRUPTED
        return _complain(f"interrupted, {_left(options)}", code)


def _complain(message: str, code: int) -> int:
    print(f"hulebook-build: {message}", file=sys.stderr)
    return code


@contextmanager
def _ended_by_sigterm() -> Iterator[None]:
    """SIGTERM ends what runs as Ctrl-C does, so that it cleans up. Only the first one does."""
    default = signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    if not default or threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, frame: object) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        raise Terminated

    signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _left(options: argparse.Namespace) -> str:
    """What an interrupted command leaves."""
    old = options.old is not None and options.old.exists()
    if options.run is _catalogue:
        return "the old catalogue is as it was" if old else "no catalogue is written"
    return "the old tables are as they were" if old else "no tables are written"


def _parser() -> argparse.ArgumentParser:
    from hulebook.tables import layout
    from hulebook.version import __version__

    parser = argparse.ArgumentParser(
        prog="hulebook-build",
        description="Make all tables of hulebook from its rules, in about half a minute.",
        epilog="exit status: 0 done, 1 failed or (--check) something differs, 2 usage, "
        "130 interrupted, 143 terminated",
    )
    # `old` is the file that is to be replaced.
    parser.set_defaults(run=_build, old=None)
    parser.add_argument(
        "--version",
        action="version",
        version=f"hulebook-build {__version__}, table format {layout.FORMAT}",
    )
    parser.add_argument(
        "--out",
        type=_path,
        metavar="DIR",
        help="folder of the tables (default: the installed package hulebook_data)",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="write nothing: compare a new build with the tables there and name what differs",
    )
    parser.add_argument("--quiet", action="store_true", help="show no progress")
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
        type=_path,
        metavar="FILE",
        default=Path("catalogue.parquet"),
        help="the file to write (default: ./catalogue.parquet)",
    )
    # Given before the command it holds too.
    catalogue.add_argument(
        "--quiet",
        action="store_true",
        default=argparse.SUPPRESS,
        help="show no progress and no closing line",
    )
    return parser


def _path(text: str) -> Path:
    if not text:
        raise argparse.ArgumentTypeError("the name is empty")
    return Path(text)


def _build(options: argparse.Namespace) -> int:
    from hulebook.tables.file import FILE_NAME

    folder: Path = options.out or _installed_folder()
    options.old = folder / FILE_NAME
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


def _installed_folder() -> Path:
    from hulebook.errors import TableError
    from hulebook.tables.file import default_folder

    try:
        return Path(default_folder())
    except TableError as error:
        raise TableError(f"{error}, or name a folder with --out") from None


def _catalogue(options: argparse.Namespace) -> int:
    from hulebook.tables.file import IRREGULAR, is_irregular

    began = time.perf_counter()
    path: Path = options.file
    if options.out or options.check:
        raise UsageError("--check and --out DIR are for tables")
    if is_irregular(str(path)):
        raise UsageError(f"{path} {'is a folder' if path.is_dir() else IRREGULAR}")
    if path.exists() and any(_is_stream(path, number) for number in (1, 2)):
        raise UsageError(f"{path} is where output goes; --out takes a file of its own")
    if path.is_symlink():
        path = Path(realpath(path))
    if path.is_symlink():
        raise OSError(ELOOP, os.strerror(ELOOP), str(path))
    options.old = path
    from hulebook_builder import store
    from hulebook_builder.progress import Progress

    store.check_writable(path.parent)
    with Progress(options.quiet) as progress:
        progress("compiled steps")
        from hulebook_builder.catalogue.write import write_catalogue

        rows = write_catalogue(path, progress, progress.note)
    if not options.quiet:
        megabytes, seconds = path.stat().st_size / 1e6, time.perf_counter() - began
        print(f"{options.file}: {rows:,} rows, {megabytes:.1f} MB, {seconds:.1f} s")
    return EXIT_OK


def _is_stream(path: Path, number: int) -> bool:
    """Whether a file is what /dev/stdout (1) or /dev/stderr (2) leads to."""
    try:
        return samestat(path.stat(), os.fstat(number))
    except OSError:
        return False


def _report(differences: Sequence[str]) -> int:
    for line in differences:
        print(line)
    return EXIT_FAILED if differences else EXIT_OK


def _reason(error: OSError) -> str:
    return f"cannot write {error.filename}: {error.strerror}" if error.filename else str(error)


if __name__ == "__main__":
    sys.exit(main())
