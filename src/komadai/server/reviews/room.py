"""The room of reviews."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from komadai.server.reviews import api
from komadai.server.room import Handlers, Room


@dataclass(frozen=True, kw_only=True)
class ReviewsRoom(Room):
    """Reviews of games."""

    calls: ClassVar[Handlers] = api.CALLS
