"""The engine's moves in a live game: the search, its failures, and the commit of what it decided."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final, cast

from komadai._core import Move
from komadai.engine import PlayResult
from komadai.engine.pool import limits_for
from komadai.errors import EngineError, EngineTimeout
from komadai.messages.text import Text
from komadai.play import events as ev
from komadai.play.game import GameMachine
from komadai.server.db.database import NOT_STORED
from komadai.server.errors import ApiError
from komadai.server.games.live.services import GameServices
from komadai.server.games.live.stored_game import Decision, StoredGame
from komadai.variants import Board as VariantBoard

log: Final = logging.getLogger(__name__)

RETRY_S: Final = 1.0
"""The delay before an engine's move that could not be stored is tried again."""

ENGINE_CRASHED: Final = Text(
    "The engine stopped working. A new one continues the game.",
    "エンジンが停止したため、新しいエンジンで続けます。",
)
ENGINE_HUNG: Final = Text(
    "The engine did not answer. A new one continues the game.",
    "エンジンが応答しないため、新しいエンジンで続けます。",
)


class EngineTurns:
    """Searches whenever it is the engine's turn."""

    def __init__(self, services: GameServices, stored: StoredGame, notify: Callable[[Text], None]) -> None:
        """``notify`` shows a text on all pages of the game."""
        core = services.core
        self._settings, self._clock = core.settings, core.clock
        self._cluster, self._tasks = core.cluster, core.tasks
        self._engines, self._variant_engines = services.engines, services.variant_engines
        self._stored, self._notify = stored, notify
        self._search: asyncio.Task[None] | None = None

    @property
    def thinking(self) -> bool:
        """Whether the engine is searching."""
        return self._search is not None and not self._search.done()

    def start_if_due(self) -> None:
        """Starts the engine's search if it is its turn, this process owns the game, and no search runs."""
        may_start = not self.thinking and not self._tasks.closing and self._cluster.owns(self._stored.id)
        if self._stored.game.engines_turn and may_start:
            self._search = asyncio.get_running_loop().create_task(self._play())

    def drop_search(self) -> None:
        """Ends the search: the position that it searches is no longer the current one."""
        if self._search is not None:
            self._search.cancel()
            self._tasks.spawn(_ended(self._search))  # close waits for it: it may be starting a process
            self._search = None

    def stop(self) -> asyncio.Task[None] | None:
        """Cancels the search. Returns its task to wait for."""
        if self._search is not None:
            self._search.cancel()
        return self._search

    async def _play(self) -> None:
        failures = 0
        while self._stored.game.engines_turn:
            turn = self._stored.game.count
            try:
                answer = await self._ask(self._stored.game)
                if await self._commit(turn, _decision(answer, self._clock.now_ms())):
                    return
            except Exception as error:  # any failure counts, so that the game never waits forever
                failures += 1
                expected = isinstance(error, EngineError | ApiError)
                log.warning("game %s: %s", self._stored.id, error, exc_info=not expected)
                if failures >= self._settings.engine_rules.failures:
                    if await self._interrupt(turn):
                        return
                    continue
                self._notify(ENGINE_HUNG if isinstance(error, EngineTimeout) else ENGINE_CRASHED)

    async def _interrupt(self, turn: int) -> bool:
        """Pauses the game because its engine has failed. Returns False if that failed, too."""
        try:
            await self._commit(turn, lambda game: game.interrupt("engine_failed", self._clock.now_ms()))
        except Exception:
            log.exception("game %s could not be paused", self._stored.id)
            await asyncio.sleep(RETRY_S)
            return False
        return True

    async def _ask(self, game: GameMachine) -> PlayResult:
        player = game.player(game.turn)
        assert isinstance(player, ev.EnginePlayer)
        program = self._settings.engine(player.name)
        if program is None:
            raise EngineError(f"engine {player.name!r} is no longer in the configuration")
        color, clock, rules = game.turn, game.clock, self._settings.engine_rules
        if isinstance(game.board, VariantBoard):
            limits = limits_for(clock, color, self._clock.now_ms(), rules)
            move = await self._variant_engines.play(game.board.copy(), limits, player.level)
            return PlayResult(cast("Move", move))
        return await self._engines.think(
            program,
            game.board.copy(),
            lambda: limits_for(clock, color, self._clock.now_ms(), rules),
            game=self._stored.id,
            rule=game.rule,
            level=player.level,
        )

    async def _commit(self, turn: int, decide: Decision) -> bool:
        """Commits what the engine decided at event ``turn``; tries again while the database fails.

        The commit runs in a task of its own, because the search may be cancelled and a commit must not
        be. Returns whether the engine's turn is over.
        """
        while True:
            try:
                return await asyncio.shield(self._tasks.spawn(self._commit_once(turn, decide)))
            except ApiError as error:
                if error.code not in NOT_STORED:
                    raise
                await asyncio.sleep(RETRY_S)

    async def _commit_once(self, turn: int, decide: Decision) -> bool:
        async with self._stored.lock:
            await self._stored.reload_if_uncertain()
            # The update sent by the commit must say that the engine no longer thinks.
            search, self._search = self._search, None
            try:
                events = await self._stored.commit(lambda game: decide(game) if game.count == turn else [])
            except Exception:
                self._search = search
                raise
            if not events and not self.thinking:
                self._search = search
            return bool(events) or not self._stored.game.engines_turn


async def _ended(search: asyncio.Task[None]) -> None:
    await asyncio.wait([search])


def _decision(answer: PlayResult, at: int) -> Decision:
    if answer.move is not None:
        move = answer.move
        return lambda game: game.move(game.turn, move, at)
    if answer.resigned:
        return lambda game: game.resign(game.turn, at)
    return lambda game: game.declare(game.turn, at)
