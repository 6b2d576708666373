"""The HTTP calls that every kind of job has: its state, and its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from litestar import Response, get, post

from komadai.server.errors import ApiError
from komadai.server.http.answers import answer
from komadai.server.http.calls import Calls, Id
from komadai.server.jobs.job_queue import Job, JobQueue, Task
from komadai.server.jobs.worker_pool import CpuWorkerPool
from komadai.server.people.caller import Caller

T = TypeVar("T", bound=Task)


def job_calls(
    path_of_jobs: str,
    kind: type[T],
    view: Callable[[Job, T], object],
    answers: type,
    *,
    helps: bool = True,
) -> type[Calls]:
    """``GET path_of_jobs/{job_id}`` and ``POST path_of_jobs/{job_id}/stop`` for the jobs of one kind of task.

    ``view`` converts a job to its wire type ``answers``; for a job that is done it runs in a worker thread.
    ``helps``: the calls are refused to a player of a running game; so must the jobs be made.
    """

    class JobCalls(Calls):
        """Jobs of this kind of task."""

        path = f"{path_of_jobs}/{{job_id:str}}"
        opt = Calls.opt | {"helps": helps}
        jobs: JobQueue
        workers: CpuWorkerPool

        @get("/", answers=answers)
        async def state(self, caller: Caller, job_id: Id) -> Response[bytes]:
            """The state of a job. A page subscribes to it on its socket instead.

            404 ten minutes after it is done.
            """
            job, task = job_of(self.jobs, job_id, caller.person, kind)
            if job.state != "done":
                return answer(view(job, task))
            return answer(await self.workers.run(caller.address, view, job, task))

        @post("/stop", status_code=200, answers=answers)
        async def stop(self, caller: Caller, job_id: Id) -> Response[bytes]:
            """Stops a job soon; it keeps the results so far."""
            job, task = job_of(self.jobs, job_id, caller.person, kind)
            job.stop()
            return answer(view(job, task))

    return JobCalls


def job_of(jobs: JobQueue, job_id: str, guest: str, kind: type[T]) -> tuple[Job, T]:
    """The guest's job of this kind, and its task. Raises ApiError ``not_found``."""
    job = jobs.job(job_id, guest)
    if not isinstance(job.task, kind):
        raise ApiError("not_found")
    return job, job.task
