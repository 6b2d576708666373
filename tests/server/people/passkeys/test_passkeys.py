"""Passkeys over HTTP: adding, logging in, removing, and every answer that must be refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from komadai.server.people.passkeys import passkeys, webauthn_checks
from komadai.server.rate_limits import Rate
from tests.server.conftest import UNLIMITED, Server, code
from tests.server.people.accounts import OTHER_PASSWORD, PASSWORD, Browser
from tests.server.people.authenticator import PRESENT, Authenticator, data, text

HOST = "localhost:8123"
HERE = f"http://{HOST}"


class Page(Browser):
    """A browser at an address where there are passkeys."""

    def headers(self, **changes: str | None) -> dict[str, str]:
        return super().headers(**{"Origin": HERE, "Host": HOST, **changes})

    def get(self, path: str) -> httpx.Response:
        return self.client.get(path, headers={"Cookie": self.cookie, "Host": HOST})

    def options_to_add(self) -> str:
        answer = self.post("/api/account/passkeys/begin", {"password": PASSWORD})
        assert answer.status_code == 200, answer.text
        return str(answer.json()["options"])

    def add(self, credential: str, name: str = "") -> httpx.Response:
        return self.post("/api/account/passkeys", {"name": name, "credential": credential})

    def options_to_log_in(self) -> str:
        answer = self.post("/api/account/passkey-login/begin", {})
        assert answer.status_code == 200, answer.text
        return str(answer.json()["options"])

    def enter_by(self, credential: str) -> httpx.Response:
        return self.enter("passkey-login", credential=credential)

    @property
    def passkeys(self) -> list[dict[str, Any]]:
        listed: list[dict[str, Any]] = self.get("/api/account/passkeys").json()["passkeys"]
        return listed

    @property
    def log(self) -> list[str]:
        """What the security log has about the account, newest first."""
        export = self.get("/api/account/export").json()
        return [f"{entry['kind']} {entry['detail']}".strip() for entry in export["security_log"]]


@pytest.fixture
def page(client: TestClient[Any]) -> Page:
    return Page(client)


@pytest.fixture
def owner(client: TestClient[Any], request: pytest.FixtureRequest) -> tuple[Page, Authenticator]:
    """Somebody with an account that has a passkey."""
    page, device = Page(client), Authenticator(HERE)
    page.register(f"p{abs(hash(request.node.name)) % 10**12}")
    assert page.add(device.make(page.options_to_add()), "my phone").status_code == 201
    return page, device


class TestAdding:
    def test_a_passkey_is_listed_with_its_name(self, owner: tuple[Page, Authenticator]) -> None:
        page, _ = owner
        (passkey,) = page.passkeys
        assert (passkey["name"], passkey["host"], passkey["used_ms"]) == ("my phone", "localhost", None)
        assert "passkey_added my phone" in page.log

    def test_the_password_is_asked_first(self, page: Page) -> None:
        page.register("Asked_first")
        answer = page.post("/api/account/passkeys/begin", {"password": OTHER_PASSWORD})
        assert code(answer) == "bad_password"
        assert code(page.add(Authenticator(HERE).make(_made_up()))) == "bad_passkey"

    def test_guests_have_none(self, page: Page) -> None:
        assert code(page.post("/api/account/passkeys/begin", {"password": PASSWORD})) == "no_account"
        assert code(page.get("/api/account/passkeys")) == "no_account"

    def test_an_authenticator_is_told_which_passkeys_it_has(self, owner: tuple[Page, Authenticator]) -> None:
        page, device = owner
        asked = json.loads(page.options_to_add())
        assert [each["id"] for each in asked["excludeCredentials"]] == [text(device.id)]
        selection = asked["authenticatorSelection"]
        assert (selection["residentKey"], selection["userVerification"]) == ("required", "required")

    def test_a_passkey_is_added_once(self, owner: tuple[Page, Authenticator]) -> None:
        page, device = owner
        assert code(page.add(device.make(page.options_to_add()))) == "bad_passkey"

    def test_an_account_has_a_limited_number(
        self, owner: tuple[Page, Authenticator], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(passkeys, "MAX_PASSKEYS", 1)
        answer = owner[0].post("/api/account/passkeys/begin", {"password": PASSWORD})
        assert code(answer) == "too_many"

    @pytest.mark.parametrize("name", ["x" * 31, "a\u200bb"])
    def test_a_name_is_visible(self, owner: tuple[Page, Authenticator], name: str) -> None:
        page, _ = owner
        answer = page.add(Authenticator(HERE).make(page.options_to_add()), name)
        assert answer.json()["error"]["field"] == "name"

    @pytest.mark.parametrize("credential", ["", "null", "[]", "{}", '{"id": 1}', "\ud7ff", "[" * 5000])
    def test_a_malformed_answer_is_refused(self, owner: tuple[Page, Authenticator], credential: str) -> None:
        page, _ = owner
        page.options_to_add()
        assert code(page.add(credential)) == "bad_passkey"
        page.options_to_log_in()
        assert code(page.post("/api/account/passkey-login", {"credential": credential})) == "bad_passkey"

    @pytest.mark.parametrize("part", ["clientDataJSON", "attestationObject"])
    @pytest.mark.parametrize("instead", ["", "AAAA", "oA", "e30"])
    def test_a_damaged_answer_is_refused(
        self, owner: tuple[Page, Authenticator], part: str, instead: str
    ) -> None:
        page, _ = owner
        made = json.loads(Authenticator(HERE).make(page.options_to_add()))
        made["response"][part] = instead
        assert code(page.add(json.dumps(made))) == "bad_passkey"


class TestLoggingIn:
    def test_the_account_is_entered_without_a_name(self, owner: tuple[Page, Authenticator]) -> None:
        page, device = owner
        other = Page(page.client)
        planted = other.cookie
        game = other.begin()
        options = other.options_to_log_in()
        assert "allowCredentials" not in options or json.loads(options)["allowCredentials"] == []
        assert other.enter_by(device.sign(options)).status_code == 200
        assert other.id == page.id
        assert other.cookie != planted
        assert other.games == [game]
        assert other.passkeys[0]["used_ms"] is not None
        assert other.log[1].startswith("passkey_login")
        other.cookie = planted
        assert code(other.get("/api/account/sessions")) == "no_guest"

    def test_an_answer_is_valid_once(self, owner: tuple[Page, Authenticator]) -> None:
        page, device = owner
        other = Page(page.client)
        answer = device.sign(other.options_to_log_in())
        assert other.enter_by(answer).status_code == 200
        assert code(other.post("/api/account/passkey-login", {"credential": answer})) == "bad_passkey"

    def test_an_answer_is_valid_only_in_the_session_that_asked(
        self, owner: tuple[Page, Authenticator]
    ) -> None:
        page, device = owner
        one, other = Page(page.client), Page(page.client)
        answer = device.sign(one.options_to_log_in())
        other.options_to_log_in()
        assert code(other.enter_by(answer)) == "bad_passkey"

    def test_an_answer_comes_within_minutes(
        self, owner: tuple[Page, Authenticator], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        page, device = owner
        monkeypatch.setattr(passkeys, "VALID_MS", 0)
        other = Page(page.client)
        assert code(other.enter_by(device.sign(other.options_to_log_in()))) == "bad_passkey"

    def test_a_challenge_to_register_opens_nothing(self, owner: tuple[Page, Authenticator]) -> None:
        page, device = owner
        asked = json.loads(page.options_to_add())
        answer = device.sign(json.dumps({"challenge": asked["challenge"], "rpId": "localhost"}))
        assert code(page.enter_by(answer)) == "bad_passkey"

    def _refused(self, owner: tuple[Page, Authenticator], change: Callable[[Authenticator], None]) -> None:
        page, device = owner
        change(device)
        other = Page(page.client)
        assert code(other.enter_by(device.sign(other.options_to_log_in()))) == "bad_passkey"
        assert page.log[1] == "login_failed passkey"

    def test_another_sites_page_is_refused(self, owner: tuple[Page, Authenticator]) -> None:
        self._refused(owner, lambda device: setattr(device, "origin", "http://localhost:9999"))

    def test_an_authenticator_that_did_not_check_its_user_is_refused(
        self, owner: tuple[Page, Authenticator]
    ) -> None:
        self._refused(owner, lambda device: setattr(device, "flags", PRESENT))

    def test_another_key_is_refused(self, owner: tuple[Page, Authenticator]) -> None:
        self._refused(owner, lambda device: setattr(device, "key", Authenticator(HERE).key))

    def test_a_copy_that_has_signed_less_is_refused(self, owner: tuple[Page, Authenticator]) -> None:
        page, device = owner
        other = Page(page.client)
        assert other.enter_by(device.sign(other.options_to_log_in())).status_code == 200
        self._refused(owner, lambda device: setattr(device, "count", 0))

    def test_an_authenticator_that_does_not_count_is_taken(self, owner: tuple[Page, Authenticator]) -> None:
        page, device = owner
        for _ in range(2):
            device.count = -1
            other = Page(page.client)
            assert other.enter_by(device.sign(other.options_to_log_in())).status_code == 200

    def test_an_unknown_passkey_and_a_foreign_account_get_the_same_answer(
        self, owner: tuple[Page, Authenticator]
    ) -> None:
        page, device = owner
        stranger, other = Authenticator(HERE), Page(page.client)
        stranger.user = device.user
        unknown = other.enter_by(stranger.sign(other.options_to_log_in()))
        other, device.user = Page(page.client), text(bytes(16))
        foreign = other.enter_by(device.sign(other.options_to_log_in()))
        assert unknown.json() == foreign.json()
        assert code(unknown) == "bad_passkey"


def test_the_steps_of_logins_are_limited(server: Server) -> None:
    with server(limits=replace(UNLIMITED, address_passwords=Rate(1e-9, 2))) as client:
        page = Page(client)
        page.options_to_log_in()
        page.options_to_log_in()
        assert code(page.post("/api/account/passkey-login/begin", {})) == "slow_down"


class TestRemoving:
    def test_a_removed_passkey_opens_nothing(self, owner: tuple[Page, Authenticator]) -> None:
        page, device = owner
        path = f"/api/account/passkeys/{page.passkeys[0]['id']}/remove"
        assert code(page.post(path, {"password": OTHER_PASSWORD})) == "bad_password"
        assert page.post(path, {"password": PASSWORD}).json()["passkeys"] == []
        assert "passkey_removed" in page.log
        other = Page(page.client)
        assert code(other.enter_by(device.sign(other.options_to_log_in()))) == "bad_passkey"

    def test_nobody_removes_that_of_somebody_else(self, owner: tuple[Page, Authenticator]) -> None:
        page, _ = owner
        other = Page(page.client)
        other.register("Not_the_owner")
        path = f"/api/account/passkeys/{page.passkeys[0]['id']}/remove"
        assert code(other.post(path, {"password": PASSWORD})) == "not_found"
        assert len(page.passkeys) == 1

    def test_the_export_has_them_and_a_deleted_account_none(self, owner: tuple[Page, Authenticator]) -> None:
        page, device = owner
        (exported,) = page.get("/api/account/export").json()["passkeys"]
        assert data(exported["credential_id"]) == device.id
        assert page.enter("delete", password=PASSWORD).status_code == 200
        other = Page(page.client)
        assert code(other.enter_by(device.sign(other.options_to_log_in()))) == "bad_passkey"


class TestWhere:
    def test_at_an_ip_address_there_are_none(self, client: TestClient[Any]) -> None:
        browser = Browser(client)
        assert browser.get("/api/passkeys").json() == {"offered": False}
        assert code(browser.post("/api/account/passkey-login/begin", {})) == "no_passkeys"
        assert Page(client).get("/api/passkeys").json() == {"offered": True}

    @pytest.mark.parametrize(
        ("host", "tls", "site"),
        [
            ("localhost:8080", False, ("localhost", "http://localhost:8080")),
            ("Shogi.Example.org", True, ("shogi.example.org", "https://shogi.example.org")),
            ("shogi.example.org", False, None),
            ("192.0.2.1", True, None),
            ("[2001:db8::1]:443", True, None),
            (None, True, None),
            ("a b", True, None),
        ],
    )
    def test_they_need_a_name_and_https_or_localhost(
        self, host: str | None, tls: bool, site: tuple[str, str] | None
    ) -> None:
        assert webauthn_checks.site_of(host, tls) == site

    def test_a_server_without_the_library_offers_none(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
        assert webauthn_checks.site_of("localhost", False) is None


def _made_up() -> str:
    return json.dumps({"rp": {"id": "localhost"}, "user": {"id": text(bytes(16))}, "challenge": "AAAA"})
