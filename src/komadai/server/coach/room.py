"""The room of the coach."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from komadai.server.coach import api
from komadai.server.http.calls import Calls
from komadai.server.room import Room


@dataclass(frozen=True, kw_only=True)
class CoachRoom(Room):
    """The coach, who helps a player against the computer."""

    calls: ClassVar[Sequence[type[Calls]]] = api.CALLS
