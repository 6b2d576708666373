"""What happens in an event: immutable values, stored one after the other in its log.

The log is the event: `komadai.events.Event` is made from it. Times (``at``) are integer milliseconds
since 1970.
Stored acts are never rewritten; new kinds and new fields with a default may be added.
"""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal

import msgspec

from komadai.events.errors import EventError

System = Literal["swiss", "round-robin", "knockout", "title-match", "arena"]
TieBreak = Literal["sos", "sosos", "sodos", "direct", "wins"]
Result = Literal["black", "white", "draw", "black-walkover", "white-walkover", "neither"]
"""Who won. A walkover (不戦勝) is won without a game; ``neither``: both lose without a game."""
Bye = Literal["full", "half", "zero"]
"""A round without an opponent: a bye of one point, half a point or none, as asked for by the player."""

ROUNDS = 30
"""The largest number of rounds."""
PLAYERS = 500
"""The largest number of players. A round robin has at most ROUNDS + 1."""

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Words = Annotated[str, msgspec.Meta(max_length=500)]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What an event is."""

    name: Name
    system: System = "swiss"
    rounds: Annotated[int, msgspec.Meta(ge=1, le=ROUNDS)] = 5
    """Of a Swiss event; of a title match the games of which more than half must be won. The others have as
    many rounds as their players need."""
    cycles: Annotated[int, msgspec.Meta(ge=1, le=2)] = 1
    """How often each pair of a round robin meets: once, or twice with changed colours."""
    handicaps: Literal["none", "by-rank"] = "none"
    """``by-rank``: the handicap that `komadai.ratings.handicaps.proposed` has for the two ranks, and the
    weaker
    player is Black."""
    scale: Literal["amateur", "fesa"] = "amateur"
    """The ranks of players who have only a rating; see `komadai.ratings.ranks`."""
    tie_breaks: tuple[TieBreak, ...] = ()
    """In their order; empty: the usual ones of the system."""
    place: Annotated[str, msgspec.Meta(max_length=100)] = ""
    date: Annotated[str, msgspec.Meta(max_length=40)] = ""
    minutes: Annotated[int, msgspec.Meta(ge=5, le=720)] = 60
    """How long an arena lasts."""
    streaks: bool = True
    """Whether wins in a row count double in an arena."""
    starts_at: Annotated[int, msgspec.Meta(ge=0)] = 0
    """When an arena begins by itself, in milliseconds since 1970; 0: when it is started."""
    title: Annotated[str, msgspec.Meta(max_length=60)] = ""
    """What a title match is about; empty: a match without a title."""
    vacant: bool = False
    """Nobody holds the title: both players are challengers. Else player 1 is its holder."""
    qualifier: Annotated[str, msgspec.Meta(max_length=200)] = ""
    """The event whose best player challenges: its id on the server, the path of its file at a desk."""
    previous: Annotated[str, msgspec.Meta(max_length=200)] = ""
    """The match of the season before, as with ``qualifier``."""


class Pairing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One game of a round, or a player's round without a game."""

    black: int
    """The number of the player who is Black; of the only player, if there is no opponent."""
    white: int | None = None
    handicap: str = "even"
    """A key of `komadai.handicap.Handicap`."""
    bye: Bye | None = None
    """Why there is no opponent."""
    result: Result | None = None
    """The result that is known from the beginning: a walkover against a player who has withdrawn."""


