"""The server as an ASGI application."""

from __future__ import annotations

import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from litestar import Litestar, Request, Response, get
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException, InternalServerException

from komadai.play.texts import Text
from komadai.server import metrics, monitoring
from komadai.server.analysis import api as analysis_api
from komadai.server.analysis.jobs import AT_ONCE
from komadai.server.analysis.warm_engines import WarmEngines
from komadai.server.bots import api as bots_api
from komadai.server.bots.streams import BotStreams
from komadai.server.bridge import api as bridge_api
from komadai.server.bridge.engines import HomeEngines
from komadai.server.bridge.socket import BridgeServer
from komadai.server.chat.personal_data import ChatData
from komadai.server.classes import api as classes_api
from komadai.server.csa import api as csa_api
from komadai.server.csa.server import CsaServer
from komadai.server.csa.store import CsaStore
from komadai.server.db.database import DATABASE_ERRORS, Database, reason_of, save_error
from komadai.server.errors import ApiError
from komadai.server.events import api as events_api
from komadai.server.events.due_events import DueEvents
from komadai.server.events.personal_data import EventData
from komadai.server.events.report_notices import ReportNotices
from komadai.server.events.service import EventService
from komadai.server.explorer import api as explorer_api
from komadai.server.explorer.service import Explorer
from komadai.server.games import api as games_api
from komadai.server.games import fair_play, profile_games
from komadai.server.games.bot_games import BotGames
from komadai.server.games.game_registry import GameRegistry
from komadai.server.games.personal_data import GameData
from komadai.server.games.protected_positions import ProtectedPositions
from komadai.server.games.reported_games import ReportedGames
from komadai.server.games.vacations import VacationData
from komadai.server.http import middleware, openapi
from komadai.server.http.answers import answer
from komadai.server.http.desk import Desk
from komadai.server.http.desk_forwarder import DeskForwarder
from komadai.server.http.keys import load_keys
from komadai.server.http.refusal_log import logged_path
from komadai.server.http.request_quotas import RequestQuotas
from komadai.server.http.session import TokenSigner
from komadai.server.http.static_files import Page, page_handler
from komadai.server.jobs.job_queue import JobQueue
from komadai.server.jobs.worker_pool import CpuWorkerPool
from komadai.server.lessons import api as lessons_api
from komadai.server.lessons.personal_data import LessonData
from komadai.server.lessons.store import ClassStore, LessonStore
from komadai.server.live.socket import Rooms, SocketServer, page_socket
from komadai.server.lobby import api as lobby_api
from komadai.server.lobby.lobby import Lobby
from komadai.server.lobby.personal_data import ChallengeData
from komadai.server.lobby.quick_pairing import QuickPairing
from komadai.server.lobby.store import ChallengeStore
from komadai.server.lobby.tv import Tv
from komadai.server.mail import api as mail_api
from komadai.server.mail.notices import Notices
from komadai.server.mail.personal_data import MailData
from komadai.server.mail.service import MailService
from komadai.server.mail.store import MailStore
from komadai.server.moderation import api as moderation_api
from komadai.server.monitoring import Health
from komadai.server.peers.alone import Alone
from komadai.server.people import api as account_api
from komadai.server.people import passkey_api, people_api, tokens_api
from komadai.server.people.passkey_store import PasskeyStore
from komadai.server.people.passkeys import Passkeys
from komadai.server.people.service import PeopleService
from komadai.server.people.sessions import Sessions
from komadai.server.people.social import SocialStore
from komadai.server.people.tokens import ApiTokens, TokenData
from komadai.server.ratings.personal_data import RatingData
from komadai.server.ratings.service import RatingService
from komadai.server.reading import api as reading_api
from komadai.server.records import api as records_api
from komadai.server.reviews import api as reviews_api
from komadai.server.server_clock import ServerClock
from komadai.server.settings import Settings
from komadai.server.studies import api as studies_api
from komadai.server.studies.personal_data import StudyData
from komadai.server.studies.service import Studies
from komadai.server.study import coach_api, names_api
from komadai.server.thinking import api as thinking_api
from komadai.server.tsume import api as tsume_api
from komadai.server.tsume.personal_data import TsumeData
from komadai.server.tsume.service import TsumeService
from komadai.server.variants import api as variants_api
from komadai.server.variants.solved import SolvedVariants

