"""A title match: two players, best of n games, first to more than half of them.

Player 1 holds the title and player 2 challenges, unless the title is vacant. Each round is a numbered game:

- The colours of the first game are drawn by lot, and then alternate. When both lack one win
  only, they are drawn anew.
- A game that ends by repetition (sennichite) is replayed under its number with colours reversed, in the time
  that is left. The next game has the colours that it would have had without it.
- A game that ends in an impasse (jishogi) counts as a numbered game, but gives nobody a point. So eight
  numbered games can be ten played ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import SystemRandom

from komadai.events.acts import ROUNDS, Pairing, Settings
from komadai.events.errors import EventError
from komadai.events.kinds.kind import Kind
from komadai.events.state import State
from komadai.events.swiss import SwissSystem

MOST_GAMES = 15


class TitleMatch(Kind):
    """A match of two players."""

    most_players = 2
    results_decide_pairings = True
    replays_repetition = True

    def check(self, settings: Settings) -> None:
        """An odd number of games, without handicaps."""
        if settings.rounds % 2 == 0 or settings.rounds > MOST_GAMES:
            raise EventError.with_code("event-match-games", most=MOST_GAMES, games=settings.rounds)
        if settings.handicaps != "none":
            raise EventError.with_code("event-match-handicaps")

    def total_rounds(self, state: State) -> int:
        """The games of the match, and one more for each impasse."""
        drawn = sum(game.result == "draw" for each in state.rounds for game in each.boards)
        return min(state.settings.rounds + drawn, ROUNDS)

    def is_decided(self, state: State) -> bool:
        """Whether one of the players has won."""
        return winner(state) is not None or len(state.rounds) >= ROUNDS

    def pairings(
        self, state: State, number: int, draw: Sequence[int], system: SwissSystem | None
    ) -> list[Pairing]:
        """The next game."""
        if len(state.players) < 2:
            raise EventError.with_code("event-too-few")
        needed = games_to_win(state.settings)
        level = all(self.score(state, player, None) == needed - 1 for player in state.players)
        if number == 1 or (level and state.rounds[-1].games[0].result != "draw"):
            black = SystemRandom().choice(sorted(state.players))
        else:
            black = first_black(state, number - 1) % 2 + 1
        return [state.pairing(black, black % 2 + 1)]

    def score(self, state: State, player: int, rounds: int | None) -> float:
        """The games won."""
        games = (each.game_of(player) for each in state.rounds[:rounds])
        return float(sum(game is not None and game.points_of(player) == 1 for game in games))


def games_to_win(settings: Settings) -> int:
    """The wins that decide a match: 4 of 7."""
    return settings.rounds // 2 + 1


def first_black(state: State, number: int) -> int:
    """Who was Black in a numbered game before it was replayed."""
    (game,) = state.rounds[number - 1].games
    black, white = game.players
    return white if game.replays % 2 else black


def winner(state: State) -> int | None:
    """Who has won the match; None while it is open. Who withdraws has lost it."""
    needed = games_to_win(state.settings)
    for player in state.players:
        if TitleMatch().score(state, player, None) >= needed:
            return player
    gone = [player.withdrawn for player in state.players.values()]
    if len(gone) == 2 and any(gone) and not all(gone):
        return next(player.number for player in state.present)
    return None


def score_text(state: State) -> str:
    """Such as ``4-2``: the wins of player 1, then of player 2."""
    return "-".join(f"{TitleMatch().score(state, player, None):.0f}" for player in (1, 2))
