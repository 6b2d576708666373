"""The room of live analyses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from komadai.server.analysis import api
from komadai.server.analysis.jobs import AT_ONCE
from komadai.server.analysis.warm_engines import WarmEngines
from komadai.server.http.calls import Calls
from komadai.server.room import Room


@dataclass(frozen=True, kw_only=True)
class AnalysisRoom(Room):
    """Live analyses of positions."""

    calls: ClassVar[Sequence[type[Calls]]] = api.CALLS
    analysis_engines: WarmEngines

    @classmethod
    def open(cls) -> Self:
        return cls(analysis_engines=WarmEngines(AT_ONCE))

    async def close(self) -> None:
        self.analysis_engines.close()
