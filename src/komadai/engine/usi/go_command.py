"""One ``go`` command and the state of its search."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from time import monotonic

from komadai import Board, Move
from komadai.engine.protocol.limits import Limits
from komadai.engine.usi.time_manager import Budget


@dataclass(eq=False)
class GoCommand:
    """The running search, or the last one."""

    board: Board
    limits: Limits
    budget: Budget | None = None
    """None without a clock; while pondering, the time it will have."""
    number: int = 0
    """The number of the search in the pipe."""
    pondering: bool = False
    stopped: bool = False
    start: float = field(default_factory=monotonic)
    may_answer: threading.Event = field(default_factory=threading.Event)
    """Not set during an endless search and while pondering."""

    @property
    def has_clock(self) -> bool:
        """Whether a clock runs, now or, while pondering, soon."""
        return self.budget is not None

    @property
    def is_free(self) -> bool:
        """Whether the engine may choose among all moves, as in a game."""
        return self.has_clock and not self.limits.searchmoves

    @property
    def failure_answer(self) -> str:
        """The answer if there is no move or no mate."""
        return "checkmate timeout" if self.limits.mate is not None else "bestmove resign"

    @property
    def fallback_answer(self) -> str:
        """The answer before the search has a result: any legal move."""
        moves = self.board.legal_moves
        if self.limits.mate is not None or not len(moves):
            return self.failure_answer
        return bestmove(next((move for move in self.limits.searchmoves if move in moves), None) or moves[0])


def bestmove(move: Move, ponder: Move | None = None) -> str:
    """The ``bestmove`` line."""
    return f"bestmove {move.usi()}" + (f" ponder {ponder.usi()}" if ponder is not None else "")
