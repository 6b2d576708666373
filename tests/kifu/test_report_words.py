"""What is wrong with a record, said in Japanese."""

from __future__ import annotations

import re

import pytest

from komadai import kifu
from komadai.errors import RecordError
from komadai.kifu.reading.diagnostic_texts import in_japanese, loss_in_japanese
from tests.kifu.trees import random_tree

HEAD = "手合割：平手\n手数----指手---------消費時間--\n"
ODD = {
    "1 ７六歩(77)\n2 ３四歩(33)\n3 ２五歩(27)\n": "反則手",
    "1 ７六歩(77)\n9 ３四歩(33)\n": "2手目のはずです。",
    "1 ７六歩(77)\n2 投了\n3 中断\n": "終局が二つあります。コメントとして残しました",
    "1 ７六歩(77)\nなんとなく\n2 投了\n": "でも",
    "先手：a\n先手：b\n1 ７六歩(77)\n": "同じ見出しがすでにあります。最後のものを使いました",
    "手合割：十二枚落ち\n1 ７六歩(77)\n": "知らない手合割です。平手としました",
    "1 ７六歩(77)\n2 ８八角(22)\n": "反則手",
}


@pytest.mark.parametrize("text", ODD)
def test_warnings(text: str) -> None:
    game = kifu.read(text if "先手" in text or "手合割" in text else HEAD + text, "kif")
    assert game.warnings
    said = [in_japanese(warning.message) for warning in game.warnings]
    assert any(ODD[text] in each for each in said), said
    for each in said:
        assert not re.search("[a-z]{4}", each), each


@pytest.mark.parametrize("text", ["", "hello"])
def test_errors(text: str) -> None:
    with pytest.raises(RecordError) as caught:
        kifu.read(text)
    assert in_japanese(caught.value.reason).endswith(("。", "ません", "（指し手や見出しが見つかりません）"))


def test_a_position_against_the_rules() -> None:
    said = in_japanese("the start position is against the rules: White has two pawns on file 2 (nifu)")
    assert said == "開始局面が規則に反しています（後手の歩が2筋に二枚あります（二歩））"


def test_what_is_meant_is_named() -> None:
    assert in_japanese("expected a move such as +7776FU; left out") == (
        "指し手（+7776FUなど）が必要です。読み飛ばしました"
    )
    assert in_japanese("illegal move (the piece is not in hand); it cannot be played") == (
        "反則手（持っていない駒を打つ反則）。盤上で指せない手です"
    )


def test_what_is_not_known_stays_in_english() -> None:
    assert in_japanese("something new; left out") == "something new。読み飛ばしました"
    assert in_japanese("something new") == "something new"
    assert loss_in_japanese("3 somethings") == "3 somethings"


def test_losses() -> None:
    said = {
        loss_in_japanese(loss)
        for seed in range(20)
        for format in ("usi", "csa", "usen", "ki2")
        for game in [random_tree(seed)]
        for loss in kifu.losses(game, kifu.write(game, format), format)
    }
    assert any(each.startswith("変化の手（") for each in said)
    for each in said:
        assert not re.search("[a-z]", each), each
