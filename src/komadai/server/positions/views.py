"""Converts moves to wire types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from komadai import variants
from komadai._core import Board, Move
from komadai.messages.text import Text
from komadai.play.boards import GameBoard, rules_of
from komadai.play.state import color_name
from komadai.server.positions.wire import MoveText, MoveView, Sentence
from komadai.squares import square_name

if TYPE_CHECKING:
    from komadai.outcome import Language


def move_text(board: GameBoard, move: Any, previous: Any = None) -> MoveText:
    """A move of this position in each notation; ``previous`` is that of `notation.write`."""
    return MoveText(*rules_of(board).texts(board, move, previous=previous), move.usi())


def play(
    board: GameBoard, move: Any, *, ply: int, ms: int = 0, previous: Any = None, handicap: bool | None = None
) -> MoveView:
    """Plays a move of this position, which may break a rule; the last two arguments are those of
    `notation.spoken`.

    Raises IllegalMoveError or NotationError if it cannot be played at all.
    """
    rules, color = rules_of(board), color_name(board.turn)
    texts, captured = rules.texts(board, move, previous=previous), rules.captured(board, move)
    spoken = rules.spoken(board, move, texts[0], previous=previous, handicap=handicap)
    usi = move.usi()
    board.push_unchecked(move)
    return MoveView(
        ply=ply,
        usi=usi,
        color=color,
        sfen=board.sfen(),
        check=board.is_check(),
        ms=ms,
        captured=captured,
        text=MoveText(*texts, usi),
        spoken=Text(*spoken),
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
    king = board.king(board.turn) if board.is_check() else None
    return [] if king is None else [square_name(king)]
