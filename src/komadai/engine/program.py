"""An engine program by name, and the limits under which a pool runs it."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Final

OUR_ENGINE: Final = "komadai"


@dataclass(frozen=True, slots=True)
class EngineProgram:
    """An engine by name: the command that starts it and the USI options it is given."""

    name: str
    command: tuple[str, ...]
    options: tuple[tuple[str, str | int | bool], ...] = ()
    levels: bool = False
    """Whether it has our fifteen levels (an option ``Level``)."""


OURS: Final = EngineProgram(OUR_ENGINE, (sys.executable, "-m", "komadai", "usi"), levels=True)


@dataclass(frozen=True, slots=True)
class EngineRules:
    """How the server deals with engines. Times in milliseconds."""

    processes: int = 4
    """Engines that may think at the same time; the others wait their turn."""
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
    """Number of consecutive failures after which the game is interrupted."""
