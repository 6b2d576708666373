"""The HTTP calls of variants; see docs/wire.md."""

from __future__ import annotations

import gzip
from functools import lru_cache
from typing import Final, cast

import msgspec
from litestar import Response, get, post

from komadai.errors import MissingPackageError, SfenError, VariantError
from komadai.messages.text import Text
from komadai.play.boards import read_key, variant_of
from komadai.publish.paper_set import SIZES, Paper, paper_set
from komadai.server.errors import ApiError
from komadai.server.http import objections
from komadai.server.http.answers import answer
from komadai.server.http.calls import Calls, Id
from komadai.server.http.requests import AnyRequest
from komadai.server.jobs.job_queue import Job, JobQueue
from komadai.server.jobs.worker_pool import CpuWorkerPool
from komadai.server.people.caller import Caller
from komadai.server.positions.position import Position
from komadai.server.settings import Settings
from komadai.server.variants import hints as variant_hints
from komadai.server.variants import solved as variant_solved
from komadai.server.variants import views
from komadai.server.variants import wire as variants_wire
from komadai.server.variants.solved import SolvedVariants
from komadai.variants import NAMES, Board, Variant
from komadai.variants.pictures import board as board_svg
from komadai.variants.pictures.board import STYLES, Style

LARGE: Final = 16
"""The pictures of larger boards have pieces without faces, which could not be read."""
NOT_HERE: Final = Text("this server does not solve variants for its guests", "このサーバーでは解析できません")
FRESH: Final = {"Cache-Control": "public, max-age=3600"}


class VariantCalls(Calls):
    """The games of the family, and what explains them."""

    path = "/api/variants"
    workers: CpuWorkerPool
    solved: SolvedVariants

    @get("/", sync_to_thread=True, answers=variants_wire.VariantList, cost=None)
    def list_variants(self, request: AnyRequest) -> Response[bytes]:
        """All variants."""
        return _zipped(request, *_list())

    @get("/{name:str}", sync_to_thread=True, answers=variants_wire.VariantView, cost=None)
    def one_variant(self, request: AnyRequest, name: Id) -> Response[bytes]:
        """Pieces, rules, history and drawings of one variant."""
        return _zipped(request, *_encoded(_named(name)))

    @get(
        "/{name:str}/board.svg",
        query={"sfen": Position, "faces": str},
        sync_to_thread=True,
        answers=bytes,
        cost=None,
    )
    def board_picture(self, caller: Caller, name: Id) -> Response[bytes]:
        """A position as a picture; without ``sfen`` the start.

        ``faces`` as for the paper, by default ``one``.
        """
        variant = _named(name)
        sfen = _board(caller, variant).sfen() if "sfen" in caller.query else None
        style: board_svg.Style = "plain" if variant.files > LARGE else _faces(caller, "one")
        picture = board_svg.render(variant, sfen, style=style, size=None)
        return Response(picture.encode(), media_type="image/svg+xml", headers=FRESH)

    @get("/{name:str}/paper.pdf", query=("faces", "paper"), answers=bytes, cost=None)
    async def printable(self, caller: Caller, name: Id) -> Response[bytes]:
        """The board and the pieces to print and cut out.

        ``faces`` is ``one``, ``two``, ``both``, ``letters``, ``pictures`` or ``moves``, ``paper`` is ``a4``
        or ``letter``.
        """
        variant = _named(name)
        faces, paper = _faces(caller, "two"), caller.query.get("paper", "a4")
        if paper not in SIZES:
            raise ApiError("invalid", "paper", why=objections.one_of("paper", SIZES))
        address = caller.address
        try:
            document = await self.workers.run(
                address, lambda: paper_set(variant, faces=faces, paper=cast("Paper", paper))
            )
        except MissingPackageError as error:
            raise ApiError("invalid", why=Text.of_error(error)) from error
        headers = {**FRESH, "Content-Disposition": f'attachment; filename="{variant.name}.pdf"'}
        return Response(document, media_type="application/pdf", headers=headers)

    @get("/{name:str}/hints", query={"sfen": Position, "faces": str}, helps=True, cost=None)
    async def beginner_hints(self, caller: Caller, name: Id) -> variants_wire.BeginnerHints:
        """Hints for a position, from the gentlest to a good move.

        On a small board; a piece is called what its face shows.
        """
        variant = _named(name)
        if not views.view(variant).hints:
            raise ApiError("not_found")
        board, faces = _board(caller, variant), _faces(caller, "one")
        return await self.workers.run(caller.address, variant_hints.hints, board, faces)

    @get("/{name:str}/values", query={"sfen": Position}, helps=True, cost=None)
    async def move_values(self, caller: Caller, name: Id) -> variants_wire.PositionValues:
        """The value of each move of a position; 404 without a table."""
        variant = _named(name)
        table = self.solved.table(variant)
        if table is None:
            raise ApiError("not_found")
        board = _board(caller, variant)
        return await self.workers.run(caller.address, variant_solved.values, table, board)


