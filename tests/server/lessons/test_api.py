"""Lessons over HTTP: the course, progress, repetition of what was missed, classes, personal data."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from komadai.server.db.database import Database
from komadai.server.lessons import schedule
from komadai.server.lessons.personal_data import LessonData
from komadai.server.server_clock import ServerClock
from komadai.study.lessons import chapters
from tests.server.conftest import Guest, code
from tests.server.lessons.progress import passed

MINUTE = 60_000
DAY = 24 * 60 * MINUTE


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lets time pass."""
    passed, now_ms = [0], ServerClock.now_ms
    monkeypatch.setattr(ServerClock, "now_ms", lambda self: now_ms(self) + passed[0])

    def wait(ms: int) -> None:
        passed[0] += ms

    return wait


def line(guest: Guest, lesson: str) -> dict[str, Any]:
    course = guest.get("/api/lessons").json()
    return next(each for chapter in course["chapters"] for each in chapter["lessons"] if each["id"] == lesson)


class TestTheCourse:
    def test_a_beginner_sees_all_chapters_and_has_done_nothing(self, guest: Guest) -> None:
        course = guest.get("/api/lessons").json()
        assert [each["id"] for each in course["chapters"]] == [chapter.id for chapter in chapters()]
        assert all(not each["done"] for chapter in course["chapters"] for each in chapter["lessons"])
        assert course["due"] == {"now": 0, "next_ms": None}

    def test_a_lesson_has_its_positions_its_legal_moves_and_those_that_are_right(self, guest: Guest) -> None:
        lesson = guest.get("/api/lessons/goro-mate").json()
        assert lesson["variant"] == "goro-goro"
        assert lesson["next"] == "goro-pawns"
        read, mate = lesson["steps"][:2]
        assert (read["kind"], read["check"], read["legal"]) == ("read", ["3a"], [])
        assert mate["right"] == ["G*3b"]
        assert "G*4b" in mate["legal"]
        assert set(mate["wrong"]) == {"G*4b", "G*2b"}

    def test_every_lesson_can_be_opened(self, guest: Guest) -> None:
        for chapter in chapters():
            for lesson in chapter.lessons:
                assert len(guest.get(f"/api/lessons/{lesson.id}").json()["steps"]) == len(lesson.steps)

    def test_an_unknown_lesson_is_not_found(self, guest: Guest) -> None:
        assert code(guest.get("/api/lessons/chess")) == "not_found"
        assert code(guest.post("/api/lessons/chess/passed", {"step": 1})) == "not_found"

    def test_the_notation_of_a_move_is_read_in_any_language(self, guest: Guest) -> None:
        step = guest.get("/api/lessons/write-a-move").json()["steps"][0]
        for text, right in (("P-7f", True), ("７六歩", True), ("76歩", True), ("P-2f", False)):
            ask = {"key": step["key"], "text": text}
            typed = guest.post("/api/lessons/write-a-move/typed", ask).json()
            assert (typed["right"], typed["why"]) == (right, None), text
        no_move = guest.post("/api/lessons/write-a-move/typed", {"key": step["key"], "text": "hello"}).json()
        assert no_move["read_as"] is None
        assert no_move["why"]["ja"]


class TestProgress:
    def test_the_last_step_completes_the_lesson(self, guest: Guest) -> None:
        assert passed(guest, "goro-pawn", 1) == {"reached": 1, "missed": 0, "done": False}
        passed(guest, "goro-pawn", 2)
        assert passed(guest, "goro-pawn", 3)["done"]
        assert line(guest, "goro-pawn")["done"]

    def test_doing_it_again_keeps_it_done(self, guest: Guest) -> None:
        passed(guest, "goro-pawn", 3)
        assert passed(guest, "goro-pawn", 1) == {"reached": 3, "missed": 0, "done": True}

    def test_steps_reported_at_once_are_all_counted(self, guest: Guest) -> None:
        with ThreadPoolExecutor(4) as threads:
            for step in (3, 1, 2):
                threads.submit(passed, guest, "goro-mate", step, missed=True)
        assert (line(guest, "goro-mate")["reached"], line(guest, "goro-mate")["missed"]) == (3, 3)

    def test_a_step_that_the_lesson_does_not_have_is_invalid(self, guest: Guest) -> None:
        answer = guest.post("/api/lessons/goro-pawn/passed", {"step": 9})
        assert code(answer) == "invalid"


