"""An event on the page: created, entered, paired and played at the pairing desk of a phone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.controls import choose
from tests.e2e.people import register
from tests.e2e.phone import PHONE, violations
from tests.e2e.two_persons import pick


def made(page: Page) -> None:
    """Creates the event of the sheet."""
    page.get_by_role("dialog").get_by_role("button", name="Create", exact=True).click()
    page.wait_for_url(re.compile("/events/[a-z0-9]+"))


def end(page: Page) -> None:
    """Ends the event, after the question."""
    page.get_by_role("button", name="End the event").click()
    page.get_by_role("dialog").get_by_role("button", name="End the event").click()


def test_an_arbiter_runs_a_round_at_the_desk_of_a_phone(visit: Callable[..., Page], axe: str) -> None:
    page = visit("/", **PHONE)
    register(page)
    page.goto("/events")
    page.get_by_role("button", name="Create an event").click()
    page.get_by_label("Name", exact=True).fill("Phone Cup")
    rounds = page.get_by_label("Rounds")
    rounds.fill("31")
    page.get_by_role("dialog").get_by_role("button", name="Create", exact=True).click()
    assert rounds.evaluate("(input) => input.validationMessage") == "At most 30."
    rounds.fill("1")
    # What was typed survives leaving.
    page.get_by_role("button", name="Cancel").click()
    page.goto("/events?create")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Phone Cup")
    made(page)
    expect(page.get_by_role("heading", name="Phone Cup")).to_be_visible()
    expect(page.get_by_text("Nobody has entered yet.")).to_be_visible()
    name = page.get_by_label("Name", exact=True)
    for player in ("Wada", "Oyama"):
        name.fill(player)
        page.keyboard.press("Enter")
        expect(page.get_by_role("listitem").filter(has_text=player)).to_be_visible()
    page.get_by_role("tab", name="Players").focus()
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Pair round 1").click()
    board = page.get_by_role("listitem", name="Board 1")
    expect(board).to_contain_text("Wada")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page, axe) == []
    board.get_by_role("button", name="Black won").click()
    expect(board).to_contain_text("1 – 0")
    end(page)
    page.get_by_role("tab", name="Table").click()
    expect(page.get_by_role("row").nth(1)).to_contain_text("2+b")
    assert violations(page, axe) == []


@pytest.mark.parametrize(
    ("locale", "name", "button", "missing"),
    [
        ("en-GB", "Name", "Log in", "Please fill this in."),
        ("ja-JP", "名前", "ログイン", "入力してください。"),
    ],
)
def test_a_form_says_what_is_missing_in_the_language_of_the_page(
    visit: Callable[..., Page], locale: str, name: str, button: str, missing: str
) -> None:
    page = visit("/login", locale=locale)
    field = page.get_by_label(name, exact=True)
    page.get_by_role("main").get_by_role("button", name=button, exact=True).click()
    expect(field).to_be_focused()
    assert field.evaluate("(input) => input.validationMessage") == missing
    field.fill("wada")
    assert field.evaluate("(input) => input.validationMessage") == ""


def test_the_day_of_an_event_is_chosen_in_a_calendar(visit: Callable[..., Page]) -> None:
    page = visit("/")
    register(page)
    page.goto("/events?create")
    page.get_by_label("Name", exact=True).fill("Autumn Open")
    day = page.get_by_label("Date", exact=True)
    day.focus()
    page.keyboard.type("05")
    page.get_by_role("dialog").get_by_role("button", name="Create", exact=True).click()
    assert day.evaluate("(input) => input.validationMessage") == "Please enter the whole date."
    day.fill("2026-12-05")
    made(page)
    expect(page.get_by_role("main")).to_contain_text("5 Dec 2026")


def test_a_title_match_goes_from_its_holder_to_the_next_season(visit: Callable[..., Page], axe: str) -> None:
    page = visit("/", **PHONE)
    register(page)
    page.goto("/events")
    page.get_by_role("button", name="Create an event").click()
    page.get_by_label("Name", exact=True).fill("First season")
    pick(page.get_by_role("dialog"), "System", "Title match")
    choose(page, "Length", "Best of 1")
    page.get_by_label("Title", exact=True).fill("Club Meijin")
    page.get_by_text("Go on from it").click()
    expect(page.get_by_text("has White in the next game")).to_be_visible()
    pick(page.get_by_role("dialog"), "Clock", "Meijin match: 9 hours, then 60 s a move")
    assert violations(page, axe) == []
    made(page)
    expect(page.get_by_role("heading", name="First season")).to_be_visible()
    name = page.get_by_label("Name", exact=True)
    for player in ("Wada", "Oyama"):
        name.fill(player)
        page.keyboard.press("Enter")
        expect(page.get_by_role("listitem").filter(has_text=player)).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Wada")).to_contain_text("Holder")
    page.get_by_role("tab", name="Games").click()
    page.get_by_role("button", name="Next: game 1").click()
    game = page.get_by_role("listitem", name="Game 1")
    game.get_by_role("button", name="More").click()
    set_colours = game.get_by_role("button", name="Black for")
    names = game.locator(".names > span")
    white = names.nth(1).inner_text().split()[-1]
    set_colours.click()
    expect(names.nth(0)).to_contain_text(white)
    set_colours.click()  # taken back
    expect(names.nth(1)).to_contain_text(white)
    game.get_by_role("button", name="Sennichite: replay").click()
    expect(game).to_contain_text("replayed")
    expect(set_colours).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page, axe) == []
    game.get_by_role("button", name="Impasse").click()
    page.get_by_role("button", name="Next: game 2").click()
    page.get_by_role("listitem", name="Game 2").get_by_role("button", name="Black won").click()
    end(page)
    page.get_by_role("tab", name="Seasons").click()
    expect(page.get_by_role("listitem").filter(has_text="First season")).to_contain_text("Wada 1-0 Oyama"
        if page.get_by_text("Wada 1-0 Oyama").count() else "Wada 0-1 Oyama")  # fmt: skip
    page.get_by_role("button", name="Next season").click()
    page.get_by_label("Name", exact=True).fill("Second season")
    assert violations(page, axe) == []
    page.get_by_role("button", name="Create", exact=True).click()
    expect(page.get_by_role("heading", name="Second season")).to_be_visible()
    expect(page.get_by_role("listitem")).to_contain_text("Holder")


def create(page: Page, name: str, system: str) -> None:
    """The form of a new event with this name and kind, on a phone."""
    register(page)
    page.goto("/events")
    page.get_by_role("button", name="Create an event").click()
    page.get_by_label("Name", exact=True).fill(name)
    pick(page.get_by_role("dialog"), "System", system)


def check(page: Page, axe: str) -> None:
    """Nothing is cut off on a phone, and everything is accessible."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page, axe) == []


