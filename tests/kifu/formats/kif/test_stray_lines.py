"""Lines of KIF and KI2 in unusual places: no move of the game is lost."""

from __future__ import annotations

import pytest

from komadai import WHITE, Move, Outcome, Termination, kifu
from komadai.notation import bod

MOVES = {
    "kif": "1 ７六歩(77)\n2 ８四歩(83)\n3 ２六歩(27)\n4 ８五歩(84)\n\n"
    "変化：3手\n3 ７八金(69)\n4 ３四歩(33)\n",
    "ki2": "▲７六歩 △８四歩 ▲２六歩 △８五歩\n\n変化：3手\n▲７八金 △３四歩\n",
}
RULER = {"kif": "手数----指手---------消費時間--\n", "ki2": "\n"}
DIAGRAM = bod.write(kifu.Game().board()) + "\n先手番\n"
LINES = [move.usi() for move in kifu.read("startpos moves 7g7f 8c8d 2g2f 8d8e").moves()]


@pytest.mark.parametrize("format", ["kif", "ki2"])
@pytest.mark.parametrize("ply", [0, 1, 2, 3, 99])
@pytest.mark.parametrize("place", range(4))
def test_a_variation_line_before_any_move_loses_nothing(format: str, ply: int, place: int) -> None:
    parts = ["先手：甲\n", DIAGRAM, RULER[format], MOVES[format]]
    parts.insert(place, f"変化：{ply}手\n")
    game = kifu.read("".join(parts))
    assert [move.usi() for move in game.moves()] == LINES
    third = list(game.main_line())[1].children[1]
    variation = [third.move, third.children[0].move]
    assert variation == [Move.from_usi("6i7h"), Move.from_usi("3c3d")]
    assert game.headers == {"black": "甲"}
    assert [warning.message for warning in game.warnings] == ["a variation before any move; left out"]


@pytest.mark.parametrize("format", ["kif", "ki2"])
@pytest.mark.parametrize("has_head", [False, True])
def test_a_variation_before_the_moves_is_a_variation_of_the_game(format: str, has_head: bool) -> None:
    early = {"kif": "変化：3手\n3 ４八銀(39)\n4 ３四歩(33)\n\n", "ki2": "変化：3手\n▲４八銀 △３四歩\n\n"}[
        format
    ]
    head = "手合割：平手\n先手：甲\n" + RULER[format]
    text = head + early + MOVES[format] if has_head else early + head + MOVES[format]
    (game,) = kifu.read_all(text)
    assert [move.usi() for move in game.moves()] == LINES
    assert game.headers == {"black": "甲"}
    third = [child.move for child in [*game.main_line()][1].children]
    assert third == [Move.from_usi("2g2f"), Move.from_usi("6i7h"), Move.from_usi("3i4h")]
    assert [each.message for each in game.warnings] == ["a variation before any move; kept as a variation"]


def test_a_variation_before_the_headers_is_not_the_game() -> None:
    (game,) = kifu.read_all("変化：1手\n1 ２六歩(27)\n\n手合割：平手\n手数----\n1 ７六歩(77)\n")
    assert [move.usi() for move in game.moves()] == ["7g7f"]
    assert [child.move.usi() for child in game.root.children if child.move] == ["7g7f", "2g2f"]


def test_a_variation_may_replace_an_ending_at_the_start() -> None:
    game = kifu.read("手合割：平手\n1 投了\n変化：1手\n1 ７六歩(77)\n")
    assert game.moves() == []
    assert [child.move.usi() for child in game.root.children if child.move] == ["7g7f"]


@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_a_line_about_board_rotation_is_ignored(place: int) -> None:
    parts = ["手合割：平手\n", "先手：A\n", "手数----指手---------消費時間--\n1 ７六歩(77)\n2 投了\n"]
    parts.insert(place, "盤面回転\n")
    game = kifu.read("".join(parts))
    assert [move.usi() for move in game.moves()] == ["7g7f"]
    assert not game.warnings


@pytest.mark.parametrize(
    "time", ["( 0:12/00:00:12) ( 0:12/00:00:12)", "(0:12/0:00:12)(0:12)", "(0:12) (00:00:12) (0:12)"]
)
def test_a_time_may_be_written_twice(time: str) -> None:
    game = kifu.read(f"手合割：平手\n   1 ７六歩(77)   {time}\n   2 中断\n")
    assert [node.time_ms for node in game.main_line()] == [12_000]
    assert game.outcome == Outcome(None, Termination.INTERRUPTED)
    assert not game.warnings


def test_two_different_times_are_reported() -> None:
    game = kifu.read("手合割：平手\n1 ７六歩(77) (0:12) (0:13)\n")
    assert [node.time_ms for node in game.main_line()] == [12_000]
    assert [warning.message for warning in game.warnings] == ["expected nothing behind the time"]


@pytest.mark.parametrize("text", ["moves ", "moves", "moves 7g7f", "moves 7g7f 3c3d"])
def test_moves_without_a_start_are_usi(text: str) -> None:
    assert kifu.detect(text) == "usi"
    assert kifu.read(text).sfen == kifu.Game().sfen


def test_a_variation_line_within_a_game_loses_nothing() -> None:
    game = kifu.read("手合割：平手\n1 ７六歩(77)\n2 ８四歩(83)\n変化：9手\n3 ２六歩(27)\n4 ８五歩(84)\n")
    assert [move.usi() for move in game.moves()] == LINES
    assert [each.line for each in game.warnings] == [4]


@pytest.mark.parametrize(
    ("result", "is_odd"), [("1-0", True), ("0-1", False), ("1/2-1/2", True), ("*", False)]
)
def test_a_result_of_psn_that_contradicts_the_ending_gives_a_warning(result: str, is_odd: bool) -> None:
    for text in (
        f'[Result "{result}"]\n1.P7g-7f 2.P3c-3d Resigns\n',
        f"1.P7g-7f 2.P3c-3d Resigns {result}\n",
    ):
        game = kifu.read(text, "psn")
        assert game.outcome == Outcome(WHITE, Termination.RESIGNATION)
        assert len(game.warnings) == is_odd
        for warning in game.warnings:
            assert "食い違って" in warning.message.text("ja")
