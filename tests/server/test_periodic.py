"""Work that the server does again and again."""

from __future__ import annotations

import asyncio
import logging

import pytest

from komadai.server.periodic import Periodic


def test_an_error_ends_one_call_and_not_those_that_follow(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        calls = 0
        again = asyncio.Event()

        async def look() -> None:
            nonlocal calls
            calls += 1
            if calls == 1:
                raise ValueError("damaged")
            again.set()

        periodic = Periodic(look, 0.001, "look for games")
        await again.wait()
        await periodic.close()

    asyncio.run(run())
    errors = [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR]
    assert errors == ["could not look for games"]


def test_closing_waits_for_the_present_call_and_no_other_follows() -> None:
    done: list[int] = []

    async def run() -> None:
        begun = asyncio.Event()

        async def look() -> None:
            begun.set()
            await asyncio.sleep(0.01)
            done.append(1)

        periodic = Periodic(look, 0.0, "look")
        await begun.wait()
        await periodic.close()

    asyncio.run(run())
    assert done == [1]