def test_two_teams_meet_with_a_substitute(visit: Callable[..., Page], axe: str) -> None:
    page = visit("/", **PHONE)
    create(page, "Club Match", "Round robin")
    page.get_by_label("Teams play").check()
    page.get_by_label("Boards of a match").fill("1")
    check(page, axe)
    made(page)
    for team, members in (("Kita", "Wada, 3 dan\nOyama"), ("Minami", "Masuda")):
        page.get_by_label("Team", exact=True).fill(team)
        page.get_by_label("Members, one on a line").fill(members)
        page.get_by_role("button", name="Add", exact=True).last.click()
        expect(page.get_by_role("listitem").filter(has_text=team)).to_be_visible()
    page.get_by_text("Wada, Oyama").click()
    page.get_by_label("1. Wada").uncheck()
    page.get_by_label("2. Oyama").check()
    page.get_by_role("button", name="Hand in the lineup").click()
    check(page, axe)
    page.get_by_role("tab", name="Rounds").click()
    page.get_by_role("button", name="Pair round 1").click()
    page.get_by_role("button", name="Start round 1").click()
    match = page.get_by_role("listitem", name="Match 1")
    expect(match).to_contain_text("Oyama")
    match.get_by_role("button", name="Black won").click()
    check(page, axe)
    end(page)
    page.get_by_role("tab", name="Table").click()
    expect(page.get_by_role("row").nth(1)).to_contain_text("2+ 1")


def test_two_members_of_teams_play_their_board_on_the_server(visit: Callable[..., Page], axe: str) -> None:
    arbiter, member, other = visit("/", **PHONE), visit("/", **PHONE), visit("/")
    names = [register(page) for page in (member, other)]
    create(arbiter, "Club Match", "Round robin")
    arbiter.get_by_label("Teams play").check()
    arbiter.get_by_label("Boards of a match").fill("1")
    choose(arbiter, "Played", "Online")
    check(arbiter, axe)
    made(arbiter)
    for team, name in zip(("Kita", "Minami"), names, strict=True):
        arbiter.get_by_label("Team", exact=True).fill(team)
        arbiter.get_by_label("Members, one on a line").fill(f"@{name}")
        arbiter.get_by_role("button", name="Add", exact=True).last.click()
        expect(arbiter.get_by_role("listitem").filter(has_text=team)).to_be_visible()
    arbiter.get_by_role("tab", name="Rounds").click()
    arbiter.get_by_role("button", name="Pair round 1").click()
    arbiter.get_by_role("button", name="Start round 1").click()
    expect(arbiter.get_by_role("link", name="Watch: Board 1")).to_be_visible()
    check(arbiter, axe)
    for page in (member, other):
        page.goto(arbiter.url)
        page.get_by_role("link", name="Go to your game", exact=True).click()
        page.wait_for_url("**/game/*")
        expect(page.get_by_role("link", name="Event: Club Match")).to_be_visible()


