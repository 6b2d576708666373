"""The limits of ``go``, written and read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from komadai import BLACK, WHITE, Move
from komadai.engine import Limits
from komadai.engine.protocol.limits import before_increment

numbers = st.none() | st.integers(0, 10**9)


@given(
    st.builds(
        Limits,
        btime=numbers,
        wtime=numbers,
        byoyomi=numbers,
        binc=numbers,
        winc=numbers,
        movetime=numbers,
        nodes=numbers,
        depth=numbers,
        mate=numbers,
        searchmoves=st.lists(st.sampled_from([Move.from_usi("7g7f"), Move.from_usi("P*5e")]), max_size=2).map(
            tuple
        ),
    ),
    st.booleans(),
)
def test_written_limits_are_read_back(limits: Limits, ponder: bool) -> None:
    read, read_ponder, unknown = Limits.parse(limits.go(ponder=ponder).split()[1:])
    assert (read_ponder, unknown) == (ponder, [])
    if not read.infinite:
        assert read == limits


@pytest.mark.parametrize(
    ("words", "expected", "unknown"),
    [
        ("btime 1 wtime 2 byoyomi 3", Limits(btime=1, wtime=2, byoyomi=3), []),
        ("btime -50 wtime 2", Limits(btime=0, wtime=2), []),
        ("infinite", Limits(infinite=True), []),
        ("nodes 99999999999999999999", Limits(nodes=2**31 - 1), []),
        ("mate " + "9" * 5000, Limits(mate=2**31 - 1), []),
        ("mate soon", Limits(mate=1), ["mate soon"]),
        ("mate infinite", Limits(mate=0), []),
        ("mate", Limits(mate=0), []),
        ("depth", Limits(depth=1), ["depth"]),
        ("depth five nodes 6", Limits(depth=1, nodes=6), ["depth five"]),
        ("btime wtime 5 byoyomi", Limits(btime=0, wtime=5, byoyomi=0), ["btime", "byoyomi"]),
        ("searchmoves 7g7f nodes 6", Limits(nodes=6, searchmoves=(Move.from_usi("7g7f"),)), []),
        (
            "searchmoves zzz 2g2f nodes 6",
            Limits(nodes=6, searchmoves=(Move.from_usi("2g2f"),)),
            ["searchmoves zzz"],
        ),
        ("movetime 100.0", Limits(movetime=100), []),
        ("nodes 1e5 depth nan", Limits(nodes=100_000, depth=1), ["depth nan"]),
        ("quickly", Limits(), ["quickly"]),
    ],
)
def test_go_commands_of_guis_are_read(words: str, expected: Limits, unknown: list[str]) -> None:
    assert Limits.parse(words.split()) == (expected, False, unknown)


def test_seconds_become_byoyomi() -> None:
    assert Limits.for_seconds(1.5).go() == "go btime 0 wtime 0 byoyomi 1500"


def test_the_longest_time_is_that_of_the_side_to_move() -> None:
    limits = Limits(btime=1_000, wtime=2_000, byoyomi=300, binc=40, winc=50)
    assert (limits.longest_ms(BLACK), limits.longest_ms(WHITE)) == (1_340, 2_350)
    assert Limits(nodes=5).longest_ms(BLACK) is None
    assert Limits(infinite=True, btime=5).longest_ms(BLACK) is None
    assert Limits(movetime=70).longest_ms(WHITE) == 70


def test_the_increment_is_subtracted_from_the_time_on_the_clock() -> None:
    assert before_increment(60_000, 5_000) == (55_000, 5_000)
    assert before_increment(300, 5_000) == (0, 300)
