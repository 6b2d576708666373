"""The wire types of records; see docs/wire.md.

A record is sent and received in the same types. Fields that the server computes have a default: a page may
leave them out, and the server ignores them.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from komadai.messages.text import Text
from komadai.play.boards import SHOGI
from komadai.play.events import ColorName
from komadai.server.positions.position import Position, start
from komadai.server.positions.wire import MoveText, MoveView, PositionView

MAX_LINE: Final = 100
"""The maximum length of an engine's line in one call."""
MAX_LINE_MOVES: Final = 1_000
"""The maximum number of moves of a `Line`."""

# The longest moves are those of taikyoku.
Usi = Annotated[str, msgspec.Meta(max_length=32)]
VariantKey = Annotated[str, msgspec.Meta(max_length=200)]
"""A variant with its options, see `komadai.play.boards`."""
NO_TEXT: Final = Text("", "")
# The integers that JavaScript can represent.
Whole = Annotated[int, msgspec.Meta(ge=-(2**53) + 1, le=2**53 - 1)]


class Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The fields of every message about a position of standard shogi and moves from it."""

    start_sfen: Position = msgspec.field(default_factory=start)
    moves: Annotated[list[Usi], msgspec.Meta(max_length=MAX_LINE_MOVES)]


class Illegal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rule that a move breaks."""

    key: str
    text: Text


class RecordResult(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A result as a record has it."""

    winner: ColorName | None = None
    termination: str
    infraction: str | None = None
    failed: list[str] = []
    text: Text = NO_TEXT


class Ending(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a line ends."""

    result: RecordResult | None = None
    """null: an ending without an outcome, named by ``word``."""
    word: str = ""
    ms: Whole | None = None
    total_ms: Whole | None = None
    comment: str = ""


class Analysis(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An engine's evaluation, from Black's point of view."""

    centipawns: Whole | None = None
    mate: Whole | None = None
    """Plies to the mate; negative if White mates."""
    mating: ColorName | None = None
    """The mating side, if the number of plies is unknown."""
    depth: Whole | None = None
    nodes: Whole | None = None
    engine: str = ""
    ms: Whole | None = None
    line: list[Usi] = []
    written: str = ""
    """The original text of the program that wrote it."""


class RecordNode(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position of the tree, and the move that leads to it; the root has no move."""

    parent: Annotated[int, msgspec.Meta(ge=0)] | None = None
    """The index of the parent in the list of nodes; null for the root."""
    usi: Usi | None = None
    sfen: str = ""
    color: ColorName | None = None
    captured: str | None = None
    text: MoveText | None = None
    spoken: Text | None = None
    check: bool = False
    illegal: Illegal | None = None
    comment: str = ""
    bookmark: str = ""
    ms: Whole | None = None
    total_ms: Whole | None = None
    analyses: list[Analysis] = []
    ending: Ending | None = None


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A header of a record."""

    name: str
    label: Text = NO_TEXT
    value: str


class RecordWarning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place where a record does not follow its format. Line 0: the record as a whole."""

    line: int
    column: int
    text: str
    message: Text


class GameRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A record: headers, and the tree of moves as a list of nodes."""

    variant: VariantKey = SHOGI
    headers: list[Header] = []
    start_sfen: Position = msgspec.field(default_factory=start)
    handicap: str | None = None
    nodes: list[RecordNode]
    warnings: list[RecordWarning] = []


class UnreadFile(msgspec.Struct, frozen=True):
    """A file of an archive that could not be read."""

    name: str
    message: Text


class ReadAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The games of a file or an archive."""

    format: str
    games: list[GameRecord]
    more: bool
    unread: list[UnreadFile] = []


class WriteRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/records/write."""

    record: GameRecord
    format: Annotated[str, msgspec.Meta(max_length=40)]
    node: Annotated[int, msgspec.Meta(ge=0)] | None = None
    flip: bool = False


class PositionRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/positions."""

    variant: VariantKey = SHOGI
    sfen: Position
    previous: Usi | None = None
    play: Usi | None = None
    typed: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    illegal: Literal["refuse", "keep"] = "refuse"
    handicap: bool | None = None
    line: Annotated[list[Usi], msgspec.Meta(max_length=MAX_LINE)] = []


class PositionAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A position, the move that was played if there was one, and the moves of the line."""

    position: PositionView
    move: MoveView | None
    illegal: Illegal | None
    line: list[MoveView]


class FormatChoice(msgspec.Struct, frozen=True):
    """A format in which records can be written."""

    key: str
    name: Text
    suffix: str
    variants: bool
    """Whether it can hold games of variants."""


class HeaderChoice(msgspec.Struct, frozen=True):
    """A header that every format supports."""

    name: str
    label: Text


class TerminationChoice(msgspec.Struct, frozen=True):
    """A termination that a line can have."""

    key: str
    name: Text


class RecordOptions(msgspec.Struct, frozen=True):
    """The formats, headers and terminations that a record can have."""

    formats: list[FormatChoice]
    headers: list[HeaderChoice]
    terminations: list[TerminationChoice]
