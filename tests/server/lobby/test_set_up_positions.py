"""A seek says that its game begins from a position that its maker has set up."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import TestClient

from tests.server.conftest import Guest


@pytest.mark.parametrize(
    ("settings", "set_up"),
    [
        ({}, False),
        ({"handicap": "lance"}, False),
        ({"variant": "minishogi"}, False),
        ({"sfen": "4k4/9/9/9/9/9/9/9/4K4 b G 1"}, True),
        ({"variant": "minishogi", "sfen": "4k/5/5/5/K4 b G 1"}, True),
    ],
)
def test_a_set_up_position_is_named(client: TestClient[Any], settings: dict[str, str], set_up: bool) -> None:
    maker, viewer = Guest(client), Guest(client)
    made = maker.post("/api/challenges", {"listed": True, **settings}).json()["id"]
    seeks = viewer.get("/api/lobby").json()["seeks"]
    seek = next(each for each in seeks if each["id"] == made)
    for shown in (seek, viewer.get(f"/api/challenges/{made}").json()):
        assert shown["set_up"] is set_up
        assert (shown["handicap_name"] == {"en": "Set-up position", "ja": "指定局面"}) is set_up
