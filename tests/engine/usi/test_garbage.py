"""Whatever comes in, the engine lives and answers."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from komadai.engine.usi.server import UsiServer
from tests.usi.gui_end import Ends, ends

WORDS = (
    "usi isready setoption usinewgame position go stop ponderhit gameover name value USI_Hash Level MultiPV"
    " Seed ImpasseRule try sfen startpos moves 7g7f 3c3d 8h2b+ P*5e infinite ponder btime wtime byoyomi nodes"
    " depth mate searchmoves movetime -1 0 1 3 5 100 99999999999999999999 resign win true <empty> b w - 9/9/9"
    " lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL 4k4/9/9/9/9/9/9/9/4K4 R2b"
)

lines = st.one_of(
    st.lists(st.sampled_from(WORDS.split()), max_size=8).map(" ".join),
    st.text(max_size=40),
    st.sampled_from(
        ["position startpos", "position startpos moves 7g7f", "go nodes 50", "go mate 50", "stop"]
    ),
).filter(lambda line: line.split()[:1] != ["quit"])


@pytest.fixture
def server() -> Iterator[tuple[UsiServer, Ends]]:
    with ends() as gui:
        server = UsiServer(gui.pipe)
        yield server, gui
        server.close()
        del server


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(dialogue=st.lists(lines, max_size=8))
def test_no_line_is_too_strange(server: tuple[UsiServer, Ends], dialogue: list[str]) -> None:
    engine, gui = server
    for line in dialogue:
        # Tables of gigabytes and minutes of thought are not what is tested here.
        if "USI_Hash" not in line and "Threads" not in line:
            assert engine.handle(line)
    assert engine.handle("stop")
    engine.handle("setoption name MultiPV value 1")
    engine.handle("isready")
    heard = gui.until("readyok")
    engine.handle("position startpos")
    engine.handle("go nodes 10")
    engine.handle("stop")
    heard += gui.until("bestmove")
    assert engine._idle.wait(60)
    assert not any("internal error" in line for line in heard)


def test_what_is_not_printable_is_told_as_what_can_be_shown(server: tuple[UsiServer, Ends]) -> None:
    engine, gui = server
    engine.handle("\x1b[2J\x07\x00 go")
    assert gui.hear() == "info string unknown command: ?[2J??"
    engine.handle("setoption name \u202e\x08 value 3")
    assert gui.hear() == "info string unknown option: ??"


def test_an_endless_line_is_refused_and_the_next_one_heard() -> None:
    with ends() as gui:
        server = UsiServer(gui.pipe)
        serving = threading.Thread(target=server.serve)
        serving.start()
        gui.say(b"position startpos moves" + b" 7g7f" * 500_000 + b"\n\xff\xfe\nisready\nquit\n")
        assert gui.hear() == "info string a line of more than a megabyte is not read"
        assert gui.hear().startswith("info string unknown command")
        assert gui.hear() == "readyok"
        serving.join(60)
        del server


def test_a_game_of_a_hundred_thousand_moves_is_a_game(server: tuple[UsiServer, Ends]) -> None:
    engine, gui = server
    shuffle = "4i4h 4a4b 4h4i 4b4a "
    engine.handle("position startpos moves " + shuffle * 25_000)
    engine.handle("go nodes 200")
    assert gui.until("bestmove")[-1].split()[1] != "resign"


def test_an_illegal_move_in_the_middle_leaves_no_position(server: tuple[UsiServer, Ends]) -> None:
    """Better none than one that the GUI does not mean."""
    engine, gui = server
    engine.handle("position startpos moves 7g7f 7g7f")
    assert "move 2: 7g7f is illegal" in gui.hear()
    engine.handle("go byoyomi 100")
    assert gui.hear() == "info string there is no position to think about"
    assert gui.hear() == "bestmove resign"


def test_a_search_that_does_not_come_to_its_end_keeps_no_later_clock_waiting(
    server: tuple[UsiServer, Ends],
) -> None:
    engine, gui = server
    engine.handle("isready")
    gui.until("readyok")
    waited: list[float | None] = []

    class NeverIdle(threading.Event):
        """As if the machine gave the thinker no time at all; notes how long it would be waited for."""

        def wait(self, timeout: float | None = None) -> bool:
            waited.append(timeout)
            return False

    engine._idle = NeverIdle()
    for place in ("position startpos", "position startpos moves 7g7f 3c3d"):
        engine.handle(place)
        engine.handle("go byoyomi 60")
        assert gui.until("bestmove")[-1] != "bestmove resign"
    assert waited
    assert all(each is not None and each < 1 for each in waited)  # ten seconds where no clock runs
    engine._idle.set()
