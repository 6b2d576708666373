"""The layout of the rooms: the place of the board, the navigation, the boards of the landing pages."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.e2e.controls import resize
from tests.e2e.people import register
from tests.e2e.posts import POST
from tests.e2e.screens import SCREENS
from tests.e2e.seat import Seat
from tests.e2e.two_persons import meet, play


def box_of(locator: Locator) -> FloatRect:
    for _ in range(10):
        locator.wait_for()
        box: FloatRect | None = locator.bounding_box()
        if box is not None:  # else it has been drawn anew since
            return box
    raise AssertionError(f"{locator} does not stay")


def wood(page: Page) -> FloatRect:
    """The board without the stands."""
    return box_of(page.locator('#board rect[fill="url(#kaya)"]'))


def near(size: float, planned: float) -> bool:
    return abs(size - planned) <= 4


@pytest.mark.parametrize(
    ("width", "height", "board", "seat", "side"),
    [(1440, 900, (752, 820), 152, 288), (1024, 700, (574, 626), 104, 174)],
)
def test_board_seats_and_column_of_a_game_have_the_planned_sizes(
    sit_down: Callable[..., Seat], width: int, height: int, board: tuple[int, int], seat: int, side: int
) -> None:
    page = sit_down(clock="10 min + 30 s").page
    resize(page, {"width": width, "height": height})
    shown = wood(page)
    assert near(shown["height"], board[1])
    free = height - box_of(page.get_by_role("banner"))["height"]
    assert shown["height"] >= 0.95 * free
    far, own = box_of(page.locator(".far section")), box_of(page.locator(".near section"))
    assert near(far["width"], seat)
    assert near(own["width"], seat)
    assert near(far["y"], shown["y"]), "the far seat is at the top left"
    assert near(own["y"] + own["height"], shown["y"] + shown["height"]), "the near seat at the bottom right"
    column = box_of(page.locator(".boardroom > .side"))
    assert near(column["width"], side)
    assert column["y"] + column["height"] <= height
    assert page.evaluate("document.documentElement.scrollHeight") == height


def overlaps(page: Page) -> list[list[str]]:
    """The buttons at the foot of the column of a game that lie on each other."""
    found: list[list[str]] = page.locator(".tools button").evaluate_all(
        """(all) => all.flatMap((one, at) => all.slice(at + 1).flatMap((other) => {
            const [a, b] = [one, other].map((button) => button.getBoundingClientRect());
            const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
            return apart ? [] : [[one, other].map((button) => button.getAttribute("aria-label") ?? "")];
        }))"""
    )
    return found


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 700)])
def test_no_tools_of_a_game_lie_on_each_other(visit: Callable[..., Page], width: int, height: int) -> None:
    black, white = meet(visit)
    page = black.page
    resize(page, {"width": width, "height": height})
    for language in ("日本語", "English"):
        expect(page.locator(".tools .leave")).to_be_visible()
        assert overlaps(page) == []
        page.get_by_role("button", name=language).click()
        expect(page.get_by_role("button", name=language)).to_have_count(0)
    leave = page.get_by_role("button", name="Leave without a result")
    expect(leave).to_have_text("Leave")
    play(black, white, "7g7f 3c3d")
    expect(page.get_by_role("button", name="Resign")).to_be_visible()
    assert overlaps(page) == []


def test_the_board_of_a_game_on_a_phone_is_as_wide_as_the_screen(sit_down: Callable[..., Seat]) -> None:
    page = sit_down(clock="10 min + 30 s", **SCREENS["phone"]).page
    shown = wood(page)
    assert (round(shown["x"]), near(shown["width"], 390), near(shown["height"], 427)) == (0, True, True)
    assert near(box_of(page.locator(".far section"))["height"], 52)
    assert near(box_of(page.locator(".near section"))["height"], 52)
    tape = box_of(page.get_by_label("Moves"))
    assert near(tape["height"], 44)
    assert tape["y"] + tape["height"] <= box_of(page.get_by_role("toolbar"))["y"]


@pytest.mark.parametrize("screen", SCREENS)
def test_the_board_of_a_game_is_whole_on_every_screen(sit_down: Callable[..., Seat], screen: str) -> None:
    page = sit_down(clock="10 min + 30 s", **SCREENS[screen]).page
    shown, window = wood(page), SCREENS[screen]["viewport"]
    assert shown["x"] >= 0
    assert shown["y"] >= 0
    assert shown["x"] + shown["width"] <= window["width"] + 1
    assert shown["y"] + shown["height"] <= window["height"]
    for timer in page.get_by_role("timer").all():
        assert box_of(timer)["y"] + box_of(timer)["height"] <= window["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= window["width"]


@pytest.mark.parametrize("screen", ["phone", "short-phone"])
def test_on_a_phone_the_navigation_is_a_bar_at_the_bottom(visit: Callable[..., Page], screen: str) -> None:
    page = visit("/", **SCREENS[screen])
    height = SCREENS[screen]["viewport"]["height"]
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Tsume").click()
    expect(page.get_by_role("toolbar").get_by_role("button", name="Hint")).to_be_visible()
    page.get_by_role("button", name="Back").click()
    for room in ("Play", "Learn", "Analyse", "Club"):
        link = page.get_by_role("navigation", name="Main").get_by_role("link", name=room)
        link.click()
        expect(link).to_have_attribute("aria-current", "page")
        box = link.bounding_box()
        assert box is not None
        assert box["y"] >= height - 65
        assert box["height"] >= 40, "a thumb needs room"
        assert page.evaluate("document.documentElement.scrollWidth") == SCREENS[screen]["viewport"]["width"]
    page.get_by_role("button", name="日本語").click()
    expect(page.locator("html")).to_have_attribute("lang", "ja")


def test_the_lists_of_games_and_records_have_their_own_addresses(visit: Callable[..., Page]) -> None:
    page = visit("/games")
    expect(page.get_by_role("heading", name="My games")).to_be_attached()
    page.get_by_role("link", name="Analyse").click()
    expect(page).to_have_url(re.compile("/records$"))
    expect(page.get_by_role("link", name="Records")).to_have_attribute("aria-current", "page")


@pytest.mark.parametrize("screen", ["phone", "short-phone"])
def test_on_a_phone_the_tools_of_a_game_are_in_the_bar(sit_down: Callable[..., Seat], screen: str) -> None:
    page = sit_down(**SCREENS[screen]).page
    page.evaluate("scrollTo(0, 0)")
    for name in ("Moves", "Offer", "Flip", "Resign"):
        button = page.get_by_role("toolbar").get_by_role("button", name=name)
        assert button.evaluate(UNCOVERED), f"{name} is covered or out of sight"


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 700), (390, 844)])
def test_all_phrases_of_the_chat_are_in_sight(visit: Callable[..., Page], width: int, height: int) -> None:
    page = meet(visit)[0].page
    resize(page, {"width": width, "height": height})
    page.get_by_role("button", name="Chat").click()
    drawer = page.get_by_role("region", name="Chat")
    shown = box_of(drawer)
    expect(drawer.get_by_text("With an account you can write freely")).to_be_visible()
    phrases = drawer.get_by_role("group", name="Say something").get_by_role("button")
    expect(phrases).to_have_count(4)
    for phrase in phrases.all():
        box = box_of(phrase)
        assert shown["x"] <= box["x"]
        assert box["x"] + box["width"] <= shown["x"] + shown["width"]
        assert box["y"] + box["height"] <= shown["y"] + shown["height"]
    said = box_of(drawer.get_by_role("list", name="What was said"))
    assert said["height"] >= 40, "what was said has place, too"


def test_on_a_phone_the_rule_of_the_first_move_stands_above_the_bar(visit: Callable[..., Page]) -> None:
    black, _ = meet(visit, **SCREENS["phone"])
    resize(black.page, SCREENS["phone"]["viewport"])
    rule = box_of(black.page.get_by_text("A first move not made within"))
    assert rule["y"] + rule["height"] <= box_of(black.page.get_by_role("toolbar"))["y"]


def test_on_a_phone_the_sheet_of_offers_has_its_tools_name_and_begins_with_taking_back(
    visit: Callable[..., Page],
) -> None:
    page = visit("/variants/goro-goro", **SCREENS["phone"])
    page.get_by_role("button", name="Two people at this board").click()
    page.get_by_role("toolbar").get_by_role("button", name="Offer").click()
    sheet = page.get_by_role("region", name="Offer")
    field = sheet.get_by_role("textbox", name="Type a move")
    back = sheet.get_by_role("button", name="Take back")
    assert box_of(back)["y"] < box_of(field)["y"]
    expect(field).to_have_attribute("placeholder", "Type a move")


def test_on_a_phone_hints_of_a_variant_are_whole_above_the_bar(visit: Callable[..., Page]) -> None:
    page = visit("/variants/goro-goro", locale="ja-JP", **SCREENS["phone"])
    page.get_by_role("button", name="二人で指す").click()
    bar = box_of(page.get_by_role("toolbar"))["y"]
    first = page.get_by_role("button", name="ヒントを見る")
    assert box_of(first)["y"] + box_of(first)["height"] <= bar, "without scrolling"
    first.click()
    following = page.get_by_role("button", name="次のヒント")
    expect(following).to_be_visible()
    page.wait_for_function(
        "([button, bar]) => button.getBoundingClientRect().bottom <= bar",
        arg=[following.element_handle(), bar],
    )
    hint = page.get_by_role("region", name="ヒント").get_by_role("listitem")
    assert box_of(hint)["y"] >= 48, "below the title row"


@pytest.mark.parametrize(
    ("width", "height", "board", "column"),
    [(1440, 900, (755, 820), 416), (1024, 700, (579, 628), 401)],
)
def test_a_variant_stands_alone_beside_a_column_with_pieces_and_rules(
    visit: Callable[..., Page], width: int, height: int, board: tuple[int, int], column: int
) -> None:
    page = visit("/variants/minishogi", viewport={"width": width, "height": height})
    shown = wood(page)
    assert near(shown["height"], board[1])
    assert near(shown["width"], board[0])
    assert near(box_of(page.locator(".boardroom > .side"))["width"], column)
    assert page.evaluate("document.documentElement.scrollHeight") == height


@pytest.mark.parametrize(
    ("width", "height", "board", "panel"),
    [(1440, 900, (656, 718), 434), (1024, 700, (488, 534), 286)],
)
def test_the_workbench_of_a_position_has_its_palette_in_the_panel(
    visit: Callable[..., Page], width: int, height: int, board: tuple[int, int], panel: int
) -> None:
    page = visit("/tsume/position", viewport={"width": width, "height": height})
    shown, side = wood(page), box_of(page.locator(".bench > .panel"))
    assert near(shown["width"], board[0])
    assert near(shown["height"], board[1])
    assert near(side["width"], panel)
    assert box_of(page.get_by_role("group", name="Attacker"))["x"] >= side["x"]
    assert page.evaluate("document.documentElement.scrollHeight") == height


@pytest.mark.parametrize("path", ["/records?kifu=startpos%20moves%207g7f", "/tsume/position"])
@pytest.mark.parametrize("screen", ["desktop", "phone"])
def test_a_workbench_ends_above_the_strip_of_who_waits(
    visit: Callable[..., Page], path: str, screen: str
) -> None:
    page = visit(path, **SCREENS[screen])
    page.locator(".bench").wait_for()
    before = box_of(page.locator(".bench"))
    page.evaluate("document.documentElement.dataset.waiting = ''")
    page.wait_for_function(
        "height => document.querySelector('.bench').clientHeight < height", arg=before["height"]
    )
    assert near(before["height"] - box_of(page.locator(".bench"))["height"], 56)


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 700)])
def test_all_steps_through_a_record_are_below_its_moves(
    visit: Callable[..., Page], width: int, height: int
) -> None:
    page = visit("/records?kifu=startpos%20moves%207g7f", viewport={"width": width, "height": height})
    pane = box_of(page.locator(".bench > .moves"))
    for name in ("To the start", "To the present", "Edit the tree"):
        button = box_of(page.get_by_role("button", name=name))
        assert button["x"] >= pane["x"]
        assert button["x"] + button["width"] <= pane["x"] + pane["width"]


def test_the_row_of_the_start_position_is_as_wide_as_that_of_a_move(visit: Callable[..., Page]) -> None:
    page = visit("/records?kifu=startpos%20moves%207g7f", viewport={"width": 1440, "height": 900})
    rows = page.get_by_role("treeitem")
    expect(rows).to_have_count(2)
    assert near(box_of(rows.nth(0))["width"], box_of(rows.nth(1))["width"])


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_on_a_phone_people_and_games_of_the_lobby_have_one_line_each(
    visit: Callable[..., Page], locale: str
) -> None:
    page = visit("/lobby", locale=locale, **SCREENS["phone"])
    rows = page.get_by_role("main").locator("button.card[aria-expanded]")
    expect(rows).to_have_count(2)
    people, games = (box_of(row) for row in rows.all())
    assert near(people["height"], 48)
    assert near(games["height"], 48)
    assert people["y"] == games["y"], "side by side"


UNCOVERED = """(button) => { const box = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(box.x + box.width / 2, box.bottom - 2)); }"""
"""Whether the element at a button's lower edge is the button: nothing covers it."""

