"""The wire types of the calls for programs; see docs/wire.md."""

from __future__ import annotations

from typing import Annotated

import msgspec

from komadai.messages.text import Text
from komadai.play.events import ColorName, OfferName
from komadai.server.chat.wire import PhraseKey
from komadai.server.games.wire import EventNumber, Player
from komadai.server.lobby.wire import ChallengeState, ChallengeView
from komadai.server.people.wire import TokenScope

# -- from the program


class BotCommand(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of a call that does something in a game."""

    event: EventNumber | None = None
    """The last event of the game that the program knows: the call is ``stale`` if the game has a later move.
    Null: whatever the position is."""


class BotMove(BotCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/bot/games/{id}/move."""

    usi: Annotated[str, msgspec.Meta(max_length=24)]


class BotAnswer(BotCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/bot/games/{id}/answer."""

    offer: OfferName
    accept: bool


class BotSay(BotCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/bot/games/{id}/say."""

    phrase: PhraseKey


# -- to the program


class BotAccount(msgspec.Struct, frozen=True, kw_only=True):
    """The account of a token."""

    name: str
    display_name: str
    bot: bool
    """Whether the account is marked as one that a program plays; others cannot move by token."""
    token: str
    """The name of the token."""
    scopes: list[TokenScope]


class BotGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game that the account plays."""

    id: str
    color: ColorName | None
    """The account's colour."""
    opponent: Player
    variant: str
    handicap: str


class BotChallenge(msgspec.Struct, frozen=True, tag_field="type", tag="challenge"):
    """Somebody challenges the account."""

    challenge: ChallengeView


class BotChallengeGone(msgspec.Struct, frozen=True, tag_field="type", tag="challenge_gone"):
    """A challenge to the account, or one of its own, is not open any more."""

    id: str
    state: ChallengeState


class BotGameStart(msgspec.Struct, frozen=True, tag_field="type", tag="game_start"):
    """The account plays this game: a new one, or at the beginning of the stream a running one."""

    game: BotGame


class BotGameEnd(msgspec.Struct, frozen=True, tag_field="type", tag="game_end"):
    """The game is over."""

    id: str


BotEvent = BotChallenge | BotChallengeGone | BotGameStart | BotGameEnd
"""A line of GET /api/bot/events."""


class BotDone(msgspec.Struct, frozen=True):
    """The call was executed; what it changed is in the database."""

    event: int
    """The last event of the game."""


class BotChallengeId(msgspec.Struct, frozen=True):
    """A challenge that was made, declined or withdrawn."""

    id: str


class OnlineBot(msgspec.Struct, frozen=True):
    """An account in which a program plays."""

    name: str
    display: Text
    online: bool
    """Whether it listens for challenges now."""


class OnlineBots(msgspec.Struct, frozen=True):
    """The bots of this server, those that are here first."""

    bots: list[OnlineBot]
