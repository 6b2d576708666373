"""The room of articles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from komadai.server.http.calls import Calls
from komadai.server.library import api
from komadai.server.room import Room


@dataclass(frozen=True, kw_only=True)
class LibraryRoom(Room):
    """Articles: glossary, history, famous games."""

    calls: ClassVar[Sequence[type[Calls]]] = api.CALLS
