"""The wire types of live analyses; see docs/wire.md."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from komadai.messages.text import Text
from komadai.server.bridge.wire import HomeEngineView
from komadai.server.positions.position import Position
from komadai.server.positions.wire import MoveView
from komadai.server.records.wire import MAX_LINE_MOVES, Line, Usi

MAX_ENGINES = 2
MAX_LINES = 5
MAX_DEPTH = 60
MAX_THREADS = 1_024
EngineName = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]

# -- from the page


class AnalysisRequest(Line, msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/analysis/jobs: a position with the moves that led to it."""

    moves: Annotated[list[Usi], msgspec.Meta(max_length=MAX_LINE_MOVES)] = []
    engines: Annotated[list[EngineName], msgspec.Meta(max_length=MAX_ENGINES)] = []
    """The names of different engines of the server …"""
    home: Annotated[list[EngineName], msgspec.Meta(max_length=MAX_ENGINES)] = []
    """… and of home engines of one's own; both together one or two."""
    lines: Annotated[int, msgspec.Meta(ge=1, le=MAX_LINES)] = 3
    depth: Annotated[int, msgspec.Meta(ge=1, le=MAX_DEPTH)] | None = None
    """The depth at which the analysis ends; null: at the limit of time."""
    threads: Annotated[int, msgspec.Meta(ge=1, le=MAX_THREADS)] | None = None
    """The threads that the engines share; null, or more than the options say: all of those."""
    threats: bool = False
    """Whether to search what the other side would do if it could move twice."""


class BrinkmateRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/analysis/brinkmate: the side to move looks for a brinkmate."""

    sfen: Position
    plies: Annotated[int, msgspec.Meta(ge=1, le=5)] = 3
    """The maximum length, with the last move of the brinkmate; an even number counts as the odd one below."""


# -- to the page


class AnalysisOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to GET /api/analysis/options."""

    engines: list[str]
    home: list[HomeEngineView]
    """One's own engines that bridges offer now."""
    at_once: int
    """How many of the server's engines can analyse at once; with home engines there are two at most."""
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
    """The lines that one engine has found so far."""

    engine: str
    home: bool
    """Whether it is one of the person's own, on another machine."""
    nodes: int
    nps: int
    lines: list[AnalysisLine]
    error: Text | None


class ThreatAnalysis(msgspec.Struct, frozen=True, kw_only=True):
    """The threat: the other side's best line if it could move twice."""

    error: Text | None
    """Why there is nothing to look for: the side to move is in check."""
    lines: list[AnalysisLine]
    """Its best moves after a null move, those that are nearly as good as the best one; empty until found."""


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
    threats: ThreatAnalysis | None
    """Null if they were not asked for."""
    engines: list[EngineAnalysis]


class AnalysisMessage(msgspec.Struct, frozen=True, tag_field="type", tag="analysis"):
    """The state of a live analysis, sent to the pages that subscribed to it."""

    job: AnalysisJob


class BrinkmateJob(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a search for a brinkmate (必至)."""

    id: str
    state: Literal["waiting", "working", "done"]
    stopped: bool
    error: Text | None
    result: Literal["brinkmate", "mate", "no-brinkmate", "unknown"] | None
    """``mate``: there is a mate by checks, which is better; ``no-brinkmate``: proved within ``plies``."""
    plies: int | None
    """The length of the brinkmate, with its last move, or of the mate."""
    moves: list[MoveView]
    """The moves up to the one that completes the brinkmate; of a mate, to its end."""


class BrinkmateMessage(msgspec.Struct, frozen=True, tag_field="type", tag="brinkmate"):
    """The state of a search for a brinkmate, sent to the pages that subscribed to it."""

    job: BrinkmateJob
