"""The milestones of a game: castles, the end of the book, the first clash, an entering king, a mate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from komadai.pieces import BLACK
from komadai.squares import rank_of
from komadai.study.game_review.report import Milestone
from komadai.study.naming.names import SIDES, Name, names
from komadai.study.naming.phases import phases

if TYPE_CHECKING:
    from collections.abc import Sequence

    from komadai._core import Board
    from komadai.kifu import Game
    from komadai.study.game_review.positions import MainLine


def milestones(game: Game, line: MainLine, solved: Sequence[bool]) -> tuple[Milestone, ...]:
    """The milestones of the evaluated part of a game, in order of play.

    ``solved`` says for each evaluated position whether the mate solver found a mate for the side to move.
    """
    clash = phases(game).middle_game
    found = [Milestone(ply, "castle_completed") for ply in _castles(game)]
    found += [Milestone(ply, "opening_left") for ply in _opening_left(line.boards)]
    found += [] if clash is None else [Milestone(clash, "first_clash")]
    found += [Milestone(ply, "entering_king") for ply in _entering_kings(line.boards)]
    found += [
        Milestone(ply, "mate_available")
        for ply, is_mate in enumerate(solved)
        if is_mate and not (ply >= 2 and solved[ply - 2])
    ]
    return tuple(sorted(each for each in found if each.ply < len(solved)))


def _castles(game: Game) -> list[int]:
    """For each side the ply at which the castle that stood longest was completed."""
    castles = [each for each in names(game, proverbs=False) if each.kind == "castle" and each.ply > 0]
    end = game.end.ply

    def lasted(castle: Name) -> int:
        return (end if castle.until is None else castle.until) - castle.ply

    own = ([each for each in castles if each.side == side] for side in SIDES)
    return [max(each, key=lasted).ply for each in own if each]


def _opening_left(boards: Sequence[Board]) -> list[int]:
    """The ply of the first position that our opening book does not have; none if it lacks the start, too."""
    from komadai.book.shipped import own

    book = own()
    for ply, board in enumerate(boards):
        if not book.get(board):
            return [ply] if ply else []
    return []


def _entering_kings(boards: Sequence[Board]) -> list[int]:
    """The plies at which a king reached its promotion zone for the first time."""
    entered, plies = set(), []
    for ply, board in enumerate(boards):
        for side in (board.turn.opponent, board.turn):
            king = board.king(side)
            if king is None or side in entered:
                continue
            rank = rank_of(king)
            if rank <= 3 if side == BLACK else rank >= 7:
                entered.add(side)
                if ply:
                    plies.append(ply)
    return plies
