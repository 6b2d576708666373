"""A machine without any font: all texts of Komadai are printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from io import BytesIO
from pathlib import Path

import pytest
import typst
from PIL import Image, ImageChops

from komadai import publish
from komadai.publish import coverage, typeset
from komadai.publish.frames import Film
from tests.publish.games import game
from tests.publish.pdf_pages import pages


@pytest.fixture(autouse=True)
def no_fonts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    bare = typst.Fonts(include_system_fonts=False, font_paths=[str(files("komadai.publish") / "letters")])
    monkeypatch.setattr(typeset, "fonts", lambda: bare)
    caches = (coverage._fonts, coverage._is_known, coverage._has_emoji)
    for each in caches:
        each.cache_clear()
    yield
    for each in caches:
        each.cache_clear()


PRINTED = ("kifu", "notation", "play", "publish", "ratings", "study", "tournaments", "tsume", "variants")
IN_NO_FONT = set("䳇䳲歬萑")
"""Kanji of large variants that the font from which ours is made does not have."""


@pytest.mark.parametrize("folder", PRINTED)
def test_the_font_has_the_characters_of_printed_texts(folder: str) -> None:
    """``tools/letters.py`` makes the font; run it when a text has a new character."""
    texts = [
        file.read_text("utf-8")
        for file in (Path(publish.__file__).parents[1] / folder).rglob("*")
        if file.suffix in (".py", ".typ", ".toml", ".json", ".tsv")
    ]
    found = set(re.findall("[\u3000-\u9ffe\uff00-\uffef]", "".join(texts))) - IN_NO_FONT
    assert found
    assert sorted(letter for letter in found if not coverage._is_known(letter)) == []


def test_the_sheet_has_all_moves_and_labels() -> None:
    text = "".join(pages(publish.pdf(game(), language="ja")))
    for told in ("▲2二角成", "△同銀", "消費時間", "まで6手で後手の勝ち", "第1図", "変化", "Kinjirō Habu"):
        assert told in text


def test_names_that_become_boxes_are_reported() -> None:
    named = game()
    named.headers["scorer"] = "躑躅 鬱"
    assert coverage.missing(game()) == []
    assert coverage.missing(named) == list("躑躅鬱")


def test_films_and_pictures_need_no_font() -> None:
    board = game().board(game().end)
    with_fonts = Image.open(BytesIO(publish.png(board, size=300)))
    assert with_fonts.size == (300, 244)
    one, other = (list(Film(game(), width=300, delay=1, language="ja"))[at].image for at in (0, 6))
    strip = (150, one.height - 15, 300, one.height)
    assert ImageChops.difference(one.crop(strip), other.crop(strip)).getbbox() is not None
