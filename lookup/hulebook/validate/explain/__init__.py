"""Which rules explain a file. In: differences. Out: the rule set or switches that take them away.

May import: compare and readers.
"""
