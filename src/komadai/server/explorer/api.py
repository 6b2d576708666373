"""The HTTP calls of the explorer; see docs/wire.md."""

from __future__ import annotations

from typing import Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.types import ControllerRouterHandler

from komadai.server.errors import ApiError
from komadai.server.explorer import wire as ew
from komadai.server.explorer.service import OWN, Explorer
from komadai.server.http.helpers import AnyRequest, answer, body_of, guest_of, number
from komadai.server.http.request_quotas import RequestQuotas
from komadai.server.jobs.worker_pool import CpuWorkerPool
from komadai.server.positions import move_input
from komadai.server.records import to_wire
from komadai.server.records.positions import board_of
from komadai.server.records.wire import ReadAnswer
from komadai.server.server_clock import ServerClock

_MAX_GAME: Final = 2**29 - 1


@get("/api/explorer/databases", answers=ew.ExplorerDatabases)
async def list_databases(
    request: AnyRequest,
    explorer: NamedDependency[Explorer],
    workers: NamedDependency[CpuWorkerPool],
) -> Response[bytes]:
    """The game databases that the page can show, the games played here first."""
    await explorer.sync()
    found = await workers.run(request.scope["state"]["address"], explorer.databases)
    return answer(ew.ExplorerDatabases(found))


@post("/api/explorer", status_code=200, body=ew.ExplorerRequest, answers=ew.ExplorerAnswer, helps=True)
async def explore(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    explorer: NamedDependency[Explorer],
    workers: NamedDependency[CpuWorkerPool],
) -> Response[bytes]:
    """The moves that games played in a position, with results, and some of the games."""
    guest, address = guest_of(request), request.scope["state"]["address"]
    quotas.call(guest, clock.now_ms())
    ask = await body_of(request, ew.ExplorerRequest)
    board = board_of(ask.sfen)
    previous = None if ask.previous is None else move_input.from_usi(ask.previous)
    if ask.database == OWN:
        await explorer.sync()
    found = await workers.run(address, explorer.explore, ask, board)
    return answer(await explorer.view(found, board, previous))


@get("/api/explorer/record", answers=ReadAnswer, query=("database", "id"))
async def one_game(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    explorer: NamedDependency[Explorer],
    workers: NamedDependency[CpuWorkerPool],
) -> Response[bytes]:
    """A game of a database, as a Record."""
    guest, address = guest_of(request), request.scope["state"]["address"]
    quotas.record(guest, address, clock.now_ms())
    query = request.query_params
    if "database" not in query:
        raise ApiError("invalid", "database", why="database: expected the key of a database")
    game_id = number("id", query.get("id", ""), 1, _MAX_GAME)
    record = await workers.run(address, explorer.game, query["database"], game_id)
    return answer(ReadAnswer(format="komadai", games=[to_wire.record(record)], more=False))


HANDLERS: Final[tuple[ControllerRouterHandler, ...]] = (list_databases, explore, one_game)
