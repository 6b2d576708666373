"""The class of a move, from the win rate it lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from komadai.pieces import BLACK, Color

if TYPE_CHECKING:
    from komadai.score import Score, WinRateModel
    from komadai.study.game_review.report import MoveClass

INACCURACY: Final = 0.10
MISTAKE: Final = 0.18
BLUNDER: Final = 0.25
"""The lost win rates, 0 to 1, from which a move has these classes. Over 2,000 games they are reached about as
often as lishogi's thresholds (0.05, 0.10 and 0.15, ``Advice.scala``) on its flatter curve."""


def black_win_rate(score: Score | None, model: WinRateModel) -> float | None:
    """The points that Black can expect, 0 to 1; None without a score, which must be Black's."""
    return None if score is None else score.win_rate(model)


def for_side(win: float, side: Color) -> float:
    """Black's win rate as that of this side; and back."""
    return win if side == BLACK else 1 - win


def class_of_loss(loss: float) -> MoveClass:
    """The class of a move that is not the best one; ``loss`` is the lost win rate, 0 to 1."""
    if loss >= BLUNDER:
        return "blunder"
    if loss >= MISTAKE:
        return "mistake"
    return "inaccuracy" if loss >= INACCURACY else "good"
