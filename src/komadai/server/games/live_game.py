"""Games being played: commands in, commits, clocks, engines, and whoever is watching.

One `LiveGame` per game that is played or looked at, all of them in the `Hall`. Everything
that changes a game goes the same way: a command asks the pure `Game` for events, the events
are committed, and only then does the new state take the old one's place and is shown. Each
change runs in a task of its own, so that a page that goes away in the middle of its command
cannot tear it in two.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections.abc import Callable, Coroutine
from typing import Any, Final, Literal, TypeVar

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from komadai.engine import PlayResult
from komadai.engine.pool import EnginePool, limits_for
from komadai.errors import EngineError, EngineTimeout
from komadai.pieces import Color
from komadai.play import events as ev
from komadai.play.events import Event
from komadai.play.game import Game, replay
from komadai.play.refusals import Refused
from komadai.play.texts import Words
from komadai.server.db.database import Database, GameRow
from komadai.server.games import views as games_views
from komadai.server.games import wire as games_wire
from komadai.server.positions import move_input
from komadai.server.server_clock import ServerClock
from komadai.server.settings import Settings

log: Final = logging.getLogger(__name__)
T = TypeVar("T")

BEAT_S: Final = 1.0
"""How often the server notes that it is alive while a clock runs: what a crash can give back."""
RETRY_S: Final = 1.0
"""After how long a flag or an engine's move that could not be saved is tried again."""
KEPT_S: Final = 60.0
"""How long a game nobody needs stays in memory."""

CRASHED: Final = Words(
    "The engine stopped working. A fresh one plays on.", "エンジンが停止したため、新しいエンジンで続けます。"
)
HUNG: Final = Words(
    "The engine did not answer. A fresh one plays on.", "エンジンが応答しないため、新しいエンジンで続けます。"
)

_encoder: Final = msgspec.json.Encoder()


def encode(message: object) -> str:
    """A message as it goes over the socket."""
    return _encoder.encode(message).decode()


class Watcher:
    """One open page: messages wait here until its socket has taken them."""

    def __init__(self, yours: bool, most: int) -> None:
        self.yours = yours
        self.outbox: asyncio.Queue[str] = asyncio.Queue(most)
        self.overflowed = asyncio.Event()

    def tell(self, message: str) -> None:
        """Queues a message. A page too slow for its messages is given up; it can come back."""
        try:
            self.outbox.put_nowait(message)
        except asyncio.QueueFull:
            self.overflowed.set()


