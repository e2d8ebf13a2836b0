"""The steps compiled, for many hands side by side. In: arrays of bytes. Out: the same.

May import: the steps, the layout of the tables, the one check of a hand.
"""
