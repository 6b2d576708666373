"""A title match: two players, best of n games, first to more than half of them.

Player 1 holds the title and player 2 challenges, unless the title is vacant. Each round is a numbered game:

- The colours of the first game are drawn by lot, and then alternate. When both lack one win
  only, they are drawn anew. The arbiter may set those of a game that has not begun.
- A game that ends by repetition (sennichite) is replayed under its number with colours reversed, in the time
  that is left. The next game has the colours that it would have had without it, or with ``after_replay``
  ``exchanged`` those of the replay reversed.
- A game that ends in an impasse (jishogi) counts as a numbered game, but gives nobody a point. So eight
  numbered games can be ten played ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import SystemRandom
from typing import ClassVar

from komadai.extras import extra
from komadai.tournaments.core.acts import BaseAct
from komadai.tournaments.core.results import Result
from komadai.tournaments.core.rounds import Game, Pairing
from komadai.tournaments.core.settings import ROUNDS
from komadai.tournaments.core.tournament import Tournament
from komadai.tournaments.errors import EventError
from komadai.tournaments.kinds.title_match import acts
from komadai.tournaments.kinds.title_match.settings import TitleMatchSettings

with extra("events"):
    import msgspec


@dataclass
class TitleMatch(Tournament):
    """A match of two players."""

    settings: TitleMatchSettings

    max_players: ClassVar[int] = 2
    only: ClassVar[str] = "event-only-match"
    round_names: ClassVar[tuple[str, str]] = ("Game {}", "第{}局")

    @property
    def title(self) -> str:
        """As the settings say."""
        return self.settings.title

    @property
    def total_rounds(self) -> int:
        """The games of the match, and one more for each impasse."""
        drawn = sum(game.result == "draw" for each in self.rounds for game in each.boards)
        return min(self.settings.rounds + drawn, ROUNDS)

    @property
    def is_decided(self) -> bool:
        """Whether one of the players has won."""
        return winner(self) is not None or len(self.rounds) >= ROUNDS

    def check_result(self, game: Game, result: Result | None) -> None:
        """The score decides whether there is another game, and its colours."""
        self.check_not_paired_with(game)

    def pairings(self, number: int, draw: Sequence[int]) -> list[Pairing]:
        """The next game."""
        if len(self.players) < 2:
            raise EventError.with_code("event-too-few")
        needed = games_to_win(self.settings)
        level = all(self.score(player) == needed - 1 for player in self.players)
        if number == 1 or (level and self.rounds[-1].games[0].result != "draw"):
            black = SystemRandom().choice(sorted(self.players))
        else:
            before = self.rounds[-1].games[0].pairing.black
            if self.settings.after_replay == "scheduled":
                before = first_black(self, number - 1)
            black = before % 2 + 1
        return [self.pairing(black, black % 2 + 1)]

    def score(self, player: int, rounds: int | None = None) -> float:
        """The games won."""
        games = (each.game_of(player) for each in self.rounds[:rounds])
        return float(sum(game is not None and game.points_of(player) == 1 for game in games))

    def change(self, act: BaseAct) -> None:
        """A game that is replayed has reversed colours, and the arbiter may reverse those of another."""
        if not isinstance(act, acts.Replayed | acts.ColorsSet):
            super().change(act)
            return
        game = self.game(act.round, act.board)
        black, white = game.players
        if isinstance(act, acts.ColorsSet) and act.black == black:
            return
        game.pairing = msgspec.structs.replace(game.pairing, black=white, white=black)
        if isinstance(act, acts.Replayed):
            game.replays += 1
            self.rounds[act.round - 1].started = True

    def play_again(self, round_number: int, board: int, *, at: int, by: str = "") -> acts.Replayed:
        """A game ended by repetition: it is replayed under its number with colours reversed."""
        self.check_running()
        game = self.game(round_number, board)
        if not game.is_open:
            raise EventError.with_code("event-has-result", round=round_number)
        return acts.Replayed(at=at, by=by, round=round_number, board=board)

    def set_colors(
        self, round_number: int, board: int, black: int, *, at: int, by: str = ""
    ) -> acts.ColorsSet:
        """The arbiter gives a player Black in a game that has not begun. The next games go on from it."""
        self.check_running()
        game = self.game(round_number, board)
        if self.round(round_number).started or not game.is_open:
            raise EventError.with_code("event-game-begun", round=round_number)
        name = self.player(black).name
        if black == game.pairing.black:
            raise EventError.with_code("event-has-black", name=name)
        return acts.ColorsSet(at=at, by=by, round=round_number, board=board, black=black)


def games_to_win(settings: TitleMatchSettings) -> int:
    """The wins that decide a match: 4 of 7."""
    return settings.rounds // 2 + 1


def first_black(state: TitleMatch, number: int) -> int:
    """The player who was Black in a numbered game before it was replayed."""
    (game,) = state.rounds[number - 1].games
    black, white = game.players
    return white if game.replays % 2 else black


def winner(state: TitleMatch) -> int | None:
    """The winner of the match; None while it is open. A player who withdraws has lost it."""
    needed = games_to_win(state.settings)
    for player in state.players:
        if state.score(player) >= needed:
            return player
    gone = [player.withdrawn for player in state.players.values()]
    if len(gone) == 2 and any(gone) and not all(gone):
        return next(player.number for player in state.present)
    return None


def score_text(state: TitleMatch) -> str:
    """Such as ``4-2``: the wins of player 1, then of player 2."""
    return "-".join(f"{state.score(player):.0f}" for player in (1, 2))
