"""The HTTP calls of reviews; see docs/wire.md."""

from __future__ import annotations

from typing import Final, Literal

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from komadai.errors import ReviewError
from komadai.kifu import Game
from komadai.messages import Message
from komadai.play.texts import Text
from komadai.server.errors import ApiError
from komadai.server.http.answers import answer
from komadai.server.http.request_quotas import RequestQuotas
from komadai.server.http.requests import AnyRequest, decoded, guest_of
from komadai.server.jobs.calls import job_calls, job_of
from komadai.server.jobs.job_queue import Job, JobQueue
from komadai.server.jobs.worker_pool import CpuWorkerPool
from komadai.server.rate_limits import Limits
from komadai.server.records import from_wire
from komadai.server.records.api import attachment
from komadai.server.reviews import files
from komadai.server.reviews import wire as wt
from komadai.server.reviews.jobs import ReviewTask
from komadai.server.server_clock import ServerClock

PATH: Final = "/api/reviews/jobs"
TOO_LONG: Final = Text(
    f"record: a game of at most {wt.MAX_PLIES:,} moves can be reviewed here",
    f"ここで検討できるのは{wt.MAX_PLIES}手までの対局です",
)


async def begin_job(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    jobs: NamedDependency[JobQueue],
    workers: NamedDependency[CpuWorkerPool],
) -> Response[bytes]:
    """Queues a job that reviews the main line of a record."""
    guest, address = guest_of(request), request.scope["state"]["address"]
    quotas.record(guest, address, clock.now_ms())
    task = await workers.run(address, _task, await request.body())
    job = Job(guest, task)
    jobs.submit(job, address)
    return answer(task.view(job), 201)


def _task(body: bytes) -> ReviewTask:
    ask = decoded(body, wt.ReviewRequest)
    game, _ = from_wire.game_of(ask.record)
    if not isinstance(game, Game):
        raise ApiError("invalid", "record", why=Text.of_error(ReviewError(Message("review-variant"))))
    if game.end.ply > wt.MAX_PLIES:
        raise ApiError("invalid", "record", why=TOO_LONG)
    try:
        return ReviewTask(game, ask.nodes)
    except ReviewError as error:
        raise ApiError("invalid", "record", why=Text.of_error(error)) from error


@get(f"{PATH}/{{job_id:str}}/files/{{kind:str}}", answers=bytes, query=("language",), helps=True)
async def review_file(
    request: AnyRequest,
    job_id: FromPath[str],
    kind: FromPath[str],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    jobs: NamedDependency[JobQueue],
    workers: NamedDependency[CpuWorkerPool],
) -> Response[bytes]:
    """The review of a finished job as a file: kif, html, pdf or json, in the language en or ja."""
    guest, address = guest_of(request), request.scope["state"]["address"]
    quotas.record(guest, address, clock.now_ms())
    _, task = job_of(jobs, job_id, guest, ReviewTask)
    if kind not in files.KINDS or task.review is None:
        raise ApiError("not_found")
    language: Literal["en", "ja"] = "ja" if request.query_params.get("language") == "ja" else "en"
    return attachment(
        await workers.run(address, files.write, task.game, task.review, kind, language), "komadai-review"
    )


def handlers(limits: Limits) -> tuple[ControllerRouterHandler, ...]:
    """The handlers of all these calls."""
    return (
        post(
            PATH,
            body=wt.ReviewRequest,
            answers=wt.ReviewJobView,
            helps=True,
            request_max_body_size=limits.tree_body,
        )(begin_job),
        *job_calls(PATH, ReviewTask, lambda job, task: task.view(job), wt.ReviewJobView),
        review_file,
    )