log: Final = logging.getLogger(__name__)

INVALID_REQUEST: Final = Text("the request is invalid", "リクエストの形式が正しくありません")
CLIENT_GONE: Final = "client disconnected prematurely"
"""What Litestar says when a client has gone before its request was whole."""
_BY_STATUS: Final = {401: "no_guest", 403: "not_yours", 404: "not_found", 405: "method", 413: "too_large"}


def create_app(settings: Settings, csa_listener: socket.socket | None = None) -> Litestar:
    """Creates the application. Its lifespan opens and closes the database, the games and the engines.

    With ``settings.csa`` it also serves programs on ``csa_listener``.

    Raises StartError if the data folder cannot be used.
    """
    signer = TokenSigner(load_keys(settings.data_dir))
    sessions, tokens, home_engines = Sessions(), ApiTokens(), HomeEngines()
    limits = settings.limits
    worker = settings.worker
    desk = Desk(worker.desk) if worker.desk is not None and worker.slot > 1 else None

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        database = await Database.open(settings.database, settings.data_dir)
        try:
            registry = await GameRegistry.open(settings, database, _peers(database, settings))
            app.state.registry = registry
            app.state.protected = ProtectedPositions(registry)
            app.state.bot_games = BotGames(registry, app.state.protected)
            app.state.jobs = JobQueue(limits.jobs_per_address)
            registry.contest_listeners.append(app.state.jobs.stop_helping)
            app.state.analysis_engines = WarmEngines(AT_ONCE)
            sessions.open(database, registry.clock)
            tokens.open(database, registry.clock)
            app.state.ratings = registry.ratings
            app.state.social = SocialStore(database, ReportedGames(registry).evidence)
            app.state.lobby = await Lobby.open(
                registry, ChallengeStore(database), app.state.bot_games, app.state.social
            )
            app.state.bots = BotStreams(registry, app.state.lobby, limits)
            app.state.bridges = BridgeServer(home_engines, tokens, registry.clock, limits, desk)
            app.state.quick_pairing = QuickPairing(registry, app.state.lobby)
            app.state.tv = Tv(registry)
            app.state.studies = Studies(registry, database)
            app.state.tournaments = EventService(registry, database)
            due_events = DueEvents(app.state.tournaments) if desk is None else None
            mail_store = MailStore(database)
            data = (
                GameData(registry),
                VacationData(database),
                MailData(mail_store),
                PasskeyStore(database),
                ChatData(database),
                ChallengeData(database),
                EventData(database, app.state.tournaments),
                TsumeData(database),
                LessonData(database),
                RatingData(app.state.ratings.store),
                StudyData(app.state.studies, database),
                app.state.social,
                TokenData(tokens),
            )
            app.state.people = PeopleService(sessions, tokens, registry.clock, limits, data)
            app.state.people.stopped_playing = app.state.lobby.withdraw_all
            app.state.passkeys = Passkeys(app.state.people, PasskeyStore(database), registry.clock)
            app.state.mail = MailService(mail_store, app.state.people, registry, settings.mail)
            app.state.tournaments.tell_challenged = app.state.mail.tell_challenged
            app.state.notices = Notices(app.state.mail, registry, app.state.people.store)
            app.state.report_notices = (
                ReportNotices(app.state.tournaments, app.state.mail.tell_report)
                if app.state.mail.available
                else None
            )
            rooms = Rooms(
                registry,
                app.state.protected,
                app.state.bot_games,
                app.state.lobby,
                app.state.tournaments,
                app.state.jobs,
                app.state.studies,
            )
            app.state.sockets = SocketServer(rooms, sessions, limits, desk)
            app.state.workers = CpuWorkerPool(limits.jobs_per_address)
            app.state.tsume = TsumeService(database, signer)
            app.state.lessons = LessonStore(database)
            app.state.classes = ClassStore(database)
            app.state.csa_store = CsaStore(database)
            csa = None
            app.state.programs = csa_api.Programs(None)
            if settings.csa is not None and csa_listener is not None:
                secret = load_keys(settings.data_dir)[0].secret
                csa = await CsaServer.open(registry, database, settings.csa, secret, csa_listener)
                app.state.programs = csa_api.Programs(csa.room)
            app.state.explorer = Explorer(settings, database, registry.names)
            app.state.health = Health(database, worker.states, registry.now_ms)
            _observe(app.state)
            try:
                yield
            finally:
                if csa is not None:
                    await csa.close()
                app.state.tournaments.close()
                if due_events is not None:
                    await due_events.close()
                await app.state.notices.close()
                if app.state.report_notices is not None:
                    await app.state.report_notices.close()
                await app.state.mail.close()
                await app.state.lobby.close()
                await sessions.close()
                app.state.jobs.close()
                app.state.analysis_engines.close()
                app.state.workers.close()
                app.state.explorer.close()
                await registry.close()
        finally:
            await database.close()

    app = Litestar(
        route_handlers=[
            *account_api.HANDLERS,
            *passkey_api.HANDLERS,
            *people_api.HANDLERS,
            *tokens_api.HANDLERS,
            *bots_api.HANDLERS,
            *bridge_api.HANDLERS,
            *mail_api.HANDLERS,
            *games_api.HANDLERS,
            *profile_games.HANDLERS,
            *lobby_api.HANDLERS,
            *events_api.HANDLERS,
            *records_api.handlers(limits),
            *tsume_api.HANDLERS,
            *classes_api.HANDLERS,
            *lessons_api.HANDLERS,
            *reading_api.HANDLERS,
            *thinking_api.HANDLERS,
            *explorer_api.HANDLERS,
            *reviews_api.handlers(limits),
            *moderation_api.HANDLERS,
            *variants_api.HANDLERS,
            *csa_api.HANDLERS,
            *names_api.HANDLERS,
            *coach_api.HANDLERS,
            *analysis_api.HANDLERS,
            *studies_api.handlers(limits),
            page_socket,
            openapi_document,
            *monitoring.HANDLERS,
            page_handler(Page(settings.static_dir)),
        ],
        lifespan=[lifespan],
        before_request=fair_play.check,
        dependencies={
            "settings": _value(settings),
            "signer": _value(signer),
            "quotas": _value(RequestQuotas(limits)),
            "workers": Provide(_workers, sync_to_thread=False),
            "jobs": Provide(_jobs, sync_to_thread=False),
            "tokens": _value(tokens),
            "bots": Provide(_bots, sync_to_thread=False),
            "bridges": Provide(_bridges, sync_to_thread=False),
            "home_engines": _value(home_engines),
            "solved": Provide(_solved, sync_to_thread=False),
            "explorer": Provide(_explorer, sync_to_thread=False),
            "analysis_engines": Provide(_analysis_engines, sync_to_thread=False),
            "health": Provide(_health, sync_to_thread=False),
            "tsume": Provide(_tsume, sync_to_thread=False),
            "lessons": Provide(_lessons, sync_to_thread=False),
            "classes": Provide(_classes, sync_to_thread=False),
            "people": Provide(_people, sync_to_thread=False),
            "passkeys": Provide(_passkeys, sync_to_thread=False),
            "mail": Provide(_mail, sync_to_thread=False),
            "ratings": Provide(_ratings, sync_to_thread=False),
            "social": Provide(_social, sync_to_thread=False),
            "registry": Provide(_registry, sync_to_thread=False),
            "tournaments": Provide(_tournaments, sync_to_thread=False),
            "bot_games": Provide(_bot_games, sync_to_thread=False),
            "lobby": Provide(_lobby, sync_to_thread=False),
            "quick_pairing": Provide(_quick_pairing, sync_to_thread=False),
            "tv": Provide(_tv, sync_to_thread=False),
            "connected": Provide(_programs, sync_to_thread=False),
            "csa_store": Provide(_csa_store, sync_to_thread=False),
            "clock": Provide(_clock, sync_to_thread=False),
            "studies": Provide(_studies, sync_to_thread=False),
            "sockets": Provide(_sockets, sync_to_thread=False),
        },
        exception_handlers={Exception: _failed},
        request_max_body_size=limits.body,
        openapi_config=None,
        logging_config=None,
    )
    if desk is not None:
        app.asgi_handler = DeskForwarder(app.asgi_handler, desk, app.routes, limits)
    app.asgi_handler = middleware.SecurityMiddleware(
        app.asgi_handler, settings, sessions.authenticate, sessions.save, tokens.authenticate
    )
    return app


