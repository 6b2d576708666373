"""The first minutes of who comes to a new server: nobody is there, and a friend has a telephone."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import DOJO, Server
from tests.e2e.two_persons import PHONE, link_of


@pytest.fixture(scope="module")
def dojo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A new server that other machines reach by a name."""
    folder = tmp_path_factory.mktemp("dojo")
    (folder / "komadai").mkdir()
    (folder / "komadai/config.toml").write_text(f'host_names = ["{DOJO}"]\n', "utf-8")
    running = Server(folder)
    yield f"http://{DOJO}:{running.port}"
    running.close()


@pytest.fixture
def arrive(visit: Callable[..., Page], page_errors: list[str]) -> Iterator[Callable[..., Page]]:
    """Opens a page of the dojo, which has no https."""
    yield visit
    page_errors[:] = [error for error in page_errors if "Opener-Policy header has been ignored" not in error]


def test_an_empty_lobby_offers_the_computer_and_a_seek(arrive: Callable[..., Page], dojo: str) -> None:
    page = arrive(f"{dojo}/lobby", **PHONE)
    seeks = page.get_by_role("region", name="Waiting", exact=True)
    expect(seeks).to_contain_text("Nobody is waiting now")
    link = seeks.get_by_role("link", name="Play the computer")
    expect(link).to_have_attribute("href", "/computer")
    page.get_by_role("button", name="Wait for an opponent").click()
    strip = page.get_by_role("region", name="Waiting for an opponent")
    expect(strip).to_contain_text("10 min, then 30 s a move")
    strip.get_by_role("button", name="Cancel").click()
    expect(strip).to_have_count(0)
    expect(seeks).to_contain_text("Nobody is waiting now")


def test_a_telephone_reads_the_link_as_a_qr_code(arrive: Callable[..., Page], dojo: str) -> None:
    page = arrive(f"{dojo}/lobby")
    assert link_of(page).startswith(f"{dojo}/challenge/")
    code = page.get_by_role("img", name="QR code of the link")
    expect(code).to_be_visible()
    assert code.evaluate("(image) => image.complete && image.naturalWidth") > 0


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 700), (390, 844), (390, 720)])
def test_a_first_visitor_sees_three_ways_in_and_chooses_the_pieces_of_all_boards(
    visit: Callable[..., Page], width: int, height: int
) -> None:
    phone = {"has_touch": True, "is_mobile": True} if width < height else {}
    page = visit("/", fresh=True, viewport={"width": width, "height": height}, **phone)
    pictures = page.get_by_role("radio", name="Pictures")
    needed = (
        page.get_by_role("heading", level=1),
        page.get_by_role("link", name="Start the first lesson"),
        page.get_by_text("Play the computer"),
        page.get_by_text("Play people"),
        pictures,
    )
    foot = height - (64 if phone else 0)
    for each in needed:
        box = each.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= foot
    expect(page.get_by_role("radio", name="Kanji and letter")).to_be_checked()
    stored = page.evaluate("JSON.parse(localStorage.getItem('komadai.settings'))")
    assert (stored["notation"], stored["coordinates"]) == ("western", "letters")
    pictures.check(force=True)
    stored = page.evaluate("JSON.parse(localStorage.getItem('komadai.settings'))")
    assert (stored["faces"], stored["variantFaces"]) == ("animals", "pictures")
