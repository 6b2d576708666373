"""The ratings of a person, as `PersonalData` of `komadai.server.people`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.server.ratings.store import RatingStore

PAGE = 200


class RatingData:
    """Ratings and rated games. Guests have none."""

    name = "ratings"

    def __init__(self, store: RatingStore) -> None:
        self._store = store

    async def move(self, connection: AsyncConnection, guest: str, account: str) -> None:
        """Nothing: guests have no ratings."""

    async def moved(self, guest: str, account: str) -> None:
        """Nothing."""

    async def erase(self, connection: AsyncConnection, person: str) -> None:
        """Removes the ratings and their history."""
        await self._store.erase(connection, person)

    async def export(self, person: str) -> AsyncIterator[dict[str, Any]]:
        """Each rating, then each rated game, newest first."""
        for row in await self._store.ratings_of(person):
            yield {"rating": msgspec.structs.asdict(row)}
        before = None
        while games := await self._store.games_of(person, before, PAGE):
            for game in games:
                yield {"game": msgspec.structs.asdict(game)}
            before = (games[-1].at_ms, games[-1].game_id)
