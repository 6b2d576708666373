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

from typing import Final

from komadai.events import acts
from komadai.events.acts import Act
from komadai.events.errors import EventError
from komadai.events.games import Challenge
from komadai.events.state import State

DAY_MS: Final = 86_400_000


def order(state: State) -> list[int]:
    """The players from the top to the bottom; without those who have left."""
    return list(state.derived(_order))


def _order(state: State) -> list[int]:
    """Goes on from the last places, unless the result of a game that had ended was changed meanwhile."""
    done, places, ended = state.places
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
    state.places = len(state.ladder), places, ended
    return places


def _climb(places: list[int], challenge: Challenge) -> None:
    """The challenger takes the place of the opponent, if they still stand below."""
    if challenge.player not in places or challenge.opponent not in places:
        return
    above = places.index(challenge.opponent)
    if places.index(challenge.player) > above:
        places.remove(challenge.player)
        places.insert(above, challenge.player)


def is_open(state: State, challenge: Challenge) -> bool:
    """Whether a challenge waits, or its game has no result."""
    if challenge.round is not None:
        return state.rounds[challenge.round - 1].games[0].is_open
    return challenge.answer is None


def busy(state: State) -> set[int]:
    """The players who have a challenge or game."""
    return state.derived(_busy)


def _busy(state: State) -> set[int]:
    return {
        player for each in state.challenges if is_open(state, each) for player in (each.player, each.opponent)
    }


def can_challenge(state: State, player: int) -> list[int]:
    """Whom a player may challenge now, from the top."""
    places, taken = order(state), busy(state)
    if player in taken or state.finished or player not in places:
        return []
    place = places.index(player)
    before = last_opponent(state, player)
    above = places[max(0, place - state.settings.reach) : place]
    return [each for each in above if each not in taken and each != before]


def last_opponent(state: State, player: int) -> int | None:
    """Whom a player has challenged last, but for challenges that were taken back or came to nothing."""
    return state.derived(_last_opponents).get(player)


def _last_opponents(state: State) -> dict[int, int]:
    return {
        each.player: each.opponent
        for each in state.challenges
        if each.answer != "taken-back" and not _came_to_nothing(state, each)
    }


def _came_to_nothing(state: State, challenge: Challenge) -> bool:
    """Whether the game of a challenge was left without a result."""
    if challenge.round is None:
        return False
    return state.rounds[challenge.round - 1].games[0].result == "neither"


def check_challenge(state: State, player: int, opponent: int) -> None:
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


def deadline(state: State, challenge: Challenge) -> int:
    """Until when a challenge can be answered, in ms since 1970."""
    return challenge.at + state.settings.answer_days * DAY_MS


def due(state: State, now: int) -> Act | None:
    """What the time alone does next, up to now: a challenge expires, or an idle player slides."""
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
