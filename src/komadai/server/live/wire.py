"""The messages of the socket; see docs/wire.md.

To add a topic, add a member to `Topic`, its tag to `TopicName` and its messages to `ServerMessage`.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self, cast

import msgspec

from komadai.play.texts import Text
from komadai.server.analysis.wire import AnalysisMessage, BrinkmateMessage
from komadai.server.chat.wire import ChatMessage
from komadai.server.events.wire import TournamentId, TournamentMessage
from komadai.server.games.wire import (
    EventNumber,
    GameCommand,
    GameId,
    GameMessage,
    PingMessage,
    PongCommand,
    SocketRequest,
    Tag,
    UpdateMessage,
)
from komadai.server.lobby.wire import ChallengeId, ChallengeMessage, LobbyMessage
from komadai.server.moderation.wire import FiguresMessage
from komadai.server.reviews.wire import ReviewMessage
from komadai.server.studies.wire import (
    ChapterGone,
    ChapterId,
    ChapterMessage,
    ChapterPeople,
    ChapterUpdate,
    StudyMessage,
)
from komadai.server.thinking.wire import ThinkingMessage
from komadai.server.tsume.wire import JobMessage
from komadai.server.variants.wire import SolveMessage

JobId = Annotated[str, msgspec.Meta(max_length=40)]


class GameTopic(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="game"):
    """The state of a game."""

    id: GameId
    after: EventNumber | None = None
    """The last event that the page has; the server then sends only what has changed since."""


class JobTopic(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="job"):
    """The progress and the result of a job."""

    id: JobId


class ChallengeTopic(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="challenge"
):
    """The state of a challenge."""

    id: ChallengeId


class LobbyTopic(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="lobby"):
    """The seeks and the running games."""

    id: Literal["lobby"] = "lobby"


class ChapterTopic(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="chapter"):
    """A chapter of a study, and who is here."""

    id: ChapterId
    after: EventNumber | None = None
    """The number that the next operation had when the page got the chapter; it is sent again only if it has
    changed since."""


class EventTopic(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="event"):
    """The version of an event."""

    id: TournamentId


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
    | ChapterMessage
    | ChapterUpdate
    | ChapterPeople
    | ChapterGone
    | StudyMessage
    | ErrorMessage
    | DoneMessage
)
