"""Checks recorded scores, and says why they differ; see `validate`."""

from hulebook.validate.compare.differences import Difference
from hulebook.validate.report.verdict import Verdict
from hulebook.validate.run import validate

__all__ = ["Difference", "Verdict", "validate"]
