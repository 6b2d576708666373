"""The security log: each event of an account is in it, with its time and address, and never a secret."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from komadai.server.rate_limits import Rate
from tests.server.conftest import UNLIMITED, Server
from tests.server.people.accounts import OTHER_PASSWORD, PASSWORD, Browser

ROOT = Path(__file__).parents[3]


def entries(browser: Browser) -> list[dict[str, Any]]:
    """The account's own entries, oldest first."""
    found: list[dict[str, Any]] = browser.get("/api/account/export").json()["security_log"]
    return sorted(found, key=lambda each: each["at_ms"])


def test_what_happens_to_an_account_is_logged_with_time_and_address(server: Server) -> None:
    with server(limits=replace(UNLIMITED, account_passwords=Rate(1e-9, 4))) as client:
        browser, other = Browser(client), Browser(client)
        browser.register("logged")
        other.log_in("logged", "a wrong password")
        other.log_in("logged")
        browser.enter("password", current="wrong again", new=OTHER_PASSWORD)
        browser.enter("password", current=PASSWORD, new=OTHER_PASSWORD)
        guesser = Browser(client)
        while guesser.log_in("logged", "a wrong password").status_code != 429:
            pass
        browser.get("/api/account/export")
        found = entries(browser)
    kinds = [each["kind"] for each in found]
    for kind in ("registered", "login_failed", "login", "password_refused", "password_changed", "exported"):
        assert kind in kinds, kind
    assert "login_throttled" in kinds
    assert all(each["address"] == "testclient" and each["at_ms"] > 0 for each in found)
    assert not any(secret in str(found) for secret in (PASSWORD, OTHER_PASSWORD, "a wrong password"))


def test_every_kind_of_entry_is_documented() -> None:
    page = (ROOT / "docs" / "security.md").read_text("utf-8")
    documented = re.search(r"The kinds of its entries: (.*?)\.\n", page, re.S)
    assert documented is not None
    kinds = set()
    server = ROOT / "src/komadai/server"
    for path in (each for folder in ("people", "moderation") for each in (server / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            first, last = {"log_security": (1, 2), "_log": (0, 2), "_enter": (2, 3)}.get(
                node.func.attr, (0, 0)
            )
            kinds |= {
                each.value
                for each in node.args[first:last]
                if isinstance(each, ast.Constant) and isinstance(each.value, str)
            }
    assert kinds >= {"registered", "login", "login_failed", "passkey_added", "banned"}
    assert set(re.findall(r"`(\w+)`", documented[1])) == kinds
