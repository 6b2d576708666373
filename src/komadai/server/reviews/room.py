"""The room of reviews."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from komadai.server.http.calls import Calls
from komadai.server.reviews import api
from komadai.server.room import Room


@dataclass(frozen=True, kw_only=True)
class ReviewsRoom(Room):
    """Reviews of games."""

    calls: ClassVar[Sequence[type[Calls]]] = api.CALLS
