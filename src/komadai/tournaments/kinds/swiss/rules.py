"""Swiss: a fixed number of rounds, paired by the points so far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import accumulate
from typing import ClassVar

from komadai.tournaments.core.acts import Paired
from komadai.tournaments.core.players import seed_order
from komadai.tournaments.core.results import Bye
from komadai.tournaments.core.rounds import Game, Pairing
from komadai.tournaments.core.settings import TieBreak
from komadai.tournaments.errors import EventError
from komadai.tournaments.kinds.swiss import acts
from komadai.tournaments.kinds.swiss.caissify import DutchSystem
from komadai.tournaments.kinds.swiss.pairing import SwissPlayer, SwissSystem
from komadai.tournaments.kinds.swiss.state import SwissState


class Swiss(SwissState):
    """A Swiss event."""

    usual_tie_breaks: ClassVar[tuple[TieBreak, ...]] = ("sos", "sosos", "sodos", "direct")
    late: ClassVar[str] = "event-no-more-rounds"
    only: ClassVar[str] = "event-only-swiss"

    @property
    def total_rounds(self) -> int:
        """As the settings say."""
        return self.settings.rounds

    @property
    def rounds_with_entries(self) -> int:
        """All: who comes late plays from the next round on."""
        return self.settings.rounds

    def pairings(self, number: int, draw: Sequence[int]) -> list[Pairing]:
        """By the Dutch system."""
        return self._pairings(DutchSystem(), number, draw)

    def _pairings(self, system: SwissSystem, number: int, _: Sequence[int]) -> list[Pairing]:
        """The games set by hand, those of the system, then the byes. Without a game there is no round."""
        pool = self.unpaired()
        if len(pool) < 2 and all(white is None for _, white in self.forced):
            raise EventError.with_code("event-too-few-left", round=number)
        has_forced_bye = any(white is None for _, white in self.forced)
        if has_forced_bye and len(pool) % 2:
            raise EventError.with_code("event-odd-forced", count=len(pool))
        pairs = [*self.forced]
        if pool:
            players = swiss_players(self, [player.number for player in pool])
            pairs += system.pair(players, number, self.total_rounds)
        pairs.sort(key=lambda pair: pair[1] is None)
        byes = [
            Pairing(black=player, bye=bye)
            for player, bye in self.sitting_out.items()
            if not self.players[player].withdrawn
        ]
        return [self.pairing(black, white) for black, white in pairs] + byes

    def pair(self, *, at: int, by: str = "", system: SwissSystem | None = None) -> Paired:
        """The pairings of the next round; ``system`` is how it is paired (the Dutch system)."""
        return self.paired(partial(self._pairings, system or DutchSystem()), at, by)

    def sit_out(self, player: int, bye: Bye | None, *, at: int, by: str = "") -> acts.SitsOut:
        """The player is not paired in the next round, or with ``bye`` None is paired after all."""
        self.check_running()
        self.check_plays(player)
        return acts.SitsOut(at=at, by=by, player=player, bye=bye)

    def force(
        self,
        black: int,
        white: int | None,
        *,
        at: int,
        again: bool = False,
        reason: str = "",
        by: str = "",
    ) -> acts.Forced:
        """A game of the next Swiss round is set by hand, or a bye for ``black``.

        Two players who have met meet again only with ``again``.
        """
        self.check_running()
        if black == white:
            raise EventError.with_code("event-same-player")
        taken = {number for pair in self.forced for number in pair}
        for number in (black, white):
            if number is None:
                continue
            self.check_plays(number)
            if number in taken or number in self.sitting_out:
                raise EventError.with_code("event-forced-twice", name=self.players[number].name)
        met = None if white is None or again else self.meeting(black, white)
        if met is not None:
            names = [self.players[number].name for number in met.players]
            raise EventError.with_code("event-met-before", first=names[0], second=names[1], round=met.round)
        if white is None and any(other is None for _, other in self.forced):
            raise EventError.with_code("event-odd-forced", count=len(self.unpaired()))
        return acts.Forced(at=at, by=by, black=black, white=white, reason=reason)

    def unforce(self, *, at: int, by: str = "") -> acts.Unforced:
        """The games set for the next round are taken back."""
        self.check_running()
        return acts.Unforced(at=at, by=by)


def swiss_players(state: Swiss, numbers: Iterable[int]) -> list[SwissPlayer]:
    """These players as a pairing system sees them before the next round."""
    order = seed_order(list(state.players.values()), state.settings)
    seeds = {player.number: seed for seed, player in enumerate(order, 1)}
    return [_swiss_player(state, number, seeds[number]) for number in numbers]


def _swiss_player(state: Swiss, number: int, seed: int) -> SwissPlayer:
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


def _float(state: Swiss, player: int, game: Game, round_number: int) -> str:
    opponent = game.opponent_of(player)
    if opponent is None or not game.was_played:
        return "down" if game.points_of(player) else "none"
    points = state.derived(_points_before)
    own, other = (points[each][round_number - 1] for each in (player, opponent))
    return "down" if own > other else "up" if own < other else "none"


def _points_before(state: Swiss) -> dict[int, list[float]]:
    """The points of each player before each round."""
    found = {}
    for number in state.players:
        points = (0.0 if game is None else game.points_of(number) for game in state.games_of(number))
        found[number] = list(accumulate(points, initial=0.0))
    return found
