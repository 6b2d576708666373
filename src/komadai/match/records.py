"""A game of a match as a record, with the engines' analyses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from komadai import kifu
from komadai.kifu.tree.from_game import PlayedMove, from_game

if TYPE_CHECKING:
    from datetime import datetime

    from komadai.match.game import PlayedGame
    from komadai.match.task import Task


def record(task: Task, game: PlayedGame, started: datetime) -> kifu.Game | kifu.VariantGame:
    """The game with its players, times, evaluations and end. Scores are Black's, as in all records."""
    headers = {
        "black": task.black.program.name,
        "white": task.white.program.name,
        "event": task.event,
        "time_limit": _limits(task),
    }
    record = from_game(
        (PlayedMove(each.move, each.ms, each.info.to_analysis(each.move)) for each in game.moves),
        game.outcome,
        headers=headers,
        started=started,
        sfen=task.opening.sfen,
        opening=task.opening.moves,
        outcome_ms=game.last_ms,
        variant=task.rules.variant,
    )
    ending = record.end.ending
    if ending is not None:
        lines = [f"Adjudicated: {game.adjudication}."] if game.adjudication else []
        lines += [f"{game.fault.kind}: {game.fault.text}"] if game.fault else []
        ending.comment = "\n".join(lines)
    return record


def _limits(task: Task) -> str:
    black, white = str(task.black.pace), str(task.white.pace)
    return black if black == white else f"{black} / {white}"
