"""The room of the opening explorer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from komadai.server.core import Core
from komadai.server.explorer import api
from komadai.server.explorer.service import Explorer
from komadai.server.games.player_names import PlayerNames
from komadai.server.http.calls import Calls
from komadai.server.room import Room


@dataclass(frozen=True, kw_only=True)
class ExplorerRoom(Room):
    """The opening explorer."""

    calls: ClassVar[Sequence[type[Calls]]] = api.CALLS
    at_desk: ClassVar[frozenset[str]] = frozenset({"explorer"})
    explorer: Explorer

    @classmethod
    def open(cls, core: Core, names: PlayerNames) -> Self:
        return cls(explorer=Explorer(core.settings, core.database, names))

    async def close(self) -> None:
        self.explorer.close()
