"""Takes a USI engine to a CSA server: logs in, plays games, and logs in again for the next one."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, Final, cast

from komadai.csa.client_session import (
    ClientGame,
    ClientSession,
    Ended,
    Event,
    LoggedIn,
    Moved,
    Proposed,
    Refused,
    Started,
)
from komadai.csa.errors import CsaConnectionError, CsaProtocolError, CsaRefused
from komadai.csa.lines import LineBuffer, encode_lines, printable
from komadai.engine.client.async_engine import UsiEngine
from komadai.engine.client.supervised import SupervisedEngine
from komadai.engine.program import EngineProgram, EngineRules
from komadai.engine.protocol.limits import Limits
from komadai.errors import EngineError, EngineProtocolError
from komadai.impasse import ImpasseRule
from komadai.messages import os_error_message, text_in
from komadai.pieces import BLACK, WHITE

if TYPE_CHECKING:
    from komadai.engine.protocol.info import PlayResult

DEFAULT_PORT: Final = 4081
CONNECT_S: Final = 15.0
LOGIN_S: Final = 60.0
"""The time in which a server must answer a login."""
CONTINUED_S: Final = 2.0
"""How long the client waits after a game whether the server begins another one or closes the connection."""
MAX_SERVER_LINE_BYTES: Final = 1 << 16
RETRY_DELAYS_S: Final = (1, 2, 4, 8, 16, 30, 60, 60)
"""The delays before the attempts to connect again after a lost connection."""
STABLE_S: Final = 60.0
"""A connection that lasted this long counts as a success: the next attempt follows after the first delay."""
UNTIMED_MS: Final = 10_000
"""The time for a move in a game without a time limit."""
_CHUNK: Final = 1 << 16
_ERROR: Final = "##[ERROR] "

Report = Callable[[Event | str], None]
"""Gets the events of the session, and in words what went wrong but did not end the client."""
Log = Callable[[str], None]
"""Gets the lines of the protocol, without passwords and tokens: ``>`` to the server, ``<`` from it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientSettings:
    """The login of the client, and the engine it plays with."""

    host: str
    port: int = DEFAULT_PORT
    name: str
    password: str = field(repr=False)
    game: str | None = None
    """The name of the game, such as ``club-60-5``; None: the password contains it, or the server decides."""
    engine: EngineProgram
    games: int = 1
    ponder: bool = False
    x1: bool = False
    """Whether to log in to the extended mode, in which a lost game can be taken up again."""
    keep_alive_s: float = 60.0
    """The time without a message after which an empty line is sent; 0: never."""
    retry_delays_s: tuple[float, ...] = RETRY_DELAYS_S

    def login(self, reconnect: str = "") -> str:
        """The line that logs in. ``reconnect`` is the game's id and token."""
        if reconnect:
            return f"LOGIN {self.name} {self.password} reconnect:{reconnect}"
        if self.x1:
            return f"LOGIN {self.name} {self.password} x1"
        return f"LOGIN {self.name} {f'{self.game},' if self.game else ''}{self.password}"


