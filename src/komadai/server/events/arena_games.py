"""The games of an arena: what those without a result mean, and which are ended because nobody comes back."""

from __future__ import annotations

from collections.abc import Sequence
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


def verdict(missing: Sequence[Color]) -> Result:
    """The result of a game that ended without one. Who was missing loses it; if both were, or nobody, it
    counts for nobody."""
    return WALKOVERS[missing[0].opponent] if len(missing) == 1 else "neither"


async def end_if_left(live: LiveGame, now_ms: int) -> None:
    """Ends a game that stands still since the server was started again, and that a player has left.

    Who is there wins. A game that both have left, or that they have adjourned, ends without a result.
    """
    game = live.game
    if game.sealed is not None:
        await live.act(lambda game: game.cancel("agreed", now_ms))
        return
    left = [color for color in Color if _has_left(live, color, now_ms)]
    if len(left) == 1:
        await live.act(lambda game: game.claim(left[0].opponent, now_ms))
    elif left:
        await live.act(lambda game: game.cancel("server_stopped", now_ms))


def missing(live: LiveGame) -> list[Color]:
    """Who is to blame that a game ended without a result: who has aborted it, made no first move, or did not
    come at all. Nobody if it ended otherwise (by agreement, by a stop of the server)."""
    game = live.game
    if game.left_by is not None:
        return [game.left_by]
    if game.interruption != "no_first_move":
        return []
    return [color for color in Color if not _is_here(live, color)]


def person_of(live: LiveGame, color: Color) -> str | None:
    """The person who plays this colour."""
    colors = live.game.colors
    return None if colors is None else live.guests[colors.index(color)]


def _is_here(live: LiveGame, color: Color) -> bool:
    person = person_of(live, color)
    return live.presence is None or person is None or live.presence.is_here(person)


def _has_left(live: LiveGame, color: Color, now_ms: int) -> bool:
    person = person_of(live, color)
    return live.presence is not None and person is not None and live.presence.state(person, now_ms) == "left"
