"""The HTTP calls of the explorer; see docs/wire.md."""

from __future__ import annotations

from typing import Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.types import ControllerRouterHandler

from komadai.kifu import Game
from komadai.play.texts import Text
from komadai.server.errors import ApiError
from komadai.server.explorer import statistics_view
from komadai.server.explorer import wire as ew
from komadai.server.explorer.service import OWN, Explorer
from komadai.server.http import objections
from komadai.server.http.answers import answer
from komadai.server.http.request_quotas import RequestQuotas
from komadai.server.http.requests import AnyRequest, body_of, guest_of, number
from komadai.server.jobs.worker_pool import CpuWorkerPool
from komadai.server.people.profiles import display_name
from komadai.server.people.service import PeopleService
from komadai.server.positions import move_input
from komadai.server.records import to_wire
from komadai.server.records.positions import board_after, board_of
from komadai.server.records.wire import ReadAnswer
from komadai.server.server_clock import ServerClock

_MAX_GAME: Final = 2**29 - 1
MAX_NAME: Final = 100


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


@get("/api/explorer/names", answers=ew.NamesAnswer, query=("database",))
async def stored_names(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    explorer: NamedDependency[Explorer],
    workers: NamedDependency[CpuWorkerPool],
) -> Response[bytes]:
    """The openings and castles of a database, by which its games can be chosen."""
    guest, address = guest_of(request), request.scope["state"]["address"]
    quotas.call(guest, clock.now_ms())
    key = request.query_params.get("database", "")
    if key == OWN:
        await explorer.sync()
    return answer(await workers.run(address, explorer.names, key))


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


@post("/api/explorer/like", status_code=200, body=ew.LikeRequest, answers=ew.LikeAnswer, helps=True)
async def games_like_this(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    explorer: NamedDependency[Explorer],
    workers: NamedDependency[CpuWorkerPool],
) -> Response[bytes]:
    """The games of a database that are most like a game."""
    guest, address = guest_of(request), request.scope["state"]["address"]
    quotas.record(guest, address, clock.now_ms())
    ask = await body_of(request, ew.LikeRequest)
    game = Game(board_after(ask).root_sfen())
    game.extend(map(move_input.from_usi, ask.moves))
    if ask.database == OWN:
        await explorer.sync()
    found = await workers.run(address, explorer.like, ask.database, game)
    views = await explorer.games_view([(each.game, source) for each, source in found])
    return answer(
        ew.LikeAnswer(
            [
                ew.LikeGame(
                    view, each.score, each.likeness.line, each.likeness.names, each.likeness.structure
                )
                for view, (each, _) in zip(views, found, strict=True)
            ]
        )
    )


@post("/api/explorer/pattern", status_code=200, body=ew.PatternRequest, answers=ew.PatternAnswer, helps=True)
async def games_with_pattern(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    explorer: NamedDependency[Explorer],
    workers: NamedDependency[CpuWorkerPool],
) -> Response[bytes]:
    """The games of a database with a position that has this part."""
    guest, address = guest_of(request), request.scope["state"]["address"]
    quotas.record(guest, address, clock.now_ms())
    ask = await body_of(request, ew.PatternRequest)
    if ask.database == OWN:
        await explorer.sync()
    games, complete = await workers.run(address, explorer.pattern, ask)
    return answer(ew.PatternAnswer(await explorer.games_view(games), complete))


@get("/api/explorer/statistics", answers=ew.StatisticsAnswer, query=("database", "player"))
async def database_statistics(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    explorer: NamedDependency[Explorer],
    people: NamedDependency[PeopleService],
    workers: NamedDependency[CpuWorkerPool],
) -> Response[bytes]:
    """The games of a database, or of one of its players, in numbers."""
    guest, address = guest_of(request), request.scope["state"]["address"]
    quotas.record(guest, address, clock.now_ms())
    key, player = (request.query_params.get(name, "") for name in ("database", "player"))
    if len(player) > MAX_NAME:
        raise ApiError("invalid", "player", why=objections.at_most_characters("player", MAX_NAME))
    name = explorer.name_of(key)
    games, account, shown = None, None, Text(player, player) if player else None
    if key == OWN:
        await explorer.sync()
        if player:
            found_account = await people.store.account_named(player)
            if found_account is None or found_account.deleted_ms is not None:
                raise ApiError("not_found", "player")
            account, shown = found_account.name, display_name(found_account)
            games = await explorer.own.sides_of(found_account.id)
    found, profile = await workers.run(address, explorer.statistics, key, player, games)
    if player and not found.results.games and games is None:
        raise ApiError("not_found", "player")
    return answer(statistics_view.view(found, profile, database=name, player=shown, account=account))


HANDLERS: Final[tuple[ControllerRouterHandler, ...]] = (
    list_databases,
    explore,
    stored_names,
    one_game,
    games_like_this,
    games_with_pattern,
    database_statistics,
)
