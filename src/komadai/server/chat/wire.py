"""The wire types of the chat; see docs/wire.md."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from komadai.messages.text import Text
from komadai.play.events import ColorName
from komadai.server.people.wire import PersonName

Room = Literal["players", "watchers"]
"""Players speak in ``players``, which everybody reads. Spectators speak in ``watchers``, which players
read only after the end of the game."""
PhraseKey = Annotated[str, msgspec.Meta(max_length=20)]
SpokenText = Annotated[str, msgspec.Meta(max_length=1000)]
"""As it is typed; at most 200 characters are left when it has been normalised."""


class ChatLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a chat."""

    number: int
    """1, 2, 3 … in the game."""
    at: str
    """ISO 8601, UTC."""
    room: Room
    color: ColorName | None
    """The player's colour; null for a spectator."""
    mine: bool
    author: int
    """The number of the line in which its author first spoke: the same for all lines of a person."""
    who: PersonName | None
    """The author's account; null for a guest."""
    phrase: str | None
    """The key of a set phrase; null for free text."""
    text: Text
    """Free text is the same in both languages. It is plain: an address in it is no link."""


class ChatMessage(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="chat"):
    """The lines of a game's chat that the page does not have yet."""

    game: str
    lines: list[ChatLine]


class PhraseView(msgspec.Struct, frozen=True):
    """A set phrase."""

    key: str
    text: Text


class ChatRights(msgspec.Struct, frozen=True, kw_only=True):
    """The rights of the sender in chats."""

    free: bool
    """Whether they may write free text: an account after its tenth finished game against a person."""
    games: int
    """How many of these games the account has finished, at most `needed`; 0 for a guest."""
    needed: int
    account: bool
    muted_until_ms: int | None
    """Until when a moderator has muted the account; null: it may speak."""
