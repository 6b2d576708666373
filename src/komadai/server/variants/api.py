"""The HTTP calls of variants; see docs/wire.md."""

from __future__ import annotations

import gzip
from functools import lru_cache
from typing import Final, cast

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from komadai.errors import MissingPackageError, SfenError, VariantError
from komadai.play.boards import read_key, variant_of
from komadai.play.texts import Text
from komadai.publish.paper_set import SIZES, Paper, paper_set
from komadai.server.errors import ApiError
from komadai.server.http import objections
from komadai.server.http.answers import answer
from komadai.server.http.request_quotas import RequestQuotas
from komadai.server.http.requests import AnyRequest, body_of, guest_of
from komadai.server.http.wire import EmptyRequest
from komadai.server.jobs.job_queue import Job, JobQueue
from komadai.server.jobs.worker_pool import CpuWorkerPool
from komadai.server.positions.position import Position
from komadai.server.server_clock import ServerClock
from komadai.server.settings import Settings
from komadai.server.variants import hints as variant_hints
from komadai.server.variants import solved as variant_solved
from komadai.server.variants import views
from komadai.server.variants import wire as variants_wire
from komadai.server.variants.solved import SolvedVariants
from komadai.variants import NAMES, Board, Variant
from komadai.variants.pictures import board as board_svg
from komadai.variants.pictures.board import Style

LARGE: Final = 16
"""The pictures of larger boards have pieces without faces, which could not be read."""
NOT_HERE: Final = Text("this server does not solve variants for its guests", "このサーバーでは解析できません")
FRESH: Final = {"Cache-Control": "public, max-age=3600"}


@get("/api/variants", answers=variants_wire.VariantList, sync_to_thread=True)
def list_variants() -> Response[bytes]:
    """All variants."""
    return answer(views.listed())


