"""A game in memory: commands, commits, the flag timer, and who is watching.

Every change follows the same steps: a command asks the pure `Game` for events, the events are committed to
the database, and only then the new state replaces the old one and is sent to the pages. A change runs in
a task of its own, so it is completed even if the client disconnects.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Final, Protocol

import msgspec
from sqlalchemy.exc import IntegrityError

from komadai.messages.text import Text
from komadai.pieces import Color
from komadai.play import events as ev
from komadai.play.errors import CommandError
from komadai.play.events import Event
from komadai.play.game import GameMachine
from komadai.play.state import color_name
from komadai.server import metrics
from komadai.server.chat import game_chat
from komadai.server.chat.wire import ChatMessage
from komadai.server.cluster import messages as ms
from komadai.server.cluster.cluster import RemotePresence
from komadai.server.connections import Connection, encode
from komadai.server.db.database import DATABASE_ERRORS, reason_of, save_error
from komadai.server.errors import ApiError
from komadai.server.games import access
from komadai.server.games import views as games_views
from komadai.server.games import wire as games_wire
from komadai.server.games.engines.engine_turns import EngineTurns
from komadai.server.games.live import commands
from komadai.server.games.live.lag_meter import LagMeter
from komadai.server.games.live.participants import Participants
from komadai.server.games.live.presence import Presence
from komadai.server.games.live.services import GameServices
from komadai.server.games.player_names import PlayerName
from komadai.server.games.storage.commits import Overtaken
from komadai.server.games.storage.tables import GameRow

log: Final = logging.getLogger(__name__)

ATTEMPTS: Final = 10
"""How often a command is decided again after other processes were faster."""
RETRY_S: Final = 1.0
"""The delay before a flag fall that could not be stored is tried again."""
UNLOAD_AFTER_S: Final = 60.0
"""A game that is not in use is removed from memory after this time."""

TIME_GIVEN: Final = {
    Color.BLACK: Text("Black was given 15 seconds.", "先手に15秒が追加されました。"),
    Color.WHITE: Text("White was given 15 seconds.", "後手に15秒が追加されました。"),
}

Listener = Callable[[GameMachine, list[Event]], None]
"""Gets the new state of a game and the events that led to it. It must not raise."""


class Host(Protocol):
    """The part of the registry that its games use."""

    async def replay_draw(self, live: LiveGame) -> str:
        """The id of the game that replays this draw, which is created if necessary."""

    def contest_begun(self, live: LiveGame) -> None:
        """A game of two persons goes on after it was adjourned."""


class LiveGame:
    """One game in memory."""

    def __init__(self, host: Host, services: GameServices, row: GameRow, game: GameMachine) -> None:
        core = services.core
        self._host = host
        self._clock, self._cluster, self._tasks = core.clock, core.cluster, core.tasks
        self._store, self._conduct, self._ratings = services.store, services.conduct, services.ratings
        self._row = row
        self._game = game
        self._moves = games_views.MoveList(game.settings.start_sfen, game.settings.variant)
        self._moves.update(game)
        self._lock = asyncio.Lock()
        self._watchers: set[Connection] = set()
        self._listeners: list[Listener] = []
        self._presence = self._new_presence()
        self._presence_timer: asyncio.TimerHandle | None = None
        self._attendance_lock = asyncio.Lock()
        self._lag = LagMeter()
        self._next: str | None = None
        self._chat = game_chat.GameChat(row.id, services.chat)
        self._participants = Participants(services.store, services.names)
        self._rating_tried = False
        self._flag_timer: asyncio.TimerHandle | None = None
        self._engine = EngineTurns(services, self)
        self._commit_uncertain = False
        self.used_at_ms: int = core.clock.now_ms()
        self._set_flag_timer()
        if self.needs_owner:
            core.cluster.wake()

    def _new_presence(self) -> Presence | None:
        """Makes the presence of two persons with pages of their own; None for a single player."""
        if self.recorder is not None:
            return None
        persons = {guest for guest in self.guests if guest is not None}
        return Presence(persons, self._clock.now_ms()) if len(persons) == 2 else None

    @property
    def id(self) -> str:
        """The game's id."""
        return self._row.id

    @property
    def guests(self) -> tuple[str | None, str | None]:
        """The guests in the two seats; None for an engine or a program."""
        first, second = self._row.seats
        return first.guest_id, second.guest_id

    @property
    def recorder(self) -> str | None:
        """The person who enters the moves of two persons at one board; None in other games."""
        return self._row.recorder_id

    @property
    def visibility(self) -> access.Visibility:
        """The people who may watch the game."""
        return self._row.visibility

    @property
    def settings(self) -> ev.Created:
        """The settings of the game."""
        return self._game.settings

    @property
    def game(self) -> GameMachine:
        """The stored state."""
        return self._game

    def is_contested_by(self, guest: str) -> bool:
        """Whether this guest is playing the game live against another person; not while it is adjourned."""
        running = self._game.outcome is None and self._game.sealed is None and not self._game.correspondence
        persons = self._presence is not None or self.recorder is not None
        return persons and running and self.is_player(guest)

    @property
    def clock_runs(self) -> bool:
        """Whether the time of a side is running, which a stop of the server pauses."""
        return self._game.clock_runs and not self._game.correspondence

    @property
    def needs_owner(self) -> bool:
        """Whether a process must drop the flag, or run the engine."""
        game = self._game
        return game.outcome is None and (not game.paused or game.deadline is not None)

    @property
    def presence(self) -> Presence | None:
        """The presence of two persons."""
        return self._presence

    @property
    def in_use(self) -> bool:
        """Whether the game must stay in memory."""
        return bool(
            self._watchers
            or self._listeners
            or self.clock_runs
            or self._engine.thinking
            or self._lock.locked()
            or self._clock.now_ms() - self.used_at_ms < 1000 * UNLOAD_AFTER_S
        )

    def is_player(self, guest: str | None) -> bool:
        """Whether this guest sits in a seat of the game."""
        return self._row.has_player(guest)

    def colors_of(self, guest: str | None) -> tuple[Color, ...]:
        """The colours for which this guest acts: none for a spectator, both at one page."""
        if guest is None or self._game.colors is None:
            return ()
        if self.recorder is not None:
            return tuple(Color) if guest == self.recorder else ()
        pairs = zip(self.guests, self._game.colors, strict=True)
        return tuple(sorted(color for player, color in pairs if player == guest))

    async def names(self) -> Mapping[Color, PlayerName]:
        """The players that have accounts, with their ranks."""
        return await self._participants.names(self._game, self._row)

    def check(self, guest: str | None, action: access.Action) -> None:
        """Raises ApiError if this guest may not do this in the game."""
        access.check(self.role_of(guest), self.visibility, action)

    def role_of(self, guest: str | None) -> access.Role:
        """The role of this guest in the game."""
        if self.recorder is not None and guest == self.recorder:
            return "recorder"
        if not self.is_player(guest):
            return "watcher"
        return "player" if self.recorder is None else "at_board"

    async def move_person(self, guest: str, account: str) -> None:
        """Gives this guest's seats to an account, after the change was stored."""
        async with self._lock:  # a commit that has begun ends with the row of before
            self._row = self._row.with_person_moved(guest, account)
            self._presence = self._new_presence()
            self._chat.forget()
            self._participants.forget()
            if self._presence is not None:
                for watcher in self._watchers:
                    self._presence.joined(watcher.guest)

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
        if connection not in self._watchers:
            return
        self._watchers.discard(connection)
        if self._presence is not None:
            now = self._clock.now_ms()
            if self._presence.left(connection.guest, now):
                assert connection.guest is not None
                self._tasks.spawn(self._attend(connection.guest))
            self._send_attendance()

    async def command(self, guest: str | None, command: games_wire.GameCommand, at: int) -> None:
        """Executes a command that arrived at this time. Returns after the commit; raises ApiError."""
        # The tag of a command is its name on the wire, which is also the name of the action.
        self.check(guest, command.__struct_config__.tag)  # type: ignore[arg-type]
        if isinstance(command, games_wire.SayCommand):
            if guest is None:
                raise ApiError("no_guest")
            await self._tasks.complete(self._say(guest, command, at))
            return
        await self._tasks.complete(self._command(guest, command, at))

    def pong(self, guest: str | None, number: int, at: int) -> None:
        """A page has answered a ping: the delay of its player's network is known now."""
        if guest is None or self._presence is None:
            return
        self._lag.pong(guest, number, at)
        self._expect_lag()
        self._set_flag_timer()

    def subscribe(self, listener: Listener) -> None:
        """Calls the listener after each commit, in their order. The game stays in memory meanwhile."""
        self._listeners.append(listener)

    def unsubscribe(self, listener: Listener) -> None:
        """Stops calling the listener."""
        if listener in self._listeners:
            self._listeners.remove(listener)

    async def act(self, decide: Callable[[GameMachine], list[Event]]) -> list[Event]:
        """Asks the game for the events of a command and commits them, for a player without a page.

        The caller checks who acts. Raises ApiError if the game refuses the command or the events cannot be
        stored.
        """
        return await self._tasks.complete(self._act(decide))

    async def plan(self, guest: str, event: int, lines: Sequence[Sequence[str]], at: int) -> list[list[str]]:
        """Stores the conditional moves of a player, who knows the game up to this event; returns them.

        Raises ApiError: ``stale``, ``your_turn``, ``bad_lines`` …
        """
        self.check(guest, "conditional")
        color = self.colors_of(guest)[0]

        def decide(game: GameMachine) -> list[Event]:
            if not game.is_current(event):
                raise ApiError("stale")
            return game.plan(color, lines, at)

        await self.act(decide)
        return [list(line) for line in self._game.plans.get(color, ())]

    async def set_recorder(self, recorder: str) -> None:
        """Another person keeps the record from now on, after the change was stored."""
        async with self._lock:
            self._row = msgspec.structs.replace(self._row, recorder_id=recorder)
        await self.refresh_names()

    async def rest(self, guest: str, until_ms: int, at: int) -> None:
        """Lets the time of a player stand still until then, in a running correspondence game."""
        colors = self.colors_of(guest)
        if colors and self._game.correspondence and self._game.outcome is None:
            await self.act(lambda game: game.rest(colors[0], until_ms, at))

    async def propose_resume(self, guest: str, at: int) -> None:
        """Offers to continue an adjourned game, or accepts that; the offer stands without a page."""
        self.check(guest, "resume")
        color = self.colors_of(guest)[0]
        if self._game.offers.get("resume") is color.opponent:
            self._check_both_here()
        await self.act(lambda game: game.offer_resume(color, at))

    async def offer_rematch(self, guest: str) -> bool:
        """Offers a rematch. Returns whether the other player has offered it already, or need not agree."""
        return await self._tasks.complete(self._offer_rematch(guest))

    async def set_next(self, game_id: str) -> None:
        """Sends the id of the rematch to all pages."""
        async with self._lock:
            self._next = game_id
            self._send_update(len(self._game.moves), None)

    async def pause(self, at: int) -> None:
        """Pauses the game as of this time, because the server stops or stopped then."""
        async with self._lock:
            await self._commit_command(lambda game: game.pause(at))

    def stop(self) -> asyncio.Task[None] | None:
        """Cancels the timers and the engine's search. Returns the search task to wait for."""
        for timer in (self._flag_timer, self._presence_timer):
            if timer is not None:
                timer.cancel()
        self._flag_timer = self._presence_timer = None
        return self._engine.stop()

    # -- other processes

    async def acquired(self) -> None:
        """This process owns the game from now on."""
        async with self._lock:
            self._set_flag_timer()
            self._engine.start_if_due()

    async def lost(self) -> None:
        """Another process owns the game from now on."""
        async with self._lock:
            self._set_flag_timer()
            self._engine.drop_search()

    async def take_news(self, events: list[tuple[int, Event]]) -> None:
        """Events that others have appended, with their numbers."""
        async with self._lock:
            new = [event for number, event in events if number > self._game.count]
            if new and events[-1][0] == self._game.count + len(new):
                self._advance(*self._after(new), new)

    async def refresh_chat(self) -> None:
        """Sends the lines that were said at other processes."""
        async with self._lock:
            self._chat.forget()
            if self._watchers:
                await self._send_chat_news()

    async def refresh_names(self) -> None:
        """Shows names and ratings that have changed."""
        async with self._lock:
            self._participants.forget()
            messages: dict[tuple[Color, ...], str] = {}
            for watcher in list(self._watchers):
                colors = self.colors_of(watcher.guest)
                if colors not in messages:
                    messages[colors] = encode(games_wire.GameMessage(await self._view_for(watcher.guest)))
                watcher.send(messages[colors])

    def set_elsewhere(self, people: Iterable[RemotePresence]) -> None:
        """Takes over the people who have pages of the game open on other processes."""
        if self._presence is None:
            return
        for person, here, since_ms in people:
            self._presence.set_elsewhere(person, here, since_ms)
        if self._watchers:
            self._send_attendance()

    async def _attend(self, player: str) -> None:
        """Tells other processes whether a player is here now; reads who is there."""
        async with self._attendance_lock:  # the last change is stored last
            presence = self._presence
            if presence is None:
                return
            try:
                here = presence.has_page(player)
                await self._cluster.set_presence(self.id, player, here, self._clock.now_ms())
                found = await self._cluster.presence_elsewhere([self.id])
            except DATABASE_ERRORS as error:
                log.warning("game %s: could not store who is here: %s", self.id, reason_of(error))
                return
            for each in found.get(self.id, ()):
                presence.set_elsewhere(*each)

    # -- under the lock

    async def _view(self, guest: str | None) -> games_wire.GameView:
        async with self._lock:
            return await self._view_for(guest)

    async def _join(self, connection: Connection, after: int | None) -> None:
        async with self._lock:
            joins = connection not in self._watchers
            if self._presence is not None and joins and self._presence.joined(connection.guest):
                assert connection.guest is not None
                await self._attend(connection.guest)
            try:
                whole = await self._view_for(connection.guest)
            except BaseException:
                if self._presence is not None and joins:
                    now = self._clock.now_ms()
                    if self._presence.left(connection.guest, now):
                        assert connection.guest is not None
                        self._tasks.spawn(self._attend(connection.guest))
                raise
            await self._send_chat_news()
            self._watchers.add(connection)
            keep = None if after is None else self._game.unchanged_plies_since(after)
            if keep is None:
                connection.send(encode(games_wire.GameMessage(whole)))
            else:
                connection.send(encode(self._update(keep, self.colors_of(connection.guest), None)))
            lines = await self._chat.visible(
                connection.guest,
                to_player=self.is_player(connection.guest),
                finished=self._game.outcome is not None,
            )
            if lines:
                connection.send(encode(ChatMessage(game=self.id, lines=lines)))
            if joins and self.is_player(connection.guest):
                self._ping(connection.guest)
            if self._presence is not None:
                self._send_attendance(but=connection)

    async def _say(self, guest: str, command: games_wire.SayCommand, at: int) -> None:
        """Stores a line of the chat and sends it to all who may read it."""
        await self._conduct.check_speech(guest, free=command.text is not None)
        async with self._lock:
            colors = self.colors_of(guest)
            color = color_name(colors[0]) if colors else None
            say = partial(self._chat.say, guest, color, at, phrase=command.phrase, text=command.text)
            try:
                try:
                    await say()
                except IntegrityError:  # somebody else's line was stored first, which is read now
                    await say()
            except DATABASE_ERRORS as error:
                raise save_error(error) from None
            await self._send_chat_news()
        await self._cluster.publish(ms.ChatChanged(self.id))

    async def _send_chat_news(self) -> None:
        """Sends the lines that are new to all who may read them."""
        for line in await self._chat.news():
            watchers = [
                watcher
                for watcher in self._watchers
                if game_chat.may_read(
                    line,
                    to_player=self.is_player(watcher.guest),
                    finished=self._game.outcome is not None,
                )
            ]
            shown = await self._chat.views_of_all([line], {watcher.guest for watcher in watchers})
            for watcher in watchers:
                if shown[watcher.guest]:
                    watcher.send(encode(ChatMessage(game=self.id, lines=shown[watcher.guest])))

    async def _send_hidden_chat(self) -> None:
        """After the end of the game, sends the spectators' lines to the players."""
        for watcher in list(self._watchers):
            if self.is_player(watcher.guest):
                lines = await self._chat.visible(watcher.guest, to_player=True, finished=True)
                hidden = [line for line in lines if line.room == "watchers"]
                if hidden:
                    watcher.send(encode(ChatMessage(game=self.id, lines=hidden)))

    async def _view_for(self, guest: str | None) -> games_wire.GameView:
        await self._reload_if_uncertain()
        self.used_at_ms = self._clock.now_ms()
        plays = self.role_of(guest) in ("player", "recorder")
        if plays and (self._presence is None or self._presence.all_here):
            await self._commit_command(lambda game: game.resume(self._clock.now_ms()))
            self._engine.start_if_due()
        if self._game.outcome is not None and self._game.rated and not self._rating_tried:
            self._tasks.spawn(self._rate())  # the server was killed between the end and the rating
        if self._game.outcome is not None and self._next is None:
            self._next = await self._store.rematch_of(self.id)
            if self._next is None and self._game.is_replayed:
                self._tasks.spawn(self._replay())  # the server was killed before it could be created
        return games_views.game_view(
            self._game,
            self._row,
            self._moves,
            colors=self.colors_of(guest),
            names=await self.names(),
            unrated_reason=await self._participants.unrated_reason(self._game, self._row),
            thinking=self._engine.thinking,
            attendance=self._attendance(),
            head_to_head=await self._participants.head_to_head(self._game, self._row),
            rematch=self._next,
            now_ms=self._clock.now_ms(),
        )

    # -- after the end

    async def _rate(self) -> None:
        """Rates the game that has ended, and shows the new ratings. A game is rated once."""
        self._rating_tried = True
        async with self._lock:
            game, row = self._game, self._row
            if not await self._participants.is_rated(game, row):
                return
            result = await self._participants.result(game, row)
        try:
            await self._ratings.rate(result)
        except DATABASE_ERRORS as error:  # tried again when the game is loaded the next time
            log.error("game %s: could not rate it: %s", self.id, reason_of(error))
            return
        await self.refresh_names()
        await self._cluster.publish(ms.NamesChanged(self.id))

    async def _replay(self) -> None:
        """Creates the game that replays this draw."""
        try:
            await self._host.replay_draw(self)
        except (ApiError, *DATABASE_ERRORS) as error:  # tried again when the game is looked at
            log.error("game %s: could not replay the draw: %s", self.id, error)

    async def _command(self, guest: str | None, command: games_wire.PlayCommand, at: int) -> None:
        async with self._lock:
            await self._reload_if_uncertain()
            game = self._game
            colors = self.colors_of(guest)
            assert colors, "the colours are known when a game has been created"
            color = game.turn if len(colors) == 2 else colors[0]
            # Who plays both sides takes back the last move, not the last of the side to move.
            taker = color.opponent if len(colors) == 2 else color
            check = partial(commands.check_current, command)
            check(game)
            if commands.opens_sealed_move(command, game, color):
                self._check_both_here()
            if isinstance(command, games_wire.ClaimCommand):
                self._check_left(color.opponent, at)
            events = await self._commit_command(commands.decision(command, color, taker, at), check)
            if any(isinstance(event, ev.TimeGiven) for event in events):
                self.send_notice(TIME_GIVEN[color.opponent])
            if any(commands.is_end_by_time(event) for event in events):
                raise ApiError("finished")  # the command was too late: the time was up

    async def _act(self, decide: Callable[[GameMachine], list[Event]]) -> list[Event]:
        async with self._lock:
            await self._reload_if_uncertain()
            return await self._commit_command(decide)

    async def _offer_rematch(self, guest: str) -> bool:
        async with self._lock:
            await self._reload_if_uncertain()
            game = self._game
            if game.outcome is None:
                raise ApiError("playing")
            if self._presence is None:
                return True
            color = self.colors_of(guest)[0]
            if game.offers.get("rematch") is color.opponent:
                return True
            await self._commit_command(lambda game: game.offer_rematch(color, self._clock.now_ms()))
            return False

    def _check_both_here(self) -> None:
        """Raises ApiError ``opponent_away``: a sealed move is opened when both have the page open."""
        if self._presence is None or not self._presence.all_here:
            raise ApiError("opponent_away")

    def _check_left(self, color: Color, at: int) -> None:
        """Raises ApiError ``opponent_here`` unless the player of this colour may be taken for gone."""
        player = self.guests[self._game.colors.index(color)] if self._game.colors is not None else None
        if self._presence is None or player is None or self._presence.state(player, at) != "left":
            raise ApiError("opponent_here")

    async def _commit_command(
        self, decide: Callable[[GameMachine], list[Event]], check: Callable[[GameMachine], None] | None = None
    ) -> list[Event]:
        """Asks the game for events, commits them and sends the update. The lock must be held.

        If another process was faster, its events are read and the game is asked again, unless ``check``
        raises. Raises ApiError if the game refuses the command or the events cannot be stored.
        """
        for _ in range(ATTEMPTS):
            try:
                return await self._try_to_commit(decide)
            except Overtaken:
                metrics.overtaken.inc()
                await self._read_news()
                if check is not None:
                    check(self._game)
        raise ApiError("not_saved")

    async def _try_to_commit(self, decide: Callable[[GameMachine], list[Event]]) -> list[Event]:
        game = self._game
        try:
            events = decide(game)
        except CommandError as error:
            raise ApiError.of(error) from error
        if not events:
            return events
        after, row = self._after(events)
        try:
            with metrics.commit_seconds.time():
                await self._store.append(row, events)
            metrics.events.inc(len(events))
        except DATABASE_ERRORS as error:
            self._commit_uncertain = True
            metrics.commit_failures.inc()
            log.error("game %s: could not save %d events: %s", self.id, len(events), reason_of(error))
            raise save_error(error) from None
        ended = game.outcome is None and after.outcome is not None
        self._advance(after, row, events)
        if ended and after.is_replayed:
            self._tasks.spawn(self._replay())
        elif ended and after.rated:
            self._rating_tried = True
            self._tasks.spawn(self._rate())
        return events

    def _after(self, events: list[Event]) -> tuple[GameMachine, GameRow]:
        """The game and its row after these events."""
        after = self._game.copy()
        for event in events:
            after.apply(event)
        before = self._row
        same = self._game.outcome is None and after.outcome is None
        row = games_views.row_of(
            after,
            self.id,
            self.guests,
            before.created_ms,
            before.rematch_of,
            before.visibility,
            search=before.search if same else None,
        )
        if before.recorder_id is not None:
            row = row.recorded_by(before.recorder_id, [seat.name for seat in before.seats])
        return after, row

    def _advance(self, after: GameMachine, row: GameRow, events: list[Event]) -> None:
        """Replaces the state after these events were stored, and shows them."""
        ended = self._game.outcome is None and after.outcome is not None
        goes_on = self._game.sealed is not None and after.sealed is None
        planned = [event for event in events if isinstance(event, ev.Planned)]
        # Nobody else may see that a player has thought of an answer.
        self._set_state(after, row, planned[0].color if len(planned) == len(events) else None)
        self._notify(events)
        if goes_on:
            self._host.contest_begun(self)
        if ended and self._watchers:
            self._tasks.spawn(self._send_hidden_chat())

    def _notify(self, events: list[Event]) -> None:
        for listener in tuple(self._listeners):
            listener(self._game, events)

    def _set_state(self, game: GameMachine, row: GameRow, only: ev.ColorName | None = None) -> None:
        before, self._game, self._row = self._game, game, row
        if self.needs_owner and before.paused and not game.paused:
            self._cluster.wake()
        self._moves.update(game)
        self._expect_lag()
        self._set_flag_timer()
        keep = game.unchanged_plies_since(before.count) or 0
        if keep < len(before.moves) or not game.engines_turn:
            self._engine.drop_search()
        self._engine.start_if_due()
        if game.clock_runs and (len(game.moves) != len(before.moves) or not before.clock_runs):
            self._ping(self._player_to_move)
        self._send_update(keep, None, only=only)

    async def _reload_if_uncertain(self) -> None:
        """After a failed commit, which may have reached the database, reads what it has."""
        if self._commit_uncertain:
            await self._read_news()

    async def _read_news(self) -> None:
        """Reads the stored events that are not known here. The lock must be held."""
        try:
            events = await self._store.events(self.id, self._game.count)
        except DATABASE_ERRORS as error:
            self._commit_uncertain = True
            raise save_error(error) from None
        self._commit_uncertain = False
        if events:
            self._advance(*self._after(events), events)

    # -- the delay of the network

    @property
    def _player_to_move(self) -> str | None:
        """The guest whose turn it is; None for an engine or a program."""
        colors = self._game.colors
        return None if colors is None else self.guests[colors.index(self._game.turn)]

    def _expect_lag(self) -> None:
        """Lets the game credit the delay that was measured for the player to move."""
        player = self._player_to_move
        self._game.expect_lag(0 if player is None else self._lag.delay_ms(player))

    def _ping(self, player: str | None) -> None:
        """Sends a ping to the player's pages, before the message that begins the turn."""
        if player is None or self._presence is None or self._game.clock is None or self._game.correspondence:
            return
        pages = [watcher for watcher in self._watchers if watcher.guest == player]
        if pages:
            ping = encode(games_wire.PingMessage(self.id, self._lag.ping(player, self._clock.now_ms())))
            for page in pages:
                page.send(ping)

    # -- the flag

    def _set_flag_timer(self) -> None:
        if self._flag_timer is not None:
            self._flag_timer.cancel()
            self._flag_timer = None
        deadline = self._game.deadline
        if deadline is not None and not self._tasks.closing and self._cluster.owns(self.id):
            wait = max(0, deadline - self._clock.now_ms()) / 1000
            self._flag_timer = asyncio.get_running_loop().call_later(wait, self._on_flag_timer)

    def watch_flag(self) -> None:
        """Looks at the clock again: the time of the game may be up."""
        self._set_flag_timer()

    def _on_flag_timer(self) -> None:
        self._flag_timer = None
        self._tasks.spawn(self._drop_flag())

    async def _drop_flag(self) -> None:
        async with self._lock:
            try:
                await self._reload_if_uncertain()
                absent = [color for color in Color if not self._is_here(color)]
                await self._commit_command(lambda game: game.tick(self._clock.now_ms(), absent))
            except Exception as error:
                if not isinstance(error, ApiError):
                    log.exception("game %s: its flag could not be dropped", self.id)
                if not self._tasks.closing:
                    loop = asyncio.get_running_loop()
                    self._flag_timer = loop.call_later(RETRY_S, self._on_flag_timer)
                return
            if self._flag_timer is None:
                self._set_flag_timer()  # the timer fired a fraction of a millisecond too early

    def _is_here(self, color: Color) -> bool:
        """Whether who plays this colour has a page of the game open."""
        if self._presence is None or self._game.colors is None:
            return True
        player = self.guests[self._game.colors.index(color)]
        return player is None or self._presence.is_here(player)

    # -- the engine

    async def commit_engine_turn(self, turn: int, decide: Callable[[GameMachine], list[Event]]) -> bool:
        """Commits what the engine decided at event ``turn``. Returns whether its turn is over."""
        async with self._lock:
            await self._reload_if_uncertain()
            # The update sent by the commit must say that the engine no longer thinks.
            search = self._engine.release()
            try:
                events = await self._commit_command(lambda game: decide(game) if game.count == turn else [])
            except Exception:
                self._engine.take_again(search)
                raise
            if not events and not self._engine.thinking:
                self._engine.take_again(search)
            return bool(events) or not self._game.engines_turn

    def send_notice(self, notice: Text) -> None:
        """Shows a text on all pages of the game."""
        self._send_update(len(self._game.moves), notice)

    # -- messages to the pages

    def _update(self, keep: int, colors: tuple[Color, ...], notice: Text | None) -> games_wire.UpdateMessage:
        return games_views.update(
            self._game,
            self._moves,
            keep,
            id=self.id,
            colors=colors,
            thinking=self._engine.thinking,
            attendance=self._attendance(),
            rematch=self._next,
            notice=notice,
            now_ms=self._clock.now_ms(),
        )

    def _send_update(
        self,
        keep: int,
        notice: Text | None,
        but: Connection | None = None,
        only: ev.ColorName | None = None,
    ) -> None:
        """Sends the changes to all pages: players of one colour and spectators see different moves.

        ``only``: to the player of this colour alone.
        """
        messages: dict[tuple[Color, ...], str] = {}
        for watcher in self._watchers:
            if watcher is but:
                continue
            colors = self.colors_of(watcher.guest)
            if only is not None and only not in map(color_name, colors):
                continue
            if colors not in messages:
                messages[colors] = encode(self._update(keep, colors, notice))
            watcher.send(messages[colors])

    # -- who is here

    def _attendance(self) -> games_wire.Attendance | None:
        if self._presence is None or self._game.colors is None or self._game.correspondence:
            return None
        now = self._clock.now_ms()
        states = {
            color: self._presence.state(player, now)
            for player, color in zip(self.guests, self._game.colors, strict=True)
            if player is not None
        }
        watchers = sum(not self.is_player(each.guest) for each in self._watchers)
        return games_wire.Attendance(states[Color.BLACK], states[Color.WHITE], watchers)

    def _send_attendance(self, but: Connection | None = None) -> None:
        """Sends who is here, now and at each later change."""
        self._send_update(len(self._game.moves), None, but)
        if self._presence_timer is not None:
            self._presence_timer.cancel()
            self._presence_timer = None
        assert self._presence is not None
        now = self._clock.now_ms()
        change = self._presence.next_change(now)
        if change is not None and self._game.outcome is None and not self._tasks.closing:
            wait = max(1, change - now) / 1000
            self._presence_timer = asyncio.get_running_loop().call_later(wait, self._send_attendance)
