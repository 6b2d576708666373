"""The HTTP calls of reviews; see docs/wire.md."""

from __future__ import annotations

from typing import Final, Literal

from litestar import Response, get, post

from komadai.errors import ReviewError
from komadai.kifu import Game
from komadai.messages import Message
from komadai.messages.text import Text
from komadai.server.errors import ApiError
from komadai.server.http.calls import Calls, Id
from komadai.server.http.requests import AnyRequest, decoded
from komadai.server.jobs.calls import job_calls, job_of
from komadai.server.jobs.job_queue import Job, JobQueue
from komadai.server.jobs.worker_pool import CpuWorkerPool
from komadai.server.people.caller import Caller
from komadai.server.records import from_wire
from komadai.server.records.api import attachment
from komadai.server.reviews import files
from komadai.server.reviews import wire as wt
from komadai.server.reviews.jobs import ReviewTask

TOO_LONG: Final = Text(
    f"record: a game of at most {wt.MAX_PLIES:,} moves can be reviewed here",
    f"ここで検討できるのは{wt.MAX_PLIES}手までの対局です",
)


class NewReviewCalls(Calls):
    """Reviews that are begun."""

    path = "/api/reviews/jobs"
    jobs: JobQueue
    workers: CpuWorkerPool

    @post("/", body_limit="tree_body", body=wt.ReviewRequest, helps=True, cost="record")
    async def begin_job(self, request: AnyRequest, caller: Caller) -> wt.ReviewJobView:
        """Queues a job that reviews the main line of a record.

        Every position gets this number of nodes (50,000 if none is given), by one engine process of low
        priority. At most 1,000 moves. The guest's earlier job is stopped.
        """
        task = await self.workers.run(caller.address, _task, await request.body())
        job = Job(caller.person, task)
        self.jobs.submit(job, caller.address)
        return task.view(job)


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


class ReviewFileCalls(Calls):
    """Reviews as files."""

    path = "/api/reviews/jobs"
    jobs: JobQueue
    workers: CpuWorkerPool

    @get("/{job_id:str}/files/{kind:str}", query=("language",), helps=True, answers=bytes, cost="record")
    async def review_file(self, caller: Caller, job_id: Id, kind: Id) -> Response[bytes]:
        """The review of a finished job as a file: kif, html, pdf or json, in the language en or ja."""
        _, task = job_of(self.jobs, job_id, caller.person, ReviewTask)
        if kind not in files.KINDS or task.review is None:
            raise ApiError("not_found")
        language: Literal["en", "ja"] = "ja" if caller.query.get("language") == "ja" else "en"
        return attachment(
            await self.workers.run(caller.address, files.write, task.game, task.review, kind, language),
            "komadai-review",
        )


CALLS: Final = (
    NewReviewCalls,
    job_calls("/api/reviews/jobs", ReviewTask, lambda job, task: task.view(job), wt.ReviewJobView),
    ReviewFileCalls,
)
