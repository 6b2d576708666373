"""Records without the server, without storage, in two windows, removed, or of another browser."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.record_page import (
    STUDY,
    begin,
    comment,
    here,
    open_file,
    open_study,
    press,
    tab,
)


def test_without_the_server_the_record_can_still_be_read(
    visit: Callable[..., Page], page_errors: list[str]
) -> None:
    page = open_study(visit)
    comment(page).wait_for()  # its tab is loaded on demand
    page.context.set_offline(True)
    press(page, "End")
    expect(here(page)).to_contain_text("92")
    expect(page.get_by_role("alert")).to_contain_text("The server does not answer")
    comment(page).fill("written offline")
    page.context.set_offline(False)
    expect(page.get_by_role("alert")).to_have_count(0)
    page.reload()
    expect(comment(page)).to_have_value("written offline")
    # What is loaded on demand cannot come either.
    missing = re.compile("ERR_INTERNET_DISCONNECTED|preload")
    page_errors[:] = [each for each in page_errors if not missing.search(each)]


def test_a_tab_that_cannot_be_loaded_says_so_and_comes_with_another_try(
    visit: Callable[..., Page], page_errors: list[str]
) -> None:
    page = open_study(visit)
    script = re.compile(r"/assets/NodePane-.*\.js")
    page.route(script, lambda route: route.abort())
    tab(page, "Comments")
    panel = page.get_by_role("tabpanel", name="Comments")
    expect(panel.get_by_role("alert")).to_contain_text("This part could not be loaded.")
    # Without the server another try takes nothing away.
    page.context.set_offline(True)
    panel.get_by_role("button", name="Try again").click()
    press(page, "End")
    expect(here(page)).to_contain_text("92")
    page.context.set_offline(False)
    page.unroute(script)
    panel.get_by_role("button", name="Try again").click()
    expect(panel.get_by_role("textbox").first).to_be_visible()
    expect(here(page)).to_contain_text("92")
    failed = re.compile("ERR_|preload|dynamically imported")
    page_errors[:] = [each for each in page_errors if not failed.search(each)]


def test_a_dialog_that_cannot_be_loaded_says_so(visit: Callable[..., Page], page_errors: list[str]) -> None:
    page = open_study(visit)
    page.route(re.compile(r"/assets/SaveDialog-.*\.js"), lambda route: route.abort())
    page.get_by_role("button", name="Download").click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("This part could not be loaded.")
    alert.get_by_role("button", name="Close").click()
    expect(alert).to_have_count(0)
    failed = re.compile("ERR_|preload|dynamically imported")
    page_errors[:] = [each for each in page_errors if not failed.search(each)]


def test_a_browser_that_cannot_store_records_shows_a_warning(visit: Callable[..., Page]) -> None:
    page = visit("/")
    page.add_init_script("indexedDB.open = () => { throw new Error('refused') }")
    page.goto("/records")
    open_file(page, STUDY)
    begin(page)
    comment(page).fill("only here")
    expect(page.get_by_role("alert")).to_contain_text("This browser cannot store records")
    page.get_by_role("link", name="Analyse").click()
    page.get_by_text("92 moves").click()
    expect(comment(page)).to_have_value("only here")


def test_two_windows_do_not_overwrite_each_other(visit: Callable[..., Page]) -> None:
    page = visit("/records?usen=~0.7ku2jm")
    begin(page)
    other = page.context.new_page()
    other.goto(page.url)
    other.get_by_role("tree").wait_for()
    comment(page).fill("first")
    page.wait_for_timeout(400)
    before = other.url
    comment(other).fill("second")
    expect(other.get_by_text("changed in another window")).to_be_visible()
    assert other.url != before
    expect(comment(other)).to_have_value("second")
    page.reload()
    expect(comment(page)).to_have_value("first")


def test_a_removed_record_can_be_restored(visit: Callable[..., Page]) -> None:
    page = open_study(visit)
    page.goto("/records")
    page.get_by_role("button", name="Aoki Haruka – Minami Sota: what to do").click()
    page.get_by_role("menuitem", name="Remove").click()
    expect(page.get_by_text("92 moves")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("92 moves")).to_be_visible()


def test_the_address_of_a_record_in_another_browser_explains_what_to_do(visit: Callable[..., Page]) -> None:
    page = visit("/records/nothing-here")
    expect(page.get_by_role("heading", name="not stored in this browser")).to_be_visible()
    page.get_by_role("link", name="All records").click()
    expect(page.get_by_role("button", name="Open a file")).to_be_visible()
