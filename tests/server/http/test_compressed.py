"""Long answers without secrets are compressed for clients that take it."""

from __future__ import annotations

from typing import Any

from litestar.testing import TestClient

from tests.server.conftest import Guest


def test_the_options_of_a_game_are_sent_with_gzip(client: TestClient[Any], guest: Guest) -> None:
    plain = client.get("/api/options", headers={"Accept-Encoding": "identity"})
    packed = client.get("/api/options", headers={"Accept-Encoding": "gzip, br"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    assert packed.json() == plain.json()
