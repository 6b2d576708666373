"""The room of games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from komadai.server.core import Core
from komadai.server.games import api, profile_games
from komadai.server.games.conduct import Conduct
from komadai.server.games.fair_play.bot_games import BotGames
from komadai.server.games.fair_play.fair_play import FairPlay
from komadai.server.games.fair_play.protected_positions import ProtectedPositions
from komadai.server.games.live.game_registry import GameRegistry
from komadai.server.games.live.services import GameServices
from komadai.server.games.player_names import PlayerNames
from komadai.server.games.reported_games import ReportedGames
from komadai.server.games.storage.personal_data import GameData
from komadai.server.games.storage.store import GameStore
from komadai.server.games.storage.vacations import VacationData, Vacations
from komadai.server.games.wire import GameTopic
from komadai.server.http.calls import Calls
from komadai.server.people.social.social import Evidence
from komadai.server.ratings.service import RatingService
from komadai.server.room import Room, Topic
from komadai.server.variants.solved import SolvedVariants


@dataclass(frozen=True, kw_only=True)
class GamesRoom(Room):
    """The games that are played here."""

    calls: ClassVar[Sequence[type[Calls]]] = (*api.CALLS, *profile_games.CALLS)
    registry: GameRegistry
    game_store: GameStore
    player_names: PlayerNames
    conduct: Conduct
    vacations: Vacations
    fair_play: FairPlay
    bot_games: BotGames
    evidence: Evidence

    @classmethod
    async def open(cls, core: Core, ratings: RatingService, solved: SolvedVariants) -> Self:
        services = GameServices.of(core, ratings, solved)
        registry = await GameRegistry.open(services)
        protected = ProtectedPositions(registry, services.store)
        return cls(
            registry=registry,
            game_store=services.store,
            player_names=services.names,
            conduct=services.conduct,
            vacations=services.vacations,
            fair_play=FairPlay(registry, protected),
            bot_games=BotGames(registry, services.names, protected),
            evidence=ReportedGames(registry, services.chat).evidence,
            topics={GameTopic: Topic(registry.watch, registry.leave)},
            personal_data=[GameData(registry, services.store), VacationData(core.database)],
            gauges={
                "games_in_memory": lambda: registry.games_in_memory,
                "games_running": lambda: registry.games_running,
                "engine_processes": lambda: len(services.engines.processes),
            },
        )

    async def close(self) -> None:
        await self.registry.close()
