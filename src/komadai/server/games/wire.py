"""The wire types of games; see docs/wire.md.

Requests forbid unknown keys, and have limits for all that a page can choose.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from komadai.messages.text import Text
from komadai.play.events import ClockSettings, ColorName, Interruption, OfferName, ResignWord, Throw
from komadai.ratings.speeds import Speed
from komadai.server.chat.wire import PhraseKey, PhraseView, SpokenText
from komadai.server.games.live.presence import State
from komadai.server.positions.position import Position
from komadai.server.positions.wire import MoveText, MoveView, PositionView
from komadai.server.ratings.service import UnratedReason

# -- from the page

Tag = Annotated[str, msgspec.Meta(max_length=40)]
GameId = Annotated[str, msgspec.Meta(max_length=40)]
SideChoice = Literal["black", "white", "furigoma"]
OptionText = Annotated[str, msgspec.Meta(max_length=40)]
EventNumber = Annotated[int, msgspec.Meta(ge=0, le=2**31)]


class GameSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The settings of every game, whoever the opponent is."""

    side: SideChoice = "furigoma"
    """The colour of the person who creates the game."""
    handicap: Annotated[str, msgspec.Meta(max_length=40)] = "even"
    sfen: Position | None = None
    clock: ClockSettings | None = None
    impasse: Annotated[str, msgspec.Meta(max_length=40)] = "27-point"
    illegal: Literal["refuse", "lose"] = "refuse"
    take_back: bool = True
    variant: Annotated[str, msgspec.Meta(max_length=40)] = "shogi"
    options: dict[OptionText, OptionText] = {}
    """Values of the variant's options; the others have their defaults."""
    touch_move: bool = False
    """A piece that is touched and can move must move; for games of variants."""


DaysPerMove = Literal[1, 2, 3, 5, 7, 14]
"""The days for each move of a correspondence game."""


