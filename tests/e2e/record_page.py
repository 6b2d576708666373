"""Helpers for tests of the page of one record."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import FilePayload, Locator, Page, expect

from komadai import kifu

STUDY = Path(__file__).with_name("study.kifu")
"""A game of 92 moves with times, comments, bookmarks, engine lines and nested variations."""
SHORT = "▲７六歩 △３四歩\n▲２六歩 △８四歩\n"


def begin(page: Page) -> None:
    """Waits until a record is on the board."""
    page.wait_for_url(re.compile(r"/records/[\w-]+(\?tab=\w+)?$"))
    page.get_by_role("tablist").wait_for()


def open_file(page: Page, file: Path | FilePayload) -> None:
    page.locator("input[data-records]").set_input_files(file)


def open_study(visit: Callable[..., Page], **options: Any) -> Page:
    page = visit("/records", **options)
    open_file(page, STUDY)
    begin(page)
    return page


def file(name: str, text: str | bytes) -> FilePayload:
    body = text if isinstance(text, bytes) else text.encode()
    return {"name": name, "mimeType": "application/octet-stream", "buffer": body}


def here(page: Page) -> Locator:
    """The row of the current move."""
    return page.locator('[role="treeitem"][aria-selected="true"]')


def row(page: Page, text: str) -> Locator:
    return page.get_by_role("treeitem").filter(has_text=text)


def player(page: Page, name: str) -> Locator:
    return page.locator(".seat").get_by_text(name, exact=True)


def tab(page: Page, name: str) -> None:
    """Shows a tab of the panel."""
    page.get_by_role("tab", name=name).click()


def comment(page: Page) -> Locator:
    """The text box of the comment on the current move; its tab is shown first."""
    tab(page, "Comments")
    return page.get_by_label(re.compile("^Comment on (?!the end)"))


def edit(page: Page, name: str) -> None:
    """Chooses an entry of the menu that edits the tree."""
    page.get_by_role("button", name="Edit the tree").click()
    page.get_by_role("menuitem", name=name).click()


def type_move(page: Page, move: str) -> None:
    field = page.get_by_label("Type a move")
    field.fill(move)
    field.press("Enter")


def square(page: Page, name: str) -> Locator:
    return page.locator(f'[data-name="{name}"]')


def drag(page: Page, start: str, end: str) -> None:
    """Drags a piece once the legal moves have arrived."""
    expect(square(page, start)).to_have_class(re.compile("grab"))
    square(page, start).drag_to(square(page, end))


def swipe_left(page: Page, name: str) -> None:
    """Swipes from this square to the left."""
    box = square(page, name).bounding_box()
    assert box is not None
    touch = page.context.new_cdp_session(page)
    for kind, way in (("touchStart", 0), ("touchMove", -40), ("touchMove", -90), ("touchEnd", None)):
        points = [] if way is None else [{"x": box["x"] + 10 + way, "y": box["y"] + 10}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def take(page: Page, name: str) -> Path:
    """Downloads the record with a format's button, also if the format cannot hold all of it."""
    dialog = page.get_by_role("dialog")
    button, anyway = (dialog.get_by_role("button", name=each) for each in (name, "Download without it"))
    with page.expect_download() as taken:
        button.click()
        expect(button).to_be_enabled()
        if anyway.is_visible():
            anyway.click()
    assert re.fullmatch(r"(komadai|[^/]+ - [^/]+)\.\w+", taken.value.suggested_filename)
    return taken.value.path()


def tree_of(game: kifu.Game) -> list[Any]:
    """All moves with comments and times, nested like the tree."""

    def node(at: kifu.Node) -> list[Any]:
        return [str(at.move), at.comment, at.time_ms or 0, [node(child) for child in at.children]]

    return node(game.root)
