"""The native pipe: lines with the moment of their coming, and the answer at its deadline."""

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
from tests.usi.gui_end import Ends, ends


def taken(gui: Ends) -> list[bytes | None]:
    """All that comes until the end."""
    lines: list[bytes | None] = []
    ringing = True
    while ringing:
        ringing = bool(os.read(gui.pipe.doorbell, 4096))
        lines += [line for line, _ in gui.pipe.take()]
    return lines


@settings(max_examples=50, deadline=None)
@given(text=st.binary(max_size=60), cuts=st.lists(st.integers(0, 60), max_size=6))
def test_however_the_bytes_arrive_the_lines_are_the_same(text: bytes, cuts: list[int]) -> None:
    at = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    *ended, rest = text.split(b"\n")
    with ends() as gui:
        for a, b in pairwise(at):
            gui.say(text[a:b])
        gui.end()
        assert taken(gui) == ([*ended, rest] if rest else ended)


def test_a_line_without_an_end_does_not_fill_the_memory() -> None:
    with ends() as gui:
        heard: list[list[bytes | None]] = []
        reader = threading.Thread(target=lambda: heard.append(taken(gui)))
        reader.start()
        gui.say(b"usi\n" + b"x" * 3_000_000 + b"yy\nisready\n" + b"z" * (1 << 20) + b"\nquit")
        gui.end()
        reader.join(60)
        assert heard == [[b"usi", None, b"isready", b"z" * (1 << 20), b"quit"]]


def test_who_sends_faster_than_we_obey_has_to_wait() -> None:
    with ends() as gui:
        sender = threading.Thread(target=gui.say, args=(b"isready\n" * 100_000,))
        sender.start()
        sender.join(0.3)
        assert sender.is_alive()
        count = 0
        while count < 100_000:
            assert os.read(gui.pipe.doorbell, 4096)
            count += len(gui.pipe.take())
        sender.join(60)
        assert count == 100_000


def test_a_line_has_the_age_of_its_coming_not_of_its_reading() -> None:
    with ends() as gui:
        gui.say(b"go\n")
        assert os.read(gui.pipe.doorbell, 1)
        time.sleep(0.1)
        [(line, age)] = gui.pipe.take()
        assert line == b"go"
        assert age >= 0.1


def test_the_best_known_answer_is_given_when_time_is_up_and_not_before() -> None:
    with ends() as gui:
        start = time.monotonic()
        turn = gui.pipe.begin("bestmove 1g1f")
        gui.pipe.answer_in(0.1)
        assert gui.pipe.tell(turn, "info depth 1")
        gui.pipe.know(turn, "bestmove 7g7f")
        assert [gui.hear(), gui.hear()] == ["info depth 1", "bestmove 7g7f"]
        assert time.monotonic() - start >= 0.1
        assert gui.pipe.answered
        assert not gui.pipe.tell(turn, "info depth 2")
        assert not gui.pipe.answer(turn, "bestmove 2g2f")
        gui.pipe.write("readyok")
        assert gui.hear() == "readyok"


def test_a_deadline_counts_for_its_own_search_only() -> None:
    with ends() as gui:
        turn = gui.pipe.begin("bestmove 1g1f")
        gui.pipe.answer_in(0.05)
        assert gui.pipe.answer(turn, "bestmove 7g7f")
        gui.pipe.begin("bestmove resign")
        time.sleep(0.2)
        assert not gui.pipe.answered
        assert not gui.pipe.answer(turn, "bestmove 2g2f")  # the first search, late
        assert not gui.pipe.tell(turn, "info depth 9")
        gui.pipe.know(turn, "bestmove 2g2f")
        gui.pipe.answer_in(60)
        gui.pipe.answer_in(0.05)  # the last one said counts
        assert [gui.hear(), gui.hear()] == ["bestmove 7g7f", "bestmove resign"]


def test_the_clock_does_not_wait_for_whoever_holds_the_interpreter() -> None:
    """One thread of Python that computes takes the lock for five milliseconds at a time."""
    with ends() as gui:
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
        assert gui.hear() == "bestmove 1g1f"


def test_it_learns_how_late_this_machine_wakes_who_sleeps() -> None:
    """From a cautious guess to what is so."""
    with ends() as gui:
        assert gui.pipe.lateness == 0.02
        gui.pipe.look(0.5)
        until(lambda: gui.pipe.lateness != 0.02, "a measured lateness")


def test_the_thinker_goes_with_all_others_only_as_long_as_its_answer_is_waited_for() -> None:
    """One that begins when its time has passed already must not stand in the way of the next move."""
    seen: dict[str, int] = {}

    def scheduler() -> int:
        return os.sched_getscheduler(0) & ~os.SCHED_RESET_ON_FORK

    def think(gui: Ends) -> None:
        gui.pipe.begin("bestmove 1g1f")
        gui.pipe.think()
        seen["in time"] = scheduler()
        gui.pipe.answer_in(0.01)
        gui.hear()
        until(lambda: scheduler() != os.SCHED_OTHER, "real-time scheduling of the thinker")
        gui.pipe.think()
        seen["too late"] = scheduler()

    with ends() as gui:
        with suppress(AssertionError):
            until(lambda: gui.pipe.prompt, "the priority of the pipe's threads", 5)
        if not gui.pipe.prompt:
            pytest.skip("this system does not let its threads go before others")
        thinker = threading.Thread(target=think, args=(gui,))
        thinker.start()
        thinker.join()
    assert seen == {"in time": os.SCHED_OTHER, "too late": os.SCHED_RR}


def test_nobody_listens_any_more_and_nothing_happens() -> None:
    there, mine = os.pipe()
    back, here = os.pipe()
    pipe = UsiPipe(there, here)
    os.close(back)
    pipe.write("info string hello")
    assert pipe.answer(pipe.begin("bestmove resign"), "bestmove resign")
    os.close(mine)
    assert os.read(pipe.doorbell, 1) == b""
    del pipe
    os.close(there)
    os.close(here)