CUT = """(all) => all.filter((part) => part.scrollWidth > part.clientWidth && part.clientWidth > 1)
    .map((part) => part.textContent.trim())"""
"""What ends in dots, or is cut, because its place is too narrow."""


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_on_a_phone_the_ways_in_and_the_tools_of_a_record_are_said_in_full(
    visit: Callable[..., Page], locale: str
) -> None:
    page = visit("/", fresh=True, locale=locale, **SCREENS["phone"])
    page.locator(".row").first.wait_for()
    page.wait_for_load_state("networkidle")
    assert page.locator("main .row span").evaluate_all(CUT) == []
    page.set_viewport_size({"width": 390, "height": 664})
    page.goto("/records?kifu=startpos%20moves%207g7f")
    expect(page.get_by_role("toolbar").locator("button, a")).to_have_count(6)
    assert page.get_by_role("toolbar").locator("*").evaluate_all(CUT) == []


def test_on_a_phone_the_name_of_a_variant_is_whole(visit: Callable[..., Page]) -> None:
    page = visit("/variants/goro-goro-plus", locale="ja-JP", **SCREENS["phone"])
    heading = page.get_by_role("heading", level=1)
    heading.wait_for()
    cut = "(title) => title.scrollWidth > title.clientWidth || title.scrollHeight > title.clientHeight"
    assert not heading.evaluate(cut)
    assert box_of(heading)["height"] <= 48


