"""Statistics of results: Elo with error bars, sequential tests, rating lists. Pure functions.

Games are played in pairs: the same opening twice, with colours changed. The five results a pair can
have (0, ½, 1, 1½ or 2 points) are counted, not those of single games: the two games of a pair are not
independent of each other, and an opening that one side wins with either engine says nothing. That is
what makes the error bars true, and for balanced pairs smaller.
"""

from __future__ import annotations

from komadai.arena.statistics.elo import Estimate, elo_of_score, estimate, score_of_elo
from komadai.arena.statistics.pairs import Pentanomial
from komadai.arena.statistics.sprt import Sprt, SprtState

__all__ = [
    "Estimate",
    "Pentanomial",
    "Sprt",
    "SprtState",
    "elo_of_score",
    "estimate",
    "score_of_elo",
]
