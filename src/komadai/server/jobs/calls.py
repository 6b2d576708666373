"""The HTTP calls that every kind of job has: its state, and its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from komadai.server.errors import ApiError
from komadai.server.http.answers import answer
from komadai.server.http.request_quotas import RequestQuotas
from komadai.server.http.requests import AnyRequest, body_of, guest_of
from komadai.server.http.wire import EmptyRequest
from komadai.server.jobs.job_queue import Job, JobQueue, Task
from komadai.server.jobs.worker_pool import CpuWorkerPool
from komadai.server.server_clock import ServerClock

T = TypeVar("T", bound=Task)


def job_calls(
    path: str, kind: type[T], view: Callable[[Job, T], object], answers: type, *, helps: bool = True
) -> tuple[ControllerRouterHandler, ...]:
    """``GET path/{job_id}`` and ``POST path/{job_id}/stop`` for the jobs of one kind of task.

    ``view`` converts a job to its wire type ``answers``; for a job that is done it runs in a worker thread.
    ``helps``: the calls are refused to a player of a running game; so must the jobs be made.
    """

    async def one_job(
        request: AnyRequest,
        job_id: FromPath[str],
        clock: NamedDependency[ServerClock],
        quotas: NamedDependency[RequestQuotas],
        jobs: NamedDependency[JobQueue],
        workers: NamedDependency[CpuWorkerPool],
    ) -> Response[bytes]:
        """The state of a job. A page subscribes to it on its socket instead."""
        guest = guest_of(request)
        quotas.call(guest, clock.now_ms())
        job, task = job_of(jobs, job_id, guest, kind)
        if job.state != "done":
            return answer(view(job, task))
        return answer(await workers.run(request.scope["state"]["address"], view, job, task))

    async def stop_job(
        request: AnyRequest,
        job_id: FromPath[str],
        clock: NamedDependency[ServerClock],
        quotas: NamedDependency[RequestQuotas],
        jobs: NamedDependency[JobQueue],
    ) -> Response[bytes]:
        """Stops a job soon; it keeps the results so far."""
        guest = guest_of(request)
        quotas.call(guest, clock.now_ms())
        await body_of(request, EmptyRequest)
        job, task = job_of(jobs, job_id, guest, kind)
        job.stop()
        return answer(view(job, task))

    return (
        get(f"{path}/{{job_id:str}}", answers=answers, helps=helps)(one_job),
        post(f"{path}/{{job_id:str}}/stop", status_code=200, body=EmptyRequest, answers=answers, helps=helps)(
            stop_job
        ),
    )


def job_of(jobs: JobQueue, job_id: str, guest: str, kind: type[T]) -> tuple[Job, T]:
    """The guest's job of this kind, and its task. Raises ApiError ``not_found``."""
    job = jobs.job(job_id, guest)
    if not isinstance(job.task, kind):
        raise ApiError("not_found")
    return job, job.task
