"""The WebSocket of a bridge: its token, its limits, its messages."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from komadai.bridge import messages as ms
from komadai.server.bridge.engines import HomeEngine, HomeEngines
from komadai.server.connections import Connection
from komadai.server.db.database import DATABASE_ERRORS, reason_of
from komadai.server.errors import ApiError
from komadai.server.http.calls import Calls
from komadai.server.http.desk import Desk
from komadai.server.http.middleware import send_error
from komadai.server.people.names.names import clean_display_name
from komadai.server.people.tokens.tokens import ApiTokens, TokenSession
from komadai.server.rate_limits import ConcurrencyLimit, Limits, Rate, TokenBuckets
from komadai.server.server_clock import ServerClock

log: Final = logging.getLogger(__name__)

PER_PERSON: Final = 8
"""The bridges of one person at once."""
MESSAGES: Final = Rate(12, 60)
"""Messages of one bridge; it is closed when it sends more."""
HELLO_S: Final = 20.0
SILENCE_S: Final = 45.0
"""A bridge that says nothing for this time is lost."""
CHECK_S: Final = 7.0
"""How often the token is checked."""
TOO_LARGE: Final = 1009
RESTART: Final = 1012

_decoder: Final[msgspec.json.Decoder[ms.FromBridge]] = msgspec.json.Decoder(ms.FromBridge)


class _Closed(Exception):
    """The socket must be closed with this code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason[:100]


class BridgeServer:
    """Serves the sockets of all bridges."""

    def __init__(
        self,
        engines: HomeEngines,
        tokens: ApiTokens,
        clock: ServerClock,
        limits: Limits,
        desk: Desk | None = None,
    ) -> None:
        """``desk``: the process that has the home engines; None: this one."""
        self._engines = engines
        self._tokens = tokens
        self._clock = clock
        self._limits = limits
        self._desk = desk
        self._persons = ConcurrencyLimit(PER_PERSON)
        self._addresses = ConcurrencyLimit(limits.sockets_per_address)

    async def serve(self, socket: WebSocket[Any, Any, Any]) -> None:
        """Serves one bridge from the handshake until it is closed."""
        session: TokenSession = socket.scope["state"]["session"]
        address: str = socket.scope["state"]["address"]
        if "engine" not in session.scopes:
            await _reject(socket, ApiError("scope", scope="engine"))
            return
        if self._desk is not None:
            await self._pass_on(socket, self._desk)
            return
        if not self._persons.acquire(session.person):
            await _reject(socket, ApiError("too_many_sockets"))
            return
        try:
            if not self._addresses.acquire(address):
                await _reject(socket, ApiError("too_many_sockets"))
                return
            try:
                await socket.accept()
                await self._run(socket, session)
            except WebSocketDisconnect:
                pass
            finally:
                self._addresses.release(address)
        finally:
            self._persons.release(session.person)

    async def _run(self, socket: WebSocket[Any, Any, Any], session: TokenSession) -> None:
        connection, ended = Connection(session.person, self._limits.outbox), asyncio.Event()
        loop = asyncio.get_running_loop()
        closed: list[_Closed] = []

        def close(code: int, reason: str) -> None:
            closed.append(_Closed(code, reason))
            loop.call_soon_threadsafe(ended.set)

        bucket = TokenBuckets(MESSAGES)
        try:
            hello = await asyncio.wait_for(self._receive(socket, bucket), HELLO_S)
            if not isinstance(hello, ms.Hello):
                raise _Closed(ms.BAD_MESSAGE, "expected hello")
            engine = self._offer(session, hello, connection, loop, close)
        except _Closed as error:
            await _close(socket, error)
            return
        except TimeoutError:
            await _close(socket, _Closed(ms.SILENT, "no hello"))
            return
        tasks = [
            asyncio.create_task(self._receive_all(socket, bucket, engine)),
            asyncio.create_task(_send_all(socket, connection)),
            asyncio.create_task(self._check_token(session)),
            asyncio.create_task(connection.overflowed.wait()),
            asyncio.create_task(ended.wait()),
        ]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._engines.remove(engine)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for task in done:
            why = None if task.cancelled() else task.exception()
            if isinstance(why, _Closed):
                closed.append(why)
            elif why is not None and not isinstance(why, WebSocketDisconnect | OSError):
                log.error("the socket of a bridge failed", exc_info=why)
        if closed:
            await _close(socket, closed[0])

    def _offer(
        self,
        session: TokenSession,
        hello: ms.Hello,
        connection: Connection,
        loop: asyncio.AbstractEventLoop,
        close: Any,
    ) -> HomeEngine:
        """Offers what a bridge has. Raises _Closed for a name that is none."""
        try:
            name = clean_display_name(hello.name)
        except ApiError as error:
            raise _Closed(ms.BAD_MESSAGE, error.text.en) from None

        def send(message: ms.ToBridge) -> None:
            with suppress(RuntimeError):  # the server is closing
                loop.call_soon_threadsafe(connection.send, ms.encode(message))

        engine = HomeEngine(session.person, session.id, hello, name, self._clock.now_ms(), send, close)
        self._engines.add(engine)
        assert session.account is not None
        connection.send(ms.encode(ms.Welcome(account=session.account.name, name=name)))
        return engine

    async def _receive(self, socket: WebSocket[Any, Any, Any], bucket: TokenBuckets) -> ms.FromBridge:
        """The next message. Raises _Closed, WebSocketDisconnect."""
        message = await socket.receive()
        if message["type"] != "websocket.receive":
            raise WebSocketDisconnect(detail="closed")
        raw = (message.get("text") or "").encode("utf-8", "replace") or bytes(message.get("bytes") or b"")
        if len(raw) > ms.MAX_BYTES:
            raise _Closed(TOO_LARGE, "too large")
        if not bucket.take("", self._clock.now_ms()):
            raise _Closed(ms.TOO_MANY, "too many messages")
        try:
            return _decoder.decode(raw)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise _Closed(ms.BAD_MESSAGE, str(error)) from None

    async def _receive_all(
        self, socket: WebSocket[Any, Any, Any], bucket: TokenBuckets, engine: HomeEngine
    ) -> None:
        while True:
            try:
                message = await asyncio.wait_for(self._receive(socket, bucket), SILENCE_S)
            except TimeoutError:
                raise _Closed(ms.SILENT, "silent") from None
            match message:
                case ms.Found() | ms.Done():
                    engine.received(message)
                case ms.Hello():
                    raise _Closed(ms.BAD_MESSAGE, "hello came twice")

    async def _check_token(self, session: TokenSession) -> None:
        """Ends when the token does. Raises _Closed."""
        while True:
            await asyncio.sleep(CHECK_S)
            try:
                if not await self._tokens.is_valid(session):
                    raise _Closed(ms.TOKEN_ENDED, "the token was ended")
            except DATABASE_ERRORS as error:
                log.warning("the token of a bridge could not be read: %s", reason_of(error))

    async def _pass_on(self, socket: WebSocket[Any, Any, Any], desk: Desk) -> None:
        """Connects the bridge to the first process, which has the home engines."""
        try:
            relay = await desk.open_socket(socket.scope, ms.PATH, ("authorization", "user-agent"))
        except ApiError as error:
            await _reject(socket, error)
            return
        async with relay:
            with suppress(WebSocketDisconnect):
                await socket.accept()
                tasks = [
                    asyncio.create_task(_to_first(socket, relay)),
                    asyncio.create_task(_from_first(socket, relay)),
                ]
                try:
                    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    for task in tasks:
                        task.cancel()
                    await asyncio.gather(*tasks, return_exceptions=True)
                if relay.close_code is not None:
                    await _close(socket, _Closed(relay.close_code, relay.close_reason or ""))


