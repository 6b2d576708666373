"""The wire types of the reading room; see docs/wire.md."""

from __future__ import annotations

import msgspec

from komadai.messages.text import Text
from komadai.server.positions.wire import MoveView
from komadai.study.library.model import TermTopic


class ExampleView(msgspec.Struct, frozen=True, kw_only=True):
    """A position that shows something, and moves played from it."""

    sfen: str
    marks: list[str]
    arrows: list[str]
    text: Text | None
    moves: list[MoveView]


class TermView(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the glossary."""

    id: str
    topic: TermTopic
    en: str
    romaji: str | None
    ja: str
    about: Text
    also: list[str]
    """Other words by which it is found."""
    see: list[str]
    """The ids of related entries."""
    example: ExampleView | None


class GlossaryView(msgspec.Struct, frozen=True, kw_only=True):
    """All entries, by topic."""

    terms: list[TermView]


class TermLink(msgspec.Struct, frozen=True, kw_only=True):
    """The name of an entry of the glossary, for a link to it."""

    id: str
    text: Text


class TimelineEvent(msgspec.Struct, frozen=True, kw_only=True):
    year: Text
    text: Text
    sources: list[str]
    game: str | None
    """The id of a famous game."""
    variant: str | None
    """The name of a variant that can be played here."""


class ReadingEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A heading with a text: a house, a title, a difference to chess."""

    title: Text
    text: Text
    sources: list[str]


class FamousGameLine(msgspec.Struct, frozen=True, kw_only=True):
    """A famous game in the list."""

    id: str
    title: Text
    year: str
    text: Text
    sfen: str | None
    """The last position; null if the documents print none."""
    plies: int


class GameRemark(msgspec.Struct, frozen=True, kw_only=True):
    ply: int
    text: Text


class FamousGameView(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    title: Text
    year: str
    text: Text
    sources: list[str]
    ours: bool
    """Whether the board was made for this room, because that of the game is not printed."""
    example: ExampleView | None
    notes: list[GameRemark]
    terms: list[TermLink]


class ChessFigure(msgspec.Struct, frozen=True, kw_only=True):
    """A figure of the documents for shogi and for chess."""

    id: str
    """``branching``, ``length``, ``longest``, ``draws`` and ``first_…`` are also measured."""
    title: Text
    shogi: Text
    chess: Text
    sources: list[str]


class BookView(msgspec.Struct, frozen=True, kw_only=True):
    title: str
    author: str | None
    publisher: str | None
    year: str | None
    about: Text | None


class ReadingSection(msgspec.Struct, frozen=True, kw_only=True):
    """A subject of the page about the world of shogi."""

    id: str
    title: Text
    entries: list[ReadingEntry]


class ReadingLink(msgspec.Struct, frozen=True, kw_only=True):
    name: Text
    about: Text
    as_of: Text
    """The year up to which the document knows it."""
    address: str | None
    sources: list[str]


class LinkGroupView(msgspec.Struct, frozen=True, kw_only=True):
    """Links of one kind, such as servers."""

    id: str
    title: Text
    links: list[ReadingLink]


class ReadingView(msgspec.Struct, frozen=True, kw_only=True):
    """Everything in the reading room but the glossary and the moves of games."""

    sources: dict[str, Text]
    """The documents, by the ids that entries name."""
    timeline: list[TimelineEvent]
    houses: list[ReadingEntry]
    titles: list[ReadingEntry]
    games: list[FamousGameLine]
    figures: list[ChessFigure]
    differences: list[ReadingEntry]
    books: list[BookView]
    world: list[ReadingSection]
    links: list[LinkGroupView]
