"""The games of a person: they move into an account, and are exported."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Final

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.play.events import without_plans, without_sealed_moves
from komadai.server.games.live.game_registry import GameRegistry
from komadai.server.games.storage.store import GameStore
from komadai.server.games.storage.tables import game_seats

PAGE: Final = 100


class GameData:
    """The games of a person, as `PersonalData`."""

    name = "games"

    def __init__(self, registry: GameRegistry, store: GameStore) -> None:
        self._registry = registry
        self._store = store

    async def move(self, connection: AsyncConnection, guest: str, account: str) -> None:
        """Gives the guest's seats to the account."""
        seats = game_seats.update().where(game_seats.c.guest_id == guest)
        await connection.execute(seats.values(guest_id=account))

    async def moved(self, guest: str, account: str) -> None:
        """Gives the seats in the running games to the account."""
        await self._registry.move_person(guest, account)

    async def erase(self, connection: AsyncConnection, person: str) -> None:
        """Nothing: a game stores the person's id only, and belongs to both players."""

    async def export(self, person: str) -> AsyncIterator[dict[str, Any]]:
        """Each game with its events, newest first."""
        store, before = self._store, None
        while True:
            rows = await store.games_of(person, [], before, PAGE)
            for row in rows:
                game = msgspec.structs.asdict(row)
                game["seats"] = [
                    {
                        "kind": seat.kind,
                        "color": seat.color,
                        "name": seat.name,
                        "level": seat.level,
                        "you": seat.guest_id == person,
                    }
                    for seat in row.seats
                ]
                for internal in ("search", "clock_runs", "recorder_id"):
                    del game[internal]
                own = next((seat.color for seat in row.seats if seat.guest_id == person), None)
                log = without_plans(without_sealed_moves(await store.events(row.id)), own)
                game["events"] = [msgspec.to_builtins(event) for event in log]
                yield game
            if len(rows) < PAGE:
                return
            before = (rows[-1].created_ms, rows[-1].id)
