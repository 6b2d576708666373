"""Rooms: what they bring, and the order in which they close."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from inspect import get_annotations
from typing import Any

from komadai.server.app import ROOMS
from komadai.server.http.request_quotas import RequestQuotas
from komadai.server.periodic import Periodic
from komadai.server.room import OpenRooms, Room, Topic
from komadai.server.server_clock import ServerClock
from komadai.server.settings import Settings


class Message:
    """The message of a topic."""


@dataclass(frozen=True, kw_only=True)
class Closing(Room):
    """A room that says when it closes."""

    name: str
    log: list[str]

    async def close(self) -> None:
        self.log.append(f"{self.name} closes")


@dataclass(frozen=True, kw_only=True)
class Working(Closing):
    """A room with work that ends when the room has closed."""

    done: asyncio.Event = field(default_factory=asyncio.Event)

    async def close(self) -> None:
        await super().close()
        self.done.set()


def test_the_services_of_a_room_are_its_own_fields() -> None:
    assert Room.services() == []
    assert Working.services() == ["name", "log", "done"]


def test_no_two_rooms_have_a_service_of_the_same_name() -> None:
    names = [name for room in ROOMS for name in room.services()]
    assert len(names) == len(set(names))
    assert {name for room in ROOMS for name in room.at_desk} <= set(names)


def declared(owner: type, name: str) -> Any:
    """The type of a field."""
    base = next(each for each in owner.__mro__ if name in get_annotations(each))
    return eval(get_annotations(base)[name], vars(sys.modules[base.__module__]))


def test_each_service_of_a_call_is_one_of_a_room_with_the_same_type() -> None:
    rooms = {name: room for room in ROOMS for name in room.services()}
    own = {"settings": Settings, "quotas": RequestQuotas, "clock": ServerClock}
    asked = [(calls, name) for room in ROOMS for calls in room.calls for name in calls.services()]
    assert len(asked) > 100
    for calls, name in asked:
        kind, offered = declared(calls, name), own.get(name) or declared(rooms[name], name)
        assert kind == offered or issubclass(offered, kind), f"{calls.__name__}.{name}"


def test_rooms_close_in_the_reverse_order_also_after_an_error() -> None:
    async def main() -> list[str]:
        log: list[str] = []
        with suppress(OSError):
            async with OpenRooms() as rooms:
                rooms.add(Closing(name="games", log=log))
                rooms.add(Closing(name="lobby", log=log))
                raise OSError("the next room cannot open")
        return log

    assert asyncio.run(main()) == ["lobby closes", "games closes"]


def test_a_task_ends_after_its_present_call_when_the_room_has_closed() -> None:
    async def main() -> list[str]:
        log: list[str] = []
        done, begun = asyncio.Event(), asyncio.Event()

        async def work() -> None:
            begun.set()
            await done.wait()
            log.append("the work ends")

        async with OpenRooms() as rooms:
            tasks = [Periodic(work, 3600.0, "work")]
            rooms.add(Working(name="events", log=log, done=done, tasks=tasks))
            await begun.wait()
        return log

    assert asyncio.run(main()) == ["events closes", "the work ends"]


def test_what_the_rooms_bring_is_collected() -> None:
    async def main() -> OpenRooms:
        async with OpenRooms() as rooms:

            async def watch(*_: object) -> None: ...

            topic = Topic(watch, lambda *_: None)
            room = rooms.add(Closing(name="studies", log=[], topics={Message: topic}))
            assert rooms.topics == {Message: topic}
            assert rooms.services == {"name": "studies", "log": room.log}
        return rooms

    asyncio.run(main())
