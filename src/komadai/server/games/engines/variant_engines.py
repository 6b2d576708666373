"""The engine's moves in games of variants: searches in threads, with a limit of searches at once."""

from __future__ import annotations

import asyncio
from typing import Final

from komadai.engine.program import EngineRules
from komadai.engine.protocol.limits import Limits
from komadai.server.variants.solved import SolvedVariants
from komadai.variants import Board, Move
from komadai.variants.levels import LEVELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from komadai.variants.search import Engine

LONGEST_S: Final = 10.0
"""No search takes longer, whatever the clock allows."""
SHARE: Final = 30
"""The part of the remaining main time that one move may use is 1 / SHARE."""


class VariantEngines:
    """Searches for the games of variants. A search that is cancelled stops at once."""

    def __init__(self, rules: EngineRules, solved: SolvedVariants) -> None:
        self._solved = solved
        self._slots = asyncio.Semaphore(rules.processes)
        self._searching: set[Engine] = set()

    async def play(self, board: Board, limits: Limits, level: int | None) -> Move:
        """The engine's move in a position that has a legal move; at the highest level by the table of a
        solved variant, if there is one."""
        from komadai.variants.search import Engine  # loads the search when it is first needed

        async with self._slots:
            if level is None or level == len(LEVELS):
                best = await asyncio.get_running_loop().run_in_executor(None, self._solved.best_move, board)
                if best is not None:
                    return best
            engine = Engine(board.variant, level=level)
            self._searching.add(engine)
            search = asyncio.get_running_loop().run_in_executor(
                None, lambda: engine.play(board, seconds=seconds_for(board, limits))
            )
            try:
                move = await asyncio.shield(search)
            except asyncio.CancelledError:
                engine.stop()
                raise
            finally:
                self._searching.discard(engine)
        assert move is not None, "the game is over without a legal move"
        return move

    def close(self) -> None:
        """Stops all searches."""
        for engine in self._searching:
            engine.stop()


def seconds_for(board: Board, limits: Limits) -> float:
    """The time for a move under these limits."""
    main = limits.wtime if board.turn else limits.btime
    gain = limits.winc if board.turn else limits.binc
    milliseconds = (main or 0) / SHARE + (gain or 0) * 0.8 + (limits.byoyomi or 0) * 0.8
    return min(LONGEST_S, max(0.05, milliseconds / 1000))
