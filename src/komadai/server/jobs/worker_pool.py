"""Worker threads for short CPU-bound work, so that it does not block the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, ParamSpec, TypeVar

from komadai.server.errors import ApiError
from komadai.server.rate_limits import ConcurrencyLimit

P = ParamSpec("P")
T = TypeVar("T")

WORKERS: Final = 2
"""More threads would share one interpreter lock and slow down each other and the event loop."""


class CpuWorkerPool:
    """A few threads with a queue, and a quota of the queue for each address."""

    def __init__(self, max_per_address: int) -> None:
        """``max_per_address`` limits the tasks of one address, running and waiting."""
        self._threads = ThreadPoolExecutor(WORKERS, thread_name_prefix="cpu")
        self._addresses = ConcurrencyLimit(max_per_address)

    async def run(self, address: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Calls ``work`` in a worker thread and returns its result.

        Raises ApiError ``slow_down`` if the address has used its quota, else whatever ``work`` raises.
        """
        if not self._addresses.acquire(address):
            raise ApiError("slow_down")
        # The quota is released when the work is done, not when the caller is cancelled: a client that
        # disconnects must not get a new place while its work still runs.
        future = asyncio.get_running_loop().run_in_executor(self._threads, lambda: work(*args, **kwargs))
        future.add_done_callback(lambda _: self._addresses.release(address))
        return await asyncio.shield(future)

    def close(self) -> None:
        """Drops the work that has not started."""
        self._threads.shutdown(wait=False, cancel_futures=True)
