"""Engine analyses in comments are read, kept, and written to other formats."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from komadai import BLACK, WHITE, Move, _core, kifu
from komadai.kifu import Analysis, Game
from komadai.kifu.comments import engine_comments
from tests.kifu import samples

HEAD = "手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n"


def moves(*usi: str) -> tuple[Move, ...]:
    return tuple(map(Move.from_usi, usi))


def after_first_move(comment: str) -> kifu.Node:
    """The node of ▲７六歩 with this comment, whose lines are lines of KIF."""
    game = kifu.read(HEAD + "".join(f"*{line}\n" for line in comment.split("\n")), "kif")
    assert game.warnings == []
    return game.end


@pytest.mark.parametrize(
    ("comment", "expected"),
    [
        ("#評価値=58", Analysis(58)),
        ("*評価値=-210\n*深さ=10\n*ノード数=12345678", Analysis(-210, depth=10, nodes=12345678)),
        (
            "互角\n#評価値=58\n#読み筋=△３四歩▲２六歩\n#深さ=20\n#ノード数=99\n#エンジン=YaneuraOu NNUE",
            Analysis(58, line=moves("3c3d", "2g2f"), depth=20, nodes=99, engine="YaneuraOu NNUE"),
        ),
        ("*詰み=先手勝ち:15手\n*エンジン=E", Analysis(mate=15, engine="E")),
        ("#詰み=後手勝ち:8手", Analysis(mate=-8)),
        ("#詰み=後手勝ち", Analysis(mating=WHITE)),
        ("*詰み=先手勝ち\n*エンジン=E", Analysis(mating=BLACK, engine="E")),
        ("*解析 0  評価値 +詰 読み筋 △３四歩(33)", Analysis(mating=BLACK, line=moves("3c3d"))),
        ("*解析 0  評価値 -詰", Analysis(mating=WHITE)),
        ("*解析 0  深さ 9 評価値 mate - 読み筋 ", Analysis(mating=WHITE, depth=9)),
        ("*解析 0  評価値 mate +", Analysis(mating=BLACK)),
        ("*解析 0  評価値 mate -7", Analysis(mate=-7)),
        (
            "*解析 0 △ 候補1 時間 00:03.5 深さ 22/28 ノード数 744743 評価値 -88↓ "
            "読み筋 △３四歩(33) ▲２二角成(88) △同　銀(31) ▲４五角打 ",
            Analysis(-88, line=moves("3c3d", "8h2b+", "3a2b", "B*4e"), depth=22, nodes=744743, time_ms=3500),
        ),
        (
            "*対局 時間 00:00.8 深さ 22/28 ノード数 744743 評価値 88 読み筋 ▲７六歩(77) △３四歩(33)",
            Analysis(88, line=moves("3c3d"), depth=22, nodes=744743, time_ms=800),
        ),
        ("*解析 0  評価値 +詰 15 読み筋 △３四歩(33)", Analysis(mate=15, line=moves("3c3d"))),
        ("*解析 0  評価値 -詰15", Analysis(mate=-15)),
        (
            "* Engine suisho Version Suisho5/V7.50 候補1 深さ 13/19 ノード数 596119 "
            "評価値 -47 読み筋 △３四歩(33)",
            Analysis(-47, line=moves("3c3d"), depth=13, nodes=596119, engine="suisho Version Suisho5/V7.50"),
        ),
        (
            "#指し手[62]▲７六歩  △３四歩  ▲２二角成  △同銀  ",
            Analysis(62, line=moves("3c3d", "8h2b+", "3a2b")),
        ),
        ("#形勢[-62]", Analysis(-62)),
        ("* 123 -3334FU +2726FU #4567", Analysis(123, line=moves("3c3d", "2g2f"), nodes=4567)),
        (" 123 △３四歩▲２六歩", Analysis(123, line=moves("3c3d", "2g2f"))),
        ("評価値 +64  読み筋 3c3d 2g2f", Analysis(64, line=moves("3c3d", "2g2f"))),
    ],
)
def test_the_form_of_each_program_is_read_and_written_back_unchanged(
    comment: str, expected: Analysis
) -> None:
    node = after_first_move(comment)
    assert node.analyses == [expected]
    assert node.comment == ""
    game = kifu.read(HEAD + "".join(f"*{line}\n" for line in comment.split("\n")))
    assert "".join(f"*{line}\n" for line in comment.split("\n")) in kifu.write(game, "kif")


@pytest.mark.parametrize("format", ["kif", "ki2", "csa", "csa3", "jkf", "psn"])
def test_analyses_survive_other_formats(format: str) -> None:
    comment = (
        "先手有望\n*評価値=210\n*読み筋=△３四歩▲２六歩\n*深さ=10\n\n互角\n#評価値=158\n#エンジン=Engine01\n"
        "*解析 0  候補2 時間 00:00.5 深さ 32 ノード数 1 評価値 0 読み筋 △８四歩(83)\n* 5 -3334FU\nよい手"
    )
    node = after_first_move(comment)
    assert [analysis.centipawns for analysis in node.analyses] == [210, 158, 0, 5]
    assert node.comment == "よい手"
    game = kifu.read(HEAD + "".join(f"*{line}\n" for line in comment.split("\n")))
    other = kifu.read(kifu.write(game, format))
    assert other.end.analyses == node.analyses
    assert other.end.comment == "よい手"
    back = kifu.read(kifu.write(other, "kif"))
    assert back.end.analyses == node.analyses


def test_floodgate_comments_survive_from_csa_to_kif_and_back() -> None:
    text = "V2.2\nN+a\nN-b\nPI\n+\n+7776FU\n'** 123 -3334FU +2726FU #4567\n'*said\n"
    game = kifu.read(text)
    kif = kifu.write(game, "kif")
    assert "*#評価値=123\n*#読み筋=△３四歩▲２六歩\n*#ノード数=4567\n*said\n" in kif
    assert "'** 123 -3334FU +2726FU #4567\n'*said\n" in kifu.write(kifu.read(kif), "csa")


def test_csa_has_the_standard_form_and_no_duplicates() -> None:
    comment = "*解析 0  候補2 深さ 14/20 ノード数 99 評価値 -100 読み筋 △８四歩(83)"
    game = kifu.read(HEAD + f"*{comment}\n")
    text = kifu.write(game, "csa")
    assert f"+7776FU\n'** -100 -8384FU #99\n'*{comment}\n" in text
    again = kifu.read(text)
    assert again.end.analyses == game.end.analyses
    assert kifu.write(again, "csa") == text
    assert kifu.write(again, "kif") == kifu.write(game, "kif")


@pytest.mark.parametrize(
    "comment",
    [
        "#詰み=後手",
        "*解析 0 評価値 詰",
        "#評価値=約100",
        "評価値は先手53％",
        "*解析 0",
        "#推奨手[5]▲７六歩",
        "* abc",
        " 5",
        "#エンジン=Engine02",
        "互角",
    ],
)
def test_unknown_text_stays_a_comment(comment: str) -> None:
    node = after_first_move(comment)
    assert node.analyses == []
    assert node.comment == comment


def test_a_line_that_cannot_be_played_completely_keeps_its_text() -> None:
    comment = "*解析 0 評価値 88 読み筋 △３四歩(33) ▲９九玉(59) △８四歩(83)"
    node = after_first_move(comment)
    assert node.analyses == [Analysis(88, line=moves("3c3d"))]
    assert node.analyses[0].text == comment


def test_a_changed_analysis_is_written_from_its_fields() -> None:
    game = kifu.read(HEAD + "*#評価値=58\n*#深さ=3\n")
    before = game.end.analyses[0]
    game.end.analyses[0] = Analysis(60, depth=3, text=before.text)
    assert "*#評価値=60\n*#深さ=3\n" in kifu.write(game, "kif")


@pytest.mark.parametrize("comment", ["", "そして", "\n空行から", "#深さ=5", "互角"])
def test_adjacent_analyses_stay_separate(comment: str) -> None:
    game = Game()
    node = game.root.add(Move.from_usi("7g7f"), comment=comment)
    node.analyses = [
        Analysis(5),
        Analysis(depth=4),
        Analysis(line=moves("3c3d"), engine="A", time_ms=12_345),
        Analysis(mate=-3, nodes=0),
    ]
    for format in ("kif", "ki2", "csa", "jkf", "psn"):
        found = kifu.read(kifu.write(game, format)).end
        assert found.analyses[:4] == node.analyses, format
        if comment != "#深さ=5":
            assert found.comment == comment


@given(seed=st.integers(0, 2**32))
@settings(max_examples=40)
@pytest.mark.parametrize("format", ["kif", "ki2", "csa", "csa3", "jkf", "psn"])
def test_no_analysis_is_lost(format: str, seed: int) -> None:
    game = samples.tree(seed, analyses=True, unit_ms=0, variations=format != "csa")
    found = kifu.read(kifu.write(game, format), "csa" if format == "csa3" else format)
    assert [node.analyses for node in found.main_line()] == [node.analyses for node in game.main_line()]


@pytest.mark.parametrize("hint", engine_comments.HINTS)
def test_the_native_reader_finds_each_hint_by_one_of_its_characters(hint: str) -> None:
    assert set(hint) & set(engine_comments.HINT_CHARACTERS)
    run = _core.read_csa(f"+7776FU\n'*{hint}\n'*b\n%TORYO", 0, None, engine_comments.HINT_CHARACTERS, False)
    assert run.comments_with_hints == run.comments == [(1, f"{hint}\nb")]


@pytest.mark.parametrize(("text", "tells"), [("5", True), ("* +5", True), ("a5", True), ("about 5", False)])
def test_the_native_reader_finds_numbers_at_the_start_of_comments(text: str, tells: bool) -> None:
    run = _core.read_csa(f"+7776FU\n'*{text}\n%TORYO", 0, None, engine_comments.HINT_CHARACTERS, False)
    assert run.comments_with_hints == (run.comments if tells else [])
