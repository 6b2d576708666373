"""Team matches: several boards between two teams.

The players of a team event are teams. A team has members in board order; in a match the first of them play,
unless its lineup for the round says otherwise: a substitute comes in at the place that the order gives, and
those below move down a board. On odd boards the team that the pairing calls Black has Black, on even boards
White.

A win on a board is a board point, a draw half of one. The team with more board points wins the match: a match
point; equal board points are half a match point for both. Teams are ordered by match points, then by board
points. A team that wins without play, or for which the other team has nobody on a board, has those board
points; a bye is worth half of the board points of a match.
"""

from __future__ import annotations

from collections.abc import Sequence

from komadai.tournaments.core.players import Player
from komadai.tournaments.core.results import BYE_POINTS, PLAYED, POINTS, Result
from komadai.tournaments.core.rounds import Game


def usual_lineup(team: Player, boards: int) -> tuple[int, ...]:
    """The members who play if nothing else was said: the first ones."""
    return tuple(range(1, min(len(team.members), boards) + 1))


def begin(game: Game, lineups: tuple[tuple[int, ...], tuple[int, ...]], boards: int) -> None:
    """Publishes the lineups of a match. A board on which a team has nobody is won by the other."""
    game.lineups = lineups
    game.boards = [_unmanned(lineups, seat) for seat in range(1, boards + 1)]
    settle(game)


def settle(game: Game) -> None:
    """Sets the result of a match from those of its boards."""
    if any(result is None for result in game.boards):
        game.result = None
        return
    first, second = points(game)
    played = any(result in PLAYED for result in game.boards)
    if first == second:
        game.result = "draw" if played or first else "neither"
    elif first > second:
        game.result = "black" if played else "black-walkover"
    else:
        game.result = "white" if played else "white-walkover"


def points(game: Game) -> tuple[float, float]:
    """The board points of the team that the pairing calls Black, and of the other, so far."""
    first = second = 0.0
    for seat, result in enumerate(game.boards, 1):
        if result is None:
            continue
        black, white = POINTS[result]
        first += black if has_black(seat) else white
        second += white if has_black(seat) else black
    return first, second


def points_of(game: Game, team: int, boards: int) -> float:
    """The board points of one of the teams of a match; of a bye half of the boards for each match point."""
    if game.pairing.white is None:
        return BYE_POINTS[game.pairing.bye or "full"] * boards / 2
    if all(result is None for result in game.boards) and game.result is not None:
        return game.points_of(team) * boards  # won without play
    return points(game)[game.players.index(team)]


def has_black(seat: int) -> bool:
    """Whether the team that the pairing calls Black has Black on this board, from 1."""
    return seat % 2 == 1


def win_of(game: Game, player: int, seat: int) -> Result:
    """The result with which a player wins the game, or a team the board of its match."""
    return "black" if (player == game.pairing.black) is (not seat or has_black(seat)) else "white"


def members_on(game: Game, seat: int) -> tuple[tuple[int, int | None], tuple[int, int | None]]:
    """Black and White on a board: each the team's number and the member's, None for nobody."""
    assert game.lineups is not None
    first, second = (
        (team, lineup[seat - 1] if seat <= len(lineup) else None)
        for team, lineup in zip(game.players, game.lineups, strict=True)
    )
    return (first, second) if has_black(seat) else (second, first)


def _unmanned(lineups: Sequence[Sequence[int]], seat: int) -> Result | None:
    missing = tuple(seat > len(lineup) for lineup in lineups)
    if not any(missing):
        return None
    if all(missing):
        return "neither"
    return "black-walkover" if missing[1] is has_black(seat) else "white-walkover"
