"""Rows of arbitrary bytes, and wins with some bytes overwritten, through the compiled kernels.

Whatever the arrays hold, in whatever order in memory, every row has a published status, zeros
unless it is OK, and nothing of what the result arrays held before. A sample is compared with the
one-hand door.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hulebook.batch.hand_batch import FIELDS, HandBatch
from hulebook.batch.scores import BatchScores, score_batch
from hulebook.errors import STATUS_NAMES, BadHand, Status
from hulebook.game.payments_batch import payments_batch
from hulebook.hands.hand import Hand
from hulebook.rules import RuleSet
from tests.fuzzing.progress import Run
from tests.test_batch import RULES, Expected, batch_of, expected, found, test_rows, tile_ids

CHUNK = 40_000
COMPARED = 0.005
Rng = np.random.Generator
Bytes = NDArray[np.uint8]


def wild(rng: Rng, n: int, width: int) -> HandBatch:
    """Bytes of any size; each row keeps below a bound that lets some faults come late."""
    top = rng.choice([2, 5, 34, 136, 256], n)

    def column(*shape: int) -> Bytes:
        values = rng.random((n, *shape)) * top.reshape(n, *(1 for _ in shape))
        made: Bytes = values.astype(np.uint8)
        return made

    def small(most: int) -> Bytes:
        made: Bytes = np.where(rng.random(n) < 0.8, rng.integers(0, most, n), column())
        return made.astype(np.uint8)

    return HandBatch(
        column(width),
        column(),
        np.where(rng.random((n, 4)) < 0.5, 255, column(4)).astype(np.uint8),
        self_draw=column().view(np.bool_),
        flags=small(32),
        seat_wind=small(4),
        round_wind=small(4),
        flowers=small(9),
    )


def wild_counts(rng: Rng, n: int) -> HandBatch:
    return wild(rng, n, 34)


def wild_tiles(rng: Rng, n: int) -> HandBatch:
    """Tile ids, in half of the rows only such as there are."""
    batch = wild(rng, n, 14)
    real = rng.integers(0, rng.integers(1, 35, n)[:, np.newaxis], (n, 14))
    tiles = np.where((rng.random(n) < 0.5)[:, np.newaxis], real, batch.concealed)
    batch.concealed[:] = np.where(rng.random((n, 14)) < 0.1, 255, tiles)
    return batch


def changed_wins(rng: Rng, n: int) -> HandBatch:
    return batch_of(test_rows(max(n, 10), int(rng.integers(1 << 30))))


def changed_wins_as_tiles(rng: Rng, n: int) -> HandBatch:
    rows = test_rows(max(n, 10), int(rng.integers(1 << 30)))
    tiles, some = tile_ids(rows)
    return batch_of(rows.take(some), rng.permuted(tiles, axis=1))


MAKERS: tuple[Callable[[Rng, int], HandBatch], ...] = (
    changed_wins,
    wild_counts,
    changed_wins_as_tiles,
    wild_tiles,
)


def scattered(batch: HandBatch) -> HandBatch:
    """The same rows, no array of which lies in order."""

    def spread(array: NDArray[np.generic]) -> NDArray[np.generic]:
        room = np.full((2 * len(array), *array.shape[1:]), 77, np.uint8).view(array.dtype)
        room[::2] = array
        return room[::2]

    return HandBatch(**{name: spread(getattr(batch, name)) for name in FIELDS})  # type: ignore[arg-type]


def arrays_of(scores: BatchScores) -> dict[str, NDArray[Any]]:
    """The results by name."""
    arrays: dict[str, NDArray[Any]] = scores._asdict()
    del arrays["rules"]
    return arrays


def dirty(n: int, rules: RuleSet) -> BatchScores:
    out = BatchScores.empty(n, rules, fans=True)
    for array in arrays_of(out).values():
        array.view(np.uint8).fill(0xA5)
    return out


def one_hand(batch: HandBatch, row: int, rules: RuleSet) -> Expected:
    """What the one-hand door says of a row."""
    values = [getattr(batch, name)[row].tolist() for name in FIELDS]
    tiles = values[0]
    if len(tiles) == 14:
        if any(33 < tile < 255 for tile in tiles):
            return expected(Status.BAD_TILE, rules)
        values[0] = [tiles.count(tile) for tile in range(34)]
    try:
        return expected(Hand.from_row(*values), rules)
    except BadHand as error:
        return expected(error.status, rules)


def faults(batch: HandBatch, rules: RuleSet, rng: Rng, run: Run) -> str | None:
    """What is wrong with the scores of these rows."""
    n = len(batch)
    scores = score_batch(batch, rules, fans=True, out=dirty(n, rules))
    again = score_batch(scattered(batch), rules, fans=True)
    points = score_batch(batch, rules)
    run.facts["wins"] += int((scores.status == 0).sum())
    if scores.status.max(initial=0) >= len(STATUS_NAMES):
        return f"row {scores.status.argmax()} has no published status"
    others = arrays_of(again)
    for name, array in arrays_of(scores).items():
        if name != "status" and array[scores.status != 0].any():
            return f"a row that is not OK has {name}"
        if not np.array_equal(array, others[name]):
            return f"{name} differs with the order of arrays in memory"
        if name != "fans" and not np.array_equal(array, getattr(points, name)):
            return f"{name} differs without fans"
    for row in np.flatnonzero(rng.random(n) < COMPARED).tolist():
        run.facts["compared"] += 1
        if found(scores, row) != one_hand(batch, row, rules):
            values = {name: getattr(batch, name)[row].tolist() for name in FIELDS}
            return f"row {row} differs from the one-hand door: {values}"
    return given_status(batch, scores, rng) or paid(batch, scores, rng)


def given_status(batch: HandBatch, scores: BatchScores, rng: Rng) -> str | None:
    """Rows that come with a status keep it."""
    n = len(batch)
    status = (rng.integers(0, 256, n) * rng.integers(0, 2, n)).astype(np.uint8)
    arrays = {name: getattr(batch, name) for name in FIELDS}
    kept = score_batch(HandBatch(**arrays, status=status), scores.rules)
    if not np.array_equal(kept.status, np.where(status != 0, status, scores.status)):
        return "a given status is not kept"
    if not np.array_equal(kept.total, np.where(status != 0, 0, scores.total)):
        return "a given status changes totals"
    return None


def paid(batch: HandBatch, scores: BatchScores, rng: Rng) -> str | None:
    """Any bytes for seats: the four amounts add up to nothing, and only the winner gains."""
    n = len(batch)
    seats = rng.choice(np.array([0, 1, 2, 3, 255, 4, 77], np.uint8), (3, n))
    answers = {} if scores.rules.family == "mcr" else {"responsible": seats[2]}
    amounts = payments_batch(batch, scores, seats[0], winner=seats[1], **answers)
    if amounts.sum(axis=1).any():
        return "payments do not add up to nothing"
    if (amounts[(scores.status != 0) | (seats[1] > 3)] != 0).any():
        return "payments for what is not won"
    return None


def fuzz(run: Run) -> None:
    chunk = 0
    while run.more():
        rng = np.random.default_rng([run.seed, chunk])
        rules = RULES[chunk // len(MAKERS) % len(RULES)]
        batch = MAKERS[chunk % len(MAKERS)](rng, min(CHUNK, run.left()))
        try:
            fault = faults(batch, rules, rng, run)
        except Exception as error:  # noqa: BLE001
            fault = repr(error)
        if fault:
            run.found(f"chunk {chunk} under {rules.id}: {fault}")
        run.add(len(batch))
        chunk += 1
