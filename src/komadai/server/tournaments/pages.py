"""The pages on which events are open: who is there, and what they are told."""

from __future__ import annotations

import logging
from collections.abc import Collection
from typing import Final

from komadai.server.connections import Connection, encode
from komadai.server.core import Core
from komadai.server.db.database import DATABASE_ERRORS, reason_of
from komadai.server.tournaments import wire
from komadai.server.tournaments.session import TournamentSession
from komadai.tournaments import Arena

log: Final = logging.getLogger(__name__)


class EventPages:
    """The open pages of this process. The attendance of arenas is told to the others."""

    def __init__(self, core: Core) -> None:
        self._clock, self._cluster, self._tasks = core.clock, core.cluster, core.tasks
        self._pages: dict[str, set[Connection]] = {}

    @property
    def watched(self) -> Collection[str]:
        """The ids of the events that a page shows."""
        return self._pages.keys()

    async def open(self, connection: Connection, loaded: TournamentSession) -> None:
        """A page shows the event from now on."""
        person = connection.guest
        first = person is not None and person not in self._here(loaded.id)
        self._pages.setdefault(loaded.id, set()).add(connection)
        if first and person is not None and isinstance(loaded.event, Arena):
            await self._cluster.set_presence(loaded.id, person, True, self._clock.now_ms())

    def close(self, connection: Connection, event_id: str, loaded: TournamentSession | None) -> None:
        """A page shows the event no longer. ``loaded`` is the event, if it is in memory."""
        pages = self._pages.get(event_id, set())
        pages.discard(connection)
        if not pages:
            self._pages.pop(event_id, None)
        person = connection.guest
        is_arena = loaded is not None and isinstance(loaded.event, Arena)
        if is_arena and person is not None and person not in self._here(event_id):
            self._tasks.spawn(self._left(event_id, person))

    async def present(self, event_id: str) -> set[str]:
        """Finds the persons who have the page of an arena open, here or at another machine."""
        elsewhere = (await self._cluster.presence_elsewhere([event_id])).get(event_id, ())
        return self._here(event_id) | {each.person for each in elsewhere if each.here}

    def send(self, loaded: TournamentSession) -> None:
        """Tells all pages the version of an event, and its players the games that open for them now."""
        opening = loaded.opening()
        for connection in list(self._pages.get(loaded.id, ())):
            game = opening.get(connection.guest or "")
            message = wire.TournamentMessage(event=loaded.id, version=loaded.event.count, game=game)
            connection.send(encode(message))

    def _here(self, event_id: str) -> set[str]:
        """The persons who have the page of an event open at this process."""
        return {page.guest for page in self._pages.get(event_id, ()) if page.guest is not None}

    async def _left(self, event_id: str, person: str) -> None:
        try:
            await self._cluster.set_presence(event_id, person, False, self._clock.now_ms())
        except DATABASE_ERRORS as error:
            log.warning("event %s: could not store who has left: %s", event_id, reason_of(error))
