"""Programs at the CSA port, seen from the page: a game with a person, and one between programs."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Server
from tests.e2e.phone import PHONE, violations
from tests.e2e.seat import Seat
from tests.server.csa.lines import Line


@pytest.fixture(scope="module")
def port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        number: int = free.getsockname()[1]
        return number


@pytest.fixture(scope="module")
def dojo(tmp_path_factory: pytest.TempPathFactory, port: int) -> Iterator[str]:
    """A server with a CSA port."""
    running = Server(tmp_path_factory.mktemp("programs"), 0, "--csa-port", str(port))
    yield running.address
    running.close()


def program(port: int, name: str, game: str) -> Line:
    line = Line(port)
    line.send(f"LOGIN {name} {game},secret")
    line.until(f"LOGIN:{name} OK")
    return line


def test_a_person_plays_a_program_and_does_not_see_what_it_thinks(
    visit: Callable[..., Page], dojo: str, port: int, axe: str
) -> None:
    seat = Seat(visit("/programs", base_url=dojo, **PHONE))
    page = seat.page
    with closing(program(port, "gps", "club-600-30-W")) as gps:
        page.get_by_role("button", name="Play gps").click()
        gps.until("END Game_Summary")
        gps.send("AGREE")
        gps.until("START:")
        page.wait_for_url("**/game/*")
        seat.request_game()
        for mine, theirs in (("5i5h", "-3334FU"), ("5h6h", "-8384FU")):
            seat.until(lambda seat=seat: seat.my_turn, "one's own turn")
            seat.type_in(mine)
            gps.until("+")
            gps.send(f"{theirs},'* -1200 +7988GI")
        seat.until(lambda: len(seat.moves) == 4, "the program's answer")
        expect(page.get_by_role("region", name="Scores of the programs")).to_have_count(0)
        assert violations(page, axe) == []
        # The drawer with the typed move lies over the tools.
        page.get_by_role("region", name="Offer").get_by_role("button", name="Close").click()
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        gps.until("#WIN")
    expect(page.get_by_role("heading", name="You lose")).to_be_visible()


def test_who_watches_programs_sees_what_they_say(
    visit: Callable[..., Page], dojo: str, port: int, axe: str
) -> None:
    page = visit("/programs", base_url=dojo, **PHONE)
    with (
        closing(program(port, "alice", "club-900-30-B")) as alice,
        closing(program(port, "bob", "club-900-30-W")) as bob,
    ):
        for each in (alice, bob):
            each.until("END Game_Summary")
            each.send("AGREE")
        for each in (alice, bob):
            each.until("START:")
        page.reload()
        page.get_by_role("link", name="Watch").first.click()
        page.wait_for_url("**/game/*")
        scores = page.get_by_role("region", name="Scores of the programs")
        alice.send("+7776FU,'* 120 -3334FU +2726FU #4000")
        bob.until("+7776FU")
        bob.send("-3334FU,'* 80 +2726FU")
        alice.until("-3334FU")
        expect(scores).to_contain_text(re.compile(r"alice.*Black \+120.*bob.*Black \+80", re.S))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert violations(page, axe) == []
        graph = scores.get_by_role("slider")
        expect(graph).to_have_attribute("aria-valuenow", "2")
        page.keyboard.press("ArrowLeft")
        expect(graph).to_have_attribute("aria-valuenow", "1")
        expect(scores).not_to_contain_text("bob")
        bob.send("+2726FU")  # out of turn: it is read when it is bob's
        alice.send("%TORYO")
        bob.until("#WIN")
