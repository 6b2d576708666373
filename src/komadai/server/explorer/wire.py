"""The wire types of the explorer; see docs/wire.md."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from komadai.messages.text import Text
from komadai.server.positions.pattern import PositionPattern
from komadai.server.positions.position import Position
from komadai.server.positions.wire import MoveText
from komadai.server.records.wire import Line, UnreadFile, Usi

Name = Annotated[str, msgspec.Meta(max_length=100)]
NameId = Annotated[str, msgspec.Meta(max_length=40)]
Day = Annotated[str, msgspec.Meta(max_length=10)]
ExplorerResult = Literal["black", "white", "draw"]


class ExplorerDatabase(msgspec.Struct, frozen=True):
    """A database that the page can show."""

    key: str
    name: Text
    games: int
    has_players: bool
    """Whether games can be chosen by player: the names of people who play here can change."""


class StarterOffer(msgspec.Struct, frozen=True):
    """The games that come with Komadai."""

    games: int
    """The number of games of the program against itself."""
    told: int
    """The number of games of the reading room."""
    nodes: int
    """Positions that the program searched for each move."""
    bytes: int
    """About the size of the database."""
    added: bool
    """Whether they are a database of this server."""


class ExplorerDatabases(msgspec.Struct, frozen=True, kw_only=True):
    """The databases, the server's own games first."""

    databases: list[ExplorerDatabase]
    may_add: bool
    """Whether who asks may add games to the databases of the server."""
    starter: StarterOffer
    max_bytes: int
    """The largest file that can be added."""


class ImportJobView(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a job that adds games to a database."""

    id: str
    database: str
    """The key of the database."""
    file: str
    """The name of the uploaded file; empty for the games that come with Komadai."""
    state: Literal["waiting", "working", "done"]
    stopped: bool
    error: Text | None
    stage: Text | None
    done: int
    """The number of games that are done in this stage."""
    total: int | None
    """The number of games of this stage; null if it is not known."""
    games: int
    """Games that were read."""
    added: int
    """Games that are stored."""
    duplicates: int
    """Games that the database had already."""
    unread: list[UnreadFile]
    """Some of the files that could not be read."""


class ImportMessage(msgspec.Struct, frozen=True, tag_field="type", tag="import"):
    """The state of such a job, sent to the pages that subscribed to it."""

    job: ImportJobView


class ExplorerRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position, and which games to count."""

    database: Name
    sfen: Position
    previous: Usi | None = None
    """The move before, for the text of moves (同)."""
    player: Name = ""
    opening: NameId = ""
    """The id of an opening, as in `NamesAnswer`; empty: any."""
    castle: NameId = ""
    date_from: Day = ""
    """A year, month or day: ``2024``, ``2024-05``, ``2024-05-31``."""
    date_to: Day = ""


class ExplorerMove(msgspec.Struct, frozen=True):
    """A move that games played. Games without a result count only in ``games``."""

    text: MoveText
    games: int
    black: int
    white: int
    draws: int
    year: int | None = None
    """The mean year, the mean rating of those who played it, and their performance, over a sample of the
    games; null if unknown."""
    rating: int | None = None
    performance: int | None = None
    score: int | None = None
    """The score in Komadai's opening book in centipawns, for Black; null if it does not have the move."""


class ExplorerGame(msgspec.Struct, frozen=True):
    """A game that reached the position."""

    id: int
    game: str | None
    """The id of a game that was played here."""
    black: Text
    white: Text
    date: str | None
    result: ExplorerResult | None
    plies: int
    ply: int
    """The number of moves before the position."""


class ExplorerAnswer(msgspec.Struct, frozen=True):
    """How games went on from a position."""

    games: int
    moves: list[ExplorerMove]
    """The most frequent first."""
    found: list[ExplorerGame]
    """The first of the games."""
    plies: int
    """Positions after more moves than this are not in the database."""


class NameChoice(msgspec.Struct, frozen=True):
    """An opening or a castle by which games can be chosen."""

    id: str
    name: Text
    games: int


class NamesAnswer(msgspec.Struct, frozen=True):
    """The openings and castles of a database, the most frequent first."""

    openings: list[NameChoice]
    castles: list[NameChoice]
    complete: bool
    """False: not all games are recognized yet, so games cannot be chosen by them."""


# -- games like this, and patterns


class LikeRequest(Line, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/explorer/like: a game, by its start and its moves."""

    database: Name


class LikeGame(msgspec.Struct, frozen=True):
    """A game like another one. All shares are 0 to 1; see docs/how-to/study.md."""

    game: ExplorerGame
    """Its ``ply`` is the number of moves up to the last common position."""
    score: float
    line: float
    names: float
    structure: float


class LikeAnswer(msgspec.Struct, frozen=True):
    """The likest games, the likest first."""

    games: list[LikeGame]


class PatternRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/explorer/pattern."""

    database: Name
    pattern: PositionPattern
    """A part of a position, as in a file for `komadai db query --pattern`."""
    player: Name = ""
    opening: NameId = ""
    castle: NameId = ""
    date_from: Day = ""
    date_to: Day = ""


class PatternAnswer(msgspec.Struct, frozen=True):
    """The first games with a position that fits; ``ply`` is the number of moves before it."""

    games: list[ExplorerGame]
    complete: bool
    """False: the time ended before all games were searched."""


# -- statistics


class ResultCounts(msgspec.Struct, frozen=True):
    """Games without a result count only in ``games``. Of a player: wins, losses."""

    games: int
    black: int
    white: int
    draws: int


class YearCounts(msgspec.Struct, frozen=True):
    year: str
    results: ResultCounts


class NameCounts(msgspec.Struct, frozen=True):
    """An opening or a castle; wins and losses are those of the side that had it. A game in which both sides
    had it counts once, and has no result here."""

    id: str
    name: Text
    results: ResultCounts
    shared: bool
    """Both sides had it in most of the games; then wins and losses are Black's."""


class LengthCount(msgspec.Struct, frozen=True):
    first: int
    """The least number of moves."""
    games: int


class EndingCount(msgspec.Struct, frozen=True):
    name: Text
    games: int


class OpponentCounts(msgspec.Struct, frozen=True):
    name: str
    results: ResultCounts


class StatisticsAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The games of a database, or of one player, in numbers."""

    database: Text
    player: Text | None
    account: str | None
    """The account of a player of the games played here."""
    results: ResultCounts
    years: list[YearCounts]
    lengths: list[LengthCount]
    length_step: int
    mean_plies: float
    endings: list[EndingCount]
    openings: list[NameCounts]
    castles: list[NameCounts]
    named: int
    """The games whose openings and castles are known."""
    performance: float | None
    opponents: list[OpponentCounts]
    """The ten most frequent ones of a player of an imported database."""
