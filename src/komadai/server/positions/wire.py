"""Wire types of moves and positions; docs/wire.md describes them."""

from __future__ import annotations

import msgspec

from komadai.play.events import ColorName
from komadai.play.texts import Text


class MoveText(msgspec.Struct, frozen=True):
    japanese: str
    western: str
    hosking: str
    usi: str


class MoveView(msgspec.Struct, frozen=True):
    ply: int
    usi: str
    color: ColorName
    sfen: str
    check: bool
    ms: int
    captured: str | None
    text: MoveText
    spoken: Text


class Condition(msgspec.Struct, frozen=True):
    key: str
    met: bool
    value: int | None
    need: int | None
    text: Text


class ImpasseView(msgspec.Struct, frozen=True):
    rule: str
    can_declare: bool
    points: int
    need: int | None
    conditions: list[Condition]


class PositionView(msgspec.Struct, frozen=True):
    sfen: str
    turn: ColorName
    legal: list[str]
    check: list[str]
    last: str | None
    impasse: ImpasseView | None