def test_a_phone_shows_moves_and_comments_below_the_board(visit: Callable[..., Page]) -> None:
    page = visit("/records?kifu=startpos%20moves%207g7f%203c3d%202g2f%208c8d", **SCREENS["phone"])
    page.get_by_role("tab", name="Comments").click()
    comment = page.get_by_role("textbox", name="Comment on")
    comment.wait_for()
    bar = box_of(page.get_by_role("toolbar"))["y"]
    assert bar - box_of(comment)["y"] >= 72, "three lines of it"
    page.get_by_role("button", name="Moves", exact=True).click()
    tree = box_of(page.get_by_role("tree"))
    assert tree["height"] >= 3 * 44
    assert tree["y"] >= wood(page)["y"] + 427


def test_a_short_phone_has_one_line_of_the_engine_in_place_of_the_tape(visit: Callable[..., Page]) -> None:
    page = visit("/records?kifu=startpos%20moves%207g7f", **SCREENS["short-phone"])
    line = page.locator(".bench > .tape")
    assert near(box_of(line)["height"], 44)
    expect(line.get_by_role("switch", name="Engine")).to_be_visible()
    assert box_of(line)["y"] + 44 <= box_of(page.get_by_role("toolbar"))["y"]


def test_a_short_phone_scrolls_to_all_that_the_panel_says(visit: Callable[..., Page]) -> None:
    page = visit("/records?kifu=startpos%20moves%207g7f", **SCREENS["short-phone"])
    page.get_by_role("switch", name="Engine").click()
    bar = box_of(page.get_by_role("toolbar"))["y"]
    for name in ("Threats", "Brinkmate?"):
        button = page.get_by_role("tabpanel", name="Engine").get_by_role("button", name=name)
        button.scroll_into_view_if_needed()
        box = box_of(button)
        assert box["y"] + box["height"] <= bar
        assert button.evaluate(UNCOVERED)
    page.get_by_role("toolbar").get_by_role("button", name="Moves").click()
    assert page.evaluate("document.documentElement.scrollHeight") <= SCREENS["short-phone"]["viewport"]["height"]


