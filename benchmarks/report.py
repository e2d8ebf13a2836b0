"""What the benchmarks print and keep: machine, versions, tables of text, JSON, the plot's file."""

import json
import os
import platform
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import hulebook

PACKAGES = ("numpy", "numba", "pyarrow", "PyMahjongGB")


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _load() -> float | None:
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


def surroundings() -> dict[str, Any]:
    """Machine, versions, and how busy the machine is."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": {
            "system": platform.system(),
            "processor": _processor(),
            "cores": os.cpu_count(),
            "load average before": _load(),
        },
        "versions": {
            "hulebook": hulebook.__version__,
            "Python": platform.python_version(),
            **{package: _version(package) for package in PACKAGES},
        },
    }


def text_table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Columns of text: the first to the left, the others to the right.

    >>> print(text_table(["hands", "ns"], [["mixed", 31], ["play", 8.25]]))
    hands    ns
    mixed    31
    play   8.25
    """
    lines = [[str(cell) for cell in line] for line in (head, *rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def keep(found: dict[str, Any], path: Path) -> None:
    """Write the figures as JSON, numbers of a list on one line."""
    found["machine"]["load average after"] = _load()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(_json(found) + "\n", encoding="utf-8")
    print(f"written: {path}")


def _json(value: Any, indent: str = "") -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    deeper = indent + "  "
    if isinstance(value, dict) and value:
        members = (f"{json.dumps(str(k))}: {_json(v, deeper)}" for k, v in value.items())
        return "{\n" + ",\n".join(deeper + m for m in members) + "\n" + indent + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_json(one, deeper) for one in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def can_plot() -> bool:
    return find_spec("matplotlib") is not None
