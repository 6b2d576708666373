"""The room of programs that play in accounts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from komadai.server.bots import api
from komadai.server.bots.streams import BotStreams
from komadai.server.core import Core
from komadai.server.games.room import GamesRoom
from komadai.server.http.calls import Calls
from komadai.server.lobby.room import LobbyRoom
from komadai.server.room import Room


@dataclass(frozen=True, kw_only=True)
class BotsRoom(Room):
    """The calls and streams of programs that play in accounts."""

    calls: ClassVar[Sequence[type[Calls]]] = api.CALLS
    bots: BotStreams

    @classmethod
    def open(cls, core: Core, games: GamesRoom, lobby: LobbyRoom) -> Self:
        return cls(bots=BotStreams(core, games, lobby))
