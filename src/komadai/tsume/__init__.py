"""Mate problems (tsume): solve them, prove them.

>>> import komadai
>>> board = komadai.Board("8l/7b1/8k/6+B2/7Pg/9/9/9/9 b Rr3g4s4n3l17p 1")
>>> solution = komadai.tsume.solve(board)
>>> solution.result, solution.plies, [move.usi() for move in solution.moves]
('mate', 3, ['R*1b', '1a1b', '3d2d'])
"""

from __future__ import annotations

import sys

from komadai.tsume.brinkmate import Brinkmate, BrinkmateProgress, BrinkmateSolver, hisshi
from komadai.tsume.difficulty import Difficulty
from komadai.tsume.grades import Grade, grades
from komadai.tsume.helpmate import Helpmate, helpmate
from komadai.tsume.judge.judge import Inspector, inspect
from komadai.tsume.judge.report import Report
from komadai.tsume.judge.report_types import Finding
from komadai.tsume.judge.solver_queries import InspectProgress
from komadai.tsume.mining.mine import mine
from komadai.tsume.problems import Problem, problems
from komadai.tsume.solve import Progress, Solution, Solver, solve, solve_many

__all__ = [
    "Brinkmate",
    "BrinkmateProgress",
    "BrinkmateSolver",
    "Difficulty",
    "Finding",
    "Grade",
    "Helpmate",
    "InspectProgress",
    "Inspector",
    "Problem",
    "Progress",
    "Report",
    "Solution",
    "Solver",
    "grades",
    "helpmate",
    "hisshi",
    "inspect",
    "mine",
    "problems",
    "solve",
    "solve_many",
]

# The former paths of two modules that share their names with functions of this package. Importing them by
# `komadai.moved` would replace the functions, so they are known from the start.
sys.modules[f"{__name__}.inspect"] = sys.modules[Inspector.__module__]
sys.modules[f"{__name__}.mine"] = sys.modules[mine.__module__]
