"""A ladder: players challenge those who stand above, and the winner takes the place.

- Who enters stands at the bottom.
- A player may challenge anyone up to ``reach`` places above, who has ``answer_days`` to answer. Everyone
  has one challenge or game at a time, and nobody makes the same challenge twice in a row.
- If the challenger wins, they take the opponent's place, and all between slide down one. A loss or a draw
  changes nothing.
- A challenge that is refused, or not answered in time, is won without play. A challenger may take it back as
  long as it was not answered.
- Who neither plays nor challenges for ``idle_days`` slides down one place, and again after as many days.

The places follow from what has happened, so a result that is corrected later corrects them, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from komadai.tournaments.core.rounds import Game, Pairing
from komadai.tournaments.core.tournament import Columns, Forfeit
from komadai.tournaments.errors import EventError
from komadai.tournaments.kinds.ladder import acts
from komadai.tournaments.kinds.ladder.state import Challenge, LadderState

DAY_MS: Final = 86_400_000


class Ladder(LadderState):
    """A ladder."""

    only: ClassVar[str] = "event-only-ladder"
    forfeits: ClassVar[tuple[Forfeit, ...] | None] = ("no_first_move",)
    columns: ClassVar[Columns] = "none"
    score_name: ClassVar[tuple[str, str]] = ("Won", "勝数")
    round_names: ClassVar[tuple[str, str]] = ("Game {}", "第{}局")

    @property
    def total_rounds(self) -> int:
        """The games so far."""
        return len(self.rounds)

    @property
    def rounds_with_entries(self) -> int:
        """Players can always enter."""
        return len(self.rounds) + 1

    @property
    def is_decided(self) -> bool:
        """Never: it goes on until it is ended."""
        return False

    def check_can_pair(self) -> None:
        """Nothing to wait for."""

    def pairings(self, number: int, draw: Sequence[int]) -> list[Pairing]:
        """None: games come from challenges."""
        raise EventError.with_code("event-ladder-pairs")

    def score(self, player: int, rounds: int | None = None) -> float:
        """The games won."""
        last = len(self.rounds) if rounds is None else rounds
        games = [game for game in self.all_games_of(player) if game.round <= last]
        return float(sum(game.points_of(player) == 1 for game in games))

    def places(self) -> list[int] | None:
        """From the top to the bottom, then those who have left."""
        found = order(self)
        return [*found, *(number for number in self.players if number not in found)]

    def sheet(self, player: int) -> Iterator[tuple[Game | None, float | None]]:
        """Nothing: games are no rounds."""
        yield from ()

    def challenge(self, player: int, opponent: int, *, at: int, by: str = "") -> acts.Challenged:
        """A player of a ladder challenges one who stands above."""
        self.check_running()
        check_challenge(self, player, opponent)
        return acts.Challenged(
            at=at, by=by, challenge=len(self.challenges) + 1, player=player, opponent=opponent
        )

    def answer(self, challenge: int, accept: bool, *, at: int, by: str = "") -> acts.Answered:
        """The opponent accepts a challenge, which begins its game, or refuses it."""
        waiting = self._waiting(challenge)
        if not accept:
            return acts.Answered(at=at, by=by, challenge=challenge, answer="refused")
        pairing = self.pairing(*self.balanced(waiting.player, waiting.opponent))
        return acts.Answered(at=at, by=by, challenge=challenge, answer="accepted", pairing=pairing)

    def take_back_challenge(self, challenge: int, *, at: int, by: str = "") -> acts.ChallengeTakenBack:
        """The challenger takes a challenge back that waits."""
        self._waiting(challenge)
        return acts.ChallengeTakenBack(at=at, by=by, challenge=challenge)

    def _waiting(self, number: int) -> Challenge:
        self.check_running()
        if not 1 <= number <= len(self.challenges) or self.challenges[number - 1].answer is not None:
            raise EventError.with_code("event-no-challenge", challenge=number)
        return self.challenges[number - 1]


def order(state: Ladder) -> list[int]:
    """The players from the top to the bottom; without those who have left."""
    return list(state.derived(_order))


def _order(state: Ladder) -> list[int]:
    """Goes on from the last places, unless the result of a game that had ended was changed meanwhile."""
    done, places, ended = state.last_places
    challenges = {each.round: each for each in state.challenges} if done < len(state.ladder) else {}
    places, ended = places.copy(), ended.copy()
    for step, number in state.ladder[done:]:
        match step:
            case "enters":
                places.append(number)
            case "leaves":
                places.remove(number)
            case "slides":
                place = places.index(number)
                places[place : place + 2] = reversed(places[place : place + 2])
            case "walkover":
                _climb(places, state.challenges[number - 1])
            case "game" if number not in ended:
                ended.add(number)
                challenge = challenges[number]
                if state.rounds[number - 1].games[0].points_of(challenge.player) == 1:
                    _climb(places, challenge)
            case "game":
                pass  # a correction: the game counts from when it ended
    state.last_places = len(state.ladder), places, ended
    return places


def _climb(places: list[int], challenge: Challenge) -> None:
    """The challenger takes the place of the opponent, if they still stand below."""
    if challenge.player not in places or challenge.opponent not in places:
        return
    above = places.index(challenge.opponent)
    if places.index(challenge.player) > above:
        places.remove(challenge.player)
        places.insert(above, challenge.player)


def busy(state: Ladder) -> set[int]:
    """The players who have a challenge or game."""
    return state.derived(_busy)


def _busy(state: Ladder) -> set[int]:
    return {
        player for each in state.challenges if state.is_open(each) for player in (each.player, each.opponent)
    }


def can_challenge(state: Ladder, player: int) -> list[int]:
    """Lists the players whom a player may challenge now, from the top."""
    places, taken = order(state), busy(state)
    if player in taken or state.finished or player not in places:
        return []
    place = places.index(player)
    before = last_opponent(state, player)
    above = places[max(0, place - state.settings.reach) : place]
    return [each for each in above if each not in taken and each != before]


def last_opponent(state: Ladder, player: int) -> int | None:
    """Returns the player whom a player has challenged last, but for challenges that were taken back or came
    to nothing."""
    return state.derived(_last_opponents).get(player)


def _last_opponents(state: Ladder) -> dict[int, int]:
    return {
        each.player: each.opponent
        for each in state.challenges
        if each.answer != "taken-back" and not _came_to_nothing(state, each)
    }


def _came_to_nothing(state: Ladder, challenge: Challenge) -> bool:
    """Whether the game of a challenge was left without a result."""
    if challenge.round is None:
        return False
    return state.rounds[challenge.round - 1].games[0].result == "neither"


def check_challenge(state: Ladder, player: int, opponent: int) -> None:
    """Raises EventError unless this challenge is allowed."""
    places = order(state)
    for number in (player, opponent):
        if state.player(number).withdrawn:
            raise EventError.with_code("event-withdrawn", name=state.players[number].name)
    above = places.index(player) - places.index(opponent)
    if not 1 <= above <= state.settings.reach:
        raise EventError.with_code("event-out-of-reach", most=state.settings.reach)
    taken = busy(state)
    for number in (player, opponent):
        if number in taken:
            raise EventError.with_code("event-challenge-open", name=state.players[number].name)
    if last_opponent(state, player) == opponent:
        raise EventError.with_code("event-same-challenge", name=state.players[opponent].name)


def deadline(state: Ladder, challenge: Challenge) -> int:
    """Until when a challenge can be answered, in ms since 1970."""
    return challenge.at + state.settings.answer_days * DAY_MS


def due(state: Ladder, now: int) -> acts.Answered | acts.Slid | None:
    """Returns the next act that the time alone brings, up to now: a challenge expires, or an idle player
    slides."""
    if state.finished:
        return None
    for each in state.challenges:
        if each.answer is None and deadline(state, each) <= now:
            return acts.Answered(at=now, challenge=each.number, answer="expired")
    idle = state.settings.idle_days * DAY_MS
    places, taken = order(state), busy(state)
    for number in places[:-1] if idle else ():
        if number not in taken and state.active[number] + idle <= now:
            return acts.Slid(at=state.active[number] + idle, player=number)
    return None
