"""The games of programs as CSA 2.2 files, in a folder for each day, in floodgate's form."""

from __future__ import annotations

import logging
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from komadai._core import Board
from komadai.atomic_file import appearing
from komadai.csa.endings import SUMMARIES
from komadai.kifu.formats.csa import position as csa_position
from komadai.kifu.formats.csa.endings import ending_line
from komadai.notation import csa
from komadai.pieces import Color

if TYPE_CHECKING:
    from komadai.play.game import GameMachine
    from komadai.server.csa.store import CsaGameRow

log: Final = logging.getLogger(__name__)


def log_text(game: GameMachine, row: CsaGameRow) -> str:
    """The record of a game with the comments of both programs, as far as it has been played.

    Remarks of programs follow their moves as ``'** 123 +7776FU``; ``'summary:`` and ``'$END_TIME:`` are as in
    floodgate's files.
    """
    settings = game.settings
    rules = game.program_rules
    board = Board(settings.start_sfen)
    lines = [
        "V2.2",
        f"N+{row.black}",
        f"N-{row.white}",
        f"'Max_Moves:{settings.max_moves or 0}",
        f"'Least_Time_Per_Move:{(rules.least_ms if rules else 0) // 1000}",
    ]
    if settings.clock is not None and settings.clock.increment_ms:
        lines.append(f"'Increment:{settings.clock.increment_ms // 1000}")
    lines += [f"$EVENT:{row.csa_id}", f"$START_TIME:{_moment(row.started_ms)}"]
    lines += csa_position.write(board)
    for number, played in enumerate(game.moves):
        lines += [csa.write(board, played.move), f"T{played.ms // 1000}"]
        if number in game.comments:
            lines.append(f"'*{game.comments[number]}")
        board.push(played.move)
    outcome = game.outcome
    if outcome is not None:
        lines.append(ending_line(outcome, board.turn))
        words = [
            f"{name} {'draw' if outcome.winner is None else 'win' if outcome.winner is color else 'lose'}"
            for color, name in zip(Color, (row.black, row.white), strict=True)
        ]
        lines.append(f"'summary:{SUMMARIES.get(outcome.termination, 'abnormal')}:{':'.join(words)}")
        lines.append(f"'$END_TIME:{_moment(game.at)}")
    return "\n".join(lines) + "\n"


def path_of(folder: Path, row: CsaGameRow) -> Path:
    """The file of a game below the folder of all logs: ``2026/11/27/<id>.csa``."""
    return folder.joinpath(*row.day.split("-"), f"{row.csa_id}.csa")


def write(folder: Path, game: GameMachine, row: CsaGameRow) -> None:
    """Writes the file of a game. A failure is logged: the game is in the database anyway."""
    path = path_of(folder, row)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with appearing(path) as hidden:
            hidden.write_text(log_text(game, row), encoding="utf-8")
    except OSError as error:
        log.error("%s: could not be written: %s", path, error)


def day_of(at_ms: int) -> str:
    """The day of a time, in the server's time zone."""
    return time.strftime("%Y-%m-%d", time.localtime(at_ms / 1000))


def _moment(at_ms: int) -> str:
    return time.strftime("%Y/%m/%d %H:%M:%S", time.localtime(at_ms / 1000))
