"""The messages that processes on one database send each other.

Each only wakes the others, which then read the database. On the way a message is a line of words: the name of
its sender, its tag and its fields, none of which has a blank.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

M = TypeVar("M", bound="Message")


class Message(msgspec.Struct, frozen=True, array_like=True):
    """A message of one process to all others."""


class All(Message, frozen=True, array_like=True, tag="all"):
    """Messages may have been lost. A process gets it from itself when it has connected again."""


class Gone(Message, frozen=True, array_like=True, tag="gone"):
    """A process has left."""

    worker_id: str


class Released(Message, frozen=True, array_like=True, tag="released"):
    """A process has given up leases of games."""


class PresenceChanged(Message, frozen=True, array_like=True, tag="attendance"):
    """A person has opened their first page of a topic, or closed the last one."""

    topic: str


class Closed(Message, frozen=True, array_like=True, tag="closed"):
    """The process has ended on which pages of this topic were open."""

    topic: str


class GameChanged(Message, frozen=True, array_like=True, tag="game"):
    """A process has appended to a game. `storage.commits` writes this message in SQL."""

    id: str


class ChatChanged(Message, frozen=True, array_like=True, tag="chat"):
    """Something was said at a game."""

    game_id: str


class NamesChanged(Message, frozen=True, array_like=True, tag="names"):
    """Names or ratings of a game's players have changed."""

    game_id: str


class NextGame(Message, frozen=True, array_like=True, tag="next"):
    """A game is followed by another one."""

    game_id: str
    next_id: str


class RecorderChanged(Message, frozen=True, array_like=True, tag="recorder"):
    """Another account keeps the record of a game at a board."""

    game_id: str
    recorder: str


class ContestBegun(Message, frozen=True, array_like=True, tag="contest"):
    """A guest plays against a person from now on."""

    guest: str


class Moved(Message, frozen=True, array_like=True, tag="moved"):
    """What a guest had belongs to an account from now on."""

    guest: str
    account: str


class ChallengeChanged(Message, frozen=True, array_like=True, tag="challenge"):
    """A challenge has changed."""

    id: str


class StudyChanged(Message, frozen=True, array_like=True, tag="study"):
    """A study has changed, or was deleted."""

    id: str


class ChapterChanged(Message, frozen=True, array_like=True, tag="chapter"):
    """A process has appended to the log of a chapter."""

    id: str


class NodeShown(Message, frozen=True, array_like=True, tag="look"):
    """A writer has gone to a node of a chapter, and may follow another person from now on."""

    chapter_id: str
    person: str
    node: int
    follows: bool


class ChapterReviewed(Message, frozen=True, array_like=True, tag="reviewed"):
    """The review that is kept with a chapter is a new one, of this person."""

    chapter_id: str
    person: str


class AuthorChanged(Message, frozen=True, array_like=True, tag="written-by"):
    """A person is another one now, or was deleted."""

    person: str


class EventChanged(Message, frozen=True, array_like=True, tag="event"):
    """A process has stored an act or a game of an event, or named an arbiter."""

    id: str


class EntriesRenamed(Message, frozen=True, array_like=True, tag="entered"):
    """Names were changed in the log of an event."""

    event_id: str


_KINDS: dict[str, type[Message]] = {
    str(kind.__struct_config__.tag): kind for kind in Message.__subclasses__()
}


def encode(origin: str, message: Message) -> str:
    """The line of a message from the process of this name."""
    return " ".join((origin, *map(str, msgspec.to_builtins(message))))


def decode(line: str) -> tuple[str, Message | None]:
    """The name of the sender, and the message; None if another version has sent a kind that is not known."""
    origin, *words = line.split(" ")
    kind: Any = _KINDS.get(words[0]) if words else None
    return origin, None if kind is None else msgspec.convert(words, kind, strict=False)
