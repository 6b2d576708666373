"""The room of classes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from komadai.server.classes import api
from komadai.server.classes.store import ClassStore
from komadai.server.core import Core
from komadai.server.http.calls import Calls
from komadai.server.room import Room


@dataclass(frozen=True, kw_only=True)
class ClassesRoom(Room):
    """Teachers and the lessons of their pupils."""

    calls: ClassVar[Sequence[type[Calls]]] = api.CALLS
    classes: ClassStore

    @classmethod
    def open(cls, core: Core) -> Self:
        return cls(classes=ClassStore(core.database))
