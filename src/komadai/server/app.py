"""The server as an ASGI application: its rooms, and what every call goes through."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from litestar import Litestar
from litestar.di import Provide

from komadai.server.analysis.room import AnalysisRoom
from komadai.server.bots.room import BotsRoom
from komadai.server.bridge.room import BridgeRoom
from komadai.server.chat.room import ChatRoom
from komadai.server.classes.room import ClassesRoom
from komadai.server.coach.room import CoachRoom
from komadai.server.core import Core, desk_of
from komadai.server.csa.room import CsaRoom
from komadai.server.db.database import Database
from komadai.server.directory.room import DirectoryRoom
from komadai.server.explorer.room import ExplorerRoom
from komadai.server.games.room import GamesRoom
from komadai.server.http import openapi
from komadai.server.http.calls import count
from komadai.server.http.desk_forwarder import DeskForwarder
from komadai.server.http.failures import failed
from komadai.server.http.keys import load_keys
from komadai.server.http.middleware import SecurityMiddleware
from komadai.server.http.request_quotas import RequestQuotas
from komadai.server.http.requests import AnyRequest
from komadai.server.http.session import TokenSigner
from komadai.server.http.static_files import Page, page_handler
from komadai.server.jobs.room import JobsRoom
from komadai.server.lessons.room import LessonsRoom
from komadai.server.library.room import LibraryRoom
from komadai.server.live.room import SocketRoom
from komadai.server.lobby.room import LobbyRoom
from komadai.server.mail.room import MailRoom
from komadai.server.moderation.room import ModerationRoom
from komadai.server.monitoring import MonitoringRoom
from komadai.server.people.caller import caller_of
from komadai.server.people.room import PeopleRoom
from komadai.server.people.sessions.sessions import Sessions
from komadai.server.people.tokens.tokens import ApiTokens
from komadai.server.ratings.room import RatingsRoom
from komadai.server.records.room import RecordsRoom
from komadai.server.reviews.room import ReviewsRoom
from komadai.server.room import OpenRooms, Room
from komadai.server.settings import Settings
from komadai.server.studies.room import StudiesRoom
from komadai.server.thinking.room import ThinkingRoom
from komadai.server.tournaments.room import TournamentsRoom
from komadai.server.tsume.room import TsumeRoom
from komadai.server.variants.room import VariantsRoom

ROOMS: Final[tuple[type[Room], ...]] = (
    PeopleRoom,
    DirectoryRoom,
    BotsRoom,
    BridgeRoom,
    MailRoom,
    RatingsRoom,
    ChatRoom,
    GamesRoom,
    JobsRoom,
    LobbyRoom,
    TournamentsRoom,
    RecordsRoom,
    TsumeRoom,
    ClassesRoom,
    LessonsRoom,
    LibraryRoom,
    ThinkingRoom,
    ExplorerRoom,
    ReviewsRoom,
    ModerationRoom,
    VariantsRoom,
    CsaRoom,
    CoachRoom,
    AnalysisRoom,
    StudiesRoom,
    SocketRoom,
    MonitoringRoom,
)


def create_app(settings: Settings, csa_listener: socket.socket | None = None) -> Litestar:
    """Creates the application. Its lifespan opens and closes the database and the rooms.

    With ``settings.csa`` it also serves programs on ``csa_listener``.

    Raises StartError if the data folder cannot be used.
    """
    limits, quotas = settings.limits, RequestQuotas(settings.limits)
    signer = TokenSigner(load_keys(settings.data_dir))
    sessions, tokens = Sessions(), ApiTokens()

    async def before_call(request: AnyRequest) -> None:
        """Counts a call, and refuses one that would help in a game against a person."""
        state = request.app.state
        await count(request, quotas, state.clock.now_ms())
        await state.fair_play.check(request, state.workers)

    async def open_rooms(core: Core, rooms: OpenRooms) -> None:
        """Opens the rooms that have something to open, each with what it needs of those before."""
        add = rooms.add
        ratings = add(RatingsRoom.open(core)).ratings
        solved = add(VariantsRoom.open(core)).solved
        games = add(await GamesRoom.open(core, ratings, solved))
        add(JobsRoom.open(core, games.fair_play.check_person, games.registry.contest_listeners))
        people = add(PeopleRoom.open(core, signer, sessions, tokens, games.evidence, rooms.personal_data))
        lobby = add(await LobbyRoom.open(core, games, people.social))
        mail = add(MailRoom.open(core, people.people, games.registry)).mail
        add(ChatRoom.open(core))
        add(DirectoryRoom.open(core))
        add(BotsRoom.open(core, games, lobby))
        add(BridgeRoom.open(core, tokens))
        tell_report = mail.tell_report if mail.available else None
        add(TournamentsRoom.open(core, games, mail.tell_challenged, tell_report))
        add(StudiesRoom.open(core, games.registry))
        add(TsumeRoom.open(core, signer))
        add(LessonsRoom.open(core))
        add(ClassesRoom.open(core))
        add(AnalysisRoom.open())
        add(ExplorerRoom.open(core, games.player_names))
        add(MonitoringRoom.open(core))
        add(SocketRoom.open(core, games, sessions, rooms.topics))
        add(await CsaRoom.open(core, games.registry, csa_listener))

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        database = await Database.open(settings.database, settings.data_dir)
        try:
            core = await Core.open(settings, database)
            async with OpenRooms() as rooms:
                await open_rooms(core, rooms)
                own = {"core": core, "settings": settings, "quotas": quotas, "clock": core.clock}
                app.state.update(own | rooms.services)
                for each in calls:
                    each.connect(own | rooms.services)
                yield
        finally:
            await database.close()

    calls = [each.of_app(limits) for room in ROOMS for each in room.calls]
    app = Litestar(
        route_handlers=[*calls, openapi.openapi_document, page_handler(Page(settings.static_dir))],
        lifespan=[lifespan],
        before_request=before_call,
        dependencies={"caller": Provide(caller_of, sync_to_thread=False)},
        exception_handlers={Exception: failed},
        request_max_body_size=limits.body,
        openapi_config=None,
        logging_config=None,
    )
    desk = desk_of(settings)
    if desk is not None:
        at_desk = frozenset().union(*(room.at_desk for room in ROOMS))
        app.asgi_handler = DeskForwarder(app.asgi_handler, desk, app.routes, at_desk, limits)
    app.asgi_handler = SecurityMiddleware(
        app.asgi_handler, settings, sessions.authenticate, sessions.save, tokens.authenticate
    )
    return app
