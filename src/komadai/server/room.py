"""A room: what one feature brings to the server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Final, NamedTuple, TypeVar

from komadai.server import metrics
from komadai.server.connections import Connection
from komadai.server.http.calls import Calls
from komadai.server.periodic import Periodic
from komadai.server.personal_data import PersonalData

R = TypeVar("R", bound="Room")


class Topic(NamedTuple):
    """A topic of the page's socket. Both functions get the page and the topic's message."""

    watch: Callable[[Connection, Any], Awaitable[None]]
    """Sends the state to the page, and from now on its changes. Raises ApiError."""
    leave: Callable[[Connection, Any], None]
    """Sends nothing more to the page; no effect if it does not watch the topic."""
    at_desk: bool = False
    """Whether the first process of a machine has it for all processes."""


@dataclass(frozen=True, kw_only=True)
class Room:
    """A feature of the server.

    A subclass has its services as further fields: calls get them by declaring fields of these names, and
    rooms that open later take them from there. Its class method ``open`` gets the `Core` and what it needs
    of other rooms.
    """

    calls: ClassVar[Sequence[type[Calls]]] = ()
    at_desk: ClassVar[frozenset[str]] = frozenset()
    """The services that only the first process of a machine has. Calls of a class that has one are passed on
    to it."""
    topics: Mapping[type, Topic] = field(default_factory=dict)
    """The topics of the page's socket, by the type of their message."""
    personal_data: Sequence[PersonalData] = ()
    tasks: Sequence[Periodic] = ()
    """Each ends after its present call, when the room has closed."""
    gauges: Mapping[str, Callable[[], float]] = field(default_factory=dict)
    """The gauges of the metrics; see `metrics.observe`."""

    async def close(self) -> None:
        """Ends the services, and what a task may wait for. The rooms that opened later have closed."""

    @classmethod
    def services(cls) -> list[str]:
        """The names of the services."""
        own = {each.name for each in fields(Room)}
        return [each.name for each in fields(cls) if each.name not in own]


class OpenRooms(AsyncExitStack):
    """The rooms that are open. At the end each closes before those that opened earlier."""

    def __init__(self) -> None:
        super().__init__()
        self.services: Final[dict[str, Any]] = {}
        self.topics: Final[dict[type, Topic]] = {}
        self.personal_data: Final[list[PersonalData]] = []

    def add(self, room: R) -> R:
        """Adds a room that has opened."""
        self.push_async_callback(_close, room)
        self.services.update({name: getattr(room, name) for name in room.services()})
        self.topics.update(room.topics)
        self.personal_data.extend(room.personal_data)
        metrics.observe(**room.gauges)
        return room


async def _close(room: Room) -> None:
    await room.close()
    for task in room.tasks:
        await task.close()
