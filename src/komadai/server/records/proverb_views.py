"""Converts proverbs to wire types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from komadai.messages.text import Text
from komadai.play.state import color_name
from komadai.server.records import names_wire as wire

if TYPE_CHECKING:
    from collections.abc import Iterable

    from komadai.study import SaidProverb


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
        arrows=arrows(said.arrows),
    )


def arrows(found: Iterable[tuple[str, str]]) -> list[wire.ArrowView]:
    """The arrows of a proverb or a hint."""
    return [wire.ArrowView(start, end) for start, end in found]
