"""The user's config file: further engines, and host names of the server."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from komadai.engine.program import OURS, EngineProgram
from komadai.errors import ConfigError


def default_config_file() -> Path:
    """``config.toml`` in the platform's folder for this user's settings."""
    import platformdirs  # comes with the app extra

    return Path(platformdirs.user_config_dir("komadai", appauthor=False)) / "config.toml"


def load_config(path: Path) -> tuple[tuple[EngineProgram, ...], tuple[str, ...]]:
    """Reads the engines (Komadai's own first) and the server's host names; a missing file has neither.

    ::

        host_names = ["shogi.example.org"]

        [[engine]]
        name = "YaneuraOu"
        command = ["/opt/YaneuraOu/YaneuraOu-by-gcc"]
        options = { USI_Hash = 256 }

    Raises ConfigError naming the file and the key.
    """
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return (OURS,), ()
    except (OSError, UnicodeError) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from error
    try:
        config = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: {error}") from error
    unknown = sorted(config.keys() - {"engine", "host_names"})
    if unknown:
        raise ConfigError(f"{path}: {unknown[0]}: expected engine or host_names")
    names = config.get("host_names", [])
    if not isinstance(names, list) or not all(isinstance(name, str) and name for name in names):
        raise ConfigError(f"{path}: host_names: expected a list of names")
    tables = config.get("engine", [])
    if not isinstance(tables, list):
        raise ConfigError(f"{path}: engine: expected [[engine]] tables")
    engines = [OURS]
    for number, table in enumerate(tables, 1):
        program = _engine(path, f"engine {number}", table)
        if any(program.name == known.name for known in engines):
            raise ConfigError(f"{path}: engine {number}: the name {program.name!r} is taken")
        engines.append(program)
    return tuple(engines), tuple(name.lower() for name in names)


def _engine(path: Path, where: str, table: Any) -> EngineProgram:
    if not isinstance(table, dict):
        raise ConfigError(f"{path}: {where}: expected a table")
    unknown = sorted(table.keys() - {"name", "command", "options"})
    if unknown:
        raise ConfigError(f"{path}: {where}: {unknown[0]}: expected name, command or options")
    name, command, options = table.get("name"), table.get("command"), table.get("options", {})
    if not isinstance(name, str) or not 0 < len(name) <= 60 or not name.isprintable():
        raise ConfigError(f"{path}: {where}: name: expected a text of 1 to 60 characters")
    if isinstance(command, str):
        command = [command]
    if not isinstance(command, list) or not command or not all(isinstance(word, str) for word in command):
        raise ConfigError(f"{path}: {where}: command: expected a program, or a list of program and arguments")
    if not isinstance(options, dict) or not all(
        isinstance(value, str | int | bool) for value in options.values()
    ):
        raise ConfigError(f"{path}: {where}: options: expected names with text, integers, true or false")
    return EngineProgram(name, tuple(command), tuple(options.items()))
