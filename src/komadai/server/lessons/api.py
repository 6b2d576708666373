"""The HTTP calls of lessons; see docs/wire.md."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

from litestar import Response, get, post
from litestar.params import JSONBody

from komadai.errors import MissingPackageError
from komadai.messages.text import Text
from komadai.play.boards import board_of
from komadai.server.errors import ApiError
from komadai.server.http import objections
from komadai.server.http.calls import Calls, Id
from komadai.server.jobs.worker_pool import CpuWorkerPool
from komadai.server.lessons import schedule, views
from komadai.server.lessons import wire as lw
from komadai.server.lessons.store import LessonProgress, LessonStore
from komadai.server.people.caller import Caller
from komadai.server.positions import move_input
from komadai.server.positions.views import move_text
from komadai.study.lessons import Chapter, Lesson, find_lesson
from komadai.study.lessons.booklet import booklet

MAX_REPETITIONS: Final = 20


class LessonCalls(Calls):
    """The course, and what is due again."""

    path = "/api/lessons"
    lessons: LessonStore
    workers: CpuWorkerPool

    @get("/")
    async def course(self, caller: Caller) -> lw.CourseView:
        """The course with the progress of the guest."""
        return views.course(
            await self.lessons.all_progress(caller.person),
            await self.lessons.cards(caller.person),
            caller.now_ms,
        )

    @get("/repetition")
    async def repetition(self, caller: Caller) -> lw.RepetitionView:
        """The steps that the guest has missed and that are due again."""
        return views.repetition(await self.lessons.cards(caller.person), caller.now_ms, MAX_REPETITIONS)

    @post("/repeated", status_code=200)
    async def repeated(self, caller: Caller, data: JSONBody[lw.RepeatedRequest]) -> lw.DueView:
        """Stores how a repetition went; the step is due again later, or soon if it was missed.

        Of a step that is not due nothing changes; 404 if it was never missed.
        """
        guest = caller.person
        now = caller.now_ms
        async with self.lessons.lock(guest):
            card = await self.lessons.card(guest, data.lesson, data.key)
            if card is None:
                raise ApiError("not_found")
            if (
                card.due_ms <= now
            ):  # a second answer to the same repetition, as of another page, changes nothing
                await self.lessons.save_card(schedule.repeated(card, data.right, now))
        return views.due(await self.lessons.cards(guest), now)

    @get("/booklet.pdf", query=("lang",), answers=bytes, cost=None)
    async def printable(self, caller: Caller) -> Response[bytes]:
        """The course as a booklet to print.

        ``lang`` is ``en`` or ``ja``.
        """
        language = caller.query.get("lang", "en")
        if language not in ("en", "ja"):
            raise ApiError("invalid", "lang", why=objections.one_of("lang", ("en", "ja")))
        try:
            document = await self.workers.run(caller.address, _booklet, language)
        except MissingPackageError as error:
            raise ApiError("invalid", why=Text.of_error(error)) from error
        headers = {
            "Cache-Control": "public, max-age=3600",
            "Content-Disposition": f'attachment; filename="shogi-lessons-{language}.pdf"',
        }
        return Response(document, media_type="application/pdf", headers=headers)

    @get("/{lesson_id:str}")
    async def one_lesson(self, caller: Caller, lesson_id: Id) -> lw.LessonView:
        """A lesson with its steps, and how far the guest is."""
        _, lesson = _lesson(lesson_id)
        return views.lesson(lesson, await self.lessons.progress(caller.person, lesson_id))

    @post("/{lesson_id:str}/passed", status_code=200)
    async def passed(
        self, caller: Caller, lesson_id: Id, data: JSONBody[lw.PassedRequest]
    ) -> lw.LessonProgressView:
        """Stores that the guest has completed a step. One that was missed is asked again later.

        ``missed``: it needed help or a second try. The last step completes the lesson.
        """
        guest = caller.person
        now = caller.now_ms
        _lesson(lesson_id)
        steps = list(views.steps_of(lesson_id).values())
        if data.step > len(steps):
            raise ApiError("invalid", "step", why=objections.whole_number("step", 1, len(steps)))
        step = steps[data.step - 1]
        async with self.lessons.lock(guest):
            before = await self.lessons.progress(guest, lesson_id)
            card = None
            if data.missed and step.kind in ("move", "choose", "write"):
                known = await self.lessons.card(guest, lesson_id, step.key)
                card = schedule.missed(guest, lesson_id, step.key, known, now)
            after = LessonProgress(
                guest_id=guest,
                lesson=lesson_id,
                reached=max(before.reached, data.step),
                missed=before.missed + data.missed,
                at_ms=now,
                done_ms=now if before.done_ms is None and data.step == len(steps) else before.done_ms,
            )
            await self.lessons.save(after, card)
        return lw.LessonProgressView(
            reached=after.reached, missed=after.missed, done=after.done_ms is not None
        )

    @post("/{lesson_id:str}/typed", status_code=200)
    async def typed(self, lesson_id: Id, data: JSONBody[lw.TypedRequest]) -> lw.TypedView:
        """Compares the move that the guest has typed with the move of the step."""
        chapter, _ = _lesson(lesson_id)
        step = views.step_of(lesson_id, data.key)
        if step is None or step.move is None:
            raise ApiError("not_found")
        board = board_of(chapter.variant, step.sfen)
        try:
            move = move_input.typed(board, data.text)
        except ApiError as error:
            return lw.TypedView(right=False, read_as=None, why=error.text)
        read = move_text(board, move) if board.is_legal(move) else None
        return lw.TypedView(right=move.usi() == step.move.usi, read_as=read, why=None)


@lru_cache(2)
def _booklet(language: Literal["en", "ja"]) -> bytes:
    """Setting it takes some seconds."""
    return booklet(language)


def _lesson(id: str) -> tuple[Chapter, Lesson]:
    found = find_lesson(id)
    if found is None:
        raise ApiError("not_found")
    return found


CALLS: Final = (LessonCalls,)
