"""All games of this server: loading, creation, rematches, and the removal of unused games from memory."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final, Literal, NamedTuple, TypeVar

import msgspec
from sqlalchemy.exc import IntegrityError

from komadai.furigoma import toss
from komadai.pieces import Color
from komadai.play import events as ev
from komadai.play.boards import variant_key
from komadai.play.events import Event
from komadai.play.game import GameMachine, replay
from komadai.server.cluster import messages as ms
from komadai.server.cluster.cluster import RemotePresence
from komadai.server.connections import Connection
from komadai.server.db.database import DATABASE_ERRORS, reason_of, save_error
from komadai.server.errors import ApiError
from komadai.server.games import views as games_views
from komadai.server.games import wire as games_wire
from komadai.server.games.access import Visibility
from komadai.server.games.live.live_game import LiveGame
from komadai.server.games.live.services import GameServices
from komadai.server.games.storage.store import Also
from komadai.server.games.storage.tables import GameRow
from komadai.server.games.storage.vacations import State
from komadai.server.periodic import Periodic

log: Final = logging.getLogger(__name__)
T = TypeVar("T")

HEARTBEAT_S: Final = 1.0
"""How often the time is stored while a clock runs. After a crash, games are paused as of this time."""
SWEEP_S: Final = 5.0
"""How often correspondence games are looked for whose time is up."""
QUIET_MS: Final = 24 * 3_600_000
"""A paused game without an event for this time counts as adjourned: its players get help again, but not about
its positions."""
MAX_RESTING: Final = 1_000
"""The correspondence games of one person that stand still during a vacation."""
MAX_DUE: Final = 200
"""How many of them are loaded at once."""


class Record(NamedTuple):
    """The recorder of a game at a board."""

    recorder: str
    """The account that enters the moves."""
    names: tuple[str, str]
    """The players' names, in the order of the seats."""


