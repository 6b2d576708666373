"""Converts moves to wire types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from komadai import notation, variants
from komadai._core import Board, Move
from komadai.play.boards import GameBoard
from komadai.server.positions.wire import MoveText, Sentence
from komadai.squares import square_name

if TYPE_CHECKING:
    from komadai.outcome import Language


def move_text(board: Board, move: Move, previous: Move | None = None) -> MoveText:
    """A move of this position in each notation; ``previous`` is that of `notation.write`."""
    return MoveText(
        japanese=notation.write(board, move, "japanese", previous=previous),
        western=notation.write(board, move, "western", previous=previous),
        hosking=notation.write(board, move, "hosking", previous=previous),
        usi=move.usi(),
    )


class Moves:
    """The moves of a sentence, which are written into it as placeholders."""

    def __init__(self) -> None:
        self._numbers: dict[MoveText, int] = {}

    def placeholder(
        self, board: Board, move: Move, previous: Move | None = None, language: Language = "en"
    ) -> str:
        """Makes the placeholder of this move of a position in the texts of all languages."""
        text = move_text(board, move, previous)
        mark = "▲△"[board.turn]
        marked = MoveText(text.japanese, *(mark + each for each in (text.western, text.hosking, text.usi)))
        return f"{{{self._numbers.setdefault(marked, len(self._numbers))}}}"

    def sentence(self, english: str, japanese: str) -> Sentence:
        """The sentence with its moves."""
        return Sentence(english, japanese, list(self._numbers))


def checked(board: GameBoard) -> list[str]:
    """The squares of attacked royal pieces of the side to move."""
    if isinstance(board, variants.Board):
        royals = board.royals(board.turn)
        return [board.square_name(at) for at in royals if board.is_attacked(at, board.turn.opponent)]
    assert isinstance(board, Board), "a board is of shogi or of a variant"
    king = board.king(board.turn) if board.is_check() else None
    return [] if king is None else [square_name(king)]
