"""Statistics of results: Elo with error bars, sequential tests, rating lists. Pure functions.

Games are played in pairs: the same opening twice, with colours changed. The results of pairs are counted (0,
½, 1, 1½ or 2 points), not those of single games, because the two games of a pair are not independent: an
opening that one side wins with either engine shows no difference between the engines. So the error bars are
correct, and smaller if the openings are balanced.
"""

from __future__ import annotations

from komadai.match.statistics.elo import Estimate, elo_of_score, estimate, score_of_elo
from komadai.match.statistics.pairs import Pentanomial
from komadai.match.statistics.sprt import Sprt, SprtState

__all__ = [
    "Estimate",
    "Pentanomial",
    "Sprt",
    "SprtState",
    "elo_of_score",
    "estimate",
    "score_of_elo",
]
