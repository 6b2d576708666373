"""Limits of connections, applied by uvicorn's protocols before a request reaches the application.

Each connection holds a file descriptor of the process. So the number of connections is limited, in all and
for each address, and a request must be complete within a time.
"""

from __future__ import annotations

import asyncio
import ipaddress
from typing import TYPE_CHECKING, Any, Final

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from komadai.server.rate_limits import ConcurrencyLimit, Limits, address_key

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

_TIMEOUT: Final = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
_UNAVAILABLE: Final = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


_COMPRESSION: Final = ServerPerMessageDeflateFactory(
    server_max_window_bits=11,
    client_max_window_bits=11,
    client_no_context_takeover=True,
    compress_settings={"memLevel": 3},
)


class ConnectionLimits:
    """The open connections of the server, counted by address.

    A connection without an address comes from another process of this server, which has counted its client.
    """

    def __init__(self, limits: Limits, trusted_proxies: tuple[str, ...]) -> None:
        self.limits: Final = limits
        self.refused: int = 0
        """Connections that were closed because their address has too many."""
        self._addresses = ConcurrencyLimit(limits.connections_per_address)
        # A few more than requests are answered on, so that a browser gets the answer 503.
        self._all = ConcurrencyLimit(limits.connections + limits.connections // 8 + 1)
        self._proxies = tuple(ipaddress.ip_network(proxy) for proxy in trusted_proxies)

    @property
    def open(self) -> int:
        """The number of open connections."""
        return self._all.held.get("", 0)

    def acquire(self, host: str | None) -> bool:
        """Counts a new connection of this client address; False if it must be closed."""
        if self._all.acquire(""):
            if not self._is_counted(host) or self._addresses.acquire(address_key(host)):
                return True
            self._all.release("")
        self.refused += 1
        return False

    def release(self, host: str | None) -> None:
        """Counts the end of a connection."""
        self._all.release("")
        if self._is_counted(host):
            self._addresses.release(address_key(host))

    def _is_counted(self, host: str | None) -> bool:
        """Whether the connections of this address are limited: those of a proxy are not."""
        if host is None:
            return False
        address = ipaddress.ip_address(host.partition("%")[0])
        return not any(address in network for network in self._proxies)


def unmapped(host: str) -> str:
    """The IPv4 address of a client that an IPv6 listener shows as ``::ffff:192.0.2.1``; else the address."""
    if not host.lower().startswith("::ffff:"):
        return host
    mapped = ipaddress.IPv6Address(host.partition("%")[0]).ipv4_mapped
    return host if mapped is None else str(mapped)


class LimitedConfig(uvicorn.Config):
    """A configuration of uvicorn whose protocols apply the limits.

    ``X-Forwarded-*`` headers are used only if they come from a trusted proxy; uvicorn's default trusts
    every client on loopback.
    """

    def __init__(self, app: Any, limits: Limits, trusted_proxies: tuple[str, ...], **options: Any) -> None:
        super().__init__(
            app,
            http=LimitedHttpProtocol,
            ws=LimitedWebSocketProtocol,
            proxy_headers=bool(trusted_proxies),
            forwarded_allow_ips=list(trusted_proxies),
            limit_concurrency=limits.connections,
            **options,
        )
        self.connection_limits: Final = ConnectionLimits(limits, trusted_proxies)


class _Counted:
    """The part of both protocols that counts their connection."""

    config: uvicorn.Config
    client: tuple[str, int] | None
    _counted = False

    @property
    def _connection_limits(self) -> ConnectionLimits:
        assert isinstance(self.config, LimitedConfig)
        return self.config.connection_limits

    def _host(self) -> str | None:
        return self.client[0] if self.client else None

    def _count(self, transport: asyncio.Transport) -> None:
        if self.client is not None:
            self.client = (unmapped(self.client[0]), self.client[1])
        self._counted = self._connection_limits.acquire(self._host())
        if not self._counted:
            transport.abort()

    def _uncount(self) -> None:
        if self._counted:
            self._counted = False
            self._connection_limits.release(self._host())


class LimitedHttpProtocol(_Counted, H11Protocol):
    """uvicorn's HTTP protocol with limits for the number of connections and the time of a request."""

    _timer: asyncio.TimerHandle | None = None
    _timed_state: object = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._count(transport)
        self._watch_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._uncount()
        self._cancel_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        self._watch_request()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY:  # the next request has come with the one before
            self._watch_request()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._cancel_timer()
        if self.limit_concurrency is not None and len(self.connections) > self.limit_concurrency:
            self._end_with(_UNAVAILABLE)
            return
        self._uncount()  # the other protocol counts the connection from now on
        super().handle_websocket_upgrade(event)

    def _watch_request(self) -> None:
        """Starts the timer of the part of the request that is being received."""
        state = self.conn.their_state
        if state is self._timed_state:
            return
        self._cancel_timer()
        self._timed_state = state
        limits = self._connection_limits.limits
        seconds = {h11.IDLE: limits.headers_s, h11.SEND_BODY: limits.body_s}.get(state)
        if seconds is not None and not self.transport.is_closing() and self.transport.get_protocol() is self:
            self._timer = self.loop.call_later(seconds, self._end_with, _TIMEOUT)

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _end_with(self, answer: bytes) -> None:
        self._timer = None
        if not self.transport.is_closing():
            if self.cycle is None or self.cycle.response_complete:
                self.transport.write(answer)
            self.transport.close()


class LimitedWebSocketProtocol(_Counted, WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, whose connections are counted together with those of HTTP.

    Compression takes 20 kB of a connection's memory, not 46, and an update of a game 152 bytes, not 107.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.conn.available_extensions = [_COMPRESSION]

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            # The handshake has been refused. uvicorn takes that for a fault of the application, and logs it.
            self.handshake_complete = True

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        super().connection_made(transport)
        self._count(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._uncount()
        super().connection_lost(exc)
