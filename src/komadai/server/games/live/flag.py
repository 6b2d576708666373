"""The flag of a game: a timer at the deadline of the side to move."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from komadai.pieces import Color
from komadai.server.core import Core
from komadai.server.errors import ApiError
from komadai.server.games.live.attendance import Attendance
from komadai.server.games.live.stored_game import StoredGame

log: Final = logging.getLogger(__name__)

RETRY_S: Final = 1.0
"""The delay before a flag fall that could not be stored is tried again."""


class Flag:
    """Ends the game when its time is up, in the process that owns it."""

    def __init__(self, core: Core, stored: StoredGame, attendance: Attendance) -> None:
        self._clock, self._cluster, self._tasks = core.clock, core.cluster, core.tasks
        self._stored, self._attendance = stored, attendance
        self._timer: asyncio.TimerHandle | None = None

    def look_again(self) -> None:
        """Sets the timer to the present deadline, which may be over."""
        self.stop()
        deadline = self._stored.game.deadline
        if deadline is not None and not self._tasks.closing and self._cluster.owns(self._stored.id):
            self._wait(max(0, deadline - self._clock.now_ms()) / 1000)

    def stop(self) -> None:
        """Cancels the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait(self, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self._on_timer)

    def _on_timer(self) -> None:
        self._timer = None
        self._tasks.spawn(self._drop())

    async def _drop(self) -> None:
        async with self._stored.lock:
            try:
                await self._stored.reload_if_uncertain()
                absent = [color for color in Color if not self._attendance.is_here(color)]
                await self._stored.commit(lambda game: game.tick(self._clock.now_ms(), absent))
            except Exception as error:
                if not isinstance(error, ApiError):
                    log.exception("game %s: its flag could not be dropped", self._stored.id)
                if not self._tasks.closing:
                    self._wait(RETRY_S)
                return
            if self._timer is None:
                self.look_again()  # the timer fired a fraction of a millisecond too early
