"""The registry of games, without the rest of the server."""

from __future__ import annotations

from dataclasses import replace

from komadai.server.core import Core
from komadai.server.db.database import Database
from komadai.server.games.live.game_registry import GameRegistry
from komadai.server.games.live.services import GameServices
from komadai.server.ratings.service import RatingService
from komadai.server.server_clock import ServerClock
from komadai.server.settings import Settings
from komadai.server.variants.solved import SolvedVariants


async def open_registry(
    settings: Settings, database: Database, clock: ServerClock | None = None
) -> GameRegistry:
    """The games of a server with these settings. ``clock``: instead of the server's."""
    core = await Core.open(settings, database)
    if clock is not None:
        core = replace(core, clock=clock)
    solved = SolvedVariants(settings.data_dir / "solved")
    return await GameRegistry.open(GameServices.of(core, RatingService(database), solved))


def services_of(registry: GameRegistry) -> GameServices:
    """What its games use."""
    return registry._services


def now_ms(registry: GameRegistry) -> int:
    """The time of its games."""
    return registry._services.core.clock.now_ms()
