"""The HTTP calls about programs; see docs/wire.md."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from litestar import Response, get, post
from litestar.params import JSONBody

from komadai.messages.text import Text
from komadai.outcome import Infraction, Outcome, Termination
from komadai.pieces import Color
from komadai.play.state import color_name
from komadai.server.csa import log_files, wire
from komadai.server.csa.programs import CsaPrograms
from komadai.server.csa.session import Session
from komadai.server.csa.store import CsaStore, ListedGame, ProgramRow
from komadai.server.errors import ApiError
from komadai.server.games import views as games_views
from komadai.server.games.fair_play.fair_play import PlayingError
from komadai.server.games.live.game_registry import GameRegistry
from komadai.server.games.wire import NewGameId
from komadai.server.http.calls import Calls, Id
from komadai.server.people.caller import Caller
from komadai.server.settings import Settings

_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.A)


class ProgramCalls(Calls):
    """The programs of the CSA port and their games."""

    path = "/api/programs"
    csa_store: CsaStore
    settings: Settings
    connected: CsaPrograms | None
    registry: GameRegistry

    @get("/", desk=True)
    async def programs(self) -> wire.ProgramsView:
        """The rating table of programs, those that wait for an opponent, and the games.

        ``open`` and ``port`` say whether programs can play.
        """
        rated = await self.csa_store.rated_programs()
        ratings = {row.name: round(row.rating) for row in rated}
        waiting = [] if self.connected is None else self.connected.open_to_persons()
        return wire.ProgramsView(
            open=self.settings.csa is not None,
            port=None if self.settings.csa is None else self.settings.csa.port,
            waiting=[_waiting(session, ratings.get(session.name)) for session in waiting],
            programs=[_program(row) for row in rated],
            running=[_game(game) for game in await self.csa_store.running_games()],
            days=[wire.ProgramDay(day, count) for day, count in await self.csa_store.days()],
        )

    @post("/{name:str}/play", cost="game", desk=True)
    async def play(self, caller: Caller, name: Id, data: JSONBody[wire.PlayProgram]) -> NewGameId:
        """Begins a game with a program that waits for one; answered when the program has agreed.

        Nobody begins one while playing against a person: the program's moves would be help. 409
        ``program_gone``, 403 ``playing``.
        """
        if await self.registry.plays_a_person(caller.person):
            raise PlayingError
        if self.connected is None:
            raise ApiError("program_gone")
        color = None if data.color is None else Color(data.color == "white")
        return NewGameId(await self.connected.play_person(name, caller.person, color))

    @get("/days/{day:str}")
    async def games_of_day(self, day: Id) -> wire.ProgramGamesView:
        """The games of programs that began on this day (``2026-11-27``, in the server's time zone)."""
        if not _is_day(day):
            raise ApiError("not_found")
        return wire.ProgramGamesView(day, [_game(game) for game in await self.csa_store.games_of_day(day)])

    @get("/games/{game_id:str}/csa", answers=bytes)
    async def csa_file(self, game_id: Id) -> Response[bytes]:
        """A game of programs as a CSA 2.2 file, with the remarks that the programs sent."""
        row = await self.csa_store.game(game_id)
        if row is None:
            raise ApiError("not_found")
        text = log_files.log_text((await self.registry.game(game_id)).game, row)
        return Response(
            text.encode(),
            media_type="text/plain; charset=utf-8",
            headers={
                "Content-Disposition": f'attachment; filename="{row.csa_id}.csa"',
                "Cache-Control": "no-store",
            },
        )


def _is_day(text: str) -> bool:
    try:
        return _DAY.fullmatch(text) is not None and bool(date.fromisoformat(text))
    except ValueError:
        return False


def _waiting(session: Session, rating: int | None) -> wire.WaitingProgram:
    name = session.waiting_for
    assert name is not None
    control = name.times.control()
    assert control is not None, "without a limit of time a program is not offered to persons"
    return wire.WaitingProgram(
        name=session.name,
        rating=rating,
        game=name.text,
        clock_text=Text(control.text("en"), control.text("ja")),
        handicap=name.handicap.key,
        handicap_name=games_views.handicap_name(name.handicap),
        color=None if session.color is None else color_name(session.color),
    )


def _program(row: ProgramRow) -> wire.RatedProgram:
    return wire.RatedProgram(
        row.name, round(row.rating), round(row.deviation), row.wins, row.losses, row.draws
    )


def _game(game: ListedGame) -> wire.ProgramGame:
    outcome = None
    if game.termination is not None:
        winner = None if game.winner is None else Color(game.winner == "white")
        infraction = None if game.infraction is None else Infraction(game.infraction)
        outcome = Outcome(winner, Termination(game.termination), infraction)
    result = games_views.result(outcome, game.interruption, games_views.is_handicap(game.handicap))
    return wire.ProgramGame(
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


CALLS: Final = (ProgramCalls,)
