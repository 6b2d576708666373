"""The HTTP calls of classes: a teacher shares the link of a class and sees what the pupils have done."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Final

from litestar import get, post
from litestar.params import JSONBody

from komadai.messages.text import Text
from komadai.server.classes import wire as cw
from komadai.server.classes.store import ClassStore, LessonClass, Pupil
from komadai.server.errors import ApiError
from komadai.server.http.calls import Calls, Id
from komadai.server.lessons.store import LessonProgress, LessonStore
from komadai.server.people.caller import Caller
from komadai.server.tsume import course as tsume_course
from komadai.server.tsume.course import CourseProgress
from komadai.server.tsume.service import TsumeService

MAX_CLASSES: Final = 20
MAX_PUPILS: Final = 200


class ClassCalls(Calls):
    """Classes of a teacher and pupils."""

    path = "/api/lessons/classes"
    classes: ClassStore
    lessons: LessonStore
    tsume: TsumeService

    @get("/")
    async def my_classes(self, caller: Caller) -> cw.ClassList:
        """The classes that the guest teaches or attends."""
        taught, attended = (
            await self.classes.taught_by(caller.person),
            await self.classes.attended_by(caller.person),
        )
        own = {each.id for each in taught}
        lines = [
            cw.ClassLine(id=each.id, name=each.name, teacher=each.id in own)
            for each in (*taught, *(each for each in attended if each.id not in own))
        ]
        return cw.ClassList(classes=lines)

    @post("/")
    async def create_class(self, caller: Caller, data: JSONBody[cw.ClassRequest]) -> cw.ClassView:
        """Creates a class whose teacher is the guest.

        At most 20, then 409 ``too_many``.
        """
        guest = caller.person
        if len(await self.classes.taught_by(guest)) >= MAX_CLASSES:
            raise ApiError("too_many")
        made = LessonClass(
            id=secrets.token_urlsafe(9), guest_id=guest, name=_name(data.name), created_ms=caller.now_ms
        )
        await self.classes.create(made)
        return await _view(made, guest, self.lessons, self.classes, self.tsume)

    @get("/{class_id:str}")
    async def one_class(self, caller: Caller, class_id: Id) -> cw.ClassView:
        """A class; with its pupils for the teacher.

        Whoever knows the id may see its name and join. The teacher gets the pupils with their lessons and the
        grades of the course of mate problems.
        """
        return await _view(
            await _class(class_id, self.classes), caller.person, self.lessons, self.classes, self.tsume
        )

    @post("/{class_id:str}/pupils", status_code=200)
    async def join(self, caller: Caller, class_id: Id, data: JSONBody[cw.PupilRequest]) -> cw.ClassView:
        """The guest joins the class under this name, or changes the name. The teacher sees the progress.

        At most 200 pupils, then 409 ``too_many``.
        """
        guest = caller.person
        found = await _class(class_id, self.classes)
        pupils = await self.classes.pupils(class_id)
        if len(pupils) >= MAX_PUPILS and all(pupil.guest_id != guest for pupil in pupils):
            raise ApiError("too_many")
        await self.classes.join(class_id, Pupil(guest, _name(data.name)), caller.now_ms)
        return await _view(found, guest, self.lessons, self.classes, self.tsume)

    @post("/{class_id:str}/leave", status_code=200)
    async def leave(self, caller: Caller, class_id: Id) -> cw.ClassView:
        """The guest leaves the class."""
        found = await _class(class_id, self.classes)
        await self.classes.leave(class_id, caller.person)
        return await _view(found, caller.person, self.lessons, self.classes, self.tsume)

    @post("/{class_id:str}/delete", status_code=200)
    async def delete(self, caller: Caller, class_id: Id) -> cw.ClassList:
        """The teacher deletes the class; the pupils keep their progress."""
        if (await _class(class_id, self.classes)).guest_id != caller.person:
            raise ApiError("not_found")
        await self.classes.delete(class_id)
        left = await self.classes.taught_by(caller.person)
        return cw.ClassList(classes=[cw.ClassLine(id=each.id, name=each.name, teacher=True) for each in left])


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
        raise ApiError(
            "invalid",
            "name",
            why=Text("name: expected printable characters", "名前は表示できる文字にしてください"),
        )
    return name


CALLS: Final = (ClassCalls,)
