"""The HTTP calls of the page "How the program thinks"; see docs/wire.md."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.types import ControllerRouterHandler

from komadai.server.http.answers import answer
from komadai.server.http.request_quotas import RequestQuotas
from komadai.server.http.requests import AnyRequest, body_of, guest_of
from komadai.server.jobs.calls import job_calls
from komadai.server.jobs.job_queue import Job, JobQueue
from komadai.server.records.positions import board_of
from komadai.server.server_clock import ServerClock
from komadai.server.thinking import wire as wt
from komadai.server.thinking.jobs import ThinkingTask


@post("/api/thinking/jobs", body=wt.ThinkingRequest, answers=wt.ThinkingJob, helps=True)
async def begin_job(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    jobs: NamedDependency[JobQueue],
) -> Response[bytes]:
    """Queues a job that searches a position in one mode after the other."""
    guest, address = guest_of(request), request.scope["state"]["address"]
    ask = await body_of(request, wt.ThinkingRequest)
    quotas.record(guest, address, clock.now_ms())
    task = ThinkingTask(board_of(ask.sfen), ask.modes, ask.seconds, ask.depth)
    job = Job(guest, task)
    jobs.submit(job, address)
    return answer(task.view(job), 201)


@get("/api/thinking/measured", answers=wt.MeasuredView)
async def measured_games(request: AnyRequest) -> Response[bytes]:
    """The branching and the length of games, as they were measured."""
    return answer(_measured())


@cache
def _measured() -> wt.MeasuredView:
    data = files("komadai.server.thinking").joinpath("measured.json").read_bytes()
    return msgspec.json.decode(data, type=wt.MeasuredView)


HANDLERS: Final[tuple[ControllerRouterHandler, ...]] = (
    begin_job,
    *job_calls("/api/thinking/jobs", ThinkingTask, lambda job, task: task.view(job), wt.ThinkingJob),
    measured_games,
)
