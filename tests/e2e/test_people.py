"""Accounts on the page: registering, logging in and out, sessions, profile, deletion, in both languages."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from komadai import Move
from tests.e2e.conftest import Server
from tests.e2e.controls import choose
from tests.e2e.people import NUMBERS, PASSWORD, log_in, register
from tests.e2e.phone import PHONE, violations
from tests.e2e.seat import Seat


def test_a_guests_game_goes_into_the_account_and_is_there_in_another_browser(
    sit_down: Callable[..., Seat], visit: Callable[..., Page]
) -> None:
    seat = sit_down()
    seat.drag(Move.from_usi("7g7f"))
    seat.my_move_or_the_end()
    game = seat.page.url
    name = register(seat.page, "羽生 ファン")
    expect(seat.page.get_by_role("button", name="羽生 ファン, your account")).to_be_visible()
    other = visit("/")
    log_in(other, name)
    expect(other.get_by_role("button", name="羽生 ファン, your account")).to_be_visible()
    other.goto("/games")
    other.get_by_role("listitem").get_by_role("link").first.click()
    assert other.url == game
    again = Seat(other)
    again.request_game()
    assert again.game["you"] == "black"


def test_a_game_in_another_tab_goes_on_after_the_login(sit_down: Callable[..., Seat]) -> None:
    seat = sit_down()
    seat.drag(Move.from_usi("7g7f"))
    seat.my_move_or_the_end()
    register(seat.page.context.new_page())
    seat.page.bring_to_front()
    seat.drag(Move.from_usi("2g2f"))
    assert seat.moves[2] == "2g2f"


def test_logging_out_and_a_wrong_password(visit: Callable[..., Page], page_errors: list[str]) -> None:
    page = visit("/")
    name = register(page)
    page.get_by_role("button", name=f"{name}, your account").click()
    page.get_by_role("menuitem", name="Log out").click()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()
    log_in(page, name, "not the password")
    expect(page.get_by_role("alert")).to_have_text("The name or the password is wrong.")
    assert all("403" in each for each in page_errors)
    page_errors.clear()


def test_a_new_account_goes_on_where_it_came_from(visit: Callable[..., Page]) -> None:
    page = visit("/lobby")
    page.get_by_role("link", name="Log in").click()
    page.get_by_role("link", name="No account yet? Create one").click()
    page.get_by_label("Name", exact=True).fill(f"e2e_{next(NUMBERS)}")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Create the account").click()
    page.wait_for_url("**/lobby")
    expect(page.get_by_text("Your account is ready")).to_be_visible()


STORED = """async () => {
  const databases = await indexedDB.databases();
  const kept = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie];
  for (const { name } of databases) {
    const database = await new Promise((resolve, reject) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    for (const store of database.objectStoreNames)
      kept.push(await new Promise((resolve) => {
        const request = database.transaction(store).objectStore(store).getAll();
        request.onsuccess = () => resolve(JSON.stringify(request.result));
      }));
    database.close();
  }
  for (const key of await caches.keys()) kept.push(key);
  return kept.join("\\n");
}"""
"""All that the browser keeps of the page."""


def test_after_the_logout_nothing_of_the_account_is_in_the_browser(visit: Callable[..., Page]) -> None:
    page = visit("/")
    name = register(page, "秘密 の名")
    for path in ("/account", "/games", "/lobby", f"/people/{name}"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
    assert name in page.evaluate(STORED), "the name is shown at once when a page opens"
    page.get_by_role("button", name="秘密 の名, your account").click()
    page.get_by_role("menuitem", name="Log out").click()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()
    for text in (name, "秘密"):
        assert text not in page.evaluate(STORED)
        assert text not in page.content()


def test_passwords_are_hidden_and_may_be_pasted_or_filled_in_by_a_manager(
    visit: Callable[..., Page],
) -> None:
    page = visit("/")
    expected = {"/login": ["current-password"], "/register": ["new-password"]}
    for path, kinds in expected.items():
        page.goto(path)
        expect(page.get_by_label("Password", exact=True)).to_be_visible()
        fields = page.locator("input[autocomplete$=-password]")
        assert fields.evaluate_all("all => all.map((each) => each.autocomplete)") == kinds
        assert page.locator("input[autocomplete~=username]").count() == 1
        hidden_and_pasteable(page)
    register(page)
    page.goto("/account?section=login")
    expect(page.get_by_role("button", name="Change it")).to_be_visible()
    hidden_and_pasteable(page)


def hidden_and_pasteable(page: Page) -> None:
    fields = page.locator("input[autocomplete$=-password]")
    assert fields.count() > 0
    for field in fields.all():
        expect(field).to_have_attribute("type", "password")
        paste = "el => el.dispatchEvent(new ClipboardEvent('paste', {bubbles: true, cancelable: true}))"
        assert field.evaluate(paste), "nothing prevents a paste"
        assert field.get_attribute("readonly") is None
        assert int(field.get_attribute("maxlength") or "200") == 200, "as long as the server allows"


def test_a_taken_name_and_a_weak_password_are_explained_at_their_field(
    visit: Callable[..., Page], page_errors: list[str]
) -> None:
    page = visit("/")
    name = register(page)
    other = visit("/register")
    other.get_by_label("Name", exact=True).fill(name.upper())
    other.get_by_label("Password", exact=True).fill("password1")
    other.get_by_role("button", name="Create the account").click()
    field = other.get_by_label("Password", exact=True)
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill(PASSWORD)
    other.get_by_role("button", name="Create the account").click()
    expect(other.get_by_label("Name", exact=True)).to_have_attribute("aria-invalid", "true")
    expect(
        other.get_by_text("This name is taken, or looks like the name of another account.")
    ).to_be_visible()
    page_errors.clear()  # the two answers that are no success


def test_a_session_is_ended_from_another_browser(visit: Callable[..., Page], axe: str) -> None:
    page, other = visit("/"), visit("/")
    name = register(page)
    log_in(other, name)
    expect(other.get_by_role("button", name=f"{name}, your account")).to_be_visible()
    page.goto("/account?section=login")
    expect(page.get_by_role("button", name="Log out there: ")).to_be_visible()
    assert violations(page, axe) == []
    page.get_by_role("button", name="Log out everywhere else").click()
    expect(page.get_by_text("this browser")).to_be_visible()
    expect(page.get_by_role("button", name="Log out everywhere else")).to_have_count(0)
    other.reload()
    expect(other.get_by_role("link", name="Log in")).to_be_visible()


def test_the_settings_follow_the_account(visit: Callable[..., Page]) -> None:
    page = visit("/")
    name = register(page)
    with page.expect_response(lambda answer: "dark" in (answer.request.post_data or "")):
        page.get_by_role("button", name="Dark colours").click()
    other = visit("/")
    log_in(other, name)
    expect(other.locator("html")).to_have_attribute("data-theme", "dark")


def test_the_account_is_deleted(visit: Callable[..., Page], page_errors: list[str]) -> None:
    page = visit("/")
    name = register(page)
    page.goto("/account")
    page.get_by_role("link", name="Your data").click()
    page.get_by_role("button", name="Delete the account…").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Your password").fill(PASSWORD)
    dialog.get_by_role("button", name="Delete it").click()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()
    page.goto(f"/people/{name}")
    expect(page.get_by_role("heading", name=f"There is no account {name}.")).to_be_visible()
    page_errors.clear()  # the 404


def test_one_follows_and_reports_somebody(visit: Callable[..., Page]) -> None:
    page, other = visit("/"), visit("/")
    name = register(page)
    register(other)
    other.goto(f"/people/{name}")
    other.get_by_role("button", name="Follow").click()
    expect(other.get_by_role("button", name="Stop following")).to_be_visible()
    other.get_by_role("button", name="Report…").click()
    choose(other, "Reason", "Insults")
    other.get_by_role("button", name="Send").click()
    expect(other.get_by_text("A moderator will look at it.")).to_be_visible()
    other.get_by_role("button", name="Cancel").click()
    other.goto("/account?section=people")
    expect(other.get_by_role("main").get_by_role("link", name=name)).to_be_visible()


def test_a_moderator_closes_a_reported_account(
    visit: Callable[..., Page], shared_server: Server, axe: str
) -> None:
    page, rude = visit("/"), visit("/")
    register(page)
    rude_name, moderator_name = register(rude), register(visit("/"))
    page.goto(f"/people/{rude_name}")
    page.get_by_role("button", name="Report…").click()
    page.get_by_label("What happened? (optional)").fill("insults <b>all</b> evening")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("A moderator will look at it.")).to_be_visible()
    command = [sys.executable, "-m", "komadai", "user", "role", moderator_name, "moderator"]
    subprocess.run([*command, "--data-dir", str(shared_server.folder)], check=True, timeout=60)
    moderator = visit("/")
    log_in(moderator, moderator_name)
    moderator.get_by_role("button", name=f"{moderator_name}, your account").click()
    moderator.get_by_role("menuitem", name="Moderation").click()
    report = moderator.get_by_role("article").filter(has_text=rude_name)
    expect(report).to_contain_text("insults <b>all</b> evening")
    assert violations(moderator, axe) == []
    acts = {
        "Warn": "was warned",
        "Mute": "was muted",
        "Bar from games": "was barred from games",
        "Close the account": "closed",
    }
    for act, logged in acts.items():
        report.get_by_role("button", name="Act…").click()
        choose(moderator.get_by_role("dialog"), "What", act)
        moderator.get_by_label("Reason, for the log").fill("insults")
        if act == "Mute":
            assert violations(moderator, axe) == []
        moderator.get_by_role("button", name="Do it").click()
        expect(moderator.get_by_text(f"{rude_name} {logged} – insults")).to_be_visible()
        if act == "Warn":
            rude.reload()
            warning = rude.get_by_role("dialog", name="A moderator has written to you")
            expect(warning).to_contain_text("insults")
            warning.get_by_role("button", name="I have read this").click()
            expect(warning).to_have_count(0)
    for state in ("closed", "muted", "barred from games"):
        expect(report.get_by_text(state, exact=True)).to_be_visible()
    report.get_by_role("button", name="Close the report").click()
    expect(report).to_have_count(0)
    rude.reload()
    expect(rude.get_by_role("link", name="Log in")).to_be_visible()


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desktop", "phone"])
def test_axe_finds_no_violation(visit: Callable[..., Page], axe: str, size: dict[str, Any]) -> None:
    page = visit("/login", **size)
    expect(page.get_by_role("heading", name="Log in")).to_be_visible()
    found = {"login": violations(page, axe)}
    page.goto("/register")
    expect(page.get_by_role("heading", name="Create an account")).to_be_visible()
    found["register"] = violations(page, axe)
    name = register(page, "長い名前" * 7)
    page.goto(f"/people/{name}")
    expect(page.get_by_role("heading", name="長い名前" * 7)).to_be_visible()
    found["profile"] = violations(page, axe)
    page.goto("/account?section=login")
    expect(page.get_by_role("heading", name="Where you are logged in")).to_be_visible()
    found["account"] = violations(page, axe)
    page.get_by_role("button", name=", your account").click()
    expect(page.get_by_role("menuitem", name="Your page")).to_be_visible()
    found["menu"] = violations(page, axe)
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= (320 if size else 1280), name
    assert {place: faults for place, faults in found.items() if faults} == {}


def test_japanese(visit: Callable[..., Page]) -> None:
    page = visit("/login", locale="ja-JP")
    expect(page.get_by_role("heading", name="ログイン")).to_be_visible()
    page.get_by_role("link", name="はじめての方はアカウントを作る").click()
    name = f"e2e_{next(NUMBERS)}"
    page.get_by_label("名前", exact=True).fill(name)
    page.get_by_label("パスワード", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="アカウントを作る").click()
    expect(page.get_by_text("アカウントを作りました")).to_be_visible()
    page.goto(f"/people/{name}")
    expect(page.get_by_role("heading", name="レーティング", exact=True)).to_be_visible()
    expect(page.get_by_text("レーティング対局はまだありません。").first).to_be_visible()
    page.goto("/account?section=login")
    expect(page.get_by_role("heading", name="ログイン中の機器")).to_be_visible()
    page.get_by_role("link", name="プロフィール", exact=True).click()
    page.locator('main a[href^="/people/"]').click()
    page.wait_for_url("**/people/*")
