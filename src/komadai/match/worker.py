"""A worker plays games one after the other and reuses the engines."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime
from time import monotonic
from typing import TYPE_CHECKING, Final

from komadai import kifu
from komadai.match.game import play
from komadai.match.player import Player
from komadai.match.records import record
from komadai.match.task import Report, Result
from komadai.pieces import Color

if TYPE_CHECKING:
    from komadai.match.engine_spec import EngineSpec
    from komadai.match.game import PlayedGame, PlayedMove
    from komadai.match.rules import Rules
    from komadai.match.task import Task


MAX_ENGINES: Final = 4
"""The number of engines that a worker keeps running: those that played last."""


class Worker:
    """Plays games. The engines of its last games run on, because some take long to start."""

    def __init__(self) -> None:
        self._runner = asyncio.Runner()
        self._players: dict[tuple[EngineSpec, int], Player] = {}
        self._rules: Rules | None = None

    def play(self, task: Task) -> Report:
        """Plays one game to its end. Raises EngineUsageError for an option that an engine does not accept."""
        return self._runner.run(self._play(task))

    def close(self) -> None:
        """Ends all engines."""
        self._runner.run(self._dismiss(set()))
        self._runner.close()

    def kill(self) -> None:
        """Ends all engines at once; may be called from any thread."""
        for player in list(self._players.values()):
            player.kill()

    async def _play(self, task: Task) -> Report:
        programs = (task.black.program, task.white.program)
        # An engine that plays itself needs two processes.
        keys = [(programs[0], 0), (programs[1], int(programs[0] == programs[1]))]
        if task.rules != self._rules:
            await self._dismiss(set())
            self._rules = task.rules
        for key in keys:  # the order of the dictionary: those that played last are at the end
            player = self._players.pop(key) if key in self._players else Player(key[0], task.rules)
            self._players[key] = player
        await self._dismiss(set(list(self._players)[-MAX_ENGINES:]))
        black, white = (self._players[key] for key in keys)
        started, start = datetime.now(), monotonic()
        game = await play((black, white), (task.black.pace, task.white.pace), task.opening, task.rules)
        result = summary(task, game, monotonic() - start)
        records: tuple[tuple[str, str], ...] = ()
        if task.records:
            tree = record(task, game, started)
            records = tuple((format, kifu.write(tree, format)) for format in task.records)
        return Report(result, records, game.fault.transcript if game.fault else "")

    async def _dismiss(self, except_for: set[tuple[EngineSpec, int]]) -> None:
        for key in [key for key in self._players if key not in except_for]:
            await self._players.pop(key).close()


def summary(task: Task, game: PlayedGame, seconds: float) -> Result:
    """The result of a game for the journal."""
    return Result(
        task.number,
        task.pair,
        task.black.program.name,
        task.white.program.name,
        game.outcome,
        task.opening.usi(),
        " ".join(played.move.usi() for played in game.moves),
        tuple(played.ms for played in game.moves),
        tuple(map(_score, game.moves)),
        tuple(played.info.depth for played in game.moves),
        tuple(played.info.nodes for played in game.moves),
        game.adjudication,
        game.fault.kind if game.fault else None,
        game.fault.text if game.fault else "",
        seconds,
        _excused(task, game),
    )


def _excused(task: Task, game: PlayedGame) -> tuple[int, int]:
    first = task.opening.board().turn
    black, white = (game.moves[abs(first - color) :: 2] for color in Color)
    return sum(each.excused for each in black), sum(each.excused for each in white)


def _score(played: PlayedMove) -> int | str | None:
    score = played.info.score
    if score is None:
        return None
    # A bound is stored as the score, as the adjudicator takes it.
    return replace(score, bound="exact").usi() if score.is_mate else score.cp
