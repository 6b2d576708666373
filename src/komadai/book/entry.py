"""The entries of opening books: positions, their moves, and the data of each move."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TYPE_CHECKING

from komadai._core import Move
from komadai.score import MATE, MATE_NEAR, Score

if TYPE_CHECKING:
    from komadai._core import Board

__all__ = [
    "MATE",
    "MATE_NEAR",
    "BookEntry",
    "BookMove",
    "Evaluation",
    "Mark",
    "place_of",
    "position_key",
    "summed",
    "turned",
    "turned_move",
    "turned_place",
]


class Mark(IntEnum):
    """How the author of a book marks a move; only SBK books have marks."""

    NONE = 0
    FORCED = 1
    GOOD = 2
    BAD = 3
    BLUNDER = 4


@dataclass(frozen=True, slots=True)
class BookMove:
    """A move of a book. A value that the book does not have is None."""

    move: Move
    reply: Move | None = None
    """The expected reply."""
    score: int | None = None
    """For the side that makes the move, as :meth:`komadai.score.Score.number`: centipawns or a mate."""
    depth: int | None = None
    """The search depth of the score, in plies."""
    count: int | None = None
    """How often it was played, or the weight that the author gave it."""
    wins: int | None = None
    """The number of games with this move that its side won."""
    losses: int | None = None
    """The number of those that its side lost."""
    mark: Mark = Mark.NONE
    comment: str = ""

    @property
    def win_rate(self) -> float | None:
        """Wins divided by the games with a winner, 0 to 1; None without such games."""
        decided = (self.wins or 0) + (self.losses or 0)
        return (self.wins or 0) / decided if decided else None

    @property
    def mate(self) -> int | None:
        """The score as plies to mate, negative if its side is mated; None if it is not a mate."""
        return None if self.score is None else Score.from_number(self.score).mate


@dataclass(frozen=True, slots=True)
class Evaluation:
    """An engine's evaluation of a position; only SBK books have it."""

    score: int
    depth: int = 0
    seldepth: int = 0
    nodes: int = 0
    line: str = ""
    engine: str = ""


@dataclass(frozen=True, slots=True)
class BookEntry:
    """A position of a book with its moves."""

    place: str
    """The position: an SFEN without the move number."""
    moves: tuple[BookMove, ...] = ()
    number: int = 1
    """The number of the next move, as in the SFEN's last field."""
    comment: str = ""
    games: int | None = None
    """The number of games with this position."""
    black_wins: int | None = None
    white_wins: int | None = None
    evaluations: tuple[Evaluation, ...] = ()

    @property
    def sfen(self) -> str:
        """The position as an SFEN with the move number."""
        return f"{self.place} {self.number}"


def position_key(board: Board) -> str:
    """The key of a position in books: its SFEN without the move number."""
    return board.sfen().rsplit(" ", 1)[0]


place_of = position_key
"""The former name of :func:`position_key`."""


def turned_place(place: str) -> str:
    """The same position with the board rotated and the colours exchanged."""
    squares, turn, hand = place.split(" ")
    turned: list[str] = []
    promoted = False
    for each in squares.swapcase():
        if each == "+":
            promoted = True
        else:
            turned.append(f"+{each}" if promoted else each)
            promoted = False
    hands = ["", ""]
    number = ""
    for each in hand.swapcase():
        if each.isdigit():
            number += each
        elif each != "-":
            hands[each.islower()] += number + each
            number = ""
    return f"{''.join(reversed(turned))} {'w' if turn == 'b' else 'b'} {''.join(hands) or '-'}"


def turned_move(move: Move) -> Move:
    """The same move on the rotated board."""
    to = 80 - move.to_square
    if move.drop is not None:
        return Move.dropping(move.drop, to)
    assert move.from_square is not None
    return Move.normal(80 - move.from_square, to, move.promotion)


def turned(entry: BookEntry) -> BookEntry:
    """The same entry for the rotated board."""
    return replace(
        entry,
        place=turned_place(entry.place),
        moves=tuple(
            replace(each, move=turned_move(each.move), reply=each.reply and turned_move(each.reply))
            for each in entry.moves
        ),
        black_wins=entry.white_wins,
        white_wins=entry.black_wins,
    )


def summed(one: int | None, other: int | None) -> int | None:
    """The sum of the values that are not None; None if both are."""
    if one is None or other is None:
        return other if one is None else one
    return one + other
