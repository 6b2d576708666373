"""The acts of a tournament of any kind: immutable values, stored one after the other in its log.

Times (``at``) are integer milliseconds since 1970. Stored acts are never rewritten; new kinds and new fields
with a default may be added.
"""

from __future__ import annotations

from typing import Annotated

from komadai.extras import extra
from komadai.tournaments.core.players import Grade, Member, Rating
from komadai.tournaments.core.results import Result
from komadai.tournaments.core.rounds import Pairing
from komadai.tournaments.core.settings import Name

with extra("events"):
    import msgspec

Words = Annotated[str, msgspec.Meta(max_length=500)]


class BaseAct(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """An act of a log."""

    at: int
    by: str = ""
    """The person who did it, in words, where more than one person can."""


class Entered(BaseAct, tag="entered", frozen=True, kw_only=True):
    """A player enters: from the next round on, if the event has begun."""

    player: int
    """The player's number in the event, from 1 in the order of entry."""
    name: Name
    rating: Rating = 0
    """0: unknown."""
    rank: Grade | None = None
    """`komadai.ratings.ranks.Rank.grade`; None: unknown."""
    club: Annotated[str, msgspec.Meta(max_length=60)] = ""
    members: tuple[Member, ...] = ()
    """The members of a team in board order, those for the first boards first, then the substitutes."""


class Corrected(BaseAct, tag="corrected", frozen=True, kw_only=True):
    """The arbiter corrects how a player is named, or their rank."""

    player: int
    name: Name
    rank: Grade | None = None
    before: Name
    """The name that it replaces."""


class MemberAdded(BaseAct, tag="member-added", frozen=True, kw_only=True):
    """A team gets another member, as its last."""

    player: int
    """The number of the team."""
    member: Member


class LinedUp(BaseAct, tag="lined-up", frozen=True, kw_only=True):
    """A team says who plays in the next round. It is published when the round begins."""

    player: int
    """The number of the team."""
    members: tuple[int, ...]
    """The members' numbers from 1, in board order."""


class Withdrawn(BaseAct, tag="withdrawn", frozen=True, kw_only=True):
    """A player leaves the event: an open game is won by the opponent without play."""

    player: int
    reason: Words = ""


class Returned(BaseAct, tag="returned", frozen=True, kw_only=True):
    """A player who had left plays again, from the next round on."""

    player: int


class Paired(BaseAct, tag="paired", frozen=True, kw_only=True):
    """The next round is paired."""

    round: int
    pairings: tuple[Pairing, ...]
    draw: tuple[int, ...] = ()
    """With the first round of a round robin or knockout: the players in the order of their lots or seeds."""


class Unpaired(BaseAct, tag="unpaired", frozen=True, kw_only=True):
    """The pairings of the last round, in which nothing was played, are taken back."""

    round: int
    reason: Words = ""


class Started(BaseAct, tag="started", frozen=True, kw_only=True):
    """The games of the last round begin; an event without rounds begins."""

    round: int


class Resulted(BaseAct, tag="resulted", frozen=True, kw_only=True):
    """A result is entered, or corrected."""

    round: int
    board: int
    """The number of the game in its round, from 1."""
    seat: int = 0
    """The board in a team match, from 1; 0: the whole game or match."""
    result: Result | None
    """None: the result is taken back."""
    before: Result | None = None
    """The result that it replaces."""
    reason: Words = ""
    """Why the arbiter corrects it."""
    resigned: bool = False
    """Whether the loser has resigned, as far as the server knows."""


class Claimed(BaseAct, tag="claimed", frozen=True, kw_only=True):
    """A player claims something about a game: an infraction of the opponent, a wrong result. A third person
    claims an infraction."""

    claim: int
    """The number of the claim, from 1."""
    round: int
    board: int
    seat: int = 0
    """The board in a team match, from 1."""
    player: int
    """The player who claims it; if a third person does, the opponent of the player who broke a rule."""
    infraction: bool = False
    """Whether the opponent has broken a rule, which loses the game if the arbiter accepts the claim."""
    third_person: bool = False
    text: Words


class Ruled(BaseAct, tag="ruled", frozen=True, kw_only=True):
    """The arbiter answers a claim. A result that changes with it is an act of its own, before this one."""

    claim: int
    accepted: bool
    text: Words


class Finished(BaseAct, tag="finished", frozen=True, kw_only=True):
    """The event is over; its table is final."""


class Reopened(BaseAct, tag="reopened", frozen=True, kw_only=True):
    """The event goes on, for a correction after its end."""
