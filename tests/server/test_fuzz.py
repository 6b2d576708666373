"""Random requests and messages get an answer or an error, and never cause a failure of the server."""

from __future__ import annotations

import json
import logging
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from litestar.testing import TestClient

from tests.server.anything import ANYTHING
from tests.server.conftest import Guest

FIELDS = ("side", "level", "handicap", "sfen", "clock", "impasse", "illegal", "take_back")
CLOCK = st.fixed_dictionaries(
    {},
    optional={
        name: st.integers(-(10**12), 10**12) | st.integers(0, 100_000) | ANYTHING
        for name in ("main_ms", "byoyomi_ms", "periods", "increment_ms")
    },
)
SENSIBLE = {
    "side": st.sampled_from(["black", "white", "furigoma"]),
    "level": st.integers(0, 16),
    "handicap": st.sampled_from(["even", "lance", "two-piece", "nonsense"]),
    "sfen": st.text("lnsgkrbpLNSGKRBP+123456789/ bw-", max_size=80) | st.none(),
    "clock": CLOCK | st.none(),
    "impasse": st.sampled_from(["27-point", "try", "x"]),
    "illegal": st.sampled_from(["refuse", "lose"]),
}
BODY = st.fixed_dictionaries(
    {"engine": st.just("slow")}, optional={name: SENSIBLE.get(name, ANYTHING) | ANYTHING for name in FIELDS}
)
KINDS = ("move", "typed", "take_back", "declare", "ping", "fly")
MESSAGE = ANYTHING | st.fixed_dictionaries(
    {"type": st.sampled_from(KINDS), "id": st.text(max_size=45)},
    optional={
        "event": st.integers(-1, 5) | ANYTHING,
        "usi": st.sampled_from(["7g7f", "2g2f", "P*5e", "7g7e"]) | st.text(max_size=9),
        "text": st.sampled_from(["76fu", "P-7f"]) | st.text(max_size=45),
    },
)


@pytest.fixture(autouse=True)
def nothing_fails_inside(caplog: pytest.LogCaptureFixture) -> Any:
    caplog.set_level(logging.ERROR, "komadai")
    yield
    assert caplog.records == []


@settings(max_examples=150, suppress_health_check=list(HealthCheck))
@given(body=ANYTHING | BODY)
def test_a_new_game_is_begun_or_refused(client: TestClient[Any], body: Any) -> None:
    guest = Guest(client)
    answer = client.post("/api/games", content=json.dumps(body), headers=guest.headers())
    assert answer.status_code in (201, 400), answer.text
    if answer.status_code == 201:
        assert guest.get(f"/api/games/{answer.json()['id']}").json()["id"] == answer.json()["id"]


@settings(max_examples=100, suppress_health_check=list(HealthCheck))
@given(raw=st.binary(max_size=200))
def test_bytes_are_begun_or_refused(client: TestClient[Any], raw: bytes) -> None:
    answer = client.post("/api/games", content=raw, headers=Guest(client).headers())
    assert answer.status_code in (201, 400)


@settings(max_examples=100, suppress_health_check=list(HealthCheck))
@given(path=st.text(max_size=20), query=st.text(max_size=30))
def test_any_address_is_answered(client: TestClient[Any], path: str, query: str) -> None:
    guest = Guest(client)
    for base in ("/", "/api/", "/api/games/", "/api/games?q=", "/api/games?before="):
        answer = guest.get(base + quote(path, errors="replace"))
        assert answer.status_code in (200, 307, 400, 404, 405), answer.text
    answer = guest.get("/api/games?" + quote(query, safe="=&", errors="replace"))
    assert answer.status_code in (200, 400)


@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(messages=st.lists(MESSAGE, max_size=25))
def test_a_socket_answers_everything(client: TestClient[Any], messages: list[Any]) -> None:
    guest = Guest(client)
    with guest.open(guest.begin(engine="slow")) as page:
        for message in messages:
            page.session.send_text(json.dumps(message))
            while page.receive()["type"] not in ("done", "error"):
                pass
        assert page.ask("ping")["type"] == "done"
