"""The calls about the review that is kept with a chapter; see docs/wire.md.

Whoever may write the study keeps the result of a finished job: the server takes it from the job, never from
the page. Whoever may read the study gets it. Players of running games are refused.
"""

from __future__ import annotations

from typing import Final

import msgspec
from litestar import get, post
from litestar.params import JSONBody

from komadai.messages.text import Text
from komadai.server.errors import ApiError
from komadai.server.games.fair_play.fair_play import OF_A_GAME, FairPlay, PlayingError
from komadai.server.http.calls import Calls, Id
from komadai.server.http.requests import AnyRequest
from komadai.server.http.wire import EmptyRequest
from komadai.server.jobs.calls import job_of
from komadai.server.jobs.job_queue import JobQueue
from komadai.server.jobs.worker_pool import CpuWorkerPool
from komadai.server.people.caller import Caller
from komadai.server.positions.position import Position
from komadai.server.records.wire import Line
from komadai.server.reviews.jobs import ReviewTask
from komadai.server.reviews.wire import ReviewView
from komadai.server.studies import wire
from komadai.server.studies.live_chapters import LiveChapters
from komadai.server.studies.service import Studies

MAX_BYTES: Final = 2_000_000
"""The largest size of a review as JSON; one of 300 moves has about 300,000 bytes."""
TOO_LONG: Final = Text(
    f"a study keeps reviews of at most {MAX_BYTES:,} bytes",
    f"研究に保存できる検討は{MAX_BYTES // 10_000}万バイトまでです",
)


class ReviewCalls(Calls):
    """The review that is kept with a chapter."""

    path = "/api/studies/{study_id:str}/chapters/{chapter_id:str}/review"
    studies: Studies
    live_chapters: LiveChapters
    fair_play: FairPlay
    jobs: JobQueue
    workers: CpuWorkerPool

    @get("/", helps=True)
    async def kept_review(
        self, request: AnyRequest, caller: Caller, study_id: Id, chapter_id: Id
    ) -> wire.KeptReview:
        """The review that is kept with a chapter.

        Refused like reviews themselves during a game against a person.
        """
        study = await self.studies.study(study_id, caller.person, "watch")
        row = await self.studies.store.chapter_of(study, chapter_id)
        body = await self.studies.store.review(row.id)
        if body is None:
            return wire.KeptReview(None)
        review = msgspec.json.decode(body, type=ReviewView)
        chapter = await self.live_chapters.opened.load(row)
        asked = Line(start_sfen=Position(chapter.start_sfen), moves=[move.usi for move in review.moves])
        if await self.fair_play.is_protected(request, asked):
            raise PlayingError(OF_A_GAME)
        return wire.KeptReview(review)

    @post("/", status_code=200, helps=True, cost="operation")
    async def keep_review(
        self, caller: Caller, study_id: Id, chapter_id: Id, data: JSONBody[wire.KeepReview]
    ) -> EmptyRequest:
        """Keeps the review of a finished job with a chapter, in place of the one before.

        The job is one's own, from the chapter's start position; 2,000,000 bytes at most.
        """
        study = await self.studies.study(study_id, caller.person, "write")
        row = await self.studies.store.chapter_of(study, chapter_id)
        job, task = job_of(self.jobs, data.job, caller.person, ReviewTask)
        chapter = await self.live_chapters.opened.load(row)
        start = task.reviewer.line.boards[0].sfen()
        review = (await self.workers.run(caller.address, task.view, job)).review
        if review is None or start != chapter.start_sfen:
            raise ApiError("not_found")
        body = msgspec.json.encode(review)
        if len(body) > MAX_BYTES:
            raise ApiError("invalid", "job", why=TOO_LONG)
        await self.studies.keep_review(row, caller.person, body.decode())
        return EmptyRequest()
