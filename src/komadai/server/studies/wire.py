"""The wire types of studies; see docs/wire.md."""

from __future__ import annotations

from typing import Annotated

import msgspec

from komadai.messages.text import Text
from komadai.play.events import ColorName
from komadai.server.games.wire import EventNumber
from komadai.server.people.wire import PersonName
from komadai.server.records.wire import GameRecord, Header, RecordNode
from komadai.server.reviews.wire import ReviewView
from komadai.server.studies.access import Visibility, Writers

StudyId = Annotated[str, msgspec.Meta(max_length=40)]
ChapterId = Annotated[str, msgspec.Meta(max_length=40)]
StudyName = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
JobId = Annotated[str, msgspec.Meta(max_length=40)]
NodeId = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]

# -- from the page


class NewChapter(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/studies/{id}/chapters: a chapter that begins with a record."""

    name: StudyName
    record: GameRecord | None = None
    """null: the start position."""


class NewStudy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/studies."""

    name: StudyName
    visibility: Visibility = "private"
    writers: Writers = "invited"
    record: GameRecord | None = None
    """The record of the first chapter; null: the start position."""
    chapter: StudyName = "1"
    """The name of the first chapter."""


class StudySettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/studies/{id}."""

    name: StudyName
    visibility: Visibility
    writers: Writers


class StudyInvitation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/studies/{id}/people."""

    name: Annotated[str, msgspec.Meta(max_length=40)]
    """The name of an account."""
    may_write: bool = True
    invited: bool = True
    """False ends the invitation."""


class ChapterSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/studies/{id}/chapters/{chapter}."""

    name: StudyName
    place: Annotated[int, msgspec.Meta(ge=1, le=1000)]
    """The place among the chapters, from 1."""


class AddMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="add"):
    """Adds a legal move below a node."""

    node: NodeId
    usi: Annotated[str, msgspec.Meta(max_length=32)]


class DeleteNode(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="delete"):
    """Deletes a node and all nodes below it."""

    node: NodeId


class PromoteNode(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="promote"):
    """Places a node before one of its siblings."""

    node: NodeId
    before: NodeId | None = None
    """null: before all of them."""


class CommentNode(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="comment"):
    """Replaces the comment of a node."""

    node: NodeId
    text: str


class MarkNode(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="mark"):
    """Replaces the bookmark of a node and the marks on its board."""

    node: NodeId
    name: str = ""
    shapes: list[str] = []
    """Squares (``5e``) and arrows (``7g7f``)."""


class UndoLast(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="undo"):
    """Undoes the person's own last operation that is not undone yet."""


class RedoLast(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="redo"):
    """Repeats the operation that the person has undone last."""


TreeCommand = AddMove | DeleteNode | PromoteNode | CommentNode | MarkNode | UndoLast | RedoLast


class Look(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/studies/{id}/chapters/{chapter}/look."""

    node: NodeId
    follows: bool = False
    """Whether one follows another person from now on, who is at this node."""


class NewOperation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/studies/{id}/chapters/{chapter}/operations."""

    operation: TreeCommand


class KeepReview(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/studies/{id}/chapters/{chapter}/review."""

    job: JobId
    """The finished job whose review is kept."""


# -- from the server


class OperationAnswer(msgspec.Struct, frozen=True):
    """The operation is in the log."""

    number: int
    node: int
    """The id of the node that it is about."""


class KeptReview(msgspec.Struct, frozen=True):
    """The review that is kept with a chapter."""

    review: ReviewView | None


class NewStudyId(msgspec.Struct, frozen=True):
    """A study and one of its chapters."""

    id: str
    chapter: str


class StudySummary(msgspec.Struct, frozen=True, kw_only=True):
    """A study in a list."""

    id: str
    name: str
    owner: PersonName
    mine: bool
    visibility: Visibility
    chapters: int
    here: int
    """How many people have a chapter of it open now."""
    changed_ms: int
    game: str | None
    """The id of the game that is gone over."""


class StudyList(msgspec.Struct, frozen=True):
    """Studies, the last changed first."""

    studies: list[StudySummary]
    next: str | None
    """The cursor of the next page, for ``before``."""


class ChapterSummary(msgspec.Struct, frozen=True):
    """A chapter in the list of a study."""

    id: str
    name: str


class InvitedPerson(msgspec.Struct, frozen=True, kw_only=True):
    """Someone who was invited."""

    person: PersonName
    may_write: bool


class StudyView(msgspec.Struct, frozen=True, kw_only=True):
    """A study, as the viewer sees it."""

    id: str
    name: str
    owner: PersonName
    mine: bool
    """Whether the viewer owns it, and so may change its settings, people and chapters."""
    can_write: bool
    visibility: Visibility
    writers: Writers
    chapters: list[ChapterSummary]
    people: list[InvitedPerson]
    game: str | None
    """The id of the game that is gone over."""


class ChapterNode(RecordNode, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """A node of a shared tree. ``parent`` is the id of a node."""

    id: int
    children: list[int]
    shapes: list[str]
    by: int | None
    """The key of the person who has added the move; null for moves of the record."""


class ChapterPerson(msgspec.Struct, frozen=True, kw_only=True):
    """Someone who has written in the chapter, or may write and is here."""

    key: int
    name: Text
    account: str | None
    """The name of the account, for its address."""
    color: ColorName | None
    """The side that the person had in the game that is gone over."""
    you: bool
    here: bool
    declined: bool
    """Whether the player has declined to go over the game."""


class ChapterView(msgspec.Struct, frozen=True, kw_only=True):
    """A chapter, as the viewer sees it."""

    id: str
    study: str
    name: str
    fixed: bool
    """Whether the moves of the record stay: those of a game that was played."""
    variant: str
    headers: list[Header]
    start_sfen: str
    handicap: str | None
    count: int
    """The number that the next operation gets."""
    nodes: list[ChapterNode]
    """Depth first."""
    can_write: bool
    can_undo: bool
    can_redo: bool
    people: list[ChapterPerson]
    readers: int
    """The number of pages of others."""


class EmbeddedChapter(msgspec.Struct, frozen=True, kw_only=True):
    """A chapter as pages of other sites show it."""

    id: str
    variant: str
    headers: list[Header]
    start_sfen: str
    handicap: str | None
    nodes: list[ChapterNode]
    """Depth first."""


class EmbeddedStudy(msgspec.Struct, frozen=True, kw_only=True):
    """A study as pages of other sites show it: nothing in it depends on who looks."""

    id: str
    name: str
    game: str | None
    """The id of the game that is gone over."""
    chapters: list[ChapterSummary]
    chapter: EmbeddedChapter
    """The one that was asked for."""


class ChapterMessage(msgspec.Struct, frozen=True, tag_field="type", tag="chapter"):
    """The whole chapter."""

    chapter: ChapterView


class ChapterUpdate(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="chapter_update"):
    """The changes that operations have made."""

    chapter: str
    count: int
    nodes: list[ChapterNode]
    """The nodes that are new or have changed."""
    gone: list[int]
    """The ids of the nodes that are not in the tree any more."""
    can_undo: bool
    can_redo: bool


class ChapterPeople(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="chapter_people"):
    """The people who are here, sent again at every change."""

    chapter: str
    people: list[ChapterPerson]
    readers: int


class ChapterLook(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="chapter_look"):
    """Another person has gone to this node. It is not stored."""

    chapter: str
    node: int
    by: int
    """The key of the person."""
    follows: bool
    """Whether the person follows another one from now on, who is at this node."""


class ChapterReviewed(msgspec.Struct, frozen=True, tag_field="type", tag="chapter_reviewed"):
    """Another person has had the chapter reviewed: the review that is kept with it is a new one."""

    chapter: ChapterId


class StudyMessage(msgspec.Struct, frozen=True, tag_field="type", tag="study"):
    """The study of the chapter, after a change of its settings, people or chapters."""

    study: StudyView


class ChapterGone(msgspec.Struct, frozen=True, tag_field="type", tag="chapter_gone"):
    """The chapter was deleted, or the viewer may not read it any more."""

    chapter: ChapterId


class ChapterTopic(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="chapter"):
    """A chapter of a study, and who is here."""

    id: ChapterId
    after: EventNumber | None = None
    """The number that the next operation had when the page got the chapter; it is sent again only if it has
    changed since."""
