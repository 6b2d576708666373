"""The server of the tests of events."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.conftest import UNLIMITED, start_server
from tests.server.tournaments.people import Club


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with start_server(tmp_path, limits=UNLIMITED) as client:
        yield Club(client)
