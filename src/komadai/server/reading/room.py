"""The room of articles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from komadai.server.reading import api
from komadai.server.room import Handlers, Room


@dataclass(frozen=True, kw_only=True)
class ReadingRoom(Room):
    """Articles: glossary, history, famous games."""

    calls: ClassVar[Handlers] = api.CALLS
