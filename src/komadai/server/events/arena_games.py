"""The games of an arena: what those without a result mean, and which are ended because nobody comes back."""

from __future__ import annotations

from typing import Final

from komadai.events import Event, Result
from komadai.pieces import Color
from komadai.server.games.live_game import LiveGame

WALKOVERS: Final[dict[Color, Result]] = {Color.BLACK: "black-walkover", Color.WHITE: "white-walkover"}


def due_ms(event: Event, online: bool) -> int | None:
    """From when on the server looks at an event by itself: an arena with a time to begin, or that runs."""
    if not (event.kind.is_continuous and online) or event.finished:
        return None
    return 0 if event.rounds else event.settings.starts_at or None


def verdict(live: LiveGame, now_ms: int) -> tuple[Result, list[str]]:
    """The result of a game that ended without one, and the persons who were missing.

    Who aborts the game, makes no first move or does not come at all loses it; if neither came, it counts for
    nobody. A game that ended otherwise (by agreement, by a stop of the server) counts for nobody.
    """
    missing = _missing(live, now_ms)
    persons = [person for color in missing if (person := _person(live, color)) is not None]
    result: Result = WALKOVERS[missing[0].opponent] if len(missing) == 1 else "neither"
    return result, persons


async def end_if_left(live: LiveGame, now_ms: int) -> None:
    """Ends a game that stands still since the server was started again, and that a player has left.

    Who is there wins. A game that both have left, or that they have adjourned, ends without a result.
    """
    game = live.game
    if game.sealed is not None:
        await live.act(lambda game: game.cancel("agreed", now_ms))
        return
    left = [color for color in Color if _state(live, color, now_ms) == "left"]
    if len(left) == 1:
        await live.act(lambda game: game.claim(left[0].opponent, now_ms))
    elif left:
        await live.act(lambda game: game.cancel("server_stopped", now_ms))


def _missing(live: LiveGame, now_ms: int) -> list[Color]:
    game = live.game
    if game.left_by is not None:
        return [game.left_by]
    if game.interruption != "no_first_move":
        return []
    return [color for color in Color if _state(live, color, now_ms) != "here"]


def _state(live: LiveGame, color: Color, now_ms: int) -> str:
    person = _person(live, color)
    return "here" if live.presence is None or person is None else live.presence.state(person, now_ms)


def _person(live: LiveGame, color: Color) -> str | None:
    colors = live.game.colors
    return None if colors is None else live.guests[colors.index(color)]
