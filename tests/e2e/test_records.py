"""Records on the page: opened in every way, branched, commented, taken home, sent as a link."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

from komadai import WHITE, Move, Termination, kifu
from tests.e2e.seat import Seat
from tests.e2e.test_room import PHONE, violations

STUDY = Path(__file__).with_name("study.kifu")
"""A game of 92 moves with times, comments, bookmarks, engine lines and nested variations."""
SHORT = "▲７六歩 △３四歩\n▲２六歩 △８四歩\n"


def begin(page: Page) -> None:
    """The page as soon as a record lies on the board."""
    page.wait_for_url(re.compile(r"/records/[\w-]+$"))
    page.locator('[role="tree"]').wait_for(state="attached")


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
    """The row of the move shown."""
    return page.locator('[role="treeitem"][aria-selected="true"]')


def row(page: Page, text: str) -> Locator:
    return page.get_by_role("treeitem").filter(has_text=text)


def player(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name="Game information").get_by_text(name, exact=True)


def square(page: Page, name: str) -> Locator:
    return page.locator(f'[data-name="{name}"]')


def drag(page: Page, start: str, end: str) -> None:
    """A piece carried over the board, once the legal moves have come."""
    expect(square(page, start)).to_have_class(re.compile("grab"))
    square(page, start).drag_to(square(page, end))


def swipe_left(page: Page, name: str) -> None:
    """A finger drawn over the board from this square to the left."""
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
    """What a format's button in the dialog gives."""
    with page.expect_download() as taken:
        page.get_by_role("dialog").get_by_role("button", name=name).click()
    assert re.fullmatch(r"(komadai|[^/]+ - [^/]+)\.\w+", taken.value.suggested_filename)
    return taken.value.path()


def tree_of(game: kifu.Game) -> list[Any]:
    """All moves with comments and times, nested as they are."""

    def node(at: kifu.Node) -> list[Any]:
        return [str(at.move), at.comment, at.time_ms or 0, [node(child) for child in at.children]]

    return node(game.root)


# -- opening


def test_a_file_is_opened_and_played_through(visit: Callable[..., Page]) -> None:
    page = open_study(visit)
    expect(player(page, "Aoki Haruka")).to_be_visible()
    expect(page.get_by_text("Komadai study evening", exact=False)).to_be_visible()
    press(page, "ArrowRight", "ArrowRight")
    expect(here(page)).to_contain_text("△3四歩")
    expect(square(page, "3d")).to_have_attribute("aria-label", "3d, White pawn")
    press(page, "End")
    expect(here(page)).to_contain_text("92")
    expect(page.get_by_role("treeitem").last).to_contain_text("resignation")
    press(page, "Home")
    expect(here(page)).to_contain_text("Start")


def test_a_file_is_dropped(visit: Callable[..., Page]) -> None:
    page = visit("/records")
    carried = page.evaluate_handle(
        "text => { const data = new DataTransfer();"
        " data.items.add(new File([text], 'game.ki2')); return data; }",
        SHORT,
    )
    page.dispatch_event("body", "dragover", {"dataTransfer": carried})
    expect(page.get_by_text("Drop it here")).to_be_visible()
    page.dispatch_event("body", "drop", {"dataTransfer": carried})
    begin(page)
    expect(row(page, "△8四歩")).to_be_visible()


def test_a_text_is_pasted_anywhere_or_into_the_box(visit: Callable[..., Page]) -> None:
    page = visit("/records")
    page.evaluate(
        "text => { const data = new DataTransfer(); data.setData('text/plain', text);"
        " document.body.dispatchEvent("
        "new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true})); }",
        SHORT,
    )
    begin(page)
    expect(row(page, "△8四歩")).to_be_visible()
    page.get_by_role("link", name="Records").click()
    page.get_by_role("button", name="Paste a record").click()
    page.get_by_label("The record's text").fill("startpos moves 7g7f 8c8d")
    page.get_by_role("button", name="Open", exact=True).click()
    begin(page)
    expect(row(page, "△8四歩")).to_be_visible()


