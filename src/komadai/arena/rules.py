"""What a game is played by: the rules that may differ, and when the arena ends it early."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from komadai.impasse import ImpasseRule
from komadai.outcome import Outcome, Termination
from komadai.pieces import Color

if TYPE_CHECKING:
    from komadai.engine.protocol.info import Score

Adjudication = Literal["score", "mate", "draw", "impasse"]


@dataclass(frozen=True, slots=True)
class Rules:
    """How games are played and when the arena ends them.

    ``max_moves``: a draw after so many moves (0: never), counted from the beginning of the game, the
    opening included. ``margin_ms``: how much later than the clock allows a move may come.
    ``resign_count`` and ``resign_cp``: a game is lost for whoever is to move when for so many moves of
    both sides both engines thought it lost by so much (0: never). ``draw_*``: it is a draw if from this
    move on both thought it within so much of even for so many moves each. ``mate``: it is over as soon as
    both see the same side mate. ``declare``: whoever can declare has declared.
    ``stall_ms``: an engine without a clock that says no move for so long has lost.
    """

    impasse: ImpasseRule = ImpasseRule.POINTS_27
    max_moves: int = 320
    margin_ms: int = 0
    movetime_margin_ms: int = 1000
    resign_count: int = 0
    resign_cp: int = 0
    draw_from: int = 0
    draw_count: int = 0
    draw_cp: int = 0
    mate: bool = False
    declare: bool = False
    stall_ms: int = 60_000
    ponder: bool = False


class Judge:
    """Listens to what both engines think, and says when a game is decided."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._lost = dict.fromkeys(Color, 0)
        """For each side, how many scores in a row, of both engines, said that it has lost."""
        self._even = 0
        """How many scores in a row were about even."""
        self._mating: dict[Color, Color | None] = dict.fromkeys(Color)
        """Who mates, as the engine of each side sees it."""

    def hear(self, mover: Color, score: Score | None, move_number: int) -> None:
        """The score that the side that has just moved gave from its own view; None if it said none."""
        # A bound is taken for the score: engines that are stopped often end with one.
        value = None if score is None else score.number()
        rules = self._rules
        for side in Color:
            lost = value is not None and (value if side == mover else -value) <= -rules.resign_cp
            self._lost[side] = self._lost[side] + 1 if lost else 0
        mate = score.mate_for if score is not None else 0
        self._mating[mover] = None if not mate else mover if mate > 0 else mover.opponent
        even = value is not None and abs(value) <= rules.draw_cp and move_number >= rules.draw_from
        self._even = self._even + 1 if even else 0

    def verdict(self, turn: Color) -> tuple[Outcome, Adjudication] | None:
        """How the game ends before this side moves, or None. Only the side to move can have lost."""
        rules = self._rules
        if rules.resign_count and self._lost[turn] >= 2 * rules.resign_count:
            return Outcome(turn.opponent, Termination.RESIGNATION), "score"
        if rules.mate and all(winner == turn.opponent for winner in self._mating.values()):
            return Outcome(turn.opponent, Termination.RESIGNATION), "mate"
        if rules.draw_count and self._even >= 2 * rules.draw_count:
            return Outcome(None, Termination.MOVE_LIMIT), "draw"
        return None