class NewGame(GameSettings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The body of POST /api/games: a game against an engine, or of two people at this page."""

    level: Annotated[int, msgspec.Meta(ge=1, le=15)] = 1
    engine: Annotated[str, msgspec.Meta(max_length=60)] = "komadai"
    both: bool = False
    """Both sides are played at this page, without an engine."""


class SocketRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", kw_only=True):
    """Any message of the page on the socket."""

    id: Tag
    """The page's own name for the message; the answer to it has the same in ``re``."""


class _GameCommand(SocketRequest, kw_only=True, frozen=True, forbid_unknown_fields=True):
    game: GameId
    event: EventNumber
    """The last event that the page has; the command is ``stale`` if the game has a later one."""


class MoveCommand(_GameCommand, tag="move", frozen=True, kw_only=True, forbid_unknown_fields=True):
    usi: Annotated[str, msgspec.Meta(max_length=24)]


class TypedCommand(_GameCommand, tag="typed", frozen=True, kw_only=True, forbid_unknown_fields=True):
    text: Annotated[str, msgspec.Meta(max_length=40)]


class ResignCommand(_GameCommand, tag="resign", frozen=True, kw_only=True, forbid_unknown_fields=True):
    word: ResignWord | None = None
    """The word of the player."""


class DeclareCommand(_GameCommand, tag="declare", frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class TakeBackCommand(_GameCommand, tag="take_back", frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class GiveTimeCommand(_GameCommand, tag="give_time", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Gives the opponent 15 seconds."""


class AdjournCommand(_GameCommand, tag="adjourn", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Offers to adjourn the game: the side to move then seals its move."""


class ResumeCommand(_GameCommand, tag="resume", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Offers to continue an adjourned game."""


class AnswerCommand(_GameCommand, tag="answer", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Answers the opponent's offer. Without ``accept`` it is declined, or the player's own is withdrawn."""

    offer: OfferName
    accept: bool


class AbortCommand(_GameCommand, tag="abort", frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class ClaimCommand(_GameCommand, tag="claim", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Claims the game of an opponent who has left."""


class SayCommand(_GameCommand, tag="say", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Says a set phrase, or free text, to the other people at the game: one of the two."""

    phrase: PhraseKey | None = None
    text: SpokenText | None = None


class ConditionalRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The body of POST /api/games/{id}/conditional: all conditional moves of the player."""

    event: EventNumber
    """The last event that the page has, as in commands."""
    lines: Annotated[
        list[Annotated[list[Annotated[str, msgspec.Meta(max_length=24)]], msgspec.Meta(max_length=40)]],
        msgspec.Meta(max_length=32),
    ]
    """Lines in USI: each begins with a move of the opponent and ends with one's own answer."""


class VacationRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The body of POST /api/vacation."""

    days: Annotated[int, msgspec.Meta(ge=0, le=30)]
    """From now on; 0 ends the vacation."""


class PongCommand(SocketRequest, tag="pong", frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Answers `PingMessage` at once. The server does not answer it."""

    game: GameId
    number: EventNumber
    """The number of the ping."""


PlayCommand = (
    MoveCommand
    | TypedCommand
    | ResignCommand
    | DeclareCommand
    | TakeBackCommand
    | GiveTimeCommand
    | AdjournCommand
    | ResumeCommand
    | AnswerCommand
    | AbortCommand
    | ClaimCommand
)
GameCommand = PlayCommand | SayCommand

# -- to the page


class LevelChoice(msgspec.Struct, frozen=True):
    level: int
    name: Text
    rating: int


class HandicapChoice(msgspec.Struct, frozen=True):
    key: str
    name: Text
    sfen: str
    ranks: Text | None
    rated: bool
    """Whether a game with it can be rated."""


class ImpasseChoice(msgspec.Struct, frozen=True):
    key: str
    name: Text


class Options(msgspec.Struct, frozen=True):
    """The choices of a new game."""

    levels: list[LevelChoice]
    engines: list[str]
    handicaps: list[HandicapChoice]
    impasse_rules: list[ImpasseChoice]
    phrases: list[PhraseView]
    """The set phrases of the chat."""


class NewGameId(msgspec.Struct, frozen=True):
    """The answer to POST /api/games."""

    id: str


class Playing(msgspec.Struct, frozen=True):
    """The answer to GET /api/playing."""

    game: str | None
    """The id of a game that the guest is playing against another person; null: the server gives help."""


class Waiting(msgspec.Struct, frozen=True):
    """The answer to GET /api/waiting."""

    count: int
    """Correspondence games at the guest's turn, and adjourned ones that the opponent proposes to resume."""
    running: int
    """All running correspondence games and adjourned games of the guest."""


class Vacation(msgspec.Struct, frozen=True):
    """The guest's vacation, during which their time stands still in correspondence games."""

    until: str | None
    """ISO 8601, UTC; null: none now."""
    days_left: int
    """The days of vacation that are left in this year."""
    days_a_year: int


class ConditionalLines(msgspec.Struct, frozen=True):
    """The conditional moves as they are stored."""

    lines: list[list[str]]


class Premoves(msgspec.Struct, frozen=True):
    """The answer to GET /api/games/{id}/premoves."""

    sfen: str
    """The position, in which the opponent is to move."""
    moves: list[str]
    """The moves that the player can prepare, in USI; empty on the player's own turn."""


class RematchAnswer(msgspec.Struct, frozen=True):
    """The answer to a rematch."""

    id: str | None
    """The id of the new game; null while the opponent has not agreed."""


class Player(msgspec.Struct, frozen=True):
    """A player of a game."""

    name: Text
    kind: Literal["person", "computer"]
    level: int | None
    account: str | None = None
    """The name of the person's account, for the address of the profile; null for guests."""
    rank: Text | None = None
    """The rank at the game's variant and speed, "?" before it is settled; null for guests, and in lists."""
    rating: int | None = None
    change: int | None = None
    """The change of the rating by this game; null before its end, and if it is not rated."""
    program: bool = False
    """Whether it is a program that plays over a connection of its own, by CSA's protocol."""
    bot: bool = False
    """Whether a program plays in the account."""


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
    wait_ms: int = 0
    """The time of the running clock stands still so much longer: the toss of pawns is shown."""


class ResultView(msgspec.Struct, frozen=True):
    """How a game ended."""

    winner: ColorName | None
    termination: str
    infraction: str | None
    text: Text
    word: ResignWord | None = None
    """The remark of the player who resigned."""


Status = Literal["playing", "finished"]
Adjournment = Literal["sealing", "sealed"]
Visibility = Literal["public", "unlisted", "private"]


class OfferView(msgspec.Struct, frozen=True):
    """An offer that stands."""

    offer: OfferName
    color: ColorName
    """The side that made it."""


class RestView(msgspec.Struct, frozen=True):
    """A player on vacation."""

    color: ColorName
    until: str
    """ISO 8601, UTC."""


class Attendance(msgspec.Struct, frozen=True):
    """The presence of the two persons of a game on its page."""

    black: State
    white: State
    watchers: int
    """The number of pages of spectators."""


class HeadToHead(msgspec.Struct, frozen=True):
    """The finished games between the two players of a game, whichever colours they had."""

    black: int
    """Those that the Black of this game has won."""
    white: int
    draws: int


class Score(msgspec.Struct, frozen=True):
    """The finished games of the viewer against another account."""

    wins: int
    losses: int
    draws: int


class ProgramAnalysis(msgspec.Struct, frozen=True):
    """A program's remark about its move."""

    ply: int
    centipawns: int
    """From Black's point of view."""
    nodes: int | None
    line: list[MoveText]
    """The moves that it expects after this one, at most ten."""


class GameView(msgspec.Struct, frozen=True, kw_only=True):
    """A whole game, as one viewer sees it."""

    id: str
    event: int
    """The number of the last event."""
    created: str
    """ISO 8601, UTC."""
    variant: str
    options: dict[str, str]
    """The options of the variant that are not at their defaults."""
    touch_move: bool
    """Whether a piece that is touched and can move must move; the page applies it."""
    you: ColorName | None
    """The viewer's colour; null for a spectator."""
    both: bool
    """Whether the viewer plays both sides; then ``you`` is Black."""
    recorded: bool
    """Whether a third person enters the moves of two persons at one board; ``both`` for that person."""
    visibility: Visibility
    rated: bool
    """Whether the game changes, or has changed, the ratings of its players."""
    unrated_reason: UnratedReason | None
    """Why it does not although its players wanted a rated game; null if it does, or if they did not."""
    consent: bool
    """Whether a take-back, an impasse by agreement and a rematch need the consent of the other person."""
    black: Player
    white: Player
    handicap: str
    start_sfen: str
    clock: ClockSettings | None
    days: int
    """The days for each move of a correspondence game; 0: it is played live."""
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
    offers: list[OfferView]
    can_abort: bool
    """Whether the game can still be left without a result."""
    first_move_ms: int | None
    """The time for the first move of each side; null: no limit."""
    forfeits: list[Interruption]
    """The ends without a result that lose the game in the event to which it belongs."""
    attendance: Attendance | None
    """Null unless two persons play."""
    replay_draws: bool
    """Whether a draw is replayed with colours exchanged in the remaining time."""
    replays_a_draw: bool
    """Whether this game is such a replay."""
    formal_resignation: bool
    """Whether mate does not end the game: the mated side must resign. It is always so against programs."""
    analyses: list[ProgramAnalysis]
    """The remarks on the moves in a game between programs."""
    mated: ColorName | None
    """The side that is mated and must resign."""
    adjourned: Adjournment | None
    """``sealing``: the side to move seals its move. ``sealed``: the game waits for both players."""
    resting: list[RestView]
    """The players whose time stands still, in correspondence."""
    conditional: list[list[str]]
    """The viewer's own conditional moves."""
    head_to_head: HeadToHead | None
    """Null unless both players have accounts."""
    rematch_of: str | None
    next: str | None
    """The id of the rematch, or of the game that replays this draw."""


class GameSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A game in the list of games."""

    id: str
    created: str
    variant: str
    options: dict[str, str]
    """The options of the variant that are not at their defaults."""
    you: ColorName
    both: bool
    black: Player
    white: Player
    handicap: str
    plies: int
    status: Status
    result: ResultView | None
    sfen: str
    days: int
    """The days for each move of a correspondence game; 0: it is played live."""
    your_turn: bool
    """Whether a correspondence game waits for the viewer's move."""
    left_ms: int | None
    """The time that is left to the side to move, in correspondence."""
    adjourned: bool
    resume: Literal["you", "opponent"] | None
    """The player who proposes to resume an adjourned game."""


class GameList(msgspec.Struct, frozen=True):
    """A part of the list of games."""

    games: list[GameSummary]
    next: str | None
    """The value of ``before`` that gets the next part; null at the end."""


class ProfileGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game on the profile of one of its players."""

    id: str
    at_ms: int
    """When it was created."""
    variant: str
    speed: Speed | None
    """Null without a clock."""
    visibility: Visibility
    color: ColorName
    """The colour of the profile's account."""
    opponent: Player
    handicap: Text | None
    """Its name; null in an even game."""
    plies: int
    result: ResultView | None
    """Null while it is played."""
    points: float | None
    """1 for a win of the account, 0 for a loss, 0.5 for a draw; null without a result."""
    rating: int | None
    """The rating of the account after the game; null if the game was not rated."""
    change: int | None


class ProfileGames(msgspec.Struct, frozen=True):
    """The games on a profile."""

    running: list[ProfileGame]
    """Those that are being played, at most 20; empty in later parts."""
    games: list[ProfileGame]
    """Finished ones, newest first."""
    next: str | None
    """The value of ``before`` that gets the next part; null at the end."""


class GameMessage(msgspec.Struct, frozen=True, tag_field="type", tag="game"):
    """The whole game."""

    game: GameView


class PingMessage(msgspec.Struct, frozen=True, tag_field="type", tag="ping"):
    """Measures the delay of a player's network; the page answers at once with ``pong``."""

    game: str
    number: int


class UpdateMessage(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="update"):
    """The changes in a game."""

    game: str
    event: int
    keep: int
    """The page drops all moves after the first ``keep``, then appends ``moves``, and so with ``analyses``."""
    moves: list[MoveView]
    analyses: list[ProgramAnalysis]
    position: PositionView
    clocks: Clocks | None
    status: Status
    result: ResultView | None
    thinking: bool
    offers: list[OfferView]
    can_abort: bool
    attendance: Attendance | None
    mated: ColorName | None
    adjourned: Adjournment | None
    resting: list[RestView]
    conditional: list[list[str]]
    next: str | None
    notice: Text | None


class GameTopic(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="game"):
    """The state of a game."""

    id: GameId
    after: EventNumber | None = None
    """The last event that the page has; the server then sends only what has changed since."""
