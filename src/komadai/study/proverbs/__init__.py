"""Proverbs of shogi, each with the position in which it is said."""
