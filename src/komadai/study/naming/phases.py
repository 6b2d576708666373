"""``phases(game)``: opening, middle game and endgame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from komadai.errors import check_type
from komadai.kifu import Game
from komadai.kifu.tree.game import GameTree
from komadai.pieces import PieceType
from komadai.study.naming.position import StopReading, TrackedPosition

_PAWNS_EXCHANGED: Final = 24
"""Up to this ply, the capture of a pawn belongs to the opening …"""
_BISHOPS_EXCHANGED: Final = 40
"""… and up to this one, the capture of a bishop."""
_NEAR: Final = 2
"""Generals this many squares from their king, or nearer, belong to its castle."""
_GENERALS: Final = (PieceType.SILVER, PieceType.GOLD)


@dataclass(frozen=True, slots=True)
class Phases:
    """The first plies of the phases of a game; None for one that was not reached."""

    middle_game: int | None
    endgame: int | None


def phases(game: GameTree[Any]) -> Phases:
    """The phases of the main line.

    The middle game begins with the first capture that engages the armies: any capture, except that of a pawn
    in the first 24 plies (rook pawns, a side pawn) and that of a bishop in the first 40 (an exchange). The
    endgame begins when the castle of a side breaks: the opponent takes a gold or silver that stood within two
    squares of its king. A game of a variant has no phases. Raises ArgumentTypeError for anything but a game.
    """
    check_type("game", game, GameTree, "a Game")
    if not isinstance(game, Game):
        return Phases(None, None)
    position = TrackedPosition(game)
    middle = None
    for node in game.main_line():
        if node.move is None:
            break
        try:
            position.play(int(node.move))
        except StopReading:
            break
        if not position.taken:
            continue
        if middle is None and not _is_exchange(position):
            middle = position.ply
        if middle is not None and _breaks_castle(position):
            return Phases(middle, position.ply)
    return Phases(middle, None)


def _is_exchange(position: TrackedPosition) -> bool:
    if position.taken == PieceType.PAWN:
        return position.game_ply <= _PAWNS_EXCHANGED
    return position.taken in (PieceType.BISHOP, PieceType.HORSE) and position.game_ply <= _BISHOPS_EXCHANGED


def _breaks_castle(position: TrackedPosition) -> bool:
    king = position.kings[1 - position.mover]
    if position.taken not in _GENERALS or king < 0:
        return False
    # The target from the view of the side that has lost the piece.
    place = 80 - position.arrived % 81
    return max(abs(place // 9 - king // 9), abs(place % 9 - king % 9)) <= _NEAR
