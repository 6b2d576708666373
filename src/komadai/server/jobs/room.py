"""The room of jobs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import ClassVar, Self

from komadai.server.connections import Connection
from komadai.server.core import Core
from komadai.server.jobs.job_queue import JobQueue
from komadai.server.jobs.wire import JobTopic
from komadai.server.jobs.worker_pool import CpuWorkerPool
from komadai.server.room import Room, Topic


@dataclass(frozen=True, kw_only=True)
class JobsRoom(Room):
    """Work for a processor: short work in threads, and jobs that a page follows."""

    at_desk: ClassVar[frozenset[str]] = frozenset({"jobs"})
    jobs: JobQueue
    workers: CpuWorkerPool

    @classmethod
    def open(
        cls,
        core: Core,
        check_help: Callable[[str], Awaitable[None]],
        contest_listeners: list[Callable[[str], None]],
    ) -> Self:
        """``check_help`` raises ApiError if this guest may not be helped to find a move now;
        ``contest_listeners`` are told who begins to play against a person."""
        limits = core.settings.limits
        jobs = JobQueue(limits.jobs_per_address)
        contest_listeners.append(jobs.stop_helping)

        async def watch(page: Connection, topic: JobTopic) -> None:
            job = jobs.job(topic.id, page.guest)
            if job.helps:
                await check_help(job.guest)
            jobs.watch(job, page)

        return cls(
            jobs=jobs,
            workers=CpuWorkerPool(limits.jobs_per_address),
            topics={JobTopic: Topic(watch, lambda page, topic: jobs.leave(topic.id, page), at_desk=True)},
            gauges={"jobs_unfinished": lambda: jobs.unfinished_jobs},
        )

    async def close(self) -> None:
        self.jobs.close()
        self.workers.close()
