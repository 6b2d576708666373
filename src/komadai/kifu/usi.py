"""A game as the line of USI's position command. Holds the moves of the main line, nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from komadai._core import STARTPOS

if TYPE_CHECKING:
    from komadai.kifu.game import Game


def write(game: Game) -> str:
    """``startpos moves 7g7f …`` or ``sfen … moves …``, with a newline."""
    start = "startpos" if game.sfen == STARTPOS else f"sfen {game.sfen}"
    moves = [move.usi() for move in game.moves()]
    return " ".join([start, *(["moves", *moves] if moves else [])]) + "\n"
