"""Work that is completed whoever waits for it."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from komadai.server.tasks import Tasks


def test_work_goes_on_when_its_caller_is_cancelled() -> None:
    async def main() -> list[str]:
        tasks, log, go = Tasks(), list[str](), asyncio.Event()

        async def store() -> None:
            await go.wait()
            log.append("stored")

        caller = asyncio.ensure_future(tasks.complete(store()))
        await asyncio.sleep(0)
        caller.cancel()
        with suppress(asyncio.CancelledError):
            await caller
        go.set()
        await tasks.finished()
        return log

    assert asyncio.run(main()) == ["stored"]


def test_work_for_later_does_not_begin_when_the_server_ends() -> None:
    async def main() -> list[str]:
        tasks, log = Tasks(), list[str]()

        async def work(name: str) -> None:
            log.append(name)

        loop = asyncio.get_running_loop()
        tasks.later(0.0, lambda: work("before the end"))
        passed = loop.create_future()
        loop.call_later(0.0, passed.set_result, None)
        await passed
        await tasks.finished()
        tasks.closing = True
        tasks.later(0.0, lambda: work("after the end"))
        passed = loop.create_future()
        loop.call_later(0.0, passed.set_result, None)
        await passed
        await tasks.finished()
        return log

    assert asyncio.run(main()) == ["before the end"]
