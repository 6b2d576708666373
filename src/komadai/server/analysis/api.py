"""The HTTP calls of live analyses; see docs/wire.md."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.types import ControllerRouterHandler

from komadai.play.texts import Text
from komadai.server.analysis import jobs as tasks
from komadai.server.analysis import wire as wt
from komadai.server.analysis.brinkmate_job import BrinkmateTask
from komadai.server.analysis.jobs import AnalysisTask
from komadai.server.analysis.warm_engines import WarmEngines
from komadai.server.bridge import views
from komadai.server.bridge.engines import EnginesOf, HomeEngines
from komadai.server.db.database import DATABASE_ERRORS
from komadai.server.errors import ApiError
from komadai.server.games import fair_play
from komadai.server.http.answers import answer
from komadai.server.http.request_quotas import RequestQuotas
from komadai.server.http.requests import AnyRequest, body_of, guest_of
from komadai.server.jobs.calls import job_calls
from komadai.server.jobs.job_queue import Job, JobQueue
from komadai.server.records.positions import board_after, board_of
from komadai.server.server_clock import ServerClock
from komadai.server.settings import Settings

PATH: Final = "/api/analysis/jobs"
BRINKMATE_PATH: Final = "/api/analysis/brinkmate"
_ASK_S: Final = 5.0
NOT_AN_ENGINE: Final = Text("this engine cannot analyse here", "このエンジンは検討に使えません")
TOO_MANY: Final = Text(
    "this machine has too few processors for two engines",
    "プロセッサが足りないため、エンジンを二つ同時には使えません",
)
ONE_OR_TWO: Final = Text("choose one or two engines", "エンジンを一つか二つ選んでください")


@get("/api/analysis/options", answers=wt.AnalysisOptions)
async def analysis_options(
    request: AnyRequest, settings: NamedDependency[Settings], home_engines: NamedDependency[HomeEngines]
) -> Response[bytes]:
    """The engines that can analyse, and the limits."""
    return answer(
        wt.AnalysisOptions(
            engines=[each.name for each in settings.engines if each.protocol == "usi"],
            home=views.engines_of(home_engines, request.scope["state"]["guest"]),
            at_once=tasks.AT_ONCE,
            threads=tasks.THREADS,
            seconds=tasks.SECONDS,
        )
    )


@post(PATH, body=wt.AnalysisRequest, answers=wt.AnalysisJob, helps=True)
async def begin_analysis(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    jobs: NamedDependency[JobQueue],
    settings: NamedDependency[Settings],
    analysis_engines: NamedDependency[WarmEngines],
    home_engines: NamedDependency[HomeEngines],
) -> Response[bytes]:
    """Queues a live analysis; the guest's earlier one is stopped."""
    guest, address = guest_of(request), request.scope["state"]["address"]
    quotas.call(guest, clock.now_ms())
    ask = await body_of(request, wt.AnalysisRequest)
    names, home = list(dict.fromkeys(ask.engines)), list(dict.fromkeys(ask.home))
    if not 1 <= len(names) + len(home) <= wt.MAX_ENGINES:
        raise ApiError("invalid", "engines", why=ONE_OR_TWO)
    programs = [settings.engine(name) for name in names]
    usable = [each for each in programs if each is not None and each.protocol == "usi"]
    if len(usable) < len(names):
        raise ApiError("invalid", "engines", why=NOT_AN_ENGINE)
    if len(usable) > tasks.AT_ONCE:
        raise ApiError("invalid", "engines", why=TOO_MANY)
    lane = tasks.LANE if names else tasks.HOME_LANE
    task = AnalysisTask(
        board_after(ask),
        analysis_engines,
        usable,
        ask.lines,
        ask.depth,
        home_engines=EnginesOf(home_engines, guest),
        home=home,
        threads=ask.threads or tasks.THREADS,
        threats=ask.threats,
        crowded=lambda: jobs.waiting(lane) > 0,
        refusal=_refusal(request),
    )
    job = Job(guest, task, lane=lane, needs_watcher=True)
    jobs.submit(job, address)
    return answer(task.view(job), 201)


@post(BRINKMATE_PATH, body=wt.BrinkmateRequest, answers=wt.BrinkmateJob, helps=True)
async def begin_brinkmate(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    jobs: NamedDependency[JobQueue],
) -> Response[bytes]:
    """Queues a search for a brinkmate; the guest's earlier one is stopped."""
    guest, address = guest_of(request), request.scope["state"]["address"]
    quotas.call(guest, clock.now_ms())
    ask = await body_of(request, wt.BrinkmateRequest)
    task = BrinkmateTask(board_of(ask.sfen), ask.plies)
    job = Job(guest, task)
    jobs.submit(job, address)
    return answer(task.view(job), 201)


def _refusal(request: AnyRequest) -> Callable[[], Text | None]:
    """Asks from a worker thread why the guest may no longer be helped."""
    loop = asyncio.get_running_loop()

    def refusal() -> Text | None:
        asked = asyncio.run_coroutine_threadsafe(fair_play.refusal(request), loop)
        try:
            return asked.result(_ASK_S)
        except (TimeoutError, *DATABASE_ERRORS):
            return None  # as it was at the beginning; asked again soon

    return refusal


HANDLERS: Final[tuple[ControllerRouterHandler, ...]] = (
    analysis_options,
    begin_analysis,
    *job_calls(PATH, AnalysisTask, lambda job, task: task.view(job), wt.AnalysisJob),
    begin_brinkmate,
    *job_calls(BRINKMATE_PATH, BrinkmateTask, lambda job, task: task.view(job), wt.BrinkmateJob),
)
