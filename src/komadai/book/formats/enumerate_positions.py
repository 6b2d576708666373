"""The positions of a book that knows only their keys: found by playing its moves from known starts."""

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
    """Where books begin: the even game, then the handicaps with nothing in hand.

    Odds that are given into the hand have the same key as others: only the hand of the side to move counts.
    """
    others = (each.sfen for each in HANDICAPS if each.sfen != STARTPOS)
    return [STARTPOS, *(sfen for sfen in others if sfen.split(" ")[2] == "-")]


def walk(moves_of: Callable[[Board], Sequence[Move]], roots: Sequence[str]) -> Iterator[Board]:
    """Every position with moves that these lead to, each once, with its move number along the shortest way.

    Where a position has no moves, all legal ones are tried: books that hold the moves of one side only go on
    behind the other's. Illegal moves are passed over.
    """
    seen: set[str] = set()
    queue: deque[str] = deque()

    def expect(sfen: str) -> None:
        place = sfen.rsplit(" ", 1)[0]
        if place not in seen:
            seen.add(place)
            queue.append(sfen)

    for root in roots:
        expect(root)
    while queue:
        board = Board(queue.popleft())
        moves = moves_of(board)
        if moves:
            yield board.copy()
        for move in moves or board.legal_moves:
            if not moves or board.is_legal(move):
                board.push(move)
                if moves or (position_key(board) not in seen and moves_of(board)):
                    expect(board.sfen())
                board.pop()