@pytest.mark.parametrize(
    "query",
    ["usen=~0.7ku2jm6y2", "u=~0.7ku2jm6y2.&bn=Aoki", "kifu=startpos%20moves%207g7f%203c3d%202g2f"],
)
def test_the_address_carries_a_game(visit: Callable[..., Page], query: str) -> None:
    page = visit(f"/records?{query}")
    begin(page)
    expect(row(page, "△3四歩")).to_be_visible()
    if "bn=" in query:
        expect(player(page, "Aoki")).to_be_visible()


def test_of_several_games_one_is_chosen(visit: Callable[..., Page]) -> None:
    page = visit("/records")
    open_file(page, file("two.usi", "startpos moves 7g7f 3c3d\nstartpos moves 2g2f 8c8d 2f2e\n"))
    expect(page.get_by_role("heading", name="2 games")).to_be_visible()
    page.get_by_role("button").filter(has_text="3 moves").click()
    begin(page)
    expect(row(page, "▲2五歩")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="2 games")).to_be_visible()


def test_what_is_odd_is_told_calmly_and_the_game_is_there(visit: Callable[..., Page]) -> None:
    page = visit("/records")
    text = (
        "手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:01/00:00:01)\nなんだろう\n   2 ３四歩(33)\n"
    )
    open_file(page, file("odd.kif", text))
    begin(page)
    expect(row(page, "△3四歩")).to_be_visible()
    page.get_by_text("One oddity in the file").click()
    expect(page.get_by_text("なんだろう")).to_be_visible()


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"\x00\x01\x02 nothing of a game \xff\xfe" * 50, "could not be opened"),
        (b"", "There is nothing in it."),
        (b"7" * (2 * 1024 * 1024 + 1), "more than 2 MB"),
    ],
    ids=["noise", "empty", "large"],
)
def test_what_cannot_be_read_is_said(
    visit: Callable[..., Page], complaints: list[str], body: bytes, said: str
) -> None:
    page = visit("/records")
    open_file(page, file("strange.kif", body))
    expect(page.get_by_role("alert")).to_contain_text(said)
    expect(page.get_by_role("button", name="Open a file")).to_be_visible()
    # The browser's own words for an answer of 422.
    complaints[:] = [each for each in complaints if "422" not in each]


