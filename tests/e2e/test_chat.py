"""The chat on the page: free text with a Japanese input method, muting, reporting, and what is announced."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Server
from tests.e2e.people import log_in, register
from tests.e2e.phone import PHONE, violations
from tests.e2e.two_persons import link_of


def free_writer(visit: Callable[..., Page], server: Server) -> tuple[Page, str]:
    """Somebody who may write freely: a moderator need not play ten games first."""
    page = visit("/")
    name = register(page, "羽生 ファン")
    command = [sys.executable, "-m", "komadai", "user", "role", name, "moderator"]
    subprocess.run([*command, "--data-dir", str(server.folder)], check=True, timeout=60)
    page = visit("/")
    log_in(page, name)
    expect(page.get_by_role("button", name="羽生 ファン, your account")).to_be_visible()
    return page, name


def test_one_writes_japanese_and_the_other_reads_mutes_and_reports(
    visit: Callable[..., Page], shared_server: Server, axe: str
) -> None:
    writer, name = free_writer(visit, shared_server)
    writer.goto("/lobby")
    link = link_of(writer)
    reader = visit("/", **PHONE)
    register(reader)
    reader.goto(link)
    reader.get_by_role("button", name="Accept").click()
    for page in (writer, reader):
        page.wait_for_url("**/game/*")

    writer.get_by_role("button", name="Chat").click()
    field = writer.get_by_label("Write something")
    field.focus()
    keys = writer.context.new_cdp_session(writer)
    keys.send("Input.imeSetComposition", {"text": "きのう", "selectionStart": 3, "selectionEnd": 3})
    enter = {"key": "Process", "code": "Enter", "windowsVirtualKeyCode": 229}
    keys.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", **enter})
    keys.send("Input.insertText", {"text": "昨日はありがとう"})
    assert field.input_value() == "昨日はありがとう", "Enter has confirmed the kanji and sent nothing"
    writer.keyboard.type(" https://example.org")
    writer.keyboard.press("Enter")
    expect(field).to_have_value("")

    chat, shown = reader.get_by_role("region", name="Chat"), f"羽生 ファン @{name}"
    line = "昨日はありがとう https://example.org"
    expect(reader.locator("[aria-live=polite]", has_text=line)).to_have_text(f"{shown}: {line}")
    reader.get_by_role("button", name="Chat").click()
    expect(chat.locator("bdi")).to_have_text(line)
    expect(chat.get_by_role("link")).to_have_count(0)
    expect(chat.get_by_text("You can write freely after 10 more finished games")).to_be_visible()
    chat.get_by_role("button", name=shown).click()
    assert violations(reader, axe) == []
    chat.get_by_role("button", name="Report…").click()
    expect(reader.get_by_text("The last 50 lines of the chat go along.")).to_be_visible()
    reader.get_by_role("button", name="Send", exact=True).click()
    expect(reader.get_by_text("A moderator will look at it.")).to_be_visible()
    reader.get_by_role("button", name="Cancel").click()
    chat.get_by_role("button", name=f"Mute {shown}").click()
    expect(chat.locator("bdi")).to_have_count(0)
    reader.reload()
    reader.get_by_role("button", name="Chat").click()
    expect(chat.get_by_role("button", name=f"Hear {shown} again")).to_be_visible()
    chat.get_by_role("button", name=f"Hear {shown} again").click()
    expect(chat.locator("bdi")).to_have_text(line)
    assert reader.evaluate("document.documentElement.scrollWidth") <= 360, name
