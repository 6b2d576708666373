"""The acts of a person in events, as personal data."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.server.db.database import Database
from komadai.server.games.storage.tables import game_seats
from komadai.server.tournaments.service import TournamentService
from komadai.server.tournaments.store import (
    tournament_acts,
    tournament_arbiters,
    tournament_players,
    tournaments,
)
from komadai.tournaments import Member, acts, decode_act, encode_act

DELETED = "deleted player"


class EventData:
    """The events of a person, as `PersonalData`. Guests have none."""

    name = "events"

    def __init__(self, database: Database, service: TournamentService) -> None:
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
                if not isinstance(act, acts.Entered | acts.Corrected) or act.player != row["number"]:
                    continue
                name = f"{DELETED} {act.player}"
                if isinstance(act, acts.Entered):
                    act = msgspec.structs.replace(act, name=name, club="")
                else:
                    act = msgspec.structs.replace(act, name=name, before=name)
                change = tournament_acts.update().where(
                    in_event, tournament_acts.c.number == stored["number"]
                )
                await connection.execute(change.values(body=encode_act(act)))
                await self._service.rename(connection, row["tournament_id"])
        await self._erase_member(connection, person)
        named = game_seats.update().where(game_seats.c.guest_id == person, game_seats.c.name != "")
        await connection.execute(named.values(name=DELETED))
        await connection.execute(
            tournament_arbiters.delete().where(tournament_arbiters.c.person_id == person)
        )

    async def erased(self, person: str) -> None:
        """Makes the same change in the events in memory."""
        await self._service.erased(person)

    async def _erase_member(self, connection: AsyncConnection, person: str) -> None:
        """Takes the name out of the teams of which the person is a member."""
        mentions = sa.select(tournament_acts).where(tournament_acts.c.body.contains(person, autoescape=True))
        for row in (await connection.execute(mentions)).mappings().all():
            act = decode_act(row["body"])
            if isinstance(act, acts.Entered):
                act = msgspec.structs.replace(act, members=tuple(_without(act.members, person)))
            elif isinstance(act, acts.MemberAdded):
                act = msgspec.structs.replace(act, member=_without([act.member], person)[0])
            else:
                continue
            change = tournament_acts.update().where(
                tournament_acts.c.tournament_id == row["tournament_id"],
                tournament_acts.c.number == row["number"],
            )
            await connection.execute(change.values(body=encode_act(act)))
            await self._service.rename(connection, row["tournament_id"])

    async def export(self, person: str) -> AsyncIterator[dict[str, Any]]:
        """Each event that the person owns, and each in which they play."""
        owned = sa.select(tournaments.c.id, tournaments.c.settings).where(tournaments.c.owner_id == person)
        played = sa.select(tournament_players).where(tournament_players.c.person_id == person)
        async with self._engine.connect() as connection:
            for row in (await connection.execute(owned)).mappings():
                yield {"owned": row["id"], "settings": msgspec.json.decode(row["settings"])}
            for row in (await connection.execute(played)).mappings():
                yield {"event": row["tournament_id"], "player": row["number"]}
            mentions = sa.select(tournament_acts).where(
                tournament_acts.c.body.contains(person, autoescape=True)
            )
            for row in (await connection.execute(mentions)).mappings():
                act = decode_act(row["body"])
                joined = act.members if isinstance(act, acts.Entered) else ()
                joined = (act.member,) if isinstance(act, acts.MemberAdded) else joined
                if isinstance(act, acts.Entered | acts.MemberAdded) and _is_among(joined, person):
                    yield {"event": row["tournament_id"], "team": act.player}


def _is_among(members: Sequence[Member], person: str) -> bool:
    return any(member.account == person for member in members)


def _without(members: Sequence[Member], person: str) -> list[Member]:
    """The members of a team, of whom one has no name any more."""
    return [
        Member(name=f"{DELETED} {place}") if member.account == person else member
        for place, member in enumerate(members, 1)
    ]
