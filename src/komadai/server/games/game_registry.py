"""All games of this server: loading, creation, rematches, and the removal of unused games from memory."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections.abc import Coroutine, Sequence
from typing import Any, Final, Literal, TypeVar

import msgspec
from sqlalchemy.exc import IntegrityError

from komadai.engine.pool import EnginePool
from komadai.furigoma import toss
from komadai.pieces import Color
from komadai.play import events as ev
from komadai.play.boards import variant_key
from komadai.play.events import Event
from komadai.play.game import Game, replay
from komadai.server.chat.store import ChatStore
from komadai.server.db.database import DATABASE_ERRORS, Database, reason_of, save_error
from komadai.server.errors import ApiError
from komadai.server.games import views as games_views
from komadai.server.games import wire as games_wire
from komadai.server.games.access import Visibility
from komadai.server.games.live_game import LiveGame
from komadai.server.games.player_names import PlayerNames
from komadai.server.games.store import Also, GameStore
from komadai.server.games.variant_engines import VariantEngines
from komadai.server.ratings.service import RatingService
from komadai.server.server_clock import ServerClock
from komadai.server.settings import Settings
from komadai.server.variants.solved import SolvedVariants

log: Final = logging.getLogger(__name__)
T = TypeVar("T")

HEARTBEAT_S: Final = 1.0
"""How often the time is stored while a clock runs. After a crash, games are paused as of this time."""


class GameRegistry:
    """The games of this server. Those in use are in memory, each exactly once."""

    def __init__(self, settings: Settings, database: Database, clock: ServerClock) -> None:
        self.settings = settings
        self.store = GameStore(database)
        self.chat = ChatStore(database)
        self.names = PlayerNames(database, clock)
        self.ratings = RatingService(database)
        self.engines = EnginePool(settings.engine_rules)
        self.solved = SolvedVariants(settings.data_dir / "solved")
        self.variant_engines = VariantEngines(settings.engine_rules, self.solved)
        self.closing = False
        self.clock = clock
        self._database = database
        self._games: dict[str, LiveGame] = {}
        self._moved: dict[str, str] = {}
        """The guests who have logged in since the start, and their accounts."""
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
        self.variant_engines.close()
        await self.engines.close()
        await asyncio.gather(*(task for task in searches if task), return_exceptions=True)
        await asyncio.gather(*self._tasks, return_exceptions=True)
        now = self.now_ms()
        pauses = (live.pause(now) for live in self._games.values() if live.clock_runs)
        await asyncio.gather(*pauses, return_exceptions=True)

    @property
    def games_in_memory(self) -> int:
        """The number of games in memory."""
        return len(self._games)

    def plays_a_person(self, guest: str) -> bool:
        """Whether this guest is playing against another person now."""
        return self.game_against_person(guest) is not None

    def game_against_person(self, guest: str) -> str | None:
        """The id of a game that this guest is playing against another person now, or None."""
        return next((live.id for live in self._games.values() if live.is_contested_by(guest)), None)

    @property
    def games_running(self) -> int:
        """The number of games in which the time of a side runs."""
        return sum(live.clock_runs for live in list(self._games.values()))

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
        if not is_id(game_id):
            raise ApiError("not_found")
        lock = self._loading.setdefault(game_id, asyncio.Lock())
        try:
            async with lock:
                if game_id not in self._games:
                    row = await self.store.game(game_id)
                    if row is None:
                        raise ApiError("not_found")
                    events = await self.store.events(game_id)
                    await self._keep(LiveGame(self, row, replay(events)))
                return self._games[game_id]
        finally:
            if not lock.locked():
                self._loading.pop(game_id, None)

    async def create(self, guest: str, new: games_wire.NewGame, start_sfen: str, handicap: str) -> str:
        """Creates a game at one page and returns its id. ``new`` must have been validated."""
        program = self.settings.engine(new.engine)
        assert program is not None
        players, colors = ev.person_against_engine(
            new.side, new.engine, new.level if program.levels else None
        )
        if new.both:
            players, colors = (ev.Person(), ev.Person()), "fixed"
        created = created_event(new, players, colors, start_sfen, handicap, self.now_ms())
        guests = tuple(guest if isinstance(player, ev.Person) else None for player in players)
        return await self.begin(created, guests, options_of(new, created.at))

    async def begin(
        self,
        created: ev.Created,
        guests: Sequence[str | None],
        options: Sequence[Event] = (),
        *,
        visibility: Visibility = "unlisted",
        also: Also | None = None,
    ) -> str:
        """Creates a game between these seats and returns its id.

        ``guests``: the guest of each player that is a person, in the order of ``created.players``.
        ``options``: the events that set options of the game, which follow ``created``.
        ``also`` gets the id and takes part in the transaction that stores the game.
        """
        return await self.complete(self._begin(created, guests, options, visibility, also=also))

    async def rematch(self, guest: str, live: LiveGame) -> tuple[str | None, bool]:
        """The same game with colours exchanged: its id, and whether it is new.

        The id is None while the other person has not agreed. Raises ApiError ``playing`` before the end of
        the game.
        """
        existing = await self.store.rematch_of(live.id)
        if existing is not None:
            return existing, False
        if live.game.is_replayed:
            return await self.complete(self.replay_draw(live)), False
        if not await live.offer_rematch(guest):
            return None, False
        return await self.complete(self._rematch(live))

    async def replay_draw(self, live: LiveGame) -> str:
        """The id of the game that replays a draw, which is created if necessary."""
        existing = await self.store.rematch_of(live.id)
        if existing is not None:
            return existing
        created, options = live.game.replay_settings(self.now_ms())
        exchanged = live.game.settings.handicap == "even"
        return (await self._next_game(live, created, options, exchanged=exchanged))[0]

    async def _rematch(self, live: LiveGame) -> tuple[str, bool]:
        game = live.game
        black, white = game.player(Color.BLACK), game.player(Color.WHITE)
        assert black is not None
        assert white is not None
        now = self.now_ms()
        created = msgspec.structs.replace(game.settings, at=now, players=(white, black), colors="fixed")
        options = [msgspec.structs.replace(event, at=now) for event in game.options]
        return await self._next_game(live, created, options, exchanged=True)

    async def _next_game(
        self, live: LiveGame, created: ev.Created, options: Sequence[Event], *, exchanged: bool
    ) -> tuple[str, bool]:
        """Creates the game that follows one between the same players: its id, and whether it is new."""
        assert live.game.colors is not None
        seated = dict(zip(live.game.colors, live.guests, strict=True))
        black, white = seated[Color.BLACK], seated[Color.WHITE]
        guests = (white, black) if exchanged else (black, white)
        try:
            new = await self._begin(created, guests, options, live.visibility, rematch_of=live.id)
        except IntegrityError:  # both players asked at the same moment
            existing = await self.store.rematch_of(live.id)
            if existing is None:
                raise
            return existing, False
        await live.set_next(new)
        return new, True

    async def _begin(
        self,
        created: ev.Created,
        guests: Sequence[str | None],
        options: Sequence[Event],
        visibility: Visibility,
        *,
        rematch_of: str | None = None,
        also: Also | None = None,
    ) -> str:
        game = Game(created)
        events: list[Event] = [created, *options]
        for event in events:
            game.apply(event)
        while game.colors is None:
            for event in game.throw_pawns(toss(), created.at):
                events.append(event)
                game.apply(event)
        game_id = new_id()
        row = games_views.row_of(game, game_id, guests, created.at, rematch_of, visibility)
        try:
            row = await self.store.begin(row, events, also)
        except DATABASE_ERRORS as error:
            if rematch_of is not None and isinstance(error, IntegrityError):
                raise
            log.error("could not save a new game: %s", reason_of(error))
            raise save_error(error) from None
        await self._keep(LiveGame(self, row, game))
        return game_id

    async def _keep(self, live: LiveGame) -> None:
        """Adds a game to those in memory. A player may have logged in since its row was read."""
        live = self._games.setdefault(live.id, live)
        for guest in set(live.guests) & self._moved.keys():
            assert guest is not None
            await live.move_person(guest, self._moved[guest])

    async def move_person(self, guest: str, account: str) -> None:
        """Gives the guest's seats in the games in memory to an account, after the change was stored."""
        self._moved[guest] = account
        for live in list(self._games.values()):
            if live.is_player(guest):
                await live.move_person(guest, account)

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


def created_event(
    new: games_wire.GameSettings,
    players: tuple[ev.Participant, ev.Participant],
    colors: Literal["fixed", "furigoma"],
    start_sfen: str,
    handicap: str,
    at: int,
) -> ev.Created:
    """The first event of a game with these settings."""
    return ev.Created(
        at=at,
        players=players,
        colors=colors,
        handicap=handicap,
        start_sfen=start_sfen,
        clock=new.clock,
        impasse=new.impasse,
        illegal=new.illegal,
        take_back=new.take_back,
        variant=variant_key(new.variant, new.options),
    )


def options_of(new: games_wire.GameSettings, at: int) -> list[Event]:
    """The events after the first one that set options of a game with these settings."""
    return [ev.TouchMove(at=at)] if new.touch_move else []


_LETTERS: Final = "23456789abcdefghijkmnpqrstuvwxyz"
"""Letters and digits that are not easily confused with each other."""
_ID: Final = re.compile(f"[{_LETTERS}]{{12}}")


def new_id() -> str:
    """A new id of a game or a challenge: 60 random bits as twelve letters and digits."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


def is_id(text: str) -> bool:
    """Whether the text has the form of `new_id`."""
    return _ID.fullmatch(text) is not None
