"""The room of articles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from komadai.server.library import api
from komadai.server.room import Handlers, Room


@dataclass(frozen=True, kw_only=True)
class LibraryRoom(Room):
    """Articles: glossary, history, famous games."""

    calls: ClassVar[Handlers] = api.CALLS
