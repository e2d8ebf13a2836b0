"""Scores many hands at once: a batch in, arrays of points, totals and fan counts out."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hulebook.batch.hand_batch import FIELDS, Bytes, HandBatch, checked
from hulebook.hands.tiles import as_int
from hulebook.rules import RuleSet, get_rules
from hulebook.rules.elements import elements
from hulebook.rules.ruleset import MCR_FAMILY

CHUNK = 1 << 16  # rows that a thread takes at a time
NOTHING = np.zeros(0, np.uint8)
NO_POINTS = np.zeros(0, np.uint16)
NO_FANS = np.zeros((0, 82), np.uint8)


class BatchScores(NamedTuple):
    """What the rows of a batch are worth.

    status: uint8 [n], see `Status`; rows that are not OK have zeros in the other arrays.
    points: uint16 [n], before flowers. total: uint16 [n], with them.
    uncapped, payable: uint16 [n], Zung Jung: the plain sum, and what payment is computed from.
        In MCR they are `points` and `total` themselves.
    fans: uint8 [n, 82] (Zung Jung: 44), how often each fan counts, column = fan number - 1,
        flowers in column 80; None if they were not asked for.
    """

    rules: RuleSet
    status: Bytes
    points: NDArray[np.uint16]
    total: NDArray[np.uint16]
    uncapped: NDArray[np.uint16]
    payable: NDArray[np.uint16]
    fans: Bytes | None

    @classmethod
    def empty(cls, n: int, rules: RuleSet | str = "mcr", *, fans: bool = False) -> "BatchScores":
        """Room for the scores of `n` rows, to be passed as ``out=``."""
        rule_set = get_rules(rules)
        columns = len(elements(rule_set.family))
        points, total = np.empty(n, np.uint16), np.empty(n, np.uint16)
        own = rule_set.family == MCR_FAMILY
        return cls(
            rule_set,
            np.empty(n, np.uint8),
            points,
            total,
            points if own else np.empty(n, np.uint16),
            total if own else np.empty(n, np.uint16),
            np.empty((n, columns), np.uint8) if fans else None,
        )


def score_batch(
    batch: HandBatch,
    rules: RuleSet | str = "mcr",
    *,
    fans: bool = False,
    threads: int = 1,
    out: BatchScores | None = None,
) -> BatchScores:
    """Score every row of a batch under a rule set, exactly as `score` does.

    A row that `score` would refuse has the status of the error; no row raises. `fans` asks for
    the fan counts; `out` is written and returned instead of new arrays (see
    `BatchScores.empty`). With `threads` the rows are shared out among so many threads; the GIL is
    released while rows are scored. The first call in a process loads numba and the tables.

    >>> batch = HandBatch.from_hands(["123456789m345p7s7s", "123456789m345p7s8s"])
    >>> scores = score_batch(batch)
    >>> scores.total.tolist(), scores.status.tolist()
    ([21, 0], [0, 19])
    """
    rule_set = get_rules(rules)
    if not isinstance(batch, HandBatch):
        found = type(batch).__name__
        raise TypeError(f"score_batch takes a HandBatch (see HandBatch.from_hands), not {found}")
    batch.check()
    if out is None:
        scores = BatchScores.empty(len(batch), rule_set, fans=fans)
    else:
        _check_out(out, len(batch), rule_set, fans)
        scores = out
    if as_int(threads, "threads") < 1:
        raise ValueError(f"threads must be 1 or more, not {threads}")
    chunks = [slice(at, at + CHUNK) for at in range(0, len(batch), CHUNK)]
    score_rows = _scorer(batch, rule_set, scores)
    if threads == 1 or len(chunks) < 2:
        for chunk in chunks:
            score_rows(chunk)
    else:
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(min(threads, len(chunks))) as pool:
            list(pool.map(score_rows, chunks))
    return scores


def _scorer(batch: HandBatch, rules: RuleSet, scores: BatchScores) -> Callable[[slice], None]:
    """Scores the rows of a slice; may be called from several threads at once."""
    from hulebook.engine.batch.kernels import score_rows
    from hulebook.engine.batch.marked_rows import new_work
    from hulebook.engine.batch.tables import compiled_book, compiled_shapes

    tables = compiled_shapes(), compiled_book(rules)
    uncapped = NO_POINTS if scores.uncapped is scores.points else scores.uncapped
    payable = NO_POINTS if scores.payable is scores.total else scores.payable

    def score_slice(rows: slice) -> None:
        ins = [_input(getattr(batch, name)[rows]) for name in FIELDS]
        given = _input(NOTHING if batch.status is None else batch.status[rows])
        outs = [scores.status[rows], scores.points[rows], scores.total[rows]]
        outs += [uncapped[rows], payable[rows]]
        fans = NO_FANS if scores.fans is None else scores.fans[rows]
        score_rows(*tables, new_work(), *ins, given, *outs, fans)

    return score_slice


def _input(array: NDArray[Any]) -> Bytes:
    """The bytes of an array as the compiled code takes them: in order, never written.

    Only a slice that is not in order already is copied.
    """
    view: Bytes = np.ascontiguousarray(array).view(np.uint8)
    view.flags.writeable = False
    return view


def _check_out(out: BatchScores, rows: int, rules: RuleSet, fans: bool) -> None:
    """Whether the caller's buffers fit."""
    if not isinstance(out, BatchScores):
        raise TypeError(f"out is made by BatchScores.empty, not {type(out).__name__}")
    if out.rules != rules:
        raise ValueError(f"out was made for {out.rules.id}, not {rules.id}")
    if fans and out.fans is None:
        raise ValueError("out has no room for fans: BatchScores.empty(n, rules, fans=True)")
    columns = len(elements(rules.family))
    for name, dtype, width in (
        ("status", np.uint8, ()),
        ("points", np.uint16, ()),
        ("total", np.uint16, ()),
        ("uncapped", np.uint16, ()),
        ("payable", np.uint16, ()),
        ("fans", np.uint8, (columns,)),
    ):
        array = getattr(out, name)
        if name == "fans" and array is None:
            continue
        checked("out." + name, array, rows, width, dtype)
        if not array.flags.c_contiguous or not array.flags.writeable:
            raise ValueError(f"out.{name} must be writable and contiguous")
