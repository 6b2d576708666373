"""The check that runs with all tests of the server: second connections of one task are refused."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from komadai.server.db.database import Database
from tests.server.one_connection import SecondConnection


@pytest.mark.parametrize("holds", ["begin", "connect"])
@pytest.mark.parametrize("in_task", [False, True])
def test_a_second_connection_is_refused_while_a_task_holds_one(
    tmp_path: Path, second_connections: list[str], holds: str, in_task: bool
) -> None:
    async def main() -> None:
        database = await Database.open(None, tmp_path)
        try:
            async with getattr(database.engine, holds)():
                with pytest.raises(SecondConnection, match="in ping"):
                    await (asyncio.create_task(database.ping()) if in_task else database.ping())
            await database.ping()
        finally:
            await database.close()

    asyncio.run(main())
    assert len(second_connections) == 1
    second_connections.clear()


def test_tasks_that_do_not_wait_for_each_other_have_a_connection_each(tmp_path: Path) -> None:
    async def main() -> None:
        database = await Database.open(None, tmp_path)
        both = asyncio.Barrier(2)

        async def hold() -> None:
            async with database.engine.connect():
                await asyncio.wait_for(both.wait(), 60)

        try:
            await asyncio.gather(hold(), hold())
        finally:
            await database.close()

    asyncio.run(main())
