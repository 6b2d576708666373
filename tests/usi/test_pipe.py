"""The native pipe: lines with the time of their arrival, and the answer at its deadline."""

from __future__ import annotations

import os
import threading
import time
from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from komadai._core import UsiPipe
from tests.processes import until
from tests.usi.gui_end import GuiEnd, gui_end


def all_lines(gui: GuiEnd) -> list[bytes | None]:
    """The lines up to the end of the input."""
    lines: list[bytes | None] = []
    is_open = True
    while is_open:
        is_open = bool(os.read(gui.pipe.wakeup_fd, 4096))
        lines += [line for line, _ in gui.pipe.read_lines()]
    return lines


@settings(max_examples=50, deadline=None)
@given(text=st.binary(max_size=60), cuts=st.lists(st.integers(0, 60), max_size=6))
def test_lines_do_not_depend_on_how_the_bytes_arrive(text: bytes, cuts: list[int]) -> None:
    at = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    *ended, rest = text.split(b"\n")
    with gui_end() as gui:
        for a, b in pairwise(at):
            gui.send(text[a:b])
        gui.end()
        assert all_lines(gui) == ([*ended, rest] if rest else ended)


def test_a_line_without_an_end_does_not_fill_the_memory() -> None:
    with gui_end() as gui:
        received: list[list[bytes | None]] = []
        reader = threading.Thread(target=lambda: received.append(all_lines(gui)))
        reader.start()
        gui.send(b"usi\n" + b"x" * 3_000_000 + b"yy\nisready\n" + b"z" * (1 << 20) + b"\nquit")
        gui.end()
        reader.join(60)
        assert received == [[b"usi", None, b"isready", b"z" * (1 << 20), b"quit"]]


def test_a_gui_that_sends_faster_than_lines_are_read_must_wait() -> None:
    with gui_end() as gui:
        sender = threading.Thread(target=gui.send, args=(b"isready\n" * 100_000,))
        sender.start()
        sender.join(0.3)
        assert sender.is_alive()
        count = 0
        while count < 100_000:
            assert os.read(gui.pipe.wakeup_fd, 4096)
            count += len(gui.pipe.read_lines())
        sender.join(60)
        assert count == 100_000


def test_the_age_of_a_line_counts_from_its_arrival() -> None:
    with gui_end() as gui:
        gui.send(b"go\n")
        assert os.read(gui.pipe.wakeup_fd, 1)
        time.sleep(0.1)
        [(line, age)] = gui.pipe.read_lines()
        assert line == b"go"
        assert age >= 0.1


def test_the_best_answer_so_far_is_sent_at_the_deadline_and_not_before() -> None:
    with gui_end() as gui:
        start = time.monotonic()
        turn = gui.pipe.begin("bestmove 1g1f")
        gui.pipe.answer_in(0.1)
        assert gui.pipe.write_info(turn, "info depth 1")
        gui.pipe.set_best_answer(turn, "bestmove 7g7f")
        assert [gui.read_line(), gui.read_line()] == ["info depth 1", "bestmove 7g7f"]
        assert time.monotonic() - start >= 0.1
        assert gui.pipe.answered
        assert not gui.pipe.write_info(turn, "info depth 2")
        assert not gui.pipe.answer(turn, "bestmove 2g2f")
        gui.pipe.write("readyok")
        assert gui.read_line() == "readyok"


def test_a_deadline_holds_for_one_search() -> None:
    with gui_end() as gui:
        turn = gui.pipe.begin("bestmove 1g1f")
        gui.pipe.answer_in(0.05)
        assert gui.pipe.answer(turn, "bestmove 7g7f")
        gui.pipe.begin("bestmove resign")
        time.sleep(0.2)
        assert not gui.pipe.answered
        assert not gui.pipe.answer(turn, "bestmove 2g2f")  # the first search, late
        assert not gui.pipe.write_info(turn, "info depth 9")
        gui.pipe.set_best_answer(turn, "bestmove 2g2f")
        gui.pipe.answer_in(60)
        gui.pipe.answer_in(0.05)  # the last deadline counts
        assert [gui.read_line(), gui.read_line()] == ["bestmove 7g7f", "bestmove resign"]


def test_the_deadline_does_not_depend_on_the_interpreter_lock() -> None:
    """A computing Python thread holds the lock for at least five milliseconds at a time."""
    with gui_end() as gui:
        done = threading.Event()

        def compute() -> None:
            while not done.is_set():
                pow(3, 2_000_000)  # one call, during which no other thread of Python runs

        busy = threading.Thread(target=compute)
        gui.pipe.begin("bestmove 1g1f")
        gui.pipe.answer_in(0.1)
        busy.start()
        while not gui.pipe.answered:
            time.sleep(0)
        done.set()
        busy.join()
        assert gui.read_line() == "bestmove 1g1f"


def test_the_lateness_of_this_machine_is_measured() -> None:
    """It begins with a cautious estimate."""
    with gui_end() as gui:
        assert gui.pipe.lateness == 0.02
        gui.pipe.watch_for(0.5)
        until(lambda: gui.pipe.lateness != 0.02, "a measured lateness")


def test_a_search_thread_has_normal_scheduling_only_while_its_answer_is_awaited() -> None:
    """A search that begins after its deadline must end quickly, so that it does not delay the next move."""
    schedulers: dict[str, int] = {}

    def scheduler() -> int:
        return os.sched_getscheduler(0) & ~os.SCHED_RESET_ON_FORK

    def think(gui: GuiEnd) -> None:
        gui.pipe.begin("bestmove 1g1f")
        gui.pipe.set_search_thread()
        schedulers["in time"] = scheduler()
        gui.pipe.answer_in(0.01)
        gui.read_line()
        until(lambda: scheduler() != os.SCHED_OTHER, "real-time scheduling of the search thread")
        gui.pipe.set_search_thread()
        schedulers["too late"] = scheduler()

    with gui_end() as gui:
        with suppress(AssertionError):
            until(lambda: gui.pipe.has_priority, "the priority of the pipe's threads", 5)
        if not gui.pipe.has_priority:
            pytest.skip("no real-time scheduling on this system")
        searcher = threading.Thread(target=think, args=(gui,))
        searcher.start()
        searcher.join()
    assert schedulers == {"in time": os.SCHED_OTHER, "too late": os.SCHED_RR}


def test_output_to_a_closed_pipe_is_discarded() -> None:
    there, mine = os.pipe()
    back, here = os.pipe()
    pipe = UsiPipe(there, here)
    os.close(back)
    pipe.write("info string hello")
    assert pipe.answer(pipe.begin("bestmove resign"), "bestmove resign")
    os.close(mine)
    assert os.read(pipe.wakeup_fd, 1) == b""
    del pipe
    os.close(there)
    os.close(here)
