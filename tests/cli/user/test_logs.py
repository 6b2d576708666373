"""`komadai user log`: the logs of moderation and security on the command line."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.user.conftest import Admin
from tests.server.conftest import start_server
from tests.server.people.accounts import OTHER_PASSWORD, Browser


def test_what_moderators_did_is_shown_newest_first(admin: Admin) -> None:
    assert admin("log") == "There are no entries.\n"
    admin("create", "Kiyota")
    admin("create", "Hanada")
    admin("ban", "Kiyota", "--reason", "insults")
    first, *rest = admin("log").splitlines()
    assert first.split("  ")[1:] == ["Kiyota", "ban", "(command line)", "insults"]
    assert [line.split("  ")[1] for line in rest] == ["Hanada", "Kiyota"]
    (entry,) = json.loads(admin("log", "kiyota", "--limit", "1", "--json"))
    assert (entry["account"], entry["act"], entry["reason"], entry["by"], entry["command_line"]) == (
        "Kiyota",
        "ban",
        "insults",
        None,
        True,
    )


def test_the_security_log_is_shown_of_one_account_or_of_all(admin: Admin, tmp_path: Path) -> None:
    with start_server(tmp_path) as client:
        Browser(client).register("Kiyota")
        Browser(client).log_in("Kiyota", OTHER_PASSWORD)
        Browser(client).log_in("nobody_here", OTHER_PASSWORD)
    entries = json.loads(admin("log", "--security", "--json"))
    assert [(each["account"], each["kind"]) for each in entries] == [
        (None, "login_failed"),
        ("Kiyota", "login_failed"),
        ("Kiyota", "registered"),
    ]
    assert "nobody_here" not in json.dumps(entries)
    assert [line.split("  ")[1:3] for line in admin("log", "Kiyota", "--security").splitlines()] == [
        ["Kiyota", "login_failed"],
        ["Kiyota", "registered"],
    ]


def test_an_unknown_account_is_one_line(admin: Admin) -> None:
    assert admin.run("log", "nobody_1")[2].endswith("There is no account nobody_1.\n")
