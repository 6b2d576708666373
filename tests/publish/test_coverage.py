"""Characters that no font has."""

from __future__ import annotations

from komadai.kifu import Ending, Game
from komadai.publish import coverage
from tests.publish.games import moves

NOWHERE = "\U0010fff0"  # for private use: no font has it


def test_all_texts_of_komadai_are_in_its_own_font() -> None:
    said = "▲△7六歩同銀右成不成打第図手目まで先手後手上手下手勝ち千日手持将棋反則投了中断圭杏全龍馬と"
    assert coverage.unknown([said]) == []


def test_latin_greek_and_cyrillic_letters_are_always_there() -> None:
    assert coverage.unknown(["Amano Sōho", "Müller, Žižek", "Αλέξανδρος", "Иван"]) == []


def test_characters_that_no_font_has_are_reported_once() -> None:
    for place in ("header", "comment", "ending", "variation"):
        game = Game(headers={"black": NOWHERE} if place == "header" else {})
        node = game.extend(moves("7g7f"))
        if place == "comment":
            node.comment = NOWHERE * 3
        if place == "ending":
            node.ending = Ending(comment=NOWHERE)
        if place == "variation":
            game.root.add(moves("2g2f")[0], comment=NOWHERE)
        assert coverage.missing(game) == [NOWHERE]


def test_marks_spaces_and_joiners_are_not_reported() -> None:
    assert coverage.unknown(["\u200d\u3000\ufe0f\n\0\u0301"]) == []
