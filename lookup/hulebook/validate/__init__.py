"""Checks recorded scores, and says why they differ; see `validate`."""

from hulebook.validate.differences import Difference
from hulebook.validate.run import validate
from hulebook.validate.verdict import Verdict

__all__ = ["Difference", "Verdict", "validate"]
