"""A game as a tree."""

from __future__ import annotations

import copy
import pickle
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from komadai import WHITE, Board, Color, Move, Outcome, Termination, kifu
from komadai.errors import ArgumentTypeError, SfenError
from komadai.kifu import Game


def moves(*usi: str) -> list[Move]:
    return [Move.from_usi(text) for text in usi]


def test_the_first_continuation_is_the_main_line_and_the_others_are_variations() -> None:
    game = Game()
    first = game.root.add(Move.from_usi("7g7f"), time_ms=1500)
    main = first.add(Move.from_usi("3c3d"))
    variation = first.add(Move.from_usi("8c8d"), comment="quieter")
    assert game.moves() == moves("7g7f", "3c3d")
    assert game.end is main
    assert variation.moves() == moves("7g7f", "8c8d")
    assert (game.root.ply, first.ply, variation.ply) == (0, 1, 2)
    assert first.time_ms == 1500
    assert variation.comment == "quieter"


def test_the_result_belongs_to_the_end_of_a_line() -> None:
    game = Game()
    game.extend(moves("7g7f", "3c3d"))
    assert game.outcome is None
    game.outcome = Outcome(Color.WHITE, Termination.RESIGNATION)
    assert game.end.outcome == Outcome(Color.WHITE, Termination.RESIGNATION)
    game.extend(moves("2g2f"))
    assert game.outcome is None


def test_a_board_at_any_node() -> None:
    game = Game()
    last = game.extend(moves("7g7f", "3c3d", "8h2b+"))
    board = game.board(last)
    assert board.history == game.moves()
    assert game.board() == Board()


def test_a_game_from_a_board_keeps_start_moves_and_outcome() -> None:
    board = Board.handicap("two-piece")
    board.push_usi("5a4b")
    game = Game.from_board(board, {"black": "下"})
    assert game.moves() == moves("5a4b")
    assert game.handicap is not None
    assert game.handicap.key == "two-piece"
    assert game.is_handicap
    assert game.headers == {"black": "下"}


def test_a_game_from_a_mated_board_has_its_result() -> None:
    board = Board("4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
    board.push_usi("G*5b")
    assert Game.from_board(board).outcome == Outcome(Color.BLACK, Termination.CHECKMATE)


def test_a_bad_start_is_refused_at_once() -> None:
    with pytest.raises(SfenError):
        Game("9/9/9 b - 1")


def test_very_long_games_are_supported() -> None:
    game = Game()
    node = game.root
    for _ in range(2500):
        for usi in ("2h3h", "8b7b", "3h2h", "7b8b"):
            node = node.add(Move.from_usi(usi))
    assert game.end is node
    assert node.ply == 10_000
    assert kifu.write(game, "kif").count("\n") == 10_004


def test_a_notebook_shows_the_last_position_as_a_picture() -> None:
    game = Game()
    game.extend([Move.from_usi("7g7f"), Move.from_usi("5e5d")])  # the second one cannot be played
    assert game._repr_svg_().startswith("<svg")


@pytest.mark.parametrize("wrong", [1, "startpos", Move.from_usi("7g7f"), object()])
def test_wrong_types_are_errors_of_the_package(wrong: Any) -> None:
    with pytest.raises(ArgumentTypeError, match="board: expected a Board, got"):
        Game.from_board(wrong)
    with pytest.raises(ArgumentTypeError, match="node: expected a Node or None, got"):
        Game().board(wrong)


def test_a_game_that_was_read_gives_moves_and_outcome_without_nodes() -> None:
    game = kifu.read("先手：甲\n手数----指手--\n1 ７六歩(77)\n*良い手\n2 ３四歩(33)\n3 投了\n")
    assert (len(game.moves()), game.outcome) == (2, Outcome(WHITE, Termination.RESIGNATION))
    assert "root" not in vars(game)
    (first, last) = game.main_line()
    assert (first.comment, last.ending is not None) == ("良い手", True)
    assert first.parent is game.root
    last.add(Move.from_usi("2g2f"))
    game.outcome = None
    assert (len(game.moves()), game.outcome) == (3, None)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
def test_a_copy_of_a_game_that_was_read_has_its_nodes(copied: Callable[[kifu.Game], kifu.Game]) -> None:
    game = kifu.read("▲７六歩 △３四歩\nまで2手で中断\n")
    other = copied(game)
    assert (other.moves(), other.outcome, other.headers) == (game.moves(), game.outcome, game.headers)
    assert (other.root is game.root) == (copied is copy.copy)


def test_all_threads_get_the_same_nodes_of_a_game() -> None:
    for game in (kifu.read("▲７六歩 △３四歩\n") for _ in range(200)):
        start = threading.Barrier(4)

        def root(game: kifu.Game = game, start: threading.Barrier = start) -> kifu.Node:
            start.wait()
            return game.root

        with ThreadPoolExecutor(4) as threads:
            assert len({id(each.result()) for each in [threads.submit(root) for _ in range(4)]}) == 1


def test_a_new_root_takes_the_place_of_the_line_that_was_read() -> None:
    game = kifu.read("▲７六歩 △３四歩\n")
    game.root = kifu.Node()
    assert (game.moves(), game.outcome) == ([], None)
    with pytest.raises(AttributeError, match="no attribute 'rot'"):
        game.rot  # type: ignore[attr-defined]  # noqa: B018
