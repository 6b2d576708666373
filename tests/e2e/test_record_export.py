"""Records downloaded in every format, copied, and shared as a link."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from komadai import kifu
from tests.e2e.record_page import (
    STUDY,
    begin,
    open_study,
    player,
    press,
    take,
    tree_of,
)


# In two halves: a browser allows a page at most ten downloads at once.
@pytest.mark.parametrize("half", [slice(0, 7), slice(7, 13)], ids=["first", "second"])
def test_every_format_is_downloaded_and_reads_to_the_same_game(
    visit: Callable[..., Page], half: slice
) -> None:
    page = open_study(visit)
    page.get_by_role("button", name="Download").click()
    expect(page.get_by_role("dialog").get_by_role("button", name="KIF (UTF-8)")).to_be_visible()
    names = page.get_by_role("dialog").locator("li .button").all_inner_texts()
    assert len(names) == 13
    original = kifu.read(STUDY)
    for text in names[half]:
        name = " ".join(text.split())
        path = take(page, name)
        if name.endswith(".svg"):
            assert path.read_text("utf-8").lstrip().startswith("<svg")
            continue
        game = kifu.read(path)
        assert game.moves() == original.moves(), name
        if name.startswith(("KIF", "JKF")):
            assert tree_of(game) == tree_of(original), name
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="CSA .csa").click()
    expect(dialog.get_by_text("moves in variations")).to_be_visible()
    take(page, "KIF (UTF-8)")
    expect(dialog.get_by_text("Holds everything")).to_be_visible()


def test_the_position_and_the_record_are_copied(visit: Callable[..., Page]) -> None:
    page = open_study(visit, permissions=["clipboard-read", "clipboard-write"])
    press(page, "ArrowRight")
    page.get_by_role("button", name="Download").click()
    dialog = page.get_by_role("dialog")
    for name, found in (("Position (SFEN)", "2P6"), ("USEN", "~0.7ku"), ("KIF", "７六歩(77)")):
        dialog.locator(".copies").get_by_role("button", name=name, exact=True).click()
        expect(dialog.get_by_text("Copied.")).to_be_visible()
        page.wait_for_function(
            "word => navigator.clipboard.readText().then(t => t.includes(word))", arg=found
        )


def test_a_link_opens_the_same_game_in_another_browser(visit: Callable[..., Page]) -> None:
    page = open_study(visit)
    page.get_by_role("button", name="Share").click()
    link = page.get_by_role("dialog").get_by_label("Link")
    expect(link).to_have_value(re.compile(r"/records\?u="))
    other = visit(link.input_value())
    begin(other)
    expect(player(other, "Minami Sota")).to_be_visible()
    other.get_by_role("button", name="Download").click()
    shared, original = kifu.read(take(other, "JKF")), kifu.read(STUDY)

    def moves(game: kifu.Game) -> Any:
        return json.loads(re.sub(r", (0|[1-9]\d*), \[", ", 0, [", json.dumps(tree_of(game))))

    assert moves(shared) == moves(original)
