"""The contents of a chapter's file.

Texts are tables with ``en`` and ``ja``. In Japanese, ``駒《こま》`` gives a reading (see `readings`).
Squares and moves are written as in USI; positions are SFEN of the chapter's variant.
"""

from __future__ import annotations

from typing import Annotated, Literal

from komadai.errors import KomadaiError
from komadai.extras import extra
from komadai.messages.text import Text
from komadai.play.boards import SHOGI

with extra("events"):
    import msgspec

Id = Annotated[str, msgspec.Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]
PieceId = Literal["K", "R", "B", "G", "S", "N", "L", "P", "+P"]
SquareName = Annotated[str, msgspec.Meta(pattern="^[1-9][a-i]$")]
Arrow = Annotated[str, msgspec.Meta(pattern="^[1-9][a-i][1-9][a-i]$")]
Goal = Literal["capture", "check", "mate", "promote", "stay", "drop", "escape", "castle"]
"""The goal of a move: take a piece, give check, give mate, promote, move to or from the promotion zone
without promoting, drop a piece, end a check, complete the castle that the step names."""


class LessonError(KomadaiError, ValueError):
    """A chapter's file is wrong, or the core refutes what it says."""


class Facts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The claims of a step about its position, for the checker."""

    legal: dict[str, str] = {}
    """By move: ``legal``, or the infraction, such as ``nifu``."""
    check: bool | None = None
    mate: bool | None = None
    mate_in_1: bool | None = None
    """Whether the side to move can give mate at once."""
    points: int | None = None
    """The impasse points of the side to move by the 27-point rule."""
    points_24: int | None = None
    """The impasse points of the side to move by the 24-point rule."""
    given: str | None = None
    """The key of the handicap that the game began with: its pieces count for White at an impasse."""
    can_declare: bool | None = None
    """Whether the side to move may declare a win by the 27-point rule."""
    handicap: str | None = None
    """The key of the handicap whose start the position is."""
    line: tuple[str, ...] = ()
    """Moves that may be played from here, one after the other."""
    ends: str | None = None
    """How the game is over after ``line``, such as ``sennichite``; without it the game must go on."""


class Step(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """The fields of all steps."""

    text: Text
    sfen: str | None = None
    """Without it: the position after the step before; after a move without ``reply`` its side moves again."""
    marks: tuple[SquareName, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    facts: Facts = Facts()


class Read(Step, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="read"):
    """A text with a diagram."""


class MakeMove(Step, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="move"):
    """The learner makes a move."""

    goal: Goal | None = None
    """The goal of the move. Without ``moves`` every legal move that reaches it is right."""
    moves: tuple[str, ...] = ()
    """The moves that are right; required without ``goal``."""
    castle: str | None = None
    """The id of the castle of the goal ``castle``; see study/naming/castles.toml."""
    only: bool = False
    """Whether no other move reaches the goal."""
    reply: str | None = None
    """The opponent's move after it."""
    hint: Text | None = None
    praise: Text | None = None
    wrong: dict[str, Text] = {}
    """By move: why it is wrong."""


class Choose(Step, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="choose"):
    """The learner chooses an answer."""

    options: Annotated[tuple[Text, ...], msgspec.Meta(min_length=2, max_length=5)]
    answer: Annotated[int, msgspec.Meta(ge=1, le=5)]
    """Its number, from 1."""
    why: Text
    """Shown with the answer."""


class Write(Step, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="write"):
    """The learner types the notation of a move, in any notation."""

    move: str
    hint: Text | None = None


class Play(Step, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="play"):
    """The learner plays on from here as Black, against the computer."""

    level: Annotated[int, msgspec.Meta(ge=1, le=15)] = 1


AnyStep = Read | MakeMove | Choose | Write | Play


class Lesson(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A few steps about one thing."""

    id: Id
    title: Text
    piece: PieceId | None = None
    """The piece that the title names, which the pictures on pieces show as an animal."""
    steps: Annotated[tuple[AnyStep, ...], msgspec.Meta(min_length=1)]


class Chapter(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file of the course."""

    id: Id
    title: Text
    about: Text
    variant: str = SHOGI
    lessons: Annotated[tuple[Lesson, ...], msgspec.Meta(min_length=1)]
