"""BOD, the board diagram of KIF files."""

from __future__ import annotations

from komadai.diagram import text
from komadai.pieces import Color

TYPE_CHECKING = False
if TYPE_CHECKING:
    from komadai._core import Board


def write(board: Board, *, handicap: bool = False) -> str:
    """The position as KIF files hold it, without a newline at the end.

    With ``handicap`` the sides are 上手 and 下手. The side to move is named where it is White.
    """
    diagram = text.japanese(board, handicap=handicap)
    if board.turn is Color.BLACK:
        return diagram
    return f"{diagram}\n{'上手' if handicap else '後手'}番"
