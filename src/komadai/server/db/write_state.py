"""Whether the database stores what it is given, and writes that an answer does not depend on."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

from sqlalchemy.exc import DataError, IntegrityError, ProgrammingError, SQLAlchemyError

from komadai.server.errors import ApiError

log: Final = logging.getLogger(__name__)

LONGEST_S: Final = 2.0
"""An answer waits for this time at most for a write on which it does not depend."""
_OF_THE_STATEMENT: Final = (DataError, IntegrityError, ProgrammingError)
"""Errors for which the database is not to blame."""


class WriteState:
    """Whether the last write has failed, because the disk is full or the database is locked, for instance."""

    def __init__(self) -> None:
        self.failing: bool = False
        self._running: set[asyncio.Task[bool]] = set()

    def failed(self, error: BaseException) -> None:
        """A write has failed. Nothing changes if its own values are the reason."""
        if isinstance(error, SQLAlchemyError | OSError) and not isinstance(error, _OF_THE_STATEMENT):
            self.failing = True

    def succeeded(self) -> None:
        """A write has succeeded."""
        self.failing = False

    async def attempt(self, write: Callable[[], Awaitable[Any]], what: str) -> bool:
        """Stores something on which an answer does not depend. Returns whether it is stored now.

        Waits LONGEST_S at most, and not at all while writes fail. A failure is logged: ``what`` says what
        could not be done.
        """
        if self.failing:
            return False
        task = asyncio.get_running_loop().create_task(self._attempt(write, what))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        done, _ = await asyncio.wait({task}, timeout=LONGEST_S)
        return bool(done) and task.result()

    async def _attempt(self, write: Callable[[], Awaitable[Any]], what: str) -> bool:
        try:
            await write()
        except (SQLAlchemyError, OSError, ApiError) as error:
            self.failed(error)
            log.warning("could not %s: %s", what, getattr(error, "orig", None) or error)
            return False
        return True

    async def close(self) -> None:
        """Waits for the writes that have begun."""
        await asyncio.gather(*self._running, return_exceptions=True)
