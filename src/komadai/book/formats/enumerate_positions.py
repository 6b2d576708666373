"""Lists the positions of a book that stores only their keys, by playing its moves from known starts."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from komadai._core import STARTPOS, Board
from komadai.book.entry import position_key
from komadai.handicap import HANDICAPS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from komadai._core import Move


def starts() -> list[str]:
    """The start positions of books: the even game, then the handicaps without pieces in hand.

    Handicaps with pieces in hand have the same keys as others: only the hand of the side to move counts.
    """
    others = (each.sfen for each in HANDICAPS if each.sfen != STARTPOS)
    return [STARTPOS, *(sfen for sfen in others if sfen.split(" ")[2] == "-")]


def walk(moves_of: Callable[[Board], Sequence[Move]], roots: Sequence[str]) -> Iterator[Board]:
    """Every position with book moves that can be reached, once, with the move number of the shortest line.

    From a position without book moves all legal moves are tried, because some books have the moves of one
    side only. Illegal moves are ignored.
    """
    seen: set[str] = set()
    queue: deque[str] = deque()

    def enqueue(sfen: str) -> None:
        place = sfen.rsplit(" ", 1)[0]
        if place not in seen:
            seen.add(place)
            queue.append(sfen)

    for root in roots:
        enqueue(root)
    while queue:
        board = Board(queue.popleft())
        moves = moves_of(board)
        if moves:
            yield board.copy()
        for move in moves or board.legal_moves:
            if not moves or board.is_legal(move):
                board.push(move)
                if moves or (position_key(board) not in seen and moves_of(board)):
                    enqueue(board.sfen())
                board.pop()
