"""A game in memory: commands, commits, the flag timer, the engine's moves, and who is watching.

Every change follows the same steps: a command asks the pure `Game` for events, the events are committed to
the database, and only then the new state replaces the old one and is sent to the pages. A change runs in
a task of its own, so it is completed even if the client disconnects.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final, Protocol, TypeVar

from komadai.engine import PlayResult
from komadai.engine.pool import EnginePool, limits_for
from komadai.errors import EngineError, EngineTimeout
from komadai.play import events as ev
from komadai.play.errors import CommandError
from komadai.play.events import Event
from komadai.play.game import Game, replay
from komadai.play.texts import Text
from komadai.server.connections import Connection, encode
from komadai.server.db.database import DATABASE_ERRORS, reason_of, save_error
from komadai.server.errors import ApiError
from komadai.server.games import views as games_views
from komadai.server.games import wire as games_wire
from komadai.server.games.store import GameRow, GameStore
from komadai.server.positions import move_input
from komadai.server.settings import Settings

log: Final = logging.getLogger(__name__)
T = TypeVar("T")

RETRY_S: Final = 1.0
"""The delay before a flag fall or an engine's move that could not be stored is tried again."""
UNLOAD_AFTER_S: Final = 60.0
"""A game that is not in use is removed from memory after this time."""

ENGINE_CRASHED: Final = Text(
    "The engine stopped working. A new one continues the game.",
    "エンジンが停止したため、新しいエンジンで続けます。",
)
ENGINE_HUNG: Final = Text(
    "The engine did not answer. A new one continues the game.",
    "エンジンが応答しないため、新しいエンジンで続けます。",
)


