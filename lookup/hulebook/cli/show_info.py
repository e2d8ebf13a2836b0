"""`hulebook info`: versions, tables, rule sets and switches; the fans of a rule set."""

from argparse import Namespace
from typing import Any

from hulebook.cli import OK, complain
from hulebook.cli.info_form import fans_form, info_form
from hulebook.cli.lines import json_text, padded, width
from hulebook.cli.score_text import UNNUMBERED
from hulebook.rules import get_rules


def run(options: Namespace) -> int:
    """Print what is known; `FAILED` if the tables cannot be read."""
    if options.fans is not None:
        form: dict[str, Any] = fans_form(get_rules(options.fans))
        texts = fans_texts(form)
    else:
        form = info_form()
        texts = info_texts(form)
    if options.json:
        print(json_text(form, indent=1))
    else:
        print(*texts, sep="\n")
    error = form.get("tables", {}).get("error")
    return complain(error) if error else OK


def info_texts(form: dict[str, Any]) -> list[str]:
    """Versions, tables, rule sets, then the switches family by family."""
    texts = [f"hulebook {form['version']}, table format {form['table_format']}"]
    tables = form["tables"]
    if "path" in tables:
        texts.append(f"tables: {tables['path']}, {tables['bytes']:,} bytes")
        texts += aligned([[f"  {name}", f"{n:,}"] for name, n in tables["counts"].items()])
    texts += ["", "rule sets"]
    texts += aligned(
        [
            [
                f"  {r['id']}",
                f"revision {r['revision']}",
                f"names in {' '.join(r['languages'])}",
                r["about"],
            ]
            for r in form["rules"]
        ]
    )
    for family, specs in form["switches"].items():
        texts += ["", *switches_texts(specs, [r for r in form["rules"] if r["family"] == family])]
    return texts


def switches_texts(specs: list[dict[str, Any]], rules: list[dict[str, Any]]) -> list[str]:
    """The switches of a family: their values in its rule sets, those they take, what for."""
    rows = [["switch", *(r["id"] for r in rules), "takes", "what it decides"]]
    rows += [
        [
            spec["name"],
            *(str(r["switches"][spec["name"]]) for r in rules),
            values_text(spec["values"]),
            spec["about"],
        ]
        for spec in specs
    ]
    return aligned(rows)


def values_text(values: Any) -> str:
    """The values of a switch as `--set` takes them."""
    if isinstance(values, dict):
        return f"{values['from']} to {values['to']}"
    return ", ".join(map(str, values))


def fans_texts(form: dict[str, Any]) -> list[str]:
    """The fans: number, points, what each excludes (or its series), names."""
    codes = list(form["fans"][0]["names"])
    by_series = "series" in form["fans"][0]
    rows = [["number", "points", *codes, "series" if by_series else "excludes"]]
    for fan in form["fans"]:
        last = fan["series"] if by_series else excluded_text(fan["excludes"])
        number = str(fan["number"])
        if fan["number"] == UNNUMBERED:
            number = f"({number})"
        rows.append([number, str(fan["points"]), *fan["names"].values(), last])
    return [f"rule set {form['rules']}", *aligned(rows)]


def excluded_text(excludes: list[dict[str, Any]]) -> str:
    """Exclusions as a list of numbers with notes."""
    return ", ".join(
        f"{drop['number']} ({drop['note']})" if drop["note"] else str(drop["number"])
        for drop in sorted(excludes, key=lambda drop: int(drop["number"]))
    )


def aligned(rows: list[list[str]]) -> list[str]:
    """Lines with aligned columns."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(padded(cell, wide) for cell, wide in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
