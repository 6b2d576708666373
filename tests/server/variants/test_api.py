"""The calls of variants: the gallery, one game with its pieces, the pictures of boards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from litestar.testing import TestClient

from komadai.server.variants import views
from komadai.server.variants.wire import VariantStatistics
from komadai.variants import NAMES, Variant
from tests.server.conftest import code


def test_the_list_has_every_variant_with_its_names_in_both_languages(client: TestClient[Any]) -> None:
    listed = client.get("/api/variants").json()["variants"]
    assert [each["name"] for each in listed] == list(NAMES)
    for each in listed:
        assert each["names"]["en"]
        assert each["names"]["ja"]
        assert each["pieces"] >= 4
    sizes = {each["name"]: (each["files"], each["ranks"], each["pieces"], each["drops"]) for each in listed}
    assert sizes["dobutsu"] == (3, 4, 4, True)
    assert sizes["goro-goro"] == (5, 6, 8, True)
    assert sizes["goro-goro-plus"] == (5, 6, 10, True)
    assert sizes["chu"] == (12, 12, 46, False)
    assert sizes["taikyoku"] == (36, 36, 402, False)


@pytest.mark.parametrize("name", NAMES)
def test_a_variant_has_all_that_the_page_draws(client: TestClient[Any], name: str) -> None:
    variant = client.get(f"/api/variants/{name}").json()
    kinds = {piece["id"]: piece for piece in variant["pieces"]}
    assert variant["rules"]
    for piece in kinds.values():
        assert piece["name"]["en"]
        assert piece["name"]["ja"]
        assert piece["face"]
        assert piece["marks"], f"{piece['id']} has no moves"
        assert piece["promotes_to"] is None or piece["promotes_to"] in kinds
        assert piece["in_hand"] is None or piece["in_hand"] in variant["hand"]
    assert variant["drops"] == bool(variant["hand"])
    characters = {glyph["character"] for glyph in variant["glyphs"]}
    shown = {character for piece in kinds.values() for character in piece["face"]}
    # A few rare kanji have no outline in the fonts; the page writes them with the reader's font.
    assert len(shown - characters) <= 3


def test_the_lion_is_described_by_its_marks(client: TestClient[Any]) -> None:
    kinds = {piece["id"]: piece for piece in client.get("/api/variants/chu").json()["pieces"]}
    lion = kinds["N"]
    by_kind: dict[str, int] = {}
    for mark in lion["marks"]:
        by_kind[mark["kind"]] = by_kind.get(mark["kind"], 0) + 1
    assert by_kind == {"step": 8, "jump": 16, "stay": 1}
    assert [piece["id"] for piece in kinds.values() if piece["royal"]] == ["K", "+E"]


def test_the_hand_has_the_order_of_the_definition(client: TestClient[Any]) -> None:
    assert client.get("/api/variants/goro-goro").json()["hand"] == ["G", "S", "P"]
    assert client.get("/api/variants/minishogi").json()["hand"] == ["R", "B", "G", "S", "P"]


def test_a_large_answer_is_compressed_for_clients_that_accept_it(client: TestClient[Any]) -> None:
    plain = client.get("/api/variants/taikyoku", headers={"Accept-Encoding": "identity"})
    zipped = client.get("/api/variants/taikyoku", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert zipped.headers["content-encoding"] == "gzip"
    assert zipped.json() == plain.json()
    assert int(zipped.headers["content-length"]) < len(plain.content) / 3


def test_an_unknown_variant_is_not_found(client: TestClient[Any]) -> None:
    for address in ("/api/variants/chess", "/api/variants/chess/board.svg", "/api/variants/..%2fchu"):
        answer = client.get(address)
        assert answer.status_code == 404
        assert code(answer) == "not_found"


@pytest.mark.parametrize("name", NAMES)
def test_the_picture_of_a_board_shows_every_piece(client: TestClient[Any], name: str) -> None:
    answer = client.get(f"/api/variants/{name}/board.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    picture = ElementTree.fromstring(answer.text)
    used = picture.findall("{http://www.w3.org/2000/svg}use")
    board = Variant.named(name).sfen.split()[0]
    tokens = board.replace("+", "").replace("/", "")
    assert len(used) == sum(c.isalpha() for c in tokens) if "(" not in board else len(used) > 20


def test_a_picture_of_another_position(client: TestClient[Any]) -> None:
    sfen = "2k2/5/5/5/2G2/2K2 b - 1"
    answer = client.get("/api/variants/goro-goro/board.svg", params={"sfen": sfen})
    assert answer.text.count("<use ") == 3
    wrong = client.get("/api/variants/goro-goro/board.svg", params={"sfen": "9/9 b - 1"})
    assert wrong.status_code == 400
    assert code(wrong) == "invalid"


def test_board_and_pieces_can_be_printed(client: TestClient[Any]) -> None:
    answer = client.get("/api/variants/dobutsu/paper.pdf?faces=one")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF-")
    for query in ("faces=three", "paper=a0"):
        assert code(client.get(f"/api/variants/dobutsu/paper.pdf?{query}")) == "invalid"


def test_games_played_by_the_engine_tell_how_a_variant_goes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    measured: dict[str, Any] = {
        "games": 200, "nodes": 1000, "branching": 17.2, "plies": 51.5, "draws": 0.04, "black": 0.52,
        "unfinished": 3,
    }  # fmt: skip
    (tmp_path / "statistics.json").write_text(json.dumps({"goro-goro": measured}))
    monkeypatch.setattr(views, "files", lambda package: tmp_path)
    caches = (views.statistics, views.listed, views.view)
    for cached in caches:
        cached.cache_clear()
    try:
        assert views.summary(Variant.named("goro-goro")).statistics == VariantStatistics(**measured)
        assert views.view(Variant.named("goro-goro")).statistics == VariantStatistics(**measured)
        assert views.summary(Variant.named("chu")).statistics is None
        other = Variant.named("goro-goro", perpetual_check="draw")
        assert views.view(other).statistics is None  # they were measured with the default rules
    finally:
        for cached in caches:
            cached.cache_clear()