def test_the_arbiter_rules_on_an_infraction_and_names_a_recorder(
    visit: Callable[..., Page], axe: str
) -> None:
    arbiter, member, recorder = visit("/", **PHONE), visit("/", **PHONE), visit("/")
    name, third = register(member), register(recorder)
    create(arbiter, "Club Match", "Round robin")
    arbiter.get_by_label("Teams play").check()
    arbiter.get_by_label("Boards of a match").fill("2")
    made(arbiter)
    for team, members in (("Kita", f"@{name}\nOyama"), ("Minami", "Masuda\nHabu")):
        arbiter.get_by_label("Team", exact=True).fill(team)
        arbiter.get_by_label("Members, one on a line").fill(members)
        arbiter.get_by_role("button", name="Add", exact=True).last.click()
        expect(arbiter.get_by_role("listitem").filter(has_text=team)).to_be_visible()
    arbiter.get_by_role("tab", name="Rounds").click()
    arbiter.get_by_role("button", name="Pair round 1").click()
    arbiter.get_by_role("button", name="Start round 1").click()
    second = arbiter.get_by_role("group", name="Board 2")
    second.get_by_role("button", name="More").click()
    second.get_by_label("Timekeeper and recorder").fill(third)
    check(arbiter, axe)
    second.get_by_role("button", name="Name as recorder").click()
    expect(second).to_contain_text(f"Recorder: {third}")
    recorder.goto(arbiter.url)
    recorder.get_by_role("tab", name="Rounds").click()
    recorder.get_by_role("link", name="Keep the record").click()
    expect(recorder.get_by_role("button", name="Resign")).to_be_visible()

    member.goto(arbiter.url)
    member.get_by_role("tab", name="Rounds").click()
    first = member.get_by_role("group", name="Board 1")
    first.get_by_role("button", name="Make a claim").click()
    first.get_by_label("What happened").fill("two pawns on the third file")
    check(member, axe)
    first.get_by_role("button", name="Send to the arbiter").click()
    expect(member.get_by_text("The opponent broke a rule: two pawns")).to_be_visible()
    expect(arbiter.get_by_text("who broke the rule loses the game")).to_be_visible()
    check(arbiter, axe)
    arbiter.get_by_role("button", name="Accept", exact=True).click()
    expect(first.locator(".winner")).to_contain_text(name)


def test_a_third_person_points_out_an_infraction_where_the_event_allows_it(
    visit: Callable[..., Page], axe: str
) -> None:
    arbiter, spectator = visit("/", **PHONE), visit("/", **PHONE)
    name = register(spectator)
    create(arbiter, "Open Cup", "Round robin")
    arbiter.get_by_label("A third person, too, may point out an infraction").check()
    made(arbiter)
    field = arbiter.get_by_label("Name", exact=True)
    for player in ("Wada", "Oyama"):
        field.fill(player)
        arbiter.keyboard.press("Enter")
        expect(arbiter.get_by_role("listitem").filter(has_text=player)).to_be_visible()
    arbiter.get_by_role("tab", name="Rounds").click()
    arbiter.get_by_role("button", name="Pair round 1").click()
    expect(arbiter.get_by_role("button", name="Point out an infraction")).to_have_count(0)
    spectator.goto(arbiter.url)
    spectator.get_by_role("tab", name="Rounds").click()
    spectator.get_by_role("button", name="Point out an infraction").click()
    spectator.get_by_role("radio", name="Oyama").check()
    spectator.get_by_label("What happened").fill("he did not follow the ruling")
    expect(spectator.get_by_text("not following the arbiter’s ruling")).to_be_visible()
    check(spectator, axe)
    spectator.get_by_role("button", name="Send to the arbiter").click()
    expect(spectator.get_by_text("Oyama broke a rule: he did not")).to_be_visible()
    claim = arbiter.locator(".claim").filter(has_text=name)
    claim.get_by_role("button", name="Accept", exact=True).click()
    expect(arbiter.get_by_role("listitem", name="Board 1").locator(".winner")).to_contain_text("Wada")


