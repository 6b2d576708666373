"""When a step that was missed is asked again: fsrs decides, from how it went before."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec
from fsrs import Card, Rating, Scheduler, State

_SOON: Final = (timedelta(minutes=10),)
_SCHEDULER: Final = Scheduler(learning_steps=_SOON, relearning_steps=_SOON, enable_fuzzing=False)


class StepCard(msgspec.Struct, frozen=True, kw_only=True):
    """A step that somebody has missed, and when it is due again."""

    guest_id: str
    lesson: str
    step: str
    """The step's key."""
    due_ms: int
    reviewed_ms: int
    state: int
    learning_step: int | None
    stability: float
    difficulty: float


def missed(guest: str, lesson: str, step: str, before: StepCard | None, now_ms: int) -> StepCard:
    """The card of a step that was missed now."""
    return _reviewed(guest, lesson, step, before, Rating.Again, now_ms)


def repeated(before: StepCard, right: bool, now_ms: int) -> StepCard:
    """The card after a repetition."""
    rating = Rating.Good if right else Rating.Again
    return _reviewed(before.guest_id, before.lesson, before.step, before, rating, now_ms)


def _reviewed(
    guest: str, lesson: str, step: str, before: StepCard | None, rating: Rating, now_ms: int
) -> StepCard:
    card = Card(card_id=0)
    if before is not None:
        card = Card(
            card_id=0,
            state=State(before.state),
            step=before.learning_step,
            stability=before.stability,
            difficulty=before.difficulty,
            due=_time(before.due_ms),
            last_review=_time(before.reviewed_ms),
        )
    card, _ = _SCHEDULER.review_card(card, rating, _time(now_ms))
    return StepCard(
        guest_id=guest,
        lesson=lesson,
        step=step,
        due_ms=round(card.due.timestamp() * 1000),
        reviewed_ms=now_ms,
        state=card.state.value,
        learning_step=card.step,
        stability=card.stability or 0.0,
        difficulty=card.difficulty or 0.0,
    )


def _time(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, UTC)
