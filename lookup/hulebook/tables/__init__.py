"""What the builder stored. In: the table file and a rule set. Out: the tables of that rule set.

May import: rules and hands.
"""
