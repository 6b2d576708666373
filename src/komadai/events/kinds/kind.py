"""What the kinds of events have in common, as a class with the usual answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from komadai.events.acts import PLAYERS, Pairing, Settings, TieBreak
from komadai.events.games import Game
from komadai.events.state import State
from komadai.events.swiss import SwissSystem

Forfeit = Literal["no_first_move", "aborted"]
"""An end without a result that may lose a game on a server."""


class Kind:
    """A kind of event. Each has a file of its own; all they know is the state."""

    tie_breaks: ClassVar[tuple[TieBreak, ...]] = ()
    """The usual ones, in their order; without any the table has only points."""
    most_players: ClassVar[int] = PLAYERS
    has_draws: ClassVar[bool] = True
    """Whether a game may end without a winner."""
    results_decide_pairings: ClassVar[bool] = False
    """Whether a result cannot change any more when the next round is paired."""
    paired_while_played: ClassVar[bool] = False
    """Whether a round can be paired while games of the last one are open."""
    paired_by_hand: ClassVar[bool] = False
    """Whether games can be set by hand and players can sit out a round."""
    is_drawn: ClassVar[bool] = False
    """Whether the places of the players are fixed with the first round."""
    replays_repetition: ClassVar[bool] = False
    """Whether a game drawn by repetition is replayed under its number."""

    is_continuous: ClassVar[bool] = False
    """Whether games follow one another without rounds: all are in round 1, which is the whole event."""
    one_column: ClassVar[bool] = False
    """Whether a player can have several games in a round, so that the table has all in one column."""
    is_accepted: ClassVar[bool] = False
    """Whether players apply and are accepted; see `Accepted`."""
    settles_itself: ClassVar[bool] = False
    """Whether no arbiter looks after each game: one that ends without a result, and is not lost by
    ``forfeits``, counts for nobody."""
    forfeits: ClassVar[tuple[Forfeit, ...]] = ()
    """Which ends without a result lose a game on a server: for who makes no first move in time, for who
    aborts it."""
    ends_with_its_games: ClassVar[bool] = False
    """Whether it is over when its last game is."""

    def opens_game(self, player: int) -> bool:
        """Whether a game of this player on a server opens on their page by itself."""
        return self.is_continuous

    def check(self, settings: Settings) -> None:
        """Raises EventError if the settings do not fit this kind."""

    def total_rounds(self, state: State) -> int:
        """How many rounds there will be, with the players of now."""
        raise NotImplementedError

    def rounds_with_entries(self, state: State) -> int:
        """Players can enter until so many rounds are paired."""
        return 1

    def is_decided(self, state: State) -> bool:
        """Whether no more rounds are needed."""
        return len(state.rounds) >= self.total_rounds(state)

    def pairings(
        self, state: State, number: int, draw: Sequence[int], system: SwissSystem | None
    ) -> list[Pairing]:
        """The pairings of the next round. Raises EventError."""
        raise NotImplementedError

    def score(self, state: State, player: int, rounds: int | None) -> float:
        """The points of a player in the first ``rounds`` rounds (all, if None)."""
        return state.board_points(player, rounds)

    def places(self, state: State) -> list[int] | None:
        """The players in the order of the table; None: by points and tie-breaks."""
        return None

    def annulled(self, state: State) -> frozenset[int]:
        """The players whose games do not count for anyone."""
        return frozenset()

    def expects_no_game(self, game: Game | None) -> bool:
        """Whether nobody expects a game here, so that it is no part of tie-breaks."""
        return False
