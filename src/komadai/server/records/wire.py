"""Game records on the wire; the prose is docs/wire.md.

A Record is sent and taken back in the same types: what the server computes has a default, so that a page
may leave it out, and is ignored when it comes back.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from komadai._core import STARTPOS
from komadai.play.events import Side
from komadai.play.texts import Words
from komadai.server.positions.wire import MoveText, MoveView, PositionView

MOST_LINE: Final = 100
"""Moves of an engine's line that are played out in one call."""

Usi = Annotated[str, msgspec.Meta(max_length=8)]
Sfen = Annotated[str, msgspec.Meta(max_length=200)]
# What JavaScript can count.
Whole = Annotated[int, msgspec.Meta(ge=-(2**53) + 1, le=2**53 - 1)]


class Illegal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which rule a move breaks."""

    key: str
    text: Words


class RecordResult(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Result with all that a record tells of it."""

    winner: Side | None = None
    termination: str
    infraction: str | None = None
    failed: list[str] = []
    text: Words | None = None


class RecordEnding(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a line ends."""

    result: RecordResult | None = None
    word: str = ""
    ms: Whole | None = None
    total_ms: Whole | None = None
    comment: str = ""


class RecordAnalysis(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an engine thought; scores are Black's. ``written`` is how a program wrote it, and is kept."""

    centipawns: Whole | None = None
    mate: Whole | None = None
    mating: Side | None = None
    depth: Whole | None = None
    nodes: Whole | None = None
    engine: str = ""
    ms: Whole | None = None
    line: list[Usi] = []
    written: str = ""


class RecordNode(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A move and what is known about it; the first node has none."""

    parent: Annotated[int, msgspec.Meta(ge=0)] | None = None
    usi: Usi | None = None
    sfen: str = ""
    color: Side | None = None
    captured: str | None = None
    text: MoveText | None = None
    spoken: Words | None = None
    check: bool = False
    illegal: Illegal | None = None
    comment: str = ""
    bookmark: str = ""
    ms: Whole | None = None
    total_ms: Whole | None = None
    analyses: list[RecordAnalysis] = []
    ending: RecordEnding | None = None


class RecordHeader(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One header, its label in the reader's language."""

    name: str
    label: Words | None = None
    value: str


class RecordWarning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a record is not as its format has it."""

    line: int
    column: int
    text: str
    message: Words


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game as a tree, its nodes in a list."""

    headers: list[RecordHeader] = []
    start_sfen: Sfen = STARTPOS
    handicap: str | None = None
    nodes: list[RecordNode]
    warnings: list[RecordWarning] = []


class Unread(msgspec.Struct, frozen=True):
    """A file of an archive that could not be read, and why."""

    name: str
    message: Words


class Records(msgspec.Struct, frozen=True, kw_only=True):
    """The games of a file."""

    format: str
    games: list[Record]
    more: bool
    unread: list[Unread] = []


class WriteAsk(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/records/write."""

    record: Record
    format: Annotated[str, msgspec.Meta(max_length=40)]
    node: Annotated[int, msgspec.Meta(ge=0)] | None = None
    flip: bool = False


class PositionAsk(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/positions."""

    sfen: Sfen
    previous: Usi | None = None
    play: Usi | None = None
    typed: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    illegal: Literal["refuse", "keep"] = "refuse"
    handicap: bool | None = None
    line: Annotated[list[Usi], msgspec.Meta(max_length=MOST_LINE)] = []


class PositionAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A position, the move that led to it if one was asked for, and a line from there."""

    position: PositionView
    move: MoveView | None
    illegal: Illegal | None
    line: list[MoveView]


class FormatChoice(msgspec.Struct, frozen=True):
    """A format that can be written."""

    key: str
    name: Words
    suffix: str


class HeaderChoice(msgspec.Struct, frozen=True):
    """A header that every format knows."""

    name: str
    label: Words


class TerminationChoice(msgspec.Struct, frozen=True):
    """A way for a line to end."""

    key: str
    name: Words


class RecordOptions(msgspec.Struct, frozen=True):
    """What a page of records can choose from."""

    formats: list[FormatChoice]
    headers: list[HeaderChoice]
    terminations: list[TerminationChoice]
