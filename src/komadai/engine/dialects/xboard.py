"""Positions and moves of the XBoard protocol: FEN, squares by letter and number, drops with ``@``.

Files are letters from Black's left, ranks are numbers from Black's side: on a board of twelve files and ranks
``7i`` is ``f4``. XBoard calls the side that moves first White. A move in several steps is written as its
legs with commas between them (``f4f5,f5f6``), a pass as ``@@@@``.

Source: https://www.gnu.org/software/xboard/engine-intf.html, version 2.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from komadai.engine.dialects.dialect import Dialect, square_text, squares_of
from komadai.errors import InvalidMoveError

if TYPE_CHECKING:
    from komadai.protocols import BoardLike, MoveLike

PASS: Final = "@@@@"
_DROP: Final = re.compile(r"(\+?[A-Za-z]['!]?)@([a-z]\d{1,2})")
_LEG: Final = re.compile(r"([a-z]\d{1,2})([a-z]\d{1,2})([a-z+=-]?)")


@dataclass(frozen=True, slots=True)
class XBoardDialect(Dialect):
    """A variant in XBoard's notation."""

    def position(self, sfen: str) -> str:
        """A FEN: the hands in brackets, ``w`` for Black, who moves first."""
        placement, turn, hands, number = sfen.split()[:4]
        held = "".join(letter * count for letter, count in self.hands(hands))
        holdings = f"[{held or '-'}]" if self.drops else ""
        moves = (int(number) + 1) // 2
        return f"{self.placement(placement)}{holdings} {'w' if turn == 'b' else 'b'} 0 {moves}"

    def write(self, move: MoveLike, board: BoardLike[Any]) -> str:
        """As :meth:`Dialect.write`."""
        usi = move.usi()
        files, ranks = board_size(board.root_sfen())
        squares = [
            _xboard_square(file, rank, files, ranks)
            for file, rank in squares_of(usi.partition("*")[2] or usi)
        ]
        if "*" in usi:
            return f"{self._their_id(usi.partition('*')[0])}@{squares[0]}"
        if len(squares) == 3 and squares[0] == squares[2] and not _captures_on_the_way(usi, board, ranks):
            return PASS
        legs = [start + end for start, end in itertools.pairwise(squares)]
        return ",".join(legs) + self.suffix(move, board)

    def read(self, text: str, board: BoardLike[Any]) -> str:
        """As :meth:`Dialect.read`."""
        files, ranks = board_size(board.root_sfen())
        if text == PASS:
            return _pass(board, ranks)
        if drop := _DROP.fullmatch(text):
            return f"{self.our_id(drop[1].upper())}*{_usi_square(drop[2], files, ranks)}"
        legs = [_LEG.fullmatch(leg) for leg in text.split(",") if leg]
        if not legs:
            raise InvalidMoveError(f"expected a move such as e2e4, got {text!r}")
        squares: list[str] = []
        mark = ""
        for leg in legs:
            if leg is None or (squares and squares[-1] != _usi_square(leg[1], files, ranks)):
                raise InvalidMoveError(f"expected a move such as e2e4 or e2e3,e3e4, got {text!r}")
            squares += [_usi_square(each, files, ranks) for each in leg.groups()[len(squares) > 0 : 2]]
            mark = leg[3]
        return "".join(squares) + ("" if mark in ("", "=") else "+")


def board_size(sfen: str) -> tuple[int, int]:
    """The numbers of files and ranks of the board of an SFEN."""
    ranks = sfen.split(" ", 1)[0].split("/")
    tokens = re.findall(r"\d+|\+?(?:\([A-Za-z]+\)|[A-Za-z])", ranks[0])
    return sum(int(token) if token.isdigit() else 1 for token in tokens), len(ranks)


def _xboard_square(file: int, rank: int, files: int, ranks: int) -> str:
    return f"{chr(ord('a') + files - file)}{ranks + 1 - rank}"


def _usi_square(text: str, files: int, ranks: int) -> str:
    file, rank = files - (ord(text[0]) - ord("a")), ranks + 1 - int(text[1:])
    if not (1 <= file <= files and 1 <= rank <= ranks):
        raise InvalidMoveError(
            f"expected a square of a board of {files} files and {ranks} ranks, got {text!r}"
        )
    return square_text(file, rank)


def _captures_on_the_way(usi: str, board: BoardLike[Any], ranks: int) -> bool:
    """Whether something stands on the second square of a move of three squares."""
    file, rank = squares_of(usi)[1]
    return board.piece_at((file - 1) * ranks + rank - 1) is not None


def _pass(board: BoardLike[Any], ranks: int) -> str:
    """The USI text of a pass. Raises InvalidMoveError if no piece may pass."""
    for move in board.legal_moves:
        if move.from_square == move.to_square and not _captures_on_the_way(move.usi(), board, ranks):
            return str(move.usi())
    raise InvalidMoveError(f"{PASS}: no piece may pass")
