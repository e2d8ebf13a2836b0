"""What a person or a program is told. In: a hand, a rule set. Out: a `Score` that can say why.

May import: engine and everything below it.
"""
