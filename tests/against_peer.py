"""Every score of large sets against PyMahjongGB with `mcr-98`: `python -m tests.against_peer`.

200,000 random wins of all kinds, all one-suit wins, all honors-and-knitted wins, all knitted
straights with any set and pair, all multisets of four chows with several pairs. Prints a line a
set and exits 1 if a total differs. Takes a few minutes on one core; needs the `peers` extra.
"""

import argparse
import sys
import time
from collections.abc import Iterator

import hulebook
from benchmarks.exhaustive import (
    four_chow_wins,
    knitted_honors_wins,
    knitted_straight_wins,
    one_suit_wins,
)
from benchmarks.rows import Rows
from benchmarks.workloads import stream
from tests.peer import peer_arguments, peer_score, peer_version

RANDOM_WINS = 200_000
SEED = 2006


def sets_of_hands() -> Iterator[tuple[str, Iterator[Rows]]]:
    yield "random wins of all kinds", stream("differential", RANDOM_WINS, SEED)
    yield "all one-suit wins, tile x draw or discard", one_suit_wins()
    yield "all honors-and-knitted wins", knitted_honors_wins()
    yield "all knitted straights with a set and a pair", knitted_straight_wins()
    yield "all multisets of four chows, several pairs", four_chow_wins()


def hands_of(rows: Rows) -> Iterator[hulebook.Hand]:
    """The rows as hands of the one-hand door."""
    columns = zip(
        rows.concealed.tolist(),
        rows.melds.tolist(),
        rows.win_tile.tolist(),
        rows.self_draw.tolist(),
        rows.flags.tolist(),
        rows.seat_wind.tolist(),
        rows.round_wind.tolist(),
        rows.flowers.tolist(),
        strict=True,
    )
    for row in columns:
        yield hulebook.Hand.from_row(*row)


class Tally:
    """What a comparison found: hands, differing totals, other lists of equal total, fans seen."""

    def __init__(self) -> None:
        self.hands = 0
        self.other_lists = 0
        self.different: list[str] = []
        self.fans: dict[int, int] = {}

    def compare(self, rows: Rows) -> None:
        for hand, arguments in zip(hands_of(rows), peer_arguments(rows), strict=True):
            self.hands += 1
            ours = hulebook.get_score(hand, "mcr-98")
            theirs = peer_score(arguments)
            if ours is None or theirs is None or ours.total != theirs[0]:
                self.different.append(f"{hand}: {ours}, PyMahjongGB {theirs}")
                continue
            fans = {n: c for n, c in enumerate(ours.counts, 1) if c}
            if hand.flowers:
                fans[81] = hand.flowers
            self.other_lists += fans != theirs[1]
            for n in fans:
                self.fans[n] = self.fans.get(n, 0) + 1


def main() -> int:
    argparse.ArgumentParser(description=str(__doc__).partition("\n")[0]).parse_args()
    print(f"PyMahjongGB {peer_version()}")
    everything = 0
    for name, chunks in sets_of_hands():
        tally = Tally()
        start = time.perf_counter()
        for rows in chunks:
            tally.compare(rows)
        print(
            f"{name}: {tally.hands:,} hands, {len(tally.different)} totals differ, "
            f"{tally.other_lists:,} other lists of equal total, "
            f"{len(tally.fans)} of 82 fans occur, {time.perf_counter() - start:.0f} s",
            flush=True,
        )
        for line in tally.different[:20]:
            print("  " + line)
        everything += len(tally.different)
    return 1 if everything else 0


if __name__ == "__main__":
    sys.exit(main())
