"""The socket of one page: what it says is bounded, checked and carried out one by one."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from komadai.play.refusals import REFUSALS, Refused
from komadai.server.games import wire as games_wire
from komadai.server.games.live_game import Hall, LiveGame, Watcher, encode
from komadai.server.rate_limits import Counter, Limits, TokenBuckets

log: Final = logging.getLogger(__name__)

TOO_LARGE: Final = 1009
RESTARTS: Final = 1012
TOO_SLOW: Final = 1013
NOT_FOUND: Final = 4404
TOO_MANY: Final = 4429

_decoder: Final[msgspec.json.Decoder[games_wire.Command]] = msgspec.json.Decoder(games_wire.Command)


class _Closed(Exception):
    """The socket is to be closed with this code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason


class Sockets:
    """All open sockets: how many each guest and address holds."""

    def __init__(self, hall: Hall, limits: Limits) -> None:
        self._hall = hall
        self._limits = limits
        self._guests = Counter(limits.sockets_per_guest)
        self._addresses = Counter(limits.sockets_per_address)

    async def serve(self, socket: WebSocket[Any, Any, Any], game_id: str, after: int | None) -> None:
        """From the handshake to the end."""
        guest: str | None = socket.scope["state"]["guest"]
        address: str = socket.scope["state"]["address"]
        await socket.accept()
        if not self._addresses.enter(address):
            await socket.close(TOO_MANY, "too_many_watchers")
            return
        if guest is not None and not self._guests.enter(guest):
            self._addresses.leave(address)
            await socket.close(TOO_MANY, "too_many_watchers")
            return
        try:
            live = await self._hall.game(game_id)
            watcher = await live.join(guest, after, self._limits.outbox)
            try:
                await self._talk(socket, live, watcher)
            finally:
                live.leave(watcher)
        except Refused as refused:
            await _close(
                socket, _Closed(NOT_FOUND if refused.code == "not_found" else TOO_SLOW, refused.code)
            )
        except WebSocketDisconnect:
            pass
        finally:
            self._addresses.leave(address)
            if guest is not None:
                self._guests.leave(guest)

    async def _talk(self, socket: WebSocket[Any, Any, Any], live: LiveGame, watcher: Watcher) -> None:
        tasks = [
            asyncio.create_task(self._listen(socket, live, watcher)),
            asyncio.create_task(_send_all(socket, watcher)),
            asyncio.create_task(watcher.overflowed.wait()),
        ]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for task in done:
            error = task.exception() if not task.cancelled() else None
            if isinstance(error, _Closed):
                await _close(socket, error)
                return
            if error is not None and not isinstance(error, WebSocketDisconnect):
                log.error("a socket failed", exc_info=error)
                await _close(socket, _Closed(1011, "internal"))
                return
        if watcher.overflowed.is_set():
            await _close(socket, _Closed(TOO_SLOW, "too_slow"))

    async def _listen(self, socket: WebSocket[Any, Any, Any], live: LiveGame, watcher: Watcher) -> None:
        bucket = TokenBuckets(self._limits.messages)
        excess = 0
        while True:
            message = await socket.receive()
            if message["type"] != "websocket.receive":
                return
            at = self._hall.now_ms()  # before anything is waited for: this is when it arrived
            data = message.get("text")
            raw = (
                data.encode("utf-8", "surrogatepass")
                if data is not None
                else bytes(message.get("bytes") or b"")
            )
            if len(raw) > self._limits.message:
                raise _Closed(TOO_LARGE, "too_large")
            allowed = bucket.take("", at)
            excess = 0 if allowed else excess + 1
            if excess > self._limits.messages.burst:
                raise _Closed(TOO_MANY, "slow_down")
            watcher.tell(encode(await _obey(raw, at, live, watcher, allowed)))


async def _obey(
    raw: bytes, at: int, live: LiveGame, watcher: Watcher, allowed: bool
) -> games_wire.DoneMessage | games_wire.ErrorMessage:
    """Carries out one message that arrived at ``at``; what to answer."""
    tag = None
    try:
        command = _decode(raw)
        tag = command.id
        if not allowed:
            raise Refused("slow_down")
        if not isinstance(command, games_wire.PingCommand):
            if not watcher.yours:
                raise Refused("not_yours")
            await live.command(command, at)
        return games_wire.DoneMessage(tag)
    except Refused as refused:
        return games_wire.ErrorMessage(re=tag, code=refused.code, message=refused.message)
    except Exception:
        log.exception("a command failed")
        return games_wire.ErrorMessage(re=tag, code="internal", message=REFUSALS["internal"][1])


async def _send_all(socket: WebSocket[Any, Any, Any], watcher: Watcher) -> None:
    while True:
        await socket.send_text(await watcher.outbox.get())


async def _close(socket: WebSocket[Any, Any, Any], why: _Closed) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):  # it may be closed already
        await socket.close(why.code, why.reason)


def _decode(raw: bytes) -> games_wire.Command:
    try:
        return _decoder.decode(raw)
    except msgspec.ValidationError as error:
        raise Refused("invalid", why=str(error)) from error
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refused("bad_json", why=str(error) or "too deep") from error


@websocket("/api/games/{game_id:str}/live")
async def live(
    socket: WebSocket[Any, Any, Any], game_id: FromPath[str], sockets: NamedDependency[Sockets]
) -> None:
    """The live connection of one page to one game."""
    text = socket.query_params.get("after", "")
    after = int(text) if text.isascii() and text.isdecimal() and len(text) <= 9 else None
    await sockets.serve(socket, game_id, after)
