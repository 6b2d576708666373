"""How a side played, in four numbers from 0 to 100. They describe, they do not judge.

- *attack*: the share of its moves that give check, capture, or reach one of the three last ranks (a move or a
  drop there), from the first clash on, or from the start without one;
- *drops*: the share of these moves that are drops;
- *defence*: the generals (golds, silvers and what moves like a gold) within two squares of its king after
  these moves, on average, four or more being 100;
- *sharpness*: how much the win rate varies around its moves, of the whole game, 12 percentage points being
  100. It is the weight of a move in lichess's accuracy (https://lichess.org/page/accuracy).

docs/how-to/study.md has the values of the corpora.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import fmean, pstdev
from typing import TYPE_CHECKING, Final

from komadai.pieces import BLACK, Color, PieceType
from komadai.squares import file_of, rank_of

if TYPE_CHECKING:
    from komadai._core import Board, Move

GENERALS: Final = frozenset(
    (
        PieceType.GOLD,
        PieceType.SILVER,
        PieceType.PRO_SILVER,
        PieceType.PRO_KNIGHT,
        PieceType.PRO_LANCE,
        PieceType.PRO_PAWN,
    )
)
NEAR: Final = 2
ENOUGH: Final = 4
MIN_WINDOW: Final = 2
MAX_WINDOW: Final = 8
MIN_WEIGHT: Final = 0.5
MAX_WEIGHT: Final = 12.0


@dataclass(frozen=True, slots=True)
class Style:
    """The numbers of one side, 0 to 100."""

    attack: float
    drops: float
    defence: float
    sharpness: float

    def to_json(self) -> dict[str, float]:
        """The numbers with one digit after the point."""
        return {name: round(number, 1) for name, number in asdict(self).items()}


def styles(
    boards: Sequence[Board], moves: Sequence[Move], wins: Sequence[float], clash: int | None
) -> tuple[Style | None, Style | None]:
    """The styles of Black and White; None for a side without moves.

    ``boards`` are the positions before and after each of the ``moves``, which are legal; ``wins`` Black's win
    rates of these positions, 0 to 1; ``clash`` the ply of the first clash.
    """
    weights = position_weights(wins, len(moves))
    styles: list[Style | None] = []
    for side in (BLACK, BLACK.opponent):
        own = [ply for ply in range(1, len(moves) + 1) if boards[ply - 1].turn == side]
        if not own:
            styles.append(None)
            continue
        fight = [ply for ply in own if clash is not None and ply >= clash] or own
        attacks = [_attacks(boards[ply - 1], moves[ply - 1], boards[ply]) for ply in fight]
        styles.append(
            Style(
                attack=100 * fmean(attacks),
                drops=100 * fmean(moves[ply - 1].drop is not None for ply in fight),
                defence=100 * fmean(min(1.0, _generals_near(boards[ply], side) / ENOUGH) for ply in fight),
                sharpness=100 / MAX_WEIGHT * fmean(weights[ply - 1] for ply in own),
            )
        )
    return styles[0], styles[1]


def position_weights(wins: Sequence[float], moves: int) -> list[float]:
    """How much the win rate varies around each move, in percentage points: its standard deviation in a window
    of positions, between 0.5 and 12. ``wins`` are those of the start position and after each move, 0 to 1."""
    percents = [100 * win for win in wins]
    size = min(MAX_WINDOW, max(MIN_WINDOW, len(percents) // 10))
    windows = [percents[:size]] * (min(size, len(percents)) - 2) + [
        percents[first : first + size] for first in range(max(1, len(percents) - size + 1))
    ]
    return [min(MAX_WEIGHT, max(MIN_WEIGHT, pstdev(window))) for window in windows[:moves]]


def _attacks(before: Board, move: Move, after: Board) -> bool:
    rank = rank_of(move.to_square)
    last = rank <= 3 if before.turn == BLACK else rank >= 7
    return last or after.is_check() or before.piece_at(move.to_square) is not None


def _generals_near(board: Board, side: Color) -> int:
    king = board.king(side)
    if king is None:
        return 0
    return sum(
        piece.color == side
        and piece.type in GENERALS
        and max(abs(file_of(at) - file_of(king)), abs(rank_of(at) - rank_of(king))) <= NEAR
        for at, piece in board.piece_map().items()
    )
