"""The wire types of the names and proverbs in a game; see docs/wire.md."""

from __future__ import annotations

from typing import Literal

import msgspec

from komadai.messages.text import Text
from komadai.play.events import ColorName
from komadai.server.records.wire import Line


class NamesRequest(Line, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/names: a line of a record."""


class NameView(msgspec.Struct, frozen=True, kw_only=True):
    """An opening, a castle or another thing with a name."""

    ply: int
    """The first ply after which it stands."""
    side: ColorName
    kind: Literal["opening", "castle", "attack", "formation", "tesuji"]
    id: str
    is_pairing: bool
    """Whether it only says which rooks are static and which are ranging."""
    text: Text
    term: str | None
    """The id of its entry in the glossary."""
    until: int | None
    """The ply at which a castle broke; null if it stands until the end."""


class ArrowView(msgspec.Struct, frozen=True):
    """An arrow on the board, between two squares by their names."""

    start: str
    end: str


class ProverbView(msgspec.Struct, frozen=True, kw_only=True):
    """A proverb that fits a move, with what shows it."""

    ply: int
    side: ColorName
    """The side that has made the move."""
    id: str
    proverb: Text
    about: Text
    """The meaning of the proverb."""
    text: Text
    """The sentence about the evidence in the position."""
    squares: list[str]
    arrows: list[ArrowView]


class NamesAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The names in a line, in the order of play, and the plies at which its phases begin."""

    names: list[NameView]
    proverbs: list[ProverbView]
    """At most one a move; none for who plays against a person."""
    middle_game: int | None
    endgame: int | None
