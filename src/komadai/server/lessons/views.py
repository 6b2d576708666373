"""Converts lessons and their progress to wire types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from komadai.messages.text import Text
from komadai.play.boards import read_move
from komadai.play.state import color_name
from komadai.server.lessons import wire as lw
from komadai.server.lessons.schedule import StepCard
from komadai.server.lessons.store import LessonProgress
from komadai.server.library import views as library_views
from komadai.server.positions.views import checked, move_text
from komadai.study.lessons import (
    Chapter,
    Choose,
    Lesson,
    MakeMove,
    PlacedStep,
    Play,
    Read,
    Write,
    chapters,
    find_lesson,
    placed_steps,
)
from komadai.study.lessons.model import AnyStep, Goal
from komadai.study.library import lesson_terms
from komadai.variants.pictures import animals

KINDS: dict[type, lw.StepKind] = {
    Read: "read",
    MakeMove: "move",
    Choose: "choose",
    Write: "write",
    Play: "play",
}


def course(progress: Mapping[str, LessonProgress], cards: Sequence[StepCard], now_ms: int) -> lw.CourseView:
    """The whole course with a person's progress."""
    return lw.CourseView(
        chapters=[
            lw.LessonChapterView(
                id=chapter.id,
                title=chapter.title,
                about=chapter.about,
                variant=chapter.variant,
                lessons=[_line(lesson, progress.get(lesson.id)) for lesson in chapter.lessons],
            )
            for chapter in chapters()
        ],
        due=due(cards, now_ms),
    )


def due(cards: Sequence[StepCard], now_ms: int) -> lw.DueView:
    """How many steps are due. Cards of steps that the course does not have any more do not count."""
    waiting = [card for card in cards if step_of(card.lesson, card.step) is not None]
    later = [card.due_ms for card in waiting if card.due_ms > now_ms]
    return lw.DueView(now=len(waiting) - len(later), next_ms=min(later) - now_ms if later else None)


def lesson(found: Lesson, progress: LessonProgress) -> lw.LessonView:
    """A lesson with its steps."""
    chapter, _ = _found(found.id)
    ids = [each.id for one in chapters() for each in one.lessons]
    at = ids.index(found.id)
    steps = list(steps_of(found.id).values())
    return lw.LessonView(
        id=found.id,
        title=found.title,
        picture=_picture(found),
        chapter=chapter.title,
        variant=chapter.variant,
        steps=steps,
        reached=min(progress.reached, len(steps)),
        done=progress.done_ms is not None,
        next=ids[at + 1] if at + 1 < len(ids) else None,
        terms=library_views.links(lesson_terms().get(found.id, ())),
    )


@cache
def steps_of(id: str) -> dict[str, lw.StepView]:
    """The steps of a lesson by their key."""
    chapter, found = _found(id)
    return {placed.key: _step(placed) for placed in placed_steps(chapter, found)}


def step_of(lesson_id: str, key: str) -> lw.StepView | None:
    """A step by its lesson and key."""
    return steps_of(lesson_id).get(key) if find_lesson(lesson_id) is not None else None


def repetition(cards: Sequence[StepCard], now_ms: int, limit: int) -> lw.RepetitionView:
    """The steps that are due."""
    steps: list[lw.RepetitionStep] = []
    for card in cards:
        step = step_of(card.lesson, card.step)
        if step is not None and card.due_ms <= now_ms and len(steps) < limit:
            chapter, found = _found(card.lesson)
            steps.append(
                lw.RepetitionStep(
                    lesson=found.id,
                    title=found.title,
                    picture=_picture(found),
                    variant=chapter.variant,
                    step=step,
                )
            )
    return lw.RepetitionView(steps=steps, due=due(cards, now_ms))


def _line(found: Lesson, progress: LessonProgress | None) -> lw.LessonLine:
    return lw.LessonLine(
        id=found.id,
        title=found.title,
        picture=_picture(found),
        steps=len(found.steps),
        reached=0 if progress is None else min(progress.reached, len(found.steps)),
        missed=0 if progress is None else progress.missed,
        done=progress is not None and progress.done_ms is not None,
    )


def _picture(found: Lesson) -> Text | None:
    """The animal that the pictures show for the piece in the lesson's title."""
    return None if found.piece is None else Text(*animals.WORDS[found.piece])


def _step(placed: PlacedStep) -> lw.StepView:
    step, board = placed.step, placed.board
    asks = isinstance(step, MakeMove)
    hint: Text | None = getattr(step, "hint", None)
    return lw.StepView(
        kind=KINDS[type(step)],
        key=placed.key,
        text=step.text,
        sfen=board.sfen(),
        turn=color_name(board.turn),
        check=checked(board),
        marks=list(step.marks),
        arrows=list(step.arrows),
        goal=_goal(step),
        legal=[move.usi() for move in board.legal_moves] if asks else [],
        right=list(placed.right),
        reply=step.reply if isinstance(step, MakeMove) else None,
        hint=hint,
        praise=step.praise if isinstance(step, MakeMove) else None,
        wrong=dict(step.wrong) if isinstance(step, MakeMove) else {},
        options=list(step.options) if isinstance(step, Choose) else [],
        answer=step.answer if isinstance(step, Choose) else None,
        why=step.why if isinstance(step, Choose) else None,
        move=move_text(board, read_move(board, step.move)) if isinstance(step, Write) else None,
        level=step.level if isinstance(step, Play) else None,
    )


def _goal(step: AnyStep) -> Goal | None:
    """The goal, if every move that reaches it is right; of a castle the next move is asked."""
    if not isinstance(step, MakeMove):
        return None
    return step.goal if not step.moves or step.goal == "castle" else None


def _found(id: str) -> tuple[Chapter, Lesson]:
    found = find_lesson(id)
    assert found is not None, id
    return found
