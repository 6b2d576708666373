"""The wire types of classes; see docs/wire.md."""

from __future__ import annotations

from typing import Annotated

import msgspec

# -- from the page


class ClassRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/lessons/classes."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


class PupilRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/lessons/classes/{id}/pupils."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


# -- to the page


class PupilGrade(msgspec.Struct, frozen=True):
    """How far a pupil is in a grade of the course of mate problems."""

    kyu: int
    solved: int


class ClassGrade(msgspec.Struct, frozen=True):
    """A grade of the course of mate problems."""

    kyu: int
    plies: int
    needed: int
    """The number of problems to solve for this grade."""


class PupilView(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    """A number within the class."""
    name: str
    done: list[str]
    """The ids of the lessons completed."""
    begun: list[str]
    missed: int
    grades: list[PupilGrade]
    """Those in which the pupil has solved a problem of the course of mate problems, the first grade first."""
    at_ms: int | None
    """When the pupil last completed a step; null: never."""


class ClassView(msgspec.Struct, frozen=True, kw_only=True):
    """A class. Only its teacher sees the pupils."""

    id: str
    name: str
    teacher: bool
    joined_as: str | None
    """The viewer's name in the class; null for others."""
    grades: list[ClassGrade]
    """The columns of the course of mate problems, the first grade first."""
    pupils: list[PupilView]


class ClassLine(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: str
    teacher: bool


class ClassList(msgspec.Struct, frozen=True, kw_only=True):
    """The classes that the viewer teaches or attends."""

    classes: list[ClassLine]
