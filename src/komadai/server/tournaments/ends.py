"""Waits for the ends of the games of tournaments."""

from __future__ import annotations

import logging
from typing import Final

from komadai.play.events import Event as GameEvent
from komadai.play.game import GameMachine
from komadai.server.db.database import reason_of
from komadai.server.games.live.live_game import LiveGame
from komadai.server.tournaments.session import TournamentSession

log: Final = logging.getLogger(__name__)


async def listen(session: TournamentSession, game_id: str) -> LiveGame:
    """Takes the result of a game as soon as it ends, or now if it has ended since it was looked up."""
    context, registry = session.context, session.context.registry
    live = await registry.game(game_id)
    if game_id in context.listening:
        return live
    if live.game.outcome is not None:
        context.core.tasks.spawn(context.game_ended(session.id, game_id))
        return live

    def heard(game: GameMachine, events: list[GameEvent]) -> None:
        if game.outcome is not None:
            live.unsubscribe(heard)
            context.listening.discard(game_id)
            context.core.tasks.spawn(context.game_ended(session.id, game_id))

    context.listening.add(game_id)
    live.subscribe(heard)
    return live


async def listen_to_all(session: TournamentSession) -> None:
    """Takes the results of the running games, also of those that another process has created."""
    for played in session.games:
        if played.status != "finished":
            try:
                await listen(session, played.game_id)
            except Exception as error:  # a damaged game must not hide the event
                log.error("game %s cannot be read: %s", played.game_id, reason_of(error))
