"""The server as an ASGI application."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from litestar import Litestar, Request, Response, get
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException

from komadai.play.texts import Text
from komadai.server.db.database import DATABASE_ERRORS, Database, reason_of, save_error
from komadai.server.errors import ApiError
from komadai.server.games import api as games_api
from komadai.server.games.game_registry import GameRegistry
from komadai.server.http import middleware, openapi
from komadai.server.http.helpers import answer
from komadai.server.http.request_quotas import RequestQuotas
from komadai.server.http.session import TokenSigner, load_secret
from komadai.server.http.static_files import Page, page_handler
from komadai.server.jobs.job_queue import JobQueue
from komadai.server.jobs.worker_pool import CpuWorkerPool
from komadai.server.live.socket import SocketServer, page_socket
from komadai.server.records import api as records_api
from komadai.server.server_clock import ServerClock
from komadai.server.settings import Settings
from komadai.server.tsume import api as tsume_api
from komadai.server.tsume.service import TsumeService

log: Final = logging.getLogger(__name__)

INVALID_REQUEST: Final = Text("the request is invalid", "要求の形式が正しくありません")
_BY_STATUS: Final = {401: "no_guest", 403: "not_yours", 404: "not_found", 405: "method", 413: "too_large"}


def create_app(settings: Settings) -> Litestar:
    """Creates the application. Its lifespan opens and closes the database, the games and the engines.

    Raises StartError if the data folder cannot be used.
    """
    signer = TokenSigner(load_secret(settings.data_dir))
    limits = settings.limits

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        database = await Database.open(settings.database, settings.data_dir)
        try:
            registry = await GameRegistry.open(settings, database)
            app.state.registry = registry
            app.state.jobs = JobQueue(limits.jobs_per_address)
            app.state.sockets = SocketServer(registry, app.state.jobs, limits)
            app.state.workers = CpuWorkerPool(limits.jobs_per_address)
            app.state.tsume = TsumeService(database, signer)
            try:
                yield
            finally:
                app.state.jobs.close()
                app.state.workers.close()
                await registry.close()
        finally:
            await database.close()

    app = Litestar(
        route_handlers=[
            *games_api.HANDLERS,
            *records_api.handlers(limits),
            *tsume_api.HANDLERS,
            page_socket,
            openapi_document,
            page_handler(Page(settings.static_dir)),
        ],
        lifespan=[lifespan],
        dependencies={
            "settings": _value(settings),
            "signer": _value(signer),
            "quotas": _value(RequestQuotas(limits)),
            "workers": Provide(_workers, sync_to_thread=False),
            "jobs": Provide(_jobs, sync_to_thread=False),
            "tsume": Provide(_tsume, sync_to_thread=False),
            "registry": Provide(_registry, sync_to_thread=False),
            "clock": Provide(_clock, sync_to_thread=False),
            "sockets": Provide(_sockets, sync_to_thread=False),
        },
        exception_handlers={Exception: _failed},
        request_max_body_size=limits.body,
        openapi_config=None,
        logging_config=None,
    )
    app.asgi_handler = middleware.SecurityMiddleware(app.asgi_handler, settings, signer)
    return app


@get("/api/openapi.json", include_in_schema=False)
async def openapi_document(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The OpenAPI document of all HTTP calls."""
    return answer(openapi.document(request.app.routes))


def _value(value: object) -> Provide:
    return Provide(lambda: value, sync_to_thread=False, use_cache=True)


def _registry(state: State) -> GameRegistry:
    registry: GameRegistry = state.registry
    return registry


def _clock(state: State) -> ServerClock:
    registry: GameRegistry = state.registry
    return registry.clock


def _workers(state: State) -> CpuWorkerPool:
    workers: CpuWorkerPool = state.workers
    return workers


def _tsume(state: State) -> TsumeService:
    tsume: TsumeService = state.tsume
    return tsume


def _jobs(state: State) -> JobQueue:
    jobs: JobQueue = state.jobs
    return jobs


def _sockets(state: State) -> SocketServer:
    sockets: SocketServer = state.sockets
    return sockets


def _failed(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Answers every exception with an error of the wire; internal details are not shown."""
    if isinstance(error, ApiError):
        error_answer = error
    elif isinstance(error, HTTPException) and error.status_code < 500:
        error_answer = ApiError(_BY_STATUS.get(error.status_code, "invalid"), why=INVALID_REQUEST)
    elif isinstance(error, DATABASE_ERRORS):
        log.error("%s %s failed: %s", request.scope["type"], request.scope["path"], reason_of(error))
        error_answer = save_error(error)
    else:
        log.error("%s %s failed", request.scope["type"], request.scope["path"], exc_info=error)
        error_answer = ApiError("internal")
    return Response(
        middleware.error_body(error_answer),
        status_code=error_answer.status,
        media_type="application/json",
        headers={"Cache-Control": "no-store"},
    )
