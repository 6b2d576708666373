"""What all calls have in common: an empty body, what may be kept, which methods there are."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import TestClient

from tests.server.conftest import Guest, code
from tests.server.people.accounts import Browser, somebody


@pytest.mark.parametrize("path", ["/api/account/login", "/api/account/profile", "/api/mail/forgotten"])
def test_a_call_without_its_body_is_refused(guest: Guest, path: str) -> None:
    answer = guest.client.post(path, headers=guest.headers())
    assert (answer.status_code, code(answer)) == (400, "bad_json")


def test_an_answer_is_not_kept_and_a_picture_is(guest: Guest) -> None:
    challenge = guest.post("/api/challenges", {}).json()["id"]
    kept = {
        path: guest.get(f"/api/challenges/{challenge}{path}").headers["cache-control"]
        for path in ("", "/qr.svg")
    }
    assert kept == {"": "no-store", "/qr.svg": "private, max-age=3600"}


def test_an_account_is_exported_as_a_file_that_is_not_kept(client: TestClient[Any]) -> None:
    answer = somebody(client)[0].get("/api/account/export")
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/api/lobby", "/api/account/sessions", "/api/moderation", "/api/programs"])
def test_the_methods_of_a_call_are_told_without_a_session(client: TestClient[Any], path: str) -> None:
    client.cookies.clear()
    answer = client.options(path)
    assert (answer.status_code, answer.headers["allow"]) == (204, "GET, OPTIONS")


def test_the_methods_of_a_call_of_programs_are_told_with_a_token(client: TestClient[Any]) -> None:
    owner: Browser = somebody(client)[0]
    token = owner.post("/api/account/tokens", {"name": "at home", "scopes": ["read"]}).json()["token"]
    client.cookies.clear()
    for path in ("/api/bot/challenges", "/api/bot/games/x/move"):
        answer = client.options(path, headers={"Authorization": f"Bearer {token}"})
        assert (answer.status_code, answer.headers["allow"]) == (204, "OPTIONS, POST"), path
