"""The wire types of live analyses; see docs/wire.md."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from komadai._core import STARTPOS
from komadai.play.texts import Text
from komadai.server.positions.wire import MoveView
from komadai.server.records.wire import Sfen, Usi

MAX_MOVES = 1_000
MAX_ENGINES = 2
MAX_LINES = 5
MAX_DEPTH = 60

# -- from the page


class AnalysisRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/analysis/jobs: a position with the moves that led to it."""

    start_sfen: Sfen = STARTPOS
    moves: Annotated[list[Usi], msgspec.Meta(max_length=MAX_MOVES)] = []
    engines: Annotated[
        list[Annotated[str, msgspec.Meta(max_length=60)]],
        msgspec.Meta(min_length=1, max_length=MAX_ENGINES),
    ]
    """The names of different engines."""
    lines: Annotated[int, msgspec.Meta(ge=1, le=MAX_LINES)] = 3
    depth: Annotated[int, msgspec.Meta(ge=1, le=MAX_DEPTH)] | None = None
    """Where the analysis ends; null: at the limit of time."""


# -- to the page


class AnalysisOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to GET /api/analysis/options."""

    engines: list[str]
    at_once: int
    """How many engines can analyse at once on this machine."""
    threads: int
    """The threads that they share."""
    seconds: int
    """The limit of time of an analysis."""


class AnalysisLine(msgspec.Struct, frozen=True, kw_only=True):
    """One of an engine's lines, the best first; scores are from Black's point of view."""

    depth: int
    cp: int | None
    mate: int | None
    """Plies; negative if White mates."""
    win: float | None
    """The points that Black can expect, 0 to 1."""
    moves: list[MoveView]


class EngineAnalysis(msgspec.Struct, frozen=True, kw_only=True):
    """What one engine has found so far."""

    engine: str
    nodes: int
    nps: int
    lines: list[AnalysisLine]
    error: Text | None


class AnalysisJob(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a live analysis."""

    id: str
    sfen: str
    state: Literal["waiting", "working", "done"]
    place: int | None
    """The place among those that wait, from 1; null if it does not wait."""
    stopped: bool
    ms: int
    error: Text | None
    threads: int
    """The threads of each engine."""
    engines: list[EngineAnalysis]


class AnalysisMessage(msgspec.Struct, frozen=True, tag_field="type", tag="analysis"):
    """The state of a live analysis, sent to the pages that subscribed to it."""

    job: AnalysisJob