class Host(Protocol):
    """What a live game uses of the registry that holds it."""

    settings: Settings
    store: GameStore
    engines: EnginePool
    closing: bool

    def now_ms(self) -> int:
        """The server's time."""

    def spawn(self, coroutine: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Runs the coroutine in a task that is never cancelled."""

    async def complete(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Runs the coroutine to its end, even if the caller is cancelled."""


class LiveGame:
    """One game in memory."""

    def __init__(self, host: Host, row: GameRow, game: Game) -> None:
        self._host = host
        self._row = row
        self._game = game
        self._moves = games_views.MoveList(game.settings.start_sfen)
        self._moves.update(game)
        self._lock = asyncio.Lock()
        self._watchers: set[Connection] = set()
        self._flag_timer: asyncio.TimerHandle | None = None
        self._search_task: asyncio.Task[None] | None = None
        self._commit_uncertain = False
        self.used_at_ms = host.now_ms()

    @property
    def id(self) -> str:
        """The game's id."""
        return self._row.id

    @property
    def guest(self) -> str:
        """The guest who created the game and plays it."""
        return self._row.guest_id

    @property
    def settings(self) -> ev.Created:
        """The settings of the game."""
        return self._game.settings

    @property
    def game(self) -> Game:
        """The stored state."""
        return self._game

    @property
    def clock_runs(self) -> bool:
        """Whether the time of a side is running."""
        return self._game.clock_runs

    @property
    def in_use(self) -> bool:
        """Whether the game must stay in memory."""
        return bool(
            self._watchers
            or self._game.clock_runs
            or self._is_thinking
            or self._lock.locked()
            or self._host.now_ms() - self.used_at_ms < 1000 * UNLOAD_AFTER_S
        )

    def is_player(self, guest: str | None) -> bool:
        """Whether this guest plays the game."""
        return guest == self.guest

    # -- called by the HTTP handlers, the sockets and the registry

    async def view(self, guest: str | None) -> games_wire.GameView:
        """The whole game. If its player asks, a paused game is resumed."""
        return await self._host.complete(self._view(guest))

    async def join(self, connection: Connection, after: int | None) -> None:
        """Sends the game's state to a page, and every update after it.

        The first message is an update if ``after`` is the number of an event of the game, else the
        whole game. A player who joins resumes a paused game.
        """
        await self._host.complete(self._join(connection, after))

    def leave(self, connection: Connection) -> None:
        """Stops sending updates to a page. The clock continues to run."""
        self._watchers.discard(connection)

    async def command(self, guest: str | None, command: games_wire.GameCommand, at: int) -> None:
        """Executes a command that arrived at this time. Returns after the commit; raises ApiError."""
        if not self.is_player(guest):
            raise ApiError("not_yours")
        await self._host.complete(self._command(command, at))

    async def pause(self, at: int) -> None:
        """Pauses the game as of this time, because the server stops or stopped then."""
        async with self._lock:
            await self._commit_command(lambda game: game.pause(at))

    def stop(self) -> asyncio.Task[None] | None:
        """Cancels the flag timer and the engine's search. Returns the search task to wait for."""
        if self._flag_timer is not None:
            self._flag_timer.cancel()
            self._flag_timer = None
        if self._search_task is not None:
            self._search_task.cancel()
        return self._search_task

    # -- under the lock

    async def _view(self, guest: str | None) -> games_wire.GameView:
        async with self._lock:
            return await self._view_for(guest)

    async def _join(self, connection: Connection, after: int | None) -> None:
        async with self._lock:
            whole = await self._view_for(connection.guest)
            keep = None if after is None else self._game.unchanged_plies_since(after)
            if keep is None:
                connection.send(encode(games_wire.GameMessage(whole)))
            else:
                connection.send(encode(self._update(keep, self.is_player(connection.guest), None)))
            self._watchers.add(connection)

    async def _view_for(self, guest: str | None) -> games_wire.GameView:
        await self._reload_if_uncertain()
        self.used_at_ms = self._host.now_ms()
        is_player = self.is_player(guest)
        if is_player:
            await self._commit_command(lambda game: game.resume(self._host.now_ms()))
            self._start_search_if_due()
        rematch = None if self._game.outcome is None else await self._host.store.rematch_of(self.id)
        return games_views.game_view(
            self._game,
            self._row,
            self._moves,
            is_player=is_player,
            thinking=self._is_thinking,
            rematch=rematch,
            now_ms=self._host.now_ms(),
        )

    async def _command(self, command: games_wire.GameCommand, at: int) -> None:
        async with self._lock:
            await self._reload_if_uncertain()
            game = self._game
            color = game.human
            assert color is not None, "the colours are known when a game has been created"
            if game.outcome is not None:
                raise ApiError("finished")
            if command.event != game.count:
                raise ApiError("stale")
            match command:
                case games_wire.MoveCommand():
                    move = move_input.from_usi(command.usi)
                    events = await self._commit_command(lambda game: game.move(color, move, at))
                case games_wire.TypedCommand():
                    events = await self._commit_command(
                        lambda game: game.move(color, move_input.typed(game.board, command.text), at)
                    )
                case games_wire.ResignCommand():
                    events = await self._commit_command(lambda game: game.resign(color, at))
                case games_wire.DeclareCommand():
                    events = await self._commit_command(lambda game: game.declare(color, at))
                case games_wire.TakeBackCommand():
                    events = await self._commit_command(lambda game: game.take_back(color, at))
            if any(isinstance(event, ev.Flagged) for event in events):
                raise ApiError("finished")  # the command was too late: the flag fell instead

    async def _commit_command(self, decide: Callable[[Game], list[Event]]) -> list[Event]:
        """Asks the game for events, commits them and sends the update. The lock must be held.

        Raises ApiError if the game refuses the command or the events cannot be stored.
        """
        game = self._game
        try:
            events = decide(game)
        except CommandError as error:
            raise ApiError.from_command(error) from error
        if not events:
            return events
        after = game.copy()
        for event in events:
            after.apply(event)
        row = games_views.row_of(after, self.id, self.guest, self._row.created_ms, self._row.rematch_of)
        try:
            await self._host.store.append(row, events)
        except DATABASE_ERRORS as error:
            self._commit_uncertain = True
            log.error("game %s: could not save %d events: %s", self.id, len(events), reason_of(error))
            raise save_error(error) from None
        self._set_state(after, row)
        return events

    def _set_state(self, game: Game, row: GameRow) -> None:
        before, self._game, self._row = self._game, game, row
        self._moves.update(game)
        self._set_flag_timer()
        keep = game.unchanged_plies_since(before.count) or 0
        if self._search_task is not None and (keep < len(before.moves) or not game.engines_turn):
            self._search_task.cancel()  # the position it searches is no longer the current one
            self._search_task = None
        self._start_search_if_due()
        self._send_update(keep, None)

    async def _reload_if_uncertain(self) -> None:
        """After a failed commit, which may have reached the database, reads the game back."""
        if not self._commit_uncertain:
            return
        try:
            row = await self._host.store.game(self.id)
            events = await self._host.store.events(self.id)
        except DATABASE_ERRORS as error:
            raise save_error(error) from None
        assert row is not None
        self._commit_uncertain = False
        self._set_state(replay(events), row)

    # -- the flag

    def _set_flag_timer(self) -> None:
        if self._flag_timer is not None:
            self._flag_timer.cancel()
            self._flag_timer = None
        deadline = self._game.deadline
        if deadline is not None and not self._host.closing:
            wait = max(0, deadline - self._host.now_ms()) / 1000
            self._flag_timer = asyncio.get_running_loop().call_later(wait, self._on_flag_timer)

    def _on_flag_timer(self) -> None:
        self._flag_timer = None
        self._host.spawn(self._drop_flag())

    async def _drop_flag(self) -> None:
        async with self._lock:
            try:
                await self._reload_if_uncertain()
                await self._commit_command(lambda game: game.tick(self._host.now_ms()))
            except ApiError:
                if not self._host.closing:
                    loop = asyncio.get_running_loop()
                    self._flag_timer = loop.call_later(RETRY_S, self._on_flag_timer)
                return
            if self._flag_timer is None:
                self._set_flag_timer()  # the timer fired a fraction of a millisecond too early

    # -- the engine

    @property
    def _is_thinking(self) -> bool:
        return self._search_task is not None and not self._search_task.done()

    def _start_search_if_due(self) -> None:
        """Starts the engine's search if it is the engine's turn and no search is running."""
        if self._game.engines_turn and not self._is_thinking and not self._host.closing:
            self._search_task = asyncio.get_running_loop().create_task(self._play_engine_move())

    async def _play_engine_move(self) -> None:
        failures = 0
        while self._game.engines_turn:
            turn = self._game.count
            try:
                answer = await self._ask_engine(self._game)
                if await self._commit_decision(turn, _engine_decision(answer, self._host.now_ms())):
                    return
            except Exception as error:  # any failure counts, so that the game never waits forever
                failures += 1
                expected = isinstance(error, EngineError | ApiError)
                log.warning("game %s: %s", self.id, error, exc_info=not expected)
                if failures >= self._host.settings.engine_rules.failures:
                    await self._commit_decision(
                        turn, lambda game: game.interrupt("engine_failed", self._host.now_ms())
                    )
                    return
                notice = ENGINE_HUNG if isinstance(error, EngineTimeout) else ENGINE_CRASHED
                self._send_update(len(self._game.moves), notice)

    async def _ask_engine(self, game: Game) -> PlayResult:
        player = game.player(game.turn)
        assert isinstance(player, ev.EnginePlayer)
        program = self._host.settings.engine(player.name)
        if program is None:
            raise EngineError(f"engine {player.name!r} is no longer in the configuration")
        color, clock, rules = game.turn, game.clock, self._host.settings.engine_rules
        return await self._host.engines.think(
            program,
            game.board.copy(),
            lambda: limits_for(clock, color, self._host.now_ms(), rules),
            game=self.id,
            rule=game.rule,
            level=player.level,
        )

    async def _commit_decision(self, turn: int, decide: Callable[[Game], list[Event]]) -> bool:
        """Commits what the engine decided at event ``turn``; tries again while the database fails.

        The commit runs in a task of its own, because the search may be cancelled and a commit must not
        be. Returns whether the engine's turn is over.
        """
        while True:
            try:
                return await asyncio.shield(self._host.spawn(self._try_commit_decision(turn, decide)))
            except ApiError as error:
                if error.code not in ("not_saved", "disk_full"):
                    raise
                await asyncio.sleep(RETRY_S)

    async def _try_commit_decision(self, turn: int, decide: Callable[[Game], list[Event]]) -> bool:
        async with self._lock:
            await self._reload_if_uncertain()
            if self._game.count != turn:
                return not self._game.engines_turn
            # The update sent by the commit must say that the engine no longer thinks.
            self._search_task, search_task = None, self._search_task
            try:
                await self._commit_command(decide)
            except ApiError:
                self._search_task = search_task
                raise
            return True

    # -- messages to the pages

    def _update(self, keep: int, is_player: bool, notice: Text | None) -> games_wire.UpdateMessage:
        return games_views.update(
            self._game,
            self._moves,
            keep,
            id=self.id,
            is_player=is_player,
            thinking=self._is_thinking,
            notice=notice,
            now_ms=self._host.now_ms(),
        )

    def _send_update(self, keep: int, notice: Text | None) -> None:
        for is_player in (True, False):
            watchers = [each for each in self._watchers if self.is_player(each.guest) is is_player]
            if watchers:
                message = encode(self._update(keep, is_player, notice))
                for watcher in watchers:
                    watcher.send(message)


def _engine_decision(answer: PlayResult, at: int) -> Callable[[Game], list[Event]]:
    if answer.move is not None:
        move = answer.move
        return lambda game: game.move(game.turn, move, at)
    if answer.resigned:
        return lambda game: game.resign(game.turn, at)
    return lambda game: game.declare(game.turn, at)
