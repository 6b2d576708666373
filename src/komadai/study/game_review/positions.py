"""The positions of a game's main line that a review evaluates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from komadai._core import Board
from komadai.errors import ArgumentTypeError, ReviewError
from komadai.kifu.tree.game import Game, GameTree
from komadai.messages import Message

if TYPE_CHECKING:
    from komadai._core import Move
    from komadai.outcome import Infraction


@dataclass(frozen=True, slots=True)
class MainLine:
    """The moves of a game up to the first illegal one, and the positions before and after each of them.

    ``boards`` has one entry more than ``moves``. If the last move is illegal, ``infraction`` says why, and
    the position after it is not in ``boards``: there is nothing to evaluate.
    """

    boards: tuple[Board, ...]
    moves: tuple[Move, ...]
    infraction: Infraction | None = None


def main_line(game: object) -> MainLine:
    """The main line of a game of shogi.

    Raises ReviewError for a game of a variant and for a start position against the rules, ArgumentTypeError
    for anything but a game.
    """
    if isinstance(game, GameTree) and not isinstance(game, Game):
        raise ReviewError(Message("review-variant"))
    if not isinstance(game, Game):
        raise ArgumentTypeError(f"game: expected a Game, got a {type(game).__name__}")
    board = game.board()
    problems = board.problems()
    if problems:
        raise ReviewError(Message("review-start", {"problem": problems[0]}))
    boards, moves = [board.copy()], []
    for move in game.moves():
        infraction = board.infraction(move)
        moves.append(move)
        if infraction is not None:
            return MainLine(tuple(boards), tuple(moves), infraction)
        board.push(move)
        boards.append(board.copy())
    return MainLine(tuple(boards), tuple(moves))
