"""The HTTP calls about programs; see docs/wire.md."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from komadai.outcome import Infraction, Outcome, Termination
from komadai.pieces import Color
from komadai.play.state import color_name
from komadai.play.texts import Text
from komadai.server.csa import log_files
from komadai.server.csa import wire as csa_wire
from komadai.server.csa.room import CsaRoom
from komadai.server.csa.session import Session
from komadai.server.csa.store import CsaStore, ListedGame, ProgramRow
from komadai.server.errors import ApiError
from komadai.server.games import views as games_views
from komadai.server.games import wire as games_wire
from komadai.server.games.fair_play import PlayingError
from komadai.server.games.game_registry import GameRegistry
from komadai.server.http.answers import answer
from komadai.server.http.request_quotas import RequestQuotas
from komadai.server.http.requests import AnyRequest, body_of, guest_of
from komadai.server.settings import Settings

_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.A)


class Programs:
    """The programs that are connected to the CSA port; none without one, or on other machines."""

    def __init__(self, room: CsaRoom | None) -> None:
        self.room = room


@get("/api/programs", desk=True, answers=csa_wire.ProgramsView)
async def programs(
    request: AnyRequest,
    csa_store: NamedDependency[CsaStore],
    registry: NamedDependency[GameRegistry],
    settings: NamedDependency[Settings],
    quotas: NamedDependency[RequestQuotas],
    connected: NamedDependency[Programs],
) -> Response[bytes]:
    """The rating table of programs, those that wait for an opponent, and the games."""
    quotas.call(guest_of(request), registry.now_ms())
    rated = await csa_store.rated_programs()
    ratings = {row.name: round(row.rating) for row in rated}
    waiting = [] if connected.room is None else connected.room.open_to_persons()
    return answer(
        csa_wire.ProgramsView(
            open=settings.csa is not None,
            port=None if settings.csa is None else settings.csa.port,
            waiting=[_waiting(session, ratings.get(session.name)) for session in waiting],
            programs=[_program(row) for row in rated],
            running=[_game(game) for game in await csa_store.running_games()],
            days=[csa_wire.ProgramDay(day, count) for day, count in await csa_store.days()],
        )
    )


@post("/api/programs/{name:str}/play", desk=True, body=csa_wire.PlayProgram, answers=games_wire.NewGameId)
async def play(
    request: AnyRequest,
    name: FromPath[str],
    registry: NamedDependency[GameRegistry],
    quotas: NamedDependency[RequestQuotas],
    connected: NamedDependency[Programs],
) -> Response[bytes]:
    """Begins a game with a program that waits for one; answered when the program has agreed.

    Nobody begins one while playing against a person: the program's moves would be help.
    """
    guest = guest_of(request)
    ask = await body_of(request, csa_wire.PlayProgram)
    quotas.new_game(guest, request.scope["state"]["address"], registry.now_ms())
    if await registry.plays_a_person(guest):
        raise PlayingError
    if connected.room is None:
        raise ApiError("program_gone")
    color = None if ask.color is None else Color(ask.color == "white")
    return answer(games_wire.NewGameId(await connected.room.play_person(name, guest, color)), 201)


def _is_day(text: str) -> bool:
    try:
        return _DAY.fullmatch(text) is not None and bool(date.fromisoformat(text))
    except ValueError:
        return False


@get("/api/programs/days/{day:str}", answers=csa_wire.ProgramGamesView)
async def games_of_day(
    request: AnyRequest,
    day: FromPath[str],
    csa_store: NamedDependency[CsaStore],
    registry: NamedDependency[GameRegistry],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """The games of programs that began on this day (``2026-11-27``, in the server's time zone)."""
    quotas.call(guest_of(request), registry.now_ms())
    if not _is_day(day):
        raise ApiError("not_found")
    games = await csa_store.games_of_day(day)
    return answer(csa_wire.ProgramGamesView(day, [_game(game) for game in games]))


@get("/api/programs/games/{game_id:str}/csa", answers=bytes)
async def csa_file(
    request: AnyRequest,
    game_id: FromPath[str],
    csa_store: NamedDependency[CsaStore],
    registry: NamedDependency[GameRegistry],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """A game of programs as a CSA 2.2 file, with the remarks that the programs sent."""
    quotas.call(guest_of(request), registry.now_ms())
    row = await csa_store.game(game_id)
    if row is None:
        raise ApiError("not_found")
    text = log_files.log_text((await registry.game(game_id)).game, row)
    return Response(
        text.encode(),
        media_type="text/plain; charset=utf-8",
        headers={
            "Content-Disposition": f'attachment; filename="{row.csa_id}.csa"',
            "Cache-Control": "no-store",
        },
    )


def _waiting(session: Session, rating: int | None) -> csa_wire.WaitingProgram:
    name = session.waiting_for
    assert name is not None
    control = name.times.control()
    assert control is not None, "without a limit of time a program is not offered to persons"
    return csa_wire.WaitingProgram(
        name=session.name,
        rating=rating,
        game=name.text,
        clock_text=Text(control.text("en"), control.text("ja")),
        handicap=name.handicap.key,
        handicap_name=games_views.handicap_name(name.handicap),
        color=None if session.color is None else color_name(session.color),
    )


def _program(row: ProgramRow) -> csa_wire.RatedProgram:
    return csa_wire.RatedProgram(
        row.name, round(row.rating), round(row.deviation), row.wins, row.losses, row.draws
    )


def _game(game: ListedGame) -> csa_wire.ProgramGame:
    outcome = None
    if game.termination is not None:
        winner = None if game.winner is None else Color(game.winner == "white")
        infraction = None if game.infraction is None else Infraction(game.infraction)
        outcome = Outcome(winner, Termination(game.termination), infraction)
    result = games_views.result(outcome, game.interruption, games_views.is_handicap(game.handicap))
    return csa_wire.ProgramGame(
        id=game.csa.game_id,
        csa_id=game.csa.csa_id,
        game=game.csa.game_name,
        black=game.csa.black,
        white=game.csa.white,
        started=games_views.iso(game.csa.started_ms),
        plies=game.plies,
        winner=None if result is None else result.winner,
        result=result,
    )


HANDLERS: Final[list[ControllerRouterHandler]] = [programs, play, games_of_day, csa_file]
