"""Reading an engine's moves in a position of a variant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from komadai.errors import EngineProtocolError, EngineUsageError, IllegalMoveError, InvalidMoveError

if TYPE_CHECKING:
    from komadai import Move
    from komadai.engine.dialects.dialect import Dialect
    from komadai.protocols import BoardLike


def check_board(board: BoardLike[Any], dialect: Dialect) -> None:
    """Raises EngineUsageError for a board of another variant than the dialect's."""
    name = getattr(getattr(board, "variant", None), "name", dialect.variant)
    if name != dialect.variant:
        raise EngineUsageError(
            f"position: a board of {name}, but the engine is set to {dialect.variant}; "
            f"call set_variant({name!r})"
        )


class DialectMoves:
    """The moves that the engine called ``engine`` sends in a search of ``board``.

    Moves are found among the legal ones, so an illegal move is an error. Satisfies
    :class:`komadai.engine.protocol.move_reader.MoveReader`.
    """

    def __init__(self, dialect: Dialect, board: BoardLike[Any], engine: str) -> None:
        self._dialect = dialect
        self._board = board.copy()
        self._engine = engine

    def move(self, text: str) -> Move:
        """The move of this text. Raises InvalidMoveError; EngineProtocolError for an illegal move."""
        usi = self._dialect.read(text, self._board)
        try:
            move = self._board.push_usi(usi)
        except IllegalMoveError as error:
            raise EngineProtocolError(
                f"engine {self._engine!r} played {text}, which is illegal in {self._board.sfen()}: "
                f"{error.infraction.text()}"
            ) from error
        self._board.pop()
        return cast("Move", move)

    def line(self, words: Sequence[str]) -> tuple[Move, ...]:
        """The legal moves at the beginning of the words."""
        moves: list[Move] = []
        for word in words:
            try:
                moves.append(cast("Move", self._board.push_usi(self._dialect.read(word, self._board))))
            except (InvalidMoveError, IllegalMoveError):
                break
        for _ in moves:
            self._board.pop()
        return tuple(moves)
