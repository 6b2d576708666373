"""The whole server as one ASGI application."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from litestar import Litestar, Request, Response
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException

from komadai.play.refusals import Refused
from komadai.server.db.database import Database
from komadai.server.games import api as games_api
from komadai.server.games import socket
from komadai.server.games.live_game import Hall
from komadai.server.http import middleware
from komadai.server.http.allowances import Allowances
from komadai.server.http.session import Keyring, load_secret
from komadai.server.http.static_files import Page, page_handler
from komadai.server.jobs.worker_pool import Desk
from komadai.server.records import api as records_api
from komadai.server.server_clock import ServerClock
from komadai.server.settings import Settings
from komadai.server.tsume import api as tsume_api
from komadai.server.tsume.service import Dojo

log: Final = logging.getLogger(__name__)

_BY_STATUS: Final = {401: "no_guest", 403: "not_yours", 404: "not_found", 405: "method", 413: "too_large"}


def create_app(settings: Settings) -> Litestar:
    """The application. Its lifespan opens the database, the hall and the engines, and closes them.

    Raises StartError if the data folder cannot be used.
    """
    keyring = Keyring(load_secret(settings.data_dir))
    limits = settings.limits

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        database = await Database.open(settings.database, settings.data_dir)
        try:
            hall = await Hall.open(settings, database)
            app.state.hall = hall
            app.state.sockets = socket.Sockets(hall, limits)
            app.state.desk = Desk(limits.jobs_per_address)
            app.state.dojo = Dojo(database, keyring, limits.jobs_per_address)
            try:
                yield
            finally:
                app.state.dojo.close()
                app.state.desk.close()
                await hall.close()
        finally:
            await database.close()

    app = Litestar(
        route_handlers=[
            *games_api.HANDLERS,
            *records_api.handlers(limits),
            *tsume_api.HANDLERS,
            socket.live,
            page_handler(Page(settings.static_dir)),
        ],
        lifespan=[lifespan],
        dependencies={
            "settings": _given(settings),
            "keyring": _given(keyring),
            "allowances": _given(Allowances(limits)),
            "desk": Provide(_desk, sync_to_thread=False),
            "dojo": Provide(_dojo, sync_to_thread=False),
            "hall": Provide(_hall, sync_to_thread=False),
            "clock": Provide(_clock, sync_to_thread=False),
            "sockets": Provide(_sockets, sync_to_thread=False),
        },
        exception_handlers={Exception: _failed},
        request_max_body_size=limits.body,
        openapi_config=None,
        logging_config=None,
    )
    app.asgi_handler = middleware.Guard(app.asgi_handler, settings, keyring)
    return app


def _given(value: object) -> Provide:
    return Provide(lambda: value, sync_to_thread=False, use_cache=True)


def _hall(state: State) -> Hall:
    hall: Hall = state.hall
    return hall


def _clock(state: State) -> ServerClock:
    hall: Hall = state.hall
    return hall.clock


def _desk(state: State) -> Desk:
    desk: Desk = state.desk
    return desk


def _dojo(state: State) -> Dojo:
    dojo: Dojo = state.dojo
    return dojo


def _sockets(state: State) -> socket.Sockets:
    sockets: socket.Sockets = state.sockets
    return sockets


def _failed(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Every failure as the wire's error answer; what is inside the server is never shown."""
    if isinstance(error, Refused):
        refused = error
    elif isinstance(error, HTTPException) and error.status_code < 500:
        refused = Refused(_BY_STATUS.get(error.status_code, "invalid"), why="the request makes no sense")
    else:
        log.error("%s %s failed", request.scope["type"], request.scope["path"], exc_info=error)
        refused = Refused("internal")
    return Response(
        middleware.error_body(refused),
        status_code=refused.status,
        media_type="application/json",
        headers={"Cache-Control": "no-store"},
    )
