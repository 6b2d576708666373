"""The tree as a list: main line, variations, positions."""

from __future__ import annotations

from komadai.kifu import Ending, Game
from komadai.publish.tree_steps import flatten_tree, main_line
from tests.publish.games import game, moves, shuffle


def test_variations_follow_the_move_they_replace() -> None:
    told = [(step.depth, step.number, step.text("en")) for step in flatten_tree(game())]
    assert told == [
        (0, 0, ""), (0, 1, "▲P-7f"), (0, 2, "△P-3d"), (0, 3, "▲Bx2b+"), (0, 4, "△Sx2b"),
        (1, 4, "△K-4b"), (1, 5, "▲+Bx1a"), (2, 5, "▲+Bx3a"), (0, 5, "▲B*4e"), (0, 6, "△R-5b"),
    ]  # fmt: skip


def test_each_step_has_the_position_after_it_and_knows_the_step_before() -> None:
    played = game()
    steps = list(flatten_tree(played))
    for step in steps[1:]:
        assert step.board == played.board(step.node)
        assert steps[step.parent].board == step.before
        assert step.ply == steps[step.parent].ply + 1 == step.node.ply


def test_japanese_says_same_square_where_one_piece_takes_another() -> None:
    assert [step.text("ja") for step in main_line(game())][3:5] == ["▲2二角成", "△同銀"]


def test_the_main_line_is_the_steps_without_variations() -> None:
    played = game()
    assert [step.node for step in main_line(played)] == [
        step.node for step in flatten_tree(played) if step.depth == 0
    ]


def test_moves_after_an_ending_are_variations() -> None:
    played = Game()
    first = played.extend(moves("7g7f"))
    first.ending = Ending(word="封じ手")
    first.add(moves("3c3d")[0])
    assert [(step.depth, step.begins) for step in flatten_tree(played)] == [(0, False), (0, False), (1, True)]


def test_numbers_go_on_from_the_start_position() -> None:
    played = Game("lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2")
    played.extend(moves("3c3d"))
    assert [step.number for step in flatten_tree(played)] == [1, 2]


def test_a_thousand_moves_are_supported() -> None:
    assert sum(1 for _ in flatten_tree(shuffle(1000))) == 1001