def test_a_challenge_on_a_ladder_changes_the_places(visit: Callable[..., Page], axe: str) -> None:
    page = visit("/", **PHONE)
    create(page, "Club Ladder", "Ladder")
    check(page, axe)
    made(page)
    page.get_by_role("tab", name="Players").click()
    name = page.get_by_label("Name", exact=True)
    for player in ("Wada", "Oyama"):
        name.fill(player)
        page.keyboard.press("Enter")
        expect(page.get_by_role("listitem").filter(has_text=player)).to_be_visible()
    page.get_by_role("tab", name="Ladder").click()
    page.get_by_text("Enter a challenge").click()
    choose(page, "Challenger", "Oyama")
    choose(page, "Opponent", "Wada")
    page.get_by_role("button", name="Challenge", exact=True).click()
    check(page, axe)
    page.get_by_role("button", name="Refuse, and give up the place").click()
    expect(page.get_by_role("listitem").first).to_contain_text("Oyama")


def test_a_member_of_a_league_says_in_which_languages_they_write(
    visit: Callable[..., Page], axe: str
) -> None:
    page = visit("/", **PHONE)
    create(page, "Postal League", "Postal league")
    expect(page.get_by_role("radio", name="By post")).to_be_checked()
    pick(page.get_by_role("dialog"), "Time for a move", "3 days a move")
    check(page, axe)
    made(page)
    page.get_by_label("Japanese").check()
    check(page, axe)
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.get_by_role("listitem").first).to_contain_text("Japanese · wants 2 at once")
    page.get_by_role("tab", name="Reports").click()
    expect(page.get_by_role("row").nth(1)).to_contain_text("1000")
    check(page, axe)


def test_two_players_of_an_arena_are_paired_and_come_back_to_it(visit: Callable[..., Page], axe: str) -> None:
    owner, other = visit("/", **PHONE), visit("/")
    for page in (owner, other):
        register(page)
    owner.goto("/events")
    owner.get_by_role("button", name="Create an event").click()
    owner.get_by_label("Name", exact=True).fill("Friday blitz")
    pick(owner.get_by_role("dialog"), "System", "Arena")
    assert violations(owner, axe) == []
    made(owner)
    expect(owner.get_by_role("heading", name="Friday blitz")).to_be_visible()
    other.goto(owner.url)
    for page in (owner, other):
        page.get_by_role("button", name="Join").click()
        expect(page.get_by_text("You are in.")).to_be_visible()
    owner.get_by_role("button", name="Start now").click()
    for page in (owner, other):
        page.wait_for_url("**/game/*")
    expect(owner.get_by_role("link", name="Event: Friday blitz")).to_be_visible()
    owner.get_by_role("button", name="Leave", exact=True).click()
    other.get_by_role("link", name="Back to the arena").click()
    expect(other.get_by_text("You are waiting for an opponent.")).to_be_visible()
    owner.get_by_role("link", name="Back to the arena").click()
    expect(owner.get_by_text("You pause and are not paired.")).to_be_visible()
    assert owner.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(owner, axe) == []
    owner.get_by_role("button", name="Play on").click()
    for page in (owner, other):
        page.wait_for_url("**/game/*")


def play(page: Page, origin: str, target: str) -> None:
    for name in (origin, target):
        page.locator(f'#board [role=gridcell][aria-label^="{name},"]').click(force=True)


def test_a_host_plays_two_guests_and_the_next_board_opens(visit: Callable[..., Page], axe: str) -> None:
    host, first, second = visit("/", **PHONE), visit("/"), visit("/", **PHONE)
    for guest in (first, second):
        register(guest)
    create(host, "Evening display", "Simultaneous display")
    check(host, axe)
    made(host)
    expect(host.get_by_role("heading", name="Evening display")).to_be_visible()
    expect(host.get_by_label("Send this link to those who want to play")).to_have_value(host.url)
    for guest in (first, second):
        guest.goto(host.url)
        guest.get_by_role("button", name="Apply").click()
        expect(guest.get_by_text("You have applied.")).to_be_visible()
    for number in range(2):
        host.get_by_role("button", name="Accept").first.click()
        expect(host.get_by_role("button", name="Take back")).to_have_count(number + 1)
    check(host, axe)
    expect(second.get_by_text("You are accepted")).to_be_visible()
    check(second, axe)
    host.get_by_role("button", name="Start 2 games").click()
    for guest in (first, second):
        guest.wait_for_url("**/game/*")
    host.wait_for_url("**/boards")
    expect(host.get_by_text("No board waits for you.")).to_be_visible()
    for guest, pawn in ((first, "7"), (second, "2")):
        play(guest, f"{pawn}g", f"{pawn}f")
    expect(host.get_by_text("2 boards wait for you")).to_be_visible()
    check(host, axe)
    current = host.locator("[aria-current=true] b")
    before = current.inner_text()
    play(host, "3c", "3d")
    expect(host.get_by_text("1 board waits for you")).to_be_visible()
    expect(current).not_to_have_text(before)
    check(host, axe)


