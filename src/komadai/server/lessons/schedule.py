"""When a step that was missed is asked again."""

from __future__ import annotations

from komadai.server.repetition import Repetition, reviewed


class StepCard(Repetition, frozen=True, kw_only=True):
    """A step that somebody has missed, and when it is due again."""

    guest_id: str
    lesson: str
    step: str
    """The step's key."""


def missed(guest: str, lesson: str, step: str, before: StepCard | None, now_ms: int) -> StepCard:
    """The card of a step that was missed now."""
    return StepCard(guest_id=guest, lesson=lesson, step=step, **reviewed(before, False, now_ms))


def repeated(before: StepCard, right: bool, now_ms: int) -> StepCard:
    """The card after a repetition."""
    fields = reviewed(before, right, now_ms)
    return StepCard(guest_id=before.guest_id, lesson=before.lesson, step=before.step, **fields)
