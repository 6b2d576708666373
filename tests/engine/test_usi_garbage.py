"""Whatever comes in, the engine lives and answers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from komadai.engine.usi_server import UsiServer

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
def server() -> Iterator[tuple[UsiServer, list[str]]]:
    said: list[str] = []
    server = UsiServer(said.append)
    yield server, said
    server.close()


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(dialogue=st.lists(lines, max_size=8))
def test_no_line_is_too_strange(server: tuple[UsiServer, list[str]], dialogue: list[str]) -> None:
    engine, said = server
    for line in dialogue:
        # Tables of gigabytes and minutes of thought are not what is tested here.
        if "USI_Hash" not in line:
            assert engine.handle(line)
    assert engine.handle("stop")
    engine.handle("setoption name MultiPV value 1")
    heard = list(said)
    said.clear()
    engine.handle("position startpos")
    engine.handle("go nodes 10")
    engine.handle("stop")
    assert engine._idle.wait(5)
    assert said[-1].startswith("bestmove")
    assert not any("internal error" in line for line in heard)
