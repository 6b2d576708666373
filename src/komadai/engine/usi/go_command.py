"""One ``go``: what was asked, and what is known of it."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from time import monotonic

from komadai import Board, Move
from komadai.engine.protocol.limits import Limits
from komadai.engine.usi.time_manager import Budget


@dataclass(eq=False)
class Turn:
    """The search under way, or the last one."""

    board: Board
    limits: Limits
    budget: Budget | None = None
    """None without a clock; while pondering, what it will be."""
    number: int = 0
    """The pipe's."""
    pondering: bool = False
    stopped: bool = False
    start: float = field(default_factory=monotonic)
    may_answer: threading.Event = field(default_factory=threading.Event)
    """Not while the GUI has asked for an endless search, or ponders."""

    @property
    def plays(self) -> bool:
        """A clock runs, now or (when pondering) soon."""
        return self.budget is not None

    @property
    def is_free(self) -> bool:
        """It is for the engine to choose from all moves, as in a game."""
        return self.plays and not self.limits.searchmoves

    @property
    def none(self) -> str:
        """The answer where there is none."""
        return "checkmate timeout" if self.limits.mate is not None else "bestmove resign"

    @property
    def first(self) -> str:
        """The answer before anything is known: any legal move rather than none."""
        moves = self.board.legal_moves
        if self.limits.mate is not None or not len(moves):
            return self.none
        return bestmove(next((move for move in self.limits.searchmoves if move in moves), None) or moves[0])


def bestmove(move: Move, ponder: Move | None = None) -> str:
    """The line that answers ``go``."""
    return f"bestmove {move.usi()}" + (f" ponder {ponder.usi()}" if ponder is not None else "")
