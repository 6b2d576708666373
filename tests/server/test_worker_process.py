"""A worker of several, and what its supervisor says to it."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from komadai.server import worker_process


@pytest.mark.parametrize("error", [OSError("the database is away"), RuntimeError("unexpected")])
def test_a_worker_that_cannot_do_what_it_is_told_goes_on(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    async def ended(_worker_id: str) -> None:
        raise error

    registry: Any = SimpleNamespace(peers=SimpleNamespace(ended=ended))
    asyncio.run(worker_process._told(registry, "dead 0123"))
    assert [record.getMessage() for record in caplog.records] == [
        f"could not do what the supervisor says: {error}"
    ]
