"""The catalogue: a row for every winning hand of 14 tiles, for people to query.

`CATALOGUE.md` beside this package says what the columns mean.
"""
