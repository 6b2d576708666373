"""The contents of the files of the reading room.

All texts are ours, in English and Japanese. Facts name the documents they are from (`Source`). Positions are
SFEN of standard shogi; what is said of one stands in its `Claims`, which the tests ask the core.
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from komadai.extras import extra
from komadai.messages.text import Text
from komadai.study.lessons.model import Arrow, Facts, SquareName

with extra("events"):
    import msgspec

TermId = Annotated[str, msgspec.Meta(pattern="^[a-z0-9]+([-_][a-z0-9]+)*$", max_length=60)]

TermTopic = Literal[
    "board",
    "piece",
    "rule",
    "record",
    "opening",
    "attack",
    "endgame",
    "tsume",
    "player",
    "conduct",
    "history",
    "computer",
    "variant",
    "openings",
    "castles",
    "formations",
    "tesuji",
    "proverbs",
]
"""The sections of the glossary, in their order. The last five come from the names and the proverbs."""
TOPICS: tuple[TermTopic, ...] = get_args(TermTopic)


class Claims(Facts, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The claims of an example about its position; ``line`` is that of the example's moves."""

    moves_from: str | None = None
    """A square: the marks are all squares to which its piece can move."""
    checkers: int | None = None
    """The number of pieces that give check after the example's moves."""
    mate_in: int | None = None
    """The length in plies of the shortest mate by the side to move."""
    no_mate: bool = False
    """Whether the solver proves that the side to move has no mate by checks."""
    threat: int | None = None
    """The length of the mate that the other side would have if the side to move passed."""
    named: str | None = None
    """The id of a name that the example's moves get."""
    stands: tuple[str, ...] = ()
    """Names of both sides whose pieces stand in the position."""


class Example(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position that shows something."""

    sfen: str
    marks: tuple[SquareName, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    moves: tuple[str, ...] = ()
    """Moves that are played from the position, in USI."""
    text: Text | None = None
    claims: Claims = Claims()


class Term(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry of the glossary."""

    id: TermId
    topic: TermTopic
    en: str
    ja: str
    romaji: str | None = None
    about: Text
    also: tuple[str, ...] = ()
    """Other words by which it is found."""
    see: tuple[TermId, ...] = ()
    example: Example | None = None


class NameText(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The text of a name of `komadai.study.naming`."""

    id: TermId
    romaji: str
    about: Text
    example: Example | None = None


class Source(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A document in which facts are found."""

    id: str
    text: Text


class Event(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry of the timeline."""

    year: Text
    """As the documents give it, such as ``about 1210``."""
    text: Text
    sources: tuple[str, ...]
    game: str | None = None
    """The id of a famous game."""
    variant: str | None = None
    """The name of a variant that can be played here."""


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A house, a title, a difference to chess, a book: a heading and a text."""

    title: Text
    text: Text
    sources: tuple[str, ...] = ()


class GameNote(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A remark after a move of a famous game."""

    ply: int
    text: Text


class FamousGame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game or position of the documents."""

    id: TermId
    title: Text
    year: str
    text: Text
    sources: tuple[str, ...]
    ours: bool = False
    """Whether the board was made for this room, because the documents do not print that of the game."""
    example: Example | None = None
    """None: the documents print no board, and only the facts are given."""
    notes: tuple[GameNote, ...] = ()
    terms: tuple[TermId, ...] = ()


class Figure(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of shogi beside chess: what the documents say."""

    id: str
    title: Text
    shogi: Text
    chess: Text
    sources: tuple[str, ...] = ()


class Book(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A book, as the documents name it."""

    title: str
    author: str | None = None
    publisher: str | None = None
    year: str | None = None
    about: Text | None = None
    sources: tuple[str, ...] = ()


class Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A subject of the page about the world of shogi."""

    id: TermId
    title: Text
    entry: tuple[Entry, ...]


class Link(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An organisation, server, magazine, shop or program that the documents name."""

    name: Text
    about: Text
    as_of: Text
    """The year up to which the document knows it."""
    sources: tuple[str, ...]
    address: Annotated[str, msgspec.Meta(pattern="^https?://")] | None = None


class LinkGroup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Links of one kind."""

    id: TermId
    title: Text
    link: tuple[Link, ...]


class History(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The file ``history.toml``."""

    source: tuple[Source, ...]
    event: tuple[Event, ...]
    house: tuple[Entry, ...]
    title: tuple[Entry, ...]


class Comparison(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The file ``chess.toml``."""

    figure: tuple[Figure, ...]
    difference: tuple[Entry, ...]
