"""Two strangers press "Play now" and sit at one board."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.controls import choose

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def test_two_who_press_play_now_get_one_game(visit: Callable[..., Page]) -> None:
    first, second = visit("/lobby", **PHONE), visit("/lobby", locale="ja-JP")
    button = first.get_by_role("button", name="Play now")
    box = button.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 740, "the button is on the first screen"
    choose(first, "Time", "3 min + 2 s")
    button.click()
    expect(first.get_by_role("region", name="Waiting for an opponent")).to_contain_text(
        "3 min, 2 s added a move"
    )
    expect(second.get_by_role("radio", name="3分＋1手2秒 1")).to_be_attached()
    choose(second, "持ち時間", "3分＋1手2秒 1")
    second.get_by_role("button", name="対局する", exact=True).click()
    for page in (first, second):
        page.wait_for_url("**/game/*")
    assert first.url.rpartition("/")[2] == second.url.rpartition("/")[2]
    again = visit("/lobby", storage_state=first.context.storage_state())
    expect(again.get_by_role("radio", name="3 min + 2 s")).to_be_checked()
