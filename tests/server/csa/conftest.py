"""A migrated database, which the tests of the CSA port copy."""

from __future__ import annotations

import asyncio

import pytest

from komadai.server.db.database import Database
from tests.server.csa import programs


@pytest.fixture(scope="session", autouse=True)
def migrated(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Migrates a database once, because that takes longer than most of the tests."""
    folder = tmp_path_factory.mktemp("csa")

    async def migrate() -> None:
        await (await Database.open(None, folder)).close()

    asyncio.run(migrate())
    programs.MIGRATED.append(folder / "komadai.sqlite")
