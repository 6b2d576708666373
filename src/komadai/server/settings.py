"""What a server is started with: folders, database, who may reach it, which engines it knows."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import platformdirs

from komadai.engine.program import OURS, EngineProgram, EngineRules
from komadai.server.rate_limits import Limits
from komadai.server.start_error import StartError


@dataclass(frozen=True, slots=True)
class Settings:
    """All that `create_app` needs to know."""

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
    """Where the built page lies; None: in the package."""

    def engine(self, name: str) -> EngineProgram | None:
        """The engine of this name, or None."""
        return next((engine for engine in self.engines if engine.name == name), None)


def default_data_dir() -> Path:
    """The platform's folder for this user's data."""
    return Path(platformdirs.user_data_dir("komadai", appauthor=False))


def default_config_file() -> Path:
    """Where engines are named: ``config.toml`` in the platform's folder for this user's settings."""
    return Path(platformdirs.user_config_dir("komadai", appauthor=False)) / "config.toml"


def load_config(path: Path) -> tuple[tuple[EngineProgram, ...], tuple[str, ...]]:
    """The engines (ours first) and host names a config file gives. No file: ours alone.

    ::

        host_names = ["shogi.example.org"]

        [[engine]]
        name = "YaneuraOu"
        command = ["/opt/YaneuraOu/YaneuraOu-by-gcc"]
        options = { USI_Hash = 256 }

    Raises StartError naming the file and the key.
    """
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return (OURS,), ()
    except (OSError, UnicodeError) as error:
        raise StartError(f"{path}: cannot be read: {error}") from error
    try:
        config = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise StartError(f"{path}: {error}") from error
    unknown = sorted(config.keys() - {"engine", "host_names"})
    if unknown:
        raise StartError(f"{path}: {unknown[0]}: expected engine or host_names")
    names = config.get("host_names", [])
    if not isinstance(names, list) or not all(isinstance(name, str) and name for name in names):
        raise StartError(f"{path}: host_names: expected a list of names")
    tables = config.get("engine", [])
    if not isinstance(tables, list):
        raise StartError(f"{path}: engine: expected [[engine]] tables")
    engines = [OURS]
    for number, table in enumerate(tables, 1):
        program = _engine(path, f"engine {number}", table)
        if any(program.name == known.name for known in engines):
            raise StartError(f"{path}: engine {number}: the name {program.name!r} is taken")
        engines.append(program)
    return tuple(engines), tuple(name.lower() for name in names)


def _engine(path: Path, where: str, table: Any) -> EngineProgram:
    if not isinstance(table, dict):
        raise StartError(f"{path}: {where}: expected a table")
    unknown = sorted(table.keys() - {"name", "command", "options"})
    if unknown:
        raise StartError(f"{path}: {where}: {unknown[0]}: expected name, command or options")
    name, command, options = table.get("name"), table.get("command"), table.get("options", {})
    if not isinstance(name, str) or not 0 < len(name) <= 60 or not name.isprintable():
        raise StartError(f"{path}: {where}: name: expected a text of 1 to 60 characters")
    if isinstance(command, str):
        command = [command]
    if not isinstance(command, list) or not command or not all(isinstance(word, str) for word in command):
        raise StartError(f"{path}: {where}: command: expected a program, or a list of program and arguments")
    if not isinstance(options, dict) or not all(
        isinstance(value, str | int | bool) for value in options.values()
    ):
        raise StartError(f"{path}: {where}: options: expected names with texts, whole numbers, true or false")
    return EngineProgram(name, tuple(command), tuple(options.items()))
