"""Mate problems and their solutions."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

TSUME: Final[dict[str, tuple[str, str]]] = {
    # Raised by the native solvers (`code_of` in cpp/mate/solver.cpp).
    "no-king": ("the side to be mated has no king", "玉方に玉がない"),
    "two-kings": ("a side has two kings", "一方に玉が二枚ある"),
    "check-already": (
        "the king to be mated is in check already",
        "攻方の手番なのに、すでに王手がかかっている",
    ),
    "attacker-in-check": (
        "it is the defender's turn, but the attacker's king is in check",
        "玉方の手番なのに、攻方の玉に王手がかかっている",
    ),
    "no-check": ("the king to be mated is not in check", "玉方の手番なのに、王手がかかっていない"),
    "too-many-pieces": ("there are more pieces of a kind than in a set", "同じ種類の駒が多すぎる"),
    # Raised by the judge.
    "too-many-checkers": ("more than two pieces give check", "三枚以上の駒が同時に王手をしている"),
    "solution-illegal": (
        "move {number} of the solution, {move}, is illegal",
        "作意の{number}手目（{move}）は指せない手",
    ),
    "solution-no-check": (
        "move {number} of the solution, {move}, is no check",
        "作意の{number}手目（{move}）は王手ではない",
    ),
    "solution-ends-early": (
        "the solution must end with a move of the attacker",
        "作意は攻方の手で終わらなければならない",
    ),
    "solution-no-mate": ("the solution does not end in mate", "作意の最終手で詰んでいない"),
}
"""Why a position is no mate problem, or a line no solution."""
