"""The chapters in memory: those that pages watch, and the last ones used."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Final

from komadai.server.connections import encode
from komadai.server.studies import wire
from komadai.server.studies.chapter import Chapter
from komadai.server.studies.store import ChapterRow, StudyStore

KEPT: Final = 32
"""How many chapters that nobody watches stay in memory."""


class OpenChapters:
    """The chapters that this process has in memory, the last used last."""

    def __init__(self, store: StudyStore) -> None:
        self._store = store
        self._known: dict[str, Chapter] = {}
        self._loading: dict[str, asyncio.Lock] = {}

    def __iter__(self) -> Iterator[Chapter]:
        """All of them; others may be loaded or dropped meanwhile."""
        return iter(list(self._known.values()))

    def get(self, chapter_id: str) -> Chapter | None:
        """A chapter, if it is in memory."""
        return self._known.get(chapter_id)

    async def load(self, row: ChapterRow) -> Chapter:
        """A chapter, read from the database if it is not in memory."""
        known = self._known.pop(row.id, None)
        if known is not None:
            known.row = row
            self._known[row.id] = known  # the last used is the last
            return known
        lock = self._loading.setdefault(row.id, asyncio.Lock())
        try:
            async with lock:
                if row.id not in self._known:
                    # After a failure two may read at once: the first one counts.
                    self._known.setdefault(row.id, await self.read(row))
                    self.unload()
                return self._known[row.id]
        finally:
            if not lock.locked():
                self._loading.pop(row.id, None)

    async def read(self, row: ChapterRow) -> Chapter:
        """The chapter of the database, beside the one in memory."""
        entries = await self._store.entries(row.id)
        return await asyncio.to_thread(Chapter, row, entries)

    def unload(self) -> None:
        """Forgets chapters that nobody watches, but for the last used."""
        idle = [
            chapter_id
            for chapter_id, chapter in self._known.items()
            if not chapter.watchers and not chapter.lock.locked()
        ]
        for chapter_id in idle[: max(0, len(idle) - KEPT)]:
            del self._known[chapter_id]

    def of_study(self, study_id: str) -> list[Chapter]:
        """The chapters of a study that are in memory."""
        return [each for each in self._known.values() if each.row.study_id == study_id]

    def drop(self, chapter_id: str) -> None:
        """Forgets a chapter that was deleted, and tells its pages."""
        chapter = self._known.pop(chapter_id, None)
        if chapter is not None:
            gone = encode(wire.ChapterGone(chapter_id))
            for watcher in chapter.watchers:
                watcher.send(gone)
            chapter.watchers.clear()
