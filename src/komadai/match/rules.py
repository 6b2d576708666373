"""The rules of the games, and when the referee ends a game early."""

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
    """How games are played and when the referee ends them.

    ``max_moves``: the move after which the game is a draw (0: none), counted from the start of the game, the
    opening included. ``margin_ms``: how much later than the clock allows a move may come, in milliseconds.
    ``resign_count`` and ``resign_cp``: the side to move has lost if both engines scored the game as lost for
    it by ``resign_cp`` centipawns for ``resign_count`` moves of each side (0: never). ``draw_*``: the game is
    a draw if from move ``draw_from`` on both engines scored it within ``draw_cp`` of even for ``draw_count``
    moves each. ``mate``: the game ends as soon as both engines report a mate for the same side. ``declare``:
    a side that can declare is taken to have declared. ``stall_ms``: an engine without a clock loses if it
    sends no move for this time.
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
    variant: str = "shogi"
    """Our name of the variant that is played; the rules of an impasse are for ``shogi`` only."""


class Adjudicator:
    """Collects the scores of both engines and decides when a game is over."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._lost = dict.fromkeys(Color, 0)
        """For each side, the number of scores in a row, of both engines, by which it has lost."""
        self._even = 0
        """The number of scores in a row that were about even."""
        self._mating: dict[Color, Color | None] = dict.fromkeys(Color)
        """For each side, the side that mates according to its engine."""

    def add_score(self, mover: Color, score: Score | None, move_number: int) -> None:
        """Adds the score of the side that has just moved, from its own view; None without one."""
        # A bound counts as a score: engines that are stopped often end with one.
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
        """The outcome of the game before this side moves, or None. Only the side to move can have lost."""
        rules = self._rules
        if rules.resign_count and self._lost[turn] >= 2 * rules.resign_count:
            return Outcome(turn.opponent, Termination.RESIGNATION), "score"
        if rules.mate and all(winner == turn.opponent for winner in self._mating.values()):
            return Outcome(turn.opponent, Termination.RESIGNATION), "mate"
        if rules.draw_count and self._even >= 2 * rules.draw_count:
            return Outcome(None, Termination.MOVE_LIMIT), "draw"
        return None
