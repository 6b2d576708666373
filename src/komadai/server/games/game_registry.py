"""All games of this server: loading, creation, rematches, and the removal of unused games from memory."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

import msgspec

from komadai.engine.pool import EnginePool
from komadai.furigoma import toss
from komadai.pieces import Color
from komadai.play import events as ev
from komadai.play.events import Event
from komadai.play.game import Game, replay
from komadai.server.db.database import DATABASE_ERRORS, Database, reason_of, save_error
from komadai.server.errors import ApiError
from komadai.server.games import views as games_views
from komadai.server.games import wire as games_wire
from komadai.server.games.live_game import LiveGame
from komadai.server.games.store import GameStore
from komadai.server.server_clock import ServerClock
from komadai.server.settings import Settings

log: Final = logging.getLogger(__name__)
T = TypeVar("T")

HEARTBEAT_S: Final = 1.0
"""How often the time is stored while a clock runs. After a crash, games are paused as of this time."""


class GameRegistry:
    """The games of this server. Those in use are in memory, each exactly once."""

    def __init__(self, settings: Settings, database: Database, clock: ServerClock) -> None:
        self.settings = settings
        self.store = GameStore(database)
        self.engines = EnginePool(settings.engine_rules)
        self.closing = False
        self.clock = clock
        self._database = database
        self._games: dict[str, LiveGame] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._housekeeping_task: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, settings: Settings, database: Database) -> GameRegistry:
        """Opens the registry.

        Games whose clocks ran when an earlier server was killed are paused as of its last heartbeat.
        """
        heartbeat = await database.last_heartbeat()
        registry = cls(settings, database, ServerClock(heartbeat))
        for game_id in await registry.store.running():
            try:
                live = await registry.game(game_id)
                await live.pause(max(heartbeat, live.game.at))
            except Exception as error:  # a damaged game must not stop the server from starting
                log.error("game %s cannot be read: %s: %s", game_id, type(error).__name__, reason_of(error))
        registry._housekeeping_task = asyncio.get_running_loop().create_task(registry._housekeeping())
        return registry

    async def close(self) -> None:
        """Pauses every running game and ends every engine."""
        self.closing = True
        if self._housekeeping_task is not None:
            self._housekeeping_task.cancel()
        searches = [live.stop() for live in self._games.values()]
        await self.engines.close()
        await asyncio.gather(*(task for task in searches if task), return_exceptions=True)
        await asyncio.gather(*self._tasks, return_exceptions=True)
        now = self.now_ms()
        pauses = (live.pause(now) for live in self._games.values() if live.clock_runs)
        await asyncio.gather(*pauses, return_exceptions=True)

    def now_ms(self) -> int:
        """The time of all games."""
        return self.clock.now_ms()

    def spawn(self, coroutine: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Runs the coroutine in a task that is never cancelled."""
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def complete(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Runs the coroutine to its end, even if the caller is cancelled."""
        return await asyncio.shield(self.spawn(coroutine))

    async def game(self, game_id: str) -> LiveGame:
        """The game with this id, loaded if necessary. Raises ApiError ``not_found``."""
        live = self._games.get(game_id)
        if live is not None:
            live.used_at_ms = self.now_ms()
            return live
        if not _ID.fullmatch(game_id):
            raise ApiError("not_found")
        lock = self._loading.setdefault(game_id, asyncio.Lock())
        try:
            async with lock:
                if game_id not in self._games:
                    row = await self.store.game(game_id)
                    if row is None:
                        raise ApiError("not_found")
                    events = await self.store.events(game_id)
                    self._games.setdefault(game_id, LiveGame(self, row, replay(events)))
                return self._games[game_id]
        finally:
            if not lock.locked():
                self._loading.pop(game_id, None)

    async def create(self, guest: str, new: games_wire.NewGame, start_sfen: str, handicap: str) -> str:
        """Creates a game and returns its id. ``new`` must have been validated."""
        program = self.settings.engine(new.engine)
        assert program is not None
        players, colors = ev.person_against_engine(
            new.side, new.engine, new.level if program.levels else None
        )
        created = ev.Created(
            at=self.now_ms(),
            players=players,
            colors=colors,
            handicap=handicap,
            start_sfen=start_sfen,
            clock=new.clock,
            impasse=new.impasse,
            illegal=new.illegal,
            take_back=new.take_back,
        )
        return await self.complete(self._create(guest, created, None))

    async def rematch(self, guest: str, live: LiveGame) -> tuple[str, bool]:
        """The same game with colours exchanged: its id, and whether it is new.

        Raises ApiError ``playing`` before the end of the game.
        """
        return await self.complete(self._rematch(guest, live))

    async def _rematch(self, guest: str, live: LiveGame) -> tuple[str, bool]:
        game = live.game
        if game.outcome is None:
            raise ApiError("playing")
        existing = await self.store.rematch_of(live.id)
        if existing is not None:
            return existing, False
        black, white = game.player(Color.BLACK), game.player(Color.WHITE)
        assert black is not None
        assert white is not None
        created = msgspec.structs.replace(
            game.settings, at=self.now_ms(), players=(white, black), colors="fixed"
        )
        return await self._create(guest, created, live.id), True

    async def _create(self, guest: str, created: ev.Created, rematch_of: str | None) -> str:
        game = Game(created)
        events: list[Event] = [created]
        game.apply(created)
        while game.colors is None:
            for event in game.throw_pawns(toss(), created.at):
                events.append(event)
                game.apply(event)
        game_id = new_id()
        row = games_views.row_of(game, game_id, guest, created.at, rematch_of)
        try:
            await self.store.begin(row, events)
        except DATABASE_ERRORS as error:
            log.error("could not save a new game: %s", reason_of(error))
            raise save_error(error) from None
        self._games[game_id] = LiveGame(self, row, game)
        return game_id

    async def _housekeeping(self) -> None:
        """Stores the heartbeat while a clock runs; removes games that are not in use from memory."""
        while True:
            await asyncio.sleep(HEARTBEAT_S)
            if any(live.clock_runs for live in self._games.values()):
                try:
                    await self._database.save_heartbeat(self.now_ms())
                except DATABASE_ERRORS as error:
                    log.error("could not save the heartbeat: %s", reason_of(error))
            for game_id in [game_id for game_id, live in self._games.items() if not live.in_use]:
                del self._games[game_id]


_LETTERS: Final = "23456789abcdefghijkmnpqrstuvwxyz"
"""Letters and digits that are not easily confused with each other."""
_ID: Final = re.compile(f"[{_LETTERS}]{{12}}")


def new_id() -> str:
    """A new game id: 60 random bits as twelve letters and digits."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))
