"""The room of searches that are looked into."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from komadai.server.http.calls import Calls
from komadai.server.room import Room
from komadai.server.thinking import api


@dataclass(frozen=True, kw_only=True)
class ThinkingRoom(Room):
    """How an engine thinks about a position."""

    calls: ClassVar[Sequence[type[Calls]]] = api.CALLS
