"""The queue of all long work: solving and judging positions; every job reports progress and can be stopped.

A job belongs to a guest. Its state is pushed to the pages that watch it. Jobs are not stored: after a
restart of the server they are gone, and a request for one is answered ``not_found``.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Literal, Protocol

from komadai.messages.text import Text
from komadai.server.connections import Connection, encode
from komadai.server.errors import ApiError
from komadai.server.rate_limits import ConcurrencyLimit

log: Final = logging.getLogger(__name__)

WORKERS: Final = 2
KEEP_DONE_S: Final = 600
"""A finished job is removed after this time."""
MAX_UNFINISHED: Final = 64
"""The maximum number of jobs that are waiting or running."""
UNWATCHED_S: Final = 10.0
"""A job that needs a watcher is stopped if no page has watched it for this time."""
DEFAULT_LANE: Final = "work"
LANES: Final = {DEFAULT_LANE: WORKERS, "analysis": 1, "home": 16}
"""The worker threads of each lane: jobs wait only for jobs of their own lane. Those of ``home`` only wait for
other machines."""
PUSH_INTERVAL_S: Final = 0.4
"""How often the progress of a running job is sent to the pages that watch it."""

FAILED: Final = Text("Something went wrong in the server.", "サーバー内部でエラーが起きました。")
NOT_STARTED: Final = Text("It was stopped before it started.", "始める前に中止されました。")


class Task(Protocol):
    """The work of a job. ``run`` is called once, in a worker thread; the rest from any thread."""

    group: str
    """A guest has one unfinished job of each group; a new one stops the earlier one."""

    def run(self) -> Text | None:
        """Does the work. Returns the error for the user if it cannot be done."""

    def stop(self) -> None:
        """Makes ``run`` return soon, with the results so far."""

    def message(self, job: Job) -> object:
        """The job's state as a message of the wire; may take long if the job is done."""


class Job:
    """A task in the queue. Written by one worker thread, read by the event loop."""

    def __init__(
        self,
        guest: str,
        task: Task,
        *,
        lane: str = DEFAULT_LANE,
        needs_watcher: bool = False,
        helps: bool = True,
    ) -> None:
        """``needs_watcher``: the job is stopped when no page watches it any more. ``helps``: it can help to
        find a move, which a player of a running game must not have."""
        self.guest: Final = guest
        self.lane: Final = lane
        self.needs_watcher: Final = needs_watcher
        self.helps: Final = helps
        self.address = ""
        """The address that queued it, in whose quota it is counted."""
        self.place = 1
        """The place among the jobs of the lane that wait, from 1."""
        self.task: Final = task
        self.id: Final = secrets.token_hex(8)
        self.state: Literal["waiting", "working", "done"] = "waiting"
        self.error: Text | None = None
        self.stopped: bool = False
        self.watchers: set[Connection] = set()
        self.done_at: float | None = None
        self._started_at: float | None = None
        self._final: str | None = None

    @property
    def ms(self) -> int:
        """The time it has been running, in milliseconds."""
        if self._started_at is None:
            return 0
        return round(1000 * ((self.done_at or time.monotonic()) - self._started_at))

    def stop(self) -> None:
        """Stops the job soon; it keeps the results so far."""
        self.stopped = True
        self.task.stop()

    def encoded(self) -> str:
        """The state as an encoded message."""
        return self._final or encode(self.task.message(self))

    def run(self) -> None:
        """Runs the task in this thread, and encodes its final state."""
        self._started_at, self.state = time.monotonic(), "working"
        try:
            self.error = NOT_STARTED if self.stopped else self.task.run()
        except Exception:
            self.error = FAILED
            raise
        finally:
            self.done_at, self.state = time.monotonic(), "done"
            self._final = encode(self.task.message(self))


