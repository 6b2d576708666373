"""A promotion may be written with the resulting piece: ２二馬 for ２二角成."""

from __future__ import annotations

import pytest

from komadai import Board, kifu, notation

START = "手合割：平手\n手数----指手---------消費時間--\n"
PROMOTIONS = {  # A piece of Black's on 2d that can promote on 2c or beyond.
    "と": ("P", "2c", "23"), "成歩": ("P", "2c", "23"), "成香": ("L", "2c", "23"), "杏": ("L", "2c", "23"),
    "成桂": ("N", "3b", "32"), "圭": ("N", "3b", "32"), "成銀": ("S", "3c", "33"), "全": ("S", "3c", "33"),
    "馬": ("B", "4b", "42"), "龍馬": ("B", "4b", "42"), "龍": ("R", "2a", "21"), "竜": ("R", "2a", "21"),
}  # fmt: skip


def board_with(letter: str) -> Board:
    return Board(f"8k/9/9/7{letter}1/9/9/9/9/K8 b - 1", validate=False)


@pytest.mark.parametrize("name", PROMOTIONS)
def test_only_a_promotion_is_possible(name: str) -> None:
    letter, to, digits = PROMOTIONS[name]
    board = board_with(letter)
    for text in (f"{digits}{name}", f"▲{digits}{name}", f"{digits}{name}(24)"):
        assert notation.read(board, text).usi() == f"2d{to}+"


@pytest.mark.parametrize("name", PROMOTIONS)
@pytest.mark.parametrize("format", ["kif", "ki2"])
def test_a_record_with_the_resulting_piece_has_a_warning(name: str, format: str) -> None:
    letter, to, digits = PROMOTIONS[name]
    game = kifu.Game()
    game.sfen = board_with(letter).sfen()
    head = kifu.write(game, format)
    text = f"   1 {digits}{name}(24)\n" if format == "kif" else f"▲{digits}{name}\n"
    found = kifu.read(head + text)
    assert [move.usi() for move in found.moves()] == [f"2d{to}+"]
    assert [each.message.text("ja") for each in found.warnings] == [
        "成った後の駒の名で書かれています。成る手として読みました"
    ]


def test_a_promoted_piece_that_can_go_there_takes_precedence() -> None:
    # The horse on 5d can go to 4c, and so can the bishop on 7f.
    board = Board("8k/9/9/4+B4/9/2B6/9/9/K8 b - 1", validate=False)
    assert notation.read(board, "43馬").usi() == "5d4c"


def test_a_piece_that_cannot_promote_there_moves_unpromoted() -> None:
    game = kifu.read(f"{START}1 ７六歩(77)\n2 ３四歩(33)\n3 ７七馬(88)\n")
    assert [move.usi() for move in game.moves()] == ["7g7f", "3c3d", "8h7g"]
    assert len(game.warnings) == 1


def test_the_next_move_is_that_of_the_promoted_piece() -> None:
    game = kifu.read("手合割：平手\n▲７六歩 △３四歩 ▲２二馬 △同　銀 ▲４五角\nまで5手で先手の勝ち\n")
    assert [move.usi() for move in game.moves()] == ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"]
