"""The user's config file: further engines, and host names of the server.

Its table ``server`` is read by `komadai.server.config_file`.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from komadai.engine.program import OURS, EngineProgram
from komadai.errors import ConfigError
from komadai.extras import extra
from komadai.messages import Message, os_error_message


def default_config_file() -> Path:
    """``config.toml`` in the platform's folder for this user's settings."""
    with extra("app"):
        import platformdirs
    return Path(platformdirs.user_config_dir("komadai", appauthor=False)) / "config.toml"


def load_config(path: Path) -> tuple[tuple[EngineProgram, ...], tuple[str, ...]]:
    """Reads the engines (Komadai's own first) and the server's host names; a missing file has neither.

    ::

        host_names = ["shogi.example.org"]

        [[engine]]
        name = "YaneuraOu"
        command = ["/opt/YaneuraOu/YaneuraOu-by-gcc"]
        options = { USI_Hash = 256 }
        protocol = "usi"                 # or "xboard"; "usi" if left out

    Raises ConfigError naming the file and the key.
    """
    config = read_config(path)
    names = config.get("host_names", [])
    if not isinstance(names, list) or not all(isinstance(name, str) and name for name in names):
        raise ConfigError.with_code("config-host-names", path=str(path))
    tables = config.get("engine", [])
    if not isinstance(tables, list):
        raise ConfigError.with_code("config-engine-tables", path=str(path))
    engines = [OURS]
    for number, table in enumerate(tables, 1):
        program = _engine(path, number, table)
        if any(program.name == known.name for known in engines):
            raise ConfigError.with_code(
                "config-engine-name-taken", path=str(path), number=number, name=program.name
            )
        engines.append(program)
    return tuple(engines), tuple(name.lower() for name in names)


def read_config(path: Path) -> dict[str, Any]:
    """The tables of the config file; none if it is missing. Raises ConfigError for a key that is unknown."""
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise ConfigError.with_code(
            "config-unreadable", path=str(path), reason=os_error_message(error)
        ) from error
    except UnicodeError as error:
        raise ConfigError.with_code(
            "config-unreadable", path=str(path), reason=Message("config-not-utf8")
        ) from error
    try:
        config = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError.with_code("config-not-toml", path=str(path), problem=str(error)) from error
    unknown = sorted(config.keys() - {"engine", "host_names", "server"})
    if unknown:
        raise ConfigError.with_code("config-key", path=str(path), key=unknown[0])
    return config


def _engine(path: Path, number: int, table: Any) -> EngineProgram:
    if not isinstance(table, dict):
        raise ConfigError.with_code("config-engine-table", path=str(path), number=number)
    unknown = sorted(table.keys() - {"name", "command", "options", "protocol"})
    if unknown:
        raise ConfigError.with_code("config-engine-key", path=str(path), number=number, key=unknown[0])
    name, command, options = table.get("name"), table.get("command"), table.get("options", {})
    if not isinstance(name, str) or not 0 < len(name) <= 60 or not name.isprintable():
        raise ConfigError.with_code("config-engine-name", path=str(path), number=number)
    if isinstance(command, str):
        command = [command]
    if not isinstance(command, list) or not command or not all(isinstance(word, str) for word in command):
        raise ConfigError.with_code("config-engine-command", path=str(path), number=number)
    if not isinstance(options, dict) or not all(
        isinstance(value, str | int | bool) for value in options.values()
    ):
        raise ConfigError.with_code("config-engine-options", path=str(path), number=number)
    protocol = table.get("protocol", "usi")
    if protocol not in ("usi", "xboard"):
        raise ConfigError.with_code("config-engine-protocol", path=str(path), number=number)
    return EngineProgram(name, tuple(command), tuple(options.items()), protocol=protocol)
