"""Several threads search one position together."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

from komadai import Board, RangeError
from komadai._core import Search

MIDDLE_GAME = "ln1gk2nl/1rs1g1s2/p1pppp1pp/6p2/1p7/2P1P4/PPSP1PPPP/2G2S1R1/LN2KG1NL w Bb 22"


def think(search: Search, board: Board, **limits: Any) -> tuple[Any, ...]:
    search.arm()
    return search.go(board, **limits)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_any_number_of_threads_returns_a_legal_move_within_the_node_limit(threads: int) -> None:
    search = Search(8)
    search.set_threads(threads)
    board = Board(MIDDLE_GAME)
    best, ponder, _, report = think(search, board, nodes=40_000)
    assert best in board.legal_moves
    board.push(best)
    assert ponder is None or ponder in board.legal_moves
    # Threads check the sum of nodes every few hundred nodes.
    assert 0 < report["nodes"] <= 40_000 + threads * 4096


def test_threads_agree_that_a_mate_is_a_mate() -> None:
    search = Search(8)
    search.set_threads(3)
    board = Board("4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1")
    best, _, _, report = think(search, board, depth=4)
    assert report["mate"] == 1
    board.push(best)
    assert board.is_checkmate()


def test_stop_reaches_every_thread_at_once() -> None:
    search = Search(8)
    search.set_threads(4)
    search.arm()
    answers: list[tuple[Any, ...]] = []
    thinking = threading.Thread(target=lambda: answers.append(search.go(Board())))
    thinking.start()
    time.sleep(0.3)
    search.stop()
    thinking.join(60)
    assert not thinking.is_alive()
    assert answers[0][0] in Board().legal_moves


def test_the_number_of_threads_can_change_between_searches() -> None:
    search = Search(4)
    board = Board()
    for threads in (1, 4, 2, 8, 1):
        search.set_threads(threads)
        best = think(search, board, nodes=3000)[0]
        board.push(best)
    assert board.ply == 5


@pytest.mark.parametrize("threads", [0, -1, 513])
def test_a_number_of_threads_out_of_range_is_refused(threads: int) -> None:
    with pytest.raises(RangeError, match="threads: expected a number from 1 to 512"):
        Search(1).set_threads(threads)


def test_every_search_parameter_can_be_set_within_its_range() -> None:
    search = Search(1)
    for name, (default, low, high) in Search.parameters().items():
        assert low <= default <= high
        for value in (low, high, default):
            search.set_parameter(name, value)
        with pytest.raises(RangeError, match=name):
            search.set_parameter(name, high + 1)
    with pytest.raises(RangeError, match="depth_of_the_sea"):
        search.set_parameter("depth_of_the_sea", 1)


def test_search_parameters_change_the_search() -> None:
    def nodes(**numbers: int) -> int:
        search = Search(8)
        for name, value in numbers.items():
            search.set_parameter(name, value)
        return int(think(search, Board(MIDDLE_GAME), depth=8)[3]["nodes"])

    assert nodes(lmp_count=30, futility_base=600) > nodes(lmp_count=1, futility_base=0)
