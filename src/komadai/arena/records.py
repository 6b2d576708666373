"""A game of the arena as a record, with what the engines thought."""

from __future__ import annotations

from typing import TYPE_CHECKING

from komadai import kifu
from komadai.kifu import Analysis
from komadai.kifu.tree.from_game import PlayedMove, from_game
from komadai.pieces import BLACK, Color

if TYPE_CHECKING:
    from datetime import datetime

    from komadai.arena.game import PlayedGame
    from komadai.arena.game import PlayedMove as ArenaMove
    from komadai.arena.task import Task


def record(task: Task, game: PlayedGame, started: datetime) -> kifu.Game:
    """The game with its players, times, evaluations and end. Scores are Black's, as in all records."""
    headers = {
        "black": task.black.program.name,
        "white": task.white.program.name,
        "event": task.event,
        "time_limit": _limits(task),
    }
    first = task.opening.board().turn
    record = from_game(
        (
            PlayedMove(each.move, each.ms, _analysis(each, Color((first + ply) % 2)))
            for ply, each in enumerate(game.moves)
        ),
        game.outcome,
        headers=headers,
        started=started,
        sfen=task.opening.sfen,
        opening=task.opening.moves,
        outcome_ms=game.last_ms,
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


def _analysis(played: ArenaMove, mover: Color) -> Analysis | None:
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
