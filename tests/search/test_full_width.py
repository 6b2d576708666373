"""The full-width search has the score of minimax, and searches every legal move."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from komadai import Board
from komadai._core import Search
from komadai.evaluation import Evaluation
from tests.search.reference_minimax import MATE, minimax


def full_width(board: Board, depth: int, **more: Any) -> dict[str, Any]:
    search = Search(4)
    search.set_full_width(True)
    search.arm()
    report: dict[str, Any] = search.go(board, depth=depth, **more)[3]
    return report


def number(report: dict[str, Any]) -> int:
    if report["mate"] is None:
        return int(report["cp"])
    return int((MATE - report["mate"]) if report["won"] else (-MATE - report["mate"]))


def random_position(dice: Random, plies: int) -> Board:
    board = Board()
    for _ in range(plies):
        if not len(board.legal_moves):
            break
        board.push(dice.choice(list(board.legal_moves)))
    return Board(board.sfen())


@pytest.mark.parametrize("depth", [1, 2])
def test_the_score_is_that_of_minimax(depth: int) -> None:
    dice, evaluation = Random(depth), Evaluation()
    for plies in range(0, 80, 4):
        board = random_position(dice, plies)
        if len(board.legal_moves):
            assert number(full_width(board, depth)) == minimax(board, evaluation, depth), board.sfen()


def test_the_score_is_that_of_minimax_three_plies_deep() -> None:
    dice, evaluation = Random(3), Evaluation()
    for plies in (0, 6, 12):
        board = random_position(dice, plies)
        assert number(full_width(board, 3)) == minimax(board, evaluation, 3), board.sfen()


def test_mates_count_at_the_end_of_the_lines() -> None:
    evaluation = Evaluation()
    for sfen in (
        "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",  # mate in one
        "8k/9/8P/9/9/9/9/9/K8 w Gr2b3g4s4n4l17p 1",  # the defender to move
        "8k/9/8P/9/9/9/9/9/9 w G2r2b3g4s4n4l17p 1",
    ):
        board = Board(sfen)
        assert number(full_width(board, 2)) == minimax(board, evaluation, 2), sfen


def test_every_legal_move_of_the_root_is_searched() -> None:
    # 2c, a bishop: its moves without promotion are legal, and other searches leave them out.
    board = Board("4k4/9/7B1/9/9/9/9/9/4K4 b 2rb4g4s4n4l18p 1")
    report = full_width(board, 2, tree_plies=2)
    tree = report["tree"]
    assert {child["move"] for child in tree["children"]} == set(board.legal_moves)
    assert all(child["bound"] is not None and child["depth"] == 1 for child in tree["children"])
    for child in tree["children"]:
        board.push(child["move"])
        searched = {reply["move"] for reply in child["children"]}
        assert searched <= set(board.legal_moves)
        assert child["cut_off"] or searched == set(board.legal_moves)
        board.pop()


def test_nothing_is_pruned_but_by_alpha_beta() -> None:
    counts = full_width(Board(), 4, statistics=True)["statistics"]
    assert {name for name, count in counts.items() if count} == {
        "main_nodes",
        "leaves",
        "beta_cutoffs",
        "first_move_cutoffs",
        "nodes_at_ply",
    } | ({"table_hits"} if counts["table_hits"] else set()) | (
        {"game_ends"} if counts["game_ends"] else set()
    )
    assert len(counts["nodes_at_ply"]) == 5


def test_the_mode_can_be_left_again() -> None:
    search = Search(4)
    search.set_full_width(True)
    search.set_full_width(False)
    search.arm()
    counts = search.go(Board(), depth=4, statistics=True)[3]["statistics"]
    assert counts["quiescence_nodes"] > 0
    assert counts["leaves"] == 0
