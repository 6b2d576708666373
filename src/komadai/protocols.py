"""The protocols of boards and moves that records, play and notation can use.

:class:`Board` and :class:`Move` satisfy these protocols; boards of shogi variants will. Annotate with
``BoardLike`` where code needs no more than this. Squares are numbers whose meaning is the board's own.

The protocols can be checked at run time: ``isinstance(board, BoardLike)`` says whether the names are there.
"""

from __future__ import annotations

from typing import Protocol, Self, TypeVar, runtime_checkable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from komadai.outcome import Infraction, Outcome
    from komadai.pieces import Color

__all__ = ["BoardLike", "MoveLike"]


@runtime_checkable
class MoveLike(Protocol):
    """A move: a value that can be compared, hashed and written as USI."""

    @property
    def from_square(self) -> int | None:
        """The square left; None for a drop."""

    @property
    def to_square(self) -> int:
        """The square reached."""

    @property
    def drop(self) -> object | None:
        """The type of the piece dropped; None for a move on the board."""

    @property
    def promotion(self) -> bool:
        """Whether the piece promotes."""

    def usi(self) -> str:
        """The move as USI writes it; no other move of the variant has the same text."""

    def __hash__(self) -> int: ...


M = TypeVar("M", bound=MoveLike)


@runtime_checkable
class BoardLike(Protocol[M]):
    """A position with the moves that led to it."""

    @property
    def turn(self) -> Color:
        """The side to move."""

    @property
    def ply(self) -> int:
        """Moves pushed since the root."""

    @property
    def history(self) -> list[M]:
        """The moves since the root."""

    @property
    def legal_moves(self) -> Sequence[M]:
        """The legal moves."""

    def sfen(self) -> str:
        """The position as one line of text; the class reads it again."""

    def root_sfen(self) -> str:
        """The text of the position before the first pushed move."""

    def usi_position(self) -> str:
        """The root and the moves since, as USI's position command takes them."""

    def piece_at(self, square: int, /) -> object | None:
        """The piece on a square, or None."""

    def is_legal(self, move: M, /) -> bool:
        """Whether the move may be played here."""

    def infraction(self, move: M, /) -> Infraction | None:
        """The rule that the move breaks, or None if it is legal."""

    def outcome(self) -> Outcome | None:
        """How the game has ended by the rules of the board alone, or None."""

    def push(self, move: M, /) -> None:
        """Plays a legal move. Raises IllegalMoveError."""

    def push_unchecked(self, move: M, /) -> None:
        """Plays a move without asking whether it is legal, as records need it."""

    def push_usi(self, usi: str, /) -> M:
        """Plays a legal move given as USI text and returns it. Raises InvalidMoveError, IllegalMoveError."""

    def pop(self) -> M | None:
        """Takes the last move back and returns it. Raises IndexError at the root."""

    def peek(self) -> M | None:
        """The last move; None at the root."""

    def copy(self) -> Self:
        """Another board with the same position and history."""
