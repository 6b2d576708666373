"""The chapters in memory: one of each, also when reading the database fails."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from komadai import kifu
from komadai.server.studies.chapter import stored_record
from komadai.server.studies.open_chapters import OpenChapters
from komadai.server.studies.store import ChapterRow

ROW = ChapterRow(id="c", study_id="s", place=1, name="", record=stored_record(kifu.Game()))


class Store:
    """A store whose queries wait until they are answered."""

    def __init__(self) -> None:
        self.asked: list[asyncio.Future[list[Any]]] = []

    async def entries(self, _chapter_id: str) -> list[Any]:
        answer: asyncio.Future[list[Any]] = asyncio.get_running_loop().create_future()
        self.asked.append(answer)
        return await answer

    async def questions(self, count: int) -> None:
        while len(self.asked) < count:
            await asyncio.sleep(0)


def test_a_chapter_that_two_read_after_a_failure_is_once_in_memory() -> None:
    async def main() -> None:
        store = Store()
        chapters = OpenChapters(store)  # type: ignore[arg-type]
        fails = asyncio.create_task(chapters.load(ROW))
        await store.questions(1)
        waits = asyncio.create_task(chapters.load(ROW))
        await asyncio.sleep(0)
        store.asked[0].set_exception(OSError("no connection"))
        with pytest.raises(OSError, match="no connection"):
            await fails
        comes = asyncio.create_task(chapters.load(ROW))
        await store.questions(2)
        for _ in range(10):  # the third may read, too
            await asyncio.sleep(0)
        for answer in store.asked[1:]:
            answer.set_result([])
        assert await waits is await comes is chapters.get(ROW.id)

    asyncio.run(main())
