"""Zung Jung: patterns, the sets that make them, what the way of winning adds."""
