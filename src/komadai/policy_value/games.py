"""Games as a tree search plays them: one board, on which moves are played and taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Protocol

from komadai import Board
from komadai._core import VariantLayout, env_action, write_dlshogi_planes
from komadai.extras import extra
from komadai.impasse import ImpasseRule, after_move, can_declare, declare
from komadai.squares import rank_of
from komadai.variants.variant import native_rules

with extra("onnx"):
    import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from komadai.outcome import Outcome
    from komadai.variants import Board as VariantBoard

_NO_HANDICAP: Final = "even"

Inputs = tuple["NDArray[Any]", ...]
"""The arrays that a network takes; the first axis is the position."""


class SearchedGame(Protocol):
    """A game on which a search plays moves and takes them back."""

    @property
    def action_count(self) -> int:
        """The length of a policy."""
        ...

    def inputs(self, positions: int) -> Inputs:
        """Arrays for this number of positions."""

    def write_inputs(self, arrays: Inputs, index: int) -> None:
        """Writes the present position, from the side to move."""

    def moves(self) -> Sequence[Any]:
        """The legal moves."""

    def actions(self, moves: Sequence[Any]) -> NDArray[np.intp]:
        """The actions of moves, indexes into a policy."""

    def push(self, move: Any) -> None: ...
    def pop(self) -> None: ...
    def decided(self) -> float | None:
        """The result for the side to move, if it is certain: 1 a win, 0 a draw, -1 a loss."""


def _result(outcome: Outcome, turn: int) -> float:
    if outcome.winner is None:
        return 0.0
    return 1.0 if outcome.winner == turn else -1.0


class ShogiGame:
    """Shogi, with dlshogi's planes and actions.

    A position is decided at mate, at the fourth repetition (perpetual check loses), by the impasse rule, at
    the limit of moves, and if the side to move has a mate in one.
    """

    action_count: Final = 2187

    def __init__(
        self,
        board: Board,
        *,
        impasse: str = "27-point",
        max_moves: int = 0,
        with_compensation: bool = True,
    ) -> None:
        """``max_moves``: the game is drawn at this move number, as USI's MaxMovesToDraw (0: never).

        ``with_compensation``: points are credited for the pieces that the giver of a handicap lacks. Raises
        ValueError for an unknown impasse rule.
        """
        self._handicap = None if with_compensation else _NO_HANDICAP
        self.board: Final = board.copy()
        self._rule = ImpasseRule(impasse)
        self._max_moves = max_moves

    def inputs(self, positions: int) -> Inputs:
        return (
            np.empty((positions, 62, 9, 9), np.float32),
            np.empty((positions, 57, 9, 9), np.float32),
        )

    def write_inputs(self, arrays: Inputs, index: int) -> None:
        write_dlshogi_planes(self.board, arrays[0][index], arrays[1][index])

    def moves(self) -> Sequence[Any]:
        return list(self.board.legal_moves)

    def actions(self, moves: Sequence[Any]) -> NDArray[np.intp]:
        turn = self.board.turn
        return np.fromiter((env_action(move, turn) for move in moves), np.intp, len(moves))

    def push(self, move: Any) -> None:
        self.board.push_unchecked(move)

    def pop(self) -> None:
        self.board.pop()

    def can_declare(self) -> bool:
        """Whether the side to move wins or draws by a declaration."""
        board = self.board
        king = board.king(board.turn)
        # Every rule with a declaration asks for the king in the promotion zone.
        if king is None or (rank_of(king) > 3 if board.turn == 0 else rank_of(king) < 7):
            return False
        return can_declare(board, self._rule, board.turn, self._handicap)

    def decided(self) -> float | None:
        board = self.board
        outcome = board.outcome() or after_move(board, self._rule)
        if outcome is None and self.can_declare():
            outcome = declare(board, self._rule, handicap=self._handicap)
        if outcome is not None:
            return _result(outcome, board.turn)
        if self._max_moves and board.move_number > self._max_moves:
            return 0.0
        return 1.0 if board.mate_in_1() is not None else None


class VariantGame:
    """A variant, with the planes and actions of komadai.env."""

    def __init__(self, board: VariantBoard, *, max_moves: int = 0) -> None:
        """``max_moves``: the game is drawn after this number of moves on the board (0: never)."""
        self.board: Final = board.copy()
        self._layout = VariantLayout(native_rules(board.variant))
        self._shape = (board.variant.ranks, board.variant.files, self._layout.planes)
        self._max_moves = max_moves
        self.action_count: Final = self._layout.actions

    def inputs(self, positions: int) -> Inputs:
        return (np.empty((positions, *self._shape), np.uint8),)

    def write_inputs(self, arrays: Inputs, index: int) -> None:
        self._layout.write_planes(self.board, self.board.turn, arrays[0][index])

    def moves(self) -> Sequence[Any]:
        return self.board.legal_moves

    def actions(self, moves: Sequence[Any]) -> NDArray[np.intp]:
        action, turn = self._layout.action, self.board.turn
        return np.fromiter((action(move, turn) for move in moves), np.intp, len(moves))

    def push(self, move: Any) -> None:
        self.board.push_unchecked(move)

    def pop(self) -> None:
        self.board.pop()

    def decided(self) -> float | None:
        outcome = self.board.outcome()
        if outcome is not None:
            return _result(outcome, self.board.turn)
        return 0.0 if self._max_moves and self.board.ply >= self._max_moves else None
