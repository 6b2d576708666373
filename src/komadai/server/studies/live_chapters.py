"""The chapters that pages watch: the order of operations, and who is here.

An operation is checked against the tree in memory, stored under the next number of its chapter, and only
then applied and sent. If another process has stored an operation under this number, it is read, applied and
sent, and the new one is checked again: the key (chapter, number) in the database decides. Messages of the
others' transactions let this process read what they have stored.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import Final

from sqlalchemy.exc import IntegrityError

from komadai.server.cluster import messages as ms
from komadai.server.connections import Connection, encode
from komadai.server.core import Core
from komadai.server.db.database import DATABASE_ERRORS, reason_of
from komadai.server.errors import ApiError
from komadai.server.games.live.game_registry import GameRegistry, is_id
from komadai.server.people.store import PeopleStore
from komadai.server.studies import access, wire
from komadai.server.studies.chapter import Chapter
from komadai.server.studies.chapter_people import ATTENDED, ChapterPeople, People
from komadai.server.studies.open_chapters import OpenChapters
from komadai.server.studies.saving import not_saved, saved
from komadai.server.studies.store import ChapterRow, PersonRow, StudyRow, StudyStore, may_write, role_of
from komadai.server.studies.whole_study import whole_study
from komadai.study.shared_tree import (
    Add,
    Comment,
    Delete,
    Entry,
    Mark,
    Operation,
    Promote,
    TreeError,
    Undo,
)

log: Final = logging.getLogger(__name__)

MAX_TRIES: Final = 50
"""How often an operation is checked again because another process was faster."""


class LiveChapters:
    """The chapters of this server that are in use, and the pages that watch them."""

    def __init__(self, core: Core, registry: GameRegistry, store: StudyStore) -> None:
        self._clock, self._cluster, self._tasks = core.clock, core.cluster, core.tasks
        self._writes = core.database.writes
        self._store = store
        self.opened: Final = OpenChapters(store)
        self.people: Final = ChapterPeople(core.cluster, registry, store, PeopleStore(core.database))
        cluster = core.cluster
        cluster.subscribe(ms.ChapterChanged, self._on_chapter)
        cluster.subscribe(ms.NodeShown, self._on_node_shown)
        cluster.subscribe(ms.ChapterReviewed, self._on_reviewed)
        cluster.subscribe(ms.StudyChanged, self._on_study)
        cluster.subscribe(ms.PresenceChanged, self._on_presence)
        cluster.subscribe(ms.Closed, self._on_presence)
        cluster.subscribe(ms.AuthorChanged, self._on_author)
        cluster.subscribe(ms.All, self._on_all)

    # -- operations

    async def operate(
        self, study: StudyRow, chapter_id: str, person: str, command: wire.TreeCommand
    ) -> wire.OperationAnswer:
        """Stores, applies and sends an operation. Raises ApiError with the tree's code if it is refused."""
        row = await self._store.chapter_of(study, chapter_id)
        return await self._tasks.complete(self._operate(row, person, command))

    async def _operate(self, row: ChapterRow, person: str, command: wire.TreeCommand) -> wire.OperationAnswer:
        chapter = await self.opened.load(row)
        async with chapter.lock:
            for _ in range(MAX_TRIES):
                tree = chapter.tree
                try:
                    operation = _operation(command, chapter, person)
                    tree.check(person, operation)
                except TreeError as error:
                    raise ApiError.of(error) from error
                entry = Entry(tree.count, person, operation)
                try:
                    entry = await self._store.append(chapter.row, entry, self._clock.now_ms())
                except IntegrityError:
                    if await self._store.chapter(row.id) is None:
                        self.opened.drop(row.id)
                        raise ApiError("not_found") from None
                    await self._catch_up(chapter)
                    continue
                except DATABASE_ERRORS as error:
                    raise not_saved(error) from None
                is_new = entry.author not in chapter.authors
                self._send_update(chapter, chapter.apply(entry))
                if is_new:
                    await self.send_people(chapter)
                return wire.OperationAnswer(entry.number, chapter.tree.node_of(entry.number))
        raise ApiError("not_saved")

    async def look(self, study: StudyRow, chapter_id: str, person: str, look: wire.Look) -> None:
        """Tells all others at a chapter to which node a writer has gone. Raises ApiError ``not_found``."""
        row = await self._store.chapter_of(study, chapter_id)
        shown = ms.NodeShown(row.id, person, look.node, look.follows)
        await self._on_node_shown(shown)
        await self._cluster.publish(shown)

    async def show_review(self, chapter_id: str, person: str) -> None:
        """Tells all others at a chapter that this person has stored a new review of it."""
        reviewed = ms.ChapterReviewed(chapter_id, person)
        await self._on_reviewed(reviewed)
        await self._cluster.publish(reviewed)

    async def _catch_up(self, chapter: Chapter) -> None:
        """Applies and sends the operations that other processes have stored. The lock must be held."""
        changed: set[int] = set()
        authors = len(chapter.authors)
        for entry in await self._store.entries(chapter.row.id, chapter.tree.count):
            changed |= chapter.apply(entry)
        if changed:
            self._send_update(chapter, changed)
        if len(chapter.authors) > authors:
            await self.send_people(chapter)

    # -- the pages

    async def watch(self, connection: Connection, topic: wire.ChapterTopic) -> None:
        """Sends a chapter to a page, and from now on its changes. Raises ApiError ``not_found``.

        If nothing has happened since ``topic.after``, only the people are sent.
        """
        row = await self._store.chapter(topic.id) if is_id(topic.id) else None
        if row is None:
            raise ApiError("not_found")
        study = await self._store.study_for(row.study_id, connection.guest, "watch")
        if connection.guest is not None and study.game_id is not None:
            comes = partial(self.set_declined, study.id, connection.guest, declined=False)
            await self._writes.attempt(comes, "store that a player goes over the game")
        chapter = await self.opened.load(row)
        async with chapter.lock:
            if topic.after != chapter.tree.count:
                people = await self.people.of(chapter, study)
                view = self._view(chapter, study, people, connection.guest)
                connection.send(encode(wire.ChapterMessage(view)))
            chapter.watchers.add(connection)
        await self._came_or_left(chapter, connection.guest)

    def leave(self, connection: Connection, topic: wire.ChapterTopic) -> None:
        """Stops sending a chapter to a page."""
        chapter = self.opened.get(topic.id)
        if chapter is not None and connection in chapter.watchers:
            chapter.watchers.discard(connection)
            if not self._tasks.closing:
                self._tasks.spawn(self._came_or_left(chapter, connection.guest))
        self.opened.unload()

    async def _came_or_left(self, chapter: Chapter, guest: str | None) -> None:
        try:
            await self._attend(chapter, guest)
            await self.send_people(chapter)
        except DATABASE_ERRORS as error:
            log.warning("the people of a chapter could not be read: %s", reason_of(error))

    async def _attend(self, chapter: Chapter, guest: str | None) -> None:
        """Tells the other processes whether this person has a page of the chapter open here."""
        if guest is not None and self._cluster.name:
            here = any(watcher.guest == guest for watcher in chapter.watchers)
            now = self._clock.now_ms()
            await self._cluster.set_presence(ATTENDED + chapter.row.id, guest, here, now)

    async def set_declined(self, study_id: str, person: str, *, declined: bool) -> None:
        """Stores whether a player has declined to go over the game."""
        row = {each.person_id: each for each in await self._store.people(study_id)}.get(person)
        if row is not None and row.declined != declined:
            new = PersonRow(person_id=person, may_write=row.may_write, declined=declined)
            await saved(self._tasks, self._store.put_person(study_id, new))

    async def forget(self, person: str) -> None:
        """Reads the chapters in memory again in which this person has written: they are another one now."""
        await self._forget(person)
        await self._cluster.publish(ms.AuthorChanged(person))

    async def show_study(self, study_id: str) -> None:
        """Sends the study to all pages that watch a chapter of it; who may not read it any more loses it."""
        study = await self._store.study(study_id)
        known = self.opened.of_study(study_id)
        if study is None or not known:
            return
        whole = await whole_study(study, self._store, self.people)
        for chapter in known:
            for watcher in list(chapter.watchers):
                role = role_of(study, watcher.guest, whole.invited)
                if access.is_allowed(role, study.visibility, study.writers, "watch"):
                    watcher.send(encode(wire.StudyMessage(whole.seen_by(watcher.guest))))
                else:
                    chapter.watchers.discard(watcher)
                    watcher.send(encode(wire.ChapterGone(chapter.row.id)))
            await self.send_people(chapter)

    async def send_people(self, chapter: Chapter) -> None:
        """Sends who is here to all pages of a chapter."""
        study = await self._store.study(chapter.row.study_id)
        if study is None or not chapter.watchers:
            return
        people = await self.people.of(chapter, study)
        for watcher in list(chapter.watchers):
            message = wire.ChapterPeople(
                chapter=chapter.row.id, people=people.seen_by(watcher.guest), readers=people.readers
            )
            watcher.send(encode(message))

    def _send_update(self, chapter: Chapter, changed: set[int]) -> None:
        tree = chapter.tree
        nodes = [chapter.node(each) for each in sorted(changed) if each in tree.nodes]
        gone = sorted(each for each in changed if each not in tree.nodes)
        sent: dict[str | None, str] = {}
        for watcher in chapter.watchers:
            if watcher.guest not in sent:
                sent[watcher.guest] = encode(
                    wire.ChapterUpdate(
                        chapter=chapter.row.id,
                        count=tree.count,
                        nodes=nodes,
                        gone=gone,
                        can_undo=tree.can_undo(watcher.guest or ""),
                        can_redo=tree.can_redo(watcher.guest or ""),
                    )
                )
            watcher.send(sent[watcher.guest])

    def _view(
        self, chapter: Chapter, study: StudyRow, people: People, person: str | None
    ) -> wire.ChapterView:
        return wire.ChapterView(
            id=chapter.row.id,
            study=study.id,
            name=chapter.row.name,
            fixed=chapter.row.fixed,
            variant=chapter.variant,
            headers=chapter.headers,
            start_sfen=chapter.start_sfen,
            handicap=chapter.handicap,
            count=chapter.tree.count,
            nodes=chapter.nodes(),
            can_write=may_write(study, person, people.invited),
            can_undo=chapter.tree.can_undo(person or ""),
            can_redo=chapter.tree.can_redo(person or ""),
            people=people.seen_by(person),
            readers=people.readers,
        )

    # -- other processes

    async def _on_chapter(self, message: ms.ChapterChanged) -> None:
        """Another process has appended to the log of a chapter."""
        chapter = self.opened.get(message.id)
        if chapter is not None:
            async with chapter.lock:
                await self._catch_up(chapter)

    async def _on_node_shown(self, message: ms.NodeShown) -> None:
        """A writer, here or at another process, has gone to a node."""
        chapter = self.opened.get(message.chapter_id)
        if chapter is None or message.node not in chapter.tree.nodes:
            return
        look = encode(
            wire.ChapterLook(
                chapter=message.chapter_id,
                node=message.node,
                by=chapter.key_of(message.person),
                follows=message.follows,
            )
        )
        for watcher in chapter.watchers:
            if watcher.guest != message.person:
                watcher.send(look)

    async def _on_reviewed(self, message: ms.ChapterReviewed) -> None:
        """A chapter was reviewed, here or at another process."""
        chapter = self.opened.get(message.chapter_id)
        reviewed = encode(wire.ChapterReviewed(message.chapter_id))
        for watcher in () if chapter is None else chapter.watchers:
            if watcher.guest != message.person:
                watcher.send(reviewed)

    async def _on_study(self, message: ms.StudyChanged) -> None:
        """Another process has changed or deleted a study."""
        known = self.opened.of_study(message.id)
        if not known:
            return
        rows = {row.id: row for row in await self._store.chapters(message.id)}
        for chapter in known:
            row = rows.get(chapter.row.id)
            if row is None:
                self.opened.drop(chapter.row.id)
            else:
                chapter.row = row
        await self.show_study(message.id)

    async def _on_presence(self, message: ms.PresenceChanged | ms.Closed) -> None:
        """Other processes have opened or closed pages."""
        topic = message.topic
        chapter = self.opened.get(topic.removeprefix(ATTENDED)) if topic.startswith(ATTENDED) else None
        if chapter is not None:
            await self.send_people(chapter)

    async def _on_author(self, message: ms.AuthorChanged) -> None:
        """A person is another one now, or has been deleted."""
        await self._forget(message.person)

    async def _on_all(self, _: ms.All) -> None:
        """Messages may have been lost."""
        for chapter_id in [chapter.row.id for chapter in self.opened]:
            await self._on_chapter(ms.ChapterChanged(chapter_id))
            await self._on_reviewed(ms.ChapterReviewed(chapter_id, ""))
        for study_id in {chapter.row.study_id for chapter in self.opened}:
            await self._on_study(ms.StudyChanged(study_id))

    async def _forget(self, person: str) -> None:
        for chapter_id, chapter in [(chapter.row.id, chapter) for chapter in self.opened]:
            if person not in chapter.authors and person not in {each.guest for each in chapter.watchers}:
                continue
            async with chapter.lock:
                row = await self._store.chapter(chapter_id)
                if row is None:
                    self.opened.drop(chapter_id)
                    continue
                fresh = await self.opened.read(row)
                chapter.replace(fresh)
                study = await self._store.study(row.study_id)
                if study is not None:
                    people = await self.people.of(chapter, study)
                    for watcher in list(chapter.watchers):
                        view = self._view(chapter, study, people, watcher.guest)
                        watcher.send(encode(wire.ChapterMessage(view)))


def _operation(command: wire.TreeCommand, chapter: Chapter, person: str) -> Operation:
    """The operation of a command. Raises TreeError if there is nothing to undo."""
    match command:
        case wire.AddMove(node, usi):
            return Add(node, usi)
        case wire.DeleteNode(node):
            return Delete(node)
        case wire.PromoteNode(node, before):
            return Promote(node, before)
        case wire.CommentNode(node, text):
            return Comment(node, text)
        case wire.MarkNode(node, name, shapes):
            return Mark(node, name, tuple(shapes))
        case wire.UndoLast():
            return Undo(chapter.tree.undoable(person))
        case wire.RedoLast():
            return Undo(chapter.tree.redoable(person))
