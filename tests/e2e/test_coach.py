"""The coach at games against the computer, proverbs in records, live analysis, and the menu of a position."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.e2e.controls import built_with_core
from tests.e2e.record_page import begin, here, press
from tests.e2e.seat import Seat

TRAPPED_ROOK = "4k4/3g1g3/9/9/9/9/5PP2/4G2Sr/6KN1 b P 1"
KNIGHT = "/records?kifu=sfen%204k4/9/9/9/5n3/9/9/9/4K4%20b%20S%201%20moves%20S*4f"
MATE_IN_1 = "/records?kifu=sfen%204k4/9/4P4/9/9/9/9/9/4K4%20b%20G%201"


def turn_coach(page: Page, on: bool) -> None:
    page.get_by_role("button", name="More", exact=True).click()
    drawer = page.get_by_role("region", name="More")
    drawer.get_by_role("switch", name="Coach: hints in proverbs").set_checked(on)
    drawer.get_by_role("button", name="Close").click()


def test_the_coach_is_off_until_it_is_ticked_and_then_shows_one_hint_with_arrows(
    sit_down: Callable[..., Seat], axe: str
) -> None:
    page = sit_down(TRAPPED_ROOK).page
    coach = page.get_by_role("region", name="Coach")
    expect(coach).to_have_count(0)
    turn_coach(page, on=True)
    expect(coach).to_contain_text("Cut off the retreat with a pawn")
    expect(coach).to_contain_text("The piece on 1h has come far.")
    expect(page.locator("path.arrow")).to_have_count(1)
    page.evaluate(axe)
    found = page.evaluate("axe.run('section[aria-label=Coach]').then((result) => result.violations)")
    assert found == []
    coach.get_by_label("Show on the board").uncheck()
    expect(page.locator("path.arrow")).to_have_count(0)
    turn_coach(page, on=False)
    expect(coach).to_have_count(0)


def test_the_proverb_of_the_current_move_stands_beside_the_record(visit: Callable[..., Page]) -> None:
    page = visit(KNIGHT)
    begin(page)
    proverb = page.get_by_role("region", name="Proverb")
    expect(proverb).to_have_count(0)
    press(page, "ArrowRight")
    expect(proverb).to_contain_text("A silver at the knight's head is the standard move")
    expect(page.locator("path.arrow")).to_have_count(1)
    press(page, "ArrowLeft")
    expect(proverb).to_have_count(0)


def test_an_analysis_shows_lines_and_best_moves_and_rests_while_the_page_is_hidden(
    visit: Callable[..., Page],
) -> None:
    page = visit(MATE_IN_1)
    begin(page)
    panel = page.get_by_role("region", name="Engine")
    page.get_by_role("switch", name="Engine").click()
    if built_with_core():
        panel.locator("summary").click()
        panel.get_by_label("komadai (server)").check()
        panel.locator("summary").click()
    expect(panel.get_by_role("listitem").first).to_contain_text("Black mates in 1")
    expect(page.locator("rect.marked")).to_have_count(1)  # the gold is dropped
    panel.get_by_role("button", name="Mate?", exact=True).click()
    expect(panel).to_contain_text("Mate in 1:")
    hide = "Object.defineProperty(document, 'hidden', {value: %s, configurable: true});"
    with page.expect_request("**/stop"):
        page.evaluate(f"{hide % 'true'} document.dispatchEvent(new Event('visibilitychange'))")
    expect(panel.get_by_role("listitem")).to_have_count(0)
    with page.expect_request("**/api/analysis/jobs"):
        page.evaluate(f"{hide % 'false'} document.dispatchEvent(new Event('visibilitychange'))")
    page.get_by_role("switch", name="Engine").click()
    expect(page.locator("rect.marked")).to_have_count(0)


def test_the_keys_of_an_analysis_start_it_show_threats_and_play_the_best_move(
    visit: Callable[..., Page],
) -> None:
    page = visit("/records?kifu=sfen%204k4/9/9/9/r4G3/9/9/9/4K4%20b%20-%201")
    begin(page)
    panel = page.get_by_role("region", name="Engine")
    expect(page.get_by_role("switch", name="Engine")).to_be_visible()
    press(page, "x")
    press(page, "l")
    expect(panel).to_contain_text("If White could move twice:")
    expect(page.locator("path.threat").first).to_be_visible()
    expect(panel.locator("ol li").first).to_be_visible()
    press(page, "l")
    expect(page.locator("path.threat")).to_have_count(0)
    press(page, "l")
    expect(panel.locator("ol li").first).to_be_visible()
    press(page, "b")
    expect(here(page)).to_contain_text("1 ")


def test_a_position_goes_from_a_record_to_a_new_game_and_to_practice(visit: Callable[..., Page]) -> None:
    page = visit(MATE_IN_1)
    begin(page)
    page.get_by_role("button", name="Go on from this position").click()
    page.get_by_role("link", name="Play the computer from here").click()
    expect(page.get_by_label("Start from a position (SFEN)")).to_have_value("4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
    page.go_back()
    page.get_by_role("button", name="Go on from this position").click()
    page.get_by_role("button", name="Practise: play both sides").click()
    page.wait_for_url("**/game/*")
