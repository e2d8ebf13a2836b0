"""Around a win: who pays what, and the score sheet of a whole game.

In: scores, seats, sheets as files. Out: signed amounts of E, S, W, N. May import: batch and below.
"""
