"""The variants on the page: the gallery, a game's page, a lion's move in two steps, a large board."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.e2e.both_sides import begin_both
from tests.e2e.phone import PHONE, violations
from tests.e2e.seat import Seat


def square(page: Page, name: str) -> Any:
    return page.locator(f'[data-name="{name}"]')


def solved(page: Page) -> None:
    """Lets the server answer as if dobutsu were solved; the values are those of the start."""
    state = {"ready": True, "begun": False, "allowed": True, "job": None}
    page.route("**/api/variants/dobutsu/solved", lambda route: route.fulfill(json=state))

    def move(usi: str, plies: int) -> dict[str, Any]:
        text = {"japanese": usi, "western": usi, "hosking": usi, "usi": usi}
        return {"usi": usi, "text": text, "value": {"result": "loss", "plies": plies}}

    moves = [move("2d1c", 78), move("2d3c", 78), move("1d1c", 78), move("2c2b", 76)]
    values = {"value": {"result": "loss", "plies": 78}, "moves": moves}
    page.route("**/api/variants/dobutsu/values?**", lambda route: route.fulfill(json=values))


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desktop", "phone"])
def test_axe_finds_no_violation(visit: Callable[..., Page], axe: str, size: dict[str, Any]) -> None:
    page = visit("/variants", **size)
    expect(page.get_by_role("link", name=re.compile("Chu shogi"))).to_be_visible()
    found = {"gallery": violations(page, axe)}
    page.goto("/variants/chu")
    expect(page.get_by_role("heading", name="Chu shogi")).to_be_visible()
    page.get_by_text("More", exact=True).click()
    page.get_by_text("Rules: the usual ones").click()
    found["variant"] = violations(page, axe)
    begin_both(page, variant="goro-goro")
    expect(square(page, "3d")).to_be_visible()
    page.get_by_role("button", name="Give me a hint").click()
    expect(page.get_by_role("button", name="Another hint")).to_be_visible()
    found["game"] = violations(page, axe)
    solved(page)
    page.goto("/variants/dobutsu")
    expect(page.get_by_role("heading", name="A solved game")).to_be_visible()
    found["solved variant"] = violations(page, axe)
    begin_both(page, variant="dobutsu")
    expect(page.get_by_role("button", name=re.compile("loss in 76"))).to_be_visible()
    square(page, "2c").click()
    found["solved game"] = violations(page, axe)
    assert {place: faults for place, faults in found.items() if faults} == {}


def test_the_gallery_leads_to_every_variant(visit: Callable[..., Page]) -> None:
    page = visit("/variants")
    page.get_by_role("link", name=re.compile("Goro-goro shogi 5")).or_(
        page.locator('a[href="/variants/goro-goro"]')
    ).first.click()
    expect(page.get_by_role("heading", name="Goro-goro shogi")).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("Moves of the silver general")).first).to_be_visible()
    page.get_by_role("radio", name="Rules").check(force=True)
    expect(page.get_by_role("heading", name="Rules")).to_be_visible()
    page.get_by_role("button", name="日本語").click()
    expect(page.get_by_role("heading", name="ルール")).to_be_visible()


def test_without_the_packages_for_it_the_page_says_what_printing_needs(visit: Callable[..., Page]) -> None:
    page = visit("/variants/minishogi")
    expect(page.get_by_role("link", name="Board and pieces to print (PDF)")).to_be_visible()

    def without(route: Route) -> None:
        route.fulfill(json=route.fetch().json() | {"printable": False})

    page.route("**/api/variants/minishogi", without)
    page.reload()
    expect(page.get_by_text("this server needs pip install 'komadai[publish]'")).to_be_visible()
    expect(page.get_by_role("link", name="Board and pieces to print (PDF)")).to_have_count(0)


def test_an_unknown_variant_has_its_own_message(visit: Callable[..., Page], page_errors: list[str]) -> None:
    page = visit("/variants/chess")
    expect(page.get_by_role("heading", name="There is no variant of this name.")).to_be_visible()
    page_errors.clear()  # the browser logs the answer 404


def test_a_tap_on_a_piece_shows_its_moves_and_its_promotion(visit: Callable[..., Page]) -> None:
    page = visit("/variants/chu")
    square(page, "12l").click()
    card = page.get_by_role("region", name="Lance")
    expect(card.get_by_role("img", name="Moves of the lance: any distance forward")).to_be_visible()
    expect(card.get_by_role("img", name=re.compile("Moves of the white horse"))).to_be_visible()


def test_two_people_play_at_one_board(visit: Callable[..., Page]) -> None:
    page = visit("/")
    begin_both(page, variant="goro-goro")
    for origin, target in (("3d", "3c"), ("5a", "5b")):
        square(page, origin).click()
        square(page, target).click()
        expect(square(page, target)).to_have_attribute("aria-label", re.compile("Black|White"))
        expect(square(page, origin)).to_have_attribute("aria-label", re.compile("empty"))
    page.get_by_role("button", name="Take back").click()
    expect(square(page, "5a")).to_have_attribute("aria-label", "5a, White Silver general")


LION = "6k5/12/12/p5p5/6p5/6N5/12/12/12/12/12/6K5 b - 1"


@pytest.mark.parametrize(
    ("clicks", "lion", "gone"),
    [(["6e", "6e"], "6e", ["6e"]), (["6e", "6d"], "6d", ["6e", "6d"]), (["6e", "6f"], "6f", ["6e"])],
    ids=["one-step", "two-captures", "without-moving"],
)
def test_a_lion_moves_in_two_steps(
    visit: Callable[..., Page], clicks: list[str], lion: str, gone: list[str]
) -> None:
    page = visit("/")
    begin_both(page, LION)
    square(page, "6f").click()
    for name in clicks:
        square(page, name).click()
    expect(page.locator("ol li")).to_have_count(2)
    expect(square(page, lion)).to_have_attribute("aria-label", f"{lion}, Black Lion")
    for name in gone:
        if name != lion:
            expect(square(page, name)).to_have_attribute("aria-label", f"{name}, empty")


def test_a_lion_may_stay_where_it_is(visit: Callable[..., Page]) -> None:
    page = visit("/")
    begin_both(page, LION)
    square(page, "6f").click()
    page.get_by_role("button", name="Stay (jitto)").click()
    expect(page.locator("ol li")).to_have_count(2)
    expect(square(page, "6f")).to_have_attribute("aria-label", "6f, Black Lion")


def test_a_lion_is_moved_by_the_keyboard(visit: Callable[..., Page]) -> None:
    page = visit("/")
    begin_both(page, LION)
    square(page, "6f").focus()
    for key in ("Enter", "ArrowUp", "Enter", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(square(page, "6d")).to_have_attribute("aria-label", "6d, Black Lion")


def test_the_largest_board_can_be_enlarged(visit: Callable[..., Page]) -> None:
    page = visit("/variants/taikyoku")
    cell = square(page, "18aj")
    cell.wait_for(state="attached")

    def width() -> float:
        # Not of the focused square, whose frame counts.
        box = square(page, "17aj").bounding_box()
        assert box is not None
        return float(box["width"])

    before = width()
    page.get_by_role("button", name="Larger").click()
    assert width() > 1.4 * before
    cell.focus()
    page.keyboard.press("-")
    assert width() == pytest.approx(before, rel=0.02)
    page.keyboard.press("+")
    page.get_by_role("button", name="Whole board").click()
    assert width() == pytest.approx(before, rel=0.02)


def test_on_a_phone_a_tap_enlarges_squares_that_are_too_small(visit: Callable[..., Page]) -> None:
    page = visit("/variants/taikyoku", **PHONE)
    cell = square(page, "18v")
    cell.wait_for(state="attached")
    cell.tap(force=True)
    expect(page.get_by_role("button", name="Smaller")).to_be_enabled()
    box = cell.bounding_box()
    assert box is not None
    assert box["width"] > 30


def test_two_fingers_enlarge_the_board_and_one_moves_it(visit: Callable[..., Page]) -> None:
    page = visit("/variants/taikyoku", **PHONE)
    cell = square(page, "17v")
    cell.wait_for(state="attached")
    screen = page.context.new_cdp_session(page)

    def place() -> dict[str, float]:
        box = cell.bounding_box()
        assert box is not None
        return dict(box)

    def glide(*ways: tuple[tuple[int, int], tuple[int, int]]) -> None:
        """Moves fingers over the screen, each from one point to another."""
        for step in range(11):
            points = [
                {"x": x + (to_x - x) * step / 10, "y": y + (to_y - y) * step / 10, "id": finger}
                for finger, ((x, y), (to_x, to_y)) in enumerate(ways)
            ]
            kind = "touchMove" if step else "touchStart"
            screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        screen.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    whole = place()
    glide(((150, 300), (70, 300)), ((210, 300), (290, 300)))
    enlarged = place()
    assert enlarged["width"] > 3 * whole["width"]
    glide(((180, 330), (180, 230)))
    page.wait_for_function(
        "y => document.querySelector('[data-name=\"17v\"]').getBoundingClientRect().y < y", arg=enlarged["y"]
    )
    assert place()["width"] == enlarged["width"]


class TestSolvedGame:
    def test_a_game_for_two_shows_the_value_of_every_move(self, visit: Callable[..., Page]) -> None:
        page = visit("/")
        solved(page)
        begin_both(page, variant="dobutsu")
        values = page.get_by_role("region", name="Values of the moves")
        expect(values.get_by_role("status")).to_have_text("Black to move loses in 78.")
        expect(values.get_by_role("listitem")).to_have_count(4)
        square(page, "2c").click()
        expect(square(page, "2b")).to_have_attribute("aria-label", re.compile("can move here, loss in 76"))
        values.get_by_role("button", name=re.compile("1d1c")).click()
        expect(square(page, "1c")).to_have_attribute("aria-label", re.compile("Black Giraffe"))

    def test_against_the_computer_the_player_must_ask_for_the_values(
        self, visit: Callable[..., Page]
    ) -> None:
        page = visit("/variants/dobutsu")
        solved(page)
        page.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_url("**/game/*")
        values = page.get_by_role("region", name="Values of the moves")
        show = page.get_by_role("button", name="Show values")
        expect(show).to_be_visible()
        expect(values).to_have_count(0)
        show.click()
        expect(values.get_by_role("listitem")).to_have_count(4)
        page.get_by_role("button", name="Hide values").click()
        expect(values).to_have_count(0)

    def test_the_highest_level_is_named_perfect_when_the_game_is_solved(
        self, visit: Callable[..., Page]
    ) -> None:
        page = visit("/variants")
        solved(page)
        page.goto("/variants/dobutsu")
        page.get_by_role("radio", name="Strong").check(force=True)
        page.get_by_text("More", exact=True).click()
        expect(page.get_by_role("slider", name="Strength")).to_have_value("15")
        expect(page.get_by_text("1 dan · perfect play")).to_be_visible()
        page.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_url("**/game/*")
        expect(page.get_by_text("The computer plays perfectly.")).to_be_visible()

    def test_without_a_table_the_game_leads_to_the_offer_to_make_it(
        self, visit: Callable[..., Page], page_errors: list[str]
    ) -> None:
        page = visit("/")
        begin_both(page, variant="dobutsu")
        page.get_by_role("link", name="Compute them").click()
        page.wait_for_url("**/variants/dobutsu")
        expect(page.get_by_role("button", name="Compute it now")).to_be_visible()
        page_errors.clear()  # the browser logs the answer 404

    def test_the_job_shows_its_progress_and_can_be_stopped_and_continued(
        self, visit: Callable[..., Page]
    ) -> None:
        page = visit("/variants")
        state: dict[str, Any] = {"ready": False, "begun": False, "allowed": True, "job": None}
        job: dict[str, Any] = {
            "id": "job",
            "variant": "dobutsu",
            "state": "working",
            "stopped": False,
            "ms": 1000,
            "stage": {"en": "Finding all positions", "ja": ""},
            "done": 0.25,
            "positions": 1_234_567,
            "seconds_left": 200,
            "at_least": True,
            "error": None,
        }
        sockets: list[WebSocketRoute] = []

        def answer(socket: WebSocketRoute, message: str | bytes) -> None:
            socket.send(json.dumps({"type": "done", "re": json.loads(message)["id"]}))

        def connect(socket: WebSocketRoute) -> None:
            sockets.append(socket)
            socket.on_message(lambda message: answer(socket, message))

        page.route_web_socket("**/api/socket*", connect)
        page.route("**/api/variants/dobutsu/solved", lambda route: route.fulfill(json=state))
        page.route("**/api/variants/dobutsu/solve", lambda route: route.fulfill(json=job, status=201))
        page.route(
            "**/api/variants/dobutsu/solve/stop", lambda route: route.fulfill(json=job | {"stopped": True})
        )
        page.goto("/variants/dobutsu")
        page.get_by_role("button", name="Compute it now").click()
        expect(page.get_by_role("progressbar", name="Progress")).to_have_attribute("value", "0.25")
        expect(page.get_by_text("1,234,567 positions found · at least 4 minutes left")).to_be_visible()
        page.get_by_role("button", name="Stop").click()
        expect(page.get_by_text("Stopping; it can be continued later")).to_be_visible()
        state["begun"] = True
        stopped = job | {"stopped": True, "state": "done"}
        done = {"topic": {"type": "job", "id": "job"}, "type": "solve_job", "job": stopped}
        sockets[-1].send(json.dumps(done))
        page.get_by_role("button", name="Continue computing").click()
        expect(page.get_by_text("Finding all positions")).to_be_visible()
        state["ready"] = True
        sockets[-1].send(json.dumps(done))
        expect(page.get_by_text("the computer plays perfectly")).to_be_visible()


class TestOptions:
    def test_a_game_is_played_by_the_chosen_rules(self, visit: Callable[..., Page]) -> None:
        page = visit("/variants/chu")
        page.get_by_text("More", exact=True).click()
        page.get_by_text("Rules: the usual ones").click()
        page.get_by_label("Japan Chu Shogi Association").check()
        page.get_by_role("button", name="Two people at this board").click()
        page.wait_for_url("**/game/*")
        expect(page.get_by_text("Rule set: Japan Chu Shogi Association")).to_be_visible()

    def test_the_page_shows_the_board_of_the_chosen_size(self, visit: Callable[..., Page]) -> None:
        page = visit("/variants/heian")
        expect(page.get_by_role("gridcell")).to_have_count(72)
        page.get_by_text("More", exact=True).click()
        page.get_by_text("Rules: the usual ones").click()
        page.get_by_label("9×9").check()
        expect(page.get_by_role("gridcell")).to_have_count(81)
        page.get_by_role("button", name="Two people at this board").click()
        page.wait_for_url("**/game/*")
        expect(page.get_by_role("gridcell")).to_have_count(81)

    def test_the_choice_is_in_japanese_too(self, visit: Callable[..., Page]) -> None:
        page = visit("/variants/wa", locale="ja-JP")
        page.get_by_text("そのほか", exact=True).click()
        page.get_by_text("ルール：標準").click()
        page.get_by_label("取り捨て").check()
        expect(page.get_by_text("ルール：取り捨て")).to_be_visible()


class TestTouchMove:
    def begin(self, page: Page) -> None:
        page.get_by_text("More", exact=True).click()
        page.get_by_label("Touch-move").check()
        page.get_by_role("button", name="Two people at this board").click()
        page.wait_for_url("**/game/*")
        square(page, "7j").wait_for(state="attached")

    def test_a_touched_piece_must_move(self, visit: Callable[..., Page]) -> None:
        page = visit("/variants/chu")
        self.begin(page)
        square(page, "7j").click()  # the lion
        note = page.get_by_text("the piece that you touched must move")
        expect(note.first).to_be_visible()
        page.keyboard.press("Escape")
        square(page, "6i").click()
        expect(square(page, "7j")).to_have_attribute("aria-selected", "true")
        page.reload()
        expect(square(page, "7j")).to_have_attribute("aria-selected", "true")
        Seat(page).type_in("6i6h")
        expect(page.locator("ol li")).to_have_count(1)
        square(page, "6h").click()
        expect(square(page, "6h")).to_have_attribute("aria-label", "6h, Black Lion")

    def test_a_piece_that_cannot_move_may_be_touched(self, visit: Callable[..., Page]) -> None:
        page = visit("/variants/chu")
        self.begin(page)
        square(page, "12l").click()  # the lance behind the reverse chariot
        square(page, "6i").click()
        square(page, "6h").click()
        expect(square(page, "6h")).to_have_attribute("aria-label", "6h, Black Pawn")

    def test_without_touch_move_a_piece_is_released(self, visit: Callable[..., Page]) -> None:
        page = visit("/")
        begin_both(page)
        square(page, "7j").click()
        page.keyboard.press("Escape")
        square(page, "6i").click()
        square(page, "6h").click()
        expect(square(page, "6h")).to_have_attribute("aria-label", "6h, Black Pawn")


def test_hints_come_one_by_one_and_end_with_a_move(visit: Callable[..., Page]) -> None:
    page = visit("/")
    begin_both(page, "2k2/5/2P2/5/5/2K2 b G 1", variant="goro-goro")
    hints = page.get_by_role("region", name="Hints")
    expect(hints.get_by_role("listitem")).to_have_count(0)
    hints.get_by_role("button", name="Give me a hint").click()
    expect(hints.get_by_role("listitem")).to_have_text(["You can win with your next move. Can you see it?"])
    expect(page.locator("rect.marked")).to_have_count(0)
    hints.get_by_role("button", name="Another hint").click()
    expect(page.locator("rect.marked")).to_have_count(2)
    hints.get_by_role("button", name="Another hint").click()
    expect(hints.get_by_role("listitem").last).to_have_text("Win now: drop the gold general on 3b!")
    expect(page.locator("rect.marked")).to_have_count(1)
    expect(hints.get_by_role("button", name="That was the last hint")).to_be_disabled()
    hints.get_by_role("button", name=re.compile("pieces can move")).click()
    expect(page.locator("rect.marked")).to_have_count(2)
    square(page, "3f").click()
    square(page, "3e").click()
    expect(hints.get_by_role("listitem")).to_have_count(0)
    expect(page.locator("rect.marked")).to_have_count(0)


def test_a_large_board_has_no_hints(visit: Callable[..., Page]) -> None:
    page = visit("/")
    begin_both(page)
    expect(square(page, "6i")).to_be_visible()
    expect(page.get_by_role("region", name="Hints")).to_have_count(0)


def test_an_earlier_position_is_studied_in_a_game_of_its_own(visit: Callable[..., Page]) -> None:
    page = visit("/")
    begin_both(page, variant="goro-goro")
    for origin, target in (("3d", "3c"), ("5a", "5b")):
        while square(page, origin).get_attribute("aria-selected") != "true":  # the last move is on its way
            square(page, origin).click()
            page.wait_for_timeout(50)
        square(page, target).click()
        expect(square(page, origin)).to_have_attribute("aria-label", re.compile("empty"))
    first = page.url
    page.locator("ol li button").nth(1).click()
    page.get_by_role("button", name="Study from here").click()
    page.wait_for_url(lambda address: address != first)
    expect(square(page, "3c")).to_have_attribute("aria-label", re.compile("Black Pawn"))
    expect(square(page, "5a")).to_have_attribute("aria-label", re.compile("White Silver general"))
    square(page, "5a").click()
    square(page, "4b").click()
    expect(square(page, "4b")).to_have_attribute("aria-label", re.compile("White Silver general"))
