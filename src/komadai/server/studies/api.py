"""The HTTP calls of studies; see docs/wire.md."""

from __future__ import annotations

from typing import Final

from litestar import Response, get, post
from litestar.params import JSONBody

from komadai import kifu
from komadai.errors import KomadaiError
from komadai.kifu import Game, VariantGame
from komadai.messages.text import Text
from komadai.server.errors import ApiError
from komadai.server.http import objections
from komadai.server.http.calls import Calls, Id
from komadai.server.http.cursor import cursor
from komadai.server.http.wire import EmptyRequest
from komadai.server.jobs.worker_pool import CpuWorkerPool
from komadai.server.people.caller import Caller
from komadai.server.records import from_wire, import_file
from komadai.server.records.api import attachment
from komadai.server.records.export import KINDS, File, kind_named
from komadai.server.records.wire import GameRecord
from komadai.server.studies import export, wire
from komadai.server.studies.live_chapters import LiveChapters
from komadai.server.studies.review_calls import ReviewCalls
from komadai.server.studies.service import Studies

MAX_NODES: Final = 5_000
TOO_LONG: Final = Text(
    f"a chapter begins with at most {MAX_NODES:,} moves, its variations included",
    f"章の棋譜は変化も含めて{MAX_NODES}手までです",
)


class StudyCalls(Calls):
    """Studies and their chapters."""

    path = "/api/studies"
    studies: Studies
    workers: CpuWorkerPool
    live_chapters: LiveChapters

    @get("/", query=("list", "before"))
    async def list_studies(self, caller: Caller) -> wire.StudyList:
        """The person's own studies and those they were invited to; with ``list=public`` all public ones."""
        which = caller.query.get("list", "own")
        if which not in ("own", "public"):
            raise ApiError("invalid", "list", why=objections.one_of("list", ("own", "public")))
        before = cursor(caller.query.get("before"))
        return await self.studies.listed(caller.person, own=which == "own", before=before)

    @get("/{study_id:str}")
    async def one_study(self, caller: Caller, study_id: Id) -> wire.StudyView:
        """A study with the list of its chapters."""
        return await self.studies.view(
            await self.studies.study(study_id, caller.person, "watch"), caller.person
        )

    @get("/{study_id:str}/embed", query=("chapter",), cost="file")
    async def embedded_study(self, caller: Caller, study_id: Id) -> wire.EmbeddedStudy:
        """A study that is not private with one of its chapters, for other sites; needs no session.

        The first chapter or the one of this id, as the page ``/study/{id}/embed/{chapter}`` shows it in
        frames of other sites.
        """
        return await self.studies.embedded(study_id, caller.query.get("chapter"))

    @post("/{study_id:str}", status_code=200)
    async def change_study(
        self, caller: Caller, study_id: Id, data: JSONBody[wire.StudySettings]
    ) -> wire.StudyView:
        """Changes the name of a study, who sees it and who may write."""
        guest = caller.person
        study = await self.studies.study(study_id, guest, "manage")
        await self.studies.change(study, data)
        return await self.studies.view(await self.studies.study(study_id, guest, "manage"), guest)

    @post("/{study_id:str}/people", status_code=200)
    async def invite(
        self, caller: Caller, study_id: Id, data: JSONBody[wire.StudyInvitation]
    ) -> wire.StudyView:
        """Invites a person, or ends an invitation.

        ``invited`` false ends it.
        """
        study = await self.studies.study(study_id, caller.person, "manage")
        await self.studies.invite(study, data)
        return await self.studies.view(study, caller.person)

    @post("/{study_id:str}/delete", status_code=200)
    async def delete_study(self, caller: Caller, study_id: Id) -> EmptyRequest:
        """Deletes a study with everything in it."""
        await self.studies.delete(await self.studies.study(study_id, caller.person, "manage"))
        return EmptyRequest()

    @post("/{study_id:str}/clone", cost="record")
    async def clone(self, caller: Caller, study_id: Id) -> wire.NewStudyId:
        """Copies a study into a private one of the person."""
        return await self.studies.clone(
            caller.person, await self.studies.study(study_id, caller.person, "watch")
        )

    @get("/{study_id:str}/export", query=("format", "chapter"), answers=bytes, cost="record")
    async def export_study(self, caller: Caller, study_id: Id) -> Response[bytes]:
        """A chapter as a file, or all chapters as a zip file."""
        study = await self.studies.study(study_id, caller.person, "watch")
        kind = kind_named(caller.query.get("format", "kif"))
        if kind is None:
            raise ApiError("invalid", "format", why=objections.one_of("format", KINDS))
        chapter = caller.query.get("chapter")
        games = await self.studies.games(study, chapter)

        def write() -> File:
            return export.archive(games, kind) if chapter is None else export.one(games[0][1], kind)

        try:
            return attachment(await self.workers.run(caller.address, write), "komadai-study")
        except ApiError:
            raise
        except KomadaiError as error:
            text = import_file.why(error)
            why = Text(f"format: {text.en}", f"{kind.name.ja}では書けません：{text.ja}")
            raise ApiError("invalid", "format", why=why) from error

    @post("/{study_id:str}/chapters/{chapter_id:str}", status_code=200)
    async def change_chapter(
        self, caller: Caller, study_id: Id, chapter_id: Id, data: JSONBody[wire.ChapterSettings]
    ) -> wire.StudyView:
        """Renames a chapter, or moves it among the others."""
        study = await self.studies.study(study_id, caller.person, "manage")
        await self.studies.change_chapter(study, chapter_id, data)
        return await self.studies.view(study, caller.person)

    @post("/{study_id:str}/chapters/{chapter_id:str}/delete", status_code=200)
    async def delete_chapter(self, caller: Caller, study_id: Id, chapter_id: Id) -> wire.StudyView:
        """Deletes a chapter; a study keeps at least one.

        Else 409 ``last_chapter``.
        """
        study = await self.studies.study(study_id, caller.person, "manage")
        await self.studies.delete_chapter(study, chapter_id)
        return await self.studies.view(study, caller.person)

    @post("/{study_id:str}/chapters/{chapter_id:str}/operations", status_code=201, cost="operation")
    async def operate(
        self, caller: Caller, study_id: Id, chapter_id: Id, data: JSONBody[wire.NewOperation]
    ) -> wire.OperationAnswer:
        """Changes the tree of a chapter; all pages that watch it get the change."""
        command = data.operation
        study = await self.studies.study(study_id, caller.person, "write")
        return await self.live_chapters.operate(study, chapter_id, caller.person, command)

    @post("/{study_id:str}/chapters/{chapter_id:str}/look", status_code=200, cost="operation")
    async def look(
        self, caller: Caller, study_id: Id, chapter_id: Id, data: JSONBody[wire.Look]
    ) -> EmptyRequest:
        """Shows all others at a chapter the node to which one has gone.

        ``follows``: to be where another person is. It is not stored.
        """
        study = await self.studies.study(study_id, caller.person, "write")
        await self.live_chapters.look(study, chapter_id, caller.person, data)
        return EmptyRequest()

    @post("/", body_limit="tree_body", cost="record")
    async def new_study(self, caller: Caller, data: JSONBody[wire.NewStudy]) -> wire.NewStudyId:
        """Creates a study with one chapter.

        200 studies of one owner at most.
        """
        return await self.studies.create(
            caller.person, data, await _game(self.workers, caller.address, data.record)
        )

    @post("/{study_id:str}/chapters", body_limit="tree_body", cost="record")
    async def new_chapter(
        self, caller: Caller, study_id: Id, data: JSONBody[wire.NewChapter]
    ) -> wire.NewStudyId:
        """Appends a chapter.

        64 at most, each of 5,000 moves at first.
        """
        study = await self.studies.study(study_id, caller.person, "manage")
        game = await _game(self.workers, caller.address, data.record)
        return await self.studies.add_chapter(study, data.name, game)


class GoingOverCalls(Calls):
    """The study of a finished game."""

    path = "/api/games"
    studies: Studies

    @post("/{game_id:str}/study", status_code=200)
    async def go_over(self, caller: Caller, game_id: Id) -> wire.NewStudyId:
        """The study in which the players go over a finished game, created when it is first asked for.

        Its id is the game's. 409 ``playing`` before the end.
        """
        return await self.studies.go_over(game_id, caller.person)

    @post("/{game_id:str}/study/decline", status_code=200)
    async def decline(self, caller: Caller, game_id: Id) -> EmptyRequest:
        """Says to the other player that this one does not go over the game now.

        Opening the study takes it back.
        """
        await self.studies.decline(game_id, caller.person)
        return EmptyRequest()


async def _game(workers: CpuWorkerPool, address: str, record: GameRecord | None) -> Game | VariantGame:
    """The validated record of a new chapter. Raises ApiError."""
    if record is None:
        return kifu.Game()
    if len(record.nodes) > MAX_NODES:
        raise ApiError("too_many_moves", why=TOO_LONG)
    game, _ = await workers.run(address, from_wire.game_of, record)
    return game


CALLS: Final = (StudyCalls, ReviewCalls, GoingOverCalls)
