"""Where differences go while a check runs."""

from collections.abc import Callable
from os import PathLike, fspath
from typing import Self

from hulebook.validate.compare.differences import Difference
from hulebook.validate.report.output import Output, OutputError
from hulebook.validate.report.verdict import Verdict

Path = str | PathLike[str]
# Told after each part: rows so far, and how much of the input that is, if known.
Progress = Callable[[int, float | None], None]


class Sink:
    """Where differences go: the first ones to the verdict, all to the output if there is one. An
    output that fails is told in the verdict and given up."""

    def __init__(self, verdict: Verdict, output: Path | None, shown: int) -> None:
        self._verdict = verdict
        self._shown = shown
        self._output: Output | None = None
        self._try(lambda: self._open(output))

    def _open(self, path: Path | None) -> None:
        self._output = None if path is None else Output(fspath(path))

    def _try(self, step: Callable[[], None]) -> None:
        try:
            step()
        except OutputError as error:
            self._verdict.failure = str(error)
            self._output = None

    def wants(self) -> int | None:
        """How many more differences are of use; None: all."""
        if self._output is not None:
            return None
        return max(self._shown - len(self._verdict.first), 0)

    def take(self, made: list[Difference]) -> None:
        first = self._verdict.first
        first += made[: max(self._shown - len(first), 0)]
        if self._output is not None:
            output = self._output
            self._try(lambda: output.write(made))

    def finish(self) -> None:
        if self._output is not None:
            self._try(self._output.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if self._output is not None:
            self._output.drop()
