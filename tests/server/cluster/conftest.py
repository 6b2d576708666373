"""Two servers on one PostgreSQL database, as on two machines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.server.conftest import UNLIMITED, start_server
from tests.server.postgresql import Cluster

Pair = tuple[TestClient[Any], TestClient[Any]]


@pytest.fixture(scope="module")
def database(postgresql: Cluster, migrated_url: str) -> str:
    return postgresql.create(migrated_url)


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory, database: str) -> Iterator[Pair]:
    folders = tmp_path_factory.mktemp("one"), tmp_path_factory.mktemp("other")
    with (
        start_server(folders[0], database=database, limits=UNLIMITED) as one,
        start_server(folders[1], database=database, limits=UNLIMITED) as other,
    ):
        yield one, other
