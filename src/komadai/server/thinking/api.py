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
from komadai.server.jobs.job_queue import Job, JobQueue
from komadai.server.people.caller import Caller
from komadai.server.records.positions import board_of
from komadai.server.thinking import wire as wt
from komadai.server.thinking.jobs import ThinkingTask


class ThinkingCalls(Calls):
    """How the engine thinks about a position."""

    path = "/api/thinking"
    jobs: JobQueue

    @post("/jobs", helps=True, cost="record")
    async def begin_job(self, caller: Caller, data: JSONBody[wt.ThinkingRequest]) -> wt.ThinkingJob:
        """Queues a job that searches a position in one mode after the other.

        The limits hold for each mode. The guest's earlier job is stopped.
        """
        task = ThinkingTask(board_of(data.sfen), data.modes, data.seconds, data.depth)
        job = Job(caller.person, task)
        self.jobs.submit(job, caller.address)
        return task.view(job)


class MeasureCalls(Calls):
    """What was measured of games."""

    path = "/api/thinking"

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
    MeasureCalls,
    job_calls("/api/thinking/jobs", ThinkingTask, lambda job, task: task.view(job), wt.ThinkingJob),
)
