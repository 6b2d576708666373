"""Tells the members of leagues that a report is out: once for each report, on whichever process."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.server.db.database import DATABASE_ERRORS
from komadai.server.errors import ApiError
from komadai.server.tournaments.service import TournamentService
from komadai.tournaments import League, league_report

log: Final = logging.getLogger(__name__)

LOOK_S: Final = 3_600.0
NEWS_MS: Final = 14 * 86_400_000
"""How long a report is news. Members are not told of older ones, which a server may find after a pause."""

TellReport = Callable[[AsyncConnection, str, tuple[str, str], str], Awaitable[None]]
"""Gets a transaction, the account, the event's id and name, and the day of the report."""


class ReportNotices:
    """Looks once an hour for reports of which the members were not told."""

    def __init__(self, service: TournamentService, tell: TellReport) -> None:
        self._service = service
        self._tell = tell

    async def look(self) -> None:
        """Tells the members of each league of its newest report, if they were not told before."""
        for event_id in await self._service.store.leagues():
            try:
                await self._look_at(event_id)
            except ApiError as error:
                log.warning("event %s: %s", event_id, error.code)
            except DATABASE_ERRORS:
                raise
            except Exception:  # one league must not keep the others from being told
                log.exception("event %s", event_id)

    async def _look_at(self, event_id: str) -> None:
        loaded = await self._service.peek(event_id)
        now = self._service.clock.now_ms()
        league = League.of(loaded.event)
        days = league_report.days(league, now)
        if not days or now - league_report.end_of(days[0]) > NEWS_MS:
            return
        day, store = days[0], self._service.store
        if await store.told_report(event_id, day.isoformat()):
            return
        lines = league_report.report(league, day)
        members = [loaded.persons[line.player] for line in lines if line.player in loaded.persons]

        async def tell(connection: AsyncConnection) -> None:
            for person in members:
                event = (event_id, loaded.event.settings.name)
                await self._tell(connection, person, event, day.isoformat())

        await store.tell_report(event_id, day.isoformat(), tell)