class CsaClient:
    """One engine at one server. `run` plays all games."""

    def __init__(self, settings: ClientSettings, report: Report, log: Log | None = None) -> None:
        self._settings = settings
        self._report = report
        self._log = log or (lambda _: None)
        self._supervised = SupervisedEngine(
            settings.engine, EngineRules(start_ms=_START_MS, failures=_MAX_FAILURES)
        )
        self._engine_error: EngineError | None = None
        self._broken: ClientSession | None = None
        """The session whose connection broke, while its game may be taken up again."""
        self.played: int = 0
        """The number of games that have ended."""

    async def run(self) -> None:
        """Plays the games.

        Raises CsaRefused, CsaConnectionError or CsaProtocolError if there is no server (at the start: at
        once; later: after several attempts), EngineError if the engine does not start or fails too often.
        """
        try:
            await self._supervised.start()
            failures, refusals, reconnect = 0, 0, ""
            logged_in_before = False
            while self.played < self._settings.games:
                played, began = self.played, monotonic()
                try:
                    connection = await _Connection.open(self._settings, self._log)
                    try:
                        reconnect = await self._play(connection, reconnect)
                        logged_in_before = True
                    finally:
                        await connection.close()
                    if not connection.lost:
                        continue
                    if self.played > played or monotonic() - began > STABLE_S:
                        failures = 0
                except (CsaConnectionError, CsaProtocolError, CsaRefused) as error:
                    if isinstance(error, CsaRefused) and reconnect:
                        # The server may not have noticed yet that the connection was lost.
                        refusals += 1
                        if refusals >= _MAX_REFUSALS:
                            refusals, reconnect = 0, ""
                            self._give_up_broken_game()
                    if not logged_in_before or failures >= len(self._settings.retry_delays_s):
                        self._give_up_broken_game()
                        raise
                    self._report(str(error))
                if self.played < self._settings.games:
                    delays = self._settings.retry_delays_s
                    await asyncio.sleep(delays[min(failures, len(delays) - 1)] if delays else 0)
                    failures += 1
        finally:
            await self._supervised.close(2.0)

    async def _play(self, connection: _Connection, reconnect: str) -> str:
        """Plays on one connection until it ends or all games are played.

        Returns the id and token with which the game can be taken up again if the connection was lost.
        """
        session = ClientSession(self._settings.name)
        connection.send(self._settings.login(reconnect))
        logged_in, said = False, ""
        deadline = monotonic() + LOGIN_S
        while True:
            line = await connection.line(None if logged_in else deadline - monotonic())
            if line is None:
                if said and not logged_in:
                    raise CsaRefused(f"the server refused the login: {said}")
                if not logged_in:
                    raise CsaConnectionError(
                        "the server closed the connection without an answer to the login"
                    )
                return self._lost(session)
            event = session.receive(line)
            if event is None:
                if line.startswith(_ERROR):
                    said = printable(line.removeprefix(_ERROR)[:200])
                continue
            if isinstance(event, Refused):
                raise CsaRefused(f"the server refused the login: {event.line}")
            self._report(event)
            match event:
                case LoggedIn():
                    logged_in = True
                    if self._settings.x1 and not reconnect and self._settings.game:
                        connection.send(f"%%GAME {self._settings.game} *")
                case Proposed(summary) if reconnect:
                    pass  # the server goes on with the game by itself
                case Proposed(summary):
                    await self._prepare(summary.game_id, summary.max_moves)
                    connection.send(f"AGREE {summary.game_id}")
                case Started(game):
                    reconnect, self._broken = "", None
                    if not await self._play_game(connection, session, game):
                        return self._lost(session)
                    if self._engine_error is not None:
                        raise self._engine_error
                    if self.played >= self._settings.games:
                        connection.send("LOGOUT")
                        return ""
                    if not self._settings.game:
                        continue  # the server begins the next game
                    if self._settings.x1:
                        connection.send(f"%%GAME {self._settings.game} *")
                    elif not await connection.is_continued(CONTINUED_S):
                        # Each login is for one game, but this server does not close the connection soon.
                        connection.send("LOGOUT")
                        return ""

    def _lost(self, session: ClientSession) -> str:
        """The connection ended. Counts the game that was being played, unless it can be taken up again."""
        game = session.game
        self._broken = session
        if game is not None and game.summary.reconnect_token:
            return f"{game.summary.game_id}+{game.summary.reconnect_token}"
        self._give_up_broken_game()
        return ""

    def _give_up_broken_game(self) -> None:
        """The game whose connection broke is over for the client."""
        session, self._broken = self._broken, None
        ended = None if session is None else session.connection_lost()
        if ended is not None:
            self.played += 1
            self._report(ended)

    # -- a game

    async def _prepare(self, game_id: str, max_moves: int | None) -> None:
        """Gets the engine ready for a new game, before its clock runs."""
        with suppress(EngineError):  # it is tried again when the engine has to move
            async with self._supervised.running() as engine:
                await self._supervised.set_rules(
                    ImpasseRule.POINTS_27, max_moves or 0, ponder=self._settings.ponder
                )
                await engine.new_game()
                self._supervised.game = game_id

    async def _play_game(self, connection: _Connection, session: ClientSession, game: ClientGame) -> bool:
        """Plays one game; False if the connection was lost before its end."""
        turn_began = monotonic() - game.used_ms / 1000
        unconfirmed = False
        """Whether an answer was sent that the server has not confirmed."""
        thinking: asyncio.Task[str] | None = None
        reading = asyncio.create_task(connection.line(None))
        try:
            while True:
                if thinking is None and game.is_my_turn and not unconfirmed:
                    thinking = asyncio.create_task(self._answer(game, turn_began))
                both = {reading, thinking} if thinking else {reading}
                await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
                if not reading.done():
                    assert thinking is not None
                    connection.send(thinking.result())
                    thinking, unconfirmed = None, True
                    continue
                line = reading.result()
                if line is None:
                    return False
                event = session.receive(line)
                if event is not None:
                    self._report(event)
                if isinstance(event, Ended):
                    await self._end(game)
                    return True
                if isinstance(event, Moved):
                    turn_began, unconfirmed = monotonic(), False
                reading = asyncio.create_task(connection.line(None))
        finally:
            reading.cancel()
            if thinking is not None:
                await self._stop(thinking)

    async def _answer(self, game: ClientGame, turn_began: float) -> str:
        """The engine's answer as a line for the server. An engine that fails too often resigns."""
        illegal = 0
        while True:
            try:
                result = await self._think(game, turn_began)
            except EngineProtocolError as error:
                self._report(str(error))
                illegal += 1
                if illegal < _MAX_ILLEGAL:
                    continue
                return "%TORYO"
            except EngineError as error:
                self._report(str(error))
                if self._supervised.failures < _MAX_FAILURES:
                    continue
                self._engine_error = error
                return "%TORYO"
            if result.move is None:
                return "%KACHI" if result.declared else "%TORYO"
            return game.move_line(result.move, result.info.to_analysis(result.move))

    async def _think(self, game: ClientGame, turn_began: float) -> PlayResult:
        async with self._supervised.running() as client:
            engine = cast("UsiEngine", client)
            if self._supervised.game != game.summary.game_id:  # a new process
                await self._supervised.set_rules(
                    ImpasseRule.POINTS_27, game.summary.max_moves or 0, ponder=self._settings.ponder
                )
                await engine.new_game()
                self._supervised.game = game.summary.game_id
            used_ms = round((monotonic() - turn_began) * 1000)
            return await engine.play(game.board, limits_of(game, used_ms), ponder=self._settings.ponder)

    async def _stop(self, thinking: asyncio.Task[str]) -> None:
        """Stops a search whose answer is no longer wanted."""
        if not thinking.done():
            with suppress(EngineError, TimeoutError):
                engine = await self._supervised.start()
                await engine.stop()
        thinking.cancel()
        with suppress(asyncio.CancelledError, EngineError):
            await thinking

    async def _end(self, game: ClientGame) -> None:
        self.played += 1
        result = None if game.end is None else game.end.result
        if self._supervised.alive and result in ("win", "lose", "draw"):
            with suppress(EngineError):
                engine = await self._supervised.start()
                await engine.stop()
                await engine.game_over(result)


