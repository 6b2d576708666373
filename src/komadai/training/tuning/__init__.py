"""Matches of two variants of the engine at a fixed number of nodes, and the tuning of the search by them.

Nothing depends on the clock or on the number of processes: a pair of games depends on its number, the seed
and the two variants only.
"""
