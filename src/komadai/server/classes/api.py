"""The HTTP calls of classes: a teacher shares the link of a class and sees what the pupils have done."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from komadai.server.classes import wire as cw
from komadai.server.errors import ApiError
from komadai.server.http.answers import answer
from komadai.server.http.request_quotas import RequestQuotas
from komadai.server.http.requests import AnyRequest, body_of, guest_of
from komadai.server.http.wire import EmptyRequest
from komadai.server.lessons.store import ClassStore, LessonClass, LessonProgress, LessonStore, Pupil
from komadai.server.server_clock import ServerClock
from komadai.server.tsume import course as tsume_course
from komadai.server.tsume.course import CourseProgress
from komadai.server.tsume.service import TsumeService

MAX_CLASSES: Final = 20
MAX_PUPILS: Final = 200


@get("/api/lessons/classes", answers=cw.ClassList)
async def my_classes(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    classes: NamedDependency[ClassStore],
) -> Response[bytes]:
    """The classes that the guest teaches or attends."""
    guest = guest_of(request)
    quotas.call(guest, clock.now_ms())
    taught, attended = await classes.taught_by(guest), await classes.attended_by(guest)
    own = {each.id for each in taught}
    lines = [
        cw.ClassLine(id=each.id, name=each.name, teacher=each.id in own)
        for each in (*taught, *(each for each in attended if each.id not in own))
    ]
    return answer(cw.ClassList(classes=lines))


@post("/api/lessons/classes", body=cw.ClassRequest, answers=cw.ClassView)
async def create_class(
    request: AnyRequest,
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    lessons: NamedDependency[LessonStore],
    classes: NamedDependency[ClassStore],
    tsume: NamedDependency[TsumeService],
) -> Response[bytes]:
    """Creates a class whose teacher is the guest."""
    guest, now = guest_of(request), clock.now_ms()
    quotas.call(guest, now)
    ask = await body_of(request, cw.ClassRequest)
    if len(await classes.taught_by(guest)) >= MAX_CLASSES:
        raise ApiError("too_many")
    made = LessonClass(id=secrets.token_urlsafe(9), guest_id=guest, name=_name(ask.name), created_ms=now)
    await classes.create(made)
    return answer(await _view(made, guest, lessons, classes, tsume), 201)


@get("/api/lessons/classes/{class_id:str}", answers=cw.ClassView)
async def one_class(
    request: AnyRequest,
    class_id: FromPath[str],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    lessons: NamedDependency[LessonStore],
    classes: NamedDependency[ClassStore],
    tsume: NamedDependency[TsumeService],
) -> Response[bytes]:
    """A class; with its pupils for the teacher."""
    guest = guest_of(request)
    quotas.call(guest, clock.now_ms())
    return answer(await _view(await _class(class_id, classes), guest, lessons, classes, tsume))


@post(
    "/api/lessons/classes/{class_id:str}/pupils",
    status_code=200,
    body=cw.PupilRequest,
    answers=cw.ClassView,
)
async def join(
    request: AnyRequest,
    class_id: FromPath[str],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    lessons: NamedDependency[LessonStore],
    classes: NamedDependency[ClassStore],
    tsume: NamedDependency[TsumeService],
) -> Response[bytes]:
    """The guest joins the class under this name, or changes the name. The teacher sees the progress."""
    guest, now = guest_of(request), clock.now_ms()
    quotas.call(guest, now)
    ask = await body_of(request, cw.PupilRequest)
    found = await _class(class_id, classes)
    pupils = await classes.pupils(class_id)
    if len(pupils) >= MAX_PUPILS and all(pupil.guest_id != guest for pupil in pupils):
        raise ApiError("too_many")
    await classes.join(class_id, Pupil(guest, _name(ask.name)), now)
    return answer(await _view(found, guest, lessons, classes, tsume))


@post("/api/lessons/classes/{class_id:str}/leave", status_code=200, body=EmptyRequest, answers=cw.ClassView)
async def leave(
    request: AnyRequest,
    class_id: FromPath[str],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    lessons: NamedDependency[LessonStore],
    classes: NamedDependency[ClassStore],
    tsume: NamedDependency[TsumeService],
) -> Response[bytes]:
    """The guest leaves the class."""
    guest = guest_of(request)
    quotas.call(guest, clock.now_ms())
    await body_of(request, EmptyRequest)
    found = await _class(class_id, classes)
    await classes.leave(class_id, guest)
    return answer(await _view(found, guest, lessons, classes, tsume))


@post("/api/lessons/classes/{class_id:str}/delete", status_code=200, body=EmptyRequest, answers=cw.ClassList)
async def delete(
    request: AnyRequest,
    class_id: FromPath[str],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
    classes: NamedDependency[ClassStore],
) -> Response[bytes]:
    """The teacher deletes the class; the pupils keep their progress."""
    guest = guest_of(request)
    quotas.call(guest, clock.now_ms())
    await body_of(request, EmptyRequest)
    if (await _class(class_id, classes)).guest_id != guest:
        raise ApiError("not_found")
    await classes.delete(class_id)
    left = await classes.taught_by(guest)
    return answer(
        cw.ClassList(classes=[cw.ClassLine(id=each.id, name=each.name, teacher=True) for each in left])
    )


async def _class(id: str, classes: ClassStore) -> LessonClass:
    found = await classes.get(id)
    if found is None:
        raise ApiError("not_found")
    return found


async def _view(
    found: LessonClass, guest: str, lessons: LessonStore, classes: ClassStore, tsume: TsumeService
) -> cw.ClassView:
    pupils = await classes.pupils(found.id)
    teacher = found.guest_id == guest
    # What a pupil has done is the teacher's to see.
    seen = {pupil.guest_id for pupil in pupils} if teacher else set()
    lines, courses = await lessons.progress_of(seen), await tsume.store.courses(seen)
    return cw.ClassView(
        id=found.id,
        name=found.name,
        teacher=teacher,
        joined_as=next((pupil.name for pupil in pupils if pupil.guest_id == guest), None),
        grades=[cw.ClassGrade(each.kyu, each.plies, each.needed) for each in tsume.grades.values()]
        if teacher
        else [],
        pupils=[
            _pupil(number, pupil, lines[pupil.guest_id], courses[pupil.guest_id], tsume)
            for number, pupil in enumerate(pupils, 1)
        ]
        if teacher
        else [],
    )


def _pupil(
    number: int,
    pupil: Pupil,
    lines: Mapping[str, LessonProgress],
    course: CourseProgress,
    tsume: TsumeService,
) -> cw.PupilView:
    progress = lines.values()
    solved = tsume_course.solved_by_grade(course, tsume.grade_of)
    return cw.PupilView(
        id=str(number),
        name=pupil.name,
        done=[each.lesson for each in progress if each.done_ms is not None],
        begun=[each.lesson for each in progress if each.done_ms is None],
        missed=sum(each.missed for each in progress),
        grades=[cw.PupilGrade(kyu, solved[kyu]) for kyu in tsume.grades if solved[kyu]],
        at_ms=max((each.at_ms for each in progress), default=None),
    )


def _name(text: str) -> str:
    name = " ".join(text.split())
    if not name or not name.isprintable():
        raise ApiError("invalid", "name", why="name: expected printable characters")
    return name


HANDLERS: Final[tuple[ControllerRouterHandler, ...]] = (
    my_classes,
    create_class,
    one_class,
    join,
    leave,
    delete,
)
