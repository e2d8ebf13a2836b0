"""The numpy door. In: arrays of hands, or hand strings by the million. Out: arrays of scores.

May import: engine and everything below it. The answers for people are not made here.
"""

from hulebook.batch.hand_batch import HandBatch
from hulebook.batch.scores import BatchScores, score_batch

__all__ = ["BatchScores", "HandBatch", "score_batch"]
