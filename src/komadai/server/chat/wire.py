"""The wire types of the chat; see docs/wire.md."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from komadai.play.events import ColorName
from komadai.play.texts import Text

Room = Literal["players", "watchers"]
"""Players speak in ``players``, which everybody reads. Spectators speak in ``watchers``, which players
read only after the end of the game."""
PhraseKey = Annotated[str, msgspec.Meta(max_length=20)]


class ChatLine(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody said."""

    number: int
    """1, 2, 3 … in the game."""
    at: str
    """ISO 8601, UTC."""
    room: Room
    color: ColorName | None
    """The player's colour; null for a spectator."""
    mine: bool
    phrase: str
    text: Text


class ChatMessage(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="chat"):
    """The lines of a game's chat that the page does not have yet."""

    game: str
    lines: list[ChatLine]


class PhraseView(msgspec.Struct, frozen=True):
    """A set phrase."""

    key: str
    text: Text