def test_the_result_of_another_arbiter_is_replaced_only_after_a_question(
    visit: Callable[..., Page], page_errors: list[str]
) -> None:
    """The server answers as if another arbiter had entered that White has won."""
    page = visit("/", **PHONE)
    create(page, "Two arbiters", "Round robin")
    made(page)
    expect(page.get_by_role("heading", name="Two arbiters")).to_be_visible()
    name = page.get_by_label("Name", exact=True)
    for player in ("Wada", "Oyama"):
        name.fill(player)
        page.keyboard.press("Enter")
        expect(page.get_by_role("listitem").filter(has_text=player)).to_be_visible()
    page.get_by_role("tab", name="Rounds").click()
    page.get_by_role("button", name="Pair round 1").click()
    asked: list[dict[str, Any]] = []
    message = {"en": "Another result stands.", "ja": "別の結果があります。"}
    refusal = {"error": {"code": "other_result", "message": message, "field": None, "standing": "white"}}

    def refuse(route: Route) -> None:
        asked.append(json.loads(route.request.post_data or "")["command"])
        route.fulfill(status=409, json=refusal)

    page.route("**/commands", refuse)
    page.get_by_role("listitem", name="Board 1").get_by_role("button", name="Black won").click()
    question = page.get_by_role("dialog")
    expect(question).to_contain_text("Replace “White won” with “Black won”?")
    question.get_by_role("button", name="Yes").click()
    expect(question).to_be_visible()
    assert [each["corrects"] for each in asked] == [None, "white"]
    question.get_by_role("button", name="No").click()
    expect(question).not_to_be_visible()
    page_errors.clear()  # the browser logs the answers 409


def test_players_are_pasted_as_a_list_and_corrected(
    visit: Callable[..., Page], axe: str, page_errors: list[str]
) -> None:
    page = visit("/")
    create(page, "Pasted Cup", "Swiss")
    page.get_by_role("switch", name="Private").check()
    made(page)
    page.get_by_role("button", name="Paste a list").click()
    sheet = page.get_by_role("dialog", name="Paste a list")
    sheet.get_by_label("Players, one a line").fill("Mory, nidan, Kyoto\nNovak, 99 stones\nKim 1 dan")
    sheet.get_by_role("button", name="Enter them").click()
    expect(sheet.get_by_role("alert")).to_contain_text("Line 1: 99 stones is not a rank")
    expect(sheet.get_by_label("Players, one a line")).to_have_value("Novak, 99 stones")
    assert violations(page, axe) == []
    page_errors.clear()  # the console reports the refusals
    sheet.get_by_label("Players, one a line").fill("Novak, 9 kyu")
    sheet.get_by_role("button", name="Enter them").click()
    expect(sheet).to_have_count(0)
    row = page.get_by_role("listitem").filter(has_text="Mory")
    row.get_by_role("button", name="More: Mory").click()
    page.get_by_role("menuitem", name="Correct name or rank").click()
    dialog = page.get_by_role("dialog", name="Correct name or rank")
    dialog.get_by_label("Rank").fill("strong")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Strong is not a rank")
    page_errors.clear()
    dialog.get_by_label("Name").fill("Mori")
    dialog.get_by_label("Rank").fill("1 kyu")
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_role("listitem").filter(has_text="Mori")).to_contain_text("1 kyu")
    page.get_by_role("tab", name="Log").click()
    page.wait_for_url("**?tab=log")
    expect(page.get_by_text("Mory was corrected to Mori, 1 kyu.")).to_be_visible()
    page.reload()
    expect(page.get_by_role("tab", name="Log")).to_have_attribute("aria-selected", "true")
    # Somebody without a session opens the sheet of the private event by its link.
    page.get_by_role("button", name="Make a link").click()
    link = page.get_by_label("The table as PDF").input_value()
    assert "key=" in link
    other = visit("about:blank")
    assert other.request.get(link).body().startswith(b"%PDF")
    assert other.request.get(link[:-1]).status == 404
