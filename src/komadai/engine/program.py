"""An engine program by name, and the limits under which a pool runs it."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Final, Literal

# Imported at run time, too: Litestar evaluates the annotations of the server's settings.
from komadai.engine.protocol.options import OptionValue

OUR_ENGINE: Final = "komadai"
"""The name of the engine Komadai."""
OWN_COMMAND: Final[tuple[str, ...]] = (sys.executable, "-m", "komadai", "usi")
"""The command that starts the engine Komadai of this installation."""


EngineProtocol = Literal["usi", "xboard"]
"""The protocols of engines: USI, and XBoard's (CECP, version 2)."""


@dataclass(frozen=True, slots=True)
class EngineProgram:
    """An engine by name: the command that starts it and the options that are set after its start."""

    name: str
    command: tuple[str, ...]
    options: tuple[tuple[str, OptionValue], ...] = ()
    levels: bool = False
    """Whether it has our fifteen levels (an option ``Level``)."""
    protocol: EngineProtocol = "usi"


OURS: Final = EngineProgram(OUR_ENGINE, OWN_COMMAND, levels=True)


@dataclass(frozen=True, slots=True)
class EngineRules:
    """The limits within which engine processes run. Times in milliseconds."""

    processes: int = 4
    """Engines that may search for live games at the same time; the others wait."""
    analyses: int = 1
    """Engines that may search for anything else at the same time."""
    idle_ms: int = 60_000
    """Idle time after which an engine process is closed."""
    start_ms: int = 20_000
    """How long an engine may take to start and get ready."""
    silence_ms: int = 8_000
    """Time without output during a search after which the engine is sent `stop`."""
    stop_ms: int = 3_000
    """Time after `stop` without a move after which the engine counts as hung and its process is ended."""
    untimed_ms: int = 3_000
    """Think time for a move in a game without a clock."""
    failures: int = 3
    """Number of consecutive failures after which the engine is not started again."""
