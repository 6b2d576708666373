"""The messages of the socket; see docs/wire.md.

A topic is a type of its feature's wire. A new one is named in `Topic`, its tag in `TopicName` and its
messages in `ServerMessage`.
"""

from __future__ import annotations

from typing import Literal, Self, cast

import msgspec

from komadai.messages.text import Text
from komadai.server.analysis.wire import AnalysisMessage, BrinkmateMessage
from komadai.server.chat.wire import ChatMessage
from komadai.server.explorer.wire import ImportMessage
from komadai.server.games.wire import (
    GameCommand,
    GameMessage,
    GameTopic,
    PingMessage,
    PongCommand,
    SocketRequest,
    Tag,
    UpdateMessage,
)
from komadai.server.jobs.wire import JobTopic
from komadai.server.lobby.wire import ChallengeMessage, ChallengeTopic, LobbyMessage, LobbyTopic
from komadai.server.moderation.wire import FiguresMessage
from komadai.server.reviews.wire import ReviewMessage
from komadai.server.studies.wire import (
    ChapterGone,
    ChapterLook,
    ChapterMessage,
    ChapterPeople,
    ChapterReviewed,
    ChapterTopic,
    ChapterUpdate,
    StudyMessage,
)
from komadai.server.thinking.wire import ThinkingMessage
from komadai.server.tournaments.wire import EventTopic, TournamentMessage
from komadai.server.tsume.wire import JobMessage
from komadai.server.variants.wire import SolveMessage

TopicType = Literal["game", "job", "challenge", "lobby", "chapter", "event"]


class TopicName(msgspec.Struct, frozen=True):
    """The topic of a message. Each message of a subscription carries it as ``topic``."""

    type: TopicType
    id: str

    @classmethod
    def of(cls, topic: Topic) -> Self:
        return cls(cast("TopicType", topic.__struct_config__.tag), topic.id)


Topic = GameTopic | JobTopic | ChallengeTopic | LobbyTopic | ChapterTopic | EventTopic


class SubscribeCommand(SocketRequest, tag="subscribe", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Sends the state of a topic, and from then on its changes."""

    topic: Topic


class UnsubscribeCommand(
    SocketRequest, tag="unsubscribe", frozen=True, kw_only=True, forbid_unknown_fields=True
):
    """Ends a subscription."""

    topic: Topic


class PingCommand(SocketRequest, tag="ping", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Is answered by `DoneMessage`."""


Command = GameCommand | SubscribeCommand | UnsubscribeCommand | PingCommand | PongCommand


class ErrorMessage(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="error"):
    """A command was refused; nothing has changed."""

    re: Tag | None
    """The ``id`` of the command; null if it could not be read."""
    code: str
    message: Text


class DoneMessage(msgspec.Struct, frozen=True, tag_field="type", tag="done"):
    """A command was executed; a game's command is in the database."""

    re: Tag


ServerMessage = (
    GameMessage
    | UpdateMessage
    | PingMessage
    | ChatMessage
    | ChallengeMessage
    | LobbyMessage
    | TournamentMessage
    | JobMessage
    | SolveMessage
    | ThinkingMessage
    | AnalysisMessage
    | BrinkmateMessage
    | ReviewMessage
    | FiguresMessage
    | ImportMessage
    | ChapterMessage
    | ChapterUpdate
    | ChapterLook
    | ChapterPeople
    | ChapterReviewed
    | ChapterGone
    | StudyMessage
    | ErrorMessage
    | DoneMessage
)
