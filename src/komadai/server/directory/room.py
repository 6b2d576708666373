"""The room of the people and programs that can be found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from komadai.server.core import Core
from komadai.server.directory import api
from komadai.server.directory.store import Directory
from komadai.server.http.calls import Calls
from komadai.server.room import Room


@dataclass(frozen=True, kw_only=True)
class DirectoryRoom(Room):
    """The list of accounts."""

    calls: ClassVar[Sequence[type[Calls]]] = api.CALLS
    directory: Directory

    @classmethod
    def open(cls, core: Core) -> Self:
        return cls(directory=Directory(core.database))
