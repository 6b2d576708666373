"""A move in words, for screen readers and speech synthesis."""

from __future__ import annotations

from komadai.handicap import Handicap
from komadai.notation import japanese, relation
from komadai.squares import file_of, rank_of, square_japanese

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from komadai._core import Board, Move
    from komadai.outcome import Language

# In kana, because a speech synthesiser would pronounce the characters differently.
_READINGS: Final = {"右": "みぎ", "左": "ひだり", "直": "すぐ", "上": "あがる", "寄": "よる", "引": "ひく"}


def spoken(
    board: Board,
    move: Move,
    language: Language = "en",
    *,
    previous: Move | None = None,
    handicap: bool | None = None,
) -> str:
    """The move in words: ``pawn to 7 f``, ``先手 ７六 歩``.

    ``language`` is ``"en"`` or ``"ja"``; ``previous`` is the move before, for 同 (None: the board's
    own). With ``handicap`` the sides are 下手 and 上手 (None: if the board's start is a handicap).
    Raises NotationError if the square it leaves is empty.
    """
    previous = previous or board.peek()
    if language == "en":
        return _english(board, move, previous)
    if handicap is None:
        start = Handicap.from_sfen(board.root_sfen())
        handicap = start is not None and start.key != "even"
    return _japanese(board, move, previous, handicap)


def _english(board: Board, move: Move, previous: Move | None) -> str:
    color, kind = relation.mover(board, move)
    target = _name(move.to_square)
    if move.from_square is None:
        return f"{kind.english} dropped on {target}"
    shared = relation.rivals(board, color, kind, move.to_square, move.from_square)
    start = f" from {_name(move.from_square)}" if shared else ""
    taken = board.piece_at(move.to_square)
    how = f"takes {taken.type.english} on" if taken else "to"
    end = (
        ", promotes" if move.promotion else ", does not promote" if relation.may_promote(board, move) else ""
    )
    return f"{kind.english}{start} {how} {target}{end}"


def _name(square: int) -> str:
    return f"{file_of(square)} {'abcdefghi'[rank_of(square) - 1]}"


def _japanese(board: Board, move: Move, previous: Move | None, handicap: bool) -> str:
    color, kind = relation.mover(board, move)
    same = previous is not None and previous.to_square == move.to_square and move.drop is None
    side = color.japanese_handicap if handicap else color.japanese
    parts = [side, "同" if same else square_japanese(move.to_square), kind.japanese]
    parts += [_READINGS.get(word, word) for word in japanese.words(board, move)]
    if move.promotion:
        parts.append("なり")
    elif move.drop is not None:
        parts += ["うつ"] if relation.rivals(board, color, kind, move.to_square) else []
    elif relation.may_promote(board, move):
        parts.append("ならず")
    return " ".join(parts)