async def _to_first(socket: WebSocket[Any, Any, Any], relay: ClientConnection) -> None:
    with suppress(ConnectionClosed):
        while (message := await socket.receive())["type"] == "websocket.receive":
            text = message.get("text")
            await relay.send(text if text is not None else bytes(message.get("bytes") or b""))


async def _from_first(socket: WebSocket[Any, Any, Any], relay: ClientConnection) -> None:
    async for text in relay:
        await socket.send_text(str(text))


async def _send_all(socket: WebSocket[Any, Any, Any], connection: Connection) -> None:
    while True:
        await socket.send_text(await connection.outbox.get())


async def _reject(socket: WebSocket[Any, Any, Any], error: ApiError) -> None:
    """Answers the handshake with an error instead of accepting the socket."""
    with suppress(WebSocketDisconnect):
        await send_error(socket.scope, socket.receive, socket.send, error)


async def _close(socket: WebSocket[Any, Any, Any], closed: _Closed) -> None:
    code = RESTART if closed.code in (1005, 1006) else closed.code
    with suppress(WebSocketDisconnect, RuntimeError):  # the bridge may have closed it already
        await socket.close(code, closed.reason)


class BridgeCalls(Calls):
    """The socket of a bridge."""

    bridges: BridgeServer

    @websocket(ms.PATH)
    async def bridge_socket(self, socket: WebSocket[Any, Any, Any]) -> None:
        """The socket of a bridge."""
        await self.bridges.serve(socket)