@pytest.mark.parametrize(("width", "height", "index"), [(1440, 900, 216), (1024, 700, None)])
def test_the_sections_of_the_account_stand_at_the_left_and_in_the_address(
    visit: Callable[..., Page], width: int, height: int, index: int | None
) -> None:
    page = visit("/login", viewport={"width": width, "height": height})
    register(page)
    page.goto("/account")
    sections = page.get_by_role("navigation", name="Your account")
    if index is None:
        page.get_by_role("button", name="Your account: Profile").click()
        page.get_by_role("menuitemradio", name="People").click()
    else:
        assert near(box_of(sections)["width"], index)
        sections.get_by_role("link", name="People").click()
    expect(page.get_by_role("heading", name="People")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="People")).to_be_visible()
    assert near(box_of(page.locator(".text"))["width"], 560)


def test_filters_stand_in_one_row_above_the_plots(visit: Callable[..., Page]) -> None:
    page = visit("/statistics", viewport={"width": 1440, "height": 900})
    choice = box_of(page.get_by_label("Database"))
    name = box_of(page.get_by_placeholder("Name"))
    assert near(choice["y"] + choice["height"], name["y"] + name["height"])
    assert near(box_of(page.locator("main > .content"))["width"], 1200)


def test_the_map_of_an_enlarged_board_shows_its_pieces_in_a_record(visit: Callable[..., Page]) -> None:
    page = visit("/variants/taikyoku", **SCREENS["phone"])
    game = {"variant": "taikyoku", "both": True, "impasse": "none"}
    page.evaluate(POST, ["/api/games", game])
    page.goto("/games")
    identity = page.evaluate("fetch('/api/games').then((answer) => answer.json())")["games"][0]["id"]
    page.goto(f"/records?game={identity}")
    page.get_by_role("button", name="Larger").click()
    assert len(page.locator(".over path.black").get_attribute("d") or "") > 1000
    box = box_of(page.locator(".over svg"))
    assert (round(box["width"]), round(box["height"])) == (64, 64)


def test_the_start_page_of_who_was_here_fits_the_screen(visit: Callable[..., Page]) -> None:
    page = visit("/login", viewport={"width": 1440, "height": 900})
    register(page)
    page.goto("/")
    quick = box_of(page.get_by_role("region", name="Quick game"))
    assert near(quick["height"], 72)
    here = box_of(page.get_by_role("region", name="Here now"))
    assert here["y"] + here["height"] <= 900
