"""The course: what every lesson says is true on the board."""

from __future__ import annotations

from pathlib import Path

import pytest

from komadai.study.lessons import (
    Chapter,
    MakeMove,
    Play,
    chapters,
    check_chapter,
    find_lesson,
    placed_steps,
    step_key,
)
from komadai.study.lessons.readings import without_readings

ALL = [(chapter, lesson) for chapter in chapters() for lesson in chapter.lessons]


@pytest.mark.parametrize("chapter", chapters(), ids=lambda chapter: chapter.id)
def test_the_core_agrees_with_all_that_a_chapter_says(chapter: Chapter) -> None:
    assert check_chapter(chapter) == []


def test_the_course_goes_from_the_small_board_to_mating_patterns() -> None:
    assert [chapter.id for chapter in chapters()] == [
        "goro-goro", "pieces", "promotion", "drops", "check",
        "special-rules", "notation", "handicap", "castles", "attacks", "mates",
    ]  # fmt: skip
    assert len(ALL) >= 40
    assert len({lesson.id for _, lesson in ALL}) == len(ALL)


def test_the_steps_of_a_lesson_have_keys_of_their_own() -> None:
    for chapter, lesson in ALL:
        keys = [placed.key for placed in placed_steps(chapter, lesson) if not isinstance(placed.step, Play)]
        assert len(set(keys)) == len(keys), lesson.id


def test_a_step_keeps_its_key_when_its_text_changes() -> None:
    found = find_lesson("goro-mate")
    assert found is not None
    step = found[1].steps[1]
    assert isinstance(step, MakeMove)
    assert step.sfen is not None
    other = MakeMove(text=found[1].title, sfen=step.sfen, goal=step.goal, only=True)
    assert step_key(step, step.sfen) == step_key(other, step.sfen)


def test_every_castle_is_built_move_by_move_from_the_start_position() -> None:
    castles = [lesson for chapter in chapters() if chapter.id == "castles" for lesson in chapter.lessons]
    ends = [lesson.steps[-1] for lesson in castles]
    assert {end.castle for end in ends if isinstance(end, MakeMove)} >= {"yagura", "hon_mino", "anaguma"}
    assert all(isinstance(end, MakeMove) and end.goal == "castle" for end in ends)


def test_readings_follow_the_kanji_they_belong_to() -> None:
    for chapter, lesson in ALL:
        for text in (lesson.title.ja, *(step.text.ja for step in lesson.steps), chapter.title.ja):
            assert "《" not in without_readings(text), (lesson.id, text)


def test_the_front_door_of_the_page_knows_how_many_lessons_the_first_chapter_has() -> None:
    page = Path(__file__).parents[3] / "web" / "src" / "start"
    count = len(chapters()[0].lessons)
    assert f"const LESSONS = {count};" in (page / "FrontDoor.svelte").read_text("utf-8")
    texts = (page / "texts.ts").read_text("utf-8")
    assert f"2分ずつのレッスンを{count}回" in texts
    assert count == 12
    assert "Twelve lessons of two minutes" in texts


def test_the_piece_that_a_title_names_is_on_the_board_of_its_lesson() -> None:
    named = {lesson.id: lesson.piece for _, lesson in ALL if lesson.piece is not None}
    assert named["goro-gold"] == "G"
    for _, lesson in ALL:
        on_the_board = "".join(step.sfen or "" for step in lesson.steps).upper()
        assert named.get(lesson.id, "") in on_the_board, lesson.id
