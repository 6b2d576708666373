"""The wire types of the list of people."""

from __future__ import annotations

import msgspec

from komadai.messages.text import Text


class ListedPerson(msgspec.Struct, frozen=True, kw_only=True):
    """A person in the list of people."""

    name: str
    display_name: str
    rating: int | None
    """In shogi at the speed that was asked for; null before the first rated game."""
    games: int
    """Rated games at this speed."""
    rank: Text | None
    """Such as 1 dan; "?" while the rating is not settled."""


class PeoplePage(msgspec.Struct, frozen=True, kw_only=True):
    """A page of the list of people, the highest rating first."""

    people: list[ListedPerson]
    page: int
    """Counted from 1."""
    pages: int
    total: int
    """How many are in the whole list."""
