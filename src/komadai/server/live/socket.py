"""The WebSocket of a page. Its messages are limited, validated and executed one after the other."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.types import Scope

from komadai.server import metrics, wire_text
from komadai.server.connections import SOCKET_VERSION, Connection, encode
from komadai.server.core import Core
from komadai.server.db.database import DATABASE_ERRORS, reason_of, save_error
from komadai.server.errors import ApiError
from komadai.server.games.live.live_game import LiveGame
from komadai.server.games.room import GamesRoom
from komadai.server.games.wire import MoveCommand, PongCommand, TypedCommand
from komadai.server.http import objections
from komadai.server.http.calls import Calls
from komadai.server.http.middleware import send_error
from komadai.server.live import wire as live_wire
from komadai.server.people.sessions.sessions import Session, Sessions
from komadai.server.rate_limits import ConcurrencyLimit, TokenBuckets
from komadai.server.room import Topic

log: Final = logging.getLogger(__name__)

TOO_LARGE: Final = 1009
INTERNAL: Final = 1011
TOO_SLOW: Final = 1013
TOO_MANY: Final = 4429
SESSION_ENDED: Final = 4401
"""The person has logged in or out, in this or another page. The page connects again with its new cookie."""

_decoder: Final[msgspec.json.Decoder[live_wire.Command]] = msgspec.json.Decoder(
    live_wire.Command, dec_hook=wire_text.received
)


class _SocketClosed(Exception):
    """The socket must be closed with this code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason


class SocketServer:
    """Serves the sockets of all pages, within the limits for each guest and address."""

    def __init__(
        self, core: Core, games: GamesRoom, sessions: Sessions, topics: Mapping[type, Topic]
    ) -> None:
        limits = self._limits = core.settings.limits
        self._core = core
        self._games = games
        self._sessions = sessions
        self._topics = topics
        self._guests = ConcurrencyLimit(limits.sockets_per_guest)
        self._addresses = ConcurrencyLimit(limits.sockets_per_address)
        self._senders = TokenBuckets(limits.guest_messages)
        """Messages of each guest on all sockets; of each address for pages without a guest."""

    @property
    def open(self) -> int:
        """The number of open sockets."""
        return sum(list(self._addresses.held.values()))

    async def serve(self, socket: WebSocket[Any, Any, Any]) -> None:
        """Serves one socket from the handshake until it is closed."""
        session: Session | None = socket.scope["state"]["session"]
        guest = None if session is None else session.person
        address: str = socket.scope["state"]["address"]
        # Counted before the socket is accepted, so that a refused one costs no handshake and no close.
        # That of a page at another process was counted there, and its version was checked.
        relayed: bool = socket.scope["state"]["relayed"]
        current = relayed or socket.query_params.get("version") == str(SOCKET_VERSION)
        with ExitStack() as counted:
            if not relayed and not self._count(counted, guest, address):
                await _reject(socket, "too_many_sockets")
                return
            with suppress(WebSocketDisconnect):
                await socket.accept()
                connection = Connection(guest, self._limits.outbox)
                page = _Page(connection, self._core, self._games, self._topics, socket.scope, current=current)
                session_ended = asyncio.Event()
                if session is not None:
                    counted.callback(self._sessions.watch(session.id, session_ended.set))
                await self._run(socket, page, session, guest or address, session_ended)

    def _count(self, counted: ExitStack, guest: str | None, address: str) -> bool:
        """Counts a new socket of a person and an address; False if one of them has too many."""
        if not self._addresses.acquire(address):
            return False
        counted.callback(self._addresses.release, address)
        if guest is not None:
            if not self._guests.acquire(guest):
                return False
            counted.callback(self._guests.release, guest)
        return True

    async def _run(
        self,
        socket: WebSocket[Any, Any, Any],
        page: _Page,
        session: Session | None,
        sender: str,
        session_ended: asyncio.Event,
    ) -> None:
        connection = page.connection
        tasks = [
            asyncio.create_task(self._receive_all(socket, page, session, sender)),
            asyncio.create_task(_send_all(socket, connection)),
            asyncio.create_task(connection.overflowed.wait()),
            asyncio.create_task(session_ended.wait()),
        ]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            page.close()
        for task in done:
            error = task.exception() if not task.cancelled() else None
            if isinstance(error, _SocketClosed):
                await _close(socket, error)
                return
            # uvicorn raises an OSError when the client of a message is gone.
            if error is not None and not isinstance(error, WebSocketDisconnect | OSError):
                log.error("a socket failed", exc_info=error)
                await _close(socket, _SocketClosed(INTERNAL, "internal"))
                return
        if session_ended.is_set():
            await _close(socket, _SocketClosed(SESSION_ENDED, "session_ended"))
        elif connection.overflowed.is_set():
            await _close(socket, _SocketClosed(TOO_SLOW, "too_slow"))

    async def _receive_all(
        self, socket: WebSocket[Any, Any, Any], page: _Page, session: Session | None, sender: str
    ) -> None:
        bucket = TokenBuckets(self._limits.messages)
        refused_in_a_row = 0
        while True:
            message = await socket.receive()
            if message["type"] != "websocket.receive":
                return
            at = self._core.clock.now_ms()  # the time of arrival, before any other work is waited for
            text = message.get("text")
            raw = (
                text.encode("utf-8", "surrogatepass")
                if text is not None
                else bytes(message.get("bytes") or b"")
            )
            if len(raw) > self._limits.message:
                raise _SocketClosed(TOO_LARGE, "too_large")
            metrics.messages.inc()
            allowed = bucket.take("", at) and self._senders.take(sender, at)
            refused_in_a_row = 0 if allowed else refused_in_a_row + 1
            if refused_in_a_row > self._limits.messages.burst:
                raise _SocketClosed(TOO_MANY, "slow_down")
            replaced = session is not None and self._sessions.is_replaced(session.id)
            refusal = "session_ended" if replaced else None if allowed else "slow_down"
            answer = await page.answer(raw, at, refusal)
            if answer is not None:
                page.connection.send(encode(answer))


