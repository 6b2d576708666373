"""The wire types of lessons; see docs/wire.md."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from komadai.messages.text import Text
from komadai.play.events import ColorName
from komadai.server.library.wire import TermLink
from komadai.server.positions.wire import MoveText
from komadai.study.lessons.model import Goal

LessonId = Annotated[str, msgspec.Meta(max_length=40)]
StepKey = Annotated[str, msgspec.Meta(max_length=12)]
StepKind = Literal["read", "move", "choose", "write", "play"]

# -- from the page


class PassedRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/lessons/{id}/passed: a step that was completed."""

    step: Annotated[int, msgspec.Meta(ge=1, le=100)]
    missed: bool = False
    """Whether it needed help or a second try."""


class TypedRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/lessons/{id}/typed: the notation of a move."""

    key: StepKey
    text: Annotated[str, msgspec.Meta(max_length=40)]


class RepeatedRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/lessons/repeated: a repetition of a step."""

    lesson: LessonId
    key: StepKey
    right: bool


# -- to the page


class LessonLine(msgspec.Struct, frozen=True, kw_only=True):
    """A lesson in the list, with the person's progress."""

    id: str
    title: Text
    picture: Text | None
    """What the pictures on pieces show of the piece that the title names."""
    steps: int
    reached: int
    """Steps completed."""
    missed: int
    done: bool


class LessonChapterView(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    title: Text
    about: Text
    variant: str
    lessons: list[LessonLine]


class DueView(msgspec.Struct, frozen=True, kw_only=True):
    """The steps that are to be repeated."""

    now: int
    """Steps due."""
    next_ms: int | None
    """Milliseconds until the next step is due; null without one."""


class CourseView(msgspec.Struct, frozen=True, kw_only=True):
    chapters: list[LessonChapterView]
    due: DueView


class StepView(msgspec.Struct, frozen=True, kw_only=True):
    """A step of a lesson. Fields that its kind does not have are null or empty."""

    kind: StepKind
    key: str
    text: Text
    sfen: str
    turn: ColorName
    check: list[str]
    """The squares of kings in check."""
    marks: list[str]
    arrows: list[str]
    """Each as two squares: ``7g7f``."""
    goal: Goal | None
    """The goal of the move; null if a certain move is asked."""
    legal: list[str]
    right: list[str]
    """The moves that are right; the first is shown as the solution."""
    reply: str | None
    hint: Text | None
    praise: Text | None
    wrong: dict[str, Text]
    """By move: why it is wrong."""
    options: list[Text]
    answer: int | None
    """The number of the right option, from 1."""
    why: Text | None
    move: MoveText | None
    """The move whose notation is asked."""
    level: int | None


class LessonView(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    title: Text
    picture: Text | None
    """As in LessonLine."""
    chapter: Text
    variant: str
    steps: list[StepView]
    reached: int
    done: bool
    next: str | None
    """The id of the lesson after it."""
    terms: list[TermLink]
    """The entries of the glossary that it teaches."""


class LessonProgressView(msgspec.Struct, frozen=True, kw_only=True):
    reached: int
    missed: int
    done: bool


class TypedView(msgspec.Struct, frozen=True, kw_only=True):
    """The meaning of a typed notation."""

    right: bool
    read_as: MoveText | None
    """The move it names; null if it is none."""
    why: Text | None
    """Why it is no move."""


class RepetitionStep(msgspec.Struct, frozen=True, kw_only=True):
    lesson: str
    title: Text
    picture: Text | None
    """As in LessonLine."""
    variant: str
    step: StepView


class RepetitionView(msgspec.Struct, frozen=True, kw_only=True):
    """The steps that are due, at most twenty, the longest waiting first."""

    steps: list[RepetitionStep]
    due: DueView
