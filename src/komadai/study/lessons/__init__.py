"""Lessons: a course of shogi from the first piece to mate in one, as data that the core checks.

A chapter is a TOML file in ``course/``; :mod:`komadai.study.lessons.model` says what it may contain. They
need the ``app`` extra.
"""

from komadai.study.lessons.checker import check_chapter
from komadai.study.lessons.course import chapters, find_lesson, read_chapter
from komadai.study.lessons.model import (
    Chapter,
    Choose,
    Facts,
    Lesson,
    LessonError,
    MakeMove,
    Play,
    Read,
    Step,
    Write,
)
from komadai.study.lessons.positions import PlacedStep, placed_steps, step_key

__all__ = [
    "Chapter",
    "Choose",
    "Facts",
    "Lesson",
    "LessonError",
    "MakeMove",
    "PlacedStep",
    "Play",
    "Read",
    "Step",
    "Write",
    "chapters",
    "check_chapter",
    "find_lesson",
    "placed_steps",
    "read_chapter",
    "step_key",
]
