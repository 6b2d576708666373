"""Stored studies: who may do what, their chapters, and going over a game after its end."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from sqlalchemy.exc import IntegrityError

from komadai.kifu import Game, VariantGame
from komadai.messages.text import Text
from komadai.server.core import Core
from komadai.server.db.database import DATABASE_ERRORS
from komadai.server.errors import ApiError
from komadai.server.games.live.game_registry import GameRegistry, new_id
from komadai.server.people.profiles import person_name
from komadai.server.people.store import PeopleStore
from komadai.server.studies import access, wire
from komadai.server.studies.chapter import stored_record
from komadai.server.studies.going_over import going_over
from komadai.server.studies.live_chapters import LiveChapters
from komadai.server.studies.saving import not_saved, saved
from komadai.server.studies.store import ChapterRow, PersonRow, StudyRow, StudyStore
from komadai.server.studies.whole_study import whole_study
from komadai.study.shared_tree import (
    to_game,
)

MAX_STUDIES: Final = 200
"""The largest number of studies of one owner."""
MAX_CHAPTERS: Final = 64
MAX_PEOPLE: Final = 40
PAGE: Final = 30
"""How many studies are listed at once."""


class Studies:
    """The studies of this server."""

    def __init__(self, core: Core, registry: GameRegistry, store: StudyStore, live: LiveChapters) -> None:
        self._clock, self._tasks = core.clock, core.tasks
        self._registry = registry
        self.store: Final = store
        self._live = live
        self._people = PeopleStore(core.database)

    async def study(self, study_id: str, person: str | None, action: access.Action) -> StudyRow:
        """The study, if this person may do this. Raises ApiError ``not_found``, ``cannot_write``."""
        return await self.store.study_for(study_id, person, action)

    async def create(self, owner: str, new: wire.NewStudy, game: Game | VariantGame) -> wire.NewStudyId:
        """Creates a study with one chapter. Raises ApiError ``too_many``."""
        chapter = ChapterRow(
            id=new_id(), study_id=new_id(), place=1, name=_named(new.chapter), record=stored_record(game)
        )
        return await self._create(owner, new.name, new.visibility, new.writers, [chapter])

    async def clone(self, person: str, study: StudyRow) -> wire.NewStudyId:
        """Copies the chapters as they are now into a private study of this person."""
        study_id = new_id()
        copies = {
            row.id: ChapterRow(
                id=new_id(),
                study_id=study_id,
                place=row.place,
                name=row.name,
                record=stored_record(to_game((await self._live.opened.load(row)).tree)),
            )
            for row in await self.store.chapters(study.id)
        }
        reviews = await self.store.reviews(study.id)
        reviewed = {copies[each].id: body for each, body in reviews.items() if each in copies}
        return await self._create(person, study.name, "private", "invited", list(copies.values()), reviewed)

    async def _create(
        self,
        owner: str,
        name: str,
        visibility: access.Visibility,
        writers: access.Writers,
        rows: Sequence[ChapterRow],
        reviewed: Mapping[str, str] = MappingProxyType({}),
    ) -> wire.NewStudyId:
        if await self.store.count_of(owner) >= MAX_STUDIES:
            raise ApiError("too_many")
        now = self._clock.now_ms()
        study = StudyRow(
            id=rows[0].study_id,
            owner_id=owner,
            name=_named(name),
            visibility=visibility,
            writers=writers,
            created_ms=now,
            changed_ms=now,
        )
        await self._saved(self.store.add(study, [], rows, reviewed))
        return wire.NewStudyId(study.id, rows[0].id)

    async def change(self, study: StudyRow, new: wire.StudySettings) -> None:
        """Changes the settings of a study."""
        await self._saved(
            self.store.change(
                study.id,
                self._clock.now_ms(),
                name=_named(new.name),
                visibility=new.visibility,
                writers=new.writers,
            )
        )
        await self._live.show_study(study.id)

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
        await self._live.show_study(study.id)

    async def delete(self, study: StudyRow) -> None:
        """Deletes a study with all chapters."""
        ids = [row.id for row in await self.store.chapters(study.id)]
        await self._saved(self.store.delete(study.id))
        for chapter_id in ids:
            self._live.opened.drop(chapter_id)

    async def view(self, study: StudyRow, person: str | None) -> wire.StudyView:
        """A study, as this person sees it."""
        return (await whole_study(study, self.store, self._live.people)).seen_by(person)

    async def embedded(self, study_id: str, chapter_id: str | None) -> wire.EmbeddedStudy:
        """A study that is not private, for anybody; without this chapter its first one.

        Raises ApiError ``not_found``.
        """
        study = await self.study(study_id, None, "watch")
        rows = await self.store.chapters(study.id)
        if not rows:
            raise ApiError("not_found")
        chapter = await self._live.opened.load(next((row for row in rows if row.id == chapter_id), rows[0]))
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
        accounts = await self._live.people.accounts([row.owner_id for row, _ in shown])
        ids = await self.store.chapter_ids([row.id for row, _ in shown])
        inside = await self._live.people.inside(ids, self._live.opened)
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
                    here=inside[row.id],
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
        await self._saved(self.store.add_chapter(row, self._clock.now_ms(), MAX_CHAPTERS))
        await self._live.show_study(study.id)
        return wire.NewStudyId(study.id, row.id)

    async def change_chapter(self, study: StudyRow, chapter_id: str, new: wire.ChapterSettings) -> None:
        """Renames or moves a chapter."""
        row = await self.store.chapter_of(study, chapter_id)
        now = self._clock.now_ms()
        await self._saved(self.store.change_chapter(row, _named(new.name), new.place, now))
        await self._live.show_study(study.id)

    async def delete_chapter(self, study: StudyRow, chapter_id: str) -> None:
        """Deletes a chapter. Raises ApiError ``last_chapter``."""
        row = await self.store.chapter_of(study, chapter_id)
        await self._saved(self.store.delete_chapter(row, self._clock.now_ms()))
        self._live.opened.drop(row.id)
        await self._live.show_study(study.id)

    async def games(
        self, study: StudyRow, chapter_id: str | None = None
    ) -> list[tuple[str, Game | VariantGame]]:
        """The names and records of all chapters, or of one."""
        rows = await self.store.chapters(study.id)
        if chapter_id is not None:
            rows = [await self.store.chapter_of(study, chapter_id)]
        return [(row.name, to_game((await self._live.opened.load(row)).tree)) for row in rows]

    async def keep_review(self, row: ChapterRow, person: str, body: str) -> None:
        """Stores the review of a chapter in place of the one before, and tells the others who are there."""
        await self._saved(self.store.keep_review(row, body))
        await self._live.show_review(row.id, person)

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
            study, players, chapter = going_over(live, await live.names(), self._clock.now_ms())
            try:
                await self._tasks.complete(self.store.add(study, players, [chapter]))
            except IntegrityError:  # both players have asked at the same moment
                pass
            except DATABASE_ERRORS as error:
                raise not_saved(error) from None
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
        await self._live.set_declined(made.id, person, declined=True)
        for chapter in self._live.opened.of_study(made.id):
            await self._live.send_people(chapter)

    async def _saved(self, change: Coroutine[Any, Any, Any]) -> None:
        await saved(self._tasks, change)


def _named(name: str) -> str:
    """A name in one line. Raises ApiError ``invalid`` for one that shows nothing."""
    clean = " ".join("".join(each if each.isprintable() else " " for each in name).split())
    if not clean:
        why = Text("name: expected 1 to 100 visible characters", "名前は1〜100文字にしてください")
        raise ApiError("invalid", "name", why=why)
    return clean
