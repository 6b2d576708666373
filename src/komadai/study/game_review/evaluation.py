"""The evaluation of one position: an engine's score and line, and the mate solver's answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from komadai._core import Board, MateSolver, Move
from komadai.engine.client.analyst import turn_book_off
from komadai.engine.client.sync_engine import Engine
from komadai.engine.protocol.info import Info
from komadai.engine.protocol.limits import Limits
from komadai.errors import TsumeError
from komadai.pieces import BLACK, Color
from komadai.score import Score

if TYPE_CHECKING:
    from collections.abc import Mapping

    from komadai.engine.client.process import Command
    from komadai.engine.protocol.options import OptionValue
    from komadai.outcome import Outcome
    from komadai.score import WinRateModel

SOLVER_NODES: Final = 20_000
"""The mate solver gets at least this number of nodes, because short mates need few positions."""
_SOLVER_MB: Final = 16
_HASH_MB: Final = 16
"""The transposition table of an engine. It is cleared for each position, so a large one would cost time."""
_RESTARTS: Final = 2
_START_S: Final = 60.0
"""How long an engine may take to start; on a loaded machine one of low priority takes long."""
_WAIT_S: Final = 30.0
_SLOWEST: Final = 500
"""An engine is ended if it has not answered after this wait and the time that its nodes take at this number
of nodes a second."""
LONGEST_LINE: Final = 12
"""The maximum number of moves of an engine's line that are kept; lines of mates are complete."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The evaluation of a position.

    ``score`` is from Black's point of view, None if the engine gave none. ``line`` are the best moves of both
    sides from here. ``solved`` says that ``line`` is a mate proved by the mate solver.
    """

    score: Score | None
    line: tuple[Move, ...] = ()
    solved: bool = False

    def to_json(self) -> dict[str, Any]:
        """As :meth:`from_json` reads it."""
        score = None
        if self.score is not None:
            score = [self.score.cp, self.score.mate, self.score.mate_for]
        return {"score": score, "line": [move.usi() for move in self.line], "solved": self.solved}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Evaluation:
        """Raises KeyError, TypeError, ValueError for data that :meth:`to_json` did not make."""
        score = None
        if data["score"] is not None:
            cp, mate, mate_for = data["score"]
            score = Score(cp, mate, mate_for, turn=BLACK)
        return cls(score, tuple(map(Move.from_usi, data["line"])), bool(data["solved"]))


@dataclass(frozen=True, slots=True)
class EngineFacts:
    """The facts of a review's engine: the name, and the model that turns scores into win rates."""

    name: str
    win_rate_model: WinRateModel


class Evaluator:
    """An engine and a mate solver that evaluate one position after the other.

    The result for a position does not depend on the positions before it: the memory of both is cleared.
    ``command`` is a USI engine (None: Komadai), ``options`` are added to one thread and a small table.
    """

    def __init__(
        self, command: Command | None, nodes: int, options: Mapping[str, OptionValue] | None = None
    ) -> None:
        """Raises EngineError if the engine does not start or refuses an option."""
        self._nodes = nodes
        self._engine = Engine(command, timeout=_START_S, restarts=_RESTARTS)
        self._solver = MateSolver(_SOLVER_MB)
        try:
            turn_book_off(self._engine)
            for name, value in (("Threads", 1), ("USI_Hash", _HASH_MB)):
                if name in self._engine.options:
                    self._engine.set_option(name, value)
            for name, wanted in (options or {}).items():
                self._engine.set_option(name, wanted)
        except BaseException:
            self._engine.close()
            raise

    @property
    def facts(self) -> EngineFacts:
        """The facts of this engine in the review."""
        return EngineFacts(self._engine.name, self._engine.win_rate_model)

    def evaluate(self, board: Board) -> Evaluation:
        """Evaluates the position for the side to move. Raises EngineError."""
        outcome = board.outcome()
        if outcome is not None:
            return Evaluation(final_score(outcome, board))
        found = self.mate(board)
        if found:
            plies = len(found) if board.turn == BLACK else -len(found)
            return Evaluation(Score(mate=plies, turn=BLACK), found, solved=True)
        return self._search(board)

    def mate(self, board: Board) -> tuple[Move, ...]:
        """The shortest mate by checks that the solver finds for the side to move; empty if it finds none."""
        self._solver.clear()
        self._solver.arm()
        try:
            found = self._solver.solve(board, nodes=max(self._nodes, SOLVER_NODES))
        except TsumeError:
            return ()
        return tuple(found.moves) if found.result == "mate" else ()

    def close(self) -> None:
        """Ends the engine. May be called from another thread: a running search then raises EngineCrashed."""
        self._solver.stop()
        self._engine.close()

    def _search(self, board: Board) -> Evaluation:
        best: Info | None = None

        def on_info(info: Info) -> None:
            nonlocal best
            # The last iteration may end with a bound, which says little about the score.
            if info.multipv == 1 and info.pv and info.score is not None and info.score.bound == "exact":
                best = info

        self._engine.new_game()
        result = self._engine.play(
            board,
            Limits(nodes=self._nodes),
            on_info=on_info,
            timeout=_WAIT_S + self._nodes / _SLOWEST,
        )
        if result.declared:
            return Evaluation(Score(mate_for=1 if board.turn == BLACK else -1, turn=BLACK))
        info = best or result.info
        line = info.pv or (() if result.move is None else (result.move,))
        score = info.score
        if score is None and result.resigned:
            score = Score(mate_for=-1, turn=board.turn)
        return Evaluation(None if score is None else score.black(), legal_line(board, line))


def keeps_mate(board: Board, nodes: int) -> bool | None:
    """Whether the side that gives check mates whatever the side to move answers; None if that is not known.

    ``nodes`` limits the solver.
    """
    if not board.is_check():
        return False
    try:
        found = MateSolver(_SOLVER_MB).solve(board, attack=False, nodes=max(nodes, SOLVER_NODES))
    except TsumeError:
        return False
    return None if found.result == "unknown" else found.result == "mate"


def final_score(outcome: Outcome, board: Board) -> Score:
    """The score of a position in which the game is over: a mate of 0 plies, a win of no length, or 0."""
    if outcome.winner is None:
        return Score(0, turn=BLACK)
    mate_for: Final = 1 if outcome.winner == Color.BLACK else -1
    return Score(mate=0 if board.is_checkmate() else None, mate_for=mate_for, turn=BLACK)


def legal_line(board: Board, line: tuple[Move, ...]) -> tuple[Move, ...]:
    """The beginning of the line that can be played on this board, at most :data:`LONGEST_LINE` moves."""
    board = board.copy()
    moves = []
    for move in line[:LONGEST_LINE]:
        if not board.is_legal(move):
            break
        board.push(move)
        moves.append(move)
    return tuple(moves)
