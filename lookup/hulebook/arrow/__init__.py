"""The Arrow door. In: tables, record batches or columns of hands. Out: the same rows, scored.

May import: batch and everything below it.
"""

from hulebook.arrow.door import (
    INPUT_SCHEMA,
    SCHEMA,
    result_schema,
    score_batches,
    score_columns,
    score_table,
)

__all__ = [
    "INPUT_SCHEMA",
    "SCHEMA",
    "result_schema",
    "score_batches",
    "score_columns",
    "score_table",
]