def test_a_game_played_here_is_studied(sit_down: Callable[..., Seat]) -> None:
    seat = sit_down(sfen="4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
    seat.type_in("G*5b")
    seat.until(lambda: seat.finished, "mate")
    seat.page.get_by_role("link", name="Study").click()
    begin(seat.page)
    expect(row(seat.page, "▲5二金")).to_be_visible()
    expect(row(seat.page, "checkmate")).to_be_visible()
    seat.page.goto("/games")
    seat.page.get_by_role("link", name="Study").click()
    begin(seat.page)
    expect(row(seat.page, "▲5二金")).to_be_visible()


def test_a_new_record_from_a_handicap_or_a_position(visit: Callable[..., Page]) -> None:
    page = visit("/records")
    page.get_by_role("button", name="New record").click()
    page.get_by_text("Handicap", exact=True).click()
    page.get_by_role("button", name="Begin").click()
    begin(page)
    drag(page, "3a", "3b")
    expect(here(page)).to_contain_text("3二銀")
    page.goto("/records")
    page.get_by_role("button", name="New record").click()
    page.get_by_text("A position", exact=True).click()
    page.get_by_label("The position as SFEN").fill("nonsense")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("alert")).to_contain_text("no position")
    page.get_by_label("The position as SFEN").fill("4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
    page.get_by_role("button", name="Begin").click()
    begin(page)
    expect(square(page, "5c")).to_have_attribute("aria-label", "5c, Black pawn")


# -- writing into it


def test_a_branch_and_a_comment_stay_after_a_reload(visit: Callable[..., Page]) -> None:
    page = open_study(visit)
    press(page, "ArrowRight", "ArrowRight")
    drag(page, "2g", "2f")
    expect(here(page)).to_contain_text("▲2六歩")
    expect(here(page)).to_have_attribute("aria-level", "2")
    page.get_by_label("Comment on").fill("Static rook instead")
    page.get_by_role("button", name="Bookmark").click()
    page.get_by_label("Name of the bookmark").fill("Idea")
    page.reload()
    page.get_by_role("tree").wait_for()
    expect(here(page)).to_contain_text("▲2六歩")
    expect(here(page)).to_contain_text("◆ Idea Static rook instead")
    expect(page.get_by_label("Comment on")).to_have_value("Static rook instead")
    page.get_by_role("link", name="Records").click()
    expect(page.get_by_text("92 moves · edited")).to_be_visible()


def test_a_move_that_is_there_already_is_followed(visit: Callable[..., Page]) -> None:
    page = open_study(visit)
    drag(page, "7g", "7f")
    expect(here(page)).to_have_attribute("aria-level", "1")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()


def test_variations_are_moved_deleted_and_all_is_undone(visit: Callable[..., Page]) -> None:
    page = visit("/records?usen=~0.7ku2jm6y2")
    begin(page)
    press(page, "ArrowRight", "ArrowRight")
    for usi in ("6g6f", "9g9f"):
        page.get_by_label("Type a move").fill(usi)
        page.get_by_role("button", name="Play", exact=True).click()
        expect(here(page)).to_have_attribute("aria-level", "2")
        press(page, "Escape")
        page.get_by_role("button", name="One move back").click()

    def third_moves() -> list[str]:
        return page.locator('[aria-posinset="4"] .text').all_inner_texts()

    assert third_moves() == ["▲2六歩", "▲6六歩", "▲9六歩"]
    row(page, "▲9六歩").click()
    page.get_by_role("button", name="Move this variation up").click()
    assert third_moves() == ["▲2六歩", "▲9六歩", "▲6六歩"]
    page.get_by_role("button", name="Make this the main line").click()
    assert third_moves() == ["▲9六歩", "▲2六歩", "▲6六歩"]
    page.get_by_role("button", name="Delete from here on").click()
    expect(page.get_by_role("status").filter(has_text="1 move deleted.")).to_be_visible()
    assert third_moves() == ["▲2六歩", "▲6六歩"]
    page.locator("body").click(position={"x": 3, "y": 400})
    press(page, *["Control+z"] * 3)
    assert third_moves() == ["▲2六歩", "▲6六歩", "▲9六歩"]
    press(page, *["Control+Shift+z"] * 2)
    assert third_moves() == ["▲9六歩", "▲2六歩", "▲6六歩"]


def test_names_and_the_end_are_written(visit: Callable[..., Page]) -> None:
    page = visit("/records?usen=~0.7ku2jm")
    begin(page)
    page.get_by_role("button", name="Game information").click()
    page.get_by_label("Black (sente)", exact=True).fill("青木")
    page.get_by_label("Event", exact=True).fill("例会")
    page.get_by_role("button", name="Done").click()
    expect(player(page, "青木")).to_be_visible()
    press(page, "End")
    page.get_by_role("button", name="How it ends here").click()
    page.get_by_role("combobox", name="How the line ends").select_option("resignation")
    page.get_by_role("button", name="Done").click()
    expect(row(page, "White wins: resignation")).to_be_visible()
    page.get_by_role("button", name="Download").click()
    game = kifu.read(take(page, "KIF (UTF-8)"))
    assert (game.headers["black"], game.headers["event"]) == ("青木", "例会")
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.termination) == (WHITE, Termination.RESIGNATION)


