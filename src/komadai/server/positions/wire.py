"""The wire types of moves and positions; see docs/wire.md."""

from __future__ import annotations

import msgspec

from komadai.messages.text import Text
from komadai.play.events import ColorName


class MoveText(msgspec.Struct, frozen=True):
    """A move in each notation of the page."""

    japanese: str
    western: str
    hosking: str
    usi: str


class Sentence(Text, frozen=True):
    """A text in which ``{0}``, ``{1}`` … stand for its moves; the page writes them in the chosen notation."""

    moves: list[MoveText]


class MoveView(msgspec.Struct, frozen=True):
    """A move that was played."""

    ply: int
    usi: str
    color: ColorName
    sfen: str
    """The position after the move."""
    check: bool
    ms: int
    """The time spent on it."""
    captured: str | None
    text: MoveText
    spoken: Text


class Condition(msgspec.Struct, frozen=True):
    """A condition of an impasse rule."""

    key: str
    met: bool
    value: int | None
    need: int | None
    text: Text


class ImpasseView(msgspec.Struct, frozen=True):
    """The impasse conditions of the viewer."""

    rule: str
    can_declare: bool
    points: int
    need: int | None
    conditions: list[Condition]


class PositionView(msgspec.Struct, frozen=True):
    """A position."""

    sfen: str
    turn: ColorName
    legal: list[str]
    """The legal moves; of a game only if it is the viewer's turn."""
    check: list[str]
    """The squares of kings in check."""
    last: str | None
    impasse: ImpasseView | None
