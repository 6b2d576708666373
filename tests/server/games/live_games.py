"""A registry of games without a server."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from komadai.engine.program import EngineProgram, EngineRules
from komadai.play.events import ClockSettings
from komadai.server.db.database import Database
from komadai.server.games import wire as games_wire
from komadai.server.games.live.game_registry import GameRegistry
from komadai.server.games.live.live_game import LiveGame
from komadai.server.settings import Settings
from tests.server.conftest import FAKE_ENGINE
from tests.server.registries import open_registry

GUEST = "0" * 32


SFEN = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"


def settings(folder: Path) -> Settings:
    engines = tuple(
        EngineProgram(mode, (sys.executable, str(FAKE_ENGINE), mode)) for mode in ("good", "slow")
    )
    return Settings(folder, engines=engines, engine_rules=EngineRules(untimed_ms=300))


def with_registry(folder: Path, test: Callable[[GameRegistry], Awaitable[None]]) -> None:
    async def main() -> None:
        database = await Database.open(None, folder)
        registry = await open_registry(settings(folder), database)
        try:
            await test(registry)
        finally:
            await registry.close()
            await database.close()

    asyncio.run(main())


async def begin(registry: GameRegistry, engine: str = "good", clock: ClockSettings | None = None) -> LiveGame:
    new = games_wire.NewGame(side="black", engine=engine, clock=clock)
    live = await registry.game(await registry.create(GUEST, new, SFEN, "even"))
    await live.view(GUEST)
    return live


def move(live: LiveGame, usi: str = "7g7f") -> games_wire.MoveCommand:
    return games_wire.MoveCommand(id="m", game=live.id, event=live.game.count, usi=usi)
