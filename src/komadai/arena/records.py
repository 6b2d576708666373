"""A game of the arena as a record, with what the engines thought."""

from __future__ import annotations

from typing import TYPE_CHECKING

from komadai import kifu

if TYPE_CHECKING:
    from datetime import datetime

    from komadai.arena.game import PlayedGame
    from komadai.arena.task import Task


def record(task: Task, game: PlayedGame, started: datetime) -> kifu.Game:
    """The game with its players, times, evaluations and end. Scores are Black's, as in all records."""
    headers = {
        "black": task.black.program.name,
        "white": task.white.program.name,
        "event": task.event,
        "started": started.strftime("%Y/%m/%d %H:%M:%S"),
        "time_limit": _limits(task),
    }
    record = kifu.Game(task.opening.sfen, {key: value for key, value in headers.items() if value})
    node = record.extend(task.opening.moves)
    if task.opening.moves:
        node.comment = "The opening ends here."
    for played in game.moves:
        node = node.add(played.move, time_ms=played.ms)
        analysis = played.info.to_analysis(played.move)
        if analysis is not None:
            node.analyses = [analysis]
    node.outcome = game.outcome
    node.outcome_ms = game.last_ms
    if node.ending is not None:
        said = [f"Adjudicated: {game.adjudication}."] if game.adjudication else []
        said += [f"{game.fault.kind}: {game.fault.text}"] if game.fault else []
        node.ending.comment = "\n".join(said)
    return record


def _limits(task: Task) -> str:
    black, white = str(task.black.pace), str(task.white.pace)
    return black if black == white else f"{black} / {white}"
