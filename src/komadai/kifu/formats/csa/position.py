"""The start position in CSA files: ``PI82HI22KA``, ``P1-KY-KE …``, ``P+00KI``, ``P-00AL``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from komadai._core import Board
from komadai.messages import Message
from komadai.notation import csa
from komadai.notation.piece_list import EMPTY
from komadai.pieces import HAND_TYPES, SET_COUNTS, Color, Piece
from komadai.squares import square_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai.kifu.diagnostics import Report
    from komadai.pieces import PieceType

_CELL: Final = re.compile(r"([+-])([A-Z]{2})| *\* *")
_ENTRY: Final = re.compile(r"(\d)(\d)([A-Z]{2})")


class Placement:
    """Collects the lines of a position, then makes the board."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._board: Board | None = None

    def read(self, text: str, line: int, column: int) -> None:
        """Reads one statement that begins with P, and reports deviations."""
        kind = text[1:2]
        if kind == "I":
            self._board = Board()
            self._remove(text, line, column)
            return
        if not kind or kind not in f"{csa.SIGNS}123456789":
            message = Message("csa-position", action="line-left-out")
            self._report.add(message, line=line, column=column, text=text)
            return
        if self._board is None:
            self._board = Board(EMPTY, validate=False)
        if kind in csa.SIGNS:
            self._pieces(self._board, text, Color(csa.SIGNS.index(kind)), line, column)
        else:
            self._rank(self._board, text, int(kind), line, column)

    @property
    def is_given(self) -> bool:
        """Whether a line of a position was read."""
        return self._board is not None

    def board(self, turn: Color, line: int) -> Board:
        """The position, with this side to move; that of the even game if no line gave one."""
        board = self._board
        if board is None:
            self._report.add(Message("start-expected", action="usual-start"), line=line)
            board = Board()
        board.set_turn(turn)
        for problem in board.problems():
            self._report.add(Message("start-against-rules", {"problem": problem}), line=line)
        return board

    def _remove(self, text: str, line: int, column: int) -> None:
        assert self._board is not None
        for at, entry in self._entries(text, line, column):
            file, rank, name = entry
            kind = csa.BY_NAME.get(name)
            number = square_at(file, rank) if file and rank else None
            piece = None if number is None else self._board.piece_at(number)
            if number is None or piece is None or piece.type is not kind:
                self._report.add(
                    Message("csa-no-such-piece"), line=line, column=at, text=f"{file}{rank}{name}"
                )
            else:
                self._board.set_piece(number, None)

    def _rank(self, board: Board, text: str, rank: int, line: int, column: int) -> None:
        at, file = 2, 9
        while file and at < len(text):
            match = _CELL.match(text, at)
            kind = csa.BY_NAME.get(match[2]) if match and match[2] else None
            if match is None or (match[2] and kind is None):
                self._report.add(
                    Message("csa-piece", action="rest-of-rank-left-out"),
                    line=line, column=column + at, text=text[at:],
                )  # fmt: skip
                return
            if kind is not None:
                color = Color(csa.SIGNS.index(match[1]))
                board.set_piece(square_at(file, rank), Piece(color, kind))
            at, file = match.end(), file - 1
        if file or text[at:].strip():
            self._report.add(Message("csa-rank"), line=line, column=column, text=text)

    def _pieces(self, board: Board, text: str, color: Color, line: int, column: int) -> None:
        for at, (file, rank, name) in self._entries(text, line, column):
            kind = csa.BY_NAME.get(name)
            if name == "AL" and not file and not rank:
                self._all_others(board, color)
            elif kind is not None and file and rank:
                board.set_piece(square_at(file, rank), Piece(color, kind))
            elif kind in HAND_TYPES and not file and not rank:
                self._add_to_hand(board, color, kind, line, at)
            else:
                self._report.add(
                    Message("csa-piece-and-square"),
                    line=line, column=at, text=f"{file}{rank}{name}",
                )  # fmt: skip

    def _add_to_hand(self, board: Board, color: Color, kind: PieceType, line: int, column: int) -> None:
        held = board.hand(color)[kind]
        if held < SET_COUNTS[kind]:
            board.set_hand(color, kind, held + 1)
        else:
            self._report.add(Message("csa-hand", {"count": held}), line=line, column=column)

    def _all_others(self, board: Board, color: Color) -> None:
        for kind in HAND_TYPES:
            elsewhere = len(board.pieces(None, kind)) + board.hand(color.opponent)[kind]
            if kind.can_promote:
                elsewhere += len(board.pieces(None, kind.promoted))
            board.set_hand(color, kind, max(SET_COUNTS[kind] - elsewhere, 0))

    def _entries(self, text: str, line: int, column: int) -> Iterator[tuple[int, tuple[int, int, str]]]:
        """The entries of four characters with their columns."""
        at = 2
        while at < len(text):
            match = _ENTRY.match(text, at)
            if match is None:
                if text[at:].strip():
                    self._report.add(
                        Message("csa-square-and-piece"),
                        line=line,
                        column=column + at,
                        text=text[at:],
                    )
                return
            yield column + at, (int(match[1]), int(match[2]), match[3])
            at = match.end()


def write(board: Board) -> Iterator[str]:
    """The lines of this position, the side to move last."""
    for rank in range(1, 10):
        pieces = (board.piece_at(square_at(file, rank)) for file in range(9, 0, -1))
        cells = (
            " * " if piece is None else csa.SIGNS[piece.color] + csa.PIECES[piece.type] for piece in pieces
        )
        yield f"P{rank}{''.join(cells)}"
    for color in Color:
        hand = board.hand(color)
        held = "".join(f"00{csa.PIECES[kind]}" * hand[kind] for kind in reversed(HAND_TYPES))
        if held:
            yield f"P{csa.SIGNS[color]}{held}"
    yield csa.SIGNS[board.turn]
