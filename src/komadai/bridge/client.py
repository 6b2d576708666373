"""Offers a USI engine to the page of its owner: connects to a server, and searches the positions it sends.

Nothing is opened to the outside. The server can only ask for searches: it cannot choose the engine, set its
options or send it lines.
"""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Final
from urllib.parse import urlsplit

from komadai._core import Board
from komadai.bridge import messages as ms
from komadai.bridge.errors import BridgeConnectionError, BridgeError, BridgeRefused
from komadai.engine.client.async_engine import UsiEngine
from komadai.engine.program import EngineProgram
from komadai.engine.protocol.info import Info
from komadai.engine.protocol.limits import Limits
from komadai.engine.protocol.options import find
from komadai.errors import EngineError, KomadaiError
from komadai.extras import extra
from komadai.messages import Message, os_error_message

with extra("app"):
    import msgspec
    from websockets.asyncio.client import ClientConnection, connect
    from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

CONNECT_S: Final = 15.0
RETRY_DELAYS_S: Final = (1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 60.0)
"""The delays before the attempts to connect again; the last one is repeated."""
STABLE_S: Final = 30.0
"""A connection that lasted this long counts as a success: the next attempt follows after the first delay."""
MAX_SECONDS: Final = 600.0
"""A search ends after this time even if the server does not stop it."""
START_S: Final = 60.0
_MAX_SERVER_BYTES: Final = 1 << 16

_decoder: Final[msgspec.json.Decoder[ms.ToBridge]] = msgspec.json.Decoder(ms.ToBridge)


@dataclass(frozen=True, slots=True)
class Offered:
    """The engine is offered on the server."""

    account: str
    name: str
    engine: str


@dataclass(frozen=True, slots=True)
class Searching:
    """A search begins."""

    sfen: str


@dataclass(frozen=True, slots=True)
class Trouble:
    """The engine failed, or the connection was lost; the bridge goes on."""

    error: KomadaiError
    retry_s: float | None = None
    """The time to the next attempt to connect."""


