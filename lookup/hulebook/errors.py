"""What can be wrong with an input: the published status codes, and the exceptions with them."""


class Status:
    """Status codes of a hand, in published order: a hand gets the first one that applies.

    Batches report them as uint8, the exceptions as ``.status``; `STATUS_NAMES` names each. Plain
    ints, not an enum: importing `enum` takes longer than reading the first hand.

    >>> STATUS_NAMES[Status.FIFTH_TILE]
    'FIFTH_TILE'
    """

    OK = 0
    NULL_ROW = 1
    BAD_TEXT = 2
    BAD_TILE = 3
    BAD_MELD = 4
    TILE_COUNT = 5
    FIFTH_TILE = 6
    WIN_TILE = 7
    BAD_WIND = 8
    BAD_FLOWERS = 9
    BAD_FLAGS = 10
    KONG_WITHOUT_KONG = 11
    ROBBED_HELD = 12
    ROBBED_LAST_TILE = 13
    LAST_STANDING = 14
    BAD_HEAVEN = 15
    BAD_EARTH = 16
    NO_FLOWERS = 17
    FLAGS_TOGETHER = 18
    NOT_A_WIN = 19


STATUS_NAMES: tuple[str, ...] = tuple(name for name in vars(Status) if name.isupper())


class HulebookError(Exception):
    """Every error that this library raises by itself, except `TypeError` for a wrong type."""


class BadHand(HulebookError, ValueError):
    """A hand that cannot be; the message names the tile and the rule, ``.status`` the code.

    >>> BadHand("five 3m: there are only four of each tile", Status.FIFTH_TILE).status
    6
    """

    status: int

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status

    def __reduce__(self) -> tuple[type["BadHand"], tuple[str, int]]:
        return type(self), (str(self), self.status)


class NotAWin(HulebookError, ValueError):
    """A legal hand whose tiles make no winning shape under the rule set."""

    status: int = Status.NOT_A_WIN


class RuleError(HulebookError, ValueError):
    """An unknown rule set, or a switch or value that no rule set has."""


class TableError(HulebookError, OSError):
    """A table that is missing, altered or of another format version."""
