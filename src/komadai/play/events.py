"""What can happen in a game: values that are written down once and never changed.

Times (``at``) are integer milliseconds of the server's `ServerClock`; within one game they
never go back. Colours are ``"black"`` and ``"white"``, moves are USI. New kinds may be added
and new fields with a default; nothing here may ever change its meaning, because every game
ever played is read back through these classes.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Side = Literal["black", "white"]


class ClockSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A time control as the wire and the log write it; see `komadai.clock.TimeControl`."""

    main_ms: int
    byoyomi_ms: int = 0
    periods: int = 1
    increment_ms: int = 0


class _Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    at: int


class Created(_Event, tag="created", frozen=True, kw_only=True):
    """A game is set up, with all that was agreed on. It is paused until its guest sits down."""

    side: Literal["black", "white", "furigoma"]
    """The person's side."""
    engine: str
    level: int | None
    handicap: str
    start_sfen: str
    clock: ClockSettings | None
    impasse: str
    illegal: Literal["refuse", "lose"]
    take_back: bool


class Thrown(_Event, tag="thrown", frozen=True, kw_only=True):
    """Furigoma: five pawns, True where the pawn's face is up. Three or more: the person is Black."""

    pawns: tuple[bool, bool, bool, bool, bool]


class Resumed(_Event, tag="resumed", frozen=True, kw_only=True):
    """The guest sits down (the first time, or after a pause): time runs."""


class Paused(_Event, tag="paused", frozen=True, kw_only=True):
    """The server went away: time stands still until the guest is back."""


class Moved(_Event, tag="moved", frozen=True, kw_only=True):
    """A legal move; ``ms`` is the time spent on it."""

    usi: str
    ms: int


class TakenBack(_Event, tag="taken_back", frozen=True, kw_only=True):
    """The last ``plies`` moves did not happen."""

    color: Side
    plies: int


class Resigned(_Event, tag="resigned", frozen=True, kw_only=True):
    """This side gave up."""

    color: Side


class Declared(_Event, tag="declared", frozen=True, kw_only=True):
    """This side declared the impasse."""

    color: Side


class Flagged(_Event, tag="flagged", frozen=True, kw_only=True):
    """This side's time was up."""

    color: Side


class Illegal(_Event, tag="illegal", frozen=True, kw_only=True):
    """This side made a move against the rules in a game where that loses."""

    color: Side
    usi: str
    infraction: str


class Interrupted(_Event, tag="interrupted", frozen=True, kw_only=True):
    """The game cannot go on."""

    reason: Literal["engine_failed"]


class Ended(_Event, tag="ended", frozen=True, kw_only=True):
    """How the game ended; the fields are those of `komadai.outcome.Outcome`."""

    winner: Side | None
    termination: str
    infraction: str | None = None
    failed: tuple[str, ...] = ()


Event = (
    Created
    | Thrown
    | Resumed
    | Paused
    | Moved
    | TakenBack
    | Resigned
    | Declared
    | Flagged
    | Illegal
    | Interrupted
    | Ended
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def encode_event(event: Event) -> str:
    """The event as one line of JSON."""
    return _encoder.encode(event).decode()


def decode_event(text: str) -> Event:
    """The inverse of `encode_event`. Raises msgspec.ValidationError."""
    return _decoder.decode(text)
