"""A check that no task waits for a second connection of the database while it holds one.

The pool of PostgreSQL has 15 connections. If as many requests each hold one and ask for another, all of them
wait until the pool gives up.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection


class SecondConnection(Exception):
    """A task that holds a connection, or one that it waits for, has asked for another."""


@contextmanager
def one_connection() -> Iterator[list[str]]:
    """Refuses second connections meanwhile. Gives the places in the code that asked for one."""
    refused: list[str] = []
    open_ones: set[AsyncConnection] = set()
    held: ContextVar[tuple[AsyncConnection, ...]] = ContextVar("held", default=())
    start, close = AsyncConnection.start, AsyncConnection.close

    async def started(self: AsyncConnection, *values: Any, **options: Any) -> AsyncConnection:
        mine = [each for each in held.get() if each in open_ones]
        if any(each.engine is self.engine for each in mine):
            place = "".join(traceback.format_stack()[-8:])
            refused.append(place)
            raise SecondConnection(place)
        connection = await start(self, *values, **options)
        open_ones.add(self)
        held.set((*mine, self))
        return connection

    async def closed(self: AsyncConnection) -> None:
        open_ones.discard(self)
        await close(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(AsyncConnection, "start", started)
        patch.setattr(AsyncConnection, "close", closed)
        yield refused
