"""The HTTP calls of live analyses; see docs/wire.md."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from litestar import get, post
from litestar.params import JSONBody

from komadai.messages.text import Text
from komadai.server.analysis import jobs as tasks
from komadai.server.analysis import wire as wt
from komadai.server.analysis.brinkmate_job import BrinkmateTask
from komadai.server.analysis.jobs import AnalysisTask
from komadai.server.analysis.warm_engines import WarmEngines
from komadai.server.bridge import views
from komadai.server.bridge.engines import EnginesOf, HomeEngines
from komadai.server.db.database import DATABASE_ERRORS
from komadai.server.errors import ApiError
from komadai.server.games.fair_play.fair_play import FairPlay
from komadai.server.http.calls import Calls
from komadai.server.http.requests import AnyRequest
from komadai.server.jobs.calls import job_calls
from komadai.server.jobs.job_queue import Job, JobQueue
from komadai.server.people.caller import Caller
from komadai.server.records.positions import board_after, board_of
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


class AnalysisCalls(Calls):
    """Live analysis, and searches for a brinkmate."""

    path = "/api/analysis"
    settings: Settings
    home_engines: HomeEngines
    jobs: JobQueue
    analysis_engines: WarmEngines
    fair_play: FairPlay

    @get("/options", cost=None)
    async def analysis_options(self, caller: Caller) -> wt.AnalysisOptions:
        """The engines that can analyse, and the limits.

        ``home`` are one's own that are connected; ``at_once`` of the others can search, and share ``threads``
        (one less than the processors).
        """
        return wt.AnalysisOptions(
            engines=[each.name for each in self.settings.engines if each.protocol == "usi"],
            home=views.engines_of(self.home_engines, caller.guest),
            at_once=tasks.AT_ONCE,
            threads=tasks.THREADS,
            seconds=tasks.SECONDS,
        )

    @post("/jobs", helps=True)
    async def begin_analysis(
        self, request: AnyRequest, caller: Caller, data: JSONBody[wt.AnalysisRequest]
    ) -> wt.AnalysisJob:
        """Queues a live analysis; the guest's earlier one is stopped.

        The position after the moves, all legal, is searched by one or two engines: of the server with low
        priority, which share ``threads`` (null: all of the options), and home engines of one's own. With
        ``threats`` the first engine looks for 0.7 seconds what the other side would do if it could move
        twice.
        """
        names, home = list(dict.fromkeys(data.engines)), list(dict.fromkeys(data.home))
        if not 1 <= len(names) + len(home) <= wt.MAX_ENGINES:
            raise ApiError("invalid", "engines", why=ONE_OR_TWO)
        programs = [self.settings.engine(name) for name in names]
        usable = [each for each in programs if each is not None and each.protocol == "usi"]
        if len(usable) < len(names):
            raise ApiError("invalid", "engines", why=NOT_AN_ENGINE)
        if len(usable) > tasks.AT_ONCE:
            raise ApiError("invalid", "engines", why=TOO_MANY)
        lane = tasks.LANE if names else tasks.HOME_LANE
        task = AnalysisTask(
            board_after(data),
            self.analysis_engines,
            usable,
            data.lines,
            data.depth,
            home_engines=EnginesOf(self.home_engines, caller.person),
            home=home,
            threads=data.threads or tasks.THREADS,
            threats=data.threats,
            crowded=lambda: self.jobs.waiting(lane) > 0,
            refusal=_refusal(self.fair_play, request),
        )
        job = Job(caller.person, task, lane=lane, needs_watcher=True)
        self.jobs.submit(job, caller.address)
        return task.view(job)

    @post("/brinkmate", helps=True)
    async def begin_brinkmate(self, caller: Caller, data: JSONBody[wt.BrinkmateRequest]) -> wt.BrinkmateJob:
        """Queues a search for a brinkmate; the guest's earlier one is stopped.

        The shortest one (必至) of the side to move, for 20 seconds at most.
        """
        task = BrinkmateTask(board_of(data.sfen), data.plies)
        job = Job(caller.person, task)
        self.jobs.submit(job, caller.address)
        return task.view(job)


def _refusal(fair_play: FairPlay, request: AnyRequest) -> Callable[[], Text | None]:
    """Asks from a worker thread why the guest may no longer be helped."""
    loop = asyncio.get_running_loop()

    def refusal() -> Text | None:
        asked = asyncio.run_coroutine_threadsafe(fair_play.refusal(request), loop)
        try:
            return asked.result(_ASK_S)
        except (TimeoutError, *DATABASE_ERRORS):
            return None  # as it was at the beginning; asked again soon

    return refusal


CALLS: Final = (
    AnalysisCalls,
    job_calls(PATH, AnalysisTask, lambda job, task: task.view(job), wt.AnalysisJob),
    job_calls(BRINKMATE_PATH, BrinkmateTask, lambda job, task: task.view(job), wt.BrinkmateJob),
)
