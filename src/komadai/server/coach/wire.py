"""The wire types of the coach; see docs/wire.md."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from komadai.messages.text import Text
from komadai.server.records.names_wire import ArrowView
from komadai.server.records.wire import Line

MAX_SAID = 100

# -- from the page


class CoachRequest(Line, msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/coach: a game up to the position in which the user is to move."""

    said: Annotated[list[Annotated[str, msgspec.Meta(max_length=80)]], msgspec.Meta(max_length=MAX_SAID)] = []
    """The ids of the proverbs that are not to be said again."""


# -- to the page


class CoachHintView(msgspec.Struct, frozen=True, kw_only=True):
    """A hint of the coach to the player."""

    kind: Literal["danger", "move", "chance", "warning"]
    """Something is lost or will be; a good move follows the proverb; the opponent has gone against it; the
    player has."""
    id: str | None
    """Null for a danger, as the two below."""
    proverb: Text | None
    about: Text | None
    text: Text
    squares: list[str]
    arrows: list[ArrowView]


class CoachAnswer(msgspec.Struct, frozen=True):
    """The answer to POST /api/coach: one hint at most."""

    hint: CoachHintView | None
