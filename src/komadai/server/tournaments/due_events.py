"""Looks after the events in which something is due by itself: arenas begin, pair and end; games that were
not created because the server was killed are created.

Of all processes on the database one looks after an event at a time, which it says in the event's row. If it
ends, another one (of another machine, or the one that follows it) goes on KEEP_MS later.
"""

from __future__ import annotations

import logging
from typing import Final

from komadai.server.db.database import DATABASE_ERRORS
from komadai.server.errors import ApiError
from komadai.server.tournaments.service import TournamentService

log: Final = logging.getLogger(__name__)

TICK_S: Final = 1.0
KEEP_MS: Final = 6_000


class DueEvents:
    """The events of this server in which something is due."""

    def __init__(self, service: TournamentService) -> None:
        self._service = service
        self._kept: dict[str, int] = {}
        """The events that this process looks after, and until when."""

    async def look(self) -> None:
        """Does what is due in each event that this process looks after."""
        for event_id in await self._service.store.due(self._service.clock.now_ms()):
            await self._look_after(event_id)

    async def _look_after(self, event_id: str) -> None:
        try:
            if await self._keep(event_id):
                await self._service.look_after(event_id)
        except DATABASE_ERRORS:
            raise
        except ApiError as error:
            log.warning("event %s: %s", event_id, error.code)
        except Exception:  # one event must not keep the others from going on
            log.exception("event %s", event_id)

    async def _keep(self, event_id: str) -> bool:
        """Whether this process looks after the event."""
        now = self._service.clock.now_ms()
        if self._kept.get(event_id, 0) - now > KEEP_MS // 2:
            return True
        name = self._service.core.cluster.name
        if await self._service.store.keep(event_id, name, now, now + KEEP_MS):
            self._kept[event_id] = now + KEEP_MS
            return True
        self._kept.pop(event_id, None)
        return False