class _Act(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    at: int
    by: str = ""
    """Who did it, in words, where more than one person can."""


class Created(_Act, tag="created", frozen=True, kw_only=True):
    """The event is announced."""

    settings: Settings


class Entered(_Act, tag="entered", frozen=True, kw_only=True):
    """A player enters: from the next round on, if the event has begun."""

    player: int
    """The player's number in the event, from 1 in the order of entry."""
    name: Name
    rating: Annotated[int, msgspec.Meta(ge=0, le=4000)] = 0
    """0: unknown."""
    rank: Annotated[int, msgspec.Meta(ge=-30, le=8)] | None = None
    """`komadai.ratings.ranks.Rank.grade`; None: unknown."""
    club: Annotated[str, msgspec.Meta(max_length=60)] = ""


class Withdrawn(_Act, tag="withdrawn", frozen=True, kw_only=True):
    """A player leaves the event: an open game is won by the opponent without play."""

    player: int
    reason: Words = ""


class Returned(_Act, tag="returned", frozen=True, kw_only=True):
    """A player who had left plays again, from the next round on."""

    player: int


class SitsOut(_Act, tag="sits-out", frozen=True, kw_only=True):
    """A player of a Swiss event asks not to be paired in the next round."""

    player: int
    bye: Bye | None = "half"
    """None: plays after all."""


class Forced(_Act, tag="forced", frozen=True, kw_only=True):
    """The arbiter sets a game, or with ``white`` None a bye, of the next Swiss round before it is paired."""

    black: int
    white: int | None
    reason: Words = ""


class Unforced(_Act, tag="unforced", frozen=True, kw_only=True):
    """The games set for the next round are taken back."""


class Paired(_Act, tag="paired", frozen=True, kw_only=True):
    """The next round is paired."""

    round: int
    pairings: tuple[Pairing, ...]
    draw: tuple[int, ...] = ()
    """With the first round of a round robin or knockout: the players in the order of their lots or seeds."""


class Unpaired(_Act, tag="unpaired", frozen=True, kw_only=True):
    """The pairings of the last round, in which nothing was played, are taken back."""

    round: int
    reason: Words = ""


class Started(_Act, tag="started", frozen=True, kw_only=True):
    """The games of the last round begin; an event without rounds begins."""

    round: int


class Matched(_Act, tag="matched", frozen=True, kw_only=True):
    """Players who were free meet, in an event without rounds."""

    pairings: tuple[Pairing, ...]


class Resulted(_Act, tag="resulted", frozen=True, kw_only=True):
    """A result is entered, or corrected."""

    round: int
    board: int
    """The number of the game in its round, from 1."""
    result: Result | None
    """None: the result is taken back."""
    before: Result | None = None
    """The result that it replaces."""
    reason: Words = ""
    """Why the arbiter corrects it."""


class Replayed(_Act, tag="replayed", frozen=True, kw_only=True):
    """A game ended by repetition and is replayed under its number, with colours reversed."""

    round: int
    board: int


class Claimed(_Act, tag="claimed", frozen=True, kw_only=True):
    """A player claims something about a game: an infraction, a wrong result."""

    claim: int
    """The number of the claim, from 1."""
    round: int
    board: int
    player: int
    text: Words


class Ruled(_Act, tag="ruled", frozen=True, kw_only=True):
    """The arbiter answers a claim. A result that changes with it is an act of its own."""

    claim: int
    accepted: bool
    text: Words


class Finished(_Act, tag="finished", frozen=True, kw_only=True):
    """The event is over; its table is final."""


class Reopened(_Act, tag="reopened", frozen=True, kw_only=True):
    """The event goes on, for a correction after its end."""


Act = (
    Created
    | Entered
    | Withdrawn
    | Returned
    | SitsOut
    | Forced
    | Unforced
    | Paired
    | Unpaired
    | Started
    | Matched
    | Resulted
    | Replayed
    | Claimed
    | Ruled
    | Finished
    | Reopened
)

_decoder: msgspec.json.Decoder[Act] = msgspec.json.Decoder(Act)
_TOO_LONG: Final = re.compile(r"length <= (\d+) - at `\$\.([a-z]+)`")


def encode_act(act: Act) -> str:
    """The act as JSON, on one line."""
    return msgspec.json.encode(act).decode()


def decode_act(body: str | bytes) -> Act:
    """The act of this JSON. Raises msgspec.ValidationError or msgspec.DecodeError."""
    return _decoder.decode(body)


def check_act(act: Act) -> None:
    """Raises EventError if the act could not be read again: a text in it is too long."""
    try:
        decode_act(encode_act(act))
    except msgspec.ValidationError as error:
        raise unfit(error) from error


def unfit(error: msgspec.ValidationError) -> EventError:
    """The error that says which text of an act or of settings is too long."""
    found = _TOO_LONG.search(str(error))
    if found is None:
        return EventError(str(error))
    return EventError.with_code("event-text-too-long", part=found[2], most=int(found[1]))
