"""The state of a tournament as its acts make it, and what can be asked about it, whatever its kind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Self, TypeVar

from komadai.pieces import Color
from komadai.tournaments.core import acts, teams
from komadai.tournaments.core.acts import BaseAct
from komadai.tournaments.core.claims import Claim
from komadai.tournaments.core.players import Player, terms
from komadai.tournaments.core.results import Result
from komadai.tournaments.core.rounds import Game, Pairing, Round
from komadai.tournaments.core.settings import CommonSettings, TeamSettings
from komadai.tournaments.errors import EventError

Derived = TypeVar("Derived")


@dataclass
class State:
    """The state of a tournament. `komadai.tournaments.core.tournament` has the commands that change it. Each
    kind adds its part of the state, and what its own acts change."""

    settings: CommonSettings
    created_at: int = 0
    """In ms since 1970."""
    players: dict[int, Player] = field(default_factory=dict)
    """By their numbers."""
    rounds: list[Round] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    draw: tuple[int, ...] = ()
    """The players in the order of their lots or seeds, where the first round fixes their places."""
    lineups: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """The members who play for a team in the next match, where something was said."""
    entered: dict[int, int] = field(default_factory=dict)
    """When each player entered, in ms since 1970."""
    ended: dict[tuple[int, int], int] = field(default_factory=dict)
    """When the game of a round and board got its first result, in ms since 1970."""
    finished: bool = False
    count: int = 0
    """How many acts there were."""
    known: dict[Callable[..., Any], Any] = field(default_factory=dict, compare=False, repr=False)
    """The results of `derived` for this state."""

    # -- the acts

    def apply(self, act: BaseAct) -> None:
        """Changes the state by an act that a command has returned."""
        self.count += 1
        self.known.clear()
        self.change(act)

    def change(self, act: BaseAct) -> None:
        """Applies an act. A kind does this for its own acts."""
        match act:
            case acts.Entered():
                self.players[act.player] = Player(
                    act.player,
                    act.name,
                    act.rating,
                    act.rank,
                    act.club,
                    len(self.rounds) + 1,
                    members=act.members,
                )
                self.entered[act.player] = act.at
            case acts.Corrected():
                player = self.players[act.player]
                self.players[act.player] = replace(player, name=act.name, rank=act.rank)
            case acts.MemberAdded():
                team = self.players[act.player]
                self.players[act.player] = replace(team, members=(*team.members, act.member))
            case acts.LinedUp():
                self.lineups[act.player] = act.members
            case acts.Withdrawn():
                self.players[act.player] = replace(self.players[act.player], withdrawn=True)
                self.leave_games(act.player)
            case acts.Returned():
                self.players[act.player] = replace(self.players[act.player], withdrawn=False)
            case acts.Paired():
                games: list[Game] = []
                for pairing in act.pairings:
                    board = 0 if pairing.white is None else 1 + sum(bool(game.board) for game in games)
                    games.append(Game(act.round, board, pairing, pairing.result))
                self.rounds.append(Round(act.round, games))
                self.draw = self.draw or act.draw
            case acts.Unpaired():
                self.rounds.pop()
                if not self.rounds:
                    self.draw = ()
            case acts.Started():
                self.rounds[-1].started = True
                self._publish_lineups()
            case acts.Resulted():
                self._enter_result(act)
            case acts.Claimed():
                self.claims.append(
                    Claim(
                        act.claim,
                        act.round,
                        act.board,
                        act.player,
                        act.text,
                        seat=act.seat,
                        infraction=act.infraction,
                        third_person=act.third_person,
                        late=self.game(act.round, act.board).result_at(act.seat) is not None,
                    )
                )
            case acts.Ruled():
                claim = self.claims[act.claim - 1]
                claim.accepted, claim.answer = act.accepted, act.text
            case acts.Finished():
                self.finished = True
            case acts.Reopened():
                self.finished = False
            case _:
                raise AssertionError(f"not an act of this kind of event: {act}")

    def leave_games(self, player: int) -> None:
        """The open games of a player who has left are won by the opponents without play."""
        for each in self.rounds:
            for game in each.boards:
                if game.is_open and player in game.players:
                    game.result = self.walkover(game.pairing.black, game.pairing.white)

    def _enter_result(self, act: acts.Resulted) -> None:
        game = self.game(act.round, act.board)
        if game.result is None:
            self.ended.setdefault((act.round, act.board), act.at)
        game.ended_at = act.at
        game.resigned.discard(act.seat)
        if act.resigned:
            game.resigned.add(act.seat)
        if act.seat:
            game.boards[act.seat - 1] = act.result
            teams.settle(game)
        else:
            game.result = act.result
            if act.result is None and game.boards:
                teams.settle(game)
        if game.was_played:
            self.rounds[act.round - 1].started = True

    def _publish_lineups(self) -> None:
        for game in self.rounds[-1].boards if self.boards else ():
            if game.is_open:
                first, second = (
                    self.lineups.get(team) or teams.usual_lineup(self.players[team], self.boards)
                    for team in game.players
                )
                teams.begin(game, (first, second), self.boards)
        self.lineups.clear()

    # -- what can be asked

    def derived(self, make: Callable[[Self], Derived]) -> Derived:
        """Returns the function's result for this state, computed once after each act."""
        if make not in self.known:
            self.known[make] = make(self)
        found: Derived = self.known[make]
        return found

    @property
    def boards(self) -> int:
        """The boards of each match in a team event; 0: single players."""
        return self.settings.boards if isinstance(self.settings, TeamSettings) else 0

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
        """The game or bye of the player in each round so far; None: nothing."""
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


def _games_by_player(state: State) -> dict[int, list[Game]]:
    """The games and byes of each player, in their order."""
    found: dict[int, list[Game]] = defaultdict(list)
    for each in state.rounds:
        for game in each.games:
            for player in game.players:
                found[player].append(game)
    return found
