"""Positions as text: aligned, complete, and as printed."""

from __future__ import annotations

import unicodedata

import pytest

from komadai import Board
from komadai.diagram import text
from komadai.errors import UnknownStyleError

MATSURI = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"


def test_japanese_as_books_print_it() -> None:
    assert f"{Board(MATSURI):japanese}" == "\n".join(
        [
            "後手の持駒：金　銀　桂　歩五",
            "  ９ ８ ７ ６ ５ ４ ３ ２ １",
            "+---------------------------+",
            "|v香 ・ ・ ・ ・ ・ ・v桂v香|一",
            "| ・ ・ ・ ・ ・ と ・v金v玉|二",
            "| ・ ・v桂v歩 ・ 銀 ・ ・ ・|三",
            "|v歩 ・v歩 ・ ・ ・ ・ 歩v歩|四",
            "| ・ ・ ・ 歩 ・ ・ 銀v歩 ・|五",
            "| ・ 歩 歩v角 ・ ・ 歩 ・ 歩|六",
            "| 歩 ・ ・ ・ ・ ・ 金 銀 ・|七",
            "| 飛 ・ ・ ・ ・ ・ ・ ・ ・|八",
            "| 香 桂 ・ ・ ・ ・v角 玉 香|九",
            "+---------------------------+",
            "先手の持駒：飛　金",
            "後手番",
        ]
    )


def test_ascii_has_only_ascii_and_shows_promotion() -> None:
    picture = f"{Board(MATSURI):ascii}"
    assert picture.isascii()
    lines = picture.splitlines()
    assert lines[0] == "White in hand: G S N 5P"
    assert lines[4] == " | .  .  .  .  . +P  .  g  k | b"
    assert lines[-2:] == ["Black in hand: R G", "White to move"]
    assert {len(line) for line in lines[3:12]} == {32}


def test_unicode_lines_are_equally_wide() -> None:
    def width(line: str) -> int:
        return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in line)

    lines = f"{Board():unicode}".splitlines()
    assert lines[0] == "☖ なし"
    assert lines[3].startswith("│☖香│☖桂│")
    assert {width(line) for line in lines[3:20:2]} == {39}


@pytest.mark.parametrize(
    ("number", "kanji"), [(1, "一"), (2, "二"), (10, "十"), (11, "十一"), (18, "十八"), (20, "二十")]
)
def test_counts_in_kanji(number: int, kanji: str) -> None:
    assert text.japanese_number(number) == kanji


def test_sfen_is_the_plain_form() -> None:
    assert f"{Board():sfen}" == Board().sfen()


def test_unknown_styles_are_refused() -> None:
    with pytest.raises(UnknownStyleError, match="japanese, ascii, unicode"):
        text.render(Board(), "cubist")
