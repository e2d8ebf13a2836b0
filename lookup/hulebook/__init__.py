"""Every winning mahjong hand, already scored: MCR and Zung Jung by table look-up.

>>> import hulebook
>>> hulebook.score("[CCC,1]12356789pWW7p|SS0000|0").total
9
"""

from hulebook.errors import (
    STATUS_NAMES,
    BadHand,
    HulebookError,
    NotAWin,
    RuleError,
    Status,
    TableError,
)
from hulebook.hand import Hand
from hulebook.meld import Meld
from hulebook.rules import RuleSet, get_rules
from hulebook.score import Score, get_score, score

__version__ = "0.1.0"
__all__ = [
    "STATUS_NAMES",
    "BadHand",
    "Hand",
    "HulebookError",
    "Meld",
    "NotAWin",
    "RuleError",
    "RuleSet",
    "Score",
    "Status",
    "TableError",
    "get_rules",
    "get_score",
    "score",
]
