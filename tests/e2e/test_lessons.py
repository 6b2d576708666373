"""Lessons: from the start page through a lesson, by keyboard, and a class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from komadai.tsume.problems import problems
from tests.e2e.controls import choose, resize
from tests.e2e.lesson_board import square
from tests.e2e.phone import PHONE, violations
from tests.e2e.tsume_room import TsumeRoom


def solve_a_problem_of_the_first_grade(page: Page) -> None:
    with page.expect_response("**/course/next") as given:
        page.goto("/tsume/course/18")
    id = given.value.json()["problem"]["id"]
    (mate,) = next(each for each in problems() if each.id == id).moves
    table = TsumeRoom(page)
    table.play(mate)
    expect(table.message).to_contain_text("Solved")


def test_a_beginner_finds_the_lessons_and_mates_with_a_dropped_gold(visit: Callable[..., Page]) -> None:
    page = visit("/")
    page.get_by_role("link", name="Start the first lesson").click()
    path = page.get_by_role("navigation", name="Lessons of this chapter")
    path.get_by_role("link", name="Checkmate").click()
    expect(page.get_by_text("the pawn protects it")).to_be_visible()
    page.keyboard.press("n")
    expect(page.get_by_text("Give mate by dropping the gold.")).to_be_visible()
    page.get_by_role("button", name="Gold general in hand").press("Enter")
    square(page, "4b")
    expect(page.get_by_text("The king slips away")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("button", name="Gold general in hand").press("Enter")
    with page.expect_response("**/goro-mate/passed"):
        square(page, "3b")
    expect(page.get_by_role("button", name="Next", exact=True)).to_be_visible()
    page.goto(page.url.replace("/lessons/goro-mate", "/lessons"))
    expect(page.get_by_role("link", name="Checkmate 2 of 4")).to_be_visible()
    expect(page.get_by_text("Next repetition in 10 minutes.")).to_be_visible()


def test_a_lesson_has_no_violation_and_fits_a_phone(visit: Callable[..., Page], axe: str) -> None:
    page = visit("/lessons/nifu", **PHONE)
    expect(page.get_by_role("button", name="No", exact=True)).to_be_visible()
    page.keyboard.press("1")
    expect(page.get_by_text("Not this one.")).to_be_visible()
    page.keyboard.press("2")
    tools = page.get_by_role("toolbar", name="Tools")
    expect(tools.get_by_role("button", name="Next", exact=True)).to_be_in_viewport(ratio=1)
    assert violations(page, axe) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto(page.url.replace("/nifu", ""))
    expect(page.get_by_role("link", name="Nifu: two pawns")).to_be_visible()
    assert violations(page, axe) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_lesson_has_its_path_the_board_and_one_task_and_ends_on_the_board(
    visit: Callable[..., Page], axe: str
) -> None:
    page = visit("/lessons/goro-gold", viewport={"width": 1440, "height": 900})
    path = page.get_by_role("navigation", name="Lessons of this chapter")
    expect(path.get_by_role("link", name="The gold general")).to_have_attribute("aria-current", "step")
    boxes = [page.locator(place).bounding_box() for place in (".path", "#board > .table", ".side", ".text")]
    left, board, right, text = (box for box in boxes if box is not None)
    assert abs(left["width"] - 232) <= 4
    assert abs(right["width"] - 380) <= 4
    assert board["x"] + board["width"] < right["x"]
    assert page.locator(".text").evaluate("(text) => getComputedStyle(text).fontSize") == "21px"
    assert text["y"] < 300
    expect(page.locator("#board .dot")).to_have_count(6)
    page.get_by_role("button", name="Pieces").click()
    page.get_by_role("menuitemradio", name="Moves shown").click()
    page.keyboard.press("n")
    expect(page.get_by_text("Your turn.")).to_be_visible()
    expect(page.locator("#board .ring")).to_have_count(1)
    page.get_by_role("button", name="Show me").click()
    page.get_by_role("button", name="Next", exact=True).click()
    page.keyboard.press("2")
    following = page.get_by_role("link", name="Next lesson")
    expect(following).to_be_focused()
    expect(page.locator("#board > .table")).to_be_in_viewport(ratio=1)
    assert violations(page, axe) == []
    page.goto(page.url.replace("/goro-gold", ""))
    expect(page.get_by_role("link", name="The gold general done")).to_be_visible()


@pytest.mark.parametrize(
    ("locale", "legend", "pieces", "word"),
    [("en-GB", "Pieces", "Pictures", "(dog)"), ("ja-JP", "駒", "動物の絵", "（いぬ）")],
)
def test_where_the_gold_is_a_dog_the_title_says_so(
    visit: Callable[..., Page], locale: str, legend: str, pieces: str, word: str
) -> None:
    page = visit("/lessons/goro-gold", locale=locale)
    titles = (page.get_by_role("heading", level=1), page.locator("a[aria-current=step]"))
    for title in titles:
        expect(title).not_to_contain_text(word)
    choose(page, legend, pieces)
    for title in titles:
        expect(title).to_contain_text(word)


@pytest.mark.parametrize("size", [{}, {"viewport": {"width": 390, "height": 844}}], ids=["desktop", "phone"])
def test_the_steps_of_a_long_lesson_stand_in_one_line(
    visit: Callable[..., Page], size: dict[str, Any]
) -> None:
    page = visit("/lessons/climbing-silver", **size)
    bars = page.locator(".count i")
    expect(bars).to_have_count(11)
    boxes = [bar.bounding_box() for bar in bars.all()]
    words = page.locator(".count").bounding_box()
    assert words is not None
    for box in boxes:
        assert box is not None
        assert box["width"] >= 4
        assert words["y"] <= box["y"] <= words["y"] + words["height"] - box["height"]
    assert len({box and box["y"] for box in boxes}) == 1


def test_a_pupil_joins_a_class_by_its_link(visit: Callable[..., Page]) -> None:
    teacher = visit("/lessons")
    teacher.get_by_role("link", name="Classes").click()
    teacher.get_by_label("Name of the class").fill("Club")
    teacher.get_by_role("button", name="Create a class").click()
    link = teacher.get_by_label("Link for your pupils").input_value()
    pupil = visit(link)
    pupil.get_by_label("Your name in the class").fill("Aya")
    pupil.get_by_role("button", name="Join").click()
    expect(pupil.get_by_text("You are in this class as Aya.")).to_be_visible()
    teacher.reload()
    lessons = teacher.get_by_role("region", name="Lessons")
    expect(lessons.get_by_role("row", name="Aya 0 / ")).to_be_visible()
    width = teacher.evaluate("document.documentElement.scrollWidth")
    assert width <= 1280, "only the table itself is scrolled sideways"


def test_the_class_shows_the_mate_problems_that_a_pupil_has_solved(
    visit: Callable[..., Page], axe: str
) -> None:
    teacher = visit("/lessons")
    teacher.get_by_role("link", name="Classes").click()
    teacher.get_by_label("Name of the class").fill("Club")
    teacher.get_by_role("button", name="Create a class").click()
    link = teacher.get_by_label("Link for your pupils").input_value()
    pupil = visit(link)
    pupil.get_by_label("Your name in the class").fill("Aya")
    pupil.get_by_role("button", name="Join").click()
    expect(pupil.get_by_text("You are in this class as Aya.")).to_be_visible()
    solve_a_problem_of_the_first_grade(pupil)
    resize(teacher, {"width": 360, "height": 740})
    teacher.reload()
    table = teacher.get_by_role("region", name="Course of mate problems")
    expect(table.get_by_role("columnheader")).to_have_count(2 + 18)
    expect(table.get_by_role("row", name="Aya 0 / 18 1 of 24 solved")).to_be_visible()
    assert violations(teacher, axe) == []
    assert teacher.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_nothing_to_repeat_has_no_violation(visit: Callable[..., Page], axe: str) -> None:
    page = visit("/lessons/repetition")
    expect(page.get_by_role("heading", name="Nothing to repeat now.")).to_be_visible()
    assert violations(page, axe) == []
