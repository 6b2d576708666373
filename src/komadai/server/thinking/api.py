"""The HTTP calls of the page "How the program thinks"; see docs/wire.md."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

import msgspec
from litestar import get, post
from litestar.params import JSONBody

from komadai.server.http.calls import Calls
from komadai.server.jobs.calls import job_calls
from komadai.server.jobs.job_queue import Job, Jobs
from komadai.server.people.caller import Caller
from komadai.server.records.positions import board_of
from komadai.server.thinking import wire as wt
from komadai.server.thinking.jobs import ThinkingTask


class ThinkingCalls(Calls):
    """How the engine thinks about a position."""

    path = "/api/thinking"

    @post("/jobs", helps=True, cost="record")
    async def begin_job(
        self, caller: Caller, data: JSONBody[wt.ThinkingRequest], jobs: Jobs
    ) -> wt.ThinkingJob:
        """Queues a job that searches a position in one mode after the other."""
        task = ThinkingTask(board_of(data.sfen), data.modes, data.seconds, data.depth)
        job = Job(caller.person, task)
        jobs.submit(job, caller.address)
        return task.view(job)

    @get("/measured", cost=None)
    async def measured_games(self) -> wt.MeasuredView:
        """The branching and the length of games, as they were measured."""
        return _measured()


@cache
def _measured() -> wt.MeasuredView:
    data = files("komadai.server.thinking").joinpath("measured.json").read_bytes()
    return msgspec.json.decode(data, type=wt.MeasuredView)


CALLS: Final = (
    ThinkingCalls,
    job_calls("/api/thinking/jobs", ThinkingTask, lambda job, task: task.view(job), wt.ThinkingJob),
)
