"""The games of an event, its rounds and its claims, as values that results and rulings change."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from komadai.events.acts import Bye, Pairing, Result
from komadai.pieces import Color

BYE_POINTS: Final[dict[Bye, float]] = {"full": 1.0, "half": 0.5, "zero": 0.0}
POINTS: Final[dict[Result, tuple[float, float]]] = {
    "black": (1.0, 0.0),
    "white": (0.0, 1.0),
    "draw": (0.5, 0.5),
    "black-walkover": (1.0, 0.0),
    "white-walkover": (0.0, 1.0),
    "neither": (0.0, 0.0),
}
"""The points of Black and White."""
PLAYED: Final[frozenset[Result | None]] = frozenset({"black", "white", "draw"})
"""The results of games that were played."""


@dataclass(slots=True)
class Game:
    """A game of a round, or a player's round without one."""

    round: int
    board: int
    """From 1; 0 for a round without a game."""
    pairing: Pairing
    result: Result | None
    replays: int = 0
    """How often it was replayed under its number, after a repetition."""
    boards: list[Result | None] = field(default_factory=list)
    """Of a team match that has begun the results of its boards; see `komadai.events.teams`."""
    lineups: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    """Of a team match that has begun the members who play, from 1, in board order."""
    ended_at: int = 0
    """When its result was entered, in milliseconds since 1970."""
    resigned: set[int] = field(default_factory=set)
    """The boards of a team match, or 0 for a game of two players, whose loser has resigned."""

    @property
    def players(self) -> tuple[int, ...]:
        """One or two players, Black first."""
        white = self.pairing.white
        return (self.pairing.black,) if white is None else (self.pairing.black, white)

    @property
    def is_open(self) -> bool:
        """Whether the result is missing."""
        return self.pairing.white is not None and self.result is None

    @property
    def was_played(self) -> bool:
        """Whether there was a game on the board."""
        return self.result in PLAYED

    def points_of(self, player: int) -> float:
        """The points of one of its players so far."""
        if self.pairing.white is None:
            return BYE_POINTS[self.pairing.bye or "full"]
        if self.result is None:
            return 0.0
        return POINTS[self.result][self.players.index(player)]

    def color_of(self, player: int) -> Color:
        """The colour of one of its players."""
        return Color.BLACK if player == self.pairing.black else Color.WHITE

    def result_at(self, seat: int) -> Result | None:
        """The result on a board of a team match, from 1; with 0, of the game."""
        return self.boards[seat - 1] if seat else self.result

    def opponent_of(self, player: int) -> int | None:
        """The other player; None if there is none."""
        return next((other for other in self.players if other != player), None)


@dataclass(slots=True)
class Round:
    """A round with its games."""

    number: int
    games: list[Game]
    started: bool = False

    @property
    def boards(self) -> list[Game]:
        """The games with two players, in the order of the boards."""
        return [game for game in self.games if game.board]

    @property
    def open_boards(self) -> list[int]:
        """The boards without a result."""
        return [game.board for game in self.games if game.is_open]

    def game_of(self, player: int) -> Game | None:
        """The player's game or bye; None for a player who was not there."""
        return next((game for game in self.games if player in game.players), None)


@dataclass(slots=True)
class Challenge:
    """A challenge of a ladder."""

    number: int
    player: int
    """Who challenges."""
    opponent: int
    at: int
    """When, in ms since 1970."""
    answer: Literal["accepted", "refused", "expired", "taken-back"] | None = None
    """None: it waits."""
    round: int | None = None
    """The number of its game, if it was accepted."""


@dataclass(slots=True)
class Claim:
    """What a player claims, and the arbiter's answer."""

    number: int
    round: int
    board: int
    player: int
    text: str
    seat: int = 0
    """Of a team match the board in it, from 1."""
    infraction: bool = False
    """Whether the opponent has broken a rule."""
    late: bool = False
    """Whether it was made when the game had a result."""
    accepted: bool | None = None
    """None: not heard yet."""
    answer: str = ""
