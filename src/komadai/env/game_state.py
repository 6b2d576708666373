"""One game with the interface of OpenSpiel's states: actions in, returns out, copies for a tree search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from komadai._core import Board
from komadai.env.observations import planes
from komadai.env.variant_layout import ShogiLayout, action_count, layout_of, variant_named
from komadai.errors import RangeError
from komadai.extras import extra
from komadai.impasse import ImpasseRule, after_move, can_declare, declare
from komadai.outcome import Outcome, Termination
from komadai.play.boards import read_move, rules_of
from komadai.variants import Board as VariantBoard

with extra("rl"):
    import numpy as np

if TYPE_CHECKING:
    from typing import Any, Final

    from numpy.typing import NDArray

    from komadai.variants import Variant

_TERMINAL_PLAYER: Final = -4
"""OpenSpiel's number for "no player: the game is over"."""


class GameState:
    """A game of shogi or of a variant. Player 0 is Black (moves first), player 1 White.

    >>> state = GameState()
    >>> state.apply_action(state.string_to_action("7g7f"))
    >>> state.current_player(), state.is_terminal(), state.returns()
    (1, False, [0.0, 0.0])
    """

    def __init__(
        self,
        position: str | Board | VariantBoard = "startpos",
        *,
        variant: str | Variant = "shogi",
        max_moves: int = 512,
        impasse: str = "27-point",
    ) -> None:
        """The game after ``position``. ``max_moves`` (0: none) moves from there end it without a winner.

        ``variant`` as in VectorEnv; a board of a variant names its own. Variants have no rule for impasse.
        Raises SfenError for a position that is not valid, ValueError for an unknown impasse rule,
        VariantError for an unknown variant.
        """
        chosen = position.variant if isinstance(position, VariantBoard) else variant_named(variant)
        self._board: Any
        if not isinstance(position, str):
            self._board = position.copy()
        else:
            self._board = Board(position) if chosen is None else VariantBoard(chosen, position)
        self._variant = chosen
        self._layout: Any = ShogiLayout if chosen is None else layout_of(chosen)
        self._max_moves = max_moves
        self._impasse = rules_of(self._board).impasse(ImpasseRule(impasse))
        self._outcome = self._find_outcome()
        self._legal: dict[int, Any] | None = None

    @property
    def board(self) -> Any:
        """A copy of the board, a komadai.Board or komadai.variants.Board."""
        return self._board.copy()

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on. At the limit of moves a draw, ``MOVE_LIMIT``."""
        return self._outcome

    def num_distinct_actions(self) -> int:
        """Raises RangeError for variants on boards above 12x12, whose actions are indexes of legal moves."""
        return action_count(self._variant or "shogi")

    def num_players(self) -> int:
        return 2

    def current_player(self) -> int:
        """0 for Black, 1 for White; -4 if the game is over."""
        return _TERMINAL_PLAYER if self.is_terminal() else int(self._board.turn)

    def is_terminal(self) -> bool:
        return self._outcome is not None

    def is_chance_node(self) -> bool:
        return False

    def returns(self) -> list[float]:
        """Black's and White's results: 1 a win, -1 a loss, 0 a draw or a game that goes on."""
        if self._outcome is None or self._outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if self._outcome.winner == 0 else [-1.0, 1.0]

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def legal_actions(self, player: int | None = None) -> list[int]:
        """In ascending order; empty if the game is over or for the player who is not to move."""
        if self.is_terminal() or player not in (None, self.current_player()):
            return []
        return sorted(self._moves())

    def legal_actions_mask(self) -> NDArray[np.int8]:
        """(num_distinct_actions(),) int8: 1 for each legal action. Raises RangeError as that does."""
        mask = np.zeros(self.num_distinct_actions(), np.int8)
        mask[self.legal_actions()] = 1
        return mask

    def apply_action(self, action: int) -> None:
        """Plays a move. Raises RangeError if the action is not legal or the game is over."""
        self._board.push(self.move(action))
        self._legal = None
        self._outcome = self._find_outcome()

    def move(self, action: int) -> Any:
        """The legal move of an action. Raises RangeError as apply_action does."""
        if self.is_terminal():
            raise RangeError(f"action {action} is not legal: the game is over")
        move = self._moves().get(int(action))
        if move is None:
            raise RangeError(
                f"action {action} is not legal; expected one of the {len(self._moves())} that "
                f"legal_actions() returns, at {self._board.sfen()!r}"
            )
        return move

    def action_to_string(self, action: int) -> str:
        """The move in USI."""
        return str(self.move(action))

    def string_to_action(self, usi: str) -> int:
        """The action of a move in USI, by the side to move. Raises InvalidMoveError."""
        move = read_move(self._board, usi)
        if not self._layout.actions:
            return next((action for action, each in self._moves().items() if each == move), -1)
        return int(self._layout.action(move, self._board.turn))

    def history(self) -> list[int]:
        """The actions so far."""
        board, moves = self._board.copy(), self._board.history
        while board.ply:
            board.pop()
        actions = []
        for move in moves:
            actions.append(next(a for a, each in self._moves_of(board).items() if each == move))
            board.push_unchecked(move)
        return actions

    def observation_tensor(self) -> NDArray[np.bool_]:
        """The planes of pgx, (9, 9, 119), for variants (ranks, files, planes), from the side to move."""
        return planes(self._board)

    def clone(self) -> GameState:
        return GameState(self._board, max_moves=self._max_moves, impasse=self._impasse)

    def child(self, action: int) -> GameState:
        """A copy after this action."""
        state = self.clone()
        state.apply_action(action)
        return state

    def __str__(self) -> str:
        return str(self._board.sfen())

    def _moves(self) -> dict[int, Any]:
        if self._legal is None:
            self._legal = self._moves_of(self._board)
        return self._legal

    def _moves_of(self, board: Any) -> dict[int, Any]:
        if not self._layout.actions:
            return dict(enumerate(board.legal_moves))
        action, turn = self._layout.action, board.turn
        return {action(move, turn): move for move in board.legal_moves}

    def _find_outcome(self) -> Outcome | None:
        board = self._board
        outcome: Outcome | None = board.outcome()
        if outcome is None:
            outcome = after_move(board, self._impasse)
        if outcome is None and can_declare(board, self._impasse, board.turn):
            outcome = declare(board, self._impasse)
        if outcome is None and self._max_moves and board.ply >= self._max_moves:
            outcome = Outcome(None, Termination.MOVE_LIMIT)
        return outcome
