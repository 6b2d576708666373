"""A game in memory: its parts, and how they act together.

Every change follows the same steps: a command asks the pure `Game` for events, the events are committed to
the database, and only then the new state replaces the old one and is sent to the pages. A change runs in
a task of its own, so it is completed even if the client disconnects.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, Protocol

import msgspec

from komadai.messages.text import Text
from komadai.pieces import Color
from komadai.play import events as ev
from komadai.play.events import Event
from komadai.play.game import GameMachine
from komadai.server.connections import Connection
from komadai.server.errors import ApiError
from komadai.server.games import access
from komadai.server.games import wire as games_wire
from komadai.server.games.engines.engine_turns import EngineTurns
from komadai.server.games.live.after_end import AfterEnd
from komadai.server.games.live.attendance import Attendance
from komadai.server.games.live.flag import Flag
from komadai.server.games.live.page_chat import PageChat
from komadai.server.games.live.pages import Pages
from komadai.server.games.live.participants import Participants
from komadai.server.games.live.player_commands import PlayerCommands
from komadai.server.games.live.services import GameServices
from komadai.server.games.live.stored_game import Decision, StoredGame
from komadai.server.games.player_names import PlayerName
from komadai.server.games.storage.tables import GameRow

UNLOAD_AFTER_S: Final = 60.0
"""A game that is not in use is removed from memory after this time."""

Listener = Callable[[GameMachine, list[Event]], None]
"""Gets the new state of a game and the events that led to it. It must not raise."""


class Host(Protocol):
    """The part of the registry that its games use."""

    async def replay_draw(self, live: LiveGame) -> str:
        """The id of the game that replays this draw, which is created if necessary."""

    def contest_begun(self, live: LiveGame) -> None:
        """A game of two persons goes on after it was adjourned."""


class LiveGame:
    """One game in memory, which holds its parts and passes every change of the stored state on to them."""

    def __init__(self, host: Host, services: GameServices, row: GameRow, game: GameMachine) -> None:
        core = services.core
        self._host = host
        self._clock, self._cluster, self._tasks = core.clock, core.cluster, core.tasks
        self._listeners: list[Listener] = []
        self.used_at_ms: int = core.clock.now_ms()
        stored = StoredGame(services, row, game, self._changed)
        self.stored: Final = stored
        self.attendance: Final = Attendance(core, stored, lambda but: self.pages.send_update(but=but))
        self._participants = Participants(services.store, services.names)
        self._engine = EngineTurns(services, stored, self._notify)
        self.pages: Final = Pages(core.clock, stored, self.attendance, self._participants, self._engine)
        self.chat: Final = PageChat(services, stored, self.attendance)
        self.commands: Final = PlayerCommands(core, stored, self.attendance, self._notify)
        self.flag: Final = Flag(core, stored, self.attendance)
        self._after_end = AfterEnd(
            services,
            stored,
            self._participants,
            replay_draw=partial(host.replay_draw, self),
            show_names=self.refresh_names,
        )
        self.flag.look_again()
        if self.needs_owner:
            core.cluster.wake()

    @property
    def id(self) -> str:
        """The game's id."""
        return self.stored.id

    @property
    def guests(self) -> tuple[str | None, str | None]:
        """The guests in the two seats; None for an engine or a program."""
        return self.stored.guests

    @property
    def recorder(self) -> str | None:
        """The person who enters the moves of two persons at one board; None in other games."""
        return self.stored.row.recorder_id

    @property
    def visibility(self) -> access.Visibility:
        """The people who may watch the game."""
        return self.stored.row.visibility

    @property
    def settings(self) -> ev.Created:
        """The settings of the game."""
        return self.stored.game.settings

    @property
    def game(self) -> GameMachine:
        """The stored state."""
        return self.stored.game

    def is_contested_by(self, guest: str) -> bool:
        """Whether this guest is playing the game live against another person; not while it is adjourned."""
        running = self.game.outcome is None and self.game.sealed is None and not self.game.correspondence
        persons = self.attendance.presence is not None or self.recorder is not None
        return persons and running and self.is_player(guest)

    @property
    def clock_runs(self) -> bool:
        """Whether the time of a side is running, which a stop of the server pauses."""
        return self.game.clock_runs and not self.game.correspondence

    @property
    def needs_owner(self) -> bool:
        """Whether a process must drop the flag, or run the engine."""
        game = self.game
        return game.outcome is None and (not game.paused or game.deadline is not None)

    @property
    def in_use(self) -> bool:
        """Whether the game must stay in memory."""
        return bool(
            self.attendance.watchers
            or self._listeners
            or self.clock_runs
            or self._engine.thinking
            or self.stored.lock.locked()
            or self._clock.now_ms() - self.used_at_ms < 1000 * UNLOAD_AFTER_S
        )

    def is_player(self, guest: str | None) -> bool:
        """Whether this guest sits in a seat of the game."""
        return self.stored.is_player(guest)

    def colors_of(self, guest: str | None) -> tuple[Color, ...]:
        """The colours for which this guest acts: none for a spectator, both at one page."""
        return self.stored.colors_of(guest)

    async def names(self) -> Mapping[Color, PlayerName]:
        """The players that have accounts, with their ranks."""
        return await self._participants.names(self.game, self.stored.row)

    def check(self, guest: str | None, action: access.Action) -> None:
        """Raises ApiError if this guest may not do this in the game."""
        self.stored.check(guest, action)

    async def move_person(self, guest: str, account: str) -> None:
        """Gives this guest's seats to an account, after the change was stored."""
        async with self.stored.lock:  # a commit that has begun ends with the row of before
            self.stored.row = self.stored.row.with_person_moved(guest, account)
            self.attendance.set_persons()
            self.chat.forget()
            self._participants.forget()

    # -- called by the HTTP handlers, the sockets and the registry

    async def view(self, guest: str | None) -> games_wire.GameView:
        """The whole game. If its only player asks, a paused game is resumed."""
        self.check(guest, "watch")
        return await self._tasks.complete(self._view(guest))

    async def join(self, connection: Connection, after: int | None) -> None:
        """Sends the game's state to a page, and every update after it.

        The first message is an update if ``after`` is the number of an event of the game, else the
        whole game. A paused game is resumed when all its players have joined.
        """
        self.check(connection.guest, "watch")
        joining = self._tasks.spawn(self._join(connection, after))
        try:
            await asyncio.shield(joining)
        except asyncio.CancelledError:
            # The page has closed meanwhile, and is not known here before it has joined.
            joining.add_done_callback(lambda _: self.leave(connection))
            raise

    def leave(self, connection: Connection) -> None:
        """Stops sending updates to a page. The clock continues to run."""
        self.attendance.leave(connection)

    async def command(self, guest: str | None, command: games_wire.GameCommand, at: int) -> None:
        """Executes a command that arrived at this time. Returns after the commit; raises ApiError."""
        # The tag of a command is its name on the wire, which is also the name of the action.
        self.check(guest, command.__struct_config__.tag)  # type: ignore[arg-type]
        if isinstance(command, games_wire.SayCommand):
            if guest is None:
                raise ApiError("no_guest")
            await self._tasks.complete(self.chat.say(guest, command, at))
            return
        await self._tasks.complete(self.commands.carry_out(guest, command, at))

    def pong(self, guest: str | None, number: int, at: int) -> None:
        """A page has answered a ping: the delay of its player's network is known now."""
        if guest is not None and self.attendance.presence is not None:
            self.pages.pong(guest, number, at)
            self.flag.look_again()

    def subscribe(self, listener: Listener) -> None:
        """Calls the listener after each commit, in their order. The game stays in memory meanwhile."""
        self._listeners.append(listener)

    def unsubscribe(self, listener: Listener) -> None:
        """Stops calling the listener."""
        if listener in self._listeners:
            self._listeners.remove(listener)

    async def act(self, decide: Decision) -> list[Event]:
        """Asks the game for the events of a command and commits them, for a player without a page.

        The caller checks who acts. Raises ApiError if the game refuses the command or the events cannot be
        stored.
        """
        return await self.stored.act(decide)

    async def set_recorder(self, recorder: str) -> None:
        """Another person keeps the record from now on, after the change was stored."""
        async with self.stored.lock:
            self.stored.row = msgspec.structs.replace(self.stored.row, recorder_id=recorder)
        await self.refresh_names()

    async def set_next(self, game_id: str) -> None:
        """Sends the id of the rematch to all pages."""
        async with self.stored.lock:
            self.stored.next_id = game_id
            self.pages.send_update()

    async def pause(self, at: int) -> None:
        """Pauses the game as of this time, because the server stops or stopped then."""
        async with self.stored.lock:
            await self.stored.commit(lambda game: game.pause(at))

    def stop(self) -> asyncio.Task[None] | None:
        """Cancels the timers and the engine's search. Returns the search task to wait for."""
        self.flag.stop()
        self.attendance.stop()
        return self._engine.stop()

    async def acquired(self) -> None:
        """This process owns the game from now on."""
        async with self.stored.lock:
            self.flag.look_again()
            self._engine.start_if_due()

    async def lost(self) -> None:
        """Another process owns the game from now on."""
        async with self.stored.lock:
            self.flag.look_again()
            self._engine.drop_search()

    async def refresh_names(self) -> None:
        """Shows names and ratings that have changed."""
        async with self.stored.lock:
            self._participants.forget()
            await self.pages.send_whole(self._view_for)

    # -- under the lock

    async def _view(self, guest: str | None) -> games_wire.GameView:
        async with self.stored.lock:
            return await self._view_for(guest)

    async def _view_for(self, guest: str | None) -> games_wire.GameView:
        await self.stored.reload_if_uncertain()
        self.used_at_ms = self._clock.now_ms()
        if self.stored.role_of(guest) in ("player", "recorder") and self.attendance.all_here:
            await self.stored.commit(lambda game: game.resume(self._clock.now_ms()))
            self._engine.start_if_due()
        await self._after_end.make_up()
        return await self.pages.view(guest)

    async def _join(self, page: Connection, after: int | None) -> None:
        async with self.stored.lock:
            joins = page not in self.attendance.watchers
            if joins:
                await self.attendance.arrives(page.guest)
            try:
                whole = await self._view_for(page.guest)
            except BaseException:
                if joins:
                    self.attendance.departs(page.guest)
                raise
            await self.chat.send_news()
            self.attendance.watchers.add(page)
            self.pages.send_first(page, whole, after)
            await self.chat.send_to(page)
            if joins and self.is_player(page.guest):
                self.pages.ping(page.guest)
            self.attendance.tell(but=page)

    def _changed(self, before: GameMachine, events: list[Event], *, own: bool) -> None:
        """Shows a change that was stored, and does what follows from it."""
        game = self.game
        if self.needs_owner and before.paused and not game.paused:
            self._cluster.wake()
        self.pages.expect_lag()
        self.flag.look_again()
        keep = game.unchanged_plies_since(before.count) or 0
        if keep < len(before.moves) or not game.engines_turn:
            self._engine.drop_search()
        self._engine.start_if_due()
        if game.clock_runs and (len(game.moves) != len(before.moves) or not before.clock_runs):
            self.pages.ping(self.stored.person(game.turn))
        planned = [event for event in events if isinstance(event, ev.Planned)]
        # Nobody else may see that a player has thought of an answer.
        self.pages.send_update(keep, only=planned[0].color if len(planned) == len(events) else None)
        for listener in tuple(self._listeners):
            listener(game, events)
        if before.sealed is not None and game.sealed is None:
            self._host.contest_begun(self)
        if before.outcome is None and game.outcome is not None:
            if self.attendance.watchers:
                self._tasks.spawn(self.chat.send_hidden())
            if own:
                self._after_end.begin()

    def _notify(self, notice: Text) -> None:
        self.pages.send_update(notice=notice)
