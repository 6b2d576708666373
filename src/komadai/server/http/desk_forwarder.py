"""Passes the calls of the desk (see `desk`) on to the first process."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from typing import Final

from litestar.enums import ScopeType
from litestar.handlers import HTTPRouteHandler
from litestar.routes import BaseRoute, HTTPRoute
from litestar.types import ASGIApp, Receive, Scope, Send

from komadai.server.errors import ApiError
from komadai.server.http.calls import Calls
from komadai.server.http.desk import Desk, believed
from komadai.server.http.middleware import HSTS, SECURITY_HEADERS, send_error
from komadai.server.http.refusal_log import logged_path
from komadai.server.rate_limits import Limits

log: Final = logging.getLogger(__name__)

_PARAMETER: Final = re.compile(r"\{[^}]*\}")
_ADDED_AGAIN: Final = frozenset({b"connection", b"date", HSTS[0], *(name for name, _ in SECURITY_HEADERS)})


class DeskForwarder:
    """ASGI middleware inside the security checks: the application answers all other calls."""

    def __init__(
        self,
        app: ASGIApp,
        desk: Desk,
        routes: Iterable[BaseRoute],
        services: frozenset[str],
        limits: Limits,
    ) -> None:
        """``services``: those of the first process. Calls of a class that has one are passed on, and calls
        with the option ``desk``."""
        self._app = app
        self._desk = desk
        self._calls = [
            (re.compile(pattern), methods)
            for pattern, methods in sorted(_calls(routes, services, limits).items())
        ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        max_body = self._max_body(scope)
        if max_body is None:
            await self._app(scope, receive, send)
            return
        method = str(scope.get("method"))
        body = bytearray()
        more = True
        announced = believed(scope["headers"], b"content-length") or ""
        too_large = announced.isdecimal() and int(announced) > max_body
        while more and not too_large:
            message = await receive()
            if message["type"] != "http.request":
                return  # the client has gone
            body += message["body"]
            more = message["more_body"]
            too_large = len(body) > max_body
        if too_large:
            await send_error(scope, receive, send, ApiError("too_large"))
            return
        query = b"?" + scope["query_string"] if scope["query_string"] else b""
        try:
            found = await self._desk.call(scope, method, scope["raw_path"] + query, bytes(body))
        except OSError as error:
            log.warning("%s %s: the first worker does not answer: %s", method, logged_path(scope), error)
            await send_error(scope, receive, send, ApiError("restarting"))
            return
        headers = [(name, value) for name, value in found.headers if name not in _ADDED_AGAIN]
        await send({"type": "http.response.start", "status": found.status, "headers": headers})
        await send({"type": "http.response.body", "body": found.body, "more_body": False})

    def _max_body(self, scope: Scope) -> int | None:
        """How long the body of a call may be that is passed on; None: the application answers it."""
        if scope["type"] != ScopeType.HTTP:
            return None
        found = (methods for path, methods in self._calls if path.fullmatch(scope["path"]))
        return next((methods.get(str(scope.get("method")), 0) for methods in found), None)


def _calls(
    routes: Iterable[BaseRoute], services: frozenset[str], limits: Limits
) -> dict[str, dict[str, int]]:
    """The paths that are passed on as patterns, and for each method how long its body may be."""
    calls: dict[str, dict[str, int]] = {}
    for route in routes:
        if isinstance(route, HTTPRoute) and any(_is_of_desk(each, services) for each in route.route_handlers):
            methods = calls.setdefault("[^/]+".join(map(re.escape, _PARAMETER.split(route.path))), {})
            for handler in route.route_handlers:
                own = handler.resolve_request_max_body_size()
                methods |= dict.fromkeys(handler.http_methods, limits.body if own is None else own)
    return calls


def _is_of_desk(handler: HTTPRouteHandler, services: frozenset[str]) -> bool:
    calls = getattr(handler.fn, "__self__", None)
    return bool(handler.opt.get("desk")) or (
        isinstance(calls, Calls) and not services.isdisjoint(calls.services())
    )