def test_an_illegal_move_is_refused_and_can_be_kept(
    visit: Callable[..., Page], complaints: list[str]
) -> None:
    page = visit("/records?usen=~0.7ku2jm")
    begin(page)
    press(page, "End")
    page.get_by_label("Type a move").fill("8h8b+")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("alert").get_by_role("button", name="Enter it all the same").click()
    expect(here(page)).to_contain_text("✕")
    expect(page.get_by_text("Illegal: the piece does not move so", exact=True)).to_be_visible()
    complaints[:] = [each for each in complaints if "409" not in each]


def test_an_engine_line_becomes_a_variation(visit: Callable[..., Page]) -> None:
    page = open_study(visit)
    press(page, "ArrowRight")
    page.get_by_role("button", name="Add as a variation").click()
    expect(page.get_by_role("treeitem").filter(has_text="5二金")).to_have_attribute("aria-level", "2")


# -- taking it home


# In two halves: a browser lets a page give no more than ten files at once.
@pytest.mark.parametrize("half", [slice(0, 6), slice(6, 12)], ids=["first", "second"])
def test_every_format_is_taken_and_reads_to_the_same_game(visit: Callable[..., Page], half: slice) -> None:
    page = open_study(visit)
    page.get_by_role("button", name="Download").click()
    expect(page.get_by_role("dialog").get_by_role("button", name="KIF (UTF-8)")).to_be_visible()
    names = page.get_by_role("dialog").locator("li .button").all_inner_texts()
    assert len(names) == 12
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
    take(page, "CSA .csa")
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


def test_the_end_has_a_comment_of_its_own(visit: Callable[..., Page]) -> None:
    page = open_study(visit)
    press(page, "End")
    about = page.get_by_label(re.compile("^Comment on the end"))
    about.fill("He could have played on.")
    page.get_by_role("button", name="To the start").click()
    expect(about).to_have_count(0)
    press(page, "End")
    expect(about).to_have_value("He could have played on.")
    # Another end in its place keeps what was written about it.
    page.get_by_role("button", name="How it ends here").click()
    page.get_by_role("dialog").get_by_role("combobox").select_option("interrupted")
    page.get_by_role("dialog").get_by_role("button", name="Done").click()
    expect(about).to_have_value("He could have played on.")
    page.get_by_role("button", name="Download").click()
    ending = kifu.read(take(page, "KIF (UTF-8)")).end.ending
    assert ending is not None
    assert ending.comment == "He could have played on."


# -- hands, eyes, ears


def test_by_keyboard_alone(visit: Callable[..., Page]) -> None:
    page = visit("/records?usen=~0.7ku2jm6y2")
    begin(page)
    press(page, "End", "ArrowLeft")
    expect(here(page)).to_contain_text("△3四歩")
    for _ in range(40):
        if page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
            break
        press(page, "Tab")
    # From the middle of the board to the pawn on 6g, and on to 6f.
    expect(square(page, "6g")).to_have_class(re.compile("grab"))
    press(page, "ArrowLeft", "ArrowDown", "ArrowDown", "Enter", "ArrowUp", "Enter")
    expect(here(page)).to_contain_text("▲6六歩")
    for _ in range(40):
        if page.evaluate("document.activeElement.getAttribute('role')") == "tree":
            break
        press(page, "Tab")
    press(page, "ArrowUp", "ArrowDown")
    expect(here(page)).to_contain_text("▲6六歩")
    press(page, "Shift+Tab", "ArrowUp")
    expect(here(page)).to_contain_text("▲2六歩")
    press(page, "ArrowDown", "Tab", "Delete")
    expect(row(page, "▲6六歩")).to_have_count(0)
    press(page, "Control+z")
    expect(row(page, "▲6六歩")).to_have_count(1)


def test_the_tree_folds(visit: Callable[..., Page]) -> None:
    page = open_study(visit)
    rows = page.get_by_role("treeitem").filter(has_text="The bishop stays at home.")
    for _ in range(6):
        press(page, "ArrowRight")
    expect(rows).to_have_attribute("aria-expanded", "true")
    rows.locator(".fold").click()
    expect(rows).to_have_attribute("aria-expanded", "false")
    page.get_by_role("button", name="Open all variations").click()
    expect(rows).to_have_attribute("aria-expanded", "true")
    page.get_by_role("button", name="Fold all variations").click()
    levels = page.get_by_role("treeitem").evaluate_all("rows => rows.map(row => row.ariaLevel)")
    assert set(levels) <= {"1", "2"}