BridgeEvent = Offered | Searching | Trouble
Report = Callable[[BridgeEvent], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class BridgeSettings:
    """The server an engine is offered to, and the engine."""

    server: str
    """The address of the server: ``http://localhost:8000``."""
    token: str = field(repr=False)
    name: str
    """The name that the person gave it."""
    engine: EngineProgram
    retry_delays_s: tuple[float, ...] = RETRY_DELAYS_S

    def url(self) -> str:
        """The address of the socket. Raises BridgeRefused for what is no address of a server."""
        try:
            parts = urlsplit(self.server)
            good = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        except ValueError:
            good = False
        if not good or parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc:
            raise BridgeRefused.with_code("bridge-address", address=self.server)
        return f"{'wss' if parts.scheme == 'https' else 'ws'}://{parts.netloc}{ms.PATH}"


class Bridge:
    """One engine at one server. `run` offers it until it is cancelled."""

    def __init__(self, settings: BridgeSettings, report: Report) -> None:
        self._settings = settings
        self._report = report
        self._engine: UsiEngine | None = None

    async def run(self) -> None:
        """Offers the engine; connects again, with growing delays, when the connection is lost.

        Raises BridgeRefused; BridgeConnectionError if the server cannot be reached at the first attempt;
        EngineError if the engine does not start.
        """
        url = self._settings.url()
        offered_before, failures = False, 0
        try:
            await self._running_engine()
            while True:
                began = monotonic()
                try:
                    async with await self._connected(url) as connection:
                        offered_before = await self._serve(connection) or offered_before
                    error: BridgeError = self._error("bridge-lost")
                except BridgeConnectionError as lost:
                    if not offered_before:
                        raise
                    error = lost
                if monotonic() - began > STABLE_S:
                    failures = 0
                delays = self._settings.retry_delays_s
                delay = delays[min(failures, len(delays) - 1)]
                failures += 1
                self._report(Trouble(error, delay))
                await asyncio.sleep(delay)
        finally:
            await self._close_engine()

    # -- the connection

    async def _connected(self, url: str) -> ClientConnection:
        """A connection. Raises BridgeRefused, BridgeConnectionError."""
        try:
            return await _Connect(
                url,
                additional_headers={"Authorization": f"Bearer {self._settings.token}"},
                open_timeout=CONNECT_S,
                max_size=_MAX_SERVER_BYTES,
            )
        except InvalidStatus as error:
            raise self._refusal(error) from None
        except TimeoutError:
            reason: object = Message("bridge-slow", {})
        except ConnectionRefusedError:
            reason = Message("bridge-no-listener", {})
        except socket.gaierror:
            reason = Message("bridge-no-host", {})
        except OSError as error:  # of several addresses, too: asyncio tells what each has said
            refused = "Connect call failed" in str(error)
            reason = Message("bridge-no-listener", {}) if refused else os_error_message(error)
        except (InvalidHandshake, EOFError) as error:
            reason = str(error)
        raise BridgeConnectionError.with_code(
            "bridge-unreachable", server=self._settings.server, reason=reason
        ) from None

    def _refusal(self, error: InvalidStatus) -> BridgeError:
        """Reads the answer of a server that does not open the socket."""
        status, server = error.response.status_code, self._settings.server
        code, reason = "", f"HTTP {status}"
        with suppress(ValueError, KeyError, TypeError):
            found = json.loads(error.response.body or b"")["error"]
            code, reason = str(found["code"]), str(found["message"]["en"])[:300]
        if status == 401:
            return BridgeRefused.with_code("bridge-token", server=server)
        if code == "scope":
            return BridgeRefused.with_code("bridge-scope")
        if status in (429, 500, 502, 503, 504):  # too many, or it starts again
            return BridgeConnectionError.with_code("bridge-unreachable", server=server, reason=reason)
        if not code:
            return BridgeRefused.with_code("bridge-no-server", server=server)
        return BridgeRefused.with_code("bridge-refused", server=server, reason=reason)

    async def _serve(self, connection: ClientConnection) -> bool:
        """Answers the server until the connection ends; returns whether the engine was offered.

        Raises BridgeRefused if the server closes the connection for good.
        """
        offered = False
        searching: asyncio.Task[None] | None = None
        keeping = asyncio.create_task(_keep_alive(connection))
        try:
            await connection.send(ms.encode(await self._hello()))
            async for text in connection:
                match _decoder.decode(text):
                    case ms.Welcome(account=account, name=name):
                        offered = True
                        assert self._engine is not None
                        self._report(Offered(account, name, self._engine.name))
                    case ms.Search() as ask:
                        await _cancelled(searching)
                        searching = asyncio.create_task(self._search(ask, connection))
                    case ms.Stop():
                        await _cancelled(searching)
                        searching = None
        except ConnectionClosed:
            pass
        except msgspec.MsgspecError as error:
            raise BridgeRefused.with_code(
                "bridge-refused", server=self._settings.server, reason=str(error)
            ) from None
        finally:
            keeping.cancel()
            await _cancelled(searching)
        match connection.close_code:
            case ms.TOKEN_ENDED:
                raise BridgeRefused.with_code("bridge-token-ended")
            case ms.REPLACED:
                raise BridgeRefused.with_code("bridge-replaced", name=self._settings.name)
            case ms.BAD_MESSAGE:
                raise BridgeRefused.with_code(
                    "bridge-refused", server=self._settings.server, reason=connection.close_reason or "?"
                )
        return offered

    def _error(self, code: str) -> BridgeError:
        return BridgeConnectionError.with_code(code, server=self._settings.server)

    async def _hello(self) -> ms.Hello:
        engine = await self._running_engine()
        threads = find(engine.options, "Threads")
        count = None if threads is None else engine.settings.get("Threads", threads.default)
        model = engine.win_rate_model
        return ms.Hello(
            name=self._settings.name,
            engine=(engine.name or self._settings.engine.name)[:80],
            threads=count if isinstance(count, int) and 1 <= count <= 100_000 else None,
            scale=model.scale,
            draw_margin=model.draw_margin,
        )

    # -- the engine

    async def _running_engine(self) -> UsiEngine:
        """The engine, started if it does not run. Raises EngineError."""
        if self._engine is None or not self._engine.alive:
            await self._close_engine()
            program = self._settings.engine
            self._engine = await UsiEngine.open(
                program.command, options=dict(program.options), timeout=START_S
            )
        return self._engine

    async def _close_engine(self) -> None:
        engine, self._engine = self._engine, None
        if engine is not None:
            await engine.quit()

    async def _search(self, ask: ms.Search, connection: ClientConnection) -> None:
        """One search: sends what it finds, and its end. Cancelled, it stops the engine."""
        trouble: KomadaiError | None = None
        try:
            board = Board(ask.start_sfen)
            for usi in ask.moves:
                board.push_usi(usi)
            self._report(Searching(board.sfen()))
            await self._find(board, ask, connection)
        except EngineError as error:
            trouble = error
            with suppress(EngineError):
                await asyncio.shield(self._close_engine())
        except ConnectionClosed:
            return
        except KomadaiError as error:  # the server has sent a position that is none
            trouble = error
        if trouble is not None:
            self._report(Trouble(trouble))
        with suppress(ConnectionClosed):
            await connection.send(
                ms.encode(ms.Done(id=ask.id, error=None if trouble is None else _short(trouble)))
            )

    async def _find(self, board: Board, ask: ms.Search, connection: ClientConnection) -> None:
        engine = await self._running_engine()
        many = find(engine.options, "MultiPV")
        lines = ask.lines if many is not None else 1
        if many is not None and many.maximum is not None:
            lines = max(1, min(lines, many.maximum))
        search = await engine.start_analysis(
            board, None if ask.depth is None else Limits(depth=ask.depth), multipv=lines
        )
        search.stop_after(min(ask.seconds or MAX_SECONDS, MAX_SECONDS))
        async with search:
            found = _Lines(lines)
            collecting = asyncio.create_task(found.collect(aiter(search)))
            try:
                done: set[Any] = set()
                while not done:
                    done, _ = await asyncio.wait({collecting}, timeout=ms.SEND_S)
                    if (message := found.message(ask.id)) is not None:
                        await connection.send(ms.encode(message))
                collecting.result()  # raises what the engine did wrong
            finally:
                collecting.cancel()


class _Lines:
    """The last info of each line, as far as it has not been sent."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._known: dict[int, Info] = {}
        self._changed: set[int] = set()
        self._numbers = (0, 0)
        self._sent_numbers = (0, 0)

    async def collect(self, infos: Any) -> None:
        async for info in infos:
            if info.nodes is not None:
                self._numbers = (info.nodes, info.nps or 0)
            if not info.pv or info.score is None or not 1 <= info.multipv <= self._count:
                continue
            if info.score.bound == "exact" or info.multipv not in self._known:
                self._known[info.multipv] = info
                self._changed.add(info.multipv)

    def message(self, search: int) -> ms.Found | None:
        """The new lines; None if there are none."""
        if not self._changed and self._numbers == self._sent_numbers:
            return None
        changed, self._changed = sorted(self._changed), set()
        self._sent_numbers = self._numbers
        nodes, nps = (min(max(number, 0), 2**62) for number in self._numbers)
        lines = [_line(self._known[number]) for number in changed]
        return ms.Found(id=search, lines=lines, nodes=nodes, nps=nps)


def _line(info: Info) -> ms.Line:
    score = info.score
    assert score is not None
    return ms.Line(
        number=info.multipv,
        depth=min(max(info.depth or 0, 0), 100_000),
        cp=None if score.cp is None else min(max(score.cp, -1_000_000), 1_000_000),
        mate=score.mate if score.mate is not None and abs(score.mate) <= 10_000 else None,
        mates=score.mate_for,
        bound=score.bound,
        moves=[move.usi() for move in info.pv[: ms.MAX_LINE_MOVES]],
    )


class _Connect(connect):
    """A connection that follows no redirects: the token is for this server alone."""

    def process_redirect(self, exc: Exception) -> Exception | str:
        return exc


async def _keep_alive(connection: ClientConnection) -> None:
    with suppress(ConnectionClosed):
        while True:
            await asyncio.sleep(ms.ALIVE_S)
            await connection.send(ms.encode(ms.Alive()))


async def _cancelled(task: asyncio.Task[None] | None) -> None:
    """Cancels a task, and waits for its end."""
    if task is not None:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def _short(error: KomadaiError) -> str:
    return " ".join(str(error).split())[:300]
