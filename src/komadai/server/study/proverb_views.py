"""Converts proverbs and hints of the coach to wire types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from komadai.play.state import color_name
from komadai.play.texts import Text
from komadai.server.study import proverbs_wire as wire

if TYPE_CHECKING:
    from collections.abc import Iterable

    from komadai.study import Danger, Hint, SaidProverb


def proverb(said: SaidProverb) -> wire.ProverbView:
    """A proverb that fits a move."""
    return wire.ProverbView(
        ply=said.ply,
        side=color_name(said.side),
        id=said.proverb.id,
        proverb=Text(said.proverb.en, said.proverb.ja),
        about=Text(*said.proverb.about),
        text=Text(*said.text),
        squares=list(said.squares),
        arrows=_arrows(said.arrows),
    )


def danger(found: Danger) -> wire.CoachHintView:
    """What the player loses, without a proverb."""
    return wire.CoachHintView(
        kind="danger",
        id=None,
        proverb=None,
        about=None,
        text=Text(*found.text),
        squares=list(found.squares),
        arrows=_arrows(found.arrows),
    )


def hint(found: Hint) -> wire.CoachHintView:
    """What the coach says."""
    return wire.CoachHintView(
        kind=found.kind,
        id=found.proverb.id,
        proverb=Text(found.proverb.en, found.proverb.ja),
        about=Text(*found.proverb.about),
        text=Text(*found.text),
        squares=list(found.squares),
        arrows=_arrows(found.arrows),
    )


def _arrows(arrows: Iterable[tuple[str, str]]) -> list[wire.ArrowView]:
    return [wire.ArrowView(start, end) for start, end in arrows]
