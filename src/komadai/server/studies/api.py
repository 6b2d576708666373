"""The HTTP calls of studies; see docs/wire.md."""

from __future__ import annotations

from typing import Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from komadai import kifu
from komadai.errors import KomadaiError
from komadai.kifu import Game, VariantGame
from komadai.play.texts import Text
from komadai.server.errors import ApiError
from komadai.server.games.api import cursor
from komadai.server.http import objections
from komadai.server.http.answers import answer
from komadai.server.http.request_quotas import RequestQuotas
from komadai.server.http.requests import AnyRequest, body_of, guest_of
from komadai.server.http.wire import EmptyRequest
from komadai.server.jobs.worker_pool import CpuWorkerPool
from komadai.server.rate_limits import Limits
from komadai.server.records import from_wire, import_file
from komadai.server.records.api import attachment
from komadai.server.records.export import KINDS, File, kind_named
from komadai.server.records.wire import GameRecord
from komadai.server.server_clock import ServerClock
from komadai.server.studies import export, wire
from komadai.server.studies.service import Studies

MAX_NODES: Final = 5_000
TOO_LONG: Final = Text(
    f"a chapter begins with at most {MAX_NODES:,} moves, its variations included",
    f"章の棋譜は変化も含めて{MAX_NODES}手までです",
)