def test_the_wheel_over_the_board_turns_the_moves(visit: Callable[..., Page]) -> None:
    page = open_study(visit)
    square(page, "5e").hover()
    page.mouse.wheel(0, 120)
    page.mouse.wheel(0, 120)
    expect(here(page)).to_contain_text("△3四歩")
    page.mouse.wheel(0, -120)
    expect(here(page)).to_contain_text("▲7六歩")


def test_the_record_plays_by_itself(visit: Callable[..., Page]) -> None:
    page = visit("/records?usen=~0.7ku2jm6y2")
    begin(page)
    page.get_by_role("button", name="Play the moves by themselves").click()
    expect(here(page)).to_contain_text("▲2六歩")
    expect(page.get_by_role("button", name="Play the moves by themselves")).to_be_disabled()


def test_a_move_is_spoken(visit: Callable[..., Page]) -> None:
    page = open_study(visit)
    press(page, "ArrowRight")
    expect(page.locator('[aria-live="polite"]')).to_contain_text("pawn to 7 f")


def test_on_a_phone_with_one_thumb(visit: Callable[..., Page]) -> None:
    page = open_study(visit, **PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.get_by_role("button", name="One move on").tap()
    handle = page.get_by_role("button", name="Moves and variations")
    expect(handle).to_contain_text("1 ▲7六歩")
    swipe_left(page, "3e")
    expect(handle).to_contain_text("2 △3四歩")
    expect(square(page, "2g")).to_have_class(re.compile("grab"))
    square(page, "2g").tap()
    square(page, "2f").tap()
    expect(handle).to_contain_text("3 ▲2六歩")
    handle.tap()
    row(page, "▲6六歩").first.tap()
    expect(handle).to_contain_text("3 ▲6六歩")


def bush() -> kifu.Game:
    """A game of 252 moves with two variations of 18 moves at every second: 4,788 nodes."""
    game = kifu.Game()
    game.extend(map(Move.from_usi, ["5i5h", "5a5b", "5h5i", "5b5a"] * 63))
    pushes = [usi for n in range(1, 10) for usi in (f"{n}g{n}f", f"{n}c{n}d")]
    for node in [game.root, *game.main_line()][:-1:2]:
        for moves in (pushes, pushes[2:] + pushes[:2]):
            at = node
            for usi in moves:
                at = at.add(Move.from_usi(usi))
    return game


def test_a_tree_of_thousands_keeps_the_page_light(visit: Callable[..., Page]) -> None:
    page = visit("/records")
    open_file(page, file("bush.kif", kifu.write(bush(), "kif")))
    begin(page)
    press(page, "End")
    expect(here(page)).to_contain_text("252")
    assert page.get_by_role("treeitem").count() < 60
    assert page.locator("*").count() < 2500
    page.get_by_label("Comment on").fill("the last")
    page.reload()
    expect(here(page)).to_contain_text("the last")


@pytest.mark.parametrize("colors", ["light", "dark"])
@pytest.mark.parametrize("size", [{}, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing(visit: Callable[..., Page], axe: str, colors: str, size: dict[str, Any]) -> None:
    page = visit("/records", color_scheme=colors, **size)
    found = {"home": violations(page, axe)}
    for name in ("Paste a record", "New record"):
        page.get_by_role("button", name=name).click()
        found[name] = violations(page, axe)
        page.get_by_role("button", name="Cancel").click()
    open_file(page, STUDY)
    begin(page)
    press(page, *["ArrowRight"] * 23)
    expect(page.get_by_role("button", name="Add as a variation")).to_be_visible()
    found["record"] = violations(page, axe)
    if size:
        page.get_by_role("button", name="Moves and variations").click()
        found["tree"] = violations(page, axe)
        page.get_by_role("button", name="Moves and variations").click()
    for button, close in (
        ("Download", "Done"),
        ("Share", "Done"),
        ("Game information", "Cancel"),
        ("How it ends here", "Cancel"),
    ):
        page.get_by_role("button", name=button).click()
        page.get_by_role("dialog").wait_for()
        found[button] = violations(page, axe)
        page.get_by_role("dialog").get_by_role("button", name=close).click()
    page.goto("/records")
    expect(page.get_by_text("92 moves")).to_be_visible()
    found["recent"] = violations(page, axe)
    assert {place: faults for place, faults in found.items() if faults} == {}


def test_in_japanese(visit: Callable[..., Page]) -> None:
    page = visit("/records", locale="ja-JP")
    expect(page.get_by_role("button", name="ファイルを開く")).to_be_visible()
    open_file(page, STUDY)
    begin(page)
    press(page, "ArrowRight")
    expect(here(page)).to_contain_text("先手 ７六 歩")
    expect(page.get_by_role("button", name="保存")).to_be_visible()


# -- trouble


def test_without_the_server_the_record_can_still_be_read(
    visit: Callable[..., Page], complaints: list[str]
) -> None:
    page = open_study(visit)
    page.context.set_offline(True)
    press(page, "End")
    expect(here(page)).to_contain_text("92")
    expect(page.get_by_role("alert")).to_contain_text("The server does not answer")
    page.get_by_label("Comment on").fill("written offline")
    page.context.set_offline(False)
    expect(page.get_by_role("alert")).to_have_count(0)
    page.reload()
    expect(page.get_by_label("Comment on")).to_have_value("written offline")
    complaints[:] = [each for each in complaints if "ERR_INTERNET_DISCONNECTED" not in each]


def test_a_browser_that_keeps_nothing_says_so(visit: Callable[..., Page]) -> None:
    page = visit("/")
    page.add_init_script("indexedDB.open = () => { throw new Error('refused') }")
    page.goto("/records")
    open_file(page, STUDY)
    begin(page)
    page.get_by_label("Comment on").fill("only here")
    expect(page.get_by_role("alert")).to_contain_text("This browser keeps nothing")
    page.get_by_role("link", name="Records").click()
    page.get_by_text("92 moves").click()
    expect(page.get_by_label("Comment on")).to_have_value("only here")


def test_two_windows_lose_nothing_of_each_other(visit: Callable[..., Page]) -> None:
    page = visit("/records?usen=~0.7ku2jm")
    begin(page)
    other = page.context.new_page()
    other.goto(page.url)
    other.get_by_role("tree").wait_for()
    page.get_by_label("Comment on").fill("first")
    page.wait_for_timeout(400)
    before = other.url
    other.get_by_label("Comment on").fill("second")
    expect(other.get_by_text("changed in another window")).to_be_visible()
    assert other.url != before
    expect(other.get_by_label("Comment on")).to_have_value("second")
    page.reload()
    expect(page.get_by_label("Comment on")).to_have_value("first")


def test_a_record_taken_off_the_list_can_be_put_back(visit: Callable[..., Page]) -> None:
    page = open_study(visit)
    page.goto("/records")
    page.get_by_role("button", name="Remove Aoki Haruka – Minami Sota").click()
    expect(page.get_by_text("92 moves")).to_have_count(0)
    page.get_by_role("button", name="Put it back").click()
    expect(page.get_by_text("92 moves")).to_be_visible()


def test_an_address_of_another_browser_says_what_to_do(visit: Callable[..., Page]) -> None:
    page = visit("/records/nothing-here")
    expect(page.get_by_role("heading", name="not kept in this browser")).to_be_visible()
    page.get_by_role("link", name="All records").click()
    expect(page.get_by_role("button", name="Open a file")).to_be_visible()
