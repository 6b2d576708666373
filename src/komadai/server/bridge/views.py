"""Converts home engines to wire types."""

from __future__ import annotations

from komadai.server.bridge.engines import HomeEngine, HomeEngines
from komadai.server.bridge.wire import HomeEngineView


def engines_of(engines: HomeEngines, person: str | None) -> list[HomeEngineView]:
    """The home engines of a person."""
    return [_view(each) for each in engines.of(person)]


def _view(engine: HomeEngine) -> HomeEngineView:
    return HomeEngineView(
        name=engine.name,
        engine=engine.engine,
        threads=engine.threads,
        since_ms=engine.since_ms,
        token=engine.token,
        searching=engine.searching,
    )
