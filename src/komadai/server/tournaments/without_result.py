"""Scores the games of events that end without a result, and ends games that a player has left."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from komadai.pieces import Color
from komadai.play.events import Interruption
from komadai.play.game import GameMachine
from komadai.server.games.live.live_game import LiveGame
from komadai.tournaments import Game, Result


def missing(game: GameMachine, forfeits: Collection[Interruption]) -> list[Color]:
    """Returns the sides that lose a game without a result: the one that aborted it, or made no first move;
    both, if neither came. Nobody if it ended otherwise (by agreement, by a stop of the server)."""
    if game.interruption not in forfeits:
        return []
    return list(Color) if game.left_by is None else [game.left_by]


def verdict(board: Game, losers: Sequence[int]) -> Result:
    """The result of a game that was not played: a walkover if one player lost it, else no points."""
    if len(losers) != 1:
        return "neither"
    return "white-walkover" if losers[0] == board.pairing.black else "black-walkover"


async def end_if_left(live: LiveGame, now_ms: int) -> None:
    """Ends a game that stands still since the server was started again, and that a player has left.

    Who is there wins. A game that both have left, or that they have adjourned, ends without a result.
    """
    game = live.game
    if game.sealed is not None:
        await live.act(lambda game: game.cancel("agreed", now_ms))
        return
    left = [color for color in Color if live.attendance.has_left(color, now_ms)]
    if len(left) == 1:
        await live.act(lambda game: game.claim(left[0].opponent, now_ms))
    elif left:
        await live.act(lambda game: game.cancel("server_stopped", now_ms))


async def leave(live: LiveGame, color: Color, now_ms: int) -> None:
    """Ends a game because this side has left its event: the other wins, if both have moved."""
    if await _ends_without_result(live, color, now_ms):
        return
    if live.game.correspondence:
        await live.act(lambda game: game.resign(color, now_ms))
    else:
        await live.act(lambda game: game.claim(color.opponent, now_ms))


async def lose_by_infraction(live: LiveGame, color: Color, now_ms: int) -> None:
    """Ends a game because the arbiter has ruled that this side broke a rule."""
    if not await _ends_without_result(live, color, now_ms):
        await live.act(lambda game: game.disqualify(color, now_ms))


async def _ends_without_result(live: LiveGame, color: Color, now_ms: int) -> bool:
    """Ends a game that has not begun or is adjourned. Returns whether the game is over."""
    game = live.game
    if game.outcome is not None:
        return True
    if game.can_abort:
        await live.act(lambda game: game.abort(color, now_ms))
    elif game.sealed is not None:
        await live.act(lambda game: game.cancel("agreed", now_ms))
    else:
        return False
    return True
