"""The room of the page's socket."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from komadai.server.core import Core
from komadai.server.games.room import GamesRoom
from komadai.server.http.calls import Calls
from komadai.server.live.socket import SocketCalls, SocketServer
from komadai.server.people.sessions.sessions import Sessions
from komadai.server.room import Room, Topic


@dataclass(frozen=True, kw_only=True)
class SocketRoom(Room):
    """The sockets of pages, which have the topics of all rooms."""

    calls: ClassVar[Sequence[type[Calls]]] = (SocketCalls,)
    sockets: SocketServer

    @classmethod
    def open(cls, core: Core, games: GamesRoom, sessions: Sessions, topics: Mapping[type, Topic]) -> Self:
        sockets = SocketServer(core, games, sessions, topics)
        return cls(sockets=sockets, gauges={"sockets": lambda: sockets.open})
