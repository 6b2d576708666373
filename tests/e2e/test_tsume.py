"""Mate problems on the page: solving, refutations, hints, timed runs, and positions set up by the user."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from komadai import Move
from komadai.tsume.move_checker import MoveChecker
from komadai.tsume.problems import Problem, problems
from tests.e2e.phone import PHONE, violations
from tests.e2e.tsume_room import TsumeRoom

RESTORING = "7k1/5+Bp2/7Ss/4n4/9/9/9/9/9 b 2rb4g2s3n4l17p 1"
"""Mate in 123, or in 21 if restoring interpositions (復元型無駄合) are futile."""
COOKED = "4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1"
"""A gold at its head mates, and one gold is left over."""

PIECES = {"P": "pawn", "L": "lance", "N": "knight", "S": "silver", "G": "gold", "B": "bishop", "R": "rook"}

LABELS = "squares => squares.map(square => square.getAttribute('aria-label'))"


@pytest.fixture
def sit(visit: Callable[..., Page]) -> Callable[..., TsumeRoom]:
    def open_table(**options: Any) -> TsumeRoom:
        page = visit("/", **options)
        table = TsumeRoom(page)
        with page.expect_response("**/api/tsume/next"):
            page.get_by_role("link", name="Tsume").click()
        return table

    return open_table


def no_check(problem: Problem) -> Move:
    """A legal move or drop that does not give check."""
    board = problem.board
    moves = {move.usi(): move for move in board.legal_moves}
    plain = [move for usi, move in moves.items() if not usi.endswith("+") and f"{usi}+" not in moves]
    return next(move for move in plain if not board.gives_check(move))


def wrong(table: TsumeRoom, plies: int = 1) -> tuple[Problem, Move]:
    """A problem with a check that does not mate; skips problems without one."""
    checker = MoveChecker()
    problem = table.choose(plies)
    while True:
        board = problem.board
        for move in board.legal_moves:
            other = move is not problem.moves[0] and board.gives_check(move)
            if other and checker.judge(board, move, problem.moves, 0).verdict == "wrong":
                return problem, move
        table.page.get_by_role("button", name="Show it").click()
        problem = table.press("Next problem")


def test_a_problem_is_solved_by_playing(sit: Callable[..., TsumeRoom]) -> None:
    table = sit()
    problem = table.choose(3)
    table.solve(problem.moves[::2])
    expect(table.message).to_contain_text("Solved")
    score = table.page.get_by_role("region", name="Your rating")
    expect(score).to_contain_text("1 of 1")
    expect(score).to_contain_text("+")
    table.page.get_by_role("button", name="Next problem").focus()
    table.page.keyboard.press("Home")
    expect(table.page.locator("[aria-current=step]")).to_have_count(0)
    table.page.keyboard.press("ArrowRight")
    expect(table.page.locator("[aria-current=step]")).to_have_count(1)
    table.page.keyboard.press("n")
    expect(table.message).to_contain_text("Find the mate")
    table.page.reload()
    expect(score).to_contain_text("1 of 1")


def test_a_wrong_check_is_refuted_and_taken_back(sit: Callable[..., TsumeRoom]) -> None:
    table = sit()
    problem, move = wrong(table)
    table.play(move)
    expect(table.message).to_contain_text("does not mate")
    table.page.get_by_role("button", name="Try again").click()
    table.solve(problem.moves)
    expect(table.message).to_contain_text("Solved")


def test_a_move_that_is_no_check_is_refused_with_the_reason(sit: Callable[..., TsumeRoom]) -> None:
    table = sit()
    table.play(no_check(table.choose(1)))
    expect(table.message).to_contain_text("not check")


def test_hints_name_the_piece_and_then_the_move(sit: Callable[..., TsumeRoom]) -> None:
    table = sit()
    problem = table.choose(1)
    table.page.get_by_role("button", name="Hint").click()
    expect(table.message).to_contain_text(re.compile("Drop a|Move the"))
    table.page.get_by_role("button", name="Show the move").click()
    expect(table.message).to_contain_text("The move is")
    table.solve(problem.moves)
    expect(table.page.get_by_role("region", name="Your rating")).to_contain_text("±0")


def test_a_problem_is_solved_by_typing_and_announced_to_screen_readers(sit: Callable[..., TsumeRoom]) -> None:
    table = sit()
    problem = table.choose(1)
    page = table.page
    box = page.get_by_label("Type a move")
    box.fill(problem.moves[0].usi())
    box.press("Enter")
    expect(page.locator("[aria-live=polite]")).to_contain_text("Solved")


def test_a_line_is_worked_out_in_the_head_and_then_judged(sit: Callable[..., TsumeRoom]) -> None:
    """The first move by its squares, the others typed; a wrong line is shown, changed and solved."""
    table = sit()
    table.choose(3)
    page = table.page
    page.get_by_label("Solve it in your head").check()
    panel = page.get_by_role("region", name="Solve it in your head")
    problem = table.problem()
    first = problem.moves[0].usi()
    squares = page.locator("#board [data-name]")
    pieces = squares.evaluate_all(LABELS)
    if first[1] == "*":
        panel.get_by_role("button", name=PIECES[first[0]], exact=True).click()
    else:
        page.locator(f'[data-name="{first[:2]}"]').click()
    page.locator(f'[data-name="{first[2:4]}"]').click()
    entered = panel.get_by_role("listitem")
    question = panel.get_by_role("group", name="Does the piece promote?")
    expect(entered.or_(question).first).to_be_visible()
    if question.is_visible():
        page.keyboard.press("+" if first.endswith("+") else "=")
    expect(entered).to_have_count(1)
    assert squares.evaluate_all(LABELS) == pieces, "no piece moves"
    box = page.get_by_label("Type a move")
    last = problem.board
    for count, move in enumerate(problem.moves[:2], 1):
        last.push(move)
        if count == 2:
            box.fill(move.usi())
            box.press("Enter")
            expect(entered).to_have_count(2)
    box.fill(next(move.usi() for move in last.legal_moves if not last.gives_check(move)))
    box.press("Enter")
    page.get_by_role("button", name="Judge").click()
    expect(table.message).to_contain_text("That is not check")
    page.get_by_role("button", name="Try again").click()
    expect(entered).to_have_count(2)
    box.fill(problem.moves[2].usi())
    box.press("Enter")
    expect(entered).to_have_count(3)
    page.locator("h1").click()
    page.keyboard.press("j")
    expect(table.message).to_contain_text("Solved")


def test_the_course_counts_what_is_solved_and_keeps_what_was_missed(visit: Callable[..., Page]) -> None:
    page = visit("/tsume")
    page.get_by_role("link", name="Graded course").click()
    with page.expect_response("**/course/next") as given:
        page.get_by_role("link", name="Begin with 18 kyu").click()
    id = given.value.json()["problem"]["id"]
    table = TsumeRoom(page)
    expect(page.get_by_role("heading", name="Mate in 1")).to_be_visible()
    progress = page.get_by_role("region", name="18 kyu")
    expect(progress).to_contain_text("0 of 24")
    table.solve(next(each for each in problems() if each.id == id).moves)
    expect(progress).to_contain_text("1 of 24")
    with page.expect_response("**/course/next"):
        page.keyboard.press("n")
    expect(table.message).to_contain_text("Find the mate")
    page.get_by_role("button", name="Show it").click()
    expect(table.message).to_contain_text("The solution")
    page.get_by_role("link", name="Graded course").first.click()
    expect(page.get_by_text(re.compile("Next repetition in (9|10) minutes"))).to_be_visible()
    expect(page.get_by_role("img", name="Solved on 1 of the last seven days")).to_be_visible()
    page.goto("/tsume/course/repeat")
    expect(page.get_by_role("heading", name="Nothing to repeat now")).to_be_visible()
    page.get_by_role("link", name="Go on: 18 kyu").click()
    expect(progress).to_contain_text("1 of 24")


def test_a_timed_run_counts_solved_problems_and_mistakes(sit: Callable[..., TsumeRoom]) -> None:
    table = sit()
    table.page.goto("/tsume/clock")
    expect(table.page.get_by_role("heading", name="Against the clock")).to_be_visible()
    problem = table.press("Start the clock")
    expect(table.page.get_by_role("timer")).to_contain_text(re.compile(r"[23]:\d\d"))
    with table.page.expect_response("**/api/tsume/next"):
        table.solve(problem.moves[::2])
    run = table.page.get_by_role("region", name="Against the clock")
    expect(run).to_contain_text("Solved 1")
    for _ in range(2):
        with table.page.expect_response("**/api/tsume/next"):
            table.play(no_check(table.problem()))
    table.play(no_check(table.problem()))
    expect(table.message).to_contain_text("1 solved")
    expect(table.page.get_by_role("button", name="Once more against the clock")).to_be_visible()


def test_a_position_is_set_up_solved_and_judged(visit: Callable[..., Page]) -> None:
    page = visit("/tsume/position")
    page.get_by_label("Attacker’s pawn", exact=True).check(force=True)
    page.locator('[data-name="5c"]').click()
    for _ in range(2):
        page.get_by_role("button", name="One gold more in hand").click()
    expect(page.get_by_text(COOKED)).to_be_visible()
    page.get_by_role("button", name="Solve").click()
    expect(page.get_by_role("heading", name="Mate in 1, proved the shortest.")).to_be_visible()
    page.get_by_role("button", name="Judge").click()
    expect(page.get_by_role("heading", name="Deficient work")).to_be_visible()
    expect(page.get_by_text("Fault: pieces left over: G", exact=True)).to_be_visible()
    page.get_by_role("button", name="Open as a record").click()
    page.wait_for_url(re.compile("/records/"))


@pytest.mark.parametrize(
    ("locale", "switch", "solve", "counted", "futile"),
    [
        (
            "en-GB",
            "Restoring interpositions are futile",
            "Solve",
            "Mate in 123, proved the shortest. In 21 if restoring interpositions are futile.",
            "Mate in 21, proved the shortest. In 123 if restoring interpositions count.",
        ),
        (
            "ja-JP",
            "復元型無駄合を無駄合とみなす",
            "解く",
            "123手詰（最短と証明済み）。復元型無駄合を無駄とみれば21手詰。",
            "21手詰（最短と証明済み）。復元型無駄合を有効とみれば123手詰。",
        ),
    ],
)
def test_restoring_interpositions_are_judged_by_either_rule(
    visit: Callable[..., Page], locale: str, switch: str, solve: str, counted: str, futile: str
) -> None:
    page = visit("/tsume/position?sfen=" + quote(RESTORING), locale=locale)
    page.get_by_role("button", name=solve, exact=True).click()
    expect(page.get_by_role("heading", name=counted)).to_be_visible()
    page.get_by_label(switch).check()
    page.get_by_role("button", name=solve, exact=True).click()
    expect(page.get_by_role("heading", name=futile)).to_be_visible()


def test_a_position_is_set_up_with_keys(visit: Callable[..., Page]) -> None:
    page = visit("/tsume/position?sfen=" + quote("9/9/9/9/9/9/9/9/9 b - 1"))
    expect(page.get_by_text("Put the defender’s king on the board first.")).to_be_visible()
    page.locator('[data-name="5e"]').focus()
    for key in ("Shift+K", "ArrowDown", "s", "+", "ArrowDown", "b", "Delete"):
        page.keyboard.press(key)
    expect(page.get_by_text("9/9/9/9/4k4/4+S4/9/9/9 b")).to_be_visible()
    page.get_by_label("Position (SFEN)").fill("no position")
    page.get_by_role("button", name="Set up").click()
    expect(page.get_by_role("alert")).to_contain_text("This is not a valid position")


@pytest.mark.parametrize(
    ("width", "height", "side"), [(1440, 900, 288), (1024, 700, 174)], ids=["desktop", "small"]
)
def test_the_board_has_the_height_of_the_room_with_the_task_beside_it(
    visit: Callable[..., Page], width: int, height: int, side: int
) -> None:
    page = visit("/tsume", viewport={"width": width, "height": height})
    expect(page.get_by_text(re.compile("^Find the mate"))).to_be_visible()
    column = page.locator(".column").bounding_box()
    board = page.locator("#board > .table").bounding_box()
    assert column is not None
    assert board is not None
    assert abs(column["width"] - side) <= 4
    assert board["height"] >= 0.95 * (column["height"])
    assert page.evaluate("document.documentElement.scrollHeight") <= height
    for name in ("Hint", "Show it"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)


def test_on_a_phone_the_task_and_the_tools_need_no_scrolling(visit: Callable[..., Page]) -> None:
    page = visit("/tsume", **PHONE | {"viewport": {"width": 390, "height": 844}})
    expect(page.get_by_role("heading", name="Mate in 1")).to_be_in_viewport(ratio=1)
    expect(page.locator("#board > .table")).to_be_in_viewport(ratio=1)
    expect(page.locator(".message")).to_be_in_viewport(ratio=1)
    for name in ("Hint", "Show it"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desktop", "phone"])
def test_axe_finds_no_violation(visit: Callable[..., Page], axe: str, size: dict[str, Any]) -> None:
    page = visit("/tsume", **size)
    expect(page.get_by_text(re.compile("^Find the mate"))).to_be_visible()
    assert violations(page, axe) == []
    page.get_by_role("button", name="Show it").click()
    expect(page.locator(".message")).to_contain_text("The solution")
    assert violations(page, axe) == []
    page.goto("/tsume/course")
    expect(page.get_by_role("heading", name="Mate in 11")).to_be_visible()
    assert violations(page, axe) == []
    page.goto("/tsume/position?sfen=" + quote(COOKED))
    page.get_by_role("button", name="Judge").click()
    expect(page.get_by_role("heading", name="Deficient work")).to_be_visible()
    assert violations(page, axe) == []
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= size.get("viewport", {"width": 1280})["width"], "nothing may stick out at the side"


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_nothing_of_the_column_lies_under_the_field_for_a_move(
    visit: Callable[..., Page], locale: str
) -> None:
    page = visit("/tsume", locale=locale, viewport={"width": 1440, "height": 900})
    column = page.locator(".column .body")
    moves = page.locator(".line-moves li")
    expect(page.locator("[data-problem]")).to_be_visible()

    def hidden() -> int:
        pixels: int = column.evaluate("(body) => body.scrollHeight - body.clientHeight")
        return pixels

    assert hidden() == 0
    hint = page.locator(".acts button").first
    before = hint.inner_text()
    page.keyboard.press("h")
    expect(hint).not_to_have_text(before)
    assert hidden() == 0, "with a hint"
    page.keyboard.press("s")
    expect(moves).to_have_count(1)
    assert hidden() == 0, "with the solution"
    steps = page.locator(".column .steps").bounding_box()
    switch = page.get_by_role("switch").bounding_box()
    assert steps is not None
    assert switch is not None
    assert steps["y"] + steps["height"] <= switch["y"], "all steps are whole"
