"""Invalid input: the engine runs on and answers."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from komadai import Board
from komadai.engine.usi import policy_value_search
from komadai.engine.usi.policy_value_search import PolicyValueSearch
from komadai.engine.usi.server import UsiServer
from tests.usi.gui_end import GuiEnd, gui_end

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
def server() -> Iterator[tuple[UsiServer, GuiEnd]]:
    with gui_end() as gui:
        server = UsiServer(gui.pipe)
        yield server, gui
        del server


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(session=st.lists(lines, max_size=8))
def test_no_sequence_of_lines_stops_the_engine(server: tuple[UsiServer, GuiEnd], session: list[str]) -> None:
    engine, gui = server
    for line in session:
        # Large tables and long searches are not tested here.
        if "USI_Hash" not in line and "Threads" not in line:
            assert engine.execute(line)
    assert engine.execute("stop")
    engine.execute("setoption name MultiPV value 1")
    engine.execute("isready")
    received = gui.read_until("readyok")
    engine.execute("position startpos")
    engine.execute("go nodes 10")
    engine.execute("stop")
    received += gui.read_until("bestmove")
    assert not any("internal error" in line for line in received)


def test_messages_replace_unprintable_characters(server: tuple[UsiServer, GuiEnd]) -> None:
    engine, gui = server
    engine.execute("\x1b[2J\x07\x00 go")
    assert gui.read_line() == "info string unknown command: ?[2J??"
    engine.execute("setoption name \u202e\x08 value 3")
    assert gui.read_line() == "info string unknown option: ??"


def test_a_very_long_line_is_refused_and_the_next_one_is_read() -> None:
    with gui_end() as gui:
        server = UsiServer(gui.pipe)
        serving = threading.Thread(target=server.serve)
        serving.start()
        gui.send(b"position startpos moves" + b" 7g7f" * 500_000 + b"\n\xff\xfe\nisready\nquit\n")
        assert gui.read_line() == "info string a line of more than a megabyte is not read"
        assert gui.read_line().startswith("info string unknown command")
        assert gui.read_line() == "readyok"
        serving.join(60)
        del server


def test_a_game_of_a_hundred_thousand_moves_is_accepted(server: tuple[UsiServer, GuiEnd]) -> None:
    engine, gui = server
    shuffle = "4i4h 4a4b 4h4i 4b4a "
    engine.execute("position startpos moves " + shuffle * 25_000)
    engine.execute("go nodes 200")
    assert gui.read_until("bestmove")[-1].split()[1] != "resign"


def test_an_illegal_move_in_the_middle_leaves_no_position(server: tuple[UsiServer, GuiEnd]) -> None:
    """Without a position it cannot play a move for the wrong one."""
    engine, gui = server
    engine.execute("position startpos moves 7g7f 7g7f")
    assert "move 2: 7g7f is illegal" in gui.read_line()
    engine.execute("go byoyomi 100")
    assert gui.read_line() == "info string there is no position to search"
    assert gui.read_line() == "bestmove resign"


def test_a_search_that_does_not_end_does_not_delay_later_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the search thread got no processor time: the pipe answers."""
    may_end = threading.Event()

    class EndlessSearch(PolicyValueSearch):
        def __init__(self) -> None: ...
        def arm(self) -> None: ...
        def stop(self) -> None: ...

        def go(self, board: Board, **_: Any) -> Any:
            may_end.wait(60)
            return None, None, False, {}

    monkeypatch.setattr(policy_value_search, "load", lambda _settings: EndlessSearch())
    with gui_end() as gui:
        server = UsiServer(gui.pipe)
        server.execute("setoption name SearchMode value PolicyValue")
        server.execute("isready")
        gui.read_until("readyok")
        began = time.monotonic()
        for place in ("position startpos", "position startpos moves 7g7f 3c3d"):
            server.execute(place)
            server.execute("go byoyomi 60")
            assert gui.read_until("bestmove")[-1] != "bestmove resign"
        assert time.monotonic() - began < 8  # it waits for ten seconds without a clock
        may_end.set()
        del server
