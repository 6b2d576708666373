"""Two persons with a browser each, who make and play a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page

from komadai import Move
from tests.e2e.controls import choose
from tests.e2e.seat import Seat

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def custom_game(page: Page) -> Locator:
    """The sheet of a game with terms of one's own, which is opened in the lobby."""
    page.get_by_role("button", name="Custom game").click()
    return page.get_by_role("dialog", name="Custom game")


def pick(sheet: Page | Locator, menu: str, option: str) -> None:
    """Chooses an option of a menu."""
    sheet.get_by_role("button", name=f"{menu}:").click()
    sheet.get_by_role("menuitemradio", name=option, exact=True).click()


def link_of(page: Page, *, first: str = "I do") -> str:
    """Invites by a link on the page of the lobby; returns the link."""
    sheet = custom_game(page)
    choose(sheet, "Opponent", "By link")
    choose(sheet, "First move", first)
    return sent_link(sheet)


def sent_link(sheet: Locator) -> str:
    """Makes the link of the game in the sheet."""
    sheet.get_by_role("button", name="Make the link").click()
    return sheet.page.get_by_label("Send this link to your opponent").input_value()


def meet(visit: Callable[..., Page], **friend: Any) -> tuple[Seat, Seat]:
    """Black invites White by a link; both are at the board."""
    maker = Seat(visit("/lobby"))
    link = link_of(maker.page)
    other = Seat(visit(link, **friend))
    other.page.get_by_role("button", name="Accept").click()
    for seat in (maker, other):
        seat.page.wait_for_url("**/game/*")
        seat.request_game()
        if seat.page.get_by_role("dialog").is_visible():
            seat.page.keyboard.press("Escape")
    return maker, other


def play(first: Seat, second: Seat, moves: str) -> None:
    """Both play alternately with the mouse, as each side would."""
    seats = [first, second]
    for usi in moves.split():
        mover, other = seats
        mover.until(lambda mover=mover: mover.my_turn, "one's own turn")
        count = len(mover.moves)
        mover.drag(Move.from_usi(usi))
        for seat in seats:
            seat.until(lambda seat=seat, count=count: len(seat.moves) == count + 1, f"{usi} on both boards")
        seats = [other, mover]
