"""ASGI middleware: checks framing, host, rate limit, cookie, Origin and CSRF token of every request.

It also adds the security headers to every answer. It is plain ASGI around the whole application, so it
applies to error pages and files, too.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from komadai.server import metrics
from komadai.server.errors import ApiError
from komadai.server.http.desk import ADDRESS, TLS, believed
from komadai.server.http.embedding import is_embedded
from komadai.server.http.framing import AMBIGUOUS, is_ambiguous
from komadai.server.http.host_check import HostCheck
from komadai.server.http.refusal_log import RefusalLog
from komadai.server.http.session import COOKIE, cookie_in, cookie_name, csrf_matches, origin_matches
from komadai.server.http.wire import ErrorAnswer, ErrorBody
from komadai.server.rate_limits import Limits, TokenBuckets, address_key
from komadai.server.server_clock import ServerClock
from komadai.server.settings import Settings

OF_PROGRAMS: Final = "/api/bot/"
"""The calls for programs: they take a token and no cookie, all others a cookie and no token."""
SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
ANY_HOST: Final = frozenset({"/healthz"})
"""Paths without personal data, answered under any Host: a monitor may know the server by another name."""
LOGGED: Final = frozenset({"host", "origin", "csrf"})
"""The codes of refusals that are logged. A cookie or token is logged only if it was given and is wrong."""

_SCRIPTS: Final = "script-src 'self'"
_SCRIPTS_AND_CORE: Final = f"{_SCRIPTS} 'wasm-unsafe-eval'; worker-src 'self'"
"""The core runs as WebAssembly in a worker; nothing else is compiled from bytes or text."""
CONTENT_SECURITY_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        _SCRIPTS_AND_CORE,
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
    (b"cross-origin-embedder-policy", b"require-corp"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)
_OF_THE_PAGE_ALONE: Final = frozenset({b"x-frame-options", b"cross-origin-embedder-policy"})
_EMBEDDED_POLICY: Final = CONTENT_SECURITY_POLICY.replace(_SCRIPTS_AND_CORE, _SCRIPTS).replace(
    "frame-ancestors 'none'", "frame-ancestors *"
)
EMBEDDED_HEADERS: Final = (
    (b"content-security-policy", _EMBEDDED_POLICY.encode()),
    *(each for each in SECURITY_HEADERS[1:] if each[0] not in _OF_THE_PAGE_ALONE),
)
"""The headers of a page that other sites may show in a frame: it has no engine."""
HSTS: Final = (b"strict-transport-security", b"max-age=31536000")
HSTS_SUBDOMAINS: Final = (HSTS[0], HSTS[1] + b"; includeSubDomains")


class Authenticated(Protocol):
    """The part of a session that the middleware needs."""

    @property
    def person(self) -> str:
        """The id of the person: a guest, or the owner of an account."""

    @property
    def csrf(self) -> str:
        """The CSRF token of the session."""


Authenticate = Callable[[str | None, bool], Awaitable[Authenticated | None]]
"""Returns the session of a Cookie header; the second argument is whether the request came over TLS.

