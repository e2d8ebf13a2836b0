"""What a check found: counts, the first differences, and both as text and as plain data."""

from collections import Counter
from typing import Any

from hulebook.validate.compare.differences import Difference
from hulebook.validate.readers.rows import UNREADABLE

SHOWN = 10
LONGEST_SHOWN = 300


class Verdict:
    """The result of a check.

    Every row read is in one of `equal`, `different` (by what differs: "total", "fans",
    "payments"), `not_winning`, `bad` (by kind) and `without_total`. `ties` of the equal rows list
    other fans of the same points. `draws` counts games that nobody won, which are no rows.
    `first` holds the first differences. `failure` says why `output` could not be written.
    `explanation` is what ``rules="auto"`` found, else None.
    """

    def __init__(self, rules: str, files: list[str]) -> None:
        self.rules = rules
        self.files = files
        self.equal = 0
        self.different: Counter[str] = Counter()
        self.not_winning = 0
        self.bad: Counter[str] = Counter()
        self.without_total = 0
        self.ties = 0
        self.draws = 0
        self.first: list[Difference] = []
        self.seconds = 0.0
        self.failure: str | None = None
        self.explanation: Any = None

    @property
    def rows(self) -> int:
        """Rows read, bad ones too; not what of a file could not be read."""
        counted = self.equal + self.not_winning + self.without_total + self.different.total()
        return counted + self.bad.total() - self.bad[UNREADABLE]

    @property
    def all_equal(self) -> bool:
        """Whether nothing differs, nothing is bad and the output was written."""
        wrong = self.not_winning + self.different.total() + self.bad.total()
        return not wrong and self.failure is None

    def to_json(self) -> dict[str, object]:
        """The verdict as plain data."""
        told: dict[str, object] = {
            "rules": self.rules,
            "files": self.files,
            "rows": self.rows,
            "equal": self.equal,
            "different": dict(sorted(self.different.items())),
            "not_winning": self.not_winning,
            "bad": dict(sorted(self.bad.items())),
            "without_total": self.without_total,
            "ties": self.ties,
            "draws": self.draws,
            "all_equal": self.all_equal,
            "first": [one._asdict() for one in self.first],
        }
        if self.failure is not None:
            told["failure"] = self.failure
        if self.explanation is not None:
            told["explanation"] = self.explanation.to_json()
        return told

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> list[str]:
        """The verdict as people read it; text of the files as `printable` has it."""
        counts = [
            (self.equal, "equal" + self._ties()),
            *((n, f"different: {what}") for what, n in sorted(self.different.items())),
            (self.not_winning, "not winning"),
            *((n, f"bad: {kind}") for kind, n in sorted(self.bad.items())),
            (self.without_total, "without a recorded total"),
            (self.draws, "drawn games"),
        ]
        width = len(f"{self.rows:,}")
        told = [f"{self.rows:,} row{'' if self.rows == 1 else 's'} read, scored under {self.rules}"]
        told += [f"{n:>{width},} {what}" for n, what in counts if n or what in _ALWAYS]
        for one in self.first:
            told += ["", *difference_lines(one)]
        left = self.not_winning + self.different.total() + self.bad.total() - len(self.first)
        if left > 0 and self.first:
            told += ["", f"... and {left:,} more"]
        if self.explanation is not None:
            told += ["", *self.explanation.lines()]
        if self.failure is not None:
            told += ["", printable(self.failure)]
        return told

    def _ties(self) -> str:
        return f", {self.ties:,} of them with other fans of the same points" if self.ties else ""


_ALWAYS = ("equal", "not winning")


def difference_lines(one: Difference) -> list[str]:
    """One difference, ours and the recorded side by side.

    >>> print("\\n".join(difference_lines(Difference("a.csv", 7, "total", "1m|EE0000|0", 9, 8))))
    a.csv:7: total
      1m|EE0000|0
      recorded 9
      ours     8
    """
    file = printable(one.file)
    place = f"{file}:{one.row}" if one.row else file
    told = [f"{place}: {one.kind}{f': {clipped(one.message)}' if one.message else ''}"]
    if one.hand is not None:
        told.append(f"  {clipped(one.hand)}")
    sides = {
        "recorded": (one.recorded_total, one.recorded_fans, one.recorded_payments),
        "ours": (one.total, one.fans, one.payments),
    }
    for side, (total, fans, payments) in sides.items():
        amounts = None if payments is None else " ".join(f"{amount:+d}" for amount in payments)
        parts = [str(part) for part in (total, fans, amounts) if part is not None]
        if parts:
            told.append(f"  {side:8} {'  '.join(parts)}")
    told += _only(one.recorded_fans, one.fans)
    if one.explained_by is not None:
        told.append(f"  right under {one.explained_by}")
    return told


def clipped(text: str) -> str:
    """The text as `printable` has it, cut short if it is long."""
    return printable(text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "...")


def printable(text: str) -> str:
    r"""The text with an escape for every sign that could do something to a terminal.

    >>> print(printable("1m\x1b[2J\n東"))
    1m\x1b[2J\n東
    """
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text
    )


def _only(recorded: str | None, ours: str | None) -> list[str]:
    """What stands in one of two fan lists only."""
    if recorded is None or ours is None or recorded == ours:
        return []
    lists = {"recorded": recorded.split(", "), "ours": ours.split(", ")}
    told = []
    for side, other in (("recorded", "ours"), ("ours", "recorded")):
        own = [fan for fan in lists[side] if fan and fan not in lists[other]]
        if own:
            told.append(f"  only {side}: {', '.join(own)}")
    return told
