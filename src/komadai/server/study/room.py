"""The room of names and hints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from komadai.server.room import Handlers, Room
from komadai.server.study import coach_api, names_api


@dataclass(frozen=True, kw_only=True)
class CoachRoom(Room):
    """The names in a record, and the coach."""

    calls: ClassVar[Handlers] = (*names_api.CALLS, *coach_api.CALLS)
