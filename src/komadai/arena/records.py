"""A game of the arena as a record, with what the engines thought."""

from __future__ import annotations

from typing import TYPE_CHECKING

from komadai import kifu
from komadai.kifu import Analysis
from komadai.pieces import BLACK, Color

if TYPE_CHECKING:
    from datetime import datetime

    from komadai.arena.game import PlayedGame, PlayedMove
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
    turn = task.opening.board().turn
    for played in game.moves:
        node = node.add(played.move, time_ms=played.ms)
        analysis = _analysis(played, turn)
        if analysis is not None:
            node.analyses = [analysis]
        turn = turn.opponent
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


def _analysis(played: PlayedMove, mover: Color) -> Analysis | None:
    info = played.info
    if info.score is None:
        return None
    sign = 1 if mover == BLACK else -1
    score = info.score
    mate = None if score.mate is None else sign * score.mate
    mating = None
    if score.mate_for:
        mating = mover if score.mate_for > 0 else mover.opponent
    # The engine's line begins with its own move; the record's is what follows it.
    line = info.pv[1:] if info.pv[:1] == (played.move,) else ()
    return Analysis(
        None if score.cp is None else sign * score.cp,
        mate or None,
        mating if not mate else None,
        line,
        info.depth,
        info.nodes,
        time_ms=info.time_ms,
    )