@get("/api/openapi.json", include_in_schema=False)
async def openapi_document(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The OpenAPI document of all HTTP calls."""
    return answer(openapi.document(request.app.routes))


def _peers(database: Database, settings: Settings) -> Alone:
    """The other processes on the database. SQLite has none."""
    if database.engine.dialect.name != "postgresql":
        return Alone()
    from komadai.server.peers.peers import Peers  # needs the driver of PostgreSQL

    return Peers(database, settings.worker)


def _value(value: object) -> Provide:
    return Provide(lambda: value, sync_to_thread=False, use_cache=True)


def _registry(state: State) -> GameRegistry:
    registry: GameRegistry = state.registry
    return registry


def _clock(state: State) -> ServerClock:
    registry: GameRegistry = state.registry
    return registry.clock


def _bot_games(state: State) -> BotGames:
    bot_games: BotGames = state.bot_games
    return bot_games


def _lobby(state: State) -> Lobby:
    lobby: Lobby = state.lobby
    return lobby


def _bots(state: State) -> BotStreams:
    bots: BotStreams = state.bots
    return bots


def _bridges(state: State) -> BridgeServer:
    bridges: BridgeServer = state.bridges
    return bridges


def _quick_pairing(state: State) -> QuickPairing:
    quick_pairing: QuickPairing = state.quick_pairing
    return quick_pairing


def _tv(state: State) -> Tv:
    tv: Tv = state.tv
    return tv


def _tournaments(state: State) -> EventService:
    tournaments: EventService = state.tournaments
    return tournaments


def _programs(state: State) -> csa_api.Programs:
    programs: csa_api.Programs = state.programs
    return programs


def _csa_store(state: State) -> CsaStore:
    store: CsaStore = state.csa_store
    return store


def _solved(state: State) -> SolvedVariants:
    registry: GameRegistry = state.registry
    return registry.solved


def _workers(state: State) -> CpuWorkerPool:
    workers: CpuWorkerPool = state.workers
    return workers


def _tsume(state: State) -> TsumeService:
    tsume: TsumeService = state.tsume
    return tsume


def _lessons(state: State) -> LessonStore:
    lessons: LessonStore = state.lessons
    return lessons


def _classes(state: State) -> ClassStore:
    classes: ClassStore = state.classes
    return classes


def _explorer(state: State) -> Explorer:
    explorer: Explorer = state.explorer
    return explorer


def _analysis_engines(state: State) -> WarmEngines:
    engines: WarmEngines = state.analysis_engines
    return engines


def _people(state: State) -> PeopleService:
    people: PeopleService = state.people
    return people


def _passkeys(state: State) -> Passkeys:
    passkeys: Passkeys = state.passkeys
    return passkeys


def _mail(state: State) -> MailService:
    mail: MailService = state.mail
    return mail


def _ratings(state: State) -> RatingService:
    ratings: RatingService = state.ratings
    return ratings


def _studies(state: State) -> Studies:
    studies: Studies = state.studies
    return studies


def _social(state: State) -> SocialStore:
    social: SocialStore = state.social
    return social


def _health(state: State) -> Health:
    health: Health = state.health
    return health


def _observe(state: State) -> None:
    """Lets the metrics read the numbers of this server."""
    registry, jobs, sockets = _registry(state), _jobs(state), _sockets(state)
    metrics.observe(
        sockets=lambda: sockets.open,
        games_in_memory=lambda: registry.games_in_memory,
        games_running=lambda: registry.games_running,
        engine_processes=lambda: len(registry.engines.processes),
        jobs_unfinished=lambda: jobs.unfinished_jobs,
    )


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
    elif isinstance(error, InternalServerException) and error.detail == CLIENT_GONE:
        # Nobody reads the answer: the page has left while it sent the request.
        error_answer = ApiError("invalid", why=INVALID_REQUEST)
    elif isinstance(error, DATABASE_ERRORS):
        error_answer = save_error(error)
        if error_answer.status >= 500:
            log.error("%s %s failed: %s", request.scope["type"], logged_path(request.scope), reason_of(error))
    else:
        log.error("%s %s failed", request.scope["type"], logged_path(request.scope), exc_info=error)
        error_answer = ApiError("internal")
    return Response(
        middleware.error_body(error_answer),
        status_code=error_answer.status,
        media_type="application/json",
        headers={"Cache-Control": "no-store"},
    )
