"""Rooms of the edition without a server that the core works in: review, variants, files of records."""

from __future__ import annotations

import gzip
import io
import re
import zipfile
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from komadai import kifu
from tests.e2e.controls import choose
from tests.e2e.record_page import file, open_file, row, square, tab
from tests.e2e.static_host import Device, Host, device, host, keep

__all__ = ["device", "host"]

ROOK_GIVEN = "startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 2e2d 2c2d 2h2d 4a3b 2d2c+"
"""Black gives the rook away with the last move."""
KIF = "手合割：平手\n先手：羽生　善治\n後手：大山　康晴\n   1 ７六歩(77)\n*好手だ。\n   2 ３四歩(33)\n   3 投了\n"


def reviewed(page: Page) -> None:
    """Waits for the review of the game that is shown."""
    expect(page.get_by_role("heading", name="Mistakes")).to_be_visible()
    expect(page.get_by_role("slider", name="Win rate of Black by move")).to_be_visible()


def test_a_record_is_reviewed_on_the_device_without_network(host: Host, device: Device) -> None:
    with device.open(host.address) as page:
        keep(page)
    host.cut()
    with device.open(f"{host.address}#/records?kifu={quote(ROOK_GIVEN)}") as page:
        tab(page, "Review")
        choose(page, "Search depth", "Quick (20k nodes)")
        expect(page.get_by_role("button", name="Where")).to_have_count(0)  # there is one place
        page.get_by_role("button", name="Begin").click()
        reviewed(page)
        expect(row(page, "11 ")).to_contain_text("??")
        page.reload()  # it is stored with the record
        reviewed(page)
        page.get_by_role("button", name="Learn from mistakes").click()
        room = page.get_by_role("region", name="Learn from mistakes")
        room.locator("label").filter(has_text="Black").click()
        while "11 " not in room.locator(".judged").inner_text():
            room.get_by_role("button", name="Skip").click()
        square(page, "6i").click()
        square(page, "7h").click()
        expect(room.get_by_role("status")).to_contain_text("Well done.")


def test_a_finished_game_is_reviewed(host: Host, device: Device) -> None:
    with device.open(f"{host.address}#/computer") as page:
        page.get_by_role("button", name="Two people at this board").click()
        for move in ("7g7f", "3c3d", "8h2b+"):
            field = page.get_by_role("textbox", name="Type a move")
            if not field.is_visible():
                page.get_by_role("button", name="More", exact=True).click()
            field.fill(move)
            field.press("Enter")
            expect(field).to_have_value("")
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        page.get_by_role("link", name="Review").first.click()
        reviewed(page)


# -- variants


def test_the_gallery_leads_to_a_game_with_the_computer(host: Host, device: Device) -> None:
    with device.open(f"{host.address}#/variants") as page:
        pictures = page.locator(".picture img")
        expect(pictures).to_have_count(25)
        assert pictures.first.evaluate("(image) => image.decode().then(() => image.naturalWidth > 0)")
        page.get_by_role("link", name=re.compile("Minishogi")).click()
        expect(page.get_by_role("heading", name="Minishogi")).to_be_visible()
        expect(page.get_by_text("to print")).to_have_count(0)
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page).to_have_url(re.compile("#/game/"))
        expect(page.locator('[role="gridcell"]')).to_have_count(25)


def test_a_variant_is_shown_with_another_choice_of_its_rules(host: Host, device: Device) -> None:
    with device.open(f"{host.address}#/variants/heian") as page:
        squares = page.locator('[role="gridcell"]')
        expect(squares).to_have_count(64)
        page.get_by_text("More", exact=True).click()
        page.get_by_text("Rules: the usual ones").click()
        page.get_by_role("radio", name="9×9").check(force=True)
        expect(squares).to_have_count(81)


# -- files


def packed(**files: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(f"games/{name}.kif", content)
    return buffer.getvalue()


@pytest.mark.parametrize("encoding", ["cp932", "utf-8-sig", "euc_jp", "iso2022_jp", "utf-16"])
def test_a_file_is_read_in_the_encodings_of_japan(encoding: str, host: Host, device: Device) -> None:
    with device.open(f"{host.address}#/records") as page:
        open_file(page, file("game.kif", KIF.encode(encoding)))
        expect(page.get_by_role("tree")).to_contain_text("White wins: resignation")
        expect(page.locator(".seat").get_by_text("羽生　善治")).to_be_visible()


def test_the_games_of_an_archive_are_there_to_choose_from(host: Host, device: Device) -> None:
    with device.open(f"{host.address}#/records") as page:
        other = KIF.replace("大山　康晴", "升田　幸三").encode("cp932")
        open_file(page, file("games.zip", packed(a=KIF.encode("cp932"), b=other, c=b"no record")))
        expect(page.get_by_role("heading", name="2 games found")).to_be_visible()
        page.get_by_role("button", name=re.compile("升田")).click()
        expect(page.locator(".seat").get_by_text("升田　幸三")).to_be_visible()
        page.goto(f"{host.address}#/records")
        open_file(page, file("game.kif.gz", gzip.compress(KIF.encode())))
        expect(page.get_by_role("tree")).to_contain_text("White wins: resignation")


def test_a_line_that_is_wrong_is_named_and_the_rest_is_read(host: Host, device: Device) -> None:
    with device.open(f"{host.address}#/records") as page:
        open_file(
            page, file("game.kif", KIF.replace("   3 投了", "   3 ２六歩(22)打たず\n   3 投了").encode())
        )
        expect(page.get_by_role("tree")).to_contain_text("White wins: resignation")
        page.goto(f"{host.address}#/records")
        open_file(page, file("position.usi", b"position startpos moves 7g7x"))
        expect(page.get_by_role("alert")).to_contain_text("Line 1: expected a position and moves in USI")


def test_a_record_is_saved_in_shift_jis(host: Host, device: Device, tmp_path: Path) -> None:
    with device.open(f"{host.address}#/records?kifu={quote(KIF)}") as page:
        page.get_by_role("button", name="Download").click()
        with page.expect_download() as saved:
            page.get_by_role("dialog").get_by_role("button", name="KIF (Shift_JIS)").click()
        saved.value.save_as(tmp_path / "saved.kif")
        data = (tmp_path / "saved.kif").read_bytes()
        assert "羽生　善治" in data.decode("cp932")
        game = kifu.read(data)
        assert [node.comment for node in game.main_line()][1] == "好手だ。"