_START_MS: Final = 120_000
"""The time for the start of an engine: some read gigabytes of data, on busy machines."""
_MAX_FAILURES: Final = 3
"""An engine that crashed or hung this number of times in a row resigns, and the client ends."""
_MAX_REFUSALS: Final = 3
"""If a server refused this number of times to let the client take up a game again, the game is over."""
_MAX_ILLEGAL: Final = 2
"""An engine that answered this number of times with an illegal move, or none, resigns."""


def limits_of(game: ClientGame, used_ms: int = 0) -> Limits:
    """The limits of the engine's search, by the times of the server.

    ``btime`` and ``wtime`` do not include the increment of the next move, as in USI. ``used_ms`` of the
    running turn are deducted.
    """
    times = game.summary.times
    if not any((each.total, each.byoyomi, each.increment) != (0, 0, 0) for each in times):
        return Limits(btime=0, wtime=0, byoyomi=UNTIMED_MS)
    mine = times[game.color]
    left = [game.remaining.left_ms(color) for color in (BLACK, WHITE)]
    # Less than a unit is not charged, so a delay of a few milliseconds costs nothing.
    used_ms -= used_ms % mine.unit_ms
    left[game.color] = max(left[game.color] - used_ms, 0)
    if any(each.increment for each in times):
        return Limits(
            btime=left[BLACK],
            wtime=left[WHITE],
            binc=times[BLACK].increment_ms,
            winc=times[WHITE].increment_ms,
        )
    return Limits(btime=left[BLACK], wtime=left[WHITE], byoyomi=mine.byoyomi_ms)


