"""Addresses and methods that do not exist, and failures inside the server."""

from __future__ import annotations

import pytest

from tests.server.conftest import Guest, code


class TestNotFound:
    @pytest.mark.parametrize(
        "path",
        [
            "/api",
            "/api/",
            "/api/nothing",
            "/api/games/none",
            "/api/games/none/record",
            "/x.js",
            "/../secret.key",
        ],
    )
    def test_an_unknown_address_is_not_found(self, guest: Guest, path: str) -> None:
        answer = guest.get(path)
        assert (answer.status_code, code(answer)) == (404, "not_found")

    def test_an_unsupported_method_is_refused(self, guest: Guest) -> None:
        answer = guest.client.delete("/api/games", headers=guest.headers())
        assert (answer.status_code, code(answer)) == (405, "method")

    def test_the_details_of_a_failure_are_not_sent(
        self, guest: Guest, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def broken(*_: object) -> None:
            raise RuntimeError("the password is swordfish")

        monkeypatch.setattr("komadai.server.games.views.options", broken)
        answer = guest.get("/api/options")
        assert (answer.status_code, code(answer)) == (500, "internal")
        assert "swordfish" not in answer.text