class TestRepetition:
    def test_what_was_missed_is_asked_again_after_ten_minutes_then_after_days(
        self, guest: Guest, later: Any
    ) -> None:
        passed(guest, "goro-mate", 2, missed=True)
        assert guest.get("/api/lessons").json()["due"]["now"] == 0
        later(11 * MINUTE)
        (asked,) = guest.get("/api/lessons/repetition").json()["steps"]
        assert (asked["lesson"], asked["step"]["right"]) == ("goro-mate", ["G*3b"])
        ask = {"lesson": "goro-mate", "key": asked["step"]["key"], "right": True}
        due = guest.post("/api/lessons/repeated", ask).json()
        assert due["now"] == 0
        assert due["next_ms"] >= DAY / 2
        later(due["next_ms"] + MINUTE)
        assert guest.get("/api/lessons").json()["due"]["now"] == 1

    def test_what_is_missed_again_comes_soon(self, guest: Guest, later: Any) -> None:
        passed(guest, "goro-mate", 3, missed=True)
        later(11 * MINUTE)
        (asked,) = guest.get("/api/lessons/repetition").json()["steps"]
        ask = {"lesson": "goro-mate", "key": asked["step"]["key"], "right": False}
        assert guest.post("/api/lessons/repeated", ask).json()["next_ms"] <= 10 * MINUTE

    def test_a_step_that_was_only_read_is_never_asked_again(self, guest: Guest) -> None:
        passed(guest, "goro-mate", 1, missed=True)
        assert guest.get("/api/lessons").json()["due"] == {"now": 0, "next_ms": None}

    def test_a_step_that_was_not_missed_cannot_be_repeated(self, guest: Guest) -> None:
        ask = {"lesson": "goro-mate", "key": "0" * 12, "right": True}
        assert code(guest.post("/api/lessons/repeated", ask)) == "not_found"

    def test_the_pauses_grow_while_it_goes_well(self) -> None:
        now = 1_700_000_000_000
        card = schedule.missed("guest", "lesson", "step", None, now)
        pauses = []
        for _ in range(4):
            now = card.due_ms
            card = schedule.repeated(card, True, now)
            pauses.append(card.due_ms - now)
        assert pauses == sorted(pauses)
        assert pauses[-1] > 2 * DAY


def test_the_tables_hold_what_moves_is_exported_and_is_erased(
    tmp_path: Path, database_url: str | None
) -> None:
    """Also the test of the migration, on SQLite and PostgreSQL."""

    async def main() -> None:
        database = await Database.open(database_url, tmp_path)
        data = LessonData(database)
        progress = sa.text("INSERT INTO lesson_progress VALUES (:guest, :lesson, :reached, 1, 5, :done)")
        try:
            async with database.engine.begin() as connection:
                for guest in ("guest", "account"):
                    await connection.execute(
                        sa.text("INSERT INTO guests (id, created_ms) VALUES (:guest, 1)"), {"guest": guest}
                    )
                for guest, lesson, reached, done in (
                    ("guest", "a", 3, 7),
                    ("account", "a", 1, None),
                    ("guest", "b", 1, None),
                ):
                    values = {"guest": guest, "lesson": lesson, "reached": reached, "done": done}
                    await connection.execute(progress, values)
                await data.move(connection, "guest", "account")
            rows = [row async for row in data.export("account")]
            found = {row["progress"]["lesson"]: row["progress"] for row in rows}
            assert [(found[id]["reached"], found[id]["missed"], found[id]["done_ms"]) for id in "ab"] == [
                (3, 2, 7),
                (1, 1, None),
            ]
            assert [row async for row in data.export("guest")] == []
            async with database.engine.begin() as connection:
                await data.erase(connection, "account")
            assert [row async for row in data.export("account")] == []
        finally:
            await database.close()

    asyncio.run(main())
