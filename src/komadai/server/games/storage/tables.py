"""The tables of games, their seats and their events, and their rows as values.

Events are only appended; (game, number) is the primary key, so the same place in a
log cannot be written twice. The columns of ``games`` repeat what the list of games shows, and are written
in the same transaction as the events that change them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from komadai.play.events import Event, encode_event
from komadai.server.db.database import metadata
from komadai.server.games.access import Visibility

games: Final = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("rematch_of", sa.ForeignKey("games.id"), nullable=True, unique=True),
    sa.Column("handicap", sa.String(40), nullable=False),
    sa.Column("events", sa.Integer, nullable=False),
    sa.Column("plies", sa.Integer, nullable=False),
    # A position on 36×36 squares has 2,000 letters. SQLite ignores the length.
    sa.Column("sfen", sa.Text, nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("winner", sa.String(5), nullable=True),
    sa.Column("termination", sa.String(40), nullable=True),
    sa.Column("infraction", sa.String(40), nullable=True),
    sa.Column("clock_runs", sa.Boolean, nullable=False),
    sa.Column("search", sa.Text, nullable=False),
    sa.Column("variant", sa.Text, nullable=False, server_default="shogi"),
    sa.Column("interruption", sa.String(20), nullable=True),
    sa.Column("visibility", sa.String(8), nullable=False, server_default="unlisted"),
    sa.Column("turn", sa.String(5), nullable=False, server_default="black"),
    sa.Column("days", sa.Integer, nullable=False, server_default="0"),
    # Of a correspondence game: it need not be in memory until then.
    sa.Column("deadline_ms", sa.BigInteger, nullable=True),
    sa.Column("adjourned", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("resume_by", sa.String(5), nullable=True),
    # Who enters the moves of two persons at one board.
    sa.Column("recorder_id", sa.String(32), nullable=True),
    sa.Index("games_by_age", "created_ms", "id"),
    sa.Index("games_running", "clock_runs"),
    sa.Index("games_due", "deadline_ms"),
)

game_seats: Final = sa.Table(
    "game_seats",
    metadata,
    sa.Column("game_id", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("guest_id", sa.ForeignKey("guests.id"), nullable=True),
    sa.Column("name", sa.String(60), nullable=False),
    sa.Column("level", sa.Integer, nullable=True),
    sa.Column("color", sa.String(5), nullable=True),
    sa.Index("seats_of_guest", "guest_id", "game_id"),
)

events: Final = sa.Table(
    "events",
    metadata,
    sa.Column("game_id", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)


class SeatRow(msgspec.Struct, frozen=True, kw_only=True):
    """A seat of a game: a row of the table ``game_seats`` without the game's id."""

    number: int
    """1 or 2, in the order of `Created.players`."""
    kind: str
    """``person``, ``engine`` or ``program``."""
    guest_id: str | None = None
    """The guest who sits here; None for an engine or a program, and for a person at a board who is known by
    name."""
    name: str = ""
    """The name of an engine or a program; empty for a person, but for those of a recorded game."""
    level: int | None = None
    color: str | None = None
    """``black`` or ``white``; None before furigoma has decided."""

    def is_of(self, account: str, name: str, kind: str) -> bool:
        """Whether this account sits here; a program's account is known by its name."""
        if kind == "program":
            return self.kind == "program" and self.name == name
        return self.guest_id == account


class GameRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table ``games``, with its seats."""

    id: str
    seats: tuple[SeatRow, SeatRow]
    created_ms: int
    rematch_of: str | None
    handicap: str
    events: int
    plies: int
    sfen: str
    status: str
    winner: str | None
    termination: str | None
    infraction: str | None
    clock_runs: bool
    search: str
    variant: str = "shogi"
    interruption: str | None = None
    """Why the game has no result; see `komadai.play.events.Interruption`."""
    visibility: Visibility = "unlisted"
    turn: str = "black"
    days: int = 0
    """The days for each move of a correspondence game; 0: it is played live."""
    deadline_ms: int | None = None
    """When the time of a correspondence game is up."""
    adjourned: bool = False
    """Whether the game waits with a sealed move."""
    resume_by: str | None = None
    """The colour that proposes to resume an adjourned game."""
    recorder_id: str | None = None
    """The account that enters the moves of two persons at one board; None in other games."""

    def has_player(self, guest: str | None) -> bool:
        """Whether this guest sits in one of the seats."""
        return guest is not None and any(seat.guest_id == guest for seat in self.seats)

    def with_person_moved(self, guest: str, account: str) -> GameRow:
        """The same game with this guest's seats given to an account."""
        first, second = (
            msgspec.structs.replace(seat, guest_id=account) if seat.guest_id == guest else seat
            for seat in self.seats
        )
        return msgspec.structs.replace(self, seats=(first, second))

    def recorded_by(self, recorder: str, names: Sequence[str]) -> GameRow:
        """The same game kept by this account, with these names in its seats."""
        first, second = (
            msgspec.structs.replace(seat, name=name) for seat, name in zip(self.seats, names, strict=True)
        )
        return msgspec.structs.replace(self, recorder_id=recorder, seats=(first, second))

    @property
    def one_page(self) -> bool:
        """Whether one person plays both sides."""
        first, second = self.seats
        return first.guest_id is not None and first.guest_id == second.guest_id


def event_rows(game_id: str, first: int, new: Sequence[Event]) -> list[dict[str, Any]]:
    """Rows of the table ``events``; ``first`` is the number of the first one."""
    return [
        {"game_id": game_id, "number": number, "at_ms": event.at, "body": encode_event(event)}
        for number, event in enumerate(new, first)
    ]
