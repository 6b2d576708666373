"""The first minutes of who comes to a new server: nobody is there, and a friend has a telephone."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import DOJO, Server
from tests.e2e.test_two_persons import PHONE, link_of


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
    seeks = page.get_by_role("region", name="Waiting for an opponent")
    expect(seeks).to_contain_text("Nobody is waiting now.")
    link = seeks.get_by_role("link", name="Play the computer meanwhile")
    expect(link).to_have_attribute("href", "/")
    page.get_by_role("button", name="Wait for an opponent").click()
    expect(page.get_by_text("Waiting in the lobby")).to_be_visible()


def test_a_telephone_reads_the_link_as_a_qr_code(arrive: Callable[..., Page], dojo: str) -> None:
    page = arrive(f"{dojo}/lobby")
    assert link_of(page).startswith(f"{dojo}/challenge/")
    code = page.get_by_role("img", name="QR code of the link")
    expect(code).to_be_visible()
    assert code.evaluate("(image) => image.complete && image.naturalWidth") > 0