@dataclass(slots=True)
class _Connection:
    """A connection to the server."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    log: Log
    lost: bool = False
    """Whether the other side closed it."""
    _buffer: LineBuffer = field(default_factory=lambda: LineBuffer(MAX_SERVER_LINE_BYTES))
    _lines: list[str] = field(default_factory=list)
    _sent_at: float = field(default_factory=monotonic)
    _keeping_alive: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, settings: ClientSettings, log: Log) -> _Connection:
        """Raises CsaConnectionError."""
        place = f"{settings.host}:{settings.port}"
        try:
            reader, writer = await asyncio.wait_for(
                asyncio.open_connection(settings.host, settings.port), CONNECT_S
            )
        except TimeoutError as error:
            raise CsaConnectionError(f"{place}: no connection within {CONNECT_S:g} s") from error
        except socket.gaierror as error:
            raise CsaConnectionError(f"{place}: there is no host of this name") from error
        except ConnectionRefusedError as error:
            raise CsaConnectionError(
                f"{place}: the connection was refused; no server listens there"
            ) from error
        except OSError as error:
            raise CsaConnectionError(f"{place}: {text_in(os_error_message(error), 'en')}") from error
        connected: socket.socket = writer.get_extra_info("socket")
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        self = cls(reader, writer, log)
        if settings.keep_alive_s > 0:
            self._keeping_alive = asyncio.ensure_future(self._keep_alive(settings.keep_alive_s))
        return self

    def send(self, line: str) -> None:
        """Sends one line. If the connection is lost, the next reading finds it out."""
        self._sent_at = monotonic()
        self.log(f"> {_without_secrets(line)}")
        self.writer.write(encode_lines([line]))

    async def line(self, timeout: float | None) -> str | None:
        """The next line of the server; None if the connection ended.

        Raises CsaConnectionError after ``timeout`` seconds, CsaProtocolError for an endless line.
        """
        while not self._lines:
            await self._read(timeout)
            if self.lost:
                return None
        line = self._lines.pop(0)
        self.log(f"< {_without_secrets(line)}")
        return line

    async def _read(self, timeout: float | None) -> None:
        """Reads once, unless lines wait already."""
        if self._lines or self.lost:
            return
        try:
            data = await asyncio.wait_for(self.reader.read(_CHUNK), timeout)
        except TimeoutError:
            raise CsaConnectionError("the server did not answer the login") from None
        except OSError:
            data = b""
        self.lost = not data
        try:
            self._lines += self._buffer.feed(data)
        except CsaProtocolError as error:
            raise CsaConnectionError(f"the server does not speak CSA's protocol: {error}") from error

    async def is_continued(self, seconds: float) -> bool:
        """Whether the server sends something, or closes the connection, within this time."""
        with suppress(CsaConnectionError):
            await self._read(seconds)
            return True
        return False

    async def close(self) -> None:
        """Closes the connection."""
        if self._keeping_alive is not None:
            self._keeping_alive.cancel()
        self.writer.close()
        with suppress(OSError, TimeoutError):
            await asyncio.wait_for(self.writer.wait_closed(), 2.0)

    async def _keep_alive(self, interval_s: float) -> None:
        while True:
            await asyncio.sleep(max(self._sent_at + interval_s - monotonic(), 1.0))
            if monotonic() - self._sent_at >= interval_s:
                self.send("")


_SECRETS: Final = re.compile(r"(^LOGIN \S+ |\breconnect:|^Reconnect_Token:)\S+", re.I)
"""The password of a login, and the token with which a game can be taken up again."""


def _without_secrets(line: str) -> str:
    return _SECRETS.sub(r"\1****", line)
