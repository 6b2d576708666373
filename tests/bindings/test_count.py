"""Board.perft: right, shared among threads, interruptible, and never in the way of other threads."""

from __future__ import annotations

import signal
import threading
import time

import pytest

from komadai import Board

MOST_MOVES = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"
FOREVER = 12


def test_the_leaves_are_known() -> None:
    assert [Board().perft(depth) for depth in range(5)] == [1, 30, 900, 25_470, 719_731]
    assert Board(MOST_MOVES).perft(2) == 105_677


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_threads_share_the_work(threads: int) -> None:
    assert Board().perft(4, threads) == Board().perft(4, threads=threads) == 719_731
    assert sum(Board().perft_divide(4, threads=threads).values()) == 719_731


def test_divide_has_a_count_for_each_legal_move() -> None:
    board = Board()
    counts = board.perft_divide(3)
    assert list(counts) == list(board.legal_moves)
    for move, leaves in counts.items():
        board.push(move)
        assert board.perft(2) == leaves
        board.pop()
    assert set(board.perft_divide(1).values()) == {1}


def test_a_position_without_moves_has_no_leaves() -> None:
    mated = Board("8k/8G/8P/9/9/9/9/9/4K4 w - 1")
    assert [mated.perft(depth) for depth in range(4)] == [1, 0, 0, 0]
    assert mated.perft_divide(4) == {}


def test_progress_ends_with_the_total() -> None:
    seen: list[tuple[int, int]] = []
    assert Board().perft(5, progress=lambda done, total: seen.append((done, total))) == 19_861_490
    assert seen
    done, total = seen[-1]
    assert done == total > 0
    assert seen == sorted(seen)


def test_progress_can_stop_the_work() -> None:
    Board().perft(FOREVER, progress=lambda done, total: True)  # otherwise it would not return


def test_an_error_in_progress_stops_the_work_and_is_passed_on() -> None:
    def fail(done: int, total: int) -> bool:
        raise LookupError("no")

    with pytest.raises(LookupError, match="no"):
        Board().perft(FOREVER, progress=fail)


def test_ctrl_c_stops_the_work() -> None:
    timer = threading.Timer(0.2, signal.raise_signal, (signal.SIGINT,))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        Board().perft(FOREVER, threads=2)


def test_other_threads_run_meanwhile() -> None:
    ticks = 0
    finished = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not finished.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    # Without them the count would never end.
    Board().perft(FOREVER, progress=lambda done, total: ticks > 20)
    finished.set()
    thread.join()
