"""Swiss: a fixed number of rounds, paired by the points so far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import ClassVar

from komadai.events.acts import Pairing, TieBreak
from komadai.events.caissify import DutchSystem
from komadai.events.errors import EventError
from komadai.events.games import Game
from komadai.events.kinds.kind import Kind
from komadai.events.players import seed_order
from komadai.events.state import State
from komadai.events.swiss import SwissPlayer, SwissSystem


class Swiss(Kind):
    """A Swiss event."""

    tie_breaks: ClassVar[tuple[TieBreak, ...]] = ("sos", "sosos", "sodos", "direct")
    paired_by_hand = True

    def total_rounds(self, state: State) -> int:
        """As the settings say."""
        return state.settings.rounds

    def rounds_with_entries(self, state: State) -> int:
        """All: who comes late plays from the next round on."""
        return state.settings.rounds

    def pairings(
        self, state: State, number: int, draw: Sequence[int], system: SwissSystem | None
    ) -> list[Pairing]:
        """The games set by hand, those of the system, then the byes. Without a game there is no round."""
        pool = state.unpaired()
        if len(pool) < 2 and all(white is None for _, white in state.forced):
            raise EventError.with_code("event-too-few-left", round=number)
        has_forced_bye = any(white is None for _, white in state.forced)
        if has_forced_bye and len(pool) % 2:
            raise EventError.with_code("event-odd-forced", count=len(pool))
        pairs = [*state.forced]
        if pool:
            players = swiss_players(state, [player.number for player in pool])
            pairs += (system or DutchSystem()).pair(players, number, self.total_rounds(state))
        pairs.sort(key=lambda pair: pair[1] is None)
        byes = [
            Pairing(black=player, bye=bye)
            for player, bye in state.sitting_out.items()
            if not state.players[player].withdrawn
        ]
        return [state.pairing(black, white) for black, white in pairs] + byes


def swiss_players(state: State, numbers: Iterable[int]) -> list[SwissPlayer]:
    """These players as a pairing system sees them before the next round."""
    order = seed_order(list(state.players.values()), state.settings)
    seeds = {player.number: seed for seed, player in enumerate(order, 1)}
    return [_swiss_player(state, number, seeds[number]) for number in numbers]


def _swiss_player(state: State, number: int, seed: int) -> SwissPlayer:
    games = list(enumerate(state.games_of(number), 1))
    known = [(round_number, game) for round_number, game in games if game is not None]
    floats = [
        "none" if game is None else _float(state, number, game, round_number) for round_number, game in games
    ]
    colors_count = state.settings.handicaps == "none"
    return SwissPlayer(
        number=number,
        seed=seed,
        score=state.board_points(number),
        colors=tuple(game.color_of(number) for _, game in known if colors_count and game.was_played),
        floats=tuple(floats),  # type: ignore[arg-type]
        byes=sum(game.pairing.white is None and game.pairing.bye == "full" for _, game in known),
        walkovers=sum(
            game.pairing.white is not None and not game.was_played and game.points_of(number) > 0
            for _, game in known
        ),
        opponents=frozenset(
            opponent for _, game in known if (opponent := game.opponent_of(number)) is not None
        ),
    )


def _float(state: State, player: int, game: Game, round_number: int) -> str:
    opponent = game.opponent_of(player)
    if opponent is None or not game.was_played:
        return "down" if game.points_of(player) else "none"
    points = state.derived(_points_before)
    own, other = (points[each][round_number - 1] for each in (player, opponent))
    return "down" if own > other else "up" if own < other else "none"


def _points_before(state: State) -> dict[int, list[float]]:
    """The points of each player before each round."""
    found = {}
    for number in state.players:
        points = (0.0 if game is None else game.points_of(number) for game in state.games_of(number))
        found[number] = list(accumulate(points, initial=0.0))
    return found