class LiveGame:
    """One game in memory."""

    def __init__(self, hall: Hall, row: GameRow, game: Game) -> None:
        self._hall = hall
        self._row = row
        self._game = game
        self._moves = games_views.MoveList(game.settings.start_sfen)
        self._moves.follow(game)
        self._lock = asyncio.Lock()
        self._watchers: set[Watcher] = set()
        self._flag: asyncio.TimerHandle | None = None
        self._thinker: asyncio.Task[None] | None = None
        self._in_doubt = False
        self.used_at = hall.loop_time()

    @property
    def id(self) -> str:
        """The game's id."""
        return self._row.id

    @property
    def guest(self) -> str:
        """Who began it."""
        return self._row.guest_id

    @property
    def settings(self) -> ev.Created:
        """What was agreed on."""
        return self._game.settings

    @property
    def game(self) -> Game:
        """The state that is written down."""
        return self._game

    @property
    def clock_runs(self) -> bool:
        """Whether somebody's time is running."""
        return self._game.clock_runs

    @property
    def needed(self) -> bool:
        """Whether the game must stay in memory."""
        return bool(
            self._watchers
            or self._game.clock_runs
            or self._thinking
            or self._lock.locked()
            or self._hall.loop_time() - self.used_at < KEPT_S
        )

    # -- what people and the hall ask for

    async def view(self, guest: str | None) -> games_wire.GameView:
        """The whole game. Its guest's asking resumes it if it is paused."""
        return await self._hall.finish(self._view(guest))

    async def join(self, guest: str | None, after: int | None, outbox: int) -> Watcher:
        """Someone watches from now on; the first message is in the outbox already."""
        return await self._hall.finish(self._join(guest, after, outbox))

    def leave(self, watcher: Watcher) -> None:
        """A page is closed. The game goes on and so does its clock."""
        self._watchers.discard(watcher)

    async def command(self, command: games_wire.GameCommand, at: int) -> None:
        """What the person wants, arrived at ``at``. Returns when it is committed; raises Refused."""
        await self._hall.finish(self._command(command, at))

    async def pause(self, at: int) -> None:
        """The server goes, or went, away at this moment."""
        async with self._lock:
            await self._carry_out(lambda game: game.pause(at))

    def stop(self) -> asyncio.Task[None] | None:
        """Ends the timer and the engine's thinking; the task to wait for, if there is one."""
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        if self._thinker is not None:
            self._thinker.cancel()
        return self._thinker

    # -- under the lock

    async def _view(self, guest: str | None) -> games_wire.GameView:
        async with self._lock:
            return await self._seen_by(guest)

    async def _join(self, guest: str | None, after: int | None, outbox: int) -> Watcher:
        async with self._lock:
            whole = await self._seen_by(guest)
            watcher = Watcher(guest == self.guest, outbox)
            keep = None if after is None else self._game.kept_since(after)
            if keep is None:
                watcher.tell(encode(games_wire.GameMessage(whole)))
            else:
                watcher.tell(encode(self._update(keep, watcher.yours, None)))
            self._watchers.add(watcher)
            return watcher

    async def _seen_by(self, guest: str | None) -> games_wire.GameView:
        await self._be_certain()
        self.used_at = self._hall.loop_time()
        yours = guest == self.guest
        if yours:
            await self._carry_out(lambda game: game.sit_down(self._hall.now_ms()))
            self._wake_engine()
        following = None if self._game.outcome is None else await self._hall.database.rematch_of(self.id)
        return games_views.game_view(
            self._game,
            self._row,
            self._moves,
            yours=yours,
            thinking=self._thinking,
            following=following,
            now_ms=self._hall.now_ms(),
        )

    async def _command(self, command: games_wire.GameCommand, at: int) -> None:
        async with self._lock:
            await self._be_certain()
            game = self._game
            person = game.person
            assert person is not None, "sides are drawn when a game is begun"
            if game.outcome is not None:
                raise Refused("finished")
            if command.event != game.count:
                raise Refused("stale")
            match command:
                case games_wire.MoveCommand():
                    move = move_input.from_usi(command.usi)
                    events = await self._carry_out(lambda game: game.move(person, move, at))
                case games_wire.TypedCommand():
                    events = await self._carry_out(
                        lambda game: game.move(person, move_input.typed(game.board, command.text), at)
                    )
                case games_wire.ResignCommand():
                    events = await self._carry_out(lambda game: game.resign(person, at))
                case games_wire.DeclareCommand():
                    events = await self._carry_out(lambda game: game.declare(person, at))
                case games_wire.TakeBackCommand():
                    events = await self._carry_out(lambda game: game.take_back(person, at))
            if any(isinstance(event, ev.Flagged) for event in events):
                raise Refused("finished")  # it came too late, and what was done is the flag's fall

    async def _carry_out(self, decide: Callable[[Game], list[Event]]) -> list[Event]:
        """Asks the game for events, commits them, shows them. The lock must be held."""
        game = self._game
        events = decide(game)
        if not events:
            return events
        after = game.copy()
        for event in events:
            after.apply(event)
        row = games_views.row_of(after, self.id, self.guest, self._row.created_ms, self._row.rematch_of)
        try:
            await self._hall.database.append(row, events)
        except (SQLAlchemyError, OSError) as error:
            self._in_doubt = True
            log.exception("game %s: %d events could not be saved", self.id, len(events))
            raise Refused("not_saved") from error
        self._take(after, row)
        return events

    def _take(self, game: Game, row: GameRow) -> None:
        before, self._game, self._row = self._game, game, row
        self._moves.follow(game)
        self._set_flag()
        kept = game.kept_since(before.count) or 0
        if self._thinker is not None and (kept < len(before.moves) or not game.computers_turn):
            self._thinker.cancel()  # what it thinks about is no more
            self._thinker = None
        self._wake_engine()
        self._show(kept, None)

    async def _be_certain(self) -> None:
        """After a commit that failed somewhere on its way, what the database says is what happened."""
        if not self._in_doubt:
            return
        try:
            row = await self._hall.database.game(self.id)
            events = await self._hall.database.events(self.id)
        except (SQLAlchemyError, OSError) as error:
            raise Refused("not_saved") from error
        assert row is not None
        self._in_doubt = False
        self._take(replay(events), row)

    # -- time

    def _set_flag(self) -> None:
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        deadline = self._game.deadline
        if deadline is not None and not self._hall.closing:
            wait = max(0, deadline - self._hall.now_ms()) / 1000
            self._flag = asyncio.get_running_loop().call_later(wait, self._flag_is_due)

    def _flag_is_due(self) -> None:
        self._flag = None
        self._hall.spawn(self._fall())

    async def _fall(self) -> None:
        async with self._lock:
            try:
                await self._be_certain()
                await self._carry_out(lambda game: game.tick(self._hall.now_ms()))
            except Refused:
                if not self._hall.closing:
                    self._flag = asyncio.get_running_loop().call_later(RETRY_S, self._flag_is_due)
                return
            if self._flag is None:
                self._set_flag()  # the timer was early by a fraction of a millisecond

    # -- the engine

    @property
    def _thinking(self) -> bool:
        return self._thinker is not None and not self._thinker.done()

    def _wake_engine(self) -> None:
        """Lets the engine think if it is its turn and it does not already."""
        if self._game.computers_turn and not self._thinking and not self._hall.closing:
            self._thinker = asyncio.get_running_loop().create_task(self._think())

    async def _think(self) -> None:
        failures = 0
        while self._game.computers_turn:
            turn = self._game.count
            try:
                answer = await self._ask_engine(self._game)
                if await self._settle(turn, _decision(answer, self._hall.now_ms())):
                    return
            except Exception as error:  # whatever it is, a game must not wait for ever for its engine
                failures += 1
                expected = isinstance(error, EngineError | Refused)
                log.warning("game %s: %s", self.id, error, exc_info=not expected)
                if failures >= self._hall.settings.engine_rules.failures:
                    await self._settle(
                        turn, lambda game: game.interrupt("engine_failed", self._hall.now_ms())
                    )
                    return
                self._show(len(self._game.moves), HUNG if isinstance(error, EngineTimeout) else CRASHED)

    async def _ask_engine(self, game: Game) -> PlayResult:
        program = self._hall.settings.engine(game.settings.engine)
        if program is None:
            raise EngineError(f"engine {game.settings.engine!r} is no longer in the configuration")
        color, clock, rules = game.turn, game.clock, self._hall.settings.engine_rules
        return await self._hall.engines.think(
            program,
            game.board.copy(),
            lambda: limits_for(clock, color, self._hall.now_ms(), rules),
            game=self.id,
            rule=game.rule,
            level=game.settings.level,
        )

    async def _settle(self, turn: int, decide: Callable[[Game], list[Event]]) -> bool:
        """Carries out what the engine decided at event ``turn``, trying again while the database fails.

        In a task of its own: the thinking may be cancelled, a commit must not be. True if the
        engine's turn is over.
        """
        while True:
            try:
                return await asyncio.shield(self._hall.spawn(self._settle_once(turn, decide)))
            except Refused as refused:
                if refused.code != "not_saved":
                    raise
                await asyncio.sleep(RETRY_S)

    async def _settle_once(self, turn: int, decide: Callable[[Game], list[Event]]) -> bool:
        async with self._lock:
            await self._be_certain()
            if self._game.count != turn:
                return not self._game.computers_turn
            self._thinker, thinker = None, self._thinker  # its work is done: what is shown says so
            try:
                await self._carry_out(decide)
            except Refused:
                self._thinker = thinker
                raise
            return True

    # -- showing

    def _update(self, keep: int, yours: bool, notice: Words | None) -> games_wire.UpdateMessage:
        return games_views.update(
            self._game,
            self._moves,
            keep,
            yours=yours,
            thinking=self._thinking,
            notice=notice,
            now_ms=self._hall.now_ms(),
        )

    def _show(self, keep: int, notice: Words | None) -> None:
        for yours in (True, False):
            watchers = [watcher for watcher in self._watchers if watcher.yours is yours]
            if watchers:
                message = encode(self._update(keep, yours, notice))
                for watcher in watchers:
                    watcher.tell(message)