class GameRegistry:
    """The games of this server. Those in use are in memory, each exactly once."""

    def __init__(self, services: GameServices) -> None:
        core = self._core = services.core
        self._clock, self._cluster, self._tasks = core.clock, core.cluster, core.tasks
        self._services = services
        self._store = services.store
        self._games: dict[str, LiveGame] = {}
        self._moved: dict[str, str] = {}
        """The guests who have logged in since the start, and their accounts."""
        self._loading: dict[str, asyncio.Lock] = {}
        self.begun_listeners: list[Callable[[LiveGame], None]] = []
        """Called with each game that begins in this process. They must not raise."""
        self.contest_listeners: list[Callable[[str], None]] = []
        """Called with each person who begins to play live against another, at any process. They must not
        raise."""
        self._regular: list[Periodic] = []
        self._vacations_resumed = False
        self._damaged: set[str] = set()
        """The games that could not be read when their time was up."""
        self._changed: set[str] = set()
        """The games to which other processes have appended."""
        self._reading: asyncio.Task[None] | None = None
        cluster = core.cluster
        cluster.subscribe(ms.GameChanged, self._on_game)
        cluster.subscribe(ms.All, self._on_all)
        cluster.subscribe(ms.PresenceChanged, self._on_presence)
        cluster.subscribe(ms.Closed, self._on_presence)
        cluster.subscribe(ms.ChatChanged, self._on_chat)
        cluster.subscribe(ms.NamesChanged, self._on_names)
        cluster.subscribe(ms.NextGame, self._on_next)
        cluster.subscribe(ms.Moved, self._on_moved)
        cluster.subscribe(ms.RecorderChanged, self._on_recorder)
        cluster.subscribe(ms.ContestBegun, self._on_contest)

    @classmethod
    async def open(cls, services: GameServices) -> GameRegistry:
        """Opens the registry.

        Games whose clocks ran when an earlier server was killed are paused as of its last heartbeat, if no
        other process is there.
        """
        core, registry = services.core, cls(services)
        heartbeat = await core.database.last_heartbeat()
        for game_id in await services.store.running() if await core.cluster.join() else ():
            try:
                live = await registry.game(game_id)
                await live.pause(max(heartbeat, live.game.at))
            except Exception as error:  # a damaged game must not stop the server from starting
                log.error("game %s cannot be read: %s: %s", game_id, type(error).__name__, reason_of(error))
        core.cluster.run(registry)
        registry._regular = [
            Periodic(registry._save_heartbeat, HEARTBEAT_S, "save the heartbeat", at_once=False),
            Periodic(registry._remove_unused, HEARTBEAT_S, "remove games that are not in use", at_once=False),
            Periodic(registry._sweep, SWEEP_S, "look for games whose time is up"),
        ]
        return registry

    async def close(self) -> None:
        """Pauses every running game and ends every engine."""
        self._tasks.closing = True
        for work in self._regular:
            await work.close()
        searches = [live.stop() for live in self._games.values()]
        self._services.variant_engines.close()
        await self._services.engines.close()
        await asyncio.gather(*(task for task in searches if task), return_exceptions=True)
        await self._tasks.finished()
        if not await self._cluster.leave():
            return  # the other processes own the games now
        now = self._clock.now_ms()
        if self._cluster.name:
            for game_id in set(await self._store.running()) - self._games.keys():
                await self.game(game_id)
        pauses = (live.pause(now) for live in self._games.values() if live.clock_runs)
        await asyncio.gather(*pauses, return_exceptions=True)

    @property
    def games_in_memory(self) -> int:
        """The number of games in memory."""
        return len(self._games)

    async def plays_a_person(self, guest: str) -> bool:
        """Whether this guest is playing against another person now."""
        return await self.game_against_person(guest) is not None

    async def who_plays_a_person(self, guests: Collection[str]) -> set[str]:
        """Those of these guests who are playing against another person now."""
        found = await self._store.contestants(guests, self.quiet_since_ms())
        playing = {guest for guest, game_id in found if game_id not in self._games}
        for live in self._games.values():
            playing.update(
                guest for guest in live.guests if guest is not None and live.is_contested_by(guest)
            )
        return playing.intersection(guests)

    async def game_against_person(self, guest: str) -> str | None:
        """The id of a game that this guest is playing against another person now, or None."""
        here = next((live.id for live in self._games.values() if live.is_contested_by(guest)), None)
        return here or next(iter(await self.contests_of(guest)), None)

    async def contests_of(self, guest: str) -> dict[str, str | None]:
        """The games that this guest is playing against another person now, and who that is.

        Games that are not in memory are among them: after a restart of the server nobody may have opened
        them yet, and another process may have them.
        """
        found = await self._store.contests_of(guest, self.quiet_since_ms())
        contests = {game_id: other for game_id, other in found.items() if game_id not in self._games}
        for live in self._games.values():
            if live.is_contested_by(guest):
                contests[live.id] = next((other for other in live.guests if other != guest), None)
        return contests

    async def resting_games_of(self, guest: str, limit: int) -> list[GameRow]:
        """The running games against persons that are not being played in one sitting, newest first."""
        return await self._store.resting_games_of(guest, self.quiet_since_ms(), limit)

    def quiet_since_ms(self) -> int:
        """A game without an event since then is not being played now, unless its time runs."""
        return self._clock.now_ms() - QUIET_MS

    def contest_begun(self, live: LiveGame) -> None:
        """A game of two persons begins, or goes on after it was adjourned; other processes learn of it."""
        guests = [guest for guest in live.guests if guest is not None and live.is_contested_by(guest)]
        if guests:
            self._call_contest_listeners(guests)
            for guest in guests:
                self._tasks.spawn(self._cluster.publish(ms.ContestBegun(guest)))

    def _call_contest_listeners(self, guests: Iterable[str]) -> None:
        for guest in guests:
            for listener in self.contest_listeners:
                listener(guest)

    @property
    def games_running(self) -> int:
        """The number of games in which the time of a side runs."""
        return sum(live.clock_runs for live in list(self._games.values()))

    async def game(self, game_id: str) -> LiveGame:
        """The game with this id, loaded if necessary. Raises ApiError ``not_found``."""
        live = self._games.get(game_id)
        if live is not None:
            live.used_at_ms = self._clock.now_ms()
            return live
        if not is_id(game_id):
            raise ApiError("not_found")
        lock = self._loading.setdefault(game_id, asyncio.Lock())
        try:
            async with lock:
                if game_id not in self._games:
                    row = await self._store.game(game_id)
                    if row is None:
                        raise ApiError("not_found")
                    game = replay(await self._store.events(game_id))
                    await self._keep(row, game, await self._elsewhere(row))
                return self._games[game_id]
        finally:
            if not lock.locked():
                self._loading.pop(game_id, None)

    async def watch(self, connection: Connection, topic: games_wire.GameTopic) -> None:
        """Sends a game to a page, and from now on its changes. Raises ApiError."""
        await (await self.game(topic.id)).join(connection, topic.after)

    def leave(self, connection: Connection, topic: games_wire.GameTopic) -> None:
        """Stops sending a game to a page."""
        live = self._games.get(topic.id)
        if live is not None:
            live.leave(connection)

    async def create(self, guest: str, new: games_wire.NewGame, start_sfen: str, handicap: str) -> str:
        """Creates a game at one page and returns its id. ``new`` must have been validated."""
        program = self._core.settings.engine(new.engine)
        assert program is not None
        players, colors = ev.person_against_engine(
            new.side, new.engine, new.level if program.levels else None
        )
        if new.both:
            players, colors = (ev.Person(), ev.Person()), "fixed"
        created = created_event(new, players, colors, start_sfen, handicap, self._clock.now_ms())
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
        record: Record | None = None,
    ) -> str:
        """Creates a game between these seats and returns its id.

        ``guests``: the guest of each player that is a person, in the order of ``created.players``.
        ``options``: the events that set options of the game, which follow ``created``.
        ``also`` gets the id and takes part in the transaction that stores the game. ``record``: who enters
        the moves of two persons at one board; ``options`` have `Recorded` then.
        """
        return await self._tasks.complete(
            self._begin(created, guests, options, visibility, also=also, record=record)
        )

    async def set_recorder(self, game_id: str, recorder: str) -> None:
        """Lets another account keep a recorded game from now on."""
        live = await self.game(game_id)
        await self._store.set_recorder(game_id, recorder)
        await live.set_recorder(recorder)
        await self._cluster.publish(ms.RecorderChanged(game_id, recorder))

    async def rematch(self, guest: str, live: LiveGame) -> tuple[str | None, bool]:
        """The same game with colours exchanged: its id, and whether it is new.

        The id is None while the other person has not agreed. Raises ApiError ``playing`` before the end of
        the game, ``no_rematch`` of a game with a program, ``challenge_gone`` if the other person may begin no
        games any more.
        """
        if any(isinstance(player, ev.ProgramPlayer) for player in live.settings.players):
            raise ApiError("no_rematch")
        existing = await self._store.rematch_of(live.id)
        if existing is not None:
            return existing, False
        if live.game.is_replayed:
            return await self._tasks.complete(self.replay_draw(live)), False
        for other in live.guests if live.game.consent else ():
            if other not in (None, guest) and not await self._services.conduct.may_play(other):
                raise ApiError("challenge_gone")
        if not await live.commands.offer_rematch(guest):
            return None, False
        return await self._tasks.complete(self._rematch(live))

    async def replay_draw(self, live: LiveGame) -> str:
        """The id of the game that replays a draw, which is created if necessary."""
        existing = await self._store.rematch_of(live.id)
        if existing is not None:
            return existing
        created, options = live.game.replay_settings(self._clock.now_ms())
        exchanged = live.game.settings.handicap == "even"
        return (await self._next_game(live, created, options, exchanged=exchanged))[0]

    async def _rematch(self, live: LiveGame) -> tuple[str, bool]:
        game = live.game
        black, white = game.player(Color.BLACK), game.player(Color.WHITE)
        assert black is not None
        assert white is not None
        now = self._clock.now_ms()
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
            existing = await self._store.rematch_of(live.id)
            if existing is None:
                raise
            return existing, False
        await live.set_next(new)
        await self._cluster.publish(ms.NextGame(live.id, new))
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
        record: Record | None = None,
    ) -> str:
        game = GameMachine(created)
        events: list[Event] = [created, *options]
        for event in events:
            game.apply(event)
        while game.colors is None:
            for event in game.throw_pawns(toss(), created.at):
                events.append(event)
                game.apply(event)
        if game.correspondence:
            events += await self._begin_correspondence(game, guests, created.at)
        game_id = new_id()
        row = games_views.row_of(game, game_id, guests, created.at, rematch_of, visibility)
        if record is not None:
            row = row.recorded_by(record.recorder, record.names)
        try:
            row = await self._store.begin(row, events, also)
        except DATABASE_ERRORS as error:
            if rematch_of is not None and isinstance(error, IntegrityError):
                raise
            log.error("could not save a new game: %s", reason_of(error))
            raise save_error(error) from None
        live = await self._keep(row, game)
        for listener in self.begun_listeners:
            listener(live)
        self.contest_begun(live)
        try:
            live.attendance.set_elsewhere(await self._elsewhere(row))
        except DATABASE_ERRORS as error:
            log.warning("game %s: could not read who is here: %s", game_id, reason_of(error))
        return game_id

    async def _begin_correspondence(
        self, game: GameMachine, guests: Sequence[str | None], at: int
    ) -> list[Event]:
        """Begins a correspondence game, without waiting for pages. Returns the events, which are applied."""
        assert game.colors is not None
        events: list[Event] = []
        until = await self._services.vacations.until([guest for guest in guests if guest is not None], at)
        for event in game.resume(at):
            events.append(event)
            game.apply(event)
        for guest, color in zip(guests, game.colors, strict=True):
            if guest in until:
                for event in game.rest(color, until[guest], at):
                    events.append(event)
                    game.apply(event)
        return events

    async def is_here(self, game_id: str, person: str) -> bool:
        """Whether a player has the page of this game open, at any process."""
        live = self._games.get(game_id)
        presence = None if live is None else live.attendance.presence
        if presence is not None and presence.has_page(person):
            return True
        found = await self._cluster.presence_elsewhere([game_id])
        return any(each.person == person and each.here for each in found.get(game_id, ()))

    async def set_vacation(self, guest: str, days: int) -> State:
        """Begins a vacation of this many days from now on, or ends it: 0 days. Returns it."""
        return await self._tasks.complete(self._set_vacation(guest, days))

    async def _set_vacation(self, guest: str, days: int) -> State:
        now = self._clock.now_ms()
        try:
            change = (
                self._services.vacations.begin(guest, days, now)
                if days
                else self._services.vacations.end(guest, now)
            )
            state = await change
            await self._rest(guest, now if state.until_ms is None else state.until_ms, now)
        except DATABASE_ERRORS as error:
            log.error("could not store a vacation: %s", reason_of(error))
            raise save_error(error) from None
        return state

    async def _rest(self, guest: str, until_ms: int, now_ms: int) -> None:
        """Lets this person's time stand still until then in all correspondence games."""
        for row in await self._store.games_of(guest, [], None, MAX_RESTING, "correspondence"):
            try:
                await (await self.game(row.id)).commands.rest(guest, until_ms, now_ms)
            except (
                ApiError
            ) as error:  # one that has just ended, or cannot be stored, must not keep the others
                log.warning("game %s: the vacation was not stored: %s", row.id, error.code)

    async def _resume_vacations(self) -> None:
        """The server may have been killed before all games knew of a vacation."""
        now = self._clock.now_ms()
        for person, until_ms in (await self._services.vacations.active(now)).items():
            await self._rest(person, until_ms, now)

    async def _sweep(self) -> None:
        """Loads the correspondence games whose time is up; the process that owns one drops its flag."""
        if not self._vacations_resumed:
            await self._resume_vacations()
            self._vacations_resumed = True
        for game_id in await self._store.due(self._clock.now_ms(), MAX_DUE):
            if game_id not in self._damaged:
                await self._load_due(game_id)

    async def _load_due(self, game_id: str) -> None:
        try:
            (await self.game(game_id)).flag.look_again()
        except DATABASE_ERRORS:
            raise
        except Exception as error:  # a damaged game must not keep the others from ending
            self._damaged.add(game_id)
            log.error("game %s cannot be read: %s: %s", game_id, type(error).__name__, reason_of(error))

    async def _keep(
        self, row: GameRow, game: GameMachine, elsewhere: Iterable[RemotePresence] = ()
    ) -> LiveGame:
        """The game in memory, to which it is added unless it is there already.

        Between looking and adding nothing is awaited: a second `LiveGame` of it would have timers of its own,
        which nobody stops. ``elsewhere``: who has pages of it open on other processes.
        """
        live = self._games.get(row.id)
        if live is None:
            live = self._games[row.id] = LiveGame(self, self._services, row, game)
            live.attendance.set_elsewhere(elsewhere)
        # A player may have logged in since its row was read.
        for guest in set(live.guests) & self._moved.keys():
            assert guest is not None
            await live.move_person(guest, self._moved[guest])
        return live

    async def _elsewhere(self, row: GameRow) -> Sequence[RemotePresence]:
        """Reads the people who have pages of a game of two persons open on other processes."""
        if len({seat.guest_id for seat in row.seats} - {None}) < 2:
            return ()
        return (await self._cluster.presence_elsewhere([row.id])).get(row.id, ())

    async def move_person(self, guest: str, account: str) -> None:
        """Gives the guest's seats in the games in memory to an account, after the change was stored."""
        await self._move_here(guest, account)
        await self._cluster.publish(ms.Moved(guest, account))

    async def _move_here(self, guest: str, account: str) -> None:
        self._moved[guest] = account
        for live in list(self._games.values()):
            if live.is_player(guest):
                await live.move_person(guest, account)

    async def _save_heartbeat(self) -> None:
        """Stores the time while a clock runs; and while writes fail, until they do not."""
        if self.games_running or self._core.database.writes.failing:
            await self._core.database.save_heartbeat(self._clock.now_ms())

    async def _remove_unused(self) -> None:
        """Removes games that are not in use from memory. Others may own those that are over."""
        unused = [game_id for game_id, live in self._games.items() if not live.in_use]
        for game_id in unused:
            self._games.pop(game_id).stop()
        over = [game_id for game_id, live in self._games.items() if not live.needs_owner]
        await self._cluster.release([*unused, *over])

    # -- other processes

    def wants(self) -> list[str]:
        """The games in memory that a process must own, and that this one does not own."""
        return [
            game_id
            for game_id, live in self._games.items()
            if live.needs_owner and not self._cluster.owns(game_id)
        ]

    async def acquired(self, game_id: str) -> None:
        """This process owns the game from now on."""
        await (await self.game(game_id)).acquired()

    def lost_all(self) -> None:
        """Other processes may own all games from now on."""
        for live in self._games.values():
            self._tasks.spawn(live.lost())

    async def poll(self) -> None:
        """Reads what others have appended to the games in memory, whether or not a message came."""
        await self._read_news(list(self._games))

    async def _read_news(self, game_ids: Iterable[str]) -> None:
        known = {
            game_id: live.game.count
            for game_id in game_ids
            if (live := self._games.get(game_id)) is not None and live.game.outcome is None
        }
        if known:
            for game_id, events in (await self._store.events_after(known)).items():
                live = self._games.get(game_id)
                if live is not None:
                    await live.stored.take_news(events)

    async def _on_game(self, message: ms.GameChanged) -> None:
        self._changed.add(message.id)
        if self._reading is None or self._reading.done():
            self._reading = self._tasks.spawn(self._read_changed())

    async def _read_changed(self) -> None:
        while self._changed:
            changed, self._changed = self._changed, set()
            try:
                await self._read_news(changed)
            except DATABASE_ERRORS as error:  # the next poll reads them
                log.warning("could not read events of other workers: %s", reason_of(error))

    async def _on_all(self, _: ms.All) -> None:
        """Messages may have been lost."""
        for live in list(self._games.values()):
            await live.chat.refresh()
        await self._read_presence(list(self._games))

    async def _on_presence(self, message: ms.PresenceChanged | ms.Closed) -> None:
        await self._read_presence([message.topic])

    async def _read_presence(self, game_ids: Collection[str]) -> None:
        for game_id, people in (await self._cluster.presence_elsewhere(game_ids)).items():
            live = self._games.get(game_id)
            if live is not None:
                live.attendance.set_elsewhere(people)

    async def _on_chat(self, message: ms.ChatChanged) -> None:
        live = self._games.get(message.game_id)
        if live is not None:
            await live.chat.refresh()

    async def _on_names(self, message: ms.NamesChanged) -> None:
        live = self._games.get(message.game_id)
        if live is not None:
            await live.refresh_names()

    async def _on_next(self, message: ms.NextGame) -> None:
        live = self._games.get(message.game_id)
        if live is not None:
            await live.set_next(message.next_id)

    async def _on_recorder(self, message: ms.RecorderChanged) -> None:
        live = self._games.get(message.game_id)
        if live is not None:
            await live.set_recorder(message.recorder)

    async def _on_contest(self, message: ms.ContestBegun) -> None:
        self._call_contest_listeners([message.guest])

    async def _on_moved(self, message: ms.Moved) -> None:
        await self._move_here(message.guest, message.account)


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
