"""The room of records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from komadai.server.records import api
from komadai.server.room import Handlers, Room


@dataclass(frozen=True, kw_only=True)
class RecordsRoom(Room):
    """Records of games: read, written and converted."""

    calls: ClassVar[Handlers] = api.CALLS
