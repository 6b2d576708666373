"""The door: everything from outside passes here before any handler sees it.

Host, address allowance, cookie, Origin and CSRF are checked, and every answer leaves with
the security headers. Written on bare ASGI so that nothing (no 404, no error page, no file)
can go around it.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from komadai.server.errors import ApiError
from komadai.server.http.session import TokenSigner, host_allowed, origin_matches
from komadai.server.http.wire import ErrorAnswer, ErrorBody
from komadai.server.rate_limits import Limits, TokenBuckets, address_key
from komadai.server.server_clock import ServerClock
from komadai.server.settings import Settings

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})

CONTENT_SECURITY_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
SECURITY_HEADERS: Final = (
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)
HSTS: Final = (b"strict-transport-security", b"max-age=31536000")


class SecurityMiddleware:
    """ASGI around ASGI. Handlers find in ``scope["state"]``: ``guest`` (or None), ``address``, ``tls``."""

    def __init__(self, app: ASGIApp, settings: Settings, signer: TokenSigner) -> None:
        self._app = app
        self._settings = settings
        self._signer = signer
        self._limits: Limits = settings.limits
        self._addresses = TokenBuckets(self._limits.address)
        self._time = ServerClock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        tls = scope.get("scheme") in ("https", "wss")
        outward = _with_headers(send, tls)
        try:
            self._check(scope, tls)
        except ApiError as refused:
            await refuse(scope, receive, outward, refused)
            return
        await self._app(scope, receive, outward)

    def _check(self, scope: Scope, tls: bool) -> None:
        """Raises ApiError; otherwise notes who is asking."""
        headers = _headers(scope)
        host = headers.get("host")
        if not host_allowed(host, self._settings.host, self._settings.host_names):
            raise ApiError("host")
        client = scope.get("client")
        address = address_key(client[0] if client else None)
        if not self._addresses.take(address, self._time.now_ms()):
            raise ApiError("slow_down")
        guest = self._signer.guest_of(headers.get("cookie"), tls)
        state: dict[str, Any] = scope["state"]
        state.update(guest=guest, address=address, tls=tls)
        socket = scope["type"].lower() == "websocket"
        changes = not socket and scope.get("method") not in SAFE_METHODS
        if (changes or socket) and not origin_matches(headers.get("origin"), host, tls):
            raise ApiError("origin")
        if changes:
            if guest is None:
                raise ApiError("no_guest")
            if not self._signer.csrf_matches(guest, headers.get("x-csrf-token")):
                raise ApiError("csrf")


def _headers(scope: Scope) -> dict[str, str]:
    """The headers by lower-case name. One that is given twice counts as not given: which of
    the two would be checked, and which used?"""
    found: dict[str, str] = {}
    twice: set[str] = set()
    for raw, value in scope["headers"]:
        name = raw.decode("latin-1").lower()
        if name in found:
            twice.add(name)
        found[name] = value.decode("latin-1")
    for name in twice & {"host", "origin", "x-csrf-token", "cookie"}:
        del found[name]
    return found


def _with_headers(send: Send, tls: bool) -> Send:
    async def outward(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            more = [*SECURITY_HEADERS, HSTS] if tls else list(SECURITY_HEADERS)
            message["headers"] = [*message.get("headers", []), *more]
        await send(message)

    return outward


def error_body(refused: ApiError) -> bytes:
    """The refusal as the wire's error answer."""
    return msgspec.json.encode(ErrorAnswer(ErrorBody(refused.code, refused.message, refused.field)))


async def refuse(scope: Scope, receive: Receive, send: Send, refused: ApiError) -> None:
    """Answers a request with a refusal; a socket is refused before it opens."""
    body = error_body(refused)
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    kind = "http.response"
    if scope["type"].lower() == "websocket":
        await receive()  # websocket.connect
        if "websocket.http.response" not in (scope.get("extensions") or {}):
            await send({"type": "websocket.close", "code": 1008, "reason": refused.code})
            return
        kind = "websocket.http.response"
    await send({"type": f"{kind}.start", "status": refused.status, "headers": headers})  # type: ignore[misc,arg-type]
    await send({"type": f"{kind}.body", "body": body, "more_body": False})  # type: ignore[misc,arg-type]
