"""Databases as they are before the first start: these tests are about how tables are made."""

from __future__ import annotations

import pytest

from tests.server.postgresql import Cluster


@pytest.fixture(scope="module", autouse=True)
def ready_tables() -> None:
    """New SQLite files are empty here."""


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str | None:
    """An empty database of each kind: None is SQLite in the data folder."""
    if request.param == "sqlite":
        return None
    running: Cluster = request.getfixturevalue("postgresql")
    return running.create()
