"""The room of studies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from komadai.server.core import Core
from komadai.server.games.live.game_registry import GameRegistry
from komadai.server.http.calls import Calls
from komadai.server.room import Room, Topic
from komadai.server.studies import api
from komadai.server.studies.live_chapters import LiveChapters
from komadai.server.studies.personal_data import StudyData
from komadai.server.studies.service import Studies
from komadai.server.studies.store import StudyStore
from komadai.server.studies.wire import ChapterTopic


@dataclass(frozen=True, kw_only=True)
class StudiesRoom(Room):
    """Shared studies, and going over a game after its end."""

    calls: ClassVar[Sequence[type[Calls]]] = api.CALLS
    at_desk: ClassVar[frozenset[str]] = frozenset({"studies", "live_chapters"})
    studies: Studies
    live_chapters: LiveChapters

    @classmethod
    def open(cls, core: Core, registry: GameRegistry) -> Self:
        store = StudyStore(core.database, core.cluster.name)
        live = LiveChapters(core, registry, store)
        return cls(
            studies=Studies(core, registry, store, live),
            live_chapters=live,
            topics={ChapterTopic: Topic(live.watch, live.leave, at_desk=True)},
            personal_data=[StudyData(live, core.database)],
        )
