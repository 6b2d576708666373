"""Engines for the tests of matches."""

from __future__ import annotations

import sys
from pathlib import Path

from komadai.match import EngineSpec, GameSide, Opening, Rules, Task, TimeLimits, shipped

SCRIPTED = str(Path(__file__).with_name("scripted_engine.py"))


def scripted(*words: str, name: str = "") -> EngineSpec:
    """A scripted engine; ``words`` are the arguments of scripted_engine.py."""
    return EngineSpec(name or " ".join(words) or "none", (sys.executable, SCRIPTED, *words))


def task(
    black: EngineSpec,
    white: EngineSpec,
    pace: str = "nodes=100",
    rules: Rules | None = None,
    opening: Opening | None = None,
    white_pace: str | None = None,
    records: tuple[str, ...] = (),
) -> Task:
    """A game between two engines."""
    return Task(
        1,
        1,
        GameSide(black, TimeLimits.parse(pace)),
        GameSide(white, TimeLimits.parse(white_pace or pace)),
        opening if opening is not None else shipped()[0],
        rules if rules is not None else Rules(),
        "A test",
        records,
    )
