"""A progress bar on a terminal: rows, their rate, and the time that is left."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hulebook.validate.report.sink import Progress


@contextmanager
def progress_bar(wanted: bool = True) -> "Iterator[Progress | None]":
    """What `validate` takes as `progress`; None if standard error is no terminal or rich is not
    installed."""
    if not wanted or not sys.stderr.isatty():
        yield None
        return
    try:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
    except ImportError:
        yield None
        return
    columns = (
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TextColumn("{task.fields[rows]:,} rows"),
        TextColumn("{task.fields[rate]:,.0f} rows/s"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, rows=0, rate=0.0)

        def update(rows: int, fraction: float | None) -> None:
            elapsed = bar.tasks[0].elapsed or 0.0
            rate = rows / elapsed if elapsed else 0.0
            if fraction is None:
                bar.update(task, rows=rows, rate=rate)
            else:
                bar.update(task, total=1.0, completed=fraction, rows=rows, rate=rate)

        yield update