Raises ApiError if sessions cannot be read now.
"""


AuthenticateToken = Callable[[str | None], Awaitable[Authenticated | None]]
"""Returns what the token of an Authorization header allows. Raises ApiError if tokens cannot be read now."""


class SecurityMiddleware:
    """The middleware.

    It sets in ``scope["state"]``: ``session`` and ``guest``, the id of its person (both None without a
    session, and outside the API), ``address``, ``tls``; ``relayed``: whether the request comes from another
    process of this server, which has counted it already; and ``log_refusal``, which handlers call with the
    code of a refusal that must be in the log.

    ``save`` stores a session before its first request that changes something, or raises ApiError.
    """

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        authenticate: Authenticate,
        save: Callable[[Any], Awaitable[None]],
        authenticate_token: AuthenticateToken,
    ) -> None:
        self._app = app
        self._hosts = HostCheck(settings.host, settings.host_names)
        self._authenticate = authenticate
        self._save = save
        self._authenticate_token = authenticate_token
        self._hsts = HSTS_SUBDOMAINS if settings.hsts_subdomains else HSTS
        self._limits: Limits = settings.limits
        self._calls_of_addresses = TokenBuckets(self._limits.address)
        self._files_of_addresses = TokenBuckets(self._limits.address_files)
        self._clock = ServerClock()
        self._refusals = RefusalLog()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        client = scope.get("client")
        relayed = _is_unix_socket(scope)
        scope["state"]["relayed"] = relayed
        passed_on = scope["headers"] if relayed else ()
        tls = scope.get("scheme") in ("https", "wss") or believed(passed_on, TLS) is not None
        began = time.perf_counter()
        send_with_headers = _with_headers(send, scope, self._hsts if tls else None)
        headers = _headers(scope)
        address = believed(passed_on, ADDRESS) or address_key(client[0] if client else None)

        def log_refusal(code: str) -> None:
            self._refusals.add(code, scope, address, headers, self._clock.now_ms())

        scope["state"]["log_refusal"] = log_refusal
        if is_ambiguous(headers, scope.get("http_version", "1.1")):
            metrics.refusals.labels("framing").inc()
            log_refusal("framing")
            await send_error(
                scope, receive, send_with_headers, ApiError("invalid", why=AMBIGUOUS), closing=True
            )
            return
        try:
            await self._check(scope, headers, address, tls)
        except ApiError as error:
            metrics.refusals.labels(error.code).inc()
            if error.code in LOGGED or (error.code == "no_token" and "authorization" in headers):
                log_refusal(error.code)
            await send_error(scope, receive, send_with_headers, error)
            return
        await self._app(scope, receive, send_with_headers)
        if scope["type"].lower() == "http":
            metrics.request_seconds.observe(time.perf_counter() - began)

    async def _check(self, scope: Scope, headers: dict[str, str], address: str, tls: bool) -> None:
        """Checks a request and sets its state. Raises ApiError."""
        host, cookie = headers.get("host"), headers.get("cookie")
        if scope["path"] not in ANY_HOST and not self._hosts.allows(host):
            raise ApiError("host")
        now_ms = self._clock.now_ms()
        of_the_page = scope["type"].lower() == "http" and not scope["path"].startswith("/api/")
        taken = self._files_of_addresses if of_the_page else self._calls_of_addresses
        if not scope["state"]["relayed"] and not taken.take(address, now_ms):
            raise ApiError("slow_down")
        session = None
        state: dict[str, Any] = scope["state"]
        if scope["path"].startswith(OF_PROGRAMS):
            # A browser does not send the header by itself, so another site cannot make it do so.
            allowed = await self._authenticate_token(_bearer(headers.get("authorization")))
            if allowed is None:
                raise ApiError("no_token")
            state.update(session=allowed, guest=allowed.person, address=address, tls=tls)
            return
        if scope["path"].startswith("/api/"):  # the page and its files are the same for everyone
            session = await self._authenticate(cookie, tls)
            if session is None and cookie_in(cookie, cookie_name(COOKIE, tls)) is not None:
                metrics.refusals.labels("cookie").inc()
                state["log_refusal"]("cookie")
        state.update(session=session, guest=session and session.person, address=address, tls=tls)
        socket = scope["type"].lower() == "websocket"
        changes = not socket and scope.get("method") not in SAFE_METHODS
        if (changes or socket) and not origin_matches(headers.get("origin"), host, tls):
            raise ApiError("origin")
        if changes:
            if session is None:
                raise ApiError("no_guest")
            if not csrf_matches(session.csrf, headers.get("x-csrf-token")):
                raise ApiError("csrf")
            await self._save(session)  # it may have begun while writes failed


def _bearer(header: str | None) -> str | None:
    """The token of an Authorization header; None without one."""
    kind, _, token = (header or "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


def _is_unix_socket(scope: Scope) -> bool:
    """Whether the request comes from another process of this server: there is no client, and no port."""
    server = scope.get("server")
    return scope.get("client") is None and server is not None and server[1] is None


def _headers(scope: Scope) -> dict[str, str]:
    """The headers by lower-case name.

    A security header that is given twice is left out, because another part of the server might use the
    value that was not checked.
    """
    values: dict[str, str] = {}
    twice: set[str] = set()
    for raw, value in scope["headers"]:
        name = raw.decode("latin-1").lower()
        if name in values:
            twice.add(name)
        values[name] = value.decode("latin-1")
    for name in twice & {"host", "origin", "x-csrf-token", "cookie", "authorization"}:
        del values[name]
    return values


def _with_headers(send: Send, scope: Scope, hsts: tuple[bytes, bytes] | None) -> Send:
    """Adds the security headers to the answer, and counts it."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            security = EMBEDDED_HEADERS if is_embedded(scope["path"]) else SECURITY_HEADERS
            more = list(security) if hsts is None else [*security, hsts]
            message["headers"] = [*message.get("headers", []), *more]
            metrics.count_request(str(scope.get("method", "GET")), message["status"])
        await send(message)

    return send_with_headers


def error_body(error: ApiError) -> bytes:
    """An error as the body of an answer."""
    values = error.values
    body = ErrorBody(error.code, error.text, error.field, values.get("standing"), values.get("lines"))
    return msgspec.json.encode(ErrorAnswer(body))


async def send_error(
    scope: Scope, receive: Receive, send: Send, error: ApiError, *, closing: bool = False
) -> None:
    """Answers a request with an error; a socket is rejected before it opens.

    ``closing``: no further request is read from the connection.
    """
    body = error_body(error)
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        *([(b"connection", b"close")] if closing else []),
    ]
    kind = "http.response"
    if scope["type"].lower() == "websocket":
        await receive()  # websocket.connect
        if "websocket.http.response" not in (scope.get("extensions") or {}):
            await send({"type": "websocket.close", "code": 1008, "reason": error.code})
            return
        kind = "websocket.http.response"
    # The type of the message is computed, so mypy cannot choose the TypedDict of Litestar.
    await send({"type": f"{kind}.start", "status": error.status, "headers": headers})  # type: ignore[misc,arg-type]
    await send({"type": f"{kind}.body", "body": body, "more_body": False})  # type: ignore[misc,arg-type]
