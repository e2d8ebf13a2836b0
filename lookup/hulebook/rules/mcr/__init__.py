"""Mahjong Competition Rules: fans, the tiles and sets that make them, what the way of winning adds."""
