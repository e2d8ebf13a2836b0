"""Shows on a terminal which step a build is at."""

import sys
import time
from types import TracebackType
from typing import Self, TextIO

WIDTH = 79


class Progress:
    """A line for every step on a terminal, with rich a moving one; nothing where the output is
    piped or `quiet`. Use it as a context, and call it with the name of the next step."""

    def __init__(self, quiet: bool = False, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._shown = not quiet and self._stream.isatty()
        self._status = self._rich_status() if self._shown else None
        self._step = ""
        self._began = 0.0
        self._blank = ""  # what wipes out a note

    def _rich_status(self) -> "_Status | None":
        try:
            return _Status(self._stream)
        except ImportError:
            return None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._finish(complete=kind is None)
        if self._status:
            self._status.stop()

    def __call__(self, step: str) -> None:
        """Say that this step begins."""
        self._finish()
        self._step, self._began = step, time.perf_counter()
        if self._status:
            self._status.show(step)

    def note(self, text: str) -> None:
        """Say how far the step is."""
        if self._status:
            self._status.show(f"{self._step}  {text}")
        elif self._shown:
            self._blank = f"{'':{WIDTH}}\r"
            print(f"{self._blank}          {self._step}  {text}", end="\r", file=self._stream)

    def _finish(self, complete: bool = True) -> None:
        if self._shown and self._step and complete:
            seconds = time.perf_counter() - self._began
            line = f"{seconds:6.1f} s  {self._step}"
            if self._status:
                self._status.log(line)
            else:
                print(f"{self._blank}{line}", file=self._stream)
        self._step = self._blank = ""


class _Status:
    """The moving line of rich."""

    def __init__(self, stream: TextIO) -> None:
        from rich.console import Console

        self._console = Console(file=stream, highlight=False)
        self._spinner = self._console.status("")
        self._spinner.start()

    def show(self, step: str) -> None:
        self._spinner.update(step)

    def log(self, line: str) -> None:
        self._console.print(line, markup=False)

    def stop(self) -> None:
        self._spinner.stop()
