"""The room of home engines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from komadai.server.bridge import api
from komadai.server.bridge.engines import HomeEngines
from komadai.server.bridge.socket import BridgeServer
from komadai.server.core import Core
from komadai.server.http.calls import Calls
from komadai.server.people.tokens.tokens import ApiTokens
from komadai.server.room import Room


@dataclass(frozen=True, kw_only=True)
class BridgeRoom(Room):
    """Engines at home that people use for their analyses here."""

    calls: ClassVar[Sequence[type[Calls]]] = api.CALLS
    at_desk: ClassVar[frozenset[str]] = frozenset({"home_engines"})
    home_engines: HomeEngines
    bridges: BridgeServer

    @classmethod
    def open(cls, core: Core, tokens: ApiTokens) -> Self:
        engines = HomeEngines()
        bridges = BridgeServer(engines, tokens, core.clock, core.settings.limits, core.desk)
        return cls(home_engines=engines, bridges=bridges)