class JobQueue:
    """The jobs of all guests, run by a few worker threads."""

    def __init__(self, max_per_address: int) -> None:
        self._threads = {
            lane: ThreadPoolExecutor(workers, thread_name_prefix=f"jobs-{lane}")
            for lane, workers in LANES.items()
        }
        self._addresses = ConcurrencyLimit(max_per_address)
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._pushing: set[asyncio.Task[None]] = set()

    @property
    def unfinished_jobs(self) -> int:
        """The number of jobs that are waiting or running."""
        return sum(job.state != "done" for job in list(self._jobs.values()))

    def submit(self, job: Job, address: str) -> None:
        """Queues a job; the guest's unfinished job of the same group is stopped, and its place is free.

        Raises ApiError ``slow_down`` if the queue is full or the address has used its quota; the earlier job
        continues then.
        """
        self._remove_old()
        unfinished = [each for each in self._jobs.values() if each.state != "done"]
        # One that was stopped before ends soon, but holds its place until then.
        replaced = [
            each
            for each in unfinished
            if each.guest == job.guest and each.task.group == job.task.group and not each.stopped
        ]
        ending = sum(each.address == address for each in replaced)
        if len(unfinished) - len(replaced) >= MAX_UNFINISHED or not self._addresses.acquire(address, ending):
            raise ApiError("slow_down")
        for other in replaced:
            other.stop()
        job.address = address
        self._jobs[job.id] = job
        job.place = self.waiting(job.lane)
        loop = asyncio.get_running_loop()
        future = loop.run_in_executor(self._threads[job.lane], job.run)
        future.add_done_callback(lambda done: self._finished(address, done))
        pushing = loop.create_task(self._push(job, future))
        self._pushing.add(pushing)
        pushing.add_done_callback(self._pushing.discard)

    def waiting(self, lane: str) -> int:
        """How many jobs of a lane wait for a worker."""
        return len(self._waiting(lane))

    def job(self, id: str, guest: str | None) -> Job:
        """A job of this guest. Raises ApiError ``not_found``."""
        self._remove_old()
        job = self._jobs.get(id)
        if job is None or job.guest != guest:
            raise ApiError("not_found")
        return job

    def unfinished(self, guest: str, group: str) -> Job | None:
        """The guest's job of this group that is not done, and was not stopped if there are two."""
        found = [
            job
            for job in self._jobs.values()
            if job.guest == guest and job.task.group == group and job.state != "done"
        ]
        return found[-1] if found else None

    def stop_helping(self, guest: str) -> None:
        """Stops the guest's jobs that help to find a move, and sends no more of them to the pages."""
        for job in self._jobs.values():
            if job.guest == guest and job.helps:
                job.watchers.clear()
                if job.state != "done":
                    job.stop()

    def watch(self, job: Job, connection: Connection) -> None:
        """Sends the job's state to a page, then its progress and its result."""
        job.watchers.add(connection)
        connection.send(job.encoded())

    def leave(self, job_id: str, connection: Connection) -> None:
        """Sends no more of the job to a page."""
        job = self._jobs.get(job_id)
        if job is not None:
            job.watchers.discard(connection)

    def close(self) -> None:
        """Stops all jobs."""
        for job in self._jobs.values():
            job.stop()
        for pushing in self._pushing:
            pushing.cancel()
        for threads in self._threads.values():
            threads.shutdown(wait=False, cancel_futures=True)

    async def _push(self, job: Job, future: asyncio.Future[None]) -> None:
        finished = False
        watched_at = time.monotonic()
        while not finished:
            done, _ = await asyncio.wait({future}, timeout=PUSH_INTERVAL_S)
            finished = bool(done)
            if job.watchers:
                watched_at = time.monotonic()
            elif job.needs_watcher and not job.stopped and time.monotonic() - watched_at > UNWATCHED_S:
                job.stop()
            try:
                self._show(job)
            except Exception:  # of one state; the next one may be shown, and the job has a result
                log.exception("a job could not be shown")

    def _show(self, job: Job) -> None:
        if job.state == "waiting":
            job.place = self._place(job)
        if job.watchers:
            message = job.encoded()
            for watcher in job.watchers:
                watcher.send(message)

    def _place(self, job: Job) -> int:
        waiting = self._waiting(job.lane)
        return waiting.index(job) + 1 if job in waiting else 1

    def _waiting(self, lane: str) -> list[Job]:
        """The jobs of a lane that wait, in the order in which they will run."""
        return [
            job
            for job in list(self._jobs.values())
            if job.lane == lane and job.state == "waiting" and not job.stopped
        ]

    def _finished(self, address: str, done: asyncio.Future[None]) -> None:
        self._addresses.release(address)
        if not done.cancelled() and (error := done.exception()) is not None:
            log.error("a job failed", exc_info=error)

    def _remove_old(self) -> None:
        now = time.monotonic()
        old = [id for id, job in self._jobs.items() if job.done_at and now - job.done_at > KEEP_DONE_S]
        for id in old:
            del self._jobs[id]
