"""What happens in an event: immutable values, stored one after the other in its log.

The log is the event: `komadai.events.Event` is made from it. Times (``at``) are integer milliseconds
since 1970.
Stored acts are never rewritten; new kinds and new fields with a default may be added.
"""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal

from komadai.events.errors import EventError
from komadai.extras import extra

with extra("events"):
    import msgspec

System = Literal["swiss", "round-robin", "knockout", "title-match", "arena", "ladder", "league", "simul"]
TieBreak = Literal["sos", "sosos", "sodos", "direct", "wins", "board-points"]
Result = Literal["black", "white", "draw", "black-walkover", "white-walkover", "neither"]
"""Who won. A walkover (不戦勝) is won without a game; ``neither``: both lose without a game."""
Bye = Literal["full", "half", "zero"]
"""A round without an opponent: a bye of one point, half a point or none, as asked for by the player."""

ROUNDS = 30
"""The largest number of rounds."""
BOARDS = 20
"""The largest number of boards of a team match."""
MEMBERS = 40
"""The largest number of members of a team."""
PLAYERS = 500
"""The largest number of players. A round robin has at most ROUNDS + 1."""

LanguageCode = Annotated[str, msgspec.Meta(pattern="^[a-z]{2,3}$")]
"""A language by its ISO 639 code: ``en``, ``ja``."""
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
    weaker player is Black. In a league it follows from the strengths; see `komadai.events.league`."""
    scale: Literal["amateur", "fesa"] = "amateur"
    """The ranks of players who have only a rating: our own table, or that of the European federation (FESA);
    see `komadai.ratings.ranks`."""
    variant: Annotated[str, msgspec.Meta(min_length=1, max_length=40)] = "shogi"
    """The variant that is played; see `komadai.play.boards`. Only ``shogi`` has handicaps."""
    tie_breaks: tuple[TieBreak, ...] = ()
    """In their order; empty: the usual ones of the system."""
    place: Annotated[str, msgspec.Meta(max_length=100)] = ""
    date: Annotated[str, msgspec.Meta(max_length=40)] = ""
    boards: Annotated[int, msgspec.Meta(ge=0, le=BOARDS)] = 0
    """Of a team event the boards of each match; its players are teams. 0: single players."""
    reach: Annotated[int, msgspec.Meta(ge=1, le=20)] = 3
    """Of a ladder: how many places above their own a player may challenge."""
    answer_days: Annotated[int, msgspec.Meta(ge=1, le=60)] = 7
    """Of a ladder: a challenge that is not answered within so many days is won without play."""
    idle_days: Annotated[int, msgspec.Meta(ge=0, le=365)] = 60
    """Of a ladder: who neither plays nor challenges for so many days slides down a place; 0: nobody does."""
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


class Member(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A member of a team."""

    name: Name
    rating: Annotated[int, msgspec.Meta(ge=0, le=4000)] = 0
    """0: unknown."""
    rank: Annotated[int, msgspec.Meta(ge=-30, le=8)] | None = None
    """`komadai.ratings.ranks.Rank.grade`; None: unknown."""
    account: Annotated[str, msgspec.Meta(max_length=32)] = ""
    """On a server the id of the account that plays there; empty: this member plays over the board."""


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
    members: tuple[Member, ...] = ()
    """Of a team: its members in board order, those for the first boards first, then the substitutes."""


class MemberAdded(_Act, tag="member-added", frozen=True, kw_only=True):
    """A team gets another member, as its last."""

    player: int
    """The number of the team."""
    member: Member


class LinedUp(_Act, tag="lined-up", frozen=True, kw_only=True):
    """A team says who plays in the next round. It is published when the round begins."""

    player: int
    """The number of the team."""
    members: tuple[int, ...]
    """The members' numbers from 1, in board order."""


class Accepted(_Act, tag="accepted", frozen=True, kw_only=True):
    """The host of a simultaneous display accepts a player, or accepts them no longer."""

    player: int
    handicap: Annotated[str, msgspec.Meta(max_length=40)] | None
    """A key of `komadai.handicap.Handicap`; None: not accepted."""


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
    seat: int = 0
    """Of a team match the board in it, from 1; 0: the whole game or match."""
    result: Result | None
    """None: the result is taken back."""
    before: Result | None = None
    """The result that it replaces."""
    reason: Words = ""
    """Why the arbiter corrects it."""
    resigned: bool = False
    """Whether the loser has resigned, as far as the server knows."""


class Challenged(_Act, tag="challenged", frozen=True, kw_only=True):
    """A player of a ladder challenges one who stands above."""

    challenge: int
    """The number of the challenge, from 1."""
    player: int
    opponent: int


class Answered(_Act, tag="answered", frozen=True, kw_only=True):
    """A challenge is accepted, which begins a game, or refused, or its time is up."""

    challenge: int
    answer: Literal["accepted", "refused", "expired"]
    pairing: Pairing | None = None
    """The game, if it was accepted."""


class ChallengeTakenBack(_Act, tag="challenge-taken-back", frozen=True, kw_only=True):
    """The challenger takes a challenge back that was not answered."""

    challenge: int


class Slid(_Act, tag="slid", frozen=True, kw_only=True):
    """A player of a ladder slides down a place for being idle."""

    player: int


class Wants(_Act, tag="wants", frozen=True, kw_only=True):
    """A member of a league says how many opponents they want at once, and which languages they can write."""

    player: int
    opponents: Annotated[int, msgspec.Meta(ge=0, le=10)]
    languages: Annotated[tuple[LanguageCode, ...], msgspec.Meta(max_length=20)] = ()


class Replayed(_Act, tag="replayed", frozen=True, kw_only=True):
    """A game ended by repetition and is replayed under its number, with colours reversed."""

    round: int
    board: int


class Claimed(_Act, tag="claimed", frozen=True, kw_only=True):
    """A player claims something about a game: an infraction of the opponent, a wrong result."""

    claim: int
    """The number of the claim, from 1."""
    round: int
    board: int
    seat: int = 0
    """Of a team match the board in it, from 1."""
    player: int
    infraction: bool = False
    """Whether the opponent has broken a rule, which loses the game if the arbiter accepts the claim."""
    text: Words


class Ruled(_Act, tag="ruled", frozen=True, kw_only=True):
    """The arbiter answers a claim. A result that changes with it is an act of its own, before this one."""

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
    | MemberAdded
    | LinedUp
    | Accepted
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
    | Challenged
    | Answered
    | ChallengeTakenBack
    | Slid
    | Wants
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
