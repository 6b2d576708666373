"""The edition without a server: a folder on any host, in a browser that keeps what it has loaded."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, Response, expect

from tests.e2e.static_host import Device, Host, device, host, keep

__all__ = ["device", "host"]

FIRST_LOAD_BYTES = 600_000
GAME = "手合割：平手\n先手：Habu\n後手：Oyama\n1 ７六歩(77)\n*A comment\n2 ３四歩(33)\n3 投了\n"


def solve(page: Page, host: Host) -> None:
    """Plays the solution of the problem that is shown."""
    problem = page.locator("[data-problem]").get_attribute("data-problem")
    data = json.loads((host.folder / "data/tsume.json").read_text("utf-8"))
    moves = next(each["moves"] for each in data["problems"] if each["id"] == problem)
    for usi in moves[::2]:
        page.get_by_label("Type a move").fill(usi)
        page.keyboard.press("Enter")


def test_without_network_a_new_browser_goes_on(host: Host, device: Device) -> None:
    with device.open(host.address) as page:
        keep(page)
    host.cut()
    with device.open(f"{host.address}#/tsume") as page:
        expect(page.get_by_role("heading", name="Mate in 1")).to_be_visible()
        solve(page, host)
        expect(page.locator(".message.success")).to_be_visible()
    with device.open(f"{host.address}#/tsume") as page:  # the rating is kept
        expect(page.get_by_role("heading", name=re.compile("^Mate in"))).to_be_visible()
        expect(page.get_by_text("Your level:")).to_be_visible()


def test_a_record_is_pasted_edited_and_saved(host: Host, device: Device) -> None:
    with device.open(f"{host.address}#/records") as page:
        page.get_by_role("button", name="Paste").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("textbox").fill(GAME)
        dialog.get_by_role("button", name="Open").click()
        moves = page.get_by_role("tree")
        expect(moves).to_contain_text("White wins: resignation")
        page.get_by_label("Type a move").fill("26歩")
        page.keyboard.press("Enter")
        expect(moves).to_contain_text("▲2六歩")
        page.get_by_role("button", name="Download").click()
        dialog = page.get_by_role("dialog")
        with page.expect_download() as saved:
            dialog.get_by_role("button", name="KIF (UTF-8)").click()
        text = Path(saved.value.path()).read_text("utf-8")
        assert "   2 ３四歩(33)" in text
        assert "変化：1手\n   1 ２六歩(27)" in text
        expect(dialog).to_contain_text("Holds everything")
        dialog.get_by_role("button", name="CSA").click()
        expect(dialog).to_contain_text("variations: 1 not kept")
        with page.expect_download() as saved:
            dialog.get_by_role("button", name="Download without it").click()
        assert "+7776FU" in Path(saved.value.path()).read_text("utf-8")
        dialog.get_by_role("button", name="USEN .usen").click()
        with page.expect_download() as saved:
            dialog.get_by_role("button", name="Download without it").click()
        assert Path(saved.value.path()).read_text("utf-8") == "~0.7ku2jm.r~0.6y2."


@pytest.mark.parametrize("text", ["startpos", "4k4/9/9/9/9/9/9/9/4K4 b G 1"])
def test_a_position_without_moves_is_a_record(host: Host, device: Device, text: str) -> None:
    with device.open(f"{host.address}#/records?kifu={quote(text)}") as page:
        expect(page.get_by_role("tree")).to_contain_text("Start")


def test_a_text_that_is_no_record_is_refused(host: Host, device: Device) -> None:
    with device.open(f"{host.address}#/records?kifu=hello") as page:
        expect(page.get_by_role("alert")).to_have_text("This is no record in KIF, KI2, CSA, USI, SFEN, JKF or USEN.")


MATE_IN_3 = "8l/7b1/8k/6+B2/7Pg/9/9/9/9 b Rr3g4s4n3l17p 1"
LONG = "g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/2P1+Ps2N/4+P1P1L/+B5G1g b - 1"
"""Microcosmos, 1,525 plies: no solver finishes it at once."""


def test_a_position_of_ones_own_is_solved_on_the_device(host: Host, device: Device) -> None:
    with device.open(f"{host.address}#/tsume/position?sfen={quote(MATE_IN_3)}") as page:
        expect(page.get_by_role("button", name="Judge")).to_have_count(0)  # that needs a server
        page.get_by_role("button", name="Solve").click()
        expect(page.get_by_role("heading", name="Mate in 3, proved the shortest.")).to_be_visible()
        moves = page.get_by_role("group", name="The moves found")
        expect(moves).to_contain_text("1二飛打")
        page.get_by_role("button", name="Open as a record").click()
        expect(page.get_by_role("tree")).to_contain_text("▲1二飛打")


def test_a_search_for_a_mate_tells_how_far_it_is_and_can_be_stopped(host: Host, device: Device) -> None:
    with device.open(f"{host.address}#/tsume/position?sfen={quote(LONG)}") as page:
        page.get_by_role("button", name="Solve").click()
        expect(page.get_by_text("Looking for the mate")).to_be_visible()
        expect(page.get_by_text(re.compile(r"^[\d,]{4,} positions, "))).to_be_visible()
        page.get_by_role("button", name="Stop").click()
        expect(page.get_by_role("heading", name=re.compile("^(No mate was found|Mate in)"))).to_be_visible()
        page.get_by_role("tab", name="Pieces").click()
        page.get_by_label("Position (SFEN)").fill("4k4/4P4/9/9/9/9/9/9/9 b - 1")
        page.get_by_role("button", name="Set up").click()
        page.get_by_role("button", name="Solve").click()
        expect(page.get_by_role("heading", name=re.compile("^This cannot be a problem: "))).to_be_visible()


def test_addresses_stand_after_the_hash(host: Host, device: Device) -> None:
    with device.open(f"{host.address}#/reading/history") as page:
        expect(page.get_by_role("radio", name="History")).to_be_checked()
        page.reload()
        expect(page.get_by_role("radio", name="History")).to_be_checked()
        page.get_by_role("link", name="Tsume", exact=True).click()
        expect(page).to_have_url(re.compile(r"/club/shogi/#/tsume$"))
        page.go_back()
        expect(page.get_by_role("radio", name="History")).to_be_checked()
        page.goto(f"{host.address}#/lobby")
        expect(page.get_by_role("heading", name="Page not found.")).to_be_visible()


def test_nothing_leads_nowhere(host: Host, device: Device) -> None:
    """Every link leads to a page, and no request is answered with an error."""
    refused: list[str] = []

    def note(response: Response) -> None:
        if response.status >= 400:
            refused.append(response.url)

    with device.open(host.address) as page:
        page.on("response", note)
        waiting, seen = ["#/"], {"#/"}
        while waiting:
            address = waiting.pop()
            page.goto(host.address + address)
            expect(page.locator("h1").first).to_be_attached()
            page.wait_for_load_state("networkidle")
            assert page.locator("h1").first.inner_text() != "Page not found.", address
            for link in page.locator("a[href]").all():
                target = (link.get_attribute("href") or "").replace("#/", "/", 1)
                kind = re.sub(r"\?.*|(?<=glossary)/.*|(?<=games)/.*|\d+-\w+", "", target)
                if target.startswith("/") and kind not in seen:
                    seen.add(kind)
                    waiting.append(f"#{target}")
    assert refused == []


def test_threads_come_with_the_second_visit(host: Host, device: Device) -> None:
    with device.open(host.address) as page:
        assert not page.evaluate("crossOriginIsolated")
        keep(page)
        page.reload()
        assert page.evaluate("crossOriginIsolated")


def test_a_newer_version_offers_to_reload(host: Host, device: Device) -> None:
    with device.open(host.address) as page:
        keep(page)
        page.reload()
        worker = host.folder / "service_worker.js"
        worker.write_text(worker.read_text("utf-8").replace('VERSION = "', 'VERSION = "new', 1), "utf-8")
        page.evaluate("navigator.serviceWorker.ready.then((worker) => worker.update()).then(() => undefined)")
        bar = page.get_by_role("alert").filter(has_text="There is a new version of this page.")
        expect(bar).to_be_visible()
        bar.get_by_role("button", name="Reload").click()
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(bar).to_have_count(0)


@pytest.mark.parametrize("address", ["", "#/lessons", "#/records"])
def test_the_first_load_is_small(address: str, host: Host, device: Device) -> None:
    loaded: list[str] = []
    with device.open(host.address + "manifest.webmanifest", shown=False) as page:
        page.on("response", lambda response: loaded.append(response.url.split("?")[0]))
        page.goto(host.address + address)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.wait_for_load_state("networkidle")
    names = {url.removeprefix(host.address) or "index.html" for url in loaded if url.startswith(host.address)}
    files = [host.folder / name for name in names if name != "service_worker.js"]
    assert sum(len(gzip.compress(file.read_bytes(), 9)) for file in files) <= FIRST_LOAD_BYTES


def test_the_served_page_removes_a_worker_of_its_origin(visit: Callable[..., Page]) -> None:
    page = visit("about:blank")
    page.add_init_script(
        """navigator.serviceWorker.getRegistrations = () =>
            Promise.resolve([{ unregister: () => (window.removed = true) }]);"""
    )
    page.goto("/")
    page.locator("h1").first.wait_for()
    assert page.evaluate("window.removed")
