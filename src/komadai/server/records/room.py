"""The room of records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from komadai.server.http.calls import Calls
from komadai.server.records import api, names_api
from komadai.server.room import Room


@dataclass(frozen=True, kw_only=True)
class RecordsRoom(Room):
    """Records of games: read, written, converted, and the names in them."""

    calls: ClassVar[Sequence[type[Calls]]] = (*api.CALLS, *names_api.CALLS)