class Hall:
    """All games of this server."""

    def __init__(self, settings: Settings, database: Database, clock: ServerClock) -> None:
        self.settings = settings
        self.database = database
        self.engines = EnginePool(settings.engine_rules)
        self.closing = False
        self.clock = clock
        self._games: dict[str, LiveGame] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._keeper: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, settings: Settings, database: Database) -> Hall:
        """Opens the hall. Games whose clocks ran when an earlier server ended without a word are
        paused as of the last moment it was known to live."""
        alive_ms = await database.alive()
        hall = cls(settings, database, ServerClock(alive_ms))
        for game_id in await database.running():
            try:
                live = await hall.game(game_id)
                await live.pause(max(alive_ms, live.game.at))
            except Exception:  # one damaged game must not keep all the others from being played
                log.exception("game %s cannot be read back", game_id)
        hall._keeper = asyncio.get_running_loop().create_task(hall._keep())
        return hall

    async def close(self) -> None:
        """Pauses every running game, ends every engine."""
        self.closing = True
        if self._keeper is not None:
            self._keeper.cancel()
        thinkers = [live.stop() for live in self._games.values()]
        await self.engines.close()
        await asyncio.gather(*(thinker for thinker in thinkers if thinker), return_exceptions=True)
        await asyncio.gather(*self._tasks, return_exceptions=True)
        now = self.now_ms()
        pauses = (live.pause(now) for live in self._games.values() if live.clock_runs)
        await asyncio.gather(*pauses, return_exceptions=True)

    def now_ms(self) -> int:
        """The time by which all games are played."""
        return self.clock.now_ms()

    def loop_time(self) -> float:
        """Seconds, for how long something has been in memory."""
        return self.now_ms() / 1000

    def spawn(self, coroutine: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Runs it whatever becomes of who asked for it."""
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def finish(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Waits for it; if the waiting is cancelled it is carried through all the same."""
        return await asyncio.shield(self.spawn(coroutine))

    async def game(self, game_id: str) -> LiveGame:
        """The game with this id. Refused ``not_found``."""
        live = self._games.get(game_id)
        if live is not None:
            live.used_at = self.loop_time()
            return live
        if not _ID.fullmatch(game_id):
            raise Refused("not_found")
        lock = self._loading.setdefault(game_id, asyncio.Lock())
        try:
            async with lock:
                if game_id not in self._games:
                    row = await self.database.game(game_id)
                    if row is None:
                        raise Refused("not_found")
                    events = await self.database.events(game_id)
                    self._games.setdefault(game_id, LiveGame(self, row, replay(events)))
                return self._games[game_id]
        finally:
            if not lock.locked():
                self._loading.pop(game_id, None)

    async def begin(self, guest: str, new: games_wire.NewGame, start_sfen: str, handicap: str) -> str:
        """Begins a game and returns its id. What `new` asks for must have been checked."""
        program = self.settings.engine(new.engine)
        assert program is not None
        created = ev.Created(
            at=self.now_ms(),
            side=new.side,
            engine=new.engine,
            level=new.level if program.levels else None,
            handicap=handicap,
            start_sfen=start_sfen,
            clock=new.clock,
            impasse=new.impasse,
            illegal=new.illegal,
            take_back=new.take_back,
        )
        return await self.finish(self._begin(guest, created, None))

    async def rematch(self, guest: str, live: LiveGame) -> tuple[str, bool]:
        """The same game with colours changed: its id, and whether it is new. Refused ``playing``."""
        return await self.finish(self._rematch(guest, live))

    async def _rematch(self, guest: str, live: LiveGame) -> tuple[str, bool]:
        game = live.game
        if game.outcome is None:
            raise Refused("playing")
        following = await self.database.rematch_of(live.id)
        if following is not None:
            return following, False
        other: Literal["black", "white"] = "white" if game.person is Color.BLACK else "black"
        created = msgspec.structs.replace(game.settings, at=self.now_ms(), side=other)
        return await self._begin(guest, created, live.id), True

    async def _begin(self, guest: str, created: ev.Created, rematch_of: str | None) -> str:
        game = Game(created)
        events: list[Event] = [created]
        game.apply(created)
        if created.side == "furigoma":
            first, second, third, fourth, fifth = (secrets.randbits(1) == 1 for _ in range(5))
            for event in game.throw_pawns((first, second, third, fourth, fifth), created.at):
                events.append(event)
                game.apply(event)
        game_id = new_id()
        row = games_views.row_of(game, game_id, guest, created.at, rematch_of)
        try:
            await self.database.begin(row, events)
        except (SQLAlchemyError, OSError) as error:
            log.exception("a new game could not be saved")
            raise Refused("not_saved") from error
        self._games[game_id] = LiveGame(self, row, game)
        return game_id

    async def _keep(self) -> None:
        """Notes that the server is alive while clocks run; forgets games nobody needs."""
        while True:
            await asyncio.sleep(BEAT_S)
            if any(live.clock_runs for live in self._games.values()):
                try:
                    await self.database.beat(self.now_ms())
                except (SQLAlchemyError, OSError):
                    log.exception("the pulse could not be saved")
            for game_id in [game_id for game_id, live in self._games.items() if not live.needed]:
                del self._games[game_id]


_LETTERS: Final = "23456789abcdefghijkmnpqrstuvwxyz"
"""Letters and digits that cannot be mistaken for each other."""
_ID: Final = re.compile(f"[{_LETTERS}]{{12}}")


def new_id() -> str:
    """A game's id: 60 random bits as twelve letters and digits."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


def _decision(answer: PlayResult, at: int) -> Callable[[Game], list[Event]]:
    if answer.move is not None:
        move = answer.move
        return lambda game: game.move(game.turn, move, at)
    if answer.resigned:
        return lambda game: game.resign(game.turn, at)
    return lambda game: game.declare(game.turn, at)
