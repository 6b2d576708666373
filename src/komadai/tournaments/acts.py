"""All that can happen in a tournament: its log is a list of these values.

The log is the tournament: `komadai.tournaments.replay` makes it. The acts of all kinds are in `core.acts`,
those of one kind with the kind. Stored acts are never rewritten.
"""

from __future__ import annotations

from komadai.extras import extra
from komadai.tournaments.core.acts import (
    BaseAct,
    Claimed,
    Corrected,
    Entered,
    Finished,
    LinedUp,
    MemberAdded,
    Paired,
    Reopened,
    Resulted,
    Returned,
    Ruled,
    Started,
    Unpaired,
    Withdrawn,
)
from komadai.tournaments.errors import unfit
from komadai.tournaments.kinds import KindAct, KindSettings
from komadai.tournaments.kinds.arena.acts import Matched
from komadai.tournaments.kinds.ladder.acts import Answered, Challenged, ChallengeTakenBack, Slid
from komadai.tournaments.kinds.league.acts import Wants
from komadai.tournaments.kinds.simul.acts import Accepted
from komadai.tournaments.kinds.swiss.acts import Forced, SitsOut, Unforced
from komadai.tournaments.kinds.title_match.acts import ColorsSet, Replayed

with extra("events"):
    import msgspec

__all__ = [
    "Accepted",
    "Act",
    "Answered",
    "ChallengeTakenBack",
    "Challenged",
    "Claimed",
    "ColorsSet",
    "Corrected",
    "Created",
    "Entered",
    "Finished",
    "Forced",
    "LinedUp",
    "Matched",
    "MemberAdded",
    "Paired",
    "Reopened",
    "Replayed",
    "Resulted",
    "Returned",
    "Ruled",
    "SitsOut",
    "Slid",
    "Started",
    "Unforced",
    "Unpaired",
    "Wants",
    "Withdrawn",
    "check_act",
    "decode_act",
    "encode_act",
]


class Created(BaseAct, tag="created", frozen=True, kw_only=True):
    """The event is announced."""

    settings: KindSettings


Act = (
    Created
    | Entered
    | Corrected
    | MemberAdded
    | LinedUp
    | Withdrawn
    | Returned
    | Paired
    | Unpaired
    | Started
    | Resulted
    | Claimed
    | Ruled
    | Finished
    | Reopened
    | KindAct
)

_decoder: msgspec.json.Decoder[Act] = msgspec.json.Decoder(Act)


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
