"""Work that the server does again and again while it runs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from komadai.server import metrics
from komadai.server.db.database import DATABASE_ERRORS, reason_of

log: Final = logging.getLogger(__name__)


REPEAT_S: Final = 60.0
"""An expected error that lasts is logged again after this time, so that its lines do not fill the disk."""


class Periodic:
    """Calls ``look`` at once and then every ``seconds``, until it is closed.

    An error ends one call, not those that follow: it is logged and counted in the metrics, where ``what``
    names the work. ``seconds`` may be a function, which is asked before each pause. Without ``at_once`` the
    first call follows the first pause. ``expected`` are the errors that are logged without a traceback, and
    not at each call while they last.
    """

    def __init__(
        self,
        look: Callable[[], Awaitable[None]],
        seconds: float | Callable[[], float],
        what: str,
        *,
        at_once: bool = True,
        expected: tuple[type[Exception], ...] = DATABASE_ERRORS,
    ) -> None:
        self._look = look
        self._seconds = seconds
        self._what = what
        self._expected = expected
        self._failures = metrics.periodic_failures.labels(what)
        self._closed = False
        self._reason: str | None = None
        self._warned_at = 0.0
        """The error that lasts, and when it was logged."""
        self._woken = asyncio.Event()
        self._task = asyncio.get_running_loop().create_task(self._run(at_once))

    def wake(self) -> None:
        """Ends the present pause; after the present call another one follows at once."""
        self._woken.set()

    def cancel(self) -> None:
        """Ends in the middle of the present call."""
        self._task.cancel()

    async def close(self) -> None:
        """Ends after the present call."""
        self._closed = True
        self.wake()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self, at_once: bool) -> None:
        if not at_once:
            await self._pause()
        while not self._closed:
            await self._call()
            await self._pause()

    async def _call(self) -> None:
        try:
            await self._look()
            self._reason = None
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            # Something that the call waited for was cancelled, not the call.
            self._failures.inc()
            log.exception("could not %s", self._what)
        except self._expected as error:
            self._failures.inc()
            self._warn(reason_of(error))
        except Exception:
            self._failures.inc()
            log.exception("could not %s", self._what)

    def _warn(self, reason: str) -> None:
        now = asyncio.get_running_loop().time()
        if reason != self._reason or now - self._warned_at >= REPEAT_S:
            self._reason, self._warned_at = reason, now
            log.warning("could not %s: %s", self._what, reason)

    async def _pause(self) -> None:
        seconds = self._seconds() if callable(self._seconds) else self._seconds
        with suppress(TimeoutError):
            await asyncio.wait_for(self._woken.wait(), seconds)
        self._woken.clear()
