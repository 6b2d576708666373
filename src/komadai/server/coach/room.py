"""The room of the coach."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from komadai.server.coach import api
from komadai.server.room import Handlers, Room


@dataclass(frozen=True, kw_only=True)
class CoachRoom(Room):
    """The coach, who helps a player against the computer."""

    calls: ClassVar[Handlers] = api.CALLS