@get("/api/variants/{name:str}", answers=variants_wire.VariantView, sync_to_thread=True)
def one_variant(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """Pieces, rules, history and drawings of one variant."""
    plain, zipped = _encoded(_named(name))
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return answer(plain, headers={"Vary": "Accept-Encoding"})
    return answer(zipped, headers={"Vary": "Accept-Encoding", "Content-Encoding": "gzip"})


@lru_cache(32)
def _encoded(variant: Variant) -> tuple[bytes, bytes]:
    """The answer for a variant, plain and compressed: taikyoku's has 730 kB."""
    plain = msgspec.json.encode(views.view(variant))
    return plain, gzip.compress(plain, mtime=0)


@get("/api/variants/{name:str}/board.svg", answers=bytes, query={"sfen": Position}, sync_to_thread=True)
def board_picture(request: AnyRequest, name: FromPath[str]) -> Response[bytes]:
    """A position as a picture; without ``sfen`` the start."""
    variant = _named(name)
    sfen = _board(request, variant).sfen() if "sfen" in request.query_params else None
    style: board_svg.Style = "plain" if variant.files > LARGE else "one"
    picture = board_svg.render(variant, sfen, style=style, size=None)
    return Response(picture.encode(), media_type="image/svg+xml", headers=FRESH)


@get("/api/variants/{name:str}/paper.pdf", answers=bytes, query=("faces", "paper"))
async def printable(
    request: AnyRequest, name: FromPath[str], workers: NamedDependency[CpuWorkerPool]
) -> Response[bytes]:
    """The board and the pieces to print and cut out."""
    variant = _named(name)
    faces, paper = request.query_params.get("faces", "two"), request.query_params.get("paper", "a4")
    if faces not in ("one", "two", "letters", "moves"):
        raise ApiError("invalid", "faces", why="faces: expected one, two, letters or moves")
    if paper not in SIZES:
        raise ApiError("invalid", "paper", why=objections.one_of("paper", SIZES))
    address = request.scope["state"]["address"]
    try:
        document = await workers.run(
            address, lambda: paper_set(variant, faces=cast("Style", faces), paper=cast("Paper", paper))
        )
    except MissingPackageError as error:
        raise ApiError("invalid", why=Text.of_error(error)) from error
    headers = {**FRESH, "Content-Disposition": f'attachment; filename="{variant.name}.pdf"'}
    return Response(document, media_type="application/pdf", headers=headers)


@get(
    "/api/variants/{name:str}/hints",
    answers=variants_wire.BeginnerHints,
    query={"sfen": Position},
    helps=True,
)
async def beginner_hints(
    request: AnyRequest, name: FromPath[str], workers: NamedDependency[CpuWorkerPool]
) -> Response[bytes]:
    """Hints for a position, from the gentlest to a good move."""
    variant = _named(name)
    if not views.view(variant).hints:
        raise ApiError("not_found")
    board = _board(request, variant)
    return answer(await workers.run(request.scope["state"]["address"], variant_hints.hints, board))


@get(
    "/api/variants/{name:str}/values",
    answers=variants_wire.PositionValues,
    query={"sfen": Position},
    helps=True,
)
async def move_values(
    request: AnyRequest,
    name: FromPath[str],
    workers: NamedDependency[CpuWorkerPool],
    solved: NamedDependency[SolvedVariants],
) -> Response[bytes]:
    """The value of each move of a position; 404 without a table."""
    variant = _named(name)
    table = solved.table(variant)
    if table is None:
        raise ApiError("not_found")
    board = _board(request, variant)
    return answer(await workers.run(request.scope["state"]["address"], variant_solved.values, table, board))


@get("/api/variants/{name:str}/solved", answers=variants_wire.SolvedView)
async def solved_state(
    request: AnyRequest,
    name: FromPath[str],
    settings: NamedDependency[Settings],
    solved: NamedDependency[SolvedVariants],
    jobs: NamedDependency[JobQueue],
) -> Response[bytes]:
    """Whether the variant is solved here, or a job of this guest is solving it."""
    variant = _solvable(name)
    guest: str | None = request.scope["state"]["guest"]
    job = _unfinished(jobs, guest, variant)
    return answer(
        variants_wire.SolvedView(
            ready=solved.table(variant) is not None,
            begun=solved.begun(variant),
            allowed=_may_solve(settings),
            job=None if job is None else _job_view(job),
        )
    )


@post("/api/variants/{name:str}/solve", body=EmptyRequest, answers=variants_wire.SolveJobView)
async def solve(
    request: AnyRequest,
    name: FromPath[str],
    settings: NamedDependency[Settings],
    solved: NamedDependency[SolvedVariants],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    jobs: NamedDependency[JobQueue],
) -> Response[bytes]:
    """Begins or continues to solve the variant; the guest's unfinished job is returned as it is."""
    guest, address = guest_of(request), request.scope["state"]["address"]
    await body_of(request, EmptyRequest)
    quotas.record(guest, address, clock.now_ms())
    variant = _solvable(name)
    job = _unfinished(jobs, guest, variant)
    if job is not None and not job.stopped:
        return answer(_job_view(job))
    if not _may_solve(settings):
        raise ApiError("invalid", why=NOT_HERE)
    job = Job(guest, variant_solved.SolveTask(variant, solved.folder), helps=False)
    jobs.submit(job, address)
    return answer(_job_view(job), 201)


@post(
    "/api/variants/{name:str}/solve/stop",
    status_code=200,
    body=EmptyRequest,
    answers=variants_wire.SolveJobView,
)
async def stop_solving(
    request: AnyRequest,
    name: FromPath[str],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    jobs: NamedDependency[JobQueue],
) -> Response[bytes]:
    """Stops the guest's job; its state is stored, and another job continues it."""
    guest = guest_of(request)
    quotas.call(guest, clock.now_ms())
    await body_of(request, EmptyRequest)
    job = _unfinished(jobs, guest, _solvable(name))
    if job is None:
        raise ApiError("not_found")
    job.stop()
    return answer(_job_view(job))


def _named(key: str) -> Variant:
    """The variant with this key (`komadai.play.boards`). Raises ApiError ``not_found``, ``invalid``."""
    if read_key(key)[0] not in NAMES:
        raise ApiError("not_found")
    try:
        return variant_of(key)
    except VariantError as error:
        raise ApiError("invalid", "name", why=Text.of_error(error)) from error


def _board(request: AnyRequest, variant: Variant) -> Board:
    """The position of the query; without one the start. Raises ApiError ``invalid``."""
    try:
        return Board(variant, request.query_params.get("sfen", variant.sfen)[: Position.max_length])
    except SfenError as error:
        why = Text("sfen: {why}", "{why}").filled(why=Text.of_error(error))
        raise ApiError("invalid", "sfen", why=why) from error


def _solvable(name: str) -> Variant:
    variant = _named(name)
    if not variant_solved.solvable(variant):
        raise ApiError("not_found")
    return variant


def _may_solve(settings: Settings) -> bool:
    """Whether guests may use the processors for minutes: on the user's own machine."""
    behind_proxy = settings.host_names or settings.trusted_proxies
    return settings.host in ("127.0.0.1", "::1", "localhost") and not behind_proxy


def _unfinished(jobs: JobQueue, guest: str | None, variant: Variant) -> Job | None:
    return None if guest is None else jobs.unfinished(guest, f"solve {variant.name}")


def _job_view(job: Job) -> variants_wire.SolveJobView:
    assert isinstance(job.task, variant_solved.SolveTask)
    return variant_solved.job_view(job, job.task)


HANDLERS: Final[tuple[ControllerRouterHandler, ...]] = (
    list_variants,
    one_variant,
    board_picture,
    printable,
    beginner_hints,
    move_values,
    solved_state,
    solve,
    stop_solving,
)
