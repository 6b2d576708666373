"""One ``go`` and its one answer, whoever comes to give it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic

from komadai import Board, Move
from komadai.engine.limits import Limits
from komadai.engine.timing import Budget


@dataclass(eq=False)
class Turn:
    """What was asked, and what is known of the answer so far.

    Three may give the answer: the search when it has ended, the watch when time is up, and who fails.
    The first one's counts.
    """

    board: Board
    limits: Limits
    write: Callable[[str], None]
    budget: Budget | None = None
    """None without a clock; while pondering, what it will be."""
    pondering: bool = False
    start: float = field(default_factory=monotonic)
    best: Move | None = None
    """The first move of the last line that was told."""
    ponder: Move | None = None
    may_answer: threading.Event = field(default_factory=threading.Event)
    """Not while the GUI has asked for an endless search, or ponders."""
    ready: str | None = None
    """The search's own answer, once it has ended."""
    stopped: bool = False
    answered: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def none(self) -> str:
        """The answer where there is none."""
        return "checkmate timeout" if self.limits.mate is not None else "bestmove resign"

    @property
    def so_far(self) -> str:
        """The answer as far as is known; any legal move rather than none."""
        if self.ready is not None:
            return self.ready
        best = self.best
        if best is None:
            moves = self.board.legal_moves
            if not len(moves):
                return self.none
            best = next((move for move in self.limits.searchmoves if move in moves), None) or moves[0]
        return bestmove(best, self.ponder)

    def tell(self, line: str) -> None:
        """Writes an info line, unless the answer has been given: nothing may come after it."""
        with self._lock:
            if not self.answered:
                self.write(line)

    def answer(self, line: str) -> None:
        """Gives the answer, if nobody has."""
        with self._lock:
            if not self.answered:
                self.answered = True
                self.write(line)

    def hurry(self, stop: Callable[[], None]) -> None:
        """Gives the answer as far as is known, if nobody has; ``stop`` is called before.

        Nobody can ask for the next search until there is an answer to this one: so ``stop`` never ends
        the wrong one.
        """
        with self._lock:
            if not self.answered:
                stop()
                self.answered = True
                self.write(self.so_far)


def bestmove(move: Move, ponder: Move | None) -> str:
    """The line that answers ``go``."""
    return f"bestmove {move.usi()}" + (f" ponder {ponder.usi()}" if ponder is not None else "")
