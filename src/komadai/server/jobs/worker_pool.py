"""The desk: work that takes the processor for long, done beside the event loop, in turn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, ParamSpec, TypeVar

from komadai.play.refusals import Refused
from komadai.server.rate_limits import Counter

P = ParamSpec("P")
T = TypeVar("T")

WORKERS: Final = 2
"""More would share one interpreter: each would only be slower, and the event loop with them."""


class Desk:
    """A few threads, and how much of their queue one address may fill."""

    def __init__(self, most_waiting: int) -> None:
        """``most_waiting`` is the number of jobs one address may have here, done or waiting."""
        self._threads = ThreadPoolExecutor(WORKERS, thread_name_prefix="desk")
        self._jobs = Counter(most_waiting)

    async def do(self, address: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Does the work in a thread of its own. Raises Refused ``slow_down`` if this address has as much
        waiting as it may, else what the work raises."""
        if not self._jobs.enter(address):
            raise Refused("slow_down")
        # Counted until it is done, not until nobody waits for it any more: hanging up frees no place.
        job = asyncio.get_running_loop().run_in_executor(self._threads, lambda: work(*args, **kwargs))
        job.add_done_callback(lambda _: self._jobs.leave(address))
        return await asyncio.shield(job)

    def close(self) -> None:
        """Work that has not begun is dropped."""
        self._threads.shutdown(wait=False, cancel_futures=True)
