"""What a hand is. In: text, tile ids, Botzone arguments. Out: a `Hand` that can be, or `BadHand`.

May import: nothing of hulebook but its errors.
"""
