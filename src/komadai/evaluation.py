"""The static evaluation: what a position is worth without a search, and what each piece is worth in it.

The engine's search compares such values at the ends of its lines. A single one is a rough estimate: it does
not see captures, mates or threats that a search sees.

>>> import komadai
>>> from komadai.evaluation import Evaluation
>>> material = Evaluation("material")
>>> board = komadai.Board("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B7/LNSGKGSNL b - 1")
>>> material.value(board)
-780
>>> worth = material.piece_values(board)
>>> worth.on_board[komadai.squares.square("8b")]
780
"""

from __future__ import annotations

from typing import NamedTuple

from komadai import _core
from komadai._core import Board
from komadai.errors import ArgumentTypeError
from komadai.pieces import Color, PieceType
from komadai.score import Score, WinRateModel

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os


class PieceValues(NamedTuple):
    """The worth of each piece of a position, in centipawns from the view of its owner."""

    on_board: dict[int, int]
    """By square; kings are left out, because no game is without them."""
    in_hand: dict[tuple[Color, PieceType], int]
    """By owner and type: the worth of one piece of those in hand."""


class Evaluation:
    """An evaluation: the built-in one, or that of a file as the engine's option ``EvalFile`` takes it.

    ``path``: a file of weights or a network; None: the built-in evaluation; ``"material"``: pieces alone
    count. ``scale`` is what the output of a network is divided by (``FV_SCALE``); 0: the file's own. Threads
    must not share an object.

    Raises EvaluationFileError for a file that is not an evaluation, RangeError for a scale that is not 0 to
    32768.
    """

    def __init__(self, path: str | os.PathLike[str] | None = None, *, scale: int = 0) -> None:
        self._evaluation = _core.Evaluation("" if path is None else path, scale)
        self.win_rate_model: WinRateModel = WinRateModel.of_evaluation(None if path == "material" else path)
        """The model that turns its values into win rates."""

    def value(self, board: Board) -> int:
        """Centipawns from the side to move's view, -15000 to 15000.

        Raises SfenError for a board that is not a valid position.
        """
        return self._evaluation.value(_checked(board))

    def score(self, board: Board) -> Score:
        """The value as a score, which knows the side to move. Raises SfenError as :meth:`value`."""
        return Score(cp=self.value(board), turn=board.turn)

    def win_rate(self, board: Board) -> float:
        """The expected share of the points for the side to move, 0 to 1.

        Raises SfenError as :meth:`value`.
        """
        return self.win_rate_model.of(self.score(board)).expectation

    def piece_values(self, board: Board) -> PieceValues:
        """Computes the worth of each piece in this position by occlusion: the value of the position less its
        value without the piece (Zeiler and Fergus, "Visualizing and understanding convolutional networks",
        2014, cover parts of a picture in this way).

        Negative for a piece that is in its owner's way. Raises SfenError as :meth:`value`.
        """
        on_board, in_hand = self._evaluation.piece_values(_checked(board))
        return PieceValues(
            dict(on_board),
            {(Color(color), PieceType(kind)): value for color, kind, value in in_hand},
        )


def _checked(board: Board) -> Board:
    if not isinstance(board, Board):
        raise ArgumentTypeError(f"board: expected a Board, got {board!r}")
    return board
