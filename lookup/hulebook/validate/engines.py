"""The check as functions of Arrow tables, for engines that spread rows over processes and machines.

`check_table` and `check_batches` append to each row what `validate` would say of it;
`verdict_from_counts` makes the verdict of a count of the rows by `verdict`, which every engine
can compute. Rows are judged one by one, so the parts may be of any size and in any order.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
import pyarrow as pa

from hulebook.arrow.door import Columns, check_free, for_each, pieces, tabular
from hulebook.arrow.lists import plain
from hulebook.errors import STATUS_NAMES, Status
from hulebook.rules import RuleSet, get_rules
from hulebook.validate.compare.differences import KIND_NAMES, Difference
from hulebook.validate.compare.judge import BAD, EQUAL, NOT_A_WIN, WITHOUT_TOTAL, Judged, judge
from hulebook.validate.explain.by_rule_set import by_rule_set
from hulebook.validate.readers.columns import ROLES, column_roles, rows_of
from hulebook.validate.report.tally import explained
from hulebook.validate.report.verdict import Verdict

TIE = "tie"
NAMES = {**KIND_NAMES, EQUAL: "equal", WITHOUT_TOTAL: "without total"}

SCHEMA = pa.schema(
    [
        ("verdict", pa.string()),
        ("our_total", pa.int32()),
        ("our_fans", pa.string()),
        ("explained_by", pa.string()),
        ("message", pa.string()),
    ]
)
DETAILS = SCHEMA.names[2:]


def check_table(
    data: Any,
    rules: RuleSet | str = "mcr",
    *,
    columns: Columns | None = None,
    details: bool = True,
    threads: int = 1,
) -> Any:
    """Check the recorded scores in a table; the table with the columns of `SCHEMA` appended.

    Args:
        data: a table as `hulebook.arrow.score_table` takes it, with the columns that `validate`
            reads (`hulebook.validate.readers.columns`).
        rules: a rule set.
        columns: other column names by role, such as ``{"total": "score"}``; None or "" for none.
        details: also say why rows differ; without, the last three columns are null. Hands that
            differ are then scored one by one, some thousands a second.
        threads: how many check pieces of the table at the same time.

    `verdict` is "equal", "tie" (equal, with other fans of the same points recorded), "total",
    "fans" or "payments" for what differs, "not a win", "without total" where none is recorded, or
    why the row is bad: the name of a status or of a fault. `our_total` is null for what does not
    win; `our_fans`, `explained_by` and `message` are as in `Difference`, null for rows that are
    as recorded.

    Raises `ValueError` for a column that is missing, of another type, or has the name of a
    result.

    >>> table = pa.table({"hand": ["123456789m345p7s7s"] * 2, "total": [21, 20]})
    >>> check_table(table).select(["verdict", "our_total"]).to_pylist()
    [{'verdict': 'equal', 'our_total': 21}, {'verdict': 'total', 'our_total': 21}]
    """
    table = tabular(data)
    rule_set = get_rules(rules)
    check_free(table.schema, SCHEMA)
    roles = _roles(table.schema.names, columns or {})
    names = list(dict.fromkeys(roles.values()))

    def check_piece(piece: tuple[int, pa.RecordBatch]) -> pa.RecordBatch:
        batch = piece[1]
        given = {role: plain(batch.column(name)) for role, name in roles.items()}
        judged = judge(rows_of(given, np.arange(batch.num_rows)), rule_set)
        return _results(judged, batch.num_rows, details)

    made = for_each(check_piece, pieces(table.select(names)), threads)
    results = pa.Table.from_batches(made, SCHEMA)
    for field, column in zip(SCHEMA, results.columns, strict=True):
        if isinstance(table, pa.RecordBatch):
            column = column.combine_chunks()
        table = table.append_column(field, column)
    return table


def check_batches(
    batches: Iterable[pa.RecordBatch],
    rules: RuleSet | str = "mcr",
    *,
    columns: Columns | None = None,
    details: bool = True,
    threads: int = 1,
) -> Iterator[pa.RecordBatch]:
    """Check record batches as they come, each as `check_table` does: the shape that Spark's
    ``mapInArrow`` takes. It pickles, also as a `functools.partial` with other arguments."""
    for batch in batches:
        yield check_table(batch, rules, columns=columns, details=details, threads=threads)


def verdict_from_counts(counts: Mapping[str, int], rules: RuleSet | str = "mcr") -> Verdict:
    """The verdict of so many rows of each `verdict`, as `validate` gives it, without single rows.

    >>> print(verdict_from_counts({"equal": 11, "tie": 1, "total": 2, "BAD_TEXT": 1}))
    15 rows read, scored under mcr
    12 equal, 1 of them with other fans of the same points
     2 different: total
     0 not winning
     1 bad: BAD_TEXT
    """
    verdict = Verdict(get_rules(rules).id, [])
    for name, count in counts.items():
        if name in (NAMES[EQUAL], TIE):
            verdict.equal += count
            verdict.ties += count if name == TIE else 0
        elif name == NAMES[WITHOUT_TOTAL]:
            verdict.without_total += count
        elif name == NAMES[NOT_A_WIN]:
            verdict.not_winning += count
        elif name in KIND_NAMES.values():
            verdict.different[name] += count
        else:
            verdict.bad[name] += count
    return verdict


def _roles(names: list[str], columns: Columns) -> dict[str, str]:
    unknown = next((role for role in columns if role not in ROLES), None)
    if unknown is not None:
        raise ValueError(f"no column role {unknown!r}; there are {', '.join(ROLES)}")
    return column_roles(names, {role: name or "" for role, name in columns.items()})


def _results(judged: Judged, n: int, details: bool) -> pa.RecordBatch:
    """The columns of `SCHEMA` for a piece of `n` rows, some of which may be left out as bad."""
    places, scores = judged.rows.numbers, judged.scores
    verdicts = np.empty(n, object)
    for kind, name in NAMES.items():
        verdicts[places[judged.kinds == kind]] = name
    verdicts[places[judged.tied]] = TIE
    bad = judged.kinds == BAD
    verdicts[places[bad]] = [STATUS_NAMES[status] for status in scores.status[bad].tolist()]
    for one in judged.rows.bad:
        verdicts[one.number] = one.kind
    totals, unknown = np.zeros(n, np.int32), np.ones(n, np.bool_)
    totals[places] = scores.total
    unknown[places] = scores.status != Status.OK
    made = explained(judged, "", by_rule_set, None) if details else []
    told = {one.row: one for one in made}
    return pa.record_batch(
        [
            pa.array(verdicts, pa.string()),
            pa.array(totals, mask=unknown),
            *(pa.array(_detail(told, name, n), pa.string()) for name in DETAILS),
        ],
        schema=SCHEMA,
    )


def _detail(told: Mapping[int, Difference], name: str, n: int) -> list[str | None]:
    field = name.removeprefix("our_")
    values: list[str | None] = [None] * n
    for row, one in told.items():
        values[row] = getattr(one, field)
    return values
