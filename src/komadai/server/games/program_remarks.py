"""Reads the remarks of programs about their moves at the CSA port: score and line, in floodgate's form.

Between two programs everybody sees it with the moves. In a game with a person only its record has it, and
only after the end: before, it would tell the person what the program sees.
"""

from __future__ import annotations

from typing import Final

from komadai._core import Board
from komadai.kifu import Analysis
from komadai.kifu.comments.floodgate_comments import read_analysis
from komadai.play import events as ev
from komadai.play.game import GameMachine
from komadai.server.games import wire
from komadai.server.positions.views import move_text

LONGEST: Final = 10
"""The moves of a line that are shown."""


def are_shown_with_moves(game: GameMachine) -> bool:
    """Whether everybody sees the remarks of this game as it goes on."""
    return all(isinstance(player, ev.ProgramPlayer) for player in game.settings.players)


def are_in_record(game: GameMachine) -> bool:
    """Whether the record of this game has the remarks now."""
    return bool(game.comments) and (game.outcome is not None or are_shown_with_moves(game))


def analysis_of(game: GameMachine, number: int, after: Board) -> Analysis | None:
    """The analysis that came with a move, from 0; ``after`` is the position after it."""
    remark = game.comments.get(number)
    return None if remark is None else read_analysis(after, remark)


def view(game: GameMachine, number: int, after: Board) -> wire.ProgramAnalysis | None:
    """The same as it is sent to pages."""
    analysis = analysis_of(game, number, after)
    if analysis is None or analysis.centipawns is None:
        return None
    board, line = after.copy(), []
    previous = after.peek()
    for move in analysis.line[:LONGEST]:
        line.append(move_text(board, move, previous))
        board.push_unchecked(move)
        previous = move
    return wire.ProgramAnalysis(number + 1, analysis.centipawns, analysis.nodes, line)
