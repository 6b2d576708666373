"""A worker of several, and what its supervisor says to it."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from komadai.server import worker_process
from komadai.server.worker_states import WorkerStates


@pytest.mark.parametrize("error", [OSError("the database is away"), RuntimeError("unexpected")])
def test_a_worker_that_cannot_do_what_it_is_told_goes_on(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    async def ended(_worker_id: str) -> None:
        raise error

    health: Any = None
    cluster: Any = SimpleNamespace(ended=ended)
    asyncio.run(worker_process._told(cluster, health, "dead 0123"))
    assert [record.getMessage() for record in caplog.records] == [
        f"could not do what the supervisor says: {error}"
    ]


def test_a_worker_hears_which_others_accept_connections() -> None:
    heard: list[WorkerStates] = []
    health: Any = SimpleNamespace(hear=heard.append)
    cluster: Any = None
    line = 'workers {"count":3,"complete":true,"missing_s":{"2":1.5}}'
    asyncio.run(worker_process._told(cluster, health, line))
    assert heard == [WorkerStates(3, True, {2: 1.5})]
