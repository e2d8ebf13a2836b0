"""Every winning mahjong hand, already scored: MCR and Zung Jung by table look-up.

>>> import hulebook
>>> hulebook.score("[CCC,1]12356789pWW7p|SS0000|0").total
9

Batches (`HandBatch`, `score_batch`), score sheets and the index of all hands are loaded
when they are first used; the Arrow door is `hulebook.arrow`, checking of files
`hulebook.validate`, single calls in compiled code `hulebook.compiled`.
"""

from hulebook.answers.score import Score, get_score, score
from hulebook.errors import (
    STATUS_NAMES,
    BadHand,
    HulebookError,
    NotAWin,
    RuleError,
    Status,
    TableError,
)
from hulebook.game.payment import payment, responsible_player
from hulebook.hands.hand import Hand
from hulebook.hands.meld import Meld
from hulebook.rules import RuleSet, get_rules
from hulebook.version import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hulebook.batch import BatchScores, HandBatch, score_batch
    from hulebook.game.sheet import ScoreSheet
    from hulebook.index import hand_at, hand_index

__all__ = [
    "STATUS_NAMES",
    "BadHand",
    "BatchScores",
    "Hand",
    "HandBatch",
    "HulebookError",
    "Meld",
    "NotAWin",
    "RuleError",
    "RuleSet",
    "Score",
    "ScoreSheet",
    "Status",
    "TableError",
    "__version__",
    "get_rules",
    "get_score",
    "hand_at",
    "hand_index",
    "payment",
    "responsible_player",
    "score",
    "score_batch",
]

_LATER = {
    "BatchScores": "batch",
    "HandBatch": "batch",
    "score_batch": "batch",
    "hand_at": "index",
    "hand_index": "index",
    "ScoreSheet": "game.sheet",
}


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module 'hulebook' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"hulebook.{_LATER[name]}"), name)
    globals()[name] = value
    return value