class SolveCalls(Calls):
    """Variants that are solved here."""

    path = "/api/variants"
    settings: Settings
    solved: SolvedVariants
    jobs: JobQueue

    @get("/{name:str}/solved", cost=None)
    async def solved_state(self, caller: Caller, name: Id) -> variants_wire.SolvedView:
        """Whether the variant is solved here, or a job of this guest is solving it.

        404 if the variant cannot be solved.
        """
        variant = _solvable(name)
        job = _unfinished(self.jobs, caller.guest, variant)
        return variants_wire.SolvedView(
            ready=self.solved.table(variant) is not None,
            begun=self.solved.begun(variant),
            allowed=self.settings.is_local,
            job=None if job is None else _job_view(job),
        )

    @post("/{name:str}/solve", answers=variants_wire.SolveJobView, cost="record")
    async def solve(self, caller: Caller, name: Id) -> Response[bytes]:
        """Begins or continues to solve the variant; the guest's unfinished job is returned as it is.

        Then with 200. A page subscribes to the job on its socket.
        """
        variant = _solvable(name)
        job = _unfinished(self.jobs, caller.person, variant)
        if job is not None and not job.stopped:
            return answer(_job_view(job), status=200)
        if not self.settings.is_local:  # guests must not use the processors for minutes
            raise ApiError("invalid", why=NOT_HERE)
        job = Job(caller.person, variant_solved.SolveTask(variant, self.solved.folder), helps=False)
        self.jobs.submit(job, caller.address)
        return answer(_job_view(job), status=201)

    @post("/{name:str}/solve/stop", status_code=200)
    async def stop_solving(self, caller: Caller, name: Id) -> variants_wire.SolveJobView:
        """Stops the guest's job; its state is stored, and another job continues it."""
        job = _unfinished(self.jobs, caller.person, _solvable(name))
        if job is None:
            raise ApiError("not_found")
        job.stop()
        return _job_view(job)


def _zipped(request: AnyRequest, plain: bytes, zipped: bytes) -> Response[bytes]:
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return answer(plain, headers={"Vary": "Accept-Encoding"})
    return answer(zipped, headers={"Vary": "Accept-Encoding", "Content-Encoding": "gzip"})


@lru_cache(1)
def _list() -> tuple[bytes, bytes]:
    """The list of all variants, plain and compressed."""
    plain = msgspec.json.encode(views.listed())
    return plain, gzip.compress(plain, mtime=0)


@lru_cache(32)
def _encoded(variant: Variant) -> tuple[bytes, bytes]:
    """The answer for a variant, plain and compressed: taikyoku's has 730 kB."""
    plain = msgspec.json.encode(views.view(variant))
    return plain, gzip.compress(plain, mtime=0)


def _faces(caller: Caller, default: Style) -> Style:
    faces = caller.query.get("faces", default)
    if faces not in STYLES or faces == "plain":
        raise ApiError("invalid", "faces", why=objections.one_of("faces", STYLES[:-1]))
    return cast("Style", faces)


def _named(key: str) -> Variant:
    """The variant with this key (`komadai.play.boards`). Raises ApiError ``not_found``, ``invalid``."""
    if read_key(key)[0] not in NAMES:
        raise ApiError("not_found")
    try:
        return variant_of(key)
    except VariantError as error:
        raise ApiError("invalid", "name", why=Text.of_error(error)) from error


def _board(caller: Caller, variant: Variant) -> Board:
    """The position of the query; without one the start. Raises ApiError ``invalid``."""
    try:
        return Board(variant, caller.query.get("sfen", variant.sfen)[: Position.max_length])
    except SfenError as error:
        why = Text("sfen: {why}", "{why}").filled(why=Text.of_error(error))
        raise ApiError("invalid", "sfen", why=why) from error


def _solvable(name: str) -> Variant:
    variant = _named(name)
    if not variant_solved.solvable(variant):
        raise ApiError("not_found")
    return variant


def _unfinished(jobs: JobQueue, guest: str | None, variant: Variant) -> Job | None:
    return None if guest is None else jobs.unfinished(guest, f"solve {variant.name}")


def _job_view(job: Job) -> variants_wire.SolveJobView:
    assert isinstance(job.task, variant_solved.SolveTask)
    return variant_solved.job_view(job, job.task)


CALLS: Final = (
    VariantCalls,
    SolveCalls,
)
