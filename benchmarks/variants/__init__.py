"""Comparisons of the general rules engine with other programs."""
