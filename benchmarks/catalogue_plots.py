"""Plots of the catalogue: `python -m benchmarks.catalogue_plots catalogue.parquet --out DIR`.

How often each fan stands in the tiles of a winning hand, and how the points of the tiles are
spread: by hands (each counted once, as the shape that is worth more) and by ways to draw them
from the 136 tiles. Writes a PNG for each rule set and figure, and the numbers as
`catalogue_plots.json` and two CSV files. The catalogue comes from `hulebook-build catalogue`;
plots need matplotlib (extra `bench`).
"""

import argparse
import csv
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from benchmarks.report import can_plot
from hulebook.rules import SHIPPED
from hulebook.rules.elements import elements
from hulebook.tables.file import IRREGULAR, is_irregular

DRAWN = ("mcr", "zj-3.3")
COLORS = {"hands": "#2a6f97", "ways": "#e07a1f"}
LABELS = {"hands": "winning hands, each once", "ways": "weighted by the ways to draw them"}
# By family the column that is true on one row for each hand that wins.
BEST = {"mcr": "mcr_best", "zung_jung": "zung_jung_best"}
# Points from here on share a bar.
LAST_BAR = {"mcr": 100, "zung_jung": 200}


class BadCatalogue(Exception):
    """A file that is no catalogue; the message is for the user."""


class Tally(NamedTuple):
    """Hands and ways to draw them by fan, and by points, for one rule set."""

    fans: dict[str, Counter[int]]
    points: dict[str, Counter[int]]


def column(id_: str, what: str) -> str:
    """The catalogue's column of a rule set."""
    return f"{id_.replace('-', '_').replace('.', '_')}_{what}"


def groups(path: Path) -> Iterator[pa.Table]:
    """The row groups of the catalogue with the columns that are counted.

    Raises `BadCatalogue` for another file, or one that cannot be read.
    """
    if is_irregular(str(path)):
        raise BadCatalogue(f"{path} {IRREGULAR}")
    wanted = columns()
    try:
        with open(path, "rb") as source, pq.ParquetFile(source) as file:
            lacking = [f for f in wanted if not holds(file.schema_arrow, f)]
            if lacking or not file.metadata.num_rows:
                what = f"has no {lacking[0].type} {lacking[0].name}" if lacking else "has no rows"
                raise BadCatalogue(f"{path} is no catalogue of `hulebook-build`: it {what}")
            for number in range(file.num_row_groups):
                yield file.read_row_group(number, columns=wanted.names)
    except (OSError, pa.ArrowException) as error:
        reason = getattr(error, "strerror", None) or "no Parquet file, or cut short or altered"
        raise BadCatalogue(f"{path} cannot be read ({reason})") from None


def columns() -> pa.Schema:
    """The columns that are counted."""
    fields = [("ways", pa.int64()), *((name, pa.bool_()) for name in BEST.values())]
    for id_ in SHIPPED:
        fields.append((column(id_, "points"), pa.int16()))
        fields.append((column(id_, "fans"), pa.list_(pa.uint8())))
    return pa.schema(fields)


def holds(schema: pa.Schema, field: pa.Field) -> bool:
    """Whether a file has this column, once and of this type."""
    found = schema.get_all_field_indices(field.name)
    return len(found) == 1 and schema.field(found[0]).type.equals(field.type)


def count_groups(tables: Iterator[pa.Table]) -> dict[str, Tally]:
    """The tallies of all shipped rule sets."""
    tallies = {
        id_: Tally(*({"hands": Counter(), "ways": Counter()} for _ in Tally._fields))
        for id_ in SHIPPED
    }
    for group in tables:
        for id_, tally in tallies.items():
            table = group.filter(group[BEST[SHIPPED[id_].family]]).combine_chunks()
            if table.num_rows:
                ways = table["ways"].to_numpy()
                add(tally.points, table[column(id_, "points")].to_numpy(), ways)
                rows, fans = distinct_fans(table[column(id_, "fans")].chunk(0))
                add(tally.fans, fans, ways[rows])
    return tallies


