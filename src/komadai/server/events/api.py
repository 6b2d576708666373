"""The HTTP calls of events; see docs/wire.md."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from datetime import date
from typing import Final, Literal

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from komadai.errors import MissingPackageError
from komadai.events import Event, EventError, as_csv, as_json, replay
from komadai.play.texts import Text
from komadai.publish import event_sheets
from komadai.server.errors import ApiError
from komadai.server.events import requests, views, wire
from komadai.server.events.seasons import title_of
from komadai.server.events.service import EventService
from komadai.server.events.tournament import Tournament
from komadai.server.http.addresses import Base, base_of_request, qr_picture
from komadai.server.http.answers import answer
from komadai.server.http.request_quotas import RequestQuotas
from komadai.server.http.requests import AnyRequest, body_of, guest_of, number
from komadai.server.people.api import account_of
from komadai.server.people.store import Account
from komadai.server.settings import Settings


@get("/api/events", answers=wire.TournamentList)
async def newest_events(
    request: AnyRequest, tournaments: NamedDependency[EventService], quotas: NamedDependency[RequestQuotas]
) -> Response[bytes]:
    """The newest events of this server."""
    _count(request, tournaments, quotas)
    return answer(wire.TournamentList([views.summary(row) for row in await tournaments.newest()]))


@post("/api/events", body=requests.NewTournament, answers=wire.NewTournamentId)
async def new_event(
    request: AnyRequest, tournaments: NamedDependency[EventService], quotas: NamedDependency[RequestQuotas]
) -> Response[bytes]:
    """Creates an event; the account that does is its owner and arbiter."""
    account = account_of(request)
    quotas.new_game(account.id, request.scope["state"]["address"], tournaments.registry.now_ms())
    new = await body_of(request, requests.NewTournament)
    make = tournaments.next_season if new.previous else tournaments.create
    return answer(wire.NewTournamentId(await make(account, new)), 201)


@get("/api/events/{event_id:str}", answers=wire.TournamentView)
async def one_event(
    request: AnyRequest,
    event_id: FromPath[str],
    tournaments: NamedDependency[EventService],
    settings: NamedDependency[Settings],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """An event with its players, rounds and table."""
    _count(request, tournaments, quotas)
    base, loaded = base_of_request(request, settings), await tournaments.tournament(event_id)
    return answer(await _view(tournaments, loaded, _viewer(request), base))


@get("/api/events/{event_id:str}/qr.svg", answers=bytes)
async def event_qr_code(
    request: AnyRequest,
    event_id: FromPath[str],
    tournaments: NamedDependency[EventService],
    settings: NamedDependency[Settings],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """The link of an event's page as a QR code."""
    _count(request, tournaments, quotas)
    loaded = await tournaments.load(event_id)
    return qr_picture(views.link_of(base_of_request(request, settings), loaded.id))


