"""Work that is completed whoever waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Tasks:
    """Tasks that are never cancelled. The server waits for them before it ends."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()
        self.closing: bool = False
        """Whether the server ends."""

    def spawn(self, coroutine: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Runs the coroutine in a task of its own."""
        task = asyncio.get_running_loop().create_task(coroutine)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def complete(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Runs the coroutine to its end, even if the caller is cancelled."""
        return await asyncio.shield(self.spawn(coroutine))

    def later(self, seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Begins the work after this time, unless the server ends then."""

        def begin() -> None:
            if not self.closing:
                self.spawn(work())

        asyncio.get_running_loop().call_later(seconds, begin)

    async def finished(self) -> None:
        """Waits until all tasks have ended. Their errors are not raised."""
        await asyncio.gather(*self._running, return_exceptions=True)
