"""What a person did in events, as personal data."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.events import acts, decode_act, encode_act
from komadai.server.db.database import Database
from komadai.server.events.service import EventService
from komadai.server.events.store import (
    tournament_acts,
    tournament_arbiters,
    tournament_players,
    tournaments,
)
from komadai.server.games.tables import game_seats

DELETED = "deleted player"


class EventData:
    """The events of a person, as `PersonalData`. Guests have none."""

    name = "events"

    def __init__(self, database: Database, service: EventService) -> None:
        self._engine = database.engine
        self._service = service

    async def move(self, connection: AsyncConnection, guest: str, account: str) -> None:
        """Nothing: only accounts own events and enter by themselves."""

    async def moved(self, guest: str, account: str) -> None:
        """Nothing."""

    async def erase(self, connection: AsyncConnection, person: str) -> None:
        """Takes the name out of the events in which the person plays; results and pairings stay."""
        mine = sa.select(tournament_players).where(tournament_players.c.person_id == person)
        for row in (await connection.execute(mine)).mappings().all():
            in_event = tournament_acts.c.tournament_id == row["tournament_id"]
            log = sa.select(tournament_acts).where(in_event)
            for stored in (await connection.execute(log)).mappings().all():
                act = decode_act(stored["body"])
                if isinstance(act, acts.Entered) and act.player == row["number"]:
                    act = msgspec.structs.replace(act, name=f"{DELETED} {act.player}", club="")
                    change = tournament_acts.update().where(
                        in_event, tournament_acts.c.number == stored["number"]
                    )
                    await connection.execute(change.values(body=encode_act(act)))
                    await self._service.rename(connection, row["tournament_id"], act)
        named = game_seats.update().where(game_seats.c.guest_id == person, game_seats.c.name != "")
        await connection.execute(named.values(name=DELETED))
        await connection.execute(
            tournament_arbiters.delete().where(tournament_arbiters.c.person_id == person)
        )

    async def export(self, person: str) -> AsyncIterator[dict[str, Any]]:
        """Each event that the person owns, and each in which they play."""
        owned = sa.select(tournaments.c.id, tournaments.c.settings).where(tournaments.c.owner_id == person)
        played = sa.select(tournament_players).where(tournament_players.c.person_id == person)
        async with self._engine.connect() as connection:
            for row in (await connection.execute(owned)).mappings():
                yield {"owned": row["id"], "settings": msgspec.json.decode(row["settings"])}
            for row in (await connection.execute(played)).mappings():
                yield {"event": row["tournament_id"], "player": row["number"]}
