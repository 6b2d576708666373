"""`komadai user`: accounts, roles and bans on the command line, beside a running server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect

from tests.cli.user.conftest import Admin
from tests.server.conftest import code, start_server
from tests.server.people.accounts import OTHER_PASSWORD, PASSWORD, Browser


def test_accounts_of_people_and_programs_are_created_and_listed(admin: Admin) -> None:
    assert admin("list") == "There are no accounts.\n"
    assert admin("create", "Kiyota", "--display-name", "清田") == "Created Kiyota.\n"
    admin("create", "gps_l@home.1", "--program", password="secret")
    admin("create", "gps_l", "--program", password="secret")
    listed: list[dict[str, Any]] = json.loads(admin("list", "--json"))
    assert [(each["name"], each["kind"], each["role"]) for each in listed] == [
        ("gps_l", "program", "user"),
        ("gps_l@home.1", "program", "user"),
        ("Kiyota", "person", "user"),
    ]
    assert "Kiyota (清田)" in admin("list")


@pytest.mark.parametrize(
    ("words", "password", "sentence"),
    [
        (["create", "x"], PASSWORD, "name: expected 2 to 20 letters a–z, digits, - or _"),
        (
            ["create", "moderator"],
            PASSWORD,
            "name: this name is reserved, or looks like a role on this server; choose another",
        ),
        (["create", "Kiyota"], "", "password: expected 8 to 200 characters"),
        (["create", "taken"], PASSWORD, "This name is taken, or looks like the name of another account."),
        (
            ["create", "robot", "--program"],
            "two words",
            "password: expected 1 to 200 visible ASCII characters without spaces",
        ),
        (["role", "nobody_1", "admin"], "", "There is no account nobody_1."),
        (["role", "taken", "king"], "", "ROLE: expected one of user, moderator, admin, got 'king'"),
        (["ban", "nobody_1"], "", "There is no account nobody_1."),
    ],
)
def test_errors_are_one_line(admin: Admin, words: list[str], password: str, sentence: str) -> None:
    admin("create", "Taken")
    assert admin.run(*words, password=password) == (2, "", f"komadai: {sentence}\n")


def test_a_banned_account_is_thrown_out_of_the_running_server(admin: Admin, tmp_path: Path) -> None:
    admin("create", "Rude_1")
    with start_server(tmp_path) as client:
        browser = Browser(client)
        assert browser.log_in("Rude_1").status_code == 200
        with browser.connect() as socket:
            assert socket.ask("ping")["type"] == "done"
            admin("ban", "Rude_1", "--days", "3", "--reason", "insults")
            with pytest.raises(WebSocketDisconnect):
                socket.receive()
        assert code(browser.get("/api/games")) == "no_guest"
        fresh = Browser(client)
        assert code(fresh.log_in("Rude_1")) == "banned"
        assert code(fresh.log_in("Rude_1", OTHER_PASSWORD)) == "bad_login", "only the owner learns of the ban"
        assert json.loads(admin("list", "--json"))[0]["banned"] is True
        admin("ban", "Rude_1", "--lift")
        assert fresh.log_in("Rude_1").status_code == 200


def test_a_role_and_a_new_password_end_the_sessions(admin: Admin, tmp_path: Path) -> None:
    admin("create", "Helper_1")
    with start_server(tmp_path) as client:
        browser = Browser(client)
        browser.log_in("Helper_1")
        admin("role", "Helper_1", "moderator")
        admin("password", "Helper_1", password=OTHER_PASSWORD)
        assert code(browser.log_in("Helper_1")) in ("no_guest", "bad_login")
        browser = Browser(client)
        browser.log_in("Helper_1", OTHER_PASSWORD)
        assert browser.account is not None
        assert browser.account["role"] == "moderator"


def test_sessions_are_ended_for_one_account_and_for_all(admin: Admin, tmp_path: Path) -> None:
    for name in ("First_1", "Second_1"):
        admin("create", name)
    with start_server(tmp_path) as client:
        guest, *people = (Browser(client) for _ in range(3))
        for browser, name in zip(people, ("First_1", "Second_1"), strict=True):
            browser.log_in(name)
        assert admin("logout", "First_1") == "Ended 1 sessions.\n"
        assert admin("logout", "--all") == "Ended 1 sessions.\n"
        with guest.connect() as socket:
            assert socket.ask("ping")["type"] == "done", "guests stay"
    assert admin.run("logout")[0] == 2
    with start_server(tmp_path) as client:
        for browser in people:
            browser.client = client
            assert code(browser.get("/api/games")) == "no_guest"


def test_a_program_does_not_log_in_on_the_page(admin: Admin, tmp_path: Path) -> None:
    admin("create", "robot", "--program", password="secret")
    with start_server(tmp_path) as client:
        assert code(Browser(client).log_in("robot", "secret")) == "bad_login"


def test_japanese(admin: Admin) -> None:
    assert admin.run("create", "x", "--lang", "ja")[2].startswith("komadai: 名前は半角の英字・数字")
