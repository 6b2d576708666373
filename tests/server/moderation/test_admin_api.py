"""Administrators on the page: accounts, their roles, and the logs."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import TestClient

from komadai.server.moderation import admin_api, administration
from komadai.server.moderation import api as moderation_api
from komadai.server.people.store import Role
from tests.server.conftest import code
from tests.server.moderation.renames import rename
from tests.server.people.accounts import OTHER_PASSWORD, PASSWORD, Browser, somebody


def set_role(admin: Browser, name: str, role: str) -> Any:
    return admin.post(f"/api/moderation/people/{name}/role", {"role": role})


def other_admins_go(client: TestClient[Any], but: str) -> None:
    """Takes the role from all administrators but one: the tests of this file share a server."""
    store = client.app.state.people.store

    async def demote() -> None:
        for account in await store.all_accounts():
            if account.role == "admin" and account.name != but:
                await administration.set_role(store, account, "user", 1)
                client.app.state.people.sessions.forget_account(account.id)

    with client.portal() as portal:
        portal.call(demote)


class TestRoles:
    @pytest.mark.parametrize("role", ["user", "moderator"])
    def test_only_administrators_see_and_change_roles(self, client: TestClient[Any], role: Role) -> None:
        browser, _ = somebody(client, role)
        _, name = somebody(client)
        expected = "not_moderator" if role == "user" else "not_admin"
        assert code(browser.get(f"/api/moderation/people/{name}")) == expected
        assert code(set_role(browser, name, "admin")) == expected
        assert code(browser.get("/api/moderation/security")) == expected

    def test_an_account_is_found_with_what_is_known_of_it(self, client: TestClient[Any]) -> None:
        admin, _ = somebody(client, "admin")
        _, name = somebody(client)
        rename(admin, name, f"{name}_new", "駒台")
        account = admin.get(f"/api/moderation/people/{name.upper()}_NEW").json()
        assert (account["name"], account["display_name"], account["role"]) == (f"{name}_new", "駒台", "user")
        assert account["former_names"] == [name]
        assert [account[each] for each in ("closed", "muted", "barred", "warned")] == [False] * 3 + [True]
        assert code(admin.get("/api/moderation/people/nobody_7")) == "no_such_account"

    def test_a_new_role_ends_the_sessions_and_is_in_both_logs(self, client: TestClient[Any]) -> None:
        admin, admin_name = somebody(client, "admin")
        other, name = somebody(client)
        assert set_role(admin, name, "moderator").json()["role"] == "moderator"
        assert code(other.get("/api/games")) == "no_guest"
        other = Browser(client)
        other.log_in(name)
        assert other.get("/api/moderation").status_code == 200
        entry = admin.get(f"/api/moderation/log?name={name}").json()["entries"][0]
        assert (entry["act"], entry["actor"]["name"]) == ("role moderator", admin_name)
        entries = admin.get(f"/api/moderation/security?name={name}").json()["entries"]
        assert ("role_changed", "moderator") in [(each["kind"], each["detail"]) for each in entries]
        assert code(set_role(admin, name, "king")) == "invalid"

    def test_an_administrator_is_always_left(self, client: TestClient[Any]) -> None:
        admin, name = somebody(client, "admin")
        other_admins_go(client, name)
        assert code(set_role(admin, name, "user")) == "last_admin"
        _, other = somebody(client)
        set_role(admin, other, "admin")
        assert set_role(admin, name, "user").json()["role"] == "user"


class TestLogs:
    def test_the_security_log_has_what_happened_to_an_account(self, client: TestClient[Any]) -> None:
        admin, _ = somebody(client, "admin")
        _, name = somebody(client)
        Browser(client).log_in(name, OTHER_PASSWORD)
        entries = admin.get(f"/api/moderation/security?name={name}").json()["entries"]
        assert [each["kind"] for each in entries] == ["login_failed", "registered"]
        assert {each["account"]["name"] for each in entries} == {name}
        Browser(client).log_in("nobody_at_all", PASSWORD)
        newest = admin.get("/api/moderation/security").json()["entries"][0]
        assert (newest["kind"], newest["account"]) == ("login_failed", None)

    @pytest.mark.parametrize("log", ["log", "security"])
    def test_a_log_is_read_page_by_page(
        self, client: TestClient[Any], monkeypatch: pytest.MonkeyPatch, log: str
    ) -> None:
        admin, _ = somebody(client, "admin")
        _, name = somebody(client)
        for act in ("mute", "unmute", "bar"):
            admin.post(f"/api/moderation/people/{name}/act", {"act": act, "reason": act})
            admin.post(f"/api/moderation/people/{name}/ban", {"reason": "x"})
        path = f"/api/moderation/{log}?name={name}"
        whole = admin.get(path).json()
        assert whole["next"] is None
        for module in (moderation_api, admin_api):
            monkeypatch.setattr(module, "LOG_LENGTH", 2)
        pages, page = [], admin.get(path).json()
        while page["next"] is not None:
            pages += page["entries"]
            assert len(page["entries"]) == 2
            page = admin.get(f"{path}&before={page['next']}").json()
        assert pages + page["entries"] == whole["entries"]

    @pytest.mark.parametrize("log", ["log", "security"])
    def test_a_page_that_does_not_exist_is_refused(self, client: TestClient[Any], log: str) -> None:
        admin, _ = somebody(client, "admin")
        assert code(admin.get(f"/api/moderation/{log}?before=x")) == "invalid"
        assert code(admin.get(f"/api/moderation/{log}?name=nobody_8")) == "no_such_account"

    def test_moderators_read_the_log_of_moderators_and_others_do_not(self, client: TestClient[Any]) -> None:
        moderator, _ = somebody(client, "moderator")
        user, _ = somebody(client)
        assert moderator.get("/api/moderation/log").status_code == 200
        assert code(user.get("/api/moderation/log")) == "not_moderator"
