"""The built page: served from memory, compressed, cached by hash; the answer if it is missing."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from tests.server.conftest import Server

INDEX = "<!doctype html><title>Komadai</title>" + " " * 1000


@pytest.fixture
def page(server: Server, tmp_path: Path) -> Iterator[TestClient[Any]]:
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX)
    (folder / "assets" / "main-4f2a.js").write_text("console.log(1);" * 100)
    (folder / "icon.svg").write_text("<svg/>")
    (tmp_path / "secret.txt").write_text("secret")
    with server(static_dir=folder) as client:
        yield client


@pytest.mark.parametrize("path", ["/", "/game/abc", "/games", "/game/abc?flip=1", "/new"])
def test_every_address_of_the_page_returns_the_index(page: TestClient[Any], path: str) -> None:
    answer = page.get(path)
    assert (answer.status_code, answer.text) == (200, INDEX)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"


def test_assets_are_cached_for_a_year(page: TestClient[Any]) -> None:
    answer = page.get("/assets/main-4f2a.js")
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"


def test_files_are_compressed_if_the_client_accepts_it(page: TestClient[Any]) -> None:
    plain = page.get("/assets/main-4f2a.js", headers={"Accept-Encoding": "identity"})
    zipped = page.get("/assets/main-4f2a.js", headers={"Accept-Encoding": "br, gzip"})
    refused = page.get("/assets/main-4f2a.js", headers={"Accept-Encoding": "gzip;q=0"})
    assert "content-encoding" not in plain.headers
    assert "content-encoding" not in refused.headers
    assert zipped.headers["content-encoding"] == "gzip"
    assert int(zipped.headers["content-length"]) == len(gzip.compress(plain.content, 9, mtime=0))
    assert zipped.text == plain.text
    assert zipped.headers["vary"] == "Accept-Encoding"


def test_an_unchanged_file_is_answered_with_304(page: TestClient[Any]) -> None:
    etag = page.get("/").headers["etag"]
    answer = page.get("/", headers={"If-None-Match": etag})
    assert (answer.status_code, answer.content) == (304, b"")


def test_head_has_the_headers_of_get(page: TestClient[Any]) -> None:
    get, head = page.get("/icon.svg"), page.head("/icon.svg")
    assert head.content == b""
    assert head.headers["content-length"] == get.headers["content-length"]
    assert head.headers["content-type"] == "image/svg+xml"


@pytest.mark.parametrize(
    "path",
    [
        "/assets/none.js",
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/assets/..%2f..%2f..%2fsecret.txt",
        "/assets/../../secret.txt",
        "//etc/passwd.txt",
        "/index.html%00.js",
    ],
)
def test_paths_outside_the_page_are_not_served(page: TestClient[Any], path: str) -> None:
    answer = page.get(path)
    assert answer.status_code == 404
    assert "secret" not in answer.text


@pytest.mark.parametrize("path", ["/assets", "/assets/", "/assets//", "/./assets/"])
def test_a_folder_is_not_listed(page: TestClient[Any], path: str) -> None:
    answer = page.get(path)
    assert "main-4f2a" not in answer.text
    assert answer.status_code == 404 or answer.text == INDEX


def test_without_a_built_page_the_answer_explains_how_to_build_it(server: Server, tmp_path: Path) -> None:
    with server(static_dir=tmp_path / "none") as client:
        answer = client.get("/")
        assert answer.status_code == 200
        assert "make web" in answer.text
        assert "<script" not in answer.text
        assert "style" not in answer.text
