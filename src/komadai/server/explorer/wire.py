"""The wire types of the explorer; see docs/wire.md."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from komadai.play.texts import Text
from komadai.server.positions.wire import MoveText
from komadai.server.records.wire import Sfen, Usi

Name = Annotated[str, msgspec.Meta(max_length=100)]
Day = Annotated[str, msgspec.Meta(max_length=10)]
ExplorerResult = Literal["black", "white", "draw"]


class ExplorerDatabase(msgspec.Struct, frozen=True):
    """A database that the page can show."""

    key: str
    name: Text
    games: int
    has_players: bool
    """Whether games can be chosen by player: the names of people who play here can change."""


class ExplorerDatabases(msgspec.Struct, frozen=True):
    """The databases, the server's own games first."""

    databases: list[ExplorerDatabase]


class ExplorerRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position, and which games to count."""

    database: Name
    sfen: Sfen
    previous: Usi | None = None
    """The move before, for the text of moves (同)."""
    player: Name = ""
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
