"""The processes on one database as one of them sees them, and the messages that they send each other."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import Final, NamedTuple, Protocol

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.server.cluster.messages import M, Message, encode

CHANNEL: Final = "komadai"
"""PostgreSQL's channel for the messages of processes to each other."""


async def publish_on_commit(connection: AsyncConnection, origin: str, message: Message) -> None:
    """Sends a message to all other processes when the transaction of this connection is committed.

    ``origin``: the name of this process; empty: there are no others.
    """
    if origin:
        given = {"channel": CHANNEL, "message": encode(origin, message)}
        await connection.execute(sa.text("SELECT pg_notify(:channel, :message)"), given)


class RemotePresence(NamedTuple):
    """A person's pages on other processes."""

    person: str
    here: bool
    since_ms: int


class GameOwner(Protocol):
    """The part of a process that owns games; `GameRegistry` is it."""

    def wants(self) -> list[str]:
        """The games in memory that a process must own and that this one does not own."""

    async def acquired(self, game_id: str) -> None:
        """This process owns the game from now on: it drops its flag and runs its engine."""

    def lost_all(self) -> None:
        """Other processes may own all games from now on."""

    async def poll(self) -> None:
        """Reads what others have changed."""


class Cluster(Protocol):
    """The processes on one database."""

    @property
    def name(self) -> str:
        """The name of this process in messages; empty: there are no others."""

    def owns(self, game_id: str) -> bool:
        """Whether this process drops the flag of the game and runs its engine."""

    def subscribe(self, kind: type[M], listener: Callable[[M], Awaitable[None]]) -> None:
        """Calls the listener for messages of this kind from other processes."""

    async def publish(self, message: Message) -> None:
        """Sends a message to all other processes."""

    async def join(self) -> bool:
        """Joins the others. Returns whether there are none: all games stand still then."""

    def run(self, owner: GameOwner) -> None:
        """Begins to renew the leases and to listen."""

    async def leave(self) -> bool:
        """Ends the part of this process. Returns whether it was the last one."""

    def wake(self) -> None:
        """Looks for games to own now, not only at the next beat."""

    async def release(self, game_ids: Collection[str]) -> None:
        """Gives up the leases of these games."""

    async def ended(self, worker_id: str) -> None:
        """Takes note that another process has ended."""

    async def set_presence(self, topic: str, person: str, here: bool, now_ms: int) -> None:
        """Stores that a person has opened their first page here, or closed the last one."""

    async def presence_elsewhere(self, topics: Collection[str]) -> dict[str, list[RemotePresence]]:
        """Reads the people who have, or had, pages of these topics open on other processes."""
