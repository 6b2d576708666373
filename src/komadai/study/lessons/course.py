"""The chapters of the course, read from the files in ``course/`` in the order of their names."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from komadai.extras import extra
from komadai.study.lessons.model import Chapter, Lesson, LessonError

with extra("events"):
    import msgspec


@cache
def chapters() -> tuple[Chapter, ...]:
    """All chapters. Raises LessonError."""
    folder = files(__package__).joinpath("course")
    texts = {
        file.name: file.read_text(encoding="utf-8")
        for file in folder.iterdir()
        if file.name.endswith(".toml")
    }
    return tuple(read_chapter(texts[name], name) for name in sorted(texts))


def read_chapter(text: str, name: str = "chapter") -> Chapter:
    """The chapter in a file's text; ``name`` is the file's, for errors. Raises LessonError.

    Only the form is checked here; `check_chapter` asks the core.
    """
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LessonError(f"{name}: {error}") from error
    try:
        return msgspec.convert(table, Chapter)
    except msgspec.ValidationError as error:
        raise LessonError(f"{name}: {_place(str(error), table)}") from error


def find_lesson(id: str) -> tuple[Chapter, Lesson] | None:
    """The lesson with this id and its chapter."""
    return _by_id().get(id)


@cache
def _by_id() -> dict[str, tuple[Chapter, Lesson]]:
    return {lesson.id: (chapter, lesson) for chapter in chapters() for lesson in chapter.lessons}


def _place(why: str, table: dict[str, object]) -> str:
    """The error with the id of its lesson, because numbers of tables are hard to count in a file."""
    lessons = table.get("lessons")
    for number, lesson in enumerate(lessons if isinstance(lessons, list) else ()):
        if f"$.lessons[{number}]" in why and isinstance(lesson, dict) and "id" in lesson:
            return f"lesson {lesson['id']}: {why}"
    return why
