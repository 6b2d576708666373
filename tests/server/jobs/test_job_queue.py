"""The job queue: progress and results are pushed, jobs are stopped and limited, failures are reported."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from komadai.messages.text import Text
from komadai.server.connections import Connection
from komadai.server.errors import ApiError
from komadai.server.jobs import job_queue
from komadai.server.jobs.job_queue import FAILED, Job, JobQueue


class State(msgspec.Struct, tag_field="type", tag="job"):
    id: str
    state: str
    steps: int


class Steps:
    """A task that waits until it is stopped or released."""

    def __init__(self, group: str = "test", fails: bool = False) -> None:
        self.group = group
        self.steps = 0
        self.released = threading.Event()
        self._fails = fails

    def run(self) -> Text | None:
        self.steps += 1
        self.released.wait(60)
        if self._fails:
            raise RuntimeError("broken")
        self.steps += 1
        return None

    def stop(self) -> None:
        self.released.set()

    def message(self, job: Job) -> State:
        return State(job.id, job.state, self.steps)


@pytest.fixture(autouse=True)
def push_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_queue, "PUSH_INTERVAL_S", 0.01)


def run(test: Callable[[JobQueue], Awaitable[None]], max_per_address: int = 8) -> None:
    async def main() -> None:
        queue = JobQueue(max_per_address)
        try:
            await test(queue)
        finally:
            queue.close()

    asyncio.run(main())


async def messages_until(page: Connection, condition: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(page.outbox.get(), 60))
        if condition(message):
            return message


def is_done(message: dict[str, Any]) -> bool:
    return bool(message["state"] == "done")


def test_progress_and_result_are_pushed_to_the_pages_that_watch() -> None:
    async def test(queue: JobQueue) -> None:
        task = Steps()
        job = Job("guest", task)
        queue.submit(job, "address")
        page = Connection("guest", 1000)
        queue.watch(queue.job(job.id, "guest"), page)
        await messages_until(page, lambda message: message["state"] == "working")
        task.released.set()
        assert (await messages_until(page, is_done))["steps"] == 2
        await asyncio.sleep(0.05)
        assert page.outbox.empty()

    run(test)


def test_a_page_that_subscribes_after_the_end_gets_the_result() -> None:
    async def test(queue: JobQueue) -> None:
        task = Steps()
        job = Job("guest", task)
        queue.submit(job, "address")
        task.released.set()
        first, late = Connection("guest", 1000), Connection("guest", 1000)
        queue.watch(job, first)
        await messages_until(first, is_done)
        queue.watch(job, late)
        assert is_done(json.loads(late.outbox.get_nowait()))

    run(test)


def test_a_job_is_visible_to_its_guest_only() -> None:
    async def test(queue: JobQueue) -> None:
        job = Job("guest", Steps())
        queue.submit(job, "address")
        for guest in ("another", None):
            with pytest.raises(ApiError, match="not_found"):
                queue.job(job.id, guest)

    run(test)


def test_a_new_job_stops_the_guests_earlier_one_of_its_group_only() -> None:
    async def test(queue: JobQueue) -> None:
        first, other_group, other_guest = Steps(), Steps("other"), Steps()
        queue.submit(Job("guest", first), "address")
        queue.submit(Job("guest", other_group), "address")
        queue.submit(Job("another", other_guest), "address")
        queue.submit(Job("guest", Steps()), "address")
        assert first.released.is_set()
        assert not other_group.released.is_set()
        assert not other_guest.released.is_set()

    run(test)


def test_a_new_job_that_is_refused_does_not_stop_the_earlier_one() -> None:
    async def test(queue: JobQueue) -> None:
        earlier = Job("guest", Steps())
        queue.submit(earlier, "home")
        queue.submit(Job("another", Steps()), "club")
        with pytest.raises(ApiError, match="slow_down"):
            queue.submit(Job("guest", Steps()), "club")
        assert not earlier.stopped
        assert queue.unfinished("guest", "test") is earlier

    run(test, max_per_address=1)


def test_a_new_job_takes_the_place_of_the_earlier_one_in_the_quota_of_its_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(job_queue, "MAX_UNFINISHED", 1)

    async def test(queue: JobQueue) -> None:
        earlier = Job("guest", Steps())
        queue.submit(earlier, "address")
        queue.submit(Job("guest", Steps()), "address")
        assert earlier.stopped

    run(test, max_per_address=1)


def test_jobs_that_do_not_end_when_they_are_stopped_keep_their_places() -> None:
    async def test(queue: JobQueue) -> None:
        jobs = [Job("guest", Steps()) for _ in range(3)]
        for job in jobs:
            job.task.stop = lambda: None  # type: ignore[method-assign]
        queue.submit(jobs[0], "address")
        queue.submit(jobs[1], "address")
        with pytest.raises(ApiError, match="slow_down"):
            queue.submit(jobs[2], "address")
        assert [job.stopped for job in jobs] == [True, False, False]
        for job in jobs:
            job.task.released.set()  # type: ignore[attr-defined]

    run(test, max_per_address=1)


def test_an_address_has_a_quota_and_finished_jobs_are_not_counted() -> None:
    async def test(queue: JobQueue) -> None:
        jobs = [Job(f"guest{number}", Steps()) for number in range(3)]
        queue.submit(jobs[0], "address")
        queue.submit(jobs[1], "address")
        with pytest.raises(ApiError, match="slow_down"):
            queue.submit(jobs[2], "address")
        page = Connection("guest0", 1000)
        queue.watch(jobs[0], page)
        jobs[0].stop()
        await messages_until(page, is_done)
        queue.submit(jobs[2], "address")

    run(test, max_per_address=2)


def test_a_job_stopped_before_it_starts_is_reported_as_stopped() -> None:
    async def test(queue: JobQueue) -> None:
        blocking = [Steps(), Steps()]
        for number, task in enumerate(blocking):
            queue.submit(Job(f"guest{number}", task), "address")
        waiting = Job("guest", Steps())
        queue.submit(waiting, "address")
        waiting.stop()
        page = Connection("guest", 1000)
        queue.watch(waiting, page)
        for task in blocking:
            task.stop()
        await messages_until(page, is_done)
        assert waiting.error == job_queue.NOT_STARTED

    run(test)


def test_a_failure_is_an_error_of_the_job(caplog: pytest.LogCaptureFixture) -> None:
    async def test(queue: JobQueue) -> None:
        task = Steps(fails=True)
        job = Job("guest", task)
        queue.submit(job, "address")
        page = Connection("guest", 1000)
        queue.watch(job, page)
        task.released.set()
        await messages_until(page, is_done)
        assert job.error == FAILED

    run(test)
    assert "a job failed" in caplog.text


def test_a_state_that_cannot_be_shown_keeps_no_later_one_from_being_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test(queue: JobQueue) -> None:
        steps = Steps()
        job = Job("0" * 32, steps)
        page = Connection("0" * 32, 64)
        queue.submit(job, "")
        queue.watch(job, page)
        encoded = job.encoded
        calls = 0

        def fails_once() -> str:
            nonlocal calls
            calls += 1
            if calls == 1:
                raise RuntimeError("unexpected")
            return encoded()

        monkeypatch.setattr(job, "encoded", fails_once)
        while not calls:
            await asyncio.sleep(0.01)
        steps.released.set()
        while msgspec.json.decode(await page.outbox.get(), type=State).state != "done":
            pass

    run(test)
