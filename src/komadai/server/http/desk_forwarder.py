"""Passes the calls of the desk (see `desk`) on to the first process."""

from __future__ import annotations

import inspect
import logging
import re
from collections.abc import Iterable
from typing import Final

from litestar.enums import ScopeType
from litestar.handlers import HTTPRouteHandler
from litestar.routes import BaseRoute, HTTPRoute
from litestar.types import ASGIApp, Receive, Scope, Send

from komadai.server.errors import ApiError
from komadai.server.http.desk import Desk
from komadai.server.http.middleware import HSTS, SECURITY_HEADERS, send_error
from komadai.server.rate_limits import Limits

log: Final = logging.getLogger(__name__)

DEPENDENCIES: Final = frozenset({"jobs", "explorer", "studies", "tournaments", "home_engines"})
"""What only the first process has. A call that needs it is passed on, as one with the option ``desk``."""
_PARAMETER: Final = re.compile(r"\{[^}]*\}")
_ADDED_AGAIN: Final = frozenset({b"connection", b"date", HSTS[0], *(name for name, _ in SECURITY_HEADERS)})


class DeskForwarder:
    """ASGI middleware inside the security checks: the application answers all other calls."""

    def __init__(self, app: ASGIApp, desk: Desk, routes: Iterable[BaseRoute], limits: Limits) -> None:
        self._app = app
        self._desk = desk
        self._paths = [re.compile(pattern) for pattern in sorted(set(_patterns(routes)))]
        self._max_body = max(limits.body, limits.record_body, limits.tree_body)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_http = scope["type"] == ScopeType.HTTP
        if not is_http or not any(path.fullmatch(scope["path"]) for path in self._paths):
            await self._app(scope, receive, send)
            return
        method = str(scope.get("method"))
        body = bytearray()
        more = True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                return  # the client has gone
            body += message["body"]
            more = message["more_body"]
            if len(body) > self._max_body:
                await send_error(scope, receive, send, ApiError("too_large"))
                return
        query = b"?" + scope["query_string"] if scope["query_string"] else b""
        try:
            found = await self._desk.call(scope, method, scope["raw_path"] + query, bytes(body))
        except OSError as error:
            log.warning("%s %s: the first worker does not answer: %s", method, scope["path"], error)
            await send_error(scope, receive, send, ApiError("restarting"))
            return
        headers = [(name, value) for name, value in found.headers if name not in _ADDED_AGAIN]
        await send({"type": "http.response.start", "status": found.status, "headers": headers})
        await send({"type": "http.response.body", "body": found.body, "more_body": False})


def _patterns(routes: Iterable[BaseRoute]) -> Iterable[str]:
    for route in routes:
        if isinstance(route, HTTPRoute) and any(map(_is_of_desk, route.route_handlers)):
            yield "[^/]+".join(map(re.escape, _PARAMETER.split(route.path)))


def _is_of_desk(handler: HTTPRouteHandler) -> bool:
    names = inspect.signature(handler.fn).parameters
    return bool(handler.opt.get("desk")) or not DEPENDENCIES.isdisjoint(names)
