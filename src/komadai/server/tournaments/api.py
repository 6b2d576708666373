"""The HTTP calls of events; see docs/wire.md."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from datetime import date
from typing import Final, Literal

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody

from komadai.errors import MissingPackageError
from komadai.messages.text import Text
from komadai.publish import event_sheets
from komadai.server.errors import ApiError
from komadai.server.http.addresses import Base, qr_picture
from komadai.server.http.calls import Calls, Id
from komadai.server.http.requests import number
from komadai.server.people.caller import Caller
from komadai.server.people.store import Account
from komadai.server.settings import Settings
from komadai.server.tournaments import kind_views, log_texts, requests, views, wire
from komadai.server.tournaments.permissions import check_sees, check_sees_sheets
from komadai.server.tournaments.seasons import title_of
from komadai.server.tournaments.service import TournamentService
from komadai.server.tournaments.session import TournamentSession
from komadai.tournaments import Arena, EventError, League, Tournament, as_csv, as_json, replay


class EventCalls(Calls):
    """Events."""

    path = "/api"
    tournaments: TournamentService
    settings: Settings

    @get("/events")
    async def newest_events(self, caller: Caller) -> wire.TournamentList:
        """The newest events of this server.

        Fifty at most.
        """
        rows = await self.tournaments.newest(caller.viewer)
        return wire.TournamentList([views.summary(row) for row in rows])

    @post("/events", cost="game")
    async def new_event(self, caller: Caller, data: JSONBody[requests.NewTournament]) -> wire.NewTournamentId:
        """Creates an event; the account that does is its owner and arbiter.

        Twenty unfinished ones at most: 409 ``too_many``.
        """
        account = caller.account
        make = self.tournaments.next_season if data.previous else self.tournaments.create
        return wire.NewTournamentId(await make(account, data))

    @get("/events/{event_id:str}")
    async def one_event(self, caller: Caller, event_id: Id) -> wire.TournamentView:
        """An event with its players, rounds and table.

        ``arbiter``, ``owned``, ``me`` and ``can_join`` say what the viewer is and may do.
        """
        base, loaded = caller.base(self.settings), await _seen(caller, self.tournaments, event_id)
        return await _view(self.tournaments, loaded, caller.viewer, base)

    @get("/events/{event_id:str}/qr.svg", answers=bytes)
    async def event_qr_code(self, caller: Caller, event_id: Id) -> Response[bytes]:
        """The link of an event's page as a QR code.

        The link is one that other machines can open (``reachable``).
        """
        loaded = await self.tournaments.peek(event_id)
        check_sees(loaded, caller.viewer)
        return qr_picture(views.link_of(caller.base(self.settings), loaded.id))

    @get("/games/{game_id:str}/event")
    async def event_of_game(self, caller: Caller, game_id: Id) -> wire.EventOfGame:
        """The event in which a game is played; null if it is played in none."""
        row = await self.tournaments.store.event_of_game(game_id)
        if row is not None and row.settings.private:
            try:
                check_sees(await self.tournaments.peek(row.id), caller.viewer)
            except ApiError:
                row = None
        return wire.EventOfGame(None if row is None else views.summary(row))

    @post("/events/{event_id:str}/commands", status_code=200)
    async def command(
        self, caller: Caller, event_id: Id, data: JSONBody[requests.TournamentRequest]
    ) -> wire.TournamentView:
        """Does something in an event, and answers with the event after it.

        403 ``not_arbiter``, ``barred``, ``not_owner`` or ``no_entries``, 409 ``event_refused`` with the
        reason.
        """
        account = caller.account
        loaded = await self.tournaments.command(event_id, account, data.command)
        return await _view(self.tournaments, loaded, account, caller.base(self.settings))

    @get("/events/{event_id:str}/log")
    async def event_log(self, caller: Caller, event_id: Id) -> wire.TournamentLog:
        """Everything that was done in an event, newest first."""
        loaded = await _seen(caller, self.tournaments, event_id)
        stored = await self.tournaments.store.acts(loaded.id)
        accounts = await self.tournaments.people.accounts(
            [each.person_id for each in stored if each.person_id]
        )
        return log_texts.log(loaded, stored, accounts)

    @get("/events/{event_id:str}/table/{kind:str}", query=("language", "key"), answers=bytes, cost="file")
    async def table_file(self, caller: Caller, event_id: Id, kind: Id) -> Response[bytes]:
        """The crosstable as an attachment; ``kind`` is ``pdf``, ``csv`` or ``json``. Needs no session."""
        loaded = await _sheets_of(caller, self.tournaments, event_id)
        language = _language(caller)
        match kind:
            case "csv":
                return _file(as_csv(loaded.event, language).encode("utf-8-sig"), loaded.id, "csv", "text/csv")
            case "json":
                data = msgspec.json.format(msgspec.json.encode(as_json(loaded.event)), indent=2)
                return _file(data, loaded.id, "json", "application/json")
            case "pdf":
                data = await _typeset(
                    self.tournaments,
                    loaded,
                    lambda event: event_sheets.crosstable_pdf(event, language=language),
                )
                return _file(data, loaded.id, "pdf", "application/pdf")
            case _:
                raise ApiError("not_found")

    @get(
        "/events/{event_id:str}/rounds/{round_number:str}/sheet.pdf",
        query=("language", "key"),
        answers=bytes,
        cost="file",
    )
    async def round_sheet(self, caller: Caller, event_id: Id, round_number: Id) -> Response[bytes]:
        """The pairings of a round as a PDF, as an attachment. Needs no session."""
        wanted = number("round", round_number, 1, 100)
        loaded = await _sheets_of(caller, self.tournaments, event_id)
        language = _language(caller)
        data = await _typeset(
            self.tournaments,
            loaded,
            lambda event: event_sheets.pairings_pdf(event, wanted, language=language),
        )
        return _file(data, f"{loaded.id}-{wanted}", "pdf", "application/pdf")

    @get("/events/{event_id:str}/reports/{day:str}")
    async def league_day(self, caller: Caller, event_id: Id, day: Id) -> wire.LeagueReport:
        """The report of a league at the end of a day, such as ``2026-06-30``.

        It has the strengths of the members, with change and games since the report before; the day is one of
        UTC.
        """
        loaded = await _seen(caller, self.tournaments, event_id)
        return kind_views.report(_league(loaded.event), _day(day))

    @get(
        "/events/{event_id:str}/reports/{day:str}/sheet.pdf",
        query=("language", "key"),
        answers=bytes,
        cost="file",
    )
    async def league_sheet(self, caller: Caller, event_id: Id, day: Id) -> Response[bytes]:
        """The same report as a PDF, as an attachment. Needs no session."""
        loaded, wanted = await _sheets_of(caller, self.tournaments, event_id), _day(day)
        language = _language(caller)
        data = await _typeset(
            self.tournaments,
            loaded,
            lambda event: event_sheets.report_pdf(_league(event), wanted, language=language),
        )
        return _file(data, f"{loaded.id}-{wanted.isoformat()}", "pdf", "application/pdf")


async def _seen(caller: Caller, tournaments: TournamentService, event_id: str) -> TournamentSession:
    """An event that the viewer may see. Raises ApiError ``not_found``."""
    loaded = await tournaments.tournament(event_id)
    check_sees(loaded, caller.viewer)
    return loaded


async def _sheets_of(caller: Caller, tournaments: TournamentService, event_id: str) -> TournamentSession:
    """The event, if the viewer may see it or the request has the link to its sheets. Raises ApiError
    ``not_found``."""
    loaded = await tournaments.tournament(event_id)
    if loaded.row.settings.private:
        key = caller.query.get("key", "")
        link = await tournaments.store.sheets_key(event_id) if key else None
        check_sees_sheets(loaded, caller.viewer, link, key)
    return loaded


def _league(event: Tournament) -> League:
    """The event, which must be a league. Raises ApiError ``not_found``."""
    if not isinstance(event, League):
        raise ApiError("not_found")
    return event


def _day(text: str) -> date:
    """The day of ``2026-06-30``. Raises ApiError."""
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise ApiError("not_found") from error
    if not 2000 <= day.year < 2200:
        raise ApiError("not_found")
    return day


async def _typeset(
    tournaments: TournamentService, loaded: TournamentSession, make: Callable[[Tournament], bytes]
) -> bytes:
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
    tournaments: TournamentService, loaded: TournamentSession, viewer: Account | None, base: Base
) -> wire.TournamentView:
    recorders = {game.recorder for game in loaded.games if game.recorder is not None}
    members = {each.account for player in loaded.event.players.values() for each in player.members}
    people: Iterable[str] = {
        *(loaded.row.owner_id, *loaded.arbiters, *loaded.persons.values()),
        *recorders,
        *members - {""},
        *loaded.third_persons.values(),
    }
    title = await title_of(tournaments, loaded, viewer)
    accounts = await tournaments.people.accounts(list(people))
    now, arena = tournaments.clock.now_ms(), None
    if isinstance(loaded.event, Arena):
        arena = kind_views.arena_view(loaded, await tournaments.pages.present(loaded.id), now)
    owned = viewer is not None and viewer.id == loaded.row.owner_id
    key = await tournaments.store.sheets_key(loaded.id) if owned else None
    return views.view(loaded, viewer, accounts, base, title, arena, now_ms=now, sheets_key=key)


def _language(caller: Caller) -> Literal["en", "ja"]:
    return "ja" if caller.query.get("language") == "ja" else "en"


CALLS: Final = (EventCalls,)
