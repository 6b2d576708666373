"""Converts hints of the coach to wire types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from komadai.messages.text import Text
from komadai.server.coach import wire
from komadai.server.records.proverb_views import arrows

if TYPE_CHECKING:
    from komadai.study import Danger, Hint


def danger(found: Danger) -> wire.CoachHintView:
    """Converts a danger: a loss of the player, without a proverb."""
    return wire.CoachHintView(
        kind="danger",
        id=None,
        proverb=None,
        about=None,
        text=Text(*found.text),
        squares=list(found.squares),
        arrows=arrows(found.arrows),
    )


def hint(found: Hint) -> wire.CoachHintView:
    """Converts a hint of the coach."""
    return wire.CoachHintView(
        kind=found.kind,
        id=found.proverb.id,
        proverb=Text(found.proverb.en, found.proverb.ja),
        about=Text(*found.proverb.about),
        text=Text(*found.text),
        squares=list(found.squares),
        arrows=arrows(found.arrows),
    )
