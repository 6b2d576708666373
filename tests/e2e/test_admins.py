"""Administrators on the page: they find an account, give it a role, and read both logs."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Server
from tests.e2e.people import log_in, register
from tests.e2e.phone import PHONE, violations


def an_admin(visit: Callable[..., Page], server: Server, **options: object) -> tuple[Page, str]:
    """The page of moderation of a new administrator, and the administrator's name."""
    name = register(visit("/"))
    command = [sys.executable, "-m", "komadai", "user", "role", name, "admin"]
    subprocess.run([*command, "--data-dir", str(server.folder)], check=True, timeout=60)
    page = visit("/", **options)
    log_in(page, name)
    page.wait_for_url(lambda url: "/login" not in url)
    page.goto("/moderation")
    expect(page.get_by_role("heading", name="Accounts and roles")).to_be_visible()
    return page, name


def test_an_administrator_gives_a_role_with_the_keyboard_and_reads_the_logs(
    visit: Callable[..., Page], shared_server: Server, axe: str
) -> None:
    other = register(visit("/"), "羽生")
    page, admin = an_admin(visit, shared_server)
    page.get_by_label("Name of an account").focus()
    page.keyboard.type(other)
    page.keyboard.press("Enter")
    card = page.get_by_role("region", name="Accounts and roles")
    expect(card.get_by_role("link", name="羽生")).to_be_visible()
    expect(card.get_by_text(f"@{other}")).to_be_visible()
    card.get_by_role("radio", name="User").focus()
    page.keyboard.press("ArrowRight")
    assert violations(page, axe) == []
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(card.get_by_role("status")).to_have_text(
        f"{other} has the role: Moderator. Its sessions have ended."
    )
    logs = page.get_by_role("region", name="Logs")
    expect(logs.get_by_text(f"{admin}: {other} is a moderator now")).to_be_visible()

    logs.get_by_text("Logins and security").click()
    logs.get_by_label("Only of this account (optional)").fill(other)
    logs.get_by_role("button", name="Show").click()
    lines = logs.get_by_role("listitem")
    expect(lines).to_have_count(2)
    expect(lines.first).to_contain_text(f"{other}: role changed · moderator")
    expect(lines.last).to_contain_text(f"{other}: registered")
    assert violations(page, axe) == []


def test_the_page_fits_a_phone(visit: Callable[..., Page], shared_server: Server, axe: str) -> None:
    page, admin = an_admin(visit, shared_server, **PHONE)
    page.get_by_label("Name of an account").fill(admin)
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_role("button", name="Role: Administrator")).to_be_visible()
    assert violations(page, axe) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_japanese(visit: Callable[..., Page], shared_server: Server) -> None:
    page, admin = an_admin(visit, shared_server)
    page.get_by_role("button", name="日本語").click()
    page.get_by_label("アカウントの名前").fill(admin)
    page.get_by_role("button", name="検索").click()
    expect(page.get_by_role("radio", name="管理者")).to_be_checked()
    page.get_by_text("ログインなどの記録").click()
    lines = page.get_by_role("region", name="記録", exact=True).get_by_role("listitem")
    expect(lines.filter(has_text=f"{admin}：役割の変更")).to_have_count(1)
