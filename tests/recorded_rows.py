"""A table of recorded scores, with errors of every kind planted, for tests."""

from typing import Any

import numpy as np
import pyarrow as pa

import hulebook
from benchmarks.workloads import generate
from hulebook.game.payment import BelowMinimum, payment
from tests.arrow_rows import strings_of

WRONG = ("total", "none", "text", "null", "deal", "fans", "no fans", "bad fans", "paid", "bad paid")


def recorded_table(n: int, seed: int) -> pa.Table:
    """`n` wins as hand strings with total, fans and payments; every tenth row or so is wrong."""
    rng = np.random.default_rng(seed)
    hands = [hand for hand in strings_of(generate("mixed", n + n // 4, seed)) if hand][:n]
    deals = strings_of(generate("not_winning", n, seed))
    rows = []
    for row, hand in enumerate(hands):
        found: dict[str, Any] = {"row": row, **recorded(hand)}
        if rng.random() < 0.12:
            spoil(found, str(rng.choice(WRONG)), deals[row])
        rows.append(found)
    schema = pa.schema(
        [
            ("row", pa.int64()),
            ("hand", pa.string()),
            ("total", pa.int32()),
            ("fans", pa.string()),
            ("payments", pa.list_(pa.int32())),
        ]
    )
    return pa.Table.from_pylist(rows, schema)


def recorded(hand: str) -> dict[str, Any]:
    score = hulebook.score(hand)
    winner = score.hand.seat_wind
    try:
        paid = list(payment(score, winner, None if score.hand.self_draw else (winner + 1) % 4))
    except BelowMinimum:
        paid = [0] * 4
    fans = ", ".join(f"{fan.name} x{fan.count}" for fan in score.fans)
    return {"hand": hand, "total": score.total, "fans": fans, "payments": paid}


def spoil(row: dict[str, Any], how: str, deal: str | None) -> None:
    match how:
        case "total":
            row["total"] += 1
        case "none":
            row["total"] = None
        case "text":
            row["hand"] = "12"
        case "null":
            row["hand"] = None
        case "deal":
            row["hand"] = deal
        case "fans":
            row["fans"] = "Big Four Winds"
        case "no fans":
            row["fans"] = None
        case "bad fans":
            row["fans"] = "Biggest Four Winds"
        case "paid":
            row["payments"][0] += 1
        case "bad paid":
            row["payments"] = [1]
