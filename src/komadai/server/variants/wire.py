"""The wire types of variants; see docs/wire.md."""

from __future__ import annotations

from typing import Literal

import msgspec

from komadai.messages.text import Text
from komadai.server.positions.wire import MoveText


class VariantNames(msgspec.Struct, frozen=True):
    en: str
    ja: str
    romaji: str


class VariantStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """How games of a variant go, measured by games of the engine against itself."""

    games: int
    nodes: int
    """Positions that the engine searched for each move."""
    branching: float
    """Legal moves in a position, on average."""
    plies: float
    """Moves of both sides in a game, on average; games that were stopped make it too small."""
    draws: float
    """The share of games that the rules ended as draws, 0 to 1."""
    black: float
    """Black's score, 0 to 1: won games, and half of the draws and of those that were stopped."""
    unfinished: int
    """Games that were stopped after 1,000 moves."""


class VariantSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A variant in the gallery."""

    name: str
    """The key, such as ``chu``."""
    names: VariantNames
    files: int
    ranks: int
    pieces: int
    """Pieces of each side at the start."""
    kinds: int
    """Kinds of pieces at the start."""
    drops: bool
    summary: Text
    statistics: VariantStatistics | None


class VariantList(msgspec.Struct, frozen=True):
    """The answer to GET /api/variants."""

    variants: list[VariantSummary]


class MoveMarkView(msgspec.Struct, frozen=True):
    """A mark of a move diagram, see `komadai.variants.pictures.move_marks.MoveMark`."""

    kind: Literal["step", "jump", "line", "over", "turn", "area", "stay", "anywhere"]
    dx: int
    dy: int
    max: int
    only: Literal["", "move", "capture"]
    then: list[tuple[int, int]]


class PieceKindView(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of piece. A promoted kind is one of its own, with a ``+`` before its id."""

    id: str
    name: Text
    romaji: str
    kanji: str
    """The whole name on the piece, mostly two kanji."""
    face: str
    """The name as one kanji."""
    betza: str
    promotes_to: str | None
    in_hand: str | None
    """The kind in the captor's hand; null without drops."""
    royal: bool
    value: int | None
    count: int
    """Pieces of each side at the start."""
    marks: list[MoveMarkView]
    moves: str
    """The marks as a path on the piece, 1000 units to the em."""
    picture: str
    """A drawing, as a path on the piece; empty: none. All pieces of a game have one, or none has."""
    note: Text
    """A remark; empty: none."""


class PlaceView(msgspec.Struct, frozen=True):
    """The place of a character on a piece, and its scale."""

    x: float
    y: float
    across: float
    down: float


class PlacesView(msgspec.Struct, frozen=True):
    """The places of characters by the style of the face, then by the number of characters from one."""

    one: list[list[PlaceView]]
    two: list[list[PlaceView]]
    letters: list[list[PlaceView]]
    centre: list[list[PlaceView]]
    upper: list[list[PlaceView]]
    lower: list[list[PlaceView]]


class Glyph(msgspec.Struct, frozen=True):
    character: str
    d: str
    """An SVG path, 1000 units to the em, centred."""


class VariantOptionValueView(msgspec.Struct, frozen=True):
    name: str
    label: Text
    """The value in a few words."""
    who: Text
    """The people who play so."""


class VariantOptionView(msgspec.Struct, frozen=True):
    """A rule that is played in several ways."""

    name: str
    about: Text
    default: str
    chosen: str
    """The value that holds in this answer."""
    values: list[VariantOptionValueView]


class VariantConflictView(msgspec.Struct, frozen=True):
    """The points on which the sources disagree."""

    about: Text
    choice: Text


class VariantView(msgspec.Struct, frozen=True, kw_only=True):
    """All that the page shows of a variant."""

    name: str
    names: VariantNames
    files: int
    ranks: int
    zone: int
    drops: bool
    hand: list[str]
    """The kinds that a hand can hold, in the order of the definition; empty without drops."""
    sfen: str
    solvable: bool
    """Whether the server can compute the value of every position."""
    printable: bool
    """Whether the server can make the board and pieces to print."""
    hints: bool
    """Whether there are hints for beginners."""
    statistics: VariantStatistics | None
    summary: Text
    history: Text
    rules: list[Text]
    """The rules as sentences."""
    pieces: list[PieceKindView]
    options: list[VariantOptionView]
    conflicts: list[VariantConflictView]
    sources: list[str]
    drawn: bool
    """Whether the pieces are drawn, not written, unless another face is chosen."""
    glyphs: list[Glyph]
    """The outlines of the characters on the pieces."""
    places: PlacesView


class ValueView(msgspec.Struct, frozen=True):
    """The value of a position for the side to move, or of a move for the side that makes it."""

    result: Literal["win", "draw", "loss"]
    plies: int | None
    """How many moves the game still has, with the move itself; null for a draw."""


class MoveValue(msgspec.Struct, frozen=True):
    usi: str
    text: MoveText
    value: ValueView


class PositionValues(msgspec.Struct, frozen=True):
    """The answer to GET /api/variants/{name}/values."""

    value: ValueView | None
    """Null if the position cannot occur in a game."""
    moves: list[MoveValue]
    """All legal moves, best first; empty if the game is over or the value is null."""


class SolveJobView(msgspec.Struct, frozen=True, kw_only=True):
    """A job that makes the table of a variant."""

    id: str
    variant: str
    state: Literal["waiting", "working", "done"]
    stopped: bool
    """Whether it was stopped; another job continues it."""
    ms: int
    stage: Text | None
    done: float
    """0 to 1, an estimate."""
    positions: int
    """Positions found so far."""
    seconds_left: float | None
    """An estimate."""
    at_least: bool
    """Whether ``seconds_left`` is a lower bound, because positions are still being found."""
    error: Text | None


class SolveMessage(msgspec.Struct, frozen=True, tag_field="type", tag="solve_job"):
    """The state of a job that makes a table, sent to the pages that subscribed to it."""

    job: SolveJobView


class SolvedView(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to GET /api/variants/{name}/solved."""

    ready: bool
    """Whether there is a table."""
    begun: bool
    """Whether an unfinished analysis is stored, which the next job continues."""
    allowed: bool
    """Whether this server makes tables for its guests."""
    job: SolveJobView | None
    """The unfinished job of this guest."""


BeginnerHintKind = Literal["mate", "check", "take", "danger", "movable", "move"]


class BeginnerHintView(msgspec.Struct, frozen=True):
    """A hint for beginners."""

    kind: BeginnerHintKind
    text: Text
    squares: list[str]
    """Squares to mark."""
    usi: str | None
    """The move, of a hint that is a move."""


class BeginnerHints(msgspec.Struct, frozen=True):
    """The answer to GET /api/variants/{name}/hints."""

    hints: list[BeginnerHintView]
    """From the gentlest to the move itself."""
