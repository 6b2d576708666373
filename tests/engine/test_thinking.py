"""The statistics of a search add up, its tree has the legal moves, and it can be stopped."""

from __future__ import annotations

import threading

import pytest

from komadai import Board
from komadai.engine.thinking import (
    FULL_WIDTH,
    MODES,
    PRINCIPAL_VARIATION,
    Iteration,
    SearchMode,
    Thinker,
    full_tree,
    think,
)
from komadai.errors import RangeError

MIDDLE_GAME = "ln1g3nl/1r1sg1k2/p1pppsbp1/5pp1p/1p5P1/2P1P1P1P/PPBP1P3/2GS1SGR1/LN2K2NL w - 1"


@pytest.mark.parametrize("mode", MODES)
def test_the_numbers_of_the_iterations_add_up(mode: SearchMode) -> None:
    board = Board(MIDDLE_GAME)
    thinking = think(board, mode, depth=4)
    assert [iteration.depth for iteration in thinking.iterations] == [1, 2, 3, 4]
    assert thinking.best in board.legal_moves
    for counts in (thinking.statistics, *(each.statistics for each in thinking.iterations)):
        assert sum(counts.nodes_at_ply) == counts.nodes
        assert 0 <= counts.first_move_cutoffs <= counts.beta_cutoffs <= counts.nodes
        assert counts.searched_again <= counts.reduced or mode == "realization-probability"
        assert counts.decided <= counts.nodes
    assert sum(each.statistics.nodes for each in thinking.iterations) == thinking.statistics.nodes
    for iteration in thinking.iterations:
        assert iteration.selective_depth >= iteration.depth
        assert iteration.branching > 1
        line = board.copy()
        for move in iteration.moves:
            assert move in line.legal_moves
            line.push(move)


@pytest.mark.parametrize("mode", MODES)
def test_the_tree_has_each_legal_move_once(mode: SearchMode) -> None:
    board = Board(MIDDLE_GAME)
    thinking = think(board, mode, depth=4)
    moves = [each.move for each in thinking.tree]
    assert len(moves) == len(set(moves))
    assert set(moves) <= set(board.legal_moves)
    best = next(each for each in thinking.tree if each.move == thinking.best)
    assert best.score is not None
    assert best.score.bound == "exact"
    assert best.replies
    for each in thinking.tree:
        board.push(each.move)
        assert each.legal_replies in (None, len(board.legal_moves))
        assert {reply.move for reply in each.replies} <= set(board.legal_moves)
        board.pop()


def test_the_full_width_search_prunes_nothing_and_the_other_one_does() -> None:
    board = Board(MIDDLE_GAME)
    wide, selective = think(board, FULL_WIDTH, depth=4), think(board, PRINCIPAL_VARIATION, depth=4)
    assert wide.statistics.skipped_moves == wide.statistics.quiescence_nodes == 0
    assert selective.statistics.skipped_moves > 0
    assert wide.iterations[-1].selective_depth == 4
    assert wide.statistics.nodes > selective.statistics.nodes
    lines = full_tree(board, 4)
    assert wide.iterations[-1].statistics.leaves < lines[-1]


def test_the_full_tree_is_counted_until_it_is_too_large() -> None:
    assert full_tree(Board(), 4) == (30, 900, 25_470, 719_731)
    assert full_tree(Board(), 9, max_leaves=1000) == (30, 900)


def test_each_iteration_is_reported() -> None:
    seen: list[Iteration] = []
    thinking = think(Board(), depth=5, progress=seen.append)
    assert tuple(seen) == thinking.iterations


def test_a_search_can_be_stopped_from_another_thread() -> None:
    thinker = Thinker(FULL_WIDTH, hash_mb=4)
    started = threading.Event()

    def stop() -> None:
        started.wait(60)
        thinker.stop()

    stopper = threading.Thread(target=stop)
    stopper.start()
    thinking = thinker.think(Board(), depth=60, progress=lambda iteration: started.set())
    stopper.join()
    assert 1 <= len(thinking.iterations) < 60
    assert thinking.best in Board().legal_moves


def test_where_the_game_is_over_there_is_no_move() -> None:
    thinking = think(Board("8k/8G/8P/9/9/9/9/9/9 w 2r2b3g4s4n4l17p 1"), depth=3)
    assert (thinking.best, thinking.iterations, thinking.tree) == (None, (), ())


def test_a_limit_and_a_known_mode_are_required() -> None:
    with pytest.raises(RangeError, match="depth, nodes or seconds"):
        think(Board())
    with pytest.raises(RangeError, match="full-width"):
        Thinker("depth-first")  # type: ignore[arg-type]
    with pytest.raises(RangeError, match="tree_plies"):
        think(Board(), depth=1, tree_plies=4)
