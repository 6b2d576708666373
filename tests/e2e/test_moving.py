"""The setting of how a pointer moves a piece: by a click, by dragging, or either."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.seat import Seat


def choose(page: Page, *choices: str) -> None:
    """Chooses these in the settings, in English or Japanese."""
    page.get_by_role("button", name="Settings").first.click()
    dialog = page.get_by_role("dialog")
    for choice in choices:
        dialog.get_by_text(choice, exact=True).click()
    dialog.get_by_role("button", name=re.compile("^(Done|完了)$")).click()


def drag(seat: Seat, start: str, end: str) -> None:
    boxes = [seat.square(name).bounding_box() for name in (start, end)]
    mouse = seat.page.mouse
    for box, act in zip(boxes, (mouse.down, mouse.up), strict=True):
        assert box is not None
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
        act()


def click(seat: Seat, start: str, end: str) -> None:
    seat.square(start).click()
    seat.square(end).click()


@pytest.mark.parametrize(
    ("choices", "moves_by_click", "moves_by_drag"),
    [
        (("Click or drag",), True, True),
        (("Click only",), True, False),
        (("Drag only",), False, True),
        (("日本語", "クリックだけ"), True, False),
    ],
)
def test_a_piece_moves_as_the_setting_says(
    sit_down: Callable[..., Seat], choices: tuple[str, ...], moves_by_click: bool, moves_by_drag: bool
) -> None:
    seat = sit_down()
    choose(seat.page, *choices)
    for act, moves, start, end, usi in (
        (click, moves_by_click, "7g", "7f", "7g7f"),
        (drag, moves_by_drag, "2g", "2f", "2g2f"),
    ):
        count = len(seat.moves)
        act(seat, start, end)
        if moves:
            seat.until(lambda usi=usi: usi in seat.moves, f"the move {usi}")
            seat.my_move_or_the_end()
        else:
            seat.page.wait_for_timeout(300)
            seat.request_game()
            assert len(seat.moves) == count
            seat.page.keyboard.press("Escape")


def test_the_keyboard_moves_whatever_is_set(sit_down: Callable[..., Seat]) -> None:
    seat = sit_down()
    choose(seat.page, "Drag only")
    seat.type_in("7g7f")
    seat.until(lambda: "7g7f" in seat.moves, "the typed move")
    seat.my_move_or_the_end()
    seat.square("2g").focus()
    for key in ("Enter", "ArrowUp", "Enter"):
        seat.page.keyboard.press(key)
    seat.until(lambda: "2g2f" in seat.moves, "the move by the keyboard")
    expect(seat.page.get_by_role("alert")).to_have_count(0)