class _Subscription(NamedTuple):
    """A topic that a page has subscribed to: the page as its subscriber, and what ends the subscription."""

    subscriber: Connection
    end: Callable[[], None]


class _Page:
    """One page: its connection and its subscriptions."""

    def __init__(
        self,
        connection: Connection,
        core: Core,
        games: GamesRoom,
        topics: Mapping[type, Topic],
        scope: Scope,
        *,
        current: bool,
    ) -> None:
        """``current``: whether the page understands the messages of :data:`SOCKET_VERSION`."""
        self.connection: Final = connection
        self._current = current
        self._desk = core.desk
        self._scope = scope
        self._registry = games.registry
        self._fair_play, self._bot_games = games.fair_play, games.bot_games
        self._topics = topics
        self._max_subscriptions = core.settings.limits.subscriptions_per_socket
        self._subscriptions: dict[live_wire.TopicName, _Subscription] = {}

    async def answer(
        self, raw: bytes, at: int, refusal: str | None = None
    ) -> live_wire.DoneMessage | live_wire.ErrorMessage | None:
        """Executes one message that arrived at this time, and returns the answer to it; None for a pong.

        With an error code as ``refusal`` the message is not executed.
        """
        tag = None
        try:
            command = _decode(raw)
            tag = command.id
            if refusal is not None:
                raise ApiError(refusal)
            if isinstance(command, PongCommand):
                live = await self._registry.game(command.game)
                live.pong(self.connection.guest, command.number, at)
                return None
            await self._execute(command, at)
            return live_wire.DoneMessage(tag)
        except ApiError as error:
            refused = error
        except DATABASE_ERRORS as error:
            log.error("a command failed: %s", reason_of(error))
            refused = save_error(error)
        except Exception:
            log.exception("a command failed")
            refused = ApiError("internal")
        metrics.refusals.labels(refused.code).inc()
        return live_wire.ErrorMessage(re=tag, code=refused.code, message=refused.text)

    def close(self) -> None:
        """Ends all subscriptions."""
        for subscription in self._subscriptions.values():
            subscription.end()
        self._subscriptions.clear()

    async def _execute(self, command: live_wire.Command, at: int) -> None:
        match command:
            case live_wire.SubscribeCommand():
                await self._subscribe(command.topic)
            case live_wire.UnsubscribeCommand():
                left = self._subscriptions.pop(live_wire.TopicName.of(command.topic), None)
                if left is not None:
                    left.end()
            case live_wire.PingCommand() | PongCommand():
                pass
            case _:
                live = await self._registry.game(command.game)
                guest = self.connection.guest
                if isinstance(command, MoveCommand | TypedCommand) and guest is not None:
                    text = command.usi if isinstance(command, MoveCommand) else command.text
                    await self._check_move(live, guest, text)
                await live.command(guest, command, at)

    async def _check_move(self, live: LiveGame, guest: str, text: str) -> None:
        """Raises PlayingError if the reply of an engine, a program or a bot to this move would be help."""
        if live.settings.engine is None and live.game.program_rules is None:
            await self._bot_games.check_move(live, guest, text)
        else:
            await self._fair_play.check_move(live, guest, text)

    async def _subscribe(self, topic: live_wire.Topic) -> None:
        """Subscribes to a topic; a second subscription to the same topic sends its state again."""
        if not self._current:
            raise ApiError("old_page")
        name, kind = live_wire.TopicName.of(topic), self._topics[type(topic)]
        known = self._subscriptions.get(name)
        if known is None and len(self._subscriptions) >= self._max_subscriptions:
            raise ApiError("too_many_subscriptions")
        if self._desk is not None and kind.at_desk:
            # The first process has written the topic into its messages.
            end = await self._desk.subscribe(self._scope, msgspec.json.encode(topic), self.connection)
            if known is not None:
                known.end()
            self._subscriptions[name] = _Subscription(self.connection, end)
            return
        page = self.connection.about(name) if known is None else known.subscriber
        try:
            await kind.watch(page, topic)
        except BaseException:  # also a page that has closed meanwhile
            if name not in self._subscriptions:
                kind.leave(page, topic)
            raise
        self._subscriptions[name] = _Subscription(page, partial(kind.leave, page, topic))


async def _send_all(socket: WebSocket[Any, Any, Any], connection: Connection) -> None:
    while True:
        await socket.send_text(await connection.outbox.get())


async def _reject(socket: WebSocket[Any, Any, Any], code: str) -> None:
    """Answers the handshake with an error instead of accepting the socket."""
    with suppress(WebSocketDisconnect):
        await send_error(socket.scope, socket.receive, socket.send, ApiError(code))


async def _close(socket: WebSocket[Any, Any, Any], closed: _SocketClosed) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):  # the client may have closed it already
        await socket.close(closed.code, closed.reason)


def _decode(raw: bytes) -> live_wire.Command:
    try:
        return _decoder.decode(raw)
    except msgspec.ValidationError as error:
        raise ApiError("invalid", why=objections.invalid_value(error, live_wire.Command)[1]) from error
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise ApiError("bad_json", why=objections.bad_json(error)) from error


class SocketCalls(Calls):
    """The socket of a page."""

    sockets: SocketServer

    @websocket("/api/socket")
    async def page_socket(self, socket: WebSocket[Any, Any, Any]) -> None:
        """The socket of a page."""
        await self.sockets.serve(socket)
