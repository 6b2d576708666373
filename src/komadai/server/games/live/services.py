"""The services that the games of a server use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from komadai.engine.pool import EnginePool
from komadai.server.chat.store import ChatStore
from komadai.server.core import Core
from komadai.server.games.conduct import Conduct
from komadai.server.games.engines.variant_engines import VariantEngines
from komadai.server.games.player_names import PlayerNames
from komadai.server.games.storage.store import GameStore
from komadai.server.games.storage.vacations import Vacations
from komadai.server.people.store import PeopleStore
from komadai.server.ratings.service import RatingService
from komadai.server.variants.solved import SolvedVariants


@dataclass(frozen=True, slots=True)
class GameServices:
    """The stores and engines of games. They know no game in memory."""

    core: Core
    store: GameStore
    chat: ChatStore
    names: PlayerNames
    conduct: Conduct
    vacations: Vacations
    ratings: RatingService
    engines: EnginePool
    variant_engines: VariantEngines

    @classmethod
    def of(cls, core: Core, ratings: RatingService, solved: SolvedVariants) -> Self:
        """Those of a server."""
        database, rules = core.database, core.settings.engine_rules
        store = GameStore(database, core.cluster.name)
        return cls(
            core=core,
            store=store,
            chat=ChatStore(database),
            names=PlayerNames(database, core.clock),
            conduct=Conduct(PeopleStore(database), store, core.clock),
            vacations=Vacations(database),
            ratings=ratings,
            engines=EnginePool(rules),
            variant_engines=VariantEngines(rules, solved),
        )
