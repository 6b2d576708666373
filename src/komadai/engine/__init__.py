"""The engine Komadai, its levels, and clients for any USI engine.

>>> import komadai
>>> board = komadai.Board()
>>> with komadai.engine.open() as engine:  # ours, or open("path/to/any/usi/engine")
...     engine.play(board, seconds=0.2).move in board.legal_moves
True

Names are imported when they are first used, so that ``komadai usi``, which is in this package, too, starts
without the client's asyncio.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Mapping

    from komadai.engine.client.async_engine import UsiEngine
    from komadai.engine.client.process import Command
    from komadai.engine.client.search_handle import MateSearch, Search
    from komadai.engine.client.sync_engine import Analysis, Engine
    from komadai.engine.levels import LEVELS, Level
    from komadai.engine.protocol.info import Info, MateResult, PlayResult
    from komadai.engine.protocol.limits import Limits
    from komadai.engine.protocol.options import EngineOption, OptionValue
    from komadai.score import DEFAULT_WIN_RATE, KOMADAI_WIN_RATE, Score, WinDrawLoss, WinRateModel

__all__ = [
    "DEFAULT_WIN_RATE",
    "KOMADAI_WIN_RATE",
    "LEVELS",
    "Analysis",
    "Engine",
    "EngineOption",
    "Info",
    "Level",
    "Limits",
    "MateResult",
    "MateSearch",
    "OptionValue",
    "PlayResult",
    "Score",
    "Search",
    "UsiEngine",
    "WinDrawLoss",
    "WinRateModel",
    "open",
]

_HOMES = {
    "LEVELS": "levels",
    "Analysis": "client.sync_engine",
    "Engine": "client.sync_engine",
    "EngineOption": "protocol.options",
    "Info": "protocol.info",
    "Level": "levels",
    "Limits": "protocol.limits",
    "MateResult": "protocol.info",
    "MateSearch": "client.search_handle",
    "OptionValue": "protocol.options",
    "PlayResult": "protocol.info",
    "Search": "client.search_handle",
    "UsiEngine": "client.async_engine",
    **dict.fromkeys(
        ("DEFAULT_WIN_RATE", "KOMADAI_WIN_RATE", "Score", "WinDrawLoss", "WinRateModel"), "komadai.score"
    ),
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'komadai.engine' has no attribute {name!r}")
    home = _HOMES[name]
    module = import_module(home if home.startswith("komadai.") else f"komadai.engine.{home}")
    value: object = getattr(module, name)
    globals()[name] = value
    return value


def open(
    command: Command | None = None,
    *,
    options: Mapping[str, OptionValue] | None = None,
    timeout: float = 10.0,
    restarts: int = 0,
    cwd: str | os.PathLike[str] | None = None,
    env: Mapping[str, str] | None = None,
) -> Engine:
    """Starts a USI engine in a separate process (Komadai if no command is given).

    ``command`` is the path of a program or a list of words; ``timeout`` (seconds) is for the handshake;
    ``restarts`` is how many times a process that crashes or hangs during a search is replaced and the search
    repeated. Raises EngineCrashed or EngineTimeout if the engine does not start, EngineUsageError (a
    ValueError) for an option that it does not accept.
    """
    from komadai.engine.client.sync_engine import Engine

    return Engine(command, options=options, timeout=timeout, restarts=restarts, cwd=cwd, env=env)
