"""The state of an event, and what can be asked about it, whatever its kind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from komadai.events.acts import Bye, Pairing, Result, Settings, Wants
from komadai.events.errors import EventError
from komadai.events.games import Challenge, Claim, Game, Round
from komadai.events.players import Player, terms
from komadai.pieces import Color

Derived = TypeVar("Derived")
Step = Literal["enters", "leaves", "game", "walkover", "slides"]
"""A player enters, leaves or slides; the game with this number ends; a challenge is won without play."""


@dataclass(slots=True)
class State:
    """The state of an event. `komadai.events.Event` has the commands that change it."""

    settings: Settings
    players: dict[int, Player] = field(default_factory=dict)
    """By their numbers."""
    rounds: list[Round] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    draw: tuple[int, ...] = ()
    """The players of a round robin or knockout in the order of their lots or seeds."""
    forced: list[tuple[int, int | None]] = field(default_factory=list)
    """The games, and byes, that are set for the next round."""
    accepted: dict[int, str] = field(default_factory=dict)
    """Whom the host of a simultaneous display has accepted, in that order, with their handicaps."""
    sitting_out: dict[int, Bye] = field(default_factory=dict)
    """Who does not play in the next round."""
    lineups: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """The members who play for a team in the next match, where something was said."""
    challenges: list[Challenge] = field(default_factory=list)
    """Of a ladder, in their order."""
    ladder: list[tuple[Step, int]] = field(default_factory=list)
    """What has changed the places of a ladder, in its order; see `komadai.events.ladder`."""
    places: tuple[int, list[int], set[int]] = field(default=(0, [], set()), compare=False, repr=False)
    """The places of a ladder after so many of its steps, and the games that had ended; see `ladder.order`."""
    active: dict[int, int] = field(default_factory=dict)
    """When each player of a ladder was last active, in ms since 1970."""
    wants: dict[int, Wants] = field(default_factory=dict)
    """What members of a league have said."""
    entered: dict[int, int] = field(default_factory=dict)
    """When each player entered, in ms since 1970."""
    ended: dict[tuple[int, int], int] = field(default_factory=dict)
    """When the game of a round and board got its first result, in ms since 1970."""
    created_at: int = 0
    """In ms since 1970."""
    began_at: int = 0
    """When an event without rounds began, in milliseconds since 1970; 0 before."""
    finished: bool = False
    count: int = 0
    """How many acts there were."""
    known: dict[Callable[..., Any], Any] = field(default_factory=dict, compare=False, repr=False)
    """What `derived` has made of this state."""

    def derived(self, make: Callable[[State], Derived]) -> Derived:
        """What this function makes of the state, made once after each act."""
        if make not in self.known:
            self.known[make] = make(self)
        found: Derived = self.known[make]
        return found

    @property
    def present(self) -> list[Player]:
        """The players who have not withdrawn."""
        return [player for player in self.players.values() if not player.withdrawn]

    @property
    def last_round(self) -> Round | None:
        """The round that was paired last."""
        return self.rounds[-1] if self.rounds else None

    def player(self, number: int) -> Player:
        """The player with this number. Raises EventError."""
        if number not in self.players:
            raise EventError.with_code("event-no-player", player=number)
        return self.players[number]

    def round(self, number: int) -> Round:
        """The round with this number. Raises EventError."""
        if not 1 <= number <= len(self.rounds):
            raise EventError.with_code("event-no-round", round=number)
        return self.rounds[number - 1]

    def game(self, round_number: int, board: int) -> Game:
        """The game on a board. Raises EventError."""
        boards = self.round(round_number).boards
        if not 1 <= board <= len(boards):
            raise EventError.with_code("event-no-board", round=round_number, board=board)
        return boards[board - 1]

    def games_of(self, player: int) -> list[Game | None]:
        """What the player had in each round so far; None: nothing."""
        found: dict[int, Game] = {}
        for game in self.derived(_games_by_player)[player]:
            found.setdefault(game.round, game)
        return [found.get(each.number) for each in self.rounds]

    def all_games_of(self, player: int) -> list[Game]:
        """The player's games in their order, also several of one round."""
        return [game for game in self.derived(_games_by_player)[player] if game.board]

    def meeting(self, first: int, second: int) -> Game | None:
        """The last game between two players."""
        games = [game for game in self.all_games_of(first) if second in game.players]
        return games[-1] if games else None

    def board_points(self, player: int, rounds: int | None = None) -> float:
        """A point for a win, half a point for a draw, in the first ``rounds`` rounds (all, if None)."""
        games = self.games_of(player)[:rounds]
        return sum(game.points_of(player) for game in games if game is not None)

    def balanced(self, first: int, second: int) -> tuple[int, int]:
        """The player who was Black less often is Black, else the one who was White last, else the first."""

        def history(player: int) -> tuple[int, int]:
            games = [game for game in self.all_games_of(player) if game.was_played]
            blacks = sum(game.color_of(player) is Color.BLACK for game in games)
            last = bool(games) and games[-1].color_of(player) is Color.BLACK
            return 2 * blacks - len(games), int(last)

        return (second, first) if history(second) < history(first) else (first, second)

    def pairing(self, black: int, white: int | None) -> Pairing:
        """The game of two players, by the event's handicaps; of one a bye."""
        if white is None:
            return Pairing(black=black, bye="full")
        first, second, handicap = terms(self.players[black], self.players[white], self.settings)
        return Pairing(
            black=first.number,
            white=second.number,
            handicap=handicap,
            result=self.walkover(first.number, second.number),
        )

    def walkover(self, black: int, white: int | None) -> Result | None:
        """The result of a game that is not played because of a withdrawal."""
        assert white is not None
        gone = self.players[black].withdrawn, self.players[white].withdrawn
        results: dict[tuple[bool, bool], Result] = {
            (True, True): "neither",
            (True, False): "white-walkover",
            (False, True): "black-walkover",
        }
        return results.get(gone)

    def unpaired(self) -> list[Player]:
        """The players whom the next round pairs, but for those who have a game or bye in it already."""
        taken = {number for pair in self.forced for number in pair} | set(self.sitting_out)
        return [player for player in self.present if player.number not in taken]


def _games_by_player(state: State) -> dict[int, list[Game]]:
    """The games and byes of each player, in their order."""
    found: dict[int, list[Game]] = defaultdict(list)
    for each in state.rounds:
        for game in each.games:
            for player in game.players:
                found[player].append(game)
    return found
