"""From a hand to its reading. In: tile counts and tables. Out: a reading, eight integers.

May import: the layout of the tables. No rule stands here, only table reads.
"""
