"""The settings of a server: data folder, database, host names, engines, limits."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

from komadai.engine.program import OURS, EngineProgram, EngineRules
from komadai.server.rate_limits import Limits


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings that `create_app` takes."""

    data_dir: Path
    database: str | None = None
    """A database URL; None: SQLite in the data folder."""
    host: str = "127.0.0.1"
    host_names: tuple[str, ...] = ()
    """Further host names this server answers to (behind a proxy); see `session.host_allowed`."""
    engines: tuple[EngineProgram, ...] = (OURS,)
    engine_rules: EngineRules = field(default_factory=EngineRules)
    limits: Limits = field(default_factory=Limits)
    static_dir: Path | None = None
    """The folder with the built page; None: the one in the package."""

    def engine(self, name: str) -> EngineProgram | None:
        """The engine of this name, or None."""
        return next((engine for engine in self.engines if engine.name == name), None)


def default_data_dir() -> Path:
    """The platform's folder for this user's data."""
    return Path(platformdirs.user_data_dir("komadai", appauthor=False))
