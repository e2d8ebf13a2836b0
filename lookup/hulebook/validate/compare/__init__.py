"""From rows to differences. In: `Rows` and a rule set. Out: what is equal, what is not and how.

May import: the readers' rows, and what readers may.
"""