@get("/api/games/{game_id:str}/event", answers=wire.EventOfGame)
async def event_of_game(
    request: AnyRequest,
    game_id: FromPath[str],
    tournaments: NamedDependency[EventService],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """The event in which a game is played; null if it is played in none."""
    _count(request, tournaments, quotas)
    row = await tournaments.store.event_of_game(game_id)
    return answer(wire.EventOfGame(None if row is None else views.summary(row)))


@post(
    "/api/events/{event_id:str}/commands",
    status_code=200,
    body=requests.TournamentRequest,
    answers=wire.TournamentView,
)
async def command(
    request: AnyRequest,
    event_id: FromPath[str],
    tournaments: NamedDependency[EventService],
    settings: NamedDependency[Settings],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Does something in an event, and answers with the event after it."""
    account = account_of(request)
    _count(request, tournaments, quotas)
    ask = await body_of(request, requests.TournamentRequest)
    loaded = await tournaments.command(event_id, account, ask.command)
    return answer(await _view(tournaments, loaded, account, base_of_request(request, settings)))


@get("/api/events/{event_id:str}/log", answers=wire.TournamentLog)
async def event_log(
    request: AnyRequest,
    event_id: FromPath[str],
    tournaments: NamedDependency[EventService],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Everything that was done in an event, newest first."""
    _count(request, tournaments, quotas)
    loaded = await tournaments.tournament(event_id)
    stored = await tournaments.store.acts(loaded.id)
    accounts = await tournaments.people.accounts([each.person_id for each in stored if each.person_id])
    return answer(views.log(loaded, stored, accounts))


@get("/api/events/{event_id:str}/table/{kind:str}", answers=bytes, query=("language",))
async def table_file(
    request: AnyRequest,
    event_id: FromPath[str],
    kind: FromPath[str],
    tournaments: NamedDependency[EventService],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """The crosstable as an attachment; ``kind`` is ``pdf``, ``csv`` or ``json``."""
    _count_file(request, tournaments, quotas)
    loaded = await tournaments.tournament(event_id)
    language = _language(request)
    match kind:
        case "csv":
            return _file(as_csv(loaded.event, language).encode("utf-8-sig"), loaded.id, "csv", "text/csv")
        case "json":
            data = msgspec.json.format(msgspec.json.encode(as_json(loaded.event)), indent=2)
            return _file(data, loaded.id, "json", "application/json")
        case "pdf":
            data = await _typeset(
                tournaments, loaded, lambda event: event_sheets.crosstable_pdf(event, language=language)
            )
            return _file(data, loaded.id, "pdf", "application/pdf")
        case _:
            raise ApiError("not_found")


@get("/api/events/{event_id:str}/rounds/{round_number:str}/sheet.pdf", answers=bytes, query=("language",))
async def round_sheet(
    request: AnyRequest,
    event_id: FromPath[str],
    round_number: FromPath[str],
    tournaments: NamedDependency[EventService],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """The pairings of a round as a PDF, as an attachment."""
    _count_file(request, tournaments, quotas)
    wanted = number("round", round_number, 1, 100)
    loaded = await tournaments.tournament(event_id)
    language = _language(request)
    data = await _typeset(
        tournaments, loaded, lambda event: event_sheets.pairings_pdf(event, wanted, language=language)
    )
    return _file(data, f"{loaded.id}-{wanted}", "pdf", "application/pdf")


@get("/api/events/{event_id:str}/reports/{day:str}", answers=wire.LeagueReport)
async def league_day(
    request: AnyRequest,
    event_id: FromPath[str],
    day: FromPath[str],
    tournaments: NamedDependency[EventService],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """The report of a league at the end of a day, such as ``2026-06-30``."""
    _count(request, tournaments, quotas)
    loaded = await _league(tournaments, event_id)
    return answer(views.report(loaded.event, _day(day)))


@get("/api/events/{event_id:str}/reports/{day:str}/sheet.pdf", answers=bytes, query=("language",))
async def league_sheet(
    request: AnyRequest,
    event_id: FromPath[str],
    day: FromPath[str],
    tournaments: NamedDependency[EventService],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """The same report as a PDF, as an attachment."""
    _count_file(request, tournaments, quotas)
    loaded, wanted = await _league(tournaments, event_id), _day(day)
    language = _language(request)
    data = await _typeset(
        tournaments, loaded, lambda event: event_sheets.report_pdf(event, wanted, language=language)
    )
    return _file(data, f"{loaded.id}-{wanted.isoformat()}", "pdf", "application/pdf")


async def _league(tournaments: EventService, event_id: str) -> Tournament:
    """The league with this id. Raises ApiError ``not_found``."""
    loaded = await tournaments.tournament(event_id)
    if loaded.event.settings.system != "league":
        raise ApiError("not_found")
    return loaded


def _day(text: str) -> date:
    """The day of ``2026-06-30``. Raises ApiError."""
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise ApiError("not_found") from error
    if not 2000 <= day.year < 2200:
        raise ApiError("not_found")
    return day


async def _typeset(tournaments: EventService, loaded: Tournament, make: Callable[[Event], bytes]) -> bytes:
    """A document, made in a thread of an event of its own: that in memory changes meanwhile."""
    log = [each.act for each in await tournaments.store.acts(loaded.id)]
    try:
        return await asyncio.to_thread(lambda: make(replay(log)))
    except EventError as error:
        raise ApiError("not_found") from error
    except MissingPackageError as error:
        raise ApiError("event_refused", why=Text.of_error(error)) from error


def _file(data: bytes, name: str, suffix: str, kind: str) -> Response[bytes]:
    return Response(
        data,
        media_type=kind,
        headers={
            "Content-Disposition": f'attachment; filename="komadai-{name}.{suffix}"',
            "Cache-Control": "no-store",
        },
    )


async def _view(
    tournaments: EventService, loaded: Tournament, viewer: Account | None, base: Base
) -> wire.TournamentView:
    recorders = {game.recorder for game in loaded.games if game.recorder is not None}
    members = {each.account for player in loaded.event.players.values() for each in player.members}
    people: Iterable[str] = {
        *(loaded.row.owner_id, *loaded.arbiters, *loaded.persons.values()),
        *recorders,
        *members - {""},
    }
    title = await title_of(tournaments, loaded, viewer)
    accounts = await tournaments.people.accounts(list(people))
    now, arena = tournaments.registry.now_ms(), None
    if loaded.event.kind.is_continuous:
        arena = views.arena_view(loaded, await tournaments.pages.present(loaded.id), now)
    return views.view(loaded, viewer, accounts, base, title, arena, now_ms=now)


def _viewer(request: AnyRequest) -> Account | None:
    session = request.scope["state"]["session"]
    account: Account | None = None if session is None else session.account
    return account


def _language(request: AnyRequest) -> Literal["en", "ja"]:
    return "ja" if request.query_params.get("language") == "ja" else "en"


def _count(request: AnyRequest, tournaments: EventService, quotas: RequestQuotas) -> None:
    quotas.call(guest_of(request), tournaments.registry.now_ms())


def _count_file(request: AnyRequest, tournaments: EventService, quotas: RequestQuotas) -> None:
    quotas.record(guest_of(request), request.scope["state"]["address"], tournaments.registry.now_ms())


HANDLERS: Final[tuple[ControllerRouterHandler, ...]] = (
    newest_events,
    new_event,
    one_event,
    event_qr_code,
    event_of_game,
    command,
    event_log,
    table_file,
    round_sheet,
    league_day,
    league_sheet,
)
