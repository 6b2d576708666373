"""What the server knows of other processes on its database, and a process that has none beside it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Final, NamedTuple, Protocol

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.server.peers.tables import attendance, game_leases, workers

TABLES: Final[tuple[sa.Table, ...]] = (workers, game_leases, attendance)
CHANNEL: Final = "komadai"
"""PostgreSQL's channel for the messages of processes to each other."""

Listener = Callable[[Sequence[str]], Awaitable[None]]
"""Gets the words of a message after its kind."""


async def wake(connection: AsyncConnection, origin: str, kind: str, *words: str) -> None:
    """Sends a message to all other processes when the transaction of this connection is committed.

    ``origin``: the name of this process; empty: there are no others.
    """
    if origin:
        message = " ".join((origin, kind, *words))
        given = {"channel": CHANNEL, "message": message}
        await connection.execute(sa.text("SELECT pg_notify(:channel, :message)"), given)


class Elsewhere(NamedTuple):
    """A person's pages on other processes."""

    person: str
    here: bool
    since_ms: int


class Keeper(Protocol):
    """Who owns the games of this process."""

    def wants(self) -> list[str]:
        """The games in memory that must be kept by a process and are not kept by this one."""

    async def kept(self, game_id: str) -> None:
        """This process keeps the game from now on: it drops its flag and runs its engine."""

    def not_kept(self) -> None:
        """Other processes may keep all games."""

    async def poll(self) -> None:
        """Reads what others have changed."""


class Alone:
    """The one process on its database."""

    name = ""
    """The name of this process in messages; empty: there are no others."""

    def keeps(self, game_id: str) -> bool:
        """Whether this process drops the flag of the game and runs its engine."""
        return True

    def on(self, kind: str, listener: Listener) -> None:
        """Calls the listener for messages of this kind from other processes."""

    async def tell(self, kind: str, *words: str) -> None:
        """Sends a message to all other processes."""

    async def begin(self) -> bool:
        """Joins the others. Returns whether there are none: all games stand still then."""
        return True

    def run(self, keeper: Keeper) -> None:
        """Begins to renew the leases and to listen."""

    async def leave(self) -> bool:
        """Ends the part of this process. Returns whether it was the last one."""
        return True

    def look(self) -> None:
        """Looks for games to keep now."""

    async def release(self, game_ids: Collection[str]) -> None:
        """Keeps these games no more."""

    async def ended(self, worker_id: str) -> None:
        """Another process is known to have ended."""

    async def attend(self, topic: str, person: str, here: bool, now_ms: int) -> None:
        """Stores that a person has opened their first page here, or closed the last one."""

    async def elsewhere(self, topics: Collection[str]) -> dict[str, list[Elsewhere]]:
        """Who has, or had, pages of these topics open on other processes."""
        return {}
