"""Scores winning mahjong hands from tables of every legal hand."""

__version__ = "0.1.0"
