"""The native games behind a vector environment: those of shogi, and those of variants. Both have one face."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from komadai._core import Board, Move, VariantGames, VectorGames, env_action
from komadai.env.observations import DLSHOGI_SHAPES, LAYOUTS, PGX_SHAPE
from komadai.env.variant_layout import SHOGI_ACTIONS, layout_of, planes_shape, variant_observation
from komadai.errors import IllegalMoveError, InvalidMoveError, RangeError
from komadai.extras import extra
from komadai.outcome import Infraction, Termination
from komadai.variants import Board as VariantBoard
from komadai.variants import Move as VariantMove

with extra("rl"):
    import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Final

    from numpy.typing import NDArray

    from komadai.variants import Variant

Arrays = dict[str, "NDArray[Any]"]


class Games(Protocol):
    """The part of its games that VectorEnv needs. ``native`` has reset, step and sample."""

    actions: int
    """The number of actions; 0: an action is an index into the list of legal moves."""
    observations: Any
    final_observations: Any
    """The last observations of the games that ended in the last step."""
    native: Any

    @property
    def endings(self) -> dict[int, Termination]:
        """By the number that the native games write."""
        ...

    def board(self, index: int) -> Any: ...
    def legal_moves(self, index: int) -> list[Any]: ...
    def read_move(self, text: str) -> Any:
        """Raises InvalidMoveError."""

    def find_legal(self, move: Any) -> int | None:
        """The first game in which the move is legal."""

    def action(self, move: Any, index: int) -> int:
        """Raises IllegalMoveError."""


class ShogiGames:
    """Games of shogi."""

    actions = SHOGI_ACTIONS
    observations: Any
    final_observations: Any
    # By the numbers of ``Ending`` in cpp/env/game_end.h.
    endings: Final = dict(
        enumerate(
            (
                Termination.CHECKMATE,
                Termination.NO_LEGAL_MOVES,
                Termination.SENNICHITE,
                Termination.PERPETUAL_CHECK,
                Termination.TRY,
                Termination.IMPASSE_DECLARATION,
                Termination.MOVE_LIMIT,
            ),
            start=1,
        )
    )

    def __init__(
        self,
        n: int,
        starts: Sequence[str | Board],
        *,
        impasse: str,
        max_moves: int,
        observation: str | None,
        threads: int,
        arrays: Arrays,
    ) -> None:
        if observation not in (*LAYOUTS, None):
            raise RangeError(f"observation: expected 'pgx', 'dlshogi' or None, got {observation!r}")
        self.observations = self.final_observations = None
        if observation == "pgx":
            self.observations, self.final_observations = (
                np.zeros((n, *PGX_SHAPE), np.bool_) for _ in range(2)
            )
            arrays["pgx_planes"] = self.observations.view(np.uint8)
            arrays["final_pgx_planes"] = self.final_observations.view(np.uint8)
        elif observation == "dlshogi":
            self.observations, self.final_observations = (
                tuple(np.zeros((n, *shape), np.float32) for shape in DLSHOGI_SHAPES) for _ in range(2)
            )
            for prefix, pair in (("", self.observations), ("final_", self.final_observations)):
                arrays[f"{prefix}board_planes"], arrays[f"{prefix}constant_planes"] = pair
        self.native: VectorGames = VectorGames(
            n,
            [start if isinstance(start, Board) else Board(start) for start in starts],
            impasse,
            max_moves,
            (None, *LAYOUTS).index(observation),
            threads,
            arrays,
        )

    def board(self, index: int) -> Board:
        return self.native.board(index)

    def legal_moves(self, index: int) -> list[Move]:
        return list(self.board(index).legal_moves)

    def read_move(self, text: str) -> Move:
        return Move.from_usi(text)

    def find_legal(self, move: Move) -> int | None:
        return self.native.find_legal(move)

    def action(self, move: Move, index: int) -> int:
        board = self.board(index)
        infraction = board.infraction(move)
        if infraction is not None:
            raise IllegalMoveError(move, infraction)
        return env_action(move, board.turn)


class GamesOfVariant:
    """Games of a variant."""

    # By the numbers of ``End`` in cpp/variants/game_end.h, and VariantGames::MOVE_LIMIT.
    endings: Final = {
        **dict(
            enumerate(
                (
                    Termination.CHECKMATE,
                    Termination.NO_LEGAL_MOVES,
                    Termination.ROYAL_CAPTURED,
                    Termination.TRY,
                    Termination.BARE_KING,
                    Termination.CHECK,
                    Termination.SENNICHITE,
                    Termination.PERPETUAL_CHECK,
                ),
                start=1,
            )
        ),
        255: Termination.MOVE_LIMIT,
    }

    observations: Any
    final_observations: Any

    def __init__(
        self,
        variant: Variant,
        n: int,
        starts: Sequence[str | VariantBoard],
        *,
        max_moves: int,
        observation: str | None,
        threads: int,
        arrays: Arrays,
    ) -> None:
        self.variant = variant
        self._size = n
        layout = layout_of(variant)
        self.actions: int = layout.actions
        self.observations = self.final_observations = None
        if variant_observation(observation):
            shape = (n, *planes_shape(variant))
            self.observations, self.final_observations = (np.zeros(shape, np.bool_) for _ in range(2))
            arrays["planes"] = self.observations.view(np.uint8)
            arrays["final_planes"] = self.final_observations.view(np.uint8)
        boards = [
            start if isinstance(start, VariantBoard) else VariantBoard(variant, start) for start in starts
        ]
        self.native: VariantGames = VariantGames(layout, n, boards, max_moves, threads, arrays)

    def board(self, index: int) -> VariantBoard:
        played = self.native.board(index)
        board = VariantBoard(self.variant, played.root_sfen())
        for move in played.history:
            board.push_unchecked(move)
        return board

    def legal_moves(self, index: int) -> list[VariantMove]:
        return self.native.legal_moves(index)

    def read_move(self, text: str) -> VariantMove:
        move = VariantBoard(self.variant).read_move(text)
        if move is None:
            raise InvalidMoveError.with_code("move-usi-expected", text=text)
        return move

    def find_legal(self, move: VariantMove) -> int | None:
        games = range(self._size)
        return next((index for index in games if move in self.legal_moves(index)), None)

    def action(self, move: VariantMove, index: int) -> int:
        moves = self.legal_moves(index)
        if move not in moves:
            raise IllegalMoveError(move, self.board(index).infraction(move) or Infraction.OTHER)
        if not self.actions:
            return moves.index(move)
        return layout_of(self.variant).action(move, self.native.board(index).turn)
