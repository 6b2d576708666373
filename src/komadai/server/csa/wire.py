"""Messages about programs: the rating table, the games of a day."""

from __future__ import annotations

import msgspec

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
    programs: list[RatedProgram]
    """The rating table, the strongest first."""
    running: list[ProgramGame]
    days: list[ProgramDay]
    """Newest first."""


class ProgramGamesView(msgspec.Struct, frozen=True):
    """The games that began on one day, newest first."""

    day: str
    games: list[ProgramGame]
