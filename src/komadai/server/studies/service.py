"""Stored studies: who may do what, the order of operations, and the pages that watch.

An operation is checked against the tree in memory, stored under the next number of its chapter, and only
then applied and sent. If another process has stored an operation under this number, it is read, applied and
sent, and the new one is checked again: the key (chapter, number) in the database decides. Messages of the
others' transactions let this process read what they have stored.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from sqlalchemy.exc import IntegrityError

from komadai.kifu import Game, VariantGame
from komadai.play.texts import Text
from komadai.server.connections import Connection, encode
from komadai.server.db.database import DATABASE_ERRORS, Database, reason_of, save_error
from komadai.server.errors import ApiError
from komadai.server.games.game_registry import GameRegistry, is_id, new_id
from komadai.server.people.profiles import person_name
from komadai.server.people.store import Account, PeopleStore
from komadai.server.studies import access, wire
from komadai.server.studies.chapter import Chapter, stored_record
from komadai.server.studies.chapter_people import ATTENDED, ChapterPeople, People
from komadai.server.studies.going_over import going_over
from komadai.server.studies.open_chapters import OpenChapters
from komadai.server.studies.store import ChapterRow, PersonRow, StudyRow, StudyStore, may_write, role_of
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
    to_game,
)

log: Final = logging.getLogger(__name__)

MAX_STUDIES: Final = 200
"""Of one owner."""
MAX_CHAPTERS: Final = 64
MAX_PEOPLE: Final = 40
PAGE: Final = 30
"""How many studies are listed at once."""
MAX_TRIES: Final = 50
"""How often an operation is checked again because another process was faster."""


class _WholeStudy(NamedTuple):
    """A study with all that its page shows, for all who look at it."""

    row: StudyRow
    invited: list[PersonRow]
    accounts: dict[str, Account]
    """The owner and the invited, by id."""
    chapters: list[ChapterRow]

    def seen_by(self, person: str | None) -> wire.StudyView:
        """The study, as this person sees it."""
        row = self.row
        return wire.StudyView(
            id=row.id,
            name=row.name,
            owner=person_name(self.accounts.get(row.owner_id)),
            mine=row.owner_id == person,
            can_write=may_write(row, person, self.invited),
            visibility=row.visibility,
            writers=row.writers,
            chapters=[wire.ChapterSummary(each.id, each.name) for each in self.chapters],
            people=[
                wire.InvitedPerson(
                    person=person_name(self.accounts.get(each.person_id)), may_write=each.may_write
                )
                for each in self.invited
            ],
            game=row.game_id,
        )


class Studies:
    """The studies of this server. Chapters in use are in memory."""

    def __init__(self, registry: GameRegistry, database: Database) -> None:
        self._registry = registry
        self.store: Final = StudyStore(database, registry.peers.name)
        self._writes = database.writes
        self._people = PeopleStore(database)
        self.chapters: Final = OpenChapters(self.store)
        self._presence = ChapterPeople(registry, self.store, self._people)
        for kind, listener in {
            "chapter": self._on_chapter,
            "study": self._on_study,
            "attendance": self._on_attendance,
            "closed": self._on_attendance,
            "written-by": self._on_written_by,
            "all": self._on_all,
        }.items():
            registry.peers.on(kind, listener)

    # -- access

    async def study(self, study_id: str, person: str | None, action: access.Action) -> StudyRow:
        """The study, if this person may do this. Raises ApiError ``not_found``, ``cannot_write``."""
        row = await self.store.study(study_id) if is_id(study_id) else None
        if row is None:
            raise ApiError("not_found")
        access.check(await self.store.role(row, person), row.visibility, row.writers, action)
        return row

    async def _chapter_row(self, study: StudyRow, chapter_id: str) -> ChapterRow:
        row = await self.store.chapter(chapter_id) if is_id(chapter_id) else None
        if row is None or row.study_id != study.id:
            raise ApiError("not_found")
        return row

    # -- studies

    async def create(self, owner: str, new: wire.NewStudy, game: Game | VariantGame) -> wire.NewStudyId:
        """Creates a study with one chapter. Raises ApiError ``too_many``."""
        chapter = ChapterRow(
            id=new_id(), study_id=new_id(), place=1, name=_named(new.chapter), record=stored_record(game)
        )
        return await self._create(owner, new.name, new.visibility, new.writers, [chapter])

    async def clone(self, person: str, study: StudyRow) -> wire.NewStudyId:
        """Copies the chapters as they are now into a private study of this person."""
        study_id = new_id()
        copies = [
            ChapterRow(
                id=new_id(),
                study_id=study_id,
                place=row.place,
                name=row.name,
                record=stored_record(to_game((await self.chapters.load(row)).tree)),
            )
            for row in await self.store.chapters(study.id)
        ]
        return await self._create(person, study.name, "private", "invited", copies)

    async def _create(
        self,
        owner: str,
        name: str,
        visibility: access.Visibility,
        writers: access.Writers,
        rows: Sequence[ChapterRow],
    ) -> wire.NewStudyId:
        if await self.store.count_of(owner) >= MAX_STUDIES:
            raise ApiError("too_many")
        now = self._registry.now_ms()
        study = StudyRow(
            id=rows[0].study_id,
            owner_id=owner,
            name=_named(name),
            visibility=visibility,
            writers=writers,
            created_ms=now,
            changed_ms=now,
        )
        await self._saved(self.store.add(study, [], rows))
        return wire.NewStudyId(study.id, rows[0].id)

    async def change(self, study: StudyRow, new: wire.StudySettings) -> None:
        """Changes the settings of a study."""
        await self._saved(
            self.store.change(
                study.id,
                self._registry.now_ms(),
                name=_named(new.name),
                visibility=new.visibility,
                writers=new.writers,
            )
        )
        await self._changed(study.id)

    async def invite(self, study: StudyRow, ask: wire.StudyInvitation) -> None:
        """Invites the person with this account, or ends the invitation. Raises ApiError."""
        account = await self._people.account_named(ask.name)
        if account is None or account.deleted_ms is not None:
            raise ApiError("no_such_account", "name", name=ask.name)
        if account.id == study.owner_id:
            raise ApiError("yourself")
        if ask.invited:
            people = await self.store.people(study.id)
            if len(people) >= MAX_PEOPLE and account.id not in {each.person_id for each in people}:
                raise ApiError("too_many")
            person = PersonRow(person_id=account.id, may_write=ask.may_write)
            await self._saved(self.store.put_person(study.id, person))
        else:
            await self._saved(self.store.remove_person(study.id, account.id))
        await self._changed(study.id)

    async def delete(self, study: StudyRow) -> None:
        """Deletes a study with all chapters."""
        ids = [row.id for row in await self.store.chapters(study.id)]
        await self._saved(self.store.delete(study.id))
        for chapter_id in ids:
            self.chapters.drop(chapter_id)

    async def view(self, study: StudyRow, person: str | None) -> wire.StudyView:
        """A study, as this person sees it."""
        return (await self._read(study)).seen_by(person)

    async def _read(self, study: StudyRow) -> _WholeStudy:
        invited = await self.store.people(study.id)
        accounts = await self._presence.accounts([study.owner_id, *(each.person_id for each in invited)])
        return _WholeStudy(study, invited, accounts, await self.store.chapters(study.id))

    async def embedded(self, study_id: str, chapter_id: str | None) -> wire.EmbeddedStudy:
        """A study that is not private, for anybody; without this chapter its first one.

        Raises ApiError ``not_found``.
        """
        study = await self.study(study_id, None, "watch")
        rows = await self.store.chapters(study.id)
        if not rows:
            raise ApiError("not_found")
        chapter = await self.chapters.load(next((row for row in rows if row.id == chapter_id), rows[0]))
        return wire.EmbeddedStudy(
            id=study.id,
            name=study.name,
            game=study.game_id,
            chapters=[wire.ChapterSummary(row.id, row.name) for row in rows],
            chapter=wire.EmbeddedChapter(
                id=chapter.row.id,
                variant=chapter.variant,
                headers=chapter.headers,
                start_sfen=chapter.start_sfen,
                handicap=chapter.handicap,
                nodes=chapter.nodes(),
            ),
        )

    async def listed(self, person: str, *, own: bool, before: tuple[int, str] | None) -> wire.StudyList:
        """The person's own studies and those they were invited to, or all public ones."""
        rows = await self.store.listed(person, own=own, before=before, limit=PAGE + 1)
        shown = rows[:PAGE]
        accounts = await self._presence.accounts([row.owner_id for row, _ in shown])
        cursor = f"{shown[-1][0].changed_ms}-{shown[-1][0].id}" if len(rows) > PAGE else None
        return wire.StudyList(
            [
                wire.StudySummary(
                    id=row.id,
                    name=row.name,
                    owner=person_name(accounts.get(row.owner_id)),
                    mine=row.owner_id == person,
                    visibility=row.visibility,
                    chapters=count,
                    changed_ms=row.changed_ms,
                    game=row.game_id,
                )
                for row, count in shown
            ],
            cursor,
        )

    # -- chapters

    async def add_chapter(self, study: StudyRow, name: str, game: Game | VariantGame) -> wire.NewStudyId:
        """Appends a chapter that begins with this record. Raises ApiError ``too_many``."""
        row = ChapterRow(
            id=new_id(), study_id=study.id, place=0, name=_named(name), record=stored_record(game)
        )
        await self._saved(self.store.add_chapter(row, self._registry.now_ms(), MAX_CHAPTERS))
        await self._changed(study.id)
        return wire.NewStudyId(study.id, row.id)

    async def change_chapter(self, study: StudyRow, chapter_id: str, new: wire.ChapterSettings) -> None:
        """Renames or moves a chapter."""
        row = await self._chapter_row(study, chapter_id)
        now = self._registry.now_ms()
        await self._saved(self.store.change_chapter(row, _named(new.name), new.place, now))
        await self._changed(study.id)

    async def delete_chapter(self, study: StudyRow, chapter_id: str) -> None:
        """Deletes a chapter. Raises ApiError ``last_chapter``."""
        row = await self._chapter_row(study, chapter_id)
        await self._saved(self.store.delete_chapter(row, self._registry.now_ms()))
        self.chapters.drop(row.id)
        await self._changed(study.id)

    async def games(
        self, study: StudyRow, chapter_id: str | None = None
    ) -> list[tuple[str, Game | VariantGame]]:
        """The names and records of all chapters, or of one."""
        rows = await self.store.chapters(study.id)
        if chapter_id is not None:
            rows = [await self._chapter_row(study, chapter_id)]
        return [(row.name, to_game((await self.chapters.load(row)).tree)) for row in rows]

    # -- going over a game

    async def go_over(self, game_id: str, person: str) -> wire.NewStudyId:
        """The study of a finished game of two persons, which the first who asks for it creates.

        Raises ApiError ``playing`` before the end of the game, ``not_found`` for other games.
        """
        live = await self._registry.game(game_id)
        live.check(person, "watch")
        first, second = live.guests
        if first is None or second is None or first == second:
            raise ApiError("not_found")
        if live.game.outcome is None:
            raise ApiError("playing")
        study = await self.store.study(live.id)
        if study is None:
            study, players, chapter = going_over(live, await live.names(), self._registry.now_ms())
            try:
                await self._registry.complete(self.store.add(study, players, [chapter]))
            except IntegrityError:  # both players have asked at the same moment
                pass
            except DATABASE_ERRORS as error:
                raise _not_saved(error) from None
        chapters = await self.store.chapters(study.id)
        if not chapters:
            raise ApiError("not_found")
        return wire.NewStudyId(study.id, chapters[0].id)

    async def decline(self, game_id: str, person: str) -> None:
        """Says to the other player that this one does not go over the game.

        Raises ApiError ``not_yours``, or ``not_found`` if this person may not even watch the game.
        """
        live = await self._registry.game(game_id)
        live.check(person, "watch")
        if not live.is_player(person):
            raise ApiError("not_yours")
        made = await self.go_over(game_id, person)
        await self._set_declined(made.id, person, declined=True)
        for chapter in self.chapters.of_study(made.id):
            await self._send_people(chapter)

    async def _set_declined(self, study_id: str, person: str, *, declined: bool) -> None:
        row = {each.person_id: each for each in await self.store.people(study_id)}.get(person)
        if row is not None and row.declined != declined:
            new = PersonRow(person_id=person, may_write=row.may_write, declined=declined)
            await self._saved(self.store.put_person(study_id, new))

    # -- operations

    async def operate(
        self, study: StudyRow, chapter_id: str, person: str, command: wire.TreeCommand
    ) -> wire.OperationAnswer:
        """Stores, applies and sends an operation. Raises ApiError with the tree's code if it is refused."""
        row = await self._chapter_row(study, chapter_id)
        return await self._registry.complete(self._operate(row, person, command))

    async def _operate(self, row: ChapterRow, person: str, command: wire.TreeCommand) -> wire.OperationAnswer:
        chapter = await self.chapters.load(row)
        async with chapter.lock:
            for _ in range(MAX_TRIES):
                tree = chapter.tree
                try:
                    operation = _operation(command, chapter, person)
                    tree.check(person, operation)
                except TreeError as error:
                    raise ApiError(error.code, **error.values) from error
                entry = Entry(tree.count, person, operation)
                try:
                    entry = await self.store.append(chapter.row, entry, self._registry.now_ms())
                except IntegrityError:
                    if await self.store.chapter(row.id) is None:
                        self.chapters.drop(row.id)
                        raise ApiError("not_found") from None
                    await self._catch_up(chapter)
                    continue
                except DATABASE_ERRORS as error:
                    raise _not_saved(error) from None
                is_new = entry.author not in chapter.authors
                self._send_update(chapter, chapter.apply(entry))
                if is_new:
                    await self._send_people(chapter)
                return wire.OperationAnswer(entry.number, chapter.tree.node_of(entry.number))
        raise ApiError("not_saved")

    async def _catch_up(self, chapter: Chapter) -> None:
        """Applies and sends the operations that other processes have stored. The lock must be held."""
        changed: set[int] = set()
        authors = len(chapter.authors)
        for entry in await self.store.entries(chapter.row.id, chapter.tree.count):
            changed |= chapter.apply(entry)
        if changed:
            self._send_update(chapter, changed)
        if len(chapter.authors) > authors:
            await self._send_people(chapter)

    # -- the pages

    async def watch(self, connection: Connection, chapter_id: str, after: int | None) -> Chapter:
        """Sends a chapter to a page, and from now on its changes. Raises ApiError ``not_found``.

        ``after``: the number of the next operation when the page was connected before; if nothing has
        happened since, only the people are sent.
        """
        row = await self.store.chapter(chapter_id) if is_id(chapter_id) else None
        if row is None:
            raise ApiError("not_found")
        study = await self.study(row.study_id, connection.guest, "watch")
        if connection.guest is not None and study.game_id is not None:
            comes = partial(self._set_declined, study.id, connection.guest, declined=False)
            await self._writes.attempt(comes, "store that a player goes over the game")
        chapter = await self.chapters.load(row)
        try:
            async with chapter.lock:
                if after != chapter.tree.count:
                    people = await self._presence.of(chapter, study)
                    view = self._view(chapter, study, people, connection.guest)
                    connection.send(encode(wire.ChapterMessage(view)))
                chapter.watchers.add(connection)
            await self._came_or_left(chapter, connection.guest)
        except BaseException:  # also a page that has closed meanwhile
            self.leave(connection, chapter)
            raise
        return chapter

    def leave(self, connection: Connection, chapter: Chapter) -> None:
        """Stops sending a chapter to a page."""
        if connection in chapter.watchers:
            chapter.watchers.discard(connection)
            if not self._registry.closing:
                self._registry.spawn(self._came_or_left(chapter, connection.guest))
        self.chapters.unload()

    async def _came_or_left(self, chapter: Chapter, guest: str | None) -> None:
        try:
            await self._attend(chapter, guest)
            await self._send_people(chapter)
        except DATABASE_ERRORS as error:
            log.warning("the people of a chapter could not be read: %s", reason_of(error))

    async def _attend(self, chapter: Chapter, guest: str | None) -> None:
        """Tells the other processes whether this person has a page of the chapter open here."""
        if guest is not None and self._registry.peers.name:
            here = any(watcher.guest == guest for watcher in chapter.watchers)
            now = self._registry.now_ms()
            await self._registry.peers.attend(ATTENDED + chapter.row.id, guest, here, now)

    async def forget(self, person: str) -> None:
        """Reads the chapters in memory again in which this person has written: they are another one now."""
        await self._forget(person)
        await self._registry.peers.tell("written-by", person)

    # -- other processes

    async def _on_chapter(self, words: Sequence[str]) -> None:
        """Another process has appended to the log of a chapter."""
        chapter = self.chapters.get(words[0])
        if chapter is not None:
            async with chapter.lock:
                await self._catch_up(chapter)

    async def _on_study(self, words: Sequence[str]) -> None:
        """Another process has changed or deleted a study."""
        known = self.chapters.of_study(words[0])
        if not known:
            return
        rows = {row.id: row for row in await self.store.chapters(words[0])}
        for chapter in known:
            row = rows.get(chapter.row.id)
            if row is None:
                self.chapters.drop(chapter.row.id)
            else:
                chapter.row = row
        await self._changed(words[0])

    async def _on_attendance(self, words: Sequence[str]) -> None:
        """Other processes have opened or closed pages."""
        for topic in words:
            chapter = self.chapters.get(topic.removeprefix(ATTENDED)) if topic.startswith(ATTENDED) else None
            if chapter is not None:
                await self._send_people(chapter)

    async def _on_written_by(self, words: Sequence[str]) -> None:
        """A person is another one now, or has been deleted."""
        await self._forget(words[0])

    async def _on_all(self, _: Sequence[str]) -> None:
        """Messages may have been lost."""
        for chapter_id in [chapter.row.id for chapter in self.chapters]:
            await self._on_chapter([chapter_id])
        for study_id in {chapter.row.study_id for chapter in self.chapters}:
            await self._on_study([study_id])

    async def _forget(self, person: str) -> None:
        for chapter_id, chapter in [(chapter.row.id, chapter) for chapter in self.chapters]:
            if person not in chapter.authors and person not in {each.guest for each in chapter.watchers}:
                continue
            async with chapter.lock:
                row = await self.store.chapter(chapter_id)
                if row is None:
                    self.chapters.drop(chapter_id)
                    continue
                fresh = await self.chapters.read(row)
                chapter.replace(fresh)
                study = await self.store.study(row.study_id)
                if study is not None:
                    people = await self._presence.of(chapter, study)
                    for watcher in list(chapter.watchers):
                        view = self._view(chapter, study, people, watcher.guest)
                        watcher.send(encode(wire.ChapterMessage(view)))

    # -- inside

    async def _changed(self, study_id: str) -> None:
        """Sends the study to all pages that watch a chapter of it; who may not read it any more loses it."""
        study = await self.store.study(study_id)
        known = self.chapters.of_study(study_id)
        if study is None or not known:
            return
        whole = await self._read(study)
        for chapter in known:
            for watcher in list(chapter.watchers):
                role = role_of(study, watcher.guest, whole.invited)
                if access.is_allowed(role, study.visibility, study.writers, "watch"):
                    watcher.send(encode(wire.StudyMessage(whole.seen_by(watcher.guest))))
                else:
                    chapter.watchers.discard(watcher)
                    watcher.send(encode(wire.ChapterGone(chapter.row.id)))
            await self._send_people(chapter)

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

    async def _send_people(self, chapter: Chapter) -> None:
        study = await self.store.study(chapter.row.study_id)
        if study is None or not chapter.watchers:
            return
        people = await self._presence.of(chapter, study)
        for watcher in list(chapter.watchers):
            message = wire.ChapterPeople(
                chapter=chapter.row.id, people=people.seen_by(watcher.guest), readers=people.readers
            )
            watcher.send(encode(message))

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

    async def _saved(self, change: Any) -> None:
        try:
            await self._registry.complete(change)
        except IntegrityError:  # the study was deleted meanwhile
            raise ApiError("not_found") from None
        except DATABASE_ERRORS as error:
            raise _not_saved(error) from None


def _not_saved(error: BaseException) -> ApiError:
    log.error("could not save a study: %s", reason_of(error))
    return save_error(error)


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


def _named(name: str) -> str:
    """A name in one line. Raises ApiError ``invalid`` for one that shows nothing."""
    clean = " ".join("".join(each if each.isprintable() else " " for each in name).split())
    if not clean:
        why = Text("name: expected 1 to 100 visible characters", "名前は1〜100文字にしてください")
        raise ApiError("invalid", "name", why=why)
    return clean
