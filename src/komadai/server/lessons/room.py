"""The room of lessons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from komadai.server.core import Core
from komadai.server.http.calls import Calls
from komadai.server.lessons import api
from komadai.server.lessons.personal_data import LessonData
from komadai.server.lessons.store import LessonStore
from komadai.server.room import Room


@dataclass(frozen=True, kw_only=True)
class LessonsRoom(Room):
    """The course for beginners."""

    calls: ClassVar[Sequence[type[Calls]]] = api.CALLS
    lessons: LessonStore

    @classmethod
    def open(cls, core: Core) -> Self:
        return cls(lessons=LessonStore(core.database), personal_data=[LessonData(core.database)])
