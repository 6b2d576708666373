"""The room of lessons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from komadai.server.core import Core
from komadai.server.lessons import api
from komadai.server.lessons.personal_data import LessonData
from komadai.server.lessons.store import LessonStore
from komadai.server.room import Handlers, Room


@dataclass(frozen=True, kw_only=True)
class LessonsRoom(Room):
    """The course for beginners."""

    calls: ClassVar[Handlers] = api.CALLS
    lessons: LessonStore

    @classmethod
    def open(cls, core: Core) -> Self:
        return cls(lessons=LessonStore(core.database), personal_data=[LessonData(core.database)])
