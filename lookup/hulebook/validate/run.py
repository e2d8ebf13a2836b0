"""The check itself, under one rule set."""

from collections.abc import Iterable, Iterator, Mapping
from os import PathLike, fspath
from time import perf_counter

from hulebook.rules import RuleSet, get_rules
from hulebook.validate.compare.differences import Difference
from hulebook.validate.compare.judge import judge
from hulebook.validate.explain.by_rule_set import by_rule_set
from hulebook.validate.readers.sources import FORMATS
from hulebook.validate.readers.streaming import Part, default_threads, in_order, parts
from hulebook.validate.report.output import check_apart, check_suffix
from hulebook.validate.report.sink import Path, Progress, Sink
from hulebook.validate.report.tally import Found, explained
from hulebook.validate.report.verdict import SHOWN, Verdict

AUTO = "auto"


def validate(
    paths: Path | Iterable[Path],
    rules: RuleSet | str = "mcr",
    *,
    format: str | None = None,
    columns: Mapping[str, str] | None = None,
    output: Path | None = None,
    shown: int = SHOWN,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Verdict:
    """Check the recorded scores in files against a rule set.

    Args:
        paths: files, "-" for standard input; gzip and zstd are unpacked.
        rules: a rule set; "auto" finds the one that explains the files.
        format: "parquet", "csv", "jsonl", "lines" or "botzone"; by suffix or content if None.
        columns: other column names by role, such as ``{"total": "score"}``; "" for none. See
            `hulebook.validate.readers.columns`.
        output: where to write every row that is not as recorded, .parquet, .csv or .jsonl; see
            `hulebook.validate.report.output`. It appears when all is done, or not at all.
        shown: how many differences the verdict keeps.
        threads: as many as there are processors if None; the result is the same for any number.
        progress: called after each part of a file.

    Parts that cannot be read are counted as bad, as are bad rows, and do not stop the check; nor
    does a full disk, which is told as `Verdict.failure`. Raises `RuleError` for an unknown rule
    set, `ValueError` for an unknown format, column role or output suffix, and for an output that
    is one of the files.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
    ...     _ = file.write("hand,total\\n123456789m345p7s7s,21\\n123456789m345p7s7s,20\\n")
    ...     file.flush()
    ...     verdict = validate(file.name)
    >>> verdict.equal, verdict.different["total"], verdict.first[0].total
    (1, 1, 21)
    """
    files = [fspath(p) for p in ([paths] if isinstance(paths, str | PathLike) else paths)]
    if format is not None and format not in FORMATS:
        raise ValueError(f"no format {format!r}; there are {', '.join(FORMATS)}")
    _check_roles(columns or {})
    if output is not None:
        check_suffix(output)
        check_apart(output, files)
    given = parts(files, format, columns or {})
    started = perf_counter()
    count = threads or default_threads()
    if isinstance(rules, str) and rules == AUTO:
        from hulebook.validate.explain.auto import check_auto

        verdict = check_auto(given, files, output, shown, count, progress)
    else:
        rule_set = get_rules(rules)
        verdict = _check(given, files, rule_set, output, shown, count, progress)
    verdict.seconds = perf_counter() - started
    return verdict


def _check_roles(columns: Mapping[str, str]) -> None:
    from hulebook.validate.readers.columns import ROLES

    unknown = next((role for role in columns if role not in ROLES), None)
    if unknown is not None:
        raise ValueError(f"no column role {unknown!r}; there are {', '.join(ROLES)}")


def _check(
    given: Iterator[Part],
    files: list[str],
    rules: RuleSet,
    output: Path | None,
    shown: int,
    threads: int,
    progress: Progress | None,
) -> Verdict:
    verdict = Verdict(rules.id, files)

    def work(part: Part) -> tuple[Found, list[Difference], float | None]:
        judged = judge(part.rows(), rules)
        made = explained(judged, part.file, by_rule_set, sink.wants())
        return Found.of(judged), made, part.fraction

    with Sink(verdict, output, shown) as sink:
        for found, made, fraction in in_order(work, given, threads):
            found.add_to(verdict)
            sink.take(made)
            if progress is not None:
                progress(verdict.rows, fraction)
        sink.finish()
    return verdict
