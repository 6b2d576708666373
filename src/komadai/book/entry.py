"""What a book says of a position, as values: its moves, and what is known of each."""

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
    "summed",
    "turned",
    "turned_move",
    "turned_place",
]


class Mark(IntEnum):
    """What the author of a book thinks of a move; only SBK books know it."""

    NONE = 0
    FORCED = 1
    GOOD = 2
    BAD = 3
    BLUNDER = 4


@dataclass(frozen=True, slots=True)
class BookMove:
    """A move of a book. What the book does not say is None."""

    move: Move
    reply: Move | None = None
    """The answer that is expected."""
    score: int | None = None
    """For the side that makes the move, as :meth:`komadai.score.Score.number`: centipawns or a mate."""
    depth: int | None = None
    """Plies that were searched for the score."""
    count: int | None = None
    """How often it was played, or how much weight the author gives it."""
    wins: int | None = None
    """Of the games in which it was played, those that its side won."""
    losses: int | None = None
    """And those that it lost."""
    mark: Mark = Mark.NONE
    comment: str = ""

    @property
    def win_rate(self) -> float | None:
        """Wins among the games with a winner, 0 to 1; None if there is none."""
        decided = (self.wins or 0) + (self.losses or 0)
        return (self.wins or 0) / decided if decided else None

    @property
    def mate(self) -> int | None:
        """The score as plies to mate, negative for being mated; None if it is no mate."""
        return None if self.score is None else Score.from_number(self.score).mate


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What an engine once thought of a position; only SBK books know it."""

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
    """In how many games the position occurred."""
    black_wins: int | None = None
    white_wins: int | None = None
    evaluations: tuple[Evaluation, ...] = ()

    @property
    def sfen(self) -> str:
        """The position as a whole SFEN."""
        return f"{self.place} {self.number}"


def place_of(board: Board) -> str:
    """The position as books name it: its SFEN without the move number."""
    return board.sfen().rsplit(" ", 1)[0]


def turned_place(place: str) -> str:
    """The same position with the board turned round and the colours exchanged."""
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
    """The same move on the board turned round."""
    to = 80 - move.to_square
    if move.drop is not None:
        return Move.dropping(move.drop, to)
    assert move.from_square is not None
    return Move.normal(80 - move.from_square, to, move.promotion)


def turned(entry: BookEntry) -> BookEntry:
    """The same entry for the board turned round."""
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
    """The sum of what is known."""
    if one is None or other is None:
        return other if one is None else one
    return one + other
