"""The games of a tournament and its rounds, as values that results change."""

from __future__ import annotations

from dataclasses import dataclass, field

from komadai.extras import extra
from komadai.pieces import Color
from komadai.tournaments.core.results import BYE_POINTS, PLAYED, POINTS, Bye, Result

with extra("events"):
    import msgspec


class Pairing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One game of a round, or a player's round without a game."""

    black: int
    """The number of the player who is Black; of the only player, if there is no opponent."""
    white: int | None = None
    handicap: str = "even"
    """A key of `komadai.handicap.Handicap`."""
    bye: Bye | None = None
    """Why there is no opponent."""
    result: Result | None = None
    """The result that is known from the beginning: a walkover against a player who has withdrawn."""


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
    """The results of the boards of a team match that has begun; see `komadai.tournaments.core.teams`."""
    lineups: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    """The members who play in a team match that has begun, from 1, in board order."""
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

    @property
    def whole_match_result(self) -> Result | None:
        """The result of a team match that was entered for all boards at once, before all had one."""
        return self.result if None in self.boards else None

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
