"""The wire types of games; see docs/wire.md.

Requests forbid unknown keys, and have limits for all that a page can choose.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from komadai.play.events import ClockSettings, ColorName, Throw
from komadai.play.texts import Text
from komadai.server.positions.wire import MoveView, PositionView

# -- from the page

Tag = Annotated[str, msgspec.Meta(max_length=40)]
GameId = Annotated[str, msgspec.Meta(max_length=40)]
SideChoice = Literal["black", "white", "furigoma"]
EventNumber = Annotated[int, msgspec.Meta(ge=0, le=2**31)]


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The body of POST /api/games."""

    side: SideChoice = "furigoma"
    level: Annotated[int, msgspec.Meta(ge=1, le=15)] = 1
    engine: Annotated[str, msgspec.Meta(max_length=60)] = "komadai"
    handicap: Annotated[str, msgspec.Meta(max_length=40)] = "even"
    sfen: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    clock: ClockSettings | None = None
    impasse: Annotated[str, msgspec.Meta(max_length=40)] = "27-point"
    illegal: Literal["refuse", "lose"] = "refuse"
    take_back: bool = True


class SocketRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", kw_only=True):
    """Any message of the page on the socket."""

    id: Tag
    """The page's own name for the message; the answer to it has the same in ``re``."""


class _GameCommand(SocketRequest, kw_only=True, frozen=True, forbid_unknown_fields=True):
    game: GameId
    event: EventNumber
    """The last event that the page has; the command is ``stale`` if the game has a later one."""


class MoveCommand(_GameCommand, tag="move", frozen=True, kw_only=True, forbid_unknown_fields=True):
    usi: Annotated[str, msgspec.Meta(max_length=8)]


class TypedCommand(_GameCommand, tag="typed", frozen=True, kw_only=True, forbid_unknown_fields=True):
    text: Annotated[str, msgspec.Meta(max_length=40)]


class ResignCommand(_GameCommand, tag="resign", frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class DeclareCommand(_GameCommand, tag="declare", frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class TakeBackCommand(_GameCommand, tag="take_back", frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


GameCommand = MoveCommand | TypedCommand | ResignCommand | DeclareCommand | TakeBackCommand

# -- to the page


class Session(msgspec.Struct, frozen=True):
    """The session of this browser."""

    guest: str
    csrf: str
    version: str


class LevelChoice(msgspec.Struct, frozen=True):
    level: int
    name: Text
    rating: int


class HandicapChoice(msgspec.Struct, frozen=True):
    key: str
    name: Text
    sfen: str
    ranks: Text | None


class ImpasseChoice(msgspec.Struct, frozen=True):
    key: str
    name: Text


class Options(msgspec.Struct, frozen=True):
    """The choices of a new game."""

    levels: list[LevelChoice]
    engines: list[str]
    handicaps: list[HandicapChoice]
    impasse_rules: list[ImpasseChoice]


class NewGameId(msgspec.Struct, frozen=True):
    """The answer to POST /api/games and to a rematch."""

    id: str


class Player(msgspec.Struct, frozen=True):
    """A player of a game."""

    name: Text
    kind: Literal["person", "computer"]
    level: int | None


class ClockFace(msgspec.Struct, frozen=True):
    """The display of one side's clock."""

    phase: Literal["main", "byoyomi"]
    remaining_ms: int
    periods: int
    byoyomi_ms: int
    increment_ms: int


class Clocks(msgspec.Struct, frozen=True):
    """Both clocks."""

    running: ColorName | None
    black: ClockFace
    white: ClockFace


class ResultView(msgspec.Struct, frozen=True):
    """How a game ended."""

    winner: ColorName | None
    termination: str
    infraction: str | None
    text: Text


Status = Literal["playing", "finished"]


class GameView(msgspec.Struct, frozen=True, kw_only=True):
    """A whole game, as one viewer sees it."""

    id: str
    event: int
    """The number of the last event."""
    created: str
    """ISO 8601, UTC."""
    you: ColorName | None
    """The viewer's colour; null for a spectator."""
    black: Player
    white: Player
    handicap: str
    start_sfen: str
    clock: ClockSettings | None
    impasse: str
    illegal: Literal["refuse", "lose"]
    take_back: bool
    furigoma: list[Throw]
    """The throws of five pawns: ties, and the last one, which decided; empty without furigoma."""
    moves: list[MoveView]
    position: PositionView
    clocks: Clocks | None
    status: Status
    result: ResultView | None
    thinking: bool
    rematch_of: str | None
    next: str | None
    """The id of the rematch."""


class GameSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A game in the list of games."""

    id: str
    created: str
    you: ColorName
    black: Player
    white: Player
    handicap: str
    plies: int
    status: Status
    result: ResultView | None
    sfen: str


class GameList(msgspec.Struct, frozen=True):
    """A part of the list of games."""

    games: list[GameSummary]
    next: str | None
    """The value of ``before`` that gets the next part; null at the end."""


class GameMessage(msgspec.Struct, frozen=True, tag_field="type", tag="game"):
    """The whole game."""

    game: GameView


class UpdateMessage(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="update"):
    """What has changed in a game."""

    game: str
    event: int
    keep: int
    """The page drops all moves after the first ``keep``, then appends ``moves``."""
    moves: list[MoveView]
    position: PositionView
    clocks: Clocks | None
    status: Status
    result: ResultView | None
    thinking: bool
    notice: Text | None
