"""The HTTP calls of lessons; see docs/wire.md."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from komadai.errors import MissingPackageError
from komadai.play.boards import board_of
from komadai.play.texts import Text
from komadai.server.errors import ApiError
from komadai.server.http import objections
from komadai.server.http.answers import answer
from komadai.server.http.request_quotas import RequestQuotas
from komadai.server.http.requests import AnyRequest, body_of, guest_of
from komadai.server.jobs.worker_pool import CpuWorkerPool
from komadai.server.lessons import schedule, views
from komadai.server.lessons import wire as lw
from komadai.server.lessons.store import LessonProgress, LessonStore
from komadai.server.positions import move_input
from komadai.server.server_clock import ServerClock
from komadai.study.lessons import Chapter, Lesson, find_lesson
from komadai.study.lessons.booklet import booklet

MAX_REPETITIONS: Final = 20


@get("/api/lessons", answers=lw.CourseView)
async def course(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    lessons: NamedDependency[LessonStore],
) -> Response[bytes]:
    """The course with the progress of the guest."""
    guest, now = guest_of(request), clock.now_ms()
    quotas.call(guest, now)
    return answer(views.course(await lessons.all_progress(guest), await lessons.cards(guest), now))


@get("/api/lessons/repetition", answers=lw.RepetitionView)
async def repetition(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    lessons: NamedDependency[LessonStore],
) -> Response[bytes]:
    """The steps that the guest has missed and that are due again."""
    guest, now = guest_of(request), clock.now_ms()
    quotas.call(guest, now)
    return answer(views.repetition(await lessons.cards(guest), now, MAX_REPETITIONS))


@post("/api/lessons/repeated", status_code=200, body=lw.RepeatedRequest, answers=lw.DueView)
async def repeated(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    lessons: NamedDependency[LessonStore],
) -> Response[bytes]:
    """Stores how a repetition went; the step is due again later, or soon if it was missed."""
    guest, now = guest_of(request), clock.now_ms()
    quotas.call(guest, now)
    ask = await body_of(request, lw.RepeatedRequest)
    async with lessons.lock(guest):
        card = await lessons.card(guest, ask.lesson, ask.key)
        if card is None:
            raise ApiError("not_found")
        if card.due_ms <= now:  # a second answer to the same repetition, as of another page, changes nothing
            await lessons.save_card(schedule.repeated(card, ask.right, now))
    return answer(views.due(await lessons.cards(guest), now))


@get("/api/lessons/booklet.pdf", answers=bytes, query=("lang",))
async def printable(request: AnyRequest, workers: NamedDependency[CpuWorkerPool]) -> Response[bytes]:
    """The course as a booklet to print."""
    language = request.query_params.get("lang", "en")
    if language not in ("en", "ja"):
        raise ApiError("invalid", "lang", why="lang: expected en or ja")
    try:
        document = await workers.run(request.scope["state"]["address"], _booklet, language)
    except MissingPackageError as error:
        raise ApiError("invalid", why=Text.of_error(error)) from error
    headers = {
        "Cache-Control": "public, max-age=3600",
        "Content-Disposition": f'attachment; filename="shogi-lessons-{language}.pdf"',
    }
    return Response(document, media_type="application/pdf", headers=headers)


@get("/api/lessons/{lesson_id:str}", answers=lw.LessonView)
async def one_lesson(
    request: AnyRequest,
    lesson_id: FromPath[str],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    lessons: NamedDependency[LessonStore],
) -> Response[bytes]:
    """A lesson with its steps, and how far the guest is."""
    guest = guest_of(request)
    quotas.call(guest, clock.now_ms())
    _, lesson = _lesson(lesson_id)
    return answer(views.lesson(lesson, await lessons.progress(guest, lesson_id)))


@post(
    "/api/lessons/{lesson_id:str}/passed",
    status_code=200,
    body=lw.PassedRequest,
    answers=lw.LessonProgressView,
)
async def passed(
    request: AnyRequest,
    lesson_id: FromPath[str],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    lessons: NamedDependency[LessonStore],
) -> Response[bytes]:
    """Stores that the guest has completed a step. One that was missed is asked again later."""
    guest, now = guest_of(request), clock.now_ms()
    quotas.call(guest, now)
    ask = await body_of(request, lw.PassedRequest)
    _lesson(lesson_id)
    steps = list(views.steps_of(lesson_id).values())
    if ask.step > len(steps):
        raise ApiError("invalid", "step", why=objections.whole_number("step", 1, len(steps)))
    step = steps[ask.step - 1]
    async with lessons.lock(guest):
        before = await lessons.progress(guest, lesson_id)
        card = None
        if ask.missed and step.kind in ("move", "choose", "write"):
            known = await lessons.card(guest, lesson_id, step.key)
            card = schedule.missed(guest, lesson_id, step.key, known, now)
        after = LessonProgress(
            guest_id=guest,
            lesson=lesson_id,
            reached=max(before.reached, ask.step),
            missed=before.missed + ask.missed,
            at_ms=now,
            done_ms=now if before.done_ms is None and ask.step == len(steps) else before.done_ms,
        )
        await lessons.save(after, card)
    return answer(
        lw.LessonProgressView(reached=after.reached, missed=after.missed, done=after.done_ms is not None)
    )


@post("/api/lessons/{lesson_id:str}/typed", status_code=200, body=lw.TypedRequest, answers=lw.TypedView)
async def typed(
    request: AnyRequest,
    lesson_id: FromPath[str],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """What the guest has typed, compared with the move of the step."""
    guest = guest_of(request)
    quotas.call(guest, clock.now_ms())
    ask = await body_of(request, lw.TypedRequest)
    chapter, _ = _lesson(lesson_id)
    step = views.step_of(lesson_id, ask.key)
    if step is None or step.move is None:
        raise ApiError("not_found")
    board = board_of(chapter.variant, step.sfen)
    try:
        move = move_input.typed_on(board, ask.text)
    except ApiError as error:
        return answer(lw.TypedView(right=False, read_as=None, why=error.text))
    read = views.written(board, move.usi()) if board.is_legal(move) else None
    return answer(lw.TypedView(right=move.usi() == step.move.usi, read_as=read, why=None))


@lru_cache(2)
def _booklet(language: Literal["en", "ja"]) -> bytes:
    """Setting it takes some seconds."""
    return booklet(language)


def _lesson(id: str) -> tuple[Chapter, Lesson]:
    found = find_lesson(id)
    if found is None:
        raise ApiError("not_found")
    return found


HANDLERS: Final[tuple[ControllerRouterHandler, ...]] = (
    course,
    repetition,
    repeated,
    printable,
    one_lesson,
    passed,
    typed,
)
