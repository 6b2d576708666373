"""The wire types of reviews; see docs/wire.md."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from komadai.messages.text import Text
from komadai.play.events import ColorName
from komadai.server.positions.wire import MoveText, MoveView, Sentence
from komadai.server.records.wire import GameRecord
from komadai.study.game_review.report import MilestoneKind, MoveClass

MAX_NODES = 500_000
MAX_PLIES = 1_000

# -- from the page


class ReviewRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/reviews/jobs."""

    record: GameRecord
    nodes: Annotated[int, msgspec.Meta(ge=1_000, le=MAX_NODES)] = 50_000
    """For each position."""


# -- to the page


class BestMoveView(msgspec.Struct, frozen=True, kw_only=True):
    """The best move of a position."""

    usi: str
    text: MoveText
    line: list[MoveView]
    """The line that begins with it; only of errors, empty for the other moves."""


class ReviewedMoveView(msgspec.Struct, frozen=True, kw_only=True):
    """A reviewed move; scores are those of the position after it."""

    ply: int
    usi: str
    side: ColorName
    move: MoveText
    cp: int | None
    """From Black's point of view, as `mate` and `win`."""
    mate: int | None
    win: float | None
    """The points that Black can expect, 0 to 1."""
    best: BestMoveView | None
    loss: float
    """The lost win rate of the side, 0 to 1."""
    move_class: MoveClass
    text: Sentence


class MilestoneView(msgspec.Struct, frozen=True):
    """An event of the game; `ply` is the first after which it holds."""

    ply: int
    kind: MilestoneKind


class StyleView(msgspec.Struct, frozen=True, kw_only=True):
    """How a side played, 0 to 100; see docs/how-to/study.md."""

    attack: float
    drops: float
    defence: float
    sharpness: float


class ReviewView(msgspec.Struct, frozen=True, kw_only=True):
    """The review of a game, or of its first moves if it was stopped."""

    engine: str
    nodes: int
    black_accuracy: float | None
    """0 to 100; null for a side without moves."""
    white_accuracy: float | None
    start_win: float | None
    complete: bool
    moves: list[ReviewedMoveView]
    milestones: list[MilestoneView]
    black_style: StyleView | None
    """Null for a side without moves."""
    white_style: StyleView | None


class ReviewJobView(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a job that reviews a game."""

    id: str
    state: Literal["waiting", "working", "done"]
    stopped: bool
    ms: int
    error: Text | None
    done: int
    """How many positions are evaluated, of `total`."""
    total: int
    wins: list[float | None]
    """Black's win rates so far, from the start position on."""
    review: ReviewView | None
    """Null before the end."""


class ReviewMessage(msgspec.Struct, frozen=True, tag_field="type", tag="review"):
    """The state of a job that reviews a game, sent to the pages that subscribed to it."""

    job: ReviewJobView
