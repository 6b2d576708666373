"""Work that the server does again and again while it runs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from komadai.server.db.database import DATABASE_ERRORS, reason_of

log: Final = logging.getLogger(__name__)


class Periodic:
    """Calls ``look`` at once and then every ``seconds``, until it is closed.

    An error ends one call, not those that follow; ``what`` names the work in the log.
    """

    def __init__(self, look: Callable[[], Awaitable[None]], seconds: float, what: str) -> None:
        self._look = look
        self._seconds = seconds
        self._what = what
        self._closed = asyncio.Event()
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        """Ends after the present call."""
        self._closed.set()
        await self._task

    async def _run(self) -> None:
        while not self._closed.is_set():
            try:
                await self._look()
            except DATABASE_ERRORS as error:
                log.warning("could not %s: %s", self._what, reason_of(error))
            except Exception:
                log.exception("could not %s", self._what)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._closed.wait(), self._seconds)
