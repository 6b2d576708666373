"""Checks a whole solution of a mate problem that was worked out in the head."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from komadai._core import Board, Move
from komadai.tsume.move_checker import MoveChecker

LineVerdict = Literal["solved", "no_check", "wrong", "slower", "shorter", "futile", "unclear"]
"""``no_check``, ``wrong``, ``slower``, ``unclear``: about a move of the attacker, as in
:data:`~komadai.tsume.move_checker.Verdict`. ``shorter``: a defence after which the mate is shorter than
possible. ``futile``: a futile interposition (無駄合), which does not count."""

_ATTACKS: Final[dict[str, LineVerdict]] = {
    "no_check": "no_check",
    "wrong": "wrong",
    "slower": "slower",
    "unclear": "unclear",
}


@dataclass(frozen=True, slots=True)
class LineJudgement:
    """Whether a line is a solution, and where it goes wrong."""

    verdict: LineVerdict
    right: int
    """The number of moves before the first wrong one; all if it is a solution."""
    reply: Move | None = None
    """After a wrong attack the defence that refutes it, after a slower one the longest defence. For a
    ``shorter`` or ``futile`` defence: the defence that holds out longest, to be played instead."""
    equal: bool = False
    """Whether the line is right so far without being the problem's solution."""
    plies: int | None = None
    """How many plies longer a ``slower`` mate is, or how many plies shorter the mate after a ``shorter``
    defence is."""


def judge_line(
    checker: MoveChecker, board: Board, solution: Sequence[Move], line: Sequence[Move]
) -> LineJudgement:
    """Judges a line of legal moves as long as the solution, the attacker's and the defender's.

    Any line is right in which each attack keeps the shortest mate and each defence the longest.
    ``board`` is the problem's position; it is left unchanged.
    """
    board, reply, equal = board.copy(), None, False
    for at, move in enumerate(line):
        intended = tuple(line[:at]) == tuple(solution[:at])
        if at % 2 == 0:
            verdict = checker.judge(board, move, solution if intended else (), at)
            if verdict.verdict in _ATTACKS:
                return LineJudgement(_ATTACKS[verdict.verdict], at, verdict.reply, equal, verdict.plies)
            equal = equal or verdict.equal
            if verdict.verdict == "solved":
                return LineJudgement("solved", at + 1, equal=equal)
            reply = verdict.reply
            board.push(move)
        else:
            board.push(move)
            if move is reply:
                continue
            expected, length = len(line) - at - 1, checker.mate_length(board)
            if length is None:
                return LineJudgement("unclear", at, equal=equal)
            if length < expected:
                return LineJudgement("shorter", at, reply, equal, expected - length)
            if length > expected:
                return LineJudgement("futile", at, reply, equal)
            equal = True
    return LineJudgement("unclear", len(line) - 1, equal=equal)
