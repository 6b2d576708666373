"""Pages of an arena, and its pairings."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tests.server.conftest import Socket
from tests.server.tournaments.people import Person


@contextmanager
def at_the_page(person: Person, event: str) -> Iterator[Socket]:
    """The socket of the arena's page, which has to be open to be paired."""
    with person.connect() as socket:
        assert socket.ask("subscribe", topic={"type": "event", "id": event})["type"] == "done"
        yield socket


def paired(socket: Socket) -> str:
    """Waits until a game opens by itself; returns its id."""
    while True:
        message = socket.receive()
        if message["type"] == "event" and message["game"] is not None:
            game: str = message["game"]
            return game
