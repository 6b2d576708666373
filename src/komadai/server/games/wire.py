"""What server and page tell each other, as types; the prose is docs/wire.md.

Requests forbid unknown keys; what the page may choose is bounded here as far as types can.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from komadai.play.events import ClockSettings, Side
from komadai.play.texts import Words
from komadai.server.positions.wire import MoveView, PositionView

# -- from the page

Tag = Annotated[str, msgspec.Meta(max_length=40)]
EventNumber = Annotated[int, msgspec.Meta(ge=0, le=2**31)]


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The body of POST /api/games."""

    side: Literal["black", "white", "furigoma"] = "furigoma"
    level: Annotated[int, msgspec.Meta(ge=1, le=15)] = 1
    engine: Annotated[str, msgspec.Meta(max_length=60)] = "komadai"
    handicap: Annotated[str, msgspec.Meta(max_length=40)] = "even"
    sfen: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    clock: ClockSettings | None = None
    impasse: Annotated[str, msgspec.Meta(max_length=40)] = "27-point"
    illegal: Literal["refuse", "lose"] = "refuse"
    take_back: bool = True


class _Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", kw_only=True):
    id: Tag


class _InGame(_Command, kw_only=True, frozen=True, forbid_unknown_fields=True):
    event: EventNumber


class MoveCommand(_InGame, tag="move", frozen=True, kw_only=True, forbid_unknown_fields=True):
    usi: Annotated[str, msgspec.Meta(max_length=8)]


class TypedCommand(_InGame, tag="typed", frozen=True, kw_only=True, forbid_unknown_fields=True):
    text: Annotated[str, msgspec.Meta(max_length=40)]


class ResignCommand(_InGame, tag="resign", frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class DeclareCommand(_InGame, tag="declare", frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class TakeBackCommand(_InGame, tag="take_back", frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class PingCommand(_Command, tag="ping", frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


GameCommand = MoveCommand | TypedCommand | ResignCommand | DeclareCommand | TakeBackCommand
Command = GameCommand | PingCommand

# -- to the page


class Session(msgspec.Struct, frozen=True):
    guest: str
    csrf: str
    version: str


class LevelChoice(msgspec.Struct, frozen=True):
    level: int
    name: Words
    rating: int


class HandicapChoice(msgspec.Struct, frozen=True):
    key: str
    name: Words
    sfen: str
    ranks: Words | None


class ImpasseChoice(msgspec.Struct, frozen=True):
    key: str
    name: Words


class Options(msgspec.Struct, frozen=True):
    levels: list[LevelChoice]
    engines: list[str]
    handicaps: list[HandicapChoice]
    impasse_rules: list[ImpasseChoice]


class Made(msgspec.Struct, frozen=True):
    id: str


class Player(msgspec.Struct, frozen=True):
    name: Words
    kind: Literal["person", "computer"]
    level: int | None


class Face(msgspec.Struct, frozen=True):
    phase: Literal["main", "byoyomi"]
    remaining_ms: int
    periods: int
    byoyomi_ms: int
    increment_ms: int


class Clocks(msgspec.Struct, frozen=True):
    running: Side | None
    black: Face
    white: Face


class ResultView(msgspec.Struct, frozen=True):
    winner: Side | None
    termination: str
    infraction: str | None
    text: Words


Status = Literal["playing", "finished"]


class GameView(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    event: int
    created: str
    you: Side | None
    black: Player
    white: Player
    handicap: str
    start_sfen: str
    clock: ClockSettings | None
    impasse: str
    illegal: Literal["refuse", "lose"]
    take_back: bool
    furigoma: tuple[bool, bool, bool, bool, bool] | None
    moves: list[MoveView]
    position: PositionView
    clocks: Clocks | None
    status: Status
    result: ResultView | None
    thinking: bool
    rematch_of: str | None
    next: str | None


class GameSummary(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    created: str
    you: Side
    black: Player
    white: Player
    handicap: str
    plies: int
    status: Status
    result: ResultView | None
    sfen: str


class GameList(msgspec.Struct, frozen=True):
    games: list[GameSummary]
    next: str | None


class GameMessage(msgspec.Struct, frozen=True, tag_field="type", tag="game"):
    game: GameView


class UpdateMessage(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="update"):
    event: int
    keep: int
    moves: list[MoveView]
    position: PositionView
    clocks: Clocks | None
    status: Status
    result: ResultView | None
    thinking: bool
    notice: Words | None


class ErrorMessage(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="error"):
    re: str | None
    code: str
    message: Words


class DoneMessage(msgspec.Struct, frozen=True, tag_field="type", tag="done"):
    re: str
