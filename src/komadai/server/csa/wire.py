"""Messages about programs: the rating table, the games of a day."""

from __future__ import annotations

import msgspec

from komadai.messages.text import Text
from komadai.play.events import ColorName
from komadai.server.games.wire import ResultView


class RatedProgram(msgspec.Struct, frozen=True):
    """A program in the rating table."""

    name: str
    rating: int
    deviation: int
    """With a probability of 95 % the true strength is within two deviations of the rating."""
    wins: int
    losses: int
    draws: int


class WaitingProgram(msgspec.Struct, frozen=True, kw_only=True):
    """A program that waits for an opponent, who may be a person."""

    name: str
    rating: int | None
    """Null before its first rated game."""
    game: str
    """The name under which it waits: ``club-60-5``."""
    clock_text: Text
    handicap: str
    handicap_name: Text
    color: ColorName | None
    """The colour that the program wants; null: any."""


class PlayProgram(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/programs/{name}/play."""

    color: ColorName | None = None
    """One's own colour; null: any."""


class ProgramGame(msgspec.Struct, frozen=True):
    """A game of two programs."""

    id: str
    """The id of the game on this server."""
    csa_id: str
    """Its id in CSA's protocol, and the name of its file."""
    game: str
    """The name under which the programs met: ``club-60-5``."""
    black: str
    white: str
    started: str
    plies: int
    winner: ColorName | None
    result: ResultView | None
    """None while it is played."""


class ProgramDay(msgspec.Struct, frozen=True):
    """A day with games."""

    day: str
    """``2026-11-27``, in the server's time zone."""
    games: int


class ProgramsView(msgspec.Struct, frozen=True):
    """The programs and their games."""

    open: bool
    """Whether the server has a CSA port."""
    port: int | None
    waiting: list[WaitingProgram]
    """The programs with which a person can begin a game now."""
    programs: list[RatedProgram]
    """The rating table, the strongest first."""
    running: list[ProgramGame]
    days: list[ProgramDay]
    """Newest first."""


class ProgramGamesView(msgspec.Struct, frozen=True):
    """The games that began on one day, newest first."""

    day: str
    games: list[ProgramGame]