def distinct_fans(lists: pa.ListArray) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Row and fan of every fan of every list, several equal ones (they are neighbours) once."""
    rows = pc.list_parent_indices(lists).to_numpy()
    fans = pc.list_flatten(lists).to_numpy().astype(np.int64)
    again = np.zeros(len(rows), np.bool_)
    again[1:] = (rows[1:] == rows[:-1]) & (fans[1:] == fans[:-1])
    return rows[~again], fans[~again]


def add(
    counts: dict[str, Counter[int]], keys: NDArray[np.integer], ways: NDArray[np.integer]
) -> None:
    """Count each key once in `hands` and with its ways in `ways`, exactly."""
    hands = np.bincount(keys)
    # A row group has less than 2^17 hands of less than 2^29 ways: no float loses a unit.
    drawn = np.bincount(keys, weights=ways).astype(np.int64)
    for key in np.flatnonzero(hands).tolist():
        counts["hands"][key] += int(hands[key])
        counts["ways"][key] += int(drawn[key])


def figures(tallies: dict[str, Tally]) -> dict[str, object]:
    """All numbers, for JSON."""
    found: dict[str, object] = {}
    for id_, tally in tallies.items():
        names = elements(SHIPPED[id_].family)
        totals = {kind: sum(counts.values()) for kind, counts in tally.points.items()}
        found[id_] = {
            **totals,
            "mean points": {
                kind: sum(p * n for p, n in counts.items()) / totals[kind]
                for kind, counts in tally.points.items()
            },
            "fans": [
                {
                    "number": names[fan].number,
                    "name": names[fan].en,
                    **{kind: tally.fans[kind][fan] for kind in totals},
                    **{f"share of {k}": tally.fans[k][fan] / totals[k] for k in totals},
                }
                for fan in sorted(names)
            ],
            "points": [
                {"points": points, **{kind: tally.points[kind][points] for kind in totals}}
                for points in sorted(tally.points["hands"])
            ],
        }
    return found


def write_numbers(found: dict[str, object], folder: Path) -> None:
    text = json.dumps(found, indent=1, ensure_ascii=False)
    (folder / "catalogue_plots.json").write_text(text + "\n", encoding="utf-8")
    for table in ("fans", "points"):
        rows = [
            {"rules": id_, **row}
            for id_, of_rules in found.items()
            for row in of_rules[table]  # type: ignore[index]
        ]
        with open(folder / f"{table}.csv", "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, rows[0], lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)


def plot_fans(id_: str, tally: Tally, path: Path) -> None:
    """The fans that tiles can make, the commonest first, on a logarithmic scale."""
    import matplotlib.pyplot as plt

    names = elements(SHIPPED[id_].family)
    totals = {kind: sum(counts.values()) for kind, counts in tally.points.items()}
    fans = [f for f, _ in sorted(tally.fans["ways"].items(), key=lambda item: item[1])]
    places = np.arange(len(fans))
    figure, axes = plt.subplots(figsize=(9, 1.5 + 0.24 * len(fans)), layout="constrained")
    for offset, kind in ((0.2, "hands"), (-0.2, "ways")):
        shares = [100 * tally.fans[kind][fan] / totals[kind] for fan in fans]
        axes.barh(places + offset, shares, 0.4, color=COLORS[kind], label=LABELS[kind])
    labels = [f"{names[fan].en}  {names[fan].number}" for fan in fans]
    axes.set_yticks(places, labels, fontsize=8)
    axes.set_ylim(-0.8, len(fans) - 0.2)
    axes.set_xscale("log")
    axes.set_xlabel("% of winning hands whose tiles make it (logarithmic)")
    axes.set_title(f"What the tiles alone make, {id_}")
    axes.grid(axis="x", alpha=0.3)
    axes.set_axisbelow(True)
    axes.legend(loc="lower right")
    figure.savefig(path, dpi=110)
    plt.close(figure)


def plot_points(id_: str, tally: Tally, path: Path) -> None:
    """The share of each number of points, on a logarithmic scale."""
    import matplotlib.pyplot as plt

    last = LAST_BAR[SHIPPED[id_].family]
    width = 0.4 * int(np.gcd.reduce(list(tally.points["hands"])))
    figure, axes = plt.subplots(figsize=(11, 4.5), layout="constrained")
    for kind, counts in tally.points.items():
        total = sum(counts.values())
        shares = np.zeros(last + 1)
        for points, number in counts.items():
            shares[min(points, last)] += 100 * number / total
        held = np.flatnonzero(shares)
        offset = -width / 2 if kind == "hands" else width / 2
        axes.bar(held + offset, shares[held], width, color=COLORS[kind], label=LABELS[kind])
    axes.set_yscale("log")
    axes.set_xlim(-3 * width, last + 3 * width)
    axes.set_xlabel(f"points of the tiles alone ({last}: that or more)")
    axes.set_ylabel("% (logarithmic)")
    axes.set_title(f"Points before the way of winning, {id_}")
    axes.grid(axis="y", alpha=0.3)
    axes.set_axisbelow(True)
    axes.legend()
    figure.savefig(path, dpi=110)
    plt.close(figure)


def draw(catalogue: Path, rules: Sequence[str], out: Path) -> None:
    """Count the catalogue and write numbers and plots."""
    tallies = count_groups(groups(catalogue))
    if without := [id_ for id_, tally in tallies.items() if not tally.points["hands"]]:
        raise BadCatalogue(f"{catalogue} has no hands that win under {without[0]}")
    out.mkdir(parents=True, exist_ok=True)
    write_numbers(figures(tallies), out)
    import matplotlib as mpl

    mpl.use("agg")
    for id_ in rules:
        plot_fans(id_, tallies[id_], out / f"fans_{id_}.png")
        plot_points(id_, tallies[id_], out / f"points_{id_}.png")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("catalogue", type=Path, help="the file of `hulebook-build catalogue`")
    parser.add_argument("--out", type=Path, default=Path(), help="folder (default: this one)")
    parser.add_argument(
        "--rules", nargs="+", default=DRAWN, choices=SHIPPED, help="rule sets to draw"
    )
    options = parser.parse_args(arguments)
    if not can_plot():
        parser.exit(2, f"{parser.prog}: matplotlib is not installed (extra `bench`)\n")
    if options.out.exists() and not options.out.is_dir():
        parser.exit(2, f"{parser.prog}: {options.out} is no folder\n")
    try:
        draw(options.catalogue, options.rules, options.out)
    except (BadCatalogue, OSError) as error:
        parser.exit(2, f"{parser.prog}: {error}\n")


if __name__ == "__main__":
    main()
