"""Things that think: our engine, its levels, and a client for any USI engine.

>>> import komadai
>>> board = komadai.Board()
>>> with komadai.engine.open() as engine:  # ours, or open("path/to/any/usi/engine")
...     engine.play(board, seconds=0.2).move in board.legal_moves
True
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from komadai.engine.info import Info, PlayResult, Score
from komadai.engine.levels import LEVELS, Level
from komadai.engine.limits import Limits
from komadai.engine.options import EngineOption, OptionValue
from komadai.engine.plain import Engine
from komadai.engine.process import Command
from komadai.engine.usi_client import HANDSHAKE_SECONDS, Search, UsiEngine

__all__ = [
    "LEVELS",
    "Engine",
    "EngineOption",
    "Info",
    "Level",
    "Limits",
    "OptionValue",
    "PlayResult",
    "Score",
    "Search",
    "UsiEngine",
    "open",
]


def open(
    command: Command | None = None,
    *,
    options: Mapping[str, OptionValue] | None = None,
    timeout: float = HANDSHAKE_SECONDS,
    cwd: str | os.PathLike[str] | None = None,
    env: Mapping[str, str] | None = None,
) -> Engine:
    """Starts a USI engine in a process of its own: ours when no command is given.

    ``command`` is the path of a program or a list of words; ``timeout`` (seconds) is for
    the handshake. Raises EngineCrashed or EngineTimeout if the engine doesn't come up,
    ValueError for an option it won't take.
    """
    return Engine(command, options=options, timeout=timeout, cwd=cwd, env=env)