@get("/api/studies", query=("list", "before"), answers=wire.StudyList)
async def list_studies(
    request: AnyRequest,
    studies: NamedDependency[Studies],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """The person's own studies and those they were invited to; with ``list=public`` all public ones."""
    guest = guest_of(request)
    quotas.call(guest, clock.now_ms())
    which = request.query_params.get("list", "own")
    if which not in ("own", "public"):
        raise ApiError("invalid", "list", why="list: expected own or public")
    before = cursor(request.query_params.get("before"))
    return answer(await studies.listed(guest, own=which == "own", before=before))


async def new_study(
    request: AnyRequest,
    studies: NamedDependency[Studies],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    workers: NamedDependency[CpuWorkerPool],
) -> Response[bytes]:
    """Creates a study with one chapter."""
    guest, address = guest_of(request), request.scope["state"]["address"]
    quotas.record(guest, address, clock.now_ms())
    new = await body_of(request, wire.NewStudy)
    return answer(await studies.create(guest, new, await _game(workers, address, new.record)), 201)


@get("/api/studies/{study_id:str}", answers=wire.StudyView)
async def one_study(
    request: AnyRequest,
    study_id: FromPath[str],
    studies: NamedDependency[Studies],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """A study with the list of its chapters."""
    guest = guest_of(request)
    quotas.call(guest, clock.now_ms())
    return answer(await studies.view(await studies.study(study_id, guest, "watch"), guest))


@get("/api/studies/{study_id:str}/embed", query=("chapter",), answers=wire.EmbeddedStudy)
async def embedded_study(
    request: AnyRequest,
    study_id: FromPath[str],
    studies: NamedDependency[Studies],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """A study that is not private, with one of its chapters, for pages of other sites; needs no session."""
    quotas.public_record(request.scope["state"]["address"], clock.now_ms())
    return answer(await studies.embedded(study_id, request.query_params.get("chapter")))


@post("/api/studies/{study_id:str}", status_code=200, body=wire.StudySettings, answers=wire.StudyView)
async def change_study(
    request: AnyRequest,
    study_id: FromPath[str],
    studies: NamedDependency[Studies],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Changes the name of a study, who sees it and who may write."""
    guest = guest_of(request)
    quotas.call(guest, clock.now_ms())
    study = await studies.study(study_id, guest, "manage")
    await studies.change(study, await body_of(request, wire.StudySettings))
    return answer(await studies.view(await studies.study(study_id, guest, "manage"), guest))


@post(
    "/api/studies/{study_id:str}/people",
    status_code=200,
    body=wire.StudyInvitation,
    answers=wire.StudyView,
)
async def invite(
    request: AnyRequest,
    study_id: FromPath[str],
    studies: NamedDependency[Studies],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Invites a person, or ends an invitation."""
    guest = guest_of(request)
    quotas.call(guest, clock.now_ms())
    study = await studies.study(study_id, guest, "manage")
    await studies.invite(study, await body_of(request, wire.StudyInvitation))
    return answer(await studies.view(study, guest))


@post("/api/studies/{study_id:str}/delete", status_code=200, body=EmptyRequest, answers=EmptyRequest)
async def delete_study(
    request: AnyRequest,
    study_id: FromPath[str],
    studies: NamedDependency[Studies],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Deletes a study with everything in it."""
    guest = guest_of(request)
    quotas.call(guest, clock.now_ms())
    await studies.delete(await studies.study(study_id, guest, "manage"))
    return answer(EmptyRequest())


@post("/api/studies/{study_id:str}/clone", body=EmptyRequest, answers=wire.NewStudyId)
async def clone(
    request: AnyRequest,
    study_id: FromPath[str],
    studies: NamedDependency[Studies],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Copies a study into a private one of the person."""
    guest = guest_of(request)
    quotas.record(guest, request.scope["state"]["address"], clock.now_ms())
    return answer(await studies.clone(guest, await studies.study(study_id, guest, "watch")), 201)


@get("/api/studies/{study_id:str}/export", query=("format", "chapter"), answers=bytes)
async def export_study(
    request: AnyRequest,
    study_id: FromPath[str],
    studies: NamedDependency[Studies],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    workers: NamedDependency[CpuWorkerPool],
) -> Response[bytes]:
    """A chapter as a file, or all chapters as a zip file."""
    guest, address = guest_of(request), request.scope["state"]["address"]
    quotas.record(guest, address, clock.now_ms())
    study = await studies.study(study_id, guest, "watch")
    kind = kind_named(request.query_params.get("format", "kif"))
    if kind is None:
        raise ApiError("invalid", "format", why=objections.one_of("format", KINDS))
    chapter = request.query_params.get("chapter")
    games = await studies.games(study, chapter)

    def write() -> File:
        return export.archive(games, kind) if chapter is None else export.one(games[0][1], kind)

    try:
        return attachment(await workers.run(address, write), "komadai-study")
    except ApiError:
        raise
    except KomadaiError as error:
        text = import_file.why(error)
        why = Text(f"format: {text.en}", f"{kind.name.ja}では書けません：{text.ja}")
        raise ApiError("invalid", "format", why=why) from error


async def new_chapter(
    request: AnyRequest,
    study_id: FromPath[str],
    studies: NamedDependency[Studies],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    workers: NamedDependency[CpuWorkerPool],
) -> Response[bytes]:
    """Appends a chapter."""
    guest, address = guest_of(request), request.scope["state"]["address"]
    quotas.record(guest, address, clock.now_ms())
    study = await studies.study(study_id, guest, "manage")
    new = await body_of(request, wire.NewChapter)
    game = await _game(workers, address, new.record)
    return answer(await studies.add_chapter(study, new.name, game), 201)


@post(
    "/api/studies/{study_id:str}/chapters/{chapter_id:str}",
    status_code=200,
    body=wire.ChapterSettings,
    answers=wire.StudyView,
)
async def change_chapter(
    request: AnyRequest,
    study_id: FromPath[str],
    chapter_id: FromPath[str],
    studies: NamedDependency[Studies],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Renames a chapter, or moves it among the others."""
    guest = guest_of(request)
    quotas.call(guest, clock.now_ms())
    study = await studies.study(study_id, guest, "manage")
    await studies.change_chapter(study, chapter_id, await body_of(request, wire.ChapterSettings))
    return answer(await studies.view(study, guest))


@post(
    "/api/studies/{study_id:str}/chapters/{chapter_id:str}/delete",
    status_code=200,
    body=EmptyRequest,
    answers=wire.StudyView,
)
async def delete_chapter(
    request: AnyRequest,
    study_id: FromPath[str],
    chapter_id: FromPath[str],
    studies: NamedDependency[Studies],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Deletes a chapter; a study keeps at least one."""
    guest = guest_of(request)
    quotas.call(guest, clock.now_ms())
    study = await studies.study(study_id, guest, "manage")
    await studies.delete_chapter(study, chapter_id)
    return answer(await studies.view(study, guest))


@post(
    "/api/studies/{study_id:str}/chapters/{chapter_id:str}/operations",
    status_code=201,
    body=wire.NewOperation,
    answers=wire.OperationAnswer,
)
async def operate(
    request: AnyRequest,
    study_id: FromPath[str],
    chapter_id: FromPath[str],
    studies: NamedDependency[Studies],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Changes the tree of a chapter; all pages that watch it get the change."""
    guest = guest_of(request)
    quotas.study_operation(guest, clock.now_ms())
    command = (await body_of(request, wire.NewOperation)).operation
    study = await studies.study(study_id, guest, "write")
    return answer(await studies.operate(study, chapter_id, guest, command), 201)


@post("/api/games/{game_id:str}/study", status_code=200, body=EmptyRequest, answers=wire.NewStudyId)
async def go_over(
    request: AnyRequest,
    game_id: FromPath[str],
    studies: NamedDependency[Studies],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """The study in which the players go over a finished game; it is created when it is first asked for."""
    guest = guest_of(request)
    quotas.call(guest, clock.now_ms())
    return answer(await studies.go_over(game_id, guest))


@post("/api/games/{game_id:str}/study/decline", status_code=200, body=EmptyRequest, answers=EmptyRequest)
async def decline(
    request: AnyRequest,
    game_id: FromPath[str],
    studies: NamedDependency[Studies],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Says to the other player that this one does not go over the game now."""
    guest = guest_of(request)
    quotas.call(guest, clock.now_ms())
    await studies.decline(game_id, guest)
    return answer(EmptyRequest())


async def _game(workers: CpuWorkerPool, address: str, record: GameRecord | None) -> Game | VariantGame:
    """The validated record of a new chapter. Raises ApiError."""
    if record is None:
        return kifu.Game()
    if len(record.nodes) > MAX_NODES:
        raise ApiError("too_many_moves", why=TOO_LONG)
    game, _ = await workers.run(address, from_wire.game_of, record)
    return game


def handlers(limits: Limits) -> tuple[ControllerRouterHandler, ...]:
    """The handlers of all these calls."""
    return (
        list_studies,
        post(
            "/api/studies",
            body=wire.NewStudy,
            answers=wire.NewStudyId,
            request_max_body_size=limits.tree_body,
        )(new_study),
        one_study,
        embedded_study,
        change_study,
        invite,
        delete_study,
        clone,
        export_study,
        post(
            "/api/studies/{study_id:str}/chapters",
            body=wire.NewChapter,
            answers=wire.NewStudyId,
            request_max_body_size=limits.tree_body,
        )(new_chapter),
        change_chapter,
        delete_chapter,
        operate,
        go_over,
        decline,
    )
