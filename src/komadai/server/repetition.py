"""When something that was missed is asked again: fsrs decides, from how it went before."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from fsrs import Card, Rating, Scheduler, State

_SOON: Final = (timedelta(minutes=10),)
SCHEDULER: Final = Scheduler(learning_steps=_SOON, relearning_steps=_SOON, enable_fuzzing=False)


class Repetition(msgspec.Struct, frozen=True, kw_only=True):
    """When something is due again, and what the scheduler knows of it. Cards of features add what it is."""

    due_ms: int
    reviewed_ms: int
    state: int
    learning_step: int | None
    stability: float
    difficulty: float

    @property
    def recovered(self) -> bool:
        """Whether it went well at least once since it was first missed."""
        return State(self.state) is not State.Learning


def columns() -> list[sa.Column[Any]]:
    """The columns of a table that keep a :class:`Repetition`."""
    return [
        sa.Column("due_ms", sa.BigInteger, nullable=False),
        sa.Column("reviewed_ms", sa.BigInteger, nullable=False),
        sa.Column("state", sa.Integer, nullable=False),
        sa.Column("learning_step", sa.Integer, nullable=True),
        sa.Column("stability", sa.Float, nullable=False),
        sa.Column("difficulty", sa.Float, nullable=False),
    ]


def reviewed(before: Repetition | None, right: bool, now_ms: int) -> dict[str, Any]:
    """The fields of the :class:`Repetition` after it went right or not; ``before`` is None the first time."""
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
    card, _ = SCHEDULER.review_card(card, Rating.Good if right else Rating.Again, _time(now_ms))
    return {
        "due_ms": round(card.due.timestamp() * 1000),
        "reviewed_ms": now_ms,
        "state": card.state.value,
        "learning_step": card.step,
        "stability": card.stability or 0.0,
        "difficulty": card.difficulty or 0.0,
    }


def _time(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, UTC)
