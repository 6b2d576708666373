"""The moves of variants in Japanese, for lists of moves: the squares, then the piece (``６五・６六獅子``)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from komadai.variants.board import Board, Move

_DIGITS = "〇一二三四五六七八九"


def write(board: Board, move: Move) -> str:
    """A move that can be played on this board: ``７七歩``, ``５五獅子``, ``３三角打``, ``８八歩不成``.

    A square on which the move captures on its way stands before the last one. Raises IndexError if the square
    that it leaves is empty.
    """
    if move.drop is not None:
        kind = board.variant.pieces[move.drop]
        end = "打"
    else:
        moved = board.piece_at(move.from_square or 0)
        if moved is None:
            raise IndexError("the square that the move leaves is empty")
        kind = moved.kind
        promotes = any(
            each.from_square == move.from_square and each.to_square == move.to_square and each.promotion
            for each in ([] if kind.promotes_to is None else board.legal_moves)
        )
        end = "成" if move.promotion else "不成" if promotes else ""
    names = [square_text(board.square_name(square)) for square in (*move.via, move.to_square)]
    return "・".join(names) + (kind.kanji or kind.name) + end


def square_text(name: str) -> str:
    """``7g`` as ７七, ``12l`` as 12十二."""
    file = name.rstrip("abcdefghijklmnopqrstuvwxyz")
    rank = 0
    for letter in name[len(file) :]:
        rank = rank * 26 + ord(letter) - 96
    shown = chr(ord("０") + int(file)) if len(file) == 1 else file
    tens, ones = divmod(rank, 10)
    ten = "" if not tens else ("" if tens == 1 else _DIGITS[tens]) + "十"
    return shown + ten + (_DIGITS[ones] if ones else "")
